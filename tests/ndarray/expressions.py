"""Expressions whose answers the real MXNet 1.9.1 gave: ``make_oracle.py`` asks it, ``test_oracle.py`` compares.

An expression may be preceded by statements, separated by semicolons. ``a`` and ``b`` make small arrays of a dtype.
"""

DTYPES = ("float16", "float32", "float64", "int8", "uint8", "int32", "int64", "bool")
OPERATORS = ["+", "-", "*", "/", "%", "**", "==", "!=", "<", ">", "<=", ">="]
FUNCTIONS = [
    "add",
    "subtract",
    "multiply",
    "divide",
    "true_divide",
    "modulo",
    "power",
    "maximum",
    "minimum",
    "equal",
    "not_equal",
    "greater",
    "greater_equal",
    "lesser",
    "lesser_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
]
EXACT = [
    "abs",
    "ceil",
    "fix",
    "floor",
    "rint",
    "round",
    "sign",
    "square",
    "trunc",
    "relu",
    "max",
    "min",
    "sum",
    "prod",
    "nansum",
    "nanprod",
    "ones_like",
    "zeros_like",
]
SMOOTH = [
    "arcsinh",
    "arctan",
    "cbrt",
    "cos",
    "cosh",
    "degrees",
    "exp",
    "expm1",
    "log",
    "log10",
    "log1p",
    "log2",
    "log_softmax",
    "mean",
    "norm",
    "radians",
    "rcbrt",
    "reciprocal",
    "rsqrt",
    "sigmoid",
    "sin",
    "sinh",
    "softmax",
    "softmin",
    "sqrt",
    "tan",
    "tanh",
    "argmax",
    "argmin",
    "argsort",
    "sort",
    "argmax_channel",
    "diag",
    "flatten",
]


def operators(dtype):
    """Every operator on arrays of a dtype, with an array, a whole number and a fraction on either side."""
    left, right = f"a('{dtype}')", f"b('{dtype}')"
    for sign in OPERATORS:
        for other in (right, "2", "2.5", "True", "np.float32(1.5)"):
            yield f"{left} {sign} {other}"
        yield f"2 {sign} {left}"
        yield f"2.5 {sign} {left}"
    for sign in ("+=", "-=", "*=", "/=", "%="):
        for other in (right, "2", "2.5"):
            yield f"x={left}; x {sign} {other}; x"
    yield f"-{left}"
    yield f"{left} + nd.ones((1,), dtype='{dtype}')"
    yield f"{left} + nd.ones((3,), dtype='{dtype}')"


def functions(dtype):
    """Every function and method of one or two arrays of a dtype."""
    left, right = f"a('{dtype}')", f"b('{dtype}')"
    for name in FUNCTIONS:
        for arguments in (f"{left}, {right}", f"{left}, 2", f"2, {left}"):
            yield f"nd.{name}({arguments})"
    for name in EXACT:
        yield f"{left}.{name}()"
    if "float" in dtype:
        for name in SMOOTH:
            if not (dtype == "float16" and "sort" in name):  # MXNet cannot sort these
                yield f"{left}.{name}()"


MIXED = ["float32 float64", "float32 int32", "int32 float32", "float16 float32", "int32 int64", "bool float32"]

