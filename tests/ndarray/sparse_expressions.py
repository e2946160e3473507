"""Expressions on sparse arrays whose answers the real MXNet 1.9.1 gave: ``make_sparse_oracle.py`` asks it.

Of those in STORAGE only the storage type, dtype and shape of the result are compared, which computes nothing; of those
in VALUES everything. An expression may be preceded by statements, separated by semicolons.
"""


def names(mx, np):
    """The arrays that expressions are about: C is csr, R row_sparse, D dense; Z stores nothing."""
    c = np.array([[0, 1.5, 0, -2], [0, 0, 0, 0], [3, 0, 0.5, 0]], "float32")
    c2 = np.array([[0, 0.5, 2, 0], [0, 0, -1, 0], [4, 0, 0, 1]], "float32")
    r = np.array([[1, 0, -2, 0.5], [0, 0, 0, 0], [0.25, 3, 0, 1]], "float32")
    r2 = np.array([[0, 0, 0, 0], [2, -1, 0, 1], [1, 1, 4, 0]], "float32")
    w = np.arange(8, dtype="float32").reshape(4, 2) / 4 - 1
    holes = w * np.array([[1], [0], [1], [1]], "float32")
    nd = mx.nd
    return {
        "mx": mx,
        "nd": nd,
        "sp": nd.sparse,
        "_i": nd._internal,
        "C": nd.array(c).tostype("csr"),
        "C2": nd.array(c2).tostype("csr"),
        "CI": nd.array(c, dtype="int32").tostype("csr"),
        "CZ": nd.sparse.zeros("csr", (3, 4)),
        "R": nd.array(r).tostype("row_sparse"),
        "R2": nd.array(r2).tostype("row_sparse"),
        "R3": nd.array(np.stack([r, r * 0, r2])).tostype("row_sparse"),
        "RZ": nd.sparse.zeros("row_sparse", (3, 4)),
        "D": nd.array([[1, 2, 3, 4], [5, 6, 7, 8], [-1, -2, 0, 0.5]]),
        "D2": nd.array([[2, 1, 0.5, 1], [1, 2, 4, 2], [1, 2, 3, 4]]),
        "V": nd.array([1, 2, 0.5, 4]),
        "ROW": nd.array([[1, 2, 0.5, 4]]),
        "COLUMN": nd.array([[1], [2], [0.5]]),
        "W": nd.array(w),
        "RW": nd.array(holes).tostype("row_sparse"),
        "CW": nd.array(holes).tostype("csr"),
        "W3": nd.array(w[:3] + 2),
        "RW3": nd.array(w[:3] + 2).tostype("row_sparse"),
        "G": nd.array([[0, 0], [1, -2], [0, 0], [0.5, 3]]).tostype("row_sparse"),
        "S": nd.array([[0.1, 0.2], [0.3, 0.4], [0.5, 0.6], [0.7, 0.8]]),
        "S1": nd.array([[0.1], [0.2], [0.3], [0.4]]),
        "record": mx.autograd.record,
        "of": lambda function, array: _gradient(mx, function, array),
    }


def _gradient(mx, function, array):
    """A function's value, and its gradient as the array was attached."""
    with mx.autograd.record():
        value = function(array)
    value.backward()
    return [value, array.grad]


def ask(expression, given):
    """The value of an expression."""
    *statements, last = expression.split(";")
    for statement in statements:
        exec(statement.strip(), given)
    return eval(last.strip(), given)


def storage(value):
    """How a result is stored."""
    if isinstance(value, (list, tuple)):
        return [storage(v) for v in value]
    return [value.stype, value.dtype.__name__, list(value.shape)]


def everything(value):
    """What a result holds."""
    if isinstance(value, (list, tuple)):
        return [everything(v) for v in value]
    if not hasattr(value, "stype"):
        return repr(value)
    held = [*storage(value), value.asnumpy().astype("float64").ravel().tolist()]
    return [*held, value.indices.asnumpy().tolist()] if value.stype == "row_sparse" else held


