"""Programs computed with NumPy give what XLA gives: every rule, with its edge cases."""

import itertools
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax

import mxnet as mx
from mxnet._numpy_backend import Exceeded, plan
from tests.numpy_backend.interpreting import MOST, array, check, interpreted

INF, NAN = np.inf, np.nan
FLOATS = ["float32", "float64", "float16", "bfloat16"]
INTEGERS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]
RNG = np.random.default_rng(5)
START = RNG.bit_generator.state


@pytest.fixture(autouse=True)
def same_numbers() -> None:
    """The same random numbers for every test, whichever ran before."""
    RNG.bit_generator.state = START


def normal(*shape: int, dtype: str = "float32") -> np.ndarray:
    return array(RNG.normal(size=shape), dtype)


# --- element by element -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", ((1,), (4, 5), (7, 3, 31), (300, 120)))
@pytest.mark.parametrize("name", ("exp", "tanh", "logistic", "sin", "log1p", "erf", "rsqrt"))
def test_digits_are_those_of_xla(name: str, shape: tuple[int, ...]) -> None:
    mx.nd.ones(1).wait_to_read()  # XLA runs
    function = getattr(lax, name)
    x = RNG.uniform(0.01, 4, shape).astype(np.float32)
    (found,) = interpreted(function, x)
    np.testing.assert_array_equal(found, jax.jit(lambda x: function(x.T).T)(x))


EDGES = [NAN, INF, -INF, 0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.1, -0.3, 3.7, -7.25, 20.0, -30.0, 100.0]
UNARY = (
    *(lax.neg, lax.sign, lax.floor, lax.ceil, lax.abs, lax.is_finite, lax.exp, lax.expm1, lax.log, lax.log1p),
    *(lax.sqrt, lax.rsqrt, lax.cbrt, lax.sin, lax.cos, lax.tan, lax.asin, lax.acos, lax.atan, lax.sinh, lax.cosh),
    *(lax.tanh, lax.asinh, lax.acosh, lax.atanh, lax.logistic, lax.erf, lax.erfc, lax.erf_inv, lax.square, lax.round),
)


@pytest.mark.parametrize("dtype", FLOATS)
def test_floating_functions(dtype: str) -> None:
    def function(x: Any) -> list[Any]:
        powers = [lax.integer_pow(x, n) for n in (0, 1, 2, 3, 7, -1, -3)]
        even = lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN)
        return [*[f(x) for f in UNARY], *powers, even, jnp.log2(x), lax.stop_gradient(x), jnp.copy(x)]

    check(function, array(EDGES, dtype), scale=4)
    interpreted(function, array(0.5, dtype))
    interpreted(function, array([], dtype))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_gamma_functions(dtype: str) -> None:
    x = array([*EDGES, 2.0, 3.0, 1e-3, 0.25, 1e5, -10.5, -0.75, -3.0], dtype)
    # What the digamma function is at 0 depends on the version of JAX.
    check(lambda x: [lax.lgamma(x), lax.digamma(jnp.where(x == 0, 1, x))], x, scale=40)