KEYS = {
    "(5,)": """
0 -1 4 5 -6 1:3 ::2 ::-1 4:1:-1 -3:-1 1:100 -100:2 2:2 ... None [0,2] [[0,1],[2,3]] np.array([0,2]) np.array([[0],[2]])
np.array([0.0,2.0]) np.array([True,False,True,False,True]) [True,False,True,False,True] nd.array([0,2])
nd.array([[0,1],[2,3]],dtype='int32') nd.array([1]) np.int64(-2) True 1.5 'x' (0,) None,0 0,None None,1:3 1:3,None ...,0
0,... 0,0 ...,... [0,2], None,[0,2] ...,[0,2] ::0 range(3) (1,2,3) 0:5:3 5::-2 nd.array([0,2])[0] :-6:-1 10::-1 {1}
""",
    "(3,4)": """
0 0,1 -1,-1 0,5 3,0 0,0,0 1:2 :,1 0:2,1:3 :,::2 ::-1,::-1 1,: 1,1:3 1:2,: :,0:4 ...,1 1,... ...,1:3 None,1 1,None
1,None,2 None,None :,None,: :,None ...,None None,... [0,2] [0,2],[1,3] [0,2],1 1,[0,2] :,[0,2] [0,2],: [0,2],1:3
0:2,[0,2] [[0],[2]],[1,3] np.array([0,2]),np.array([1,3]) nd.array([0,2]),nd.array([1,3]) nd.array([0,2]),:
:,nd.array([0,2]) nd.array([0,2]),1 None,[0,2] [0,2],None,[1,3] [0,1,2],[1,3] nd.array([2,0]) nd.array([[0,1],[1,2]])
np.array([[True,False,True,False]]*3) np.array([True,False,True]) [0,2],... ...,[0,2] ::2,1 1,::2 ::2,[0,1] [0,1],::-1
:,-1 1:,:-1 [0] ((0,1),1) [[0,1],[1,2]] 0:1,0 0:1,0:1 0,0:1 : np.int64(1),np.int64(2) 0,'x' 0:'x',
""",
    "(2,3,4)": """
0 0,1 0,1,2 1,2,-1 :,1 :,1,2 :,:,2 0,:,2 0,1:3 0,1:3,: 0:1,1:3 0:1,1:2,1:3 1,1,1:3 1,1:2,1:3 :,1:3,: ...,2 0,...,2
...,::2 None,...,2 [0,1], [0,1],[1,2] [0,1],[1,2],[2,3] [0,1],:,[2,3] :,[1,2],[2,3] [0,1],[1,2],: 0,[1,2],: 0,:,[2,3]
[0,1],:,0 :,[1,2],0 :,0,[1,2] 0,[1,2],0 [0,1],None,[1,2] [0,1],0:2,[2,3] [[0],[1]],[1,2] [[0],[1]],:,[1,2]
nd.array([0,1]),1:3,nd.array([2,3]) ::-1, ::-1,...,::-2 1:1, 0,1,2,3 :,5 ...,[0,2] [0,1],...,[0,2] None,0,None,:,None
0:1,[0,1],0:2 [1],:,0:1 nd.array([1,0]) np.array([[0,1],[1,0]])
""",
}


def indexing(shape):
    """Reading and writing through every key, and who shares memory with whom."""
    make = f"x=nd.arange({eval(shape.replace(',', '*').replace('*)', ')'))}).reshape({shape})"
    for key in KEYS[shape].split():
        yield f"{make}; x[{key}]"
        yield f"{make}; x[{key}]=7; x"
        yield f"{make}; x[{key}]=nd.arange(x[{key}].size).reshape(x[{key}].shape)+100; x"
        yield f"{make}; y=x[{key}]; y[:]=-1; x"
        yield f"{make}; y=x[{key}]; x[:]=-1; y"


VALUES = (
    "[7] nd.array([7],dtype='int32') np.arange(4) np.ones((1,1,4)) nd.ones((1,1,2)) nd.ones((2,1)) np.float64(2.5) 'x'"
)


def assignment():
    """Values of many shapes and types assigned to regions of many shapes."""
    for key in ("0", ":", "1:3", "0,1", ":,1", "::2", "[0,2]", ":,[0,2]", "[0,2],[1,3]", ":,None", "...,1:3"):
        for value in VALUES.split():
            yield f"x=nd.arange(12).reshape((3,4)); x[{key}]={value}; x"
    yield "x=nd.arange(4).astype('int32'); x[1:3]=7.9; x"
    yield "x=nd.arange(4).astype('uint8'); x[:]=300; x"
    yield "x=nd.zeros((2,)); x[:]=nd.array([1.5,2.5],dtype='float64'); x"