PAIRS = [
    "C,C2",
    "R,R2",
    "C,C",
    "R,R",
    "C,R",
    "R,C",
    "C,D",
    "D,C",
    "R,D",
    "D,R",
    "C,V",
    "V,C",
    "R,V",
    "C,ROW",
    "R,ROW",
    "C,COLUMN",
    "R,COLUMN",
    "CZ,C",
    "RZ,R",
    "C,CZ",
    "R,RZ",
    "CI,CI",
    "R3,R3",
]
EQUAL = [pair for pair in PAIRS if not set(pair.split(",")) & {"V", "ROW", "COLUMN"}]
NUMBERS = ["0", "2.5", "-1"]
UNARY = [
    "abs",
    "arccos",
    "arcsin",
    "arcsinh",
    "arctan",
    "arctanh",
    "cbrt",
    "ceil",
    "cos",
    "cosh",
    "degrees",
    "exp",
    "expm1",
    "fix",
    "floor",
    "gamma",
    "gammaln",
    "identity",
    "log",
    "log1p",
    "make_loss",
    "negative",
    "ones_like",
    "radians",
    "reciprocal",
    "relu",
    "rint",
    "round",
    "rsqrt",
    "sigmoid",
    "sign",
    "sin",
    "sinh",
    "softsign",
    "sqrt",
    "square",
    "stop_gradient",
    "tan",
    "tanh",
    "trunc",
    "zeros_like",
    "Flatten",
    "softmax",
    "transpose",
]
REDUCTIONS = ["", "axis=0", "axis=1", "axis=1, keepdims=True", "keepdims=True", "axis=0, exclude=True"]


def _operators():
    for operator in ["+", "-", "*", "/", "%", "**", ">", "==", "<="]:
        for pair in PAIRS:
            left, right = pair.split(",")
            refused = operator == "/" and pair in ("C,D", "CI,CI")  # MXNet refuses or crashes
            if not refused:
                yield f"{left} {operator} {right}"
        for number in NUMBERS:
            for array in ("C", "R", "RZ"):
                yield f"{array} {operator} {number}"
                yield f"{number} {operator} {array}"


def _functions():
    for name in ("add", "subtract", "multiply", "divide", "modulo", "power", "maximum", "equal", "greater"):
        for pair in ("C,C2", "R,R2", "R,D", "D,C", "C,R", "C,2.5", "2.5,R", "C,V"):
            yield f"nd.{name}({pair})"
    for name in ("add", "subtract", "multiply", "divide"):
        for pair in ("C,C2", "R,R2", "C,D", "R,D", "D,C", "D,R", "C,R", "C,2.5", "C,V"):
            yield f"sp.{name}({pair})"
    for name in ("nd.elemwise_add", "nd.elemwise_sub", "nd.elemwise_mul", "_i._maximum", "_i._hypot", "_i._grad_add"):
        for pair in EQUAL:
            yield f"{name}({pair})"
    for name in ("add", "sub", "mul"):
        for pair in PAIRS:
            yield f"nd.broadcast_{name}({pair})"
    for pair in ("R,C", "R,D", "R,R2", "C,D", "RZ,R"):
        yield f"_i._scatter_elemwise_div({pair})"
    for name in ("_scatter_plus", "_scatter_minus", "_plus", "_minus", "_rminus", "_mul", "_div", "_maximum", "_power"):
        for array in ("C", "R"):
            for number in NUMBERS:
                yield f"_i.{name}_scalar({array}, scalar={number})"
    for name in ("_equal", "_not_equal", "_greater", "_greater_equal", "_lesser", "_lesser_equal", "_logical_or"):
        for array in ("C", "R"):
            for number in NUMBERS:
                yield f"_i.{name}_scalar({array}, scalar={number})"


def _others():
    for name in UNARY:
        for array in ("C", "R", "CI", "RZ"):
            if not (name == "softmax" and array == "CI"):
                yield f"nd.{name}({array})"
    for name in ("abs", "square", "relu", "exp", "zeros_like"):
        yield f"sp.{name}(R3)"
    for name in ("sum", "mean", "max"):
        for array in ("C", "R"):
            for axes in REDUCTIONS:
                yield f"nd.{name}({array}, {axes})"
    for array in ("C", "R"):
        for axes in ("", "axis=0", "ord=1", "ord=1, axis=1"):
            yield f"nd.norm({array}, {axes})"
        for bounds in ("-1, 1", "0, 2"):
            yield f"nd.clip({array}, {bounds})"
        yield from (
            f"nd.add_n({array}, {array}2)",
            f"nd.add_n({array}, D)",
            f"nd.add_n({array})",
            f"nd.concat({array}, {array}2, dim=0)",
            f"nd.concat({array}, {array}2, dim=1)",
            f"nd.slice({array}, begin=(1,), end=(3,))",
            f"nd.slice({array}, begin=(0, 1), end=(3, 3))",
            f"nd.slice({array}, begin=(0,), end=(3,), step=(2,))",
            f"nd.take({array}, nd.array([2, 0]))",
            f"nd.where({array}, D, D2)",
            f"nd.cast({array}, dtype='float64')",
            f"{array}.astype('int32')",
            f"nd.stack({array}, {array}2)",
            f"nd.contrib.quadratic({array}, a=1, b=2, c=0)",
            f"nd.contrib.quadratic({array}, a=1, b=2, c=3)",
            f"_i._identity_with_attr_like_rhs(D, {array})",
            f"nd.SliceChannel({array}, num_outputs=2)",
            f"{array}.T",
            f"-{array}",
            f"abs({array})",
            f"{array}[:]",
            f"{array}.detach()",
            f"{array}.as_in_context(mx.cpu(1))",
            f"nd.array({array})",
        )
    for axes in ("axis=0", "axis=1", "axis=1, keepdims=True"):
        yield f"_i._square_sum(R, {axes})"