@pytest.mark.parametrize("dtype", FLOATS)
def test_floating_pairs(dtype: str) -> None:
    a, b = np.meshgrid(array(EDGES, dtype), array(EDGES, dtype))
    pairs = (lax.add, lax.sub, lax.mul, lax.div, lax.rem, lax.max, lax.min, lax.atan2, lax.eq, lax.ne, lax.lt, lax.le)

    def function(a: Any, b: Any) -> list[Any]:
        clamps = lax.clamp(a[0, 3], a, b[5, 0]), lax.clamp(b, a, b + 1)
        return [*[f(a, b) for f in pairs], lax.gt(a, b), lax.ge(a, b), lax.pow(a, b), *clamps]

    check(function, a, b, scale=4)
    check(lambda a: lax.pow(a, jnp.arange(a.size, dtype="int32") - 4), a[0], scale=4)
    if dtype in ("float32", "float64"):
        check(lax.nextafter, *np.meshgrid(array([1.0, -1.5, 3.0, 1e30], dtype), array([2.0, -2.0, INF], dtype)))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_integers(dtype: str) -> None:
    info = np.iinfo(dtype)
    values = array([info.min, info.max, 0, 1, 2, 3, 7, 100, info.max // 2, info.min + 1 if info.min else 5], dtype)
    a, b = np.meshgrid(values, values)
    pairs = (lax.add, lax.sub, lax.mul, lax.div, lax.rem, lax.max, lax.min, lax.bitwise_and, lax.bitwise_or)
    shifts = (lax.shift_right_logical, lax.shift_right_arithmetic)

    def function(a: Any, b: Any) -> list[Any]:
        ones = [f(a) for f in (lax.neg, lax.sign, jnp.abs, lax.bitwise_not)]
        bounded = [f(a, b % 70 if dtype != "int8" else b) for f in shifts]
        return [*ones, *[f(a, b) for f in pairs], lax.bitwise_xor(a, b), *bounded, lax.integer_pow(a, 3), a < b, a >= b]

    check(function, a, b)
    if info.min:
        check(lambda a, b: [lax.div(-a, b), lax.rem(-a, b), lax.div(a, -b), lax.rem(a, -b)], a, b)


def test_booleans() -> None:
    a, b = np.meshgrid([False, True], [False, True])
    pairs = (lax.bitwise_and, lax.bitwise_or, lax.bitwise_xor, lax.max, lax.min, lax.eq, lax.ne, lax.lt)
    check(lambda a, b: [*[f(a, b) for f in pairs], ~a, a.astype("float32"), a.astype("int8")], a, b)


@pytest.mark.parametrize("dtype", FLOATS)
def test_conversions_of_floating_numbers(dtype: str) -> None:
    x = array([*EDGES, 1e10, -1e10, 3e38, 300.7, -300.7, 65535.5, 1e19, -(2.0**31), 2.0**31, 2.0**63, -0.99], dtype)

    def function(x: Any) -> list[Any]:
        return [x.astype(d) for d in (*INTEGERS, *FLOATS, "bool")]

    check(function, x)
    check(function, array(-1.5, dtype))
    interpreted(function, array([], dtype))


@pytest.mark.parametrize("dtype", INTEGERS)
def test_conversions_of_integers(dtype: str) -> None:
    info = np.iinfo(dtype)
    x = array([info.min, info.max, 0, 1, 100], dtype)
    check(lambda x: [x.astype(d) for d in (*INTEGERS, "float32", "float64", "bool")], x)


def test_bits() -> None:
    x, y = normal(3, 4), normal(2)

    def function(x: Any, y: Any) -> list[Any]:
        narrow, wide = lax.bitcast_convert_type(x, "uint8"), lax.bitcast_convert_type(y, "float64")
        rounded = [lax.reduce_precision(x, 8, 7), lax.reduce_precision(x, 8, 23)]
        return [
            lax.bitcast_convert_type(x, "int32"),
            narrow,
            wide,
            lax.bitcast_convert_type(narrow, "float32"),
            *rounded,
        ]

    check(function, x, y.reshape(1, 2))


def test_complex_numbers() -> None:
    a, b = normal(3, 2), normal(3, 2)

    def function(a: Any, b: Any) -> list[Any]:
        z = lax.complex(a, b)
        real = lax.convert_element_type_p.bind(z, new_dtype=np.dtype("float32"), weak_type=False, sharding=None)
        return [z, z * z + a, real, lax.real(z), lax.imag(z), abs(z), jnp.fft.fft(z), jnp.fft.rfft(a)]

    check(function, a, b)
    check(lambda a: jnp.fft.irfft(jnp.fft.rfft2(a), 4), normal(3, 8))


def test_selection() -> None:
    which, cases = array([0, 2, 1, 2], "int32"), [normal(4) for _ in range(3)]
    check(lax.select_n, which, *cases)
    check(lambda p, a, b: [lax.select_n(p, a, b), lax.select_n(p[0], a, b)], which > 0, *cases[:2])


# --- shapes -----------------------------------------------------------------------------------------------------------


def test_shapes() -> None:
    x = normal(2, 3, 4)

    def function(x: Any) -> list[Any]:
        return [
            *(
                x.reshape(4, 6),
                x.transpose(2, 0, 1),
                x[:, :1].squeeze(1),
                x[..., None],
                lax.reshape(x, (4, 6), (2, 0, 1)),
            ),
            *(x[1:, ::2, 1:3], x[::-1, :, ::-1], jnp.tile(x, (2, 1, 1)), jnp.unstack(x, axis=1)[1], x, x),
            *(lax.broadcast_in_dim(x, (2, 5, 3, 4), (0, 2, 3)), lax.broadcast_in_dim(x[:, :1], (2, 3, 4), (0, 1, 2))),
            *(jnp.broadcast_to(x, (300, 2, 3, 4)), jnp.concatenate([x, x * 2], 1), jnp.stack([x, x], 2)),
            *(lax.broadcasted_iota("int32", (2, 3), 1), lax.broadcasted_iota("bfloat16", (4, 2), 0)),
            *jnp.split(x, [1, 3], 2),
        ]

    def empty(x: Any) -> list[Any]:
        return [x.reshape(3, 0), x[:, :0], jnp.concatenate([x, x], 1), jnp.broadcast_to(x, (2, 0, 3))]

    check(function, x)
    check(empty, np.zeros((0, 3)))


PADDINGS = [
    [(1, 2, 0), (0, 0, 0)],
    [(-1, 2, 0), (2, -2, 0)],
    [(0, 0, 2), (1, 1, 1)],
    [(-2, -1, 2), (-1, 3, 1)],
    [(-3, 0, 1), (0, -5, 2)],
    [(-4, 4, 0), (-7, 9, 1)],
]


def test_padding() -> None:
    x = normal(3, 4)
    check(lambda x: [lax.pad(x, np.float32(9), config) for config in PADDINGS], x)
    check(lambda x: lax.pad(x, np.float32(9), [(1, 1, 2), (2, 0, 0)]), x[:0])


def test_dynamic_slices() -> None:
    x, part, starts = normal(5, 6), normal(2, 3), array([[0, 0], [2, 3], [-4, 2], [100, 4], [4, 100]], "int32")

    def function(x: Any, part: Any, starts: Any) -> list[Any]:
        found = []
        for start in starts:
            found += [lax.dynamic_slice(x, start, (2, 3)), lax.dynamic_update_slice(x, part, start)]
        return found

    check(function, x, part, starts)


# --- indexing ---------------------------------------------------------------------------------------------------------

MODES = ["clip", "fill", "promise_in_bounds"]


@pytest.mark.parametrize("mode", MODES)
def test_gather(mode: str) -> None:
    x, inside = normal(4, 5, 6), mode == "promise_in_bounds"
    rows = array([[0, 3], [1, 2]] if inside else [[0, 3], [-9, 7]], "int32")
    columns = array([[1, 4], [0, 2]] if inside else [[1, 4], [5, -2]], "int32")

    def function(x: Any, rows: Any, columns: Any) -> list[Any]:
        at = x.at
        return [
            *(
                f.get(mode=mode)
                for f in (at[rows], at[:, rows], at[rows, columns], at[rows, :, columns], at[..., rows])
            ),
            at[rows[0], 1:3, columns[0]].get(mode=mode),
            x.astype("int16").at[rows].get(mode=mode),
            jnp.take_along_axis(x[:2], rows[:, :, None], 1, mode=mode),
            jax.vmap(lambda a, i: a.at[i].get(mode=mode))(x[:2], rows),
        ]

    check(function, x, rows, columns)


def gathered(x: Any, starts: Any, sizes: Any, mode: str, **numbers: Any) -> Any:
    return lax.gather(x, starts, lax.GatherDimensionNumbers(**numbers), sizes, mode=mode)


@pytest.mark.parametrize("mode", ["clip", "fill"])
def test_gather_of_windows(mode: str) -> None:
    x, starts = normal(4, 5, 6), array([[0, 0], [2, 3], [-1, 2], [3, 9], [1, 5]], "int32")

    def function(x: Any, starts: Any) -> list[Any]:
        window = {"offset_dims": (0, 2), "collapsed_slice_dims": (1,), "start_index_map": (2, 0)}
        whole = {"offset_dims": (1, 2, 3), "collapsed_slice_dims": (), "start_index_map": (1, 0)}
        batch = {"operand_batching_dims": (0,), "start_indices_batching_dims": (0,), "collapsed_slice_dims": (2,)}
        return [
            gathered(x, starts, (2, 1, 3), mode, **window),
            gathered(x, starts, (2, 5, 2), mode, **whole),
            gathered(x, starts[:4, :, None], (1, 3, 1), mode, **batch, offset_dims=(1,), start_index_map=(2,)),
            gathered(x, starts[:0], (2, 1, 3), mode, **window),
            gathered(
                x, starts[:, :0], (4, 5, 2), mode, offset_dims=(1, 2, 3), collapsed_slice_dims=(), start_index_map=()
            ),
        ]

    check(function, x, starts)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dtype", ["float32", "int32", "bfloat16"])
def test_scatter(mode: str, dtype: str) -> None:
    x, inside = array(10 * normal(4, 5), dtype), mode == "promise_in_bounds"
    rows = array([0, 3, 3, 1] if inside else [0, 3, 3, 9], "int32")
    columns = array([1, 2, 2, 0] if inside else [1, 2, 2, -8], "int32")
    update, row = array(normal(4) * 4, dtype), array(normal(4, 5) * 4, dtype)

    def function(x: Any, rows: Any, columns: Any, update: Any, row: Any) -> list[Any]:
        found = []
        at = x.at
        for place, value in ((at[rows], row), (at[rows, columns], update), (at[:, columns], row.T[:4])):
            found.append(place.add(value, mode=mode))
        found.append(x.at[rows[:2], columns[:2]].set(update[:2], mode=mode))
        found.append(x.at[rows[:1], 1:3].set(update[:2], mode=mode))
        found.append(jax.vmap(lambda a, i, u: a.at[i].add(u, mode=mode))(x, columns, update))
        return found

    check(function, x, rows, columns, update, row, scale=2)


@pytest.mark.parametrize("mode", ["clip", "fill"])
def test_scatter_of_windows(mode: str) -> None:
    x, starts, update = normal(4, 5, 6), array([[0, 0], [2, 3], [-1, 2], [3, 9], [1, 5]], "int32"), normal(2, 5, 3)

    def function(x: Any, starts: Any, update: Any) -> list[Any]:
        window = lax.ScatterDimensionNumbers((0, 2), (1,), (2, 0))
        whole = lax.ScatterDimensionNumbers((0, 1, 2), (), ())
        return [
            lax.scatter_add(x, starts, update, window, mode=mode),
            lax.scatter(x, starts[1:2], update[:, 1:2], window, mode=mode),
            lax.scatter_add(x, starts[:0], update[:, :0], window, mode=mode),
            lax.scatter_add(x, starts[0, :0], x * 2, whole, mode=mode),
            lax.scatter(x, starts[0, :0], x * 2, whole, mode=mode),
        ]

    check(function, x, starts, update)


# --- reductions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [*FLOATS, "int32", "uint8"])
def test_reductions(dtype: str) -> None:
    x = array(RNG.uniform(1, 3, (3, 4, 5)), dtype)
    special = array(RNG.permutation([*EDGES, 1]).reshape(4, 5), dtype)

    def function(x: Any, special: Any) -> list[Any]:
        sums = [f(x, axes) for f in (lax.reduce_sum, lax.reduce_prod) for axes in ((0,), (1, 2), (0, 1, 2), ())]
        extremes = [f(special, axes) for f in (lax.reduce_max, lax.reduce_min) for axes in ((0,), (1,), (0, 1))]
        found = [f(special, axis, "int32") for f in (lax.argmax, lax.argmin) for axis in (0, 1)]
        empty = [f(x[:, :0], (1,)) for f in (lax.reduce_sum, lax.reduce_prod, lax.reduce_max, lax.reduce_min)]
        return [*sums, *extremes, *found, *empty]

    check(function, x, special, scale=2)


def test_reductions_of_bits() -> None:
    def function(x: Any) -> list[Any]:
        kinds = (lax.reduce_and, lax.reduce_or)
        return [f(y, axes) for y in (x, x > 3, x[:, :0]) for f in kinds for axes in ((1,), (0, 1))]

    check(function, RNG.integers(0, 9, (3, 4)).astype("int32"))


@pytest.mark.parametrize("dtype", [*FLOATS, "int8"])
def test_running_sums(dtype: str) -> None:
    x = array(RNG.uniform(0.5, 2, (3, 4)), dtype)

    def function(x: Any) -> list[Any]:
        return [lax.cumsum(y, axis, reverse) for y in (x, x[:0]) for axis in (0, 1) for reverse in (False, True)]

    check(function, x, scale=3)


@pytest.mark.parametrize("dtype", [*FLOATS, "int32", "uint8"])
def test_orders(dtype: str) -> None:
    x, y = array([EDGES, EDGES[::-1]], dtype), RNG.integers(0, 3, (2, len(EDGES))).astype("int32")
    number = np.arange(2 * len(EDGES)).reshape(2, -1)

    def function(x: Any, y: Any, number: Any) -> list[Any]:
        several = [
            *lax.sort((x, number), num_keys=1),
            *lax.sort((y, x, number), num_keys=2),
            *lax.sort((x, y), dimension=0),
        ]
        return [lax.sort(x), lax.sort(x, 0), *several, *lax.top_k(x, 7), *lax.top_k(x, x.shape[1]), jnp.argsort(x)]

    check(function, x, y, number)


# --- products and windows ---------------------------------------------------------------------------------------------

DOTS = [
    ((3, 4), (4, 5), (((1,), (0,)), ((), ()))),
    ((4,), (4,), (((0,), (0,)), ((), ()))),
    ((2, 3, 4), (4, 2, 5), (((2,), (0,)), ((0,), (1,)))),
    ((2, 3, 4), (3, 4, 2), (((1, 2), (0, 1)), ((), ()))),
    ((2, 3), (4,), (((), ()), ((), ()))),
    ((2, 3, 2, 4), (3, 4, 2), (((3,), (1,)), ((2, 1), (2, 0)))),
    ((3, 0), (0, 2), (((1,), (0,)), ((), ()))),
]


@pytest.mark.parametrize("dtype", [*FLOATS, "int32", "int8", "complex64"])
def test_products(dtype: str) -> None:
    wanted = {"int8": "int32", "bfloat16": "float32"}.get(dtype)

    def function(*arrays: Any) -> list[Any]:
        pairs = zip(arrays[::2], arrays[1::2], DOTS, strict=True)
        found = [lax.dot_general(a, b, numbers) for a, b, (_, _, numbers) in pairs]
        if wanted is not None:
            found.append(lax.dot_general(*arrays[:2], DOTS[0][2], preferred_element_type=wanted))
        return found

    check(function, *[array(10 * normal(*shape), dtype) for case in DOTS for shape in case[:2]], scale=4)


CONVOLUTIONS: list[dict[str, Any]] = [
    {},
    {"window_strides": (2, 1), "padding": ((1, 2), (0, 1))},
    {"padding": ((-1, 2), (3, -2)), "rhs_dilation": (2, 1)},
    {"lhs_dilation": (2, 3), "padding": ((1, 1), (2, 0)), "window_strides": (1, 2)},
    {"lhs_dilation": (3, 1), "padding": ((-2, 1), (0, 0)), "rhs_dilation": (1, 2)},
    {"feature_group_count": 2, "padding": ((1, 1), (1, 1))},
    {"batch_group_count": 2, "window_strides": (2, 2)},
    {"dimension_numbers": ("NHWC", "HWIO", "NHWC")},
    {"dimension_numbers": ("CNHW", "IOHW", "HWNC"), "padding": ((0, 1), (2, 0))},
]


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int8"])
def test_convolutions(dtype: str) -> None:
    x, weight = normal(2, 4, 6, 7), normal(6, 4, 3, 2)
    wanted = "int32" if dtype == "int8" else None

    def one(x: Any, weight: Any, window_strides: Any = (1, 1), padding: Any = ((0, 0), (0, 0)), **options: Any) -> Any:
        weight = weight[:, :2] if "feature_group_count" in options else weight
        left, right, _ = options.get("dimension_numbers", ("NCHW", "OIHW", "NCHW"))
        x = x.transpose(["NCHW".index(c) for c in left])
        weight = weight.transpose(["OIHW".index(c) for c in right])
        return lax.conv_general_dilated(x, weight, window_strides, padding, **options, preferred_element_type=wanted)

    check(lambda x, w: [one(x, w, **c) for c in CONVOLUTIONS], array(9 * x, dtype), array(9 * weight, dtype), scale=8)
    if dtype == "float32":
        check(lambda x, w: lax.conv(x, w, (1,), "SAME"), normal(2, 3, 5), normal(4, 3, 3))
        check(lambda x, w: lax.conv(x, w, (2, 1, 1), "SAME"), normal(1, 2, 3, 4, 3), normal(2, 2, 2, 2, 3), scale=4)


WINDOWS: list[dict[str, Any]] = [
    {"window_dimensions": (2, 3), "window_strides": (1, 1), "padding": ((0, 0), (0, 0))},
    {"window_dimensions": (3, 2), "window_strides": (2, 3), "padding": ((1, 2), (0, 1))},
    {"window_dimensions": (2, 2), "window_strides": (1, 2), "padding": ((1, 0), (2, 2)), "window_dilation": (2, 3)},
    {"window_dimensions": (2, 3), "window_strides": (2, 1), "padding": ((1, 1), (-1, 0)), "base_dilation": (2, 3)},
    {"window_dimensions": (9, 2), "window_strides": (1, 1), "padding": ((0, 0), (0, 0))},
]


@pytest.mark.parametrize("dtype", ["float32", "bfloat16", "int32"])
def test_reductions_over_windows(dtype: str) -> None:
    x = array(4 * normal(6, 7), dtype)
    if dtype == "float32":
        x[2, 3], x[4, 1] = NAN, INF

    def function(x: Any) -> list[Any]:
        kinds = ((0, lax.add), (-INF if dtype != "int32" else np.iinfo(dtype).min, lax.max))
        return [lax.reduce_window(x, np.asarray(i, x.dtype), f, **w) for w in WINDOWS for i, f in kinds]

    check(function, x, scale=3)


def test_gradients_of_windows() -> None:
    x = RNG.integers(0, 5, (6, 7)).astype("float32")  # with equals, of which the first counts

    def total(x: Any) -> Any:
        found = [lax.reduce_window(x, -INF, lax.max, **w) for w in WINDOWS[:2]]
        return sum((f * jnp.arange(1, f.size + 1, dtype=f.dtype).reshape(f.shape)).sum() for f in found)

    check(jax.grad(total), x)
    bad = x.copy()
    bad[2, 3], bad[0, 0] = NAN, -INF
    check(jax.grad(total), bad)


def test_factorizations() -> None:
    x = normal(2, 4, 4, dtype="float64")
    square = x @ x.transpose(0, 2, 1) + np.eye(4)

    def function(x: Any, square: Any) -> list[Any]:
        lower = jnp.linalg.cholesky(square)
        solved = [
            lax.linalg.triangular_solve(lower if low else lower.mT, x, left_side=left, lower=low, transpose_a=turned)
            for left, low, turned in itertools.product((False, True), repeat=3)
        ]
        return [lower, *solved, *jnp.linalg.qr(x[:, :, :3]), *lax.linalg.lu(x), jnp.linalg.inv(x), jnp.linalg.det(x)]

    check(function, x, square, scale=1e3)
    check(lax.linalg.cholesky, np.stack([square[0], -square[0]]))


# --- random numbers ---------------------------------------------------------------------------------------------------


def test_random_bits_are_equal() -> None:
    def function(seed: Any, short: Any) -> list[Any]:
        key = jax.random.fold_in(jax.random.key(seed), short)
        first, second = jax.random.split(key)
        many = jax.random.split(jax.random.key(short), (3, 2))
        widths = [jax.random.bits(first, (3, 5), f"uint{w}") for w in (8, 16, 32, 64)]
        each = jax.vmap(lambda k: jax.random.bits(k, (4,)))(many[:, 1])
        drawn = [jax.random.bits(second), jax.random.permutation(key, 9), jax.random.randint(first, (5,), -3, 9)]
        return [*widths, each, *drawn, jax.random.bits(first, (0, 2))]

    for seed, short in ((7, 3), (-5, -1), (2**40 + 3, 2**31 - 1)):
        check(function, np.int64(seed), np.int32(short))


def test_random_numbers() -> None:
    def function(seed: Any) -> list[Any]:
        key = jax.random.key(seed)
        return [
            jax.random.uniform(key, (100,)),
            jax.random.normal(key, (100,)),
            jax.random.normal(key, (9,), "float64"),
        ]

    check(function, np.int64(3), scale=4)


def test_a_key_that_is_a_constant() -> None:
    key = jax.random.key(11)
    check(lambda x: x + jax.random.uniform(key, (3,)), normal(3))


# --- control ----------------------------------------------------------------------------------------------------------


def test_branches() -> None:
    branches = [lambda x: (x, x), lambda x: (x * 2, x), lambda x: (x + 1, x - 1)]
    for which in (-3, 0, 1, 2, 7):
        check(lambda i, x: lax.switch(i, branches, x), np.int32(which), normal(3))
    check(lambda x: lax.cond(x.sum() > 0, jnp.sin, jnp.cos, x), normal(3))


def test_loops() -> None:
    x, state = normal(5, 3), normal(3)

    def function(x: Any, state: Any) -> list[Any]:
        def step(carry: Any, row: Any) -> Any:
            total, count = carry
            return (total * 0.5 + row, count + 1), (total, row[0] * state[1])

        scans = [lax.scan(step, (state, np.int32(0)), x, reverse=reverse) for reverse in (False, True)]
        until = lax.while_loop(
            lambda c: (c[0] < 50).all(), lambda c: (c[0] * 2 + 1, c[1] + 1), (abs(state), np.int32(0))
        )
        batch = jax.vmap(lambda n: lax.while_loop(lambda c: c < 40, lambda c: c * n, n))(jnp.arange(2, 6))
        times = lax.fori_loop(0, 4, lambda i, c: c * state[0] + i, state), lax.scan(step, (state, np.int32(0)), x[:0])
        return jax.tree.leaves([scans, until, batch, times, lax.map(jnp.sin, x), lax.associative_scan(jnp.add, x)])

    check(function, x, state)


def test_gradients_of_loops_and_calls() -> None:
    @jax.custom_vjp
    def twice(x: Any) -> Any:
        return x * 2

    twice.defvjp(lambda x: (x * 2, x), lambda x, g: (g * x,))

    def function(x: Any, w: Any) -> Any:
        def step(carry: Any, row: Any) -> Any:
            return jnp.tanh(carry @ w + row), carry.sum()

        last, sums = lax.scan(jax.checkpoint(step), jnp.zeros(3, x.dtype), x)
        return (twice(jax.nn.softplus(last)) * jax.nn.relu(sums[1:4])).sum()

    check(lambda x, w: jax.value_and_grad(function, (0, 1))(x, w), normal(5, 3), normal(3, 3))


# --- plans ------------------------------------------------------------------------------------------------------------


def test_what_has_no_plan() -> None:
    x = normal(3, 3)

    def plan_of(function: Any, *arrays: Any) -> Any:
        return plan(jax.make_jaxpr(function)(*arrays), MOST)

    assert plan_of(lambda x: jax.pure_callback(np.sin, x, x), x) is None
    assert plan_of(lambda x: jax.debug.print("{}", x), x) is None
    assert plan_of(lambda x: jnp.linalg.eigh(x)[0], x) is None
    assert plan_of(lambda x: x.astype("float8_e4m3fn"), x) is None
    assert plan_of(lambda x: lax.reduce(x, np.float32(0), lambda a, b: a * b + a, (0,)), x) is None
    assert plan_of(lambda s: jax.random.key(s), np.int64(3)) is None
    assert plan_of(lambda s: jax.random.bits(jax.random.key(s, impl="rbg")), np.int64(3)) is None


def test_what_is_too_much() -> None:
    def has_plan(function: Any, most: int, *arrays: Any) -> bool:
        return plan(jax.make_jaxpr(function)(*arrays), most) is not None

    x = np.ones((100, 100), np.float32)
    assert has_plan(lambda x: x + 1, 11_000, x) and not has_plan(lambda x: x + 1, 9_000, x)
    assert has_plan(lambda x: x @ x, 10**5, x) and not has_plan(lambda x: x @ x, 10**4, x)
    assert not has_plan(lambda x: lax.scan(lambda c, r: (c + r, None), x[0], x)[0], 50_000, x)
    # Steps that nobody needs are left out, and cost nothing.
    assert has_plan(lambda x: (x @ x @ x, x + 1)[1], 25_000, x)


def test_a_loop_that_does_not_end_soon() -> None:
    made = plan(jax.make_jaxpr(lambda n: lax.while_loop(lambda c: c < n, lambda c: c + 1, n * 0))(3), 10**5)
    assert made is not None
    assert made.compute([np.asarray(7)])[0] == 7
    with pytest.raises(Exceeded, match="a loop went round"):
        made.compute([np.asarray(10**9)])


def test_which_plans_round_as_xla_does() -> None:
    x, n = normal(4, 3), np.arange(12).reshape(4, 3)

    def exact(function: Any, *arrays: Any) -> bool:
        return plan(jax.make_jaxpr(function)(*arrays), MOST).exact

    assert exact(lambda x: jnp.concatenate([x[1:], x[:1].astype("float64")]).T, x)
    assert exact(lambda x: jnp.where(x > 0, x, -x).max(axis=0), x)
    assert exact(lambda x: x + x - 1, x)
    assert exact(lambda x: x * 0.3, x)
    assert exact(lambda n: (n * n + n).sum(), n)
    assert not exact(lambda x: x * 0.3 + 1, x)
    assert not exact(jnp.tanh, x)
    assert not exact(lambda x: x.sum(), x)
    assert not exact(lambda x: lax.cond(x[0, 0] > 0, jnp.exp, jnp.sin, x), x)


def test_results_belong_to_the_caller() -> None:
    constant = np.arange(3.0)

    def function(x: Any, y: Any) -> list[Any]:
        half = x * 0.5
        return [x, x.reshape(3, 1), y, half, half.reshape(1, 3), half, jnp.asarray(constant), jnp.broadcast_to(y, (2,))]

    arrays = [np.arange(3.0), np.asarray(2.0)]
    found = interpreted(function, *arrays)
    for result in found:
        result[...] = -1
    np.testing.assert_array_equal(arrays[0], [0, 1, 2])
    np.testing.assert_array_equal(constant, [0, 1, 2])
    again = interpreted(function, *arrays)
    np.testing.assert_array_equal(again[5], [0, 0.5, 1])


def test_columns_are_added_up_with_all_digits() -> None:
    x = np.random.default_rng(0).normal(size=(20000, 3)).astype("float32")
    (found,) = interpreted(lambda x: x.sum(axis=0), x)
    np.testing.assert_allclose(found, x.astype("float64").sum(axis=0), rtol=1e-6)