CREATION = """
nd.array([1,2,3])
nd.array([1.5,2])
nd.array(3)
nd.array(True)
nd.array([True,False])
nd.array([])
nd.array([[]])
nd.array(np.array([1,2],dtype='int64'))
nd.array(np.array([1,2],dtype='float64'))
nd.array(np.array([True,False]),dtype=bool)
nd.array(np.array(5))
nd.array(np.zeros((0,3)))
nd.array(nd.array([1,2],dtype='int32'))
nd.array(nd.array([1,2],dtype='int32'),dtype='float16')
nd.array([1,2],dtype=int)
nd.array([1,2],dtype=float)
nd.array([1,2],dtype='foo')
nd.array([1.9,-1.9],dtype='int32')
nd.array([300,-1],dtype='uint8')
nd.array([[1,2],[3]])
nd.array('abc')
nd.array(None)
nd.array({'a':1})
nd.array(range(4))
nd.array([2**53+1],dtype='int64')
nd.array(np.arange(12).reshape(3,4)[:,::2])
nd.array(np.arange(6).reshape(2,3).T)
nd.array([1,2],mx.cpu(1),'int8')
nd.zeros(3)
nd.zeros([2,3],dtype=int)
nd.zeros((2,),dtype=bool)
nd.zeros((-1,2))
nd.zeros('a')
nd.zeros((2.5,2))
nd.zeros((2,),foo=1)
nd.ones((2,2),dtype='float16')
nd.full((2,3),2.7,dtype='int32')
nd.full(2,1.5)
nd.full((2,),nd.array([1,2]))
nd.full((2,3),np.array([1,2,3]))
nd.arange(5)
nd.arange(1,5,2)
nd.arange(5,1,-1)
nd.arange(0,1,0.25)
nd.arange(2,repeat=3,dtype='int32')
nd.arange(5.5)
nd.arange(5,1)
nd.arange(0,5,0)
nd.linspace(0,1,5)
nd.linspace(0,1,5,endpoint=False)
nd.linspace(2,1,3,dtype='int32')
nd.linspace(0,1,-1)
nd.eye(2,3)
nd.eye(3,k=1)
nd.eye(3,3,-1,dtype='int32')
nd.concatenate([nd.ones((2,)),nd.zeros((3,))])
nd.concatenate([nd.ones((2,2)),nd.zeros((2,2))],axis=1)
nd.moveaxis(nd.arange(6).reshape((1,2,3)),0,-1)
nd.moveaxis(nd.zeros((2,3,4)),(0,1),(-1,0)).shape
nd.moveaxis(nd.zeros((2,3,4)),5,0)
nd.moveaxis(nd.zeros((2,3,4)),(0,1),0)
nd.split_v2(nd.arange(6),3)
nd.split_v2(nd.arange(6),4)
nd.split_v2(nd.arange(6),(2,4))
nd.split_v2(nd.arange(6).reshape((2,3)),3,axis=1,squeeze_axis=True)
nd.split_v2(nd.arange(6),'a')
nd.split_v2(nd.arange(6),1)
nd.onehot_encode(nd.array([1,0]),nd.zeros((2,3)))
nd.histogram(nd.arange(10),5)
nd.histogram(nd.arange(10),bins=nd.array([0,2,5,10]))
nd.histogram(nd.arange(10),5,range=(0,5))
nd.histogram(nd.arange(10),2.5)
nd.stack(nd.ones((2,)),nd.zeros((2,)),axis=1)
nd.concat(nd.ones((2,1)),nd.zeros((2,1)),dim=1)
nd.add_n(nd.ones((2,)),nd.ones((2,)),nd.ones((2,)))
nd.from_numpy(np.arange(4))
nd.from_numpy(np.arange(4.).reshape((2,2)).T)
nd.from_numpy(np.arange(4.).reshape((2,2)).T,zero_copy=False)
x=np.arange(4.); y=nd.from_numpy(x); x.flags.writeable
nd.from_numpy([1,2])
nd.imdecode(b'abc')
"""