def _products():
    kinds = ["", ", forward_stype='default'", ", forward_stype='csr'", ", forward_stype='row_sparse'"]
    for kind in kinds:
        for left in ("C", "R", "D", "CZ"):
            for right in ("W", "RW", "CW"):
                yield f"nd.dot({left}, {right}{kind})"
            for right in ("W3", "RW3", "D"):
                refused = left in ("C", "CZ") and right == "RW3" and "default" in kind
                if not refused:
                    yield f"nd.dot({left}, {right}, transpose_a=True{kind})"
            for right in ("D", "R", "C2"):
                yield f"nd.dot({left}, {right}, transpose_b=True{kind})"


def _outputs():
    for out in ("default", "csr", "row_sparse"):
        for call in (
            "nd.abs(C, out=o)",
            "nd.cos(R, out=o)",
            "nd.elemwise_add(R, R2, out=o)",
            "nd.elemwise_add(D, C, out=o)",
        ):
            yield f"o = nd.zeros((3, 4), stype='{out}'); {call}; o"


STORAGE = {
    "operators": list(_operators()),
    "functions": list(_functions()),
    "others": list(_others()),
    "products": list(_products()),
    "outputs": list(_outputs()),
}


def _gradients():
    for array in ("W", "RW"):
        for stype in ("row_sparse", "default"):
            leaf = f"x = {array}.copy(); x.attach_grad(stype='{stype}')"
            yield f"{leaf}; of(lambda w: nd.dot(C, w) + nd.dot(C2, w), x)"
        leaf = f"x = {array}.copy(); x.attach_grad(stype='row_sparse')"
        embedding = "nd.Embedding(nd.array([[1, 3], [1, 1]]), w, input_dim=4, output_dim=2, sparse_grad=True)"
        yield f"{leaf}; of(lambda w: {embedding}, x)"
        yield f"{leaf}; of(lambda w: {embedding}.sum() + (w * w).sum(), x)"
        yield f"{leaf}; of(lambda w: nd.contrib.SparseEmbedding(nd.array([0, 3]), w, input_dim=4, output_dim=2), x)"
    for function in (
        "nd.sin(x)",
        "x * x",
        "nd.elemwise_mul(x, D)",
        "nd.sum(x, axis=0)",
        "nd.dot(x, W)",
        "nd.norm(x)",
        "sp.retain(x, nd.array([0, 1]))",
        "_i._square_sum(x, axis=1, keepdims=True)",
    ):
        yield f"x = R.copy(); x.attach_grad(); of(lambda x: {function}, x)"
    yield "x = D.copy(); x.attach_grad(stype='csr'); of(lambda x: nd.elemwise_mul(x, C), x)"
    yield "x = W.copy(); x.attach_grad(stype='row_sparse'); x.grad"
    yield "x = C.copy(); x.attach_grad(); x.grad"


def _updates():
    more = ", wd=0.1, rescale_grad=0.5, clip_gradient=0.8"
    for weight, state in (("S + 1", ""), ("(S + 1).tostype('row_sparse')", ".tostype('row_sparse')")):
        start = f"w = {weight}; a = S{state}; b = (S * 2){state}; h = S1{state}"
        for lazy in ("True", "False"):
            yield f"{start}; nd.sgd_update(w, G, out=w, lr=0.1, lazy_update={lazy}{more}); w"
            yield f"{start}; nd.sgd_mom_update(w, G, a, out=w, lr=0.1, momentum=0.9, lazy_update={lazy}{more}); [w, a]"
        yield f"{start}; nd.adam_update(w, G, a, b, out=w, lr=0.1{more}); [w, a, b]"
        yield f"{start}; nd.ftrl_update(w, G, a, b, out=w, lr=0.1{more}); [w, a, b]"
        yield f"{start}; sp.adagrad_update(w, G, a, out=w, lr=0.1, rescale_grad=0.5); [w, a]"
        yield f"{start}; nd.contrib.group_adagrad_update(w, G, h, out=w, lr=0.1); [w, h]"
    yield "w = S.tostype('row_sparse'); a = RZ.copy(); nd.sgd_update(w, G, out=w, lr=0.1); w"
    yield "w = S.copy(); nd.signsgd_update(w, G, lr=0.1, out=w); w"