METHODS = """
m.shape
m.size
m.ndim
m.dtype
i.dtype
m.stype
m.writable
m.T
v.T
t.T.shape
s.asscalar()
m.asscalar()
i[0,0].asscalar()
m.astype(int)
m.astype('foo')
m.astype('float32') is m
m.astype('float32',copy=False) is m
m.copy() is m
y=m.copy(); y[:]=0; m
y=nd.zeros((2,3)); r=m.copyto(y); [y,r is y]
y=nd.zeros((2,3),dtype='int32'); m.copyto(y); y
y=nd.zeros((3,2)); m.copyto(y); y
m.copyto(3)
m.as_in_context(mx.cpu(0)) is m
m.as_in_context('cpu')
m.tostype('default') is m
m.tostype('foo')
y=m.detach(); y[:]=0; m
y=m.detach(); m[:]=0; y
m.reshape(3,2)
m.reshape([3,2])
m.reshape(-1)
m.reshape(shape=(3,2))
m.reshape(0,-1)
m.reshape((0,-1,1))
t.reshape(-3,0).shape
t.reshape((-4,1,2,-2)).shape
t.reshape((-4,-1,2,-2)).shape
t.reshape((-1,0),reverse=True).shape
m.reshape(4,2)
m.reshape(-1,-1)
m.reshape(7,-1)
m.reshape(())
m.reshape((2,3),foo=1)
m.reshape(6.0)
m.reshape(-5)
s.reshape(()).shape
y=m.reshape(6); y[0]=100; m
y=m.reshape(6); m[0]=100; y
y=m[1].reshape((3,1))[1:]; y[:]=0; m
y=m[0:2][1][0:2]; y[:]=0; m
m.reshape_like(nd.zeros((3,2)))
nd.ones((1,3)).broadcast_axes(axis=0,size=2)
m.repeat(2,axis=1)
m.swapaxes(0,1)
m.split(3,axis=1)
m.split(4,axis=1)
m.split_v2(3,axis=1)
m.slice((0,1),(2,3))
m.slice(begin=(None,2),end=(None,0),step=(1,-1))
m.slice_axis(axis=1,begin=-2,end=None)
m.slice_like(nd.zeros((1,2)),axes=(1,))
m.take(nd.array([0,5]))
m.take(nd.array([0,5]),mode='wrap')
v.one_hot(4)
v.one_hot(depth=4,on_value=2,off_value=-1,dtype='int32')
m.pick(nd.array([0,2]))
v.sort(is_ascend=False)
v.topk(k=2)
v.topk(k=2,ret_typ='both')
v.topk(k=2,ret_typ='mask')
v.argsort(dtype='int32')
m.argmax(axis=1)
m.argmin(axis=0,keepdims=True)
m.clip(2,5)
m.clip(2)
t.flatten().shape
y=t.flatten(); y[:]=0; t.sum()
y=t.flatten(inplace=True); y[:]=0; t.sum()
y=m.expand_dims(0); y[:]=0; m
y=m.expand_dims(-1,inplace=True); y[:]=0; m
m.expand_dims(3)
y=nd.ones((1,2)); z=y.squeeze(inplace=True); z[:]=5; y
nd.ones((1,2,1)).squeeze(axis=(0,2)).shape
nd.ones((1,2,1)).squeeze(1)
nd.ones((1,1)).squeeze(inplace=True).shape
m.tile((2,1))
t.transpose((2,0,1)).shape
m.flip(axis=0)
m.diag(k=1)
v.diag()
m.sum(axis=(0,1))
m.sum(axis=1,keepdims=True)
m.sum(axis=2)
m.sum(axis=0,exclude=True)
m.sum(axis='a')
m.sum(foo=1)
i.mean()
m.norm(ord=1,axis=0,keepdims=True)
m.norm(ord=3)
s.round()
nd.ones((3,)).broadcast_to((2,3))
nd.ones((1,3)).broadcast_to((2,0))
nd.ones((1,3)).broadcast_to((2,4))
nd.ones((2,3)).broadcast_to((3,))
nd.ones((3,)).broadcast_like(nd.zeros((2,3)))
y=nd.zeros((3,3)); y.slice_assign(nd.ones((2,2)),(0,0),(2,2),(1,1)); y
y=nd.zeros((3,3)); y.slice_assign_scalar(5,(0,0),(2,2),(1,1)) is y
len(m)
bool(s)
bool(m)
bool(nd.array([]))
bool(nd.zeros((1,)))
float(m)
3 in v
7 in v
nd.array([3.]) in v
hash(m) == hash(m)
m == None
m != None
m == 'x'
m == [1,2]
m == np.ones((2,3))
m + np.ones((2,3))
np.ones((2,3)) + m
np.float32(2) * m
m + None
m + 'x'
m @ m
m // 2
m & 1
~m
+m
divmod(m,2)
[x for x in v]
[x.shape for x in t]
sum(v)
max(v)
m[:] is m
m[()] is m
m[...] is m
m[0:2] is m
y=m.asnumpy(); y[:]=0; m
str(m)
repr(s)
repr(i)
repr(t)
repr(nd.array([True,False],dtype='bool'))
repr(nd.array([1.5],dtype='float16'))
repr(nd.array([1],dtype='uint8'))
repr(nd.array([]))
repr(nd.array([[]]))
repr(nd.arange(2000))
repr(nd.zeros((2,),ctx=mx.cpu(1)))
'{:.2f}'.format(s)
m.foo
m.grad
del m[0]
m.shape = (3,2)
type(m).__module__
nd.exp(m,out=m); m
y=nd.zeros((2,3)); nd.exp(m,out=y) is y
y=nd.zeros((3,2)); nd.exp(m,out=y)
nd.broadcast_add(lhs=m,rhs=m)
nd.broadcast_add(m)
nd.dot(m,m)
nd.dot(m,m,transpose_b=True)
nd.where(m>2,m,m*0)
nd.Activation(v-2,'relu')
nd.FullyConnected(m,num_hidden=2)
nd.FullyConnected(m,nd.ones((2,3)),num_hidden=2)
nd.gather_nd(m,nd.array([[0,1],[0,1]]))
nd.elemwise_add(m,v)
nd.softmax(data=m)
nd.cast(m,dtype='int32')
nd.foo
nd.contrib.isnan(nd.array([np.nan,np.inf,1]))
nd.contrib.isinf(nd.array([np.nan,np.inf,1]))
nd.contrib.isfinite(nd.array([np.nan,np.inf,1]))
nd.contrib.boolean_mask(m,nd.array([0,1]))
nd.contrib.boolean_mask(m,nd.array([0,0]))
nd.contrib.boolean_mask(m,nd.array([0,1,1]))
nd.get_indexing_dispatch_code((slice(None),[0]))
nd.indexing_key_expand_implicit_axes((None,Ellipsis,1),(3,4,5))
nd.get_oshape_of_gather_nd_op((2,3,5),(2,4))
y=nd.zeros((1,)); nd.all_finite(m,init_output=False,out=y)
nd.all_finite(nd.array([np.inf]))
"""