VALUES = {
    "arithmetic": [
        "C + C2",
        "C - C2",
        "C * C2",
        "R + R2",
        "R - R2",
        "R * R2",
        "C * D",
        "D + C",
        "R * D",
        "C * V",
        "C / COLUMN",
        "C / 0",
        "R * 2.5",
        "2.5 - C",
        "C > 0",
        "_i._hypot(R, R2)",
        "_i._maximum(C, C2)",
        "_i._scatter_elemwise_div(R, R2)",
        "_i._scatter_plus_scalar(C, scalar=2)",
        "nd.add_n(R, R2, R)",
        "nd.clip(C, -1, 1)",
        "nd.sqrt(nd.abs(R3))",
        "x = C.copy(); x += D; x",
        "x = R.copy(); x *= 3; x",
        "x = R.copy(); x -= R2; x",
        "x = D.copy(); x *= C; x",
    ],
    "products": [
        "nd.dot(C, W)",
        "nd.dot(C, RW)",
        "nd.dot(C, W3, transpose_a=True)",
        "nd.dot(C, RW3, transpose_a=True)",
        "nd.dot(C, W3, transpose_a=True, forward_stype='default')",
        "nd.dot(D, CW)",
        "nd.dot(D, C2, transpose_b=True, forward_stype='default')",
        "nd.dot(C, C2, transpose_b=True)",
        "nd.dot(R, W)",
    ],
    "structure": [
        "nd.sum(C, axis=0)",
        "nd.sum(R, axis=1, keepdims=True)",
        "nd.mean(C, axis=1)",
        "nd.mean(R)",
        "nd.norm(C)",
        "nd.norm(R, ord=1, axis=1)",
        "_i._square_sum(R, axis=1, keepdims=True)",
        "nd.contrib.getnnz(C)",
        "nd.contrib.getnnz(C, axis=1)",
        "nd.concat(C, C2, CZ, dim=0)",
        "nd.slice(C, begin=(0, 1), end=(3, 3))",
        "nd.slice(C, begin=(1, None), end=(None, 2))",
        "nd.take(C, nd.array([2, 0, 5, -1]))",
        "nd.take(C, nd.array([2, 0, 5, -1]), mode='wrap')",
        "sp.retain(R, nd.array([0, 1, 2]))",
        "sp.retain(R, nd.array([2], dtype='int64'))",
        "sp.retain(RZ, nd.array([1]))",
        "sp.retain(R3, nd.array([1]))",
        "C[1:]",
        "C[-1]",
        "x = C.copy(); x[:] = D; x",
        "x = R.copy(); x[:] = 2; x",
        "x = R.copy(); R2.copyto(x); x",
        "x = D.copy(); C.copyto(x); x",
        "nd.where(C, D, D2)",
    ],
    "creation": [
        "sp.csr_matrix(([1, 2, 3], [0, 2, 1], [0, 1, 2, 3]))",
        "sp.csr_matrix(([1, 2, 3], [0, 2, 1], [0, 1, 2, 3]), shape=(3, 5), dtype='int32')",
        "sp.csr_matrix(([1, 2, 3], ([0, 1, 1], [0, 2, 2])))",
        "sp.csr_matrix(([1, 2, 3], ([0, 1, 1], [0, 2, 1])), shape=(4, 4))",
        "sp.csr_matrix((3, 4), dtype='int8')",
        "sp.csr_matrix([[1, 0], [0, 2]])",
        "sp.csr_matrix(([], [], [0, 0]), shape=(1, 3))",
        "sp.row_sparse_array(([[1, 2], [3, 4]], [0, 3]))",
        "sp.row_sparse_array(([[1, 2], [3, 4]], [0, 3]), shape=(5, 2), dtype='int32')",
        "sp.row_sparse_array((3, 4, 5))",
        "sp.row_sparse_array([1, 0, 2])",
        "nd.empty((2, 3), stype='csr')",
        "CZ.indptr",
        "CZ.data",
        "RZ.data",
        "C.indptr",
        "C.indices",
        "repr(C)",
        "repr(R)",
        "C._aux_types",
        "R.data",
    ],
    "gradients": list(_gradients()),
    "updates": list(_updates()),
}