GROUPS = {
    **{f"operators {dtype}": list(operators(dtype)) for dtype in DTYPES},
    **{f"functions {dtype}": list(functions(dtype)) for dtype in DTYPES},
    "mixed dtypes": [f"a('{p.split()[0]}') {sign} b('{p.split()[1]}')" for p in MIXED for sign in ("+", "==", "**")],
    **{f"indexing {shape}": list(indexing(shape)) for shape in KEYS},
    "assignment": list(assignment()),
    "creation": CREATION.strip().splitlines(),
    "methods": METHODS.strip().splitlines(),
}


def names(mx, np):
    """What an expression may speak of."""
    nd = mx.nd
    return {
        "mx": mx,
        "np": np,
        "nd": nd,
        "a": lambda dtype: nd.array([[1, 2], [3, 4]], dtype=dtype),
        "b": lambda dtype: nd.array([[2, 1], [1, 2]], dtype=dtype),
        "m": nd.array([[1, 2, 3], [4, 5, 6]]),
        "v": nd.array([3.0, 1.0, 2.0]),
        "i": nd.array([[1, 2], [3, 4]], dtype="int32"),
        "t": nd.arange(24).reshape((2, 3, 4)),
        "s": nd.array([2.5]),
    }


def ask(expression, known):
    """What an expression gives; its values may still be on their way."""
    *statements, last = expression.split("; ")
    try:
        for statement in statements:
            exec(statement, known)
        try:
            return eval(last, known)
        except SyntaxError:
            exec(last, known)
            return None
    except Exception as error:
        return error


def describe(answer, mx, np):
    """An answer as JSON holds it."""
    if isinstance(answer, Exception):
        return {"error": type(answer).__name__}
    if isinstance(answer, (mx.nd.NDArray, np.ndarray)):
        host = answer.asnumpy() if isinstance(answer, mx.nd.NDArray) else answer
        values = host.astype("float64" if host.dtype.kind not in "iub" else "int64").reshape(-1).tolist()
        return {"array": np.dtype(answer.dtype).name, "shape": list(host.shape), "values": values}
    if isinstance(answer, (list, tuple)):
        return {type(answer).__name__: [describe(item, mx, np) for item in answer]}
    if isinstance(answer, np.generic):
        return {"number": answer.dtype.name, "value": answer.item()}
    return {"python": answer.__name__ if isinstance(answer, type) else repr(answer)}
