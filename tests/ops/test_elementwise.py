"""What rows cannot say of elementwise, binary and scalar operators: own gradients, dtypes, errors, program size.

Numbers in the tables are from MXNet 1.9.1.
"""

from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet._ops as _ops  # noqa: F401  (registers every family)
from mxnet._ops.registry import OPS
from mxnet.error import MXNetError

INF = float("inf")
NAN = float("nan")


def gradients(name: str, *arrays: list[float], head: float = 2.0, **attrs: object) -> list[list[float]]:
    """The gradients of an operator at these inputs for a head gradient that is ``head`` everywhere."""
    function = OPS[name].function
    out, pull = jax.vjp(lambda *a: function(*a, **attrs), *(jnp.asarray(a, jnp.float32) for a in arrays))
    return [np.asarray(g).tolist() for g in pull(jnp.full_like(out, head))]


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("abs", [-1.0, -0.0, 0.0, 1.0], [-2, 0, 0, 2]),
        ("relu", [-1.0, 0.0, 1.0], [0, 0, 2]),
        ("sign", [-1.0, 0.0, 1.0], [0, 0, 0]),
        ("rint", [-1.5, 0.5], [0, 0]),
        ("softsign", [-1.0, 0.0, 1.0], [0.5, 2, 0.5]),
        ("sqrt", [0.0, 4.0], [INF, 0.5]),
        ("log", [-2.0, 0.0, 2.0], [-1, INF, 1]),
        ("log2", [0.0, INF], [INF, 0]),
        ("BlockGrad", [1.0, 2.0], [0, 0]),
        ("make_loss", [1.0, 2.0], [1, 1]),
        ("logical_not", [0.0, 2.0], [0, 0]),
        ("_contrib_round_ste", [-1.5, 0.2], [2, 2]),
        ("_contrib_sign_ste", [-1.5, 0.0], [2, 2]),
    ],
)
def test_gradient_of_one_array(name: str, data: list[float], expected: list[float]) -> None:
    assert gradients(name, data) == [expected]


def test_gradient_at_the_bounds_of_clip_is_one() -> None:
    assert gradients("clip", [-2.0, -1.0, 0.0, 1.0, 2.0], a_min=-1.0, a_max=1.0) == [[0, 2, 2, 2, 0]]


def test_gradient_of_hard_sigmoid_is_zero_at_its_corners() -> None:
    assert gradients("hard_sigmoid", [-3.0, -2.5, 0.0, 2.5], head=1.0, alpha=0.5, beta=1.25) == [[0, 0, 0, 0]]
    np.testing.assert_allclose(gradients("hard_sigmoid", [-2.5, -2.0, 2.0, 2.5]), [[0, 0.4, 0.4, 0]], rtol=1e-6)


def test_gradient_multiplier_scales_the_gradient_only() -> None:
    assert gradients("_contrib_gradientmultiplier", [1.0, 2.0], scalar=-0.5) == [[-1, -1]]


@pytest.mark.parametrize(
    ("name", "expected_lhs", "expected_rhs"),
    [
        ("_maximum", [2, 0, 2, 0, 0, 2, 0], [0, 2, 0, 2, 2, 0, 2]),
        ("_minimum", [2, 2, 2, 2, 2, 0, 2], [0, 0, 0, 0, 0, 2, 0]),
        ("_mod", [2, 2, 2, 2, 2, 2, 2], [-2, 0, NAN, 4, 0, 4, INF]),
        ("_equal", [0] * 7, [0] * 7),
        ("_logical_xor", [0] * 7, [0] * 7),
    ],
)
def test_gradient_of_two_arrays(name: str, expected_lhs: list[float], expected_rhs: list[float]) -> None:
    lhs, rhs = [1.0, 2.0, 0.0, -3.0, 0.0, 5.0, -5.0], [1.0, 3.0, 0.0, 2.0, 2.0, -3.0, 0.0]
    np.testing.assert_array_equal(gradients(name, lhs, rhs), [expected_lhs, expected_rhs])


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize(
    ("name", "scalar", "expected"),
    [
        ("_maximum_scalar", 1, [0, 2, 2, 0]),
        ("_minimum_scalar", 1, [2, 2, 0, 2]),
        ("_mod_scalar", 0, [2, 2, 2, 2]),
        ("_rmod_scalar", 2, [-INF, -4, -2, 4]),
        ("_power_scalar", 1, [2, 2, 2, 2]),
        ("_power_scalar", 2, [0, 4, 8, -4]),
        ("_power_scalar", 3, [0, 6, 24, 6]),
        ("_power_scalar", -1, [-INF, -2, -0.5, -2]),
        ("_hypot_scalar", 0, [NAN, 2, 2, -2]),
        ("_rdiv_scalar", 1, [-INF, -2, -0.5, -2]),
        ("_equal_scalar", 1, [0, 0, 0, 0]),
    ],
)
def test_gradient_with_a_scalar(name: str, scalar: float, expected: list[float], traced: bool) -> None:
    value = jnp.asarray(scalar, jnp.float64) if traced else scalar
    np.testing.assert_array_equal(gradients(name, [0.0, 1.0, 2.0, -1.0], scalar=value), [expected])


INTEGER_CASES = [
    # operator, dtype, data, scalar, result
    ("_plus_scalar", "int32", [1, 2, 3], 1.7, [2, 3, 4]),
    ("_plus_scalar", "uint8", [1, 2, 250], -2, [255, 0, 248]),
    ("_mul_scalar", "int32", [1, 2, 3], 1.5, [1, 2, 3]),
    ("_mul_scalar", "int8", [1, -2, 100], 2, [2, -4, -56]),
    ("_div_scalar", "int64", [-7, 7, 3], 2, [-3, 3, 1]),
    ("_rdiv_scalar", "int32", [1, 2, 3], 7, [7, 3, 2]),
    ("_rminus_scalar", "uint8", [1, 2, 250], 1.5, [0, 255, 7]),
    ("_mod_scalar", "int64", [-7, 7, 3], -2, [-1, -1, -1]),
    ("_mod_scalar", "int32", [1, 2, 3], 0.5, [0, 0, 0]),
    ("_rmod_scalar", "int8", [1, -2, 100], -2, [0, 0, 98]),
    ("_power_scalar", "int32", [1, 2, 3], 0.5, [1, 1, 1]),
    ("_power_scalar", "int32", [1, 2, 3], 2, [1, 4, 9]),
    ("_power_scalar", "int32", [1, 2, 3], -2, [1, 0, 0]),
    ("_rpower_scalar", "int64", [-7, 7, 3], 2, [0, 128, 8]),
    ("_maximum_scalar", "int32", [1, 2, 3], 2.9, [2, 2, 3]),
    ("_hypot_scalar", "uint8", [1, 2, 250], -2, [254, 254, 100]),
    ("_greater_scalar", "int32", [1, 2, 3], 1.5, [0, 1, 1]),
    ("_equal_scalar", "int32", [1, 2, 3], 1.5, [1, 0, 0]),
]


@pytest.mark.parametrize("traced", [False, True])
@pytest.mark.parametrize(("name", "dtype", "data", "scalar", "expected"), INTEGER_CASES)
def test_integers_cut_the_scalar(
    name: str, dtype: str, data: list[int], scalar: float, expected: list[int], traced: bool
) -> None:
    function: Callable[..., jax.Array] = OPS[name].function
    array = jnp.asarray(np.array(data, dtype))
    got = jax.jit(lambda x, s: function(x, scalar=s))(array, scalar) if traced else function(array, scalar=scalar)
    assert got.dtype == dtype
    assert got.tolist() == expected


@pytest.mark.parametrize(
    ("dtype", "is_int", "result_dtype", "result"),
    [
        ("int32", True, "int32", [2, 1]),
        ("int32", False, "float64", [2.5, 1.5]),
        ("bool", True, "int64", [2, 1]),
        ("bool", False, "float64", [2.5, 1.5]),
        ("float16", False, "float16", [2.5, 1.5]),
    ],
)
def test_dtype_of_array_and_scalar(dtype: str, is_int: bool, result_dtype: str, result: list[float]) -> None:
    got = OPS["_plus_scalar"].function(jnp.asarray(np.array([1, 0], dtype)), scalar=1.5, is_int=is_int)
    assert got.dtype == result_dtype
    assert got.tolist() == result


FAMILIES = ("elementwise", "binary", "scalar")
CHANGES_DTYPE = ("Cast", "amp_cast", "amp_multicast", "_contrib_allclose", "add_n", "cast_storage")


def arithmetic() -> list[str]:
    return sorted(
        {
            o.name
            for o in OPS.values()
            if o.function.__module__.rpartition(".")[2] in FAMILIES and o.name not in CHANGES_DTYPE
        }
    )


@pytest.mark.parametrize("name", arithmetic())
def test_result_keeps_the_dtype(name: str) -> None:
    op = OPS[name]
    attrs = {"a_min": 0.0, "a_max": 1.0} if name == "clip" else {}
    for dtype in ("float16", "bfloat16", "float32", "float64", "uint8", "int8", "int32", "int64"):
        if name == "hard_sigmoid" and "int" in dtype:
            continue
        arrays = [jax.ShapeDtypeStruct((2, 3), dtype)] * len(op.inputs)
        out = jax.eval_shape(lambda *a: op.function(*a, **attrs), *arrays)
        assert (out.shape, out.dtype) == ((2, 3), dtype)


@pytest.mark.parametrize(
    ("dtypes", "narrow", "expected"),
    [
        (("float16", "float32"), False, ("float32", "float32")),
        (("float16", "float32"), True, ("float16", "float16")),
        (("float32", "float16", "int32"), False, ("float32", "float32", "int32")),
        (("int32", "float16"), True, ("int32", "float16")),
        (("float16", "float64"), False, ("float16", "float64")),
        (("float64", "float16"), False, ("float64", "float64")),
    ],
)
def test_amp_multicast(dtypes: tuple[str, ...], narrow: bool, expected: tuple[str, ...]) -> None:
    arrays = [jnp.ones(2, d) for d in dtypes]
    got = OPS["amp_multicast"].function(*arrays, num_outputs=len(dtypes), cast_narrow=narrow)
    assert tuple(a.dtype.name for a in got) == expected


def test_amp_cast_leaves_float64_and_integers_alone() -> None:
    cast = OPS["amp_cast"].function
    assert [cast(jnp.ones(2, d), dtype="float16").dtype.name for d in ("float32", "float64", "int32")] == [
        "float16",
        "float64",
        "int32",
    ]


def test_log2_is_exact_at_powers_of_two() -> None:
    exponents = np.arange(-120, 121)
    np.testing.assert_array_equal(OPS["log2"].function(jnp.asarray(2.0**exponents, jnp.float32)), exponents)


def test_nan_and_infinity() -> None:
    data = jnp.asarray([NAN, INF, -INF], jnp.float32)
    expected = {
        "relu": [NAN, INF, 0],
        "sign": [0, 1, -1],
        "rint": [NAN, INF, -INF],
        "fix": [NAN, INF, -INF],
        "log2": [NAN, INF, NAN],
    }
    for name, values in expected.items():
        np.testing.assert_array_equal(OPS[name].function(data), values, err_msg=name)
    for name in ("_maximum", "_minimum"):
        for pair in ((NAN, 1.0), (1.0, NAN)):
            assert jnp.isnan(OPS[name].function(*(jnp.asarray([v]) for v in pair)))[0], name


def ones(*shape: int, dtype: str = "float32") -> jax.Array:
    return jnp.ones(shape, dtype)


@pytest.mark.parametrize(
    ("name", "arrays", "attrs", "message"),
    [
        ("elemwise_add", (ones(2, 3), ones(3, 2)), {}, r"1-th input: expected \[2,3\], got \[3,2\]"),
        ("elemwise_add", (ones(2, 3), ones(1, 3)), {}, r"expected \[2,3\], got \[1,3\].*broadcast_"),
        ("elemwise_add", (ones(2), ones(2, dtype="float64")), {}, "1-th input: expected float32, got float64"),
        ("broadcast_mul", (ones(2), ones(2, dtype="int32")), {}, "expected float32, got int32"),
        ("broadcast_add", (ones(2, 3), ones(4)), {}, r"could not be broadcast together with shapes \[2,3\] \[4\]"),
        ("broadcast_add", (ones(2, dtype="bool"), ones(2, dtype="bool")), {}, "does not support boolean type"),
        ("abs", (ones(2, dtype="bool"),), {}, "abs does not support boolean type"),
        ("hard_sigmoid", (ones(2, dtype="int32"),), {}, "only support floating point types, not int32"),
        ("add_n", (ones(2), ones(2), ones(3)), {"num_args": 3}, r"2-th input: expected \[2\], got \[3\]"),
        ("add_n", (), {"num_args": 0}, "at least one"),
        ("_contrib_allclose", (ones(2, 3), ones(3, 2)), {}, "one shape and dtype"),
        ("_identity_with_attr_like_rhs", (ones(2), ones(3)), {}, "Incompatible attr"),
    ],
)
def test_wrong_input(name: str, arrays: tuple[jax.Array, ...], attrs: dict, message: str) -> None:
    with pytest.raises(MXNetError, match=message):
        OPS[name].function(*arrays, **attrs)


def test_shapes_of_one_operand_follow_from_the_other() -> None:
    filler = OPS["elemwise_add"].shape_filler
    assert filler(None, (2, 3)) == {"lhs": (2, 3), "rhs": (2, 3)}
    assert filler(None, None) == {}
    assert OPS["broadcast_add"].shape_filler is None


@pytest.mark.parametrize(
    ("name", "primitives"),
    [
        ("_plus_scalar", ["convert_element_type", "broadcast_in_dim", "add"]),
        ("_rdiv_scalar", ["convert_element_type", "broadcast_in_dim", "div"]),
        ("_greater_scalar", ["convert_element_type", "broadcast_in_dim", "gt", "convert_element_type"]),
    ],
)
def test_program_of_a_scalar_operator_is_minimal(name: str, primitives: list[str]) -> None:
    function = OPS[name].function
    program = jax.make_jaxpr(lambda x, s: function(x, scalar=s))(ones(3), jnp.asarray(2.5, jnp.float64))
    assert [e.primitive.name for e in program.eqns] == primitives


@pytest.mark.parametrize(("exponent", "primitive"), [(2, "integer_pow"), (0.5, "sqrt"), (-0.5, "rsqrt")])
def test_easy_exponents_are_part_of_the_program(exponent: float, primitive: str) -> None:
    op = OPS["_power_scalar"]
    assert op.is_static("scalar", exponent)
    assert not op.is_static("scalar", 2.7)
    program = jax.make_jaxpr(lambda x: op.function(x, scalar=exponent))(ones(3))
    assert [e.primitive.name for e in program.eqns] == [primitive]


@pytest.mark.parametrize("dtype", [jnp.float16, jnp.bfloat16])
@pytest.mark.parametrize(
    ("name", "attrs", "reference"),
    [
        ("_div_scalar", {"scalar": 3.0}, lambda x: x / 3),
        ("_rdiv_scalar", {"scalar": 3.0}, lambda x: 3 / x),
        ("sigmoid", {}, lambda x: 1 / (1 + np.exp(-x))),
        ("Activation", {"act_type": "sigmoid"}, lambda x: 1 / (1 + np.exp(-x))),
        ("expm1", {}, np.expm1),
    ],
)
def test_half_precision_is_rounded_once(
    name: str, attrs: dict[str, object], reference: Callable[[np.ndarray], np.ndarray], dtype: type
) -> None:
    x = jnp.linspace(-3, 3, 100).astype(dtype)
    rounded = jnp.asarray(reference(np.asarray(x, np.float64))).astype(dtype)
    np.testing.assert_array_equal(jax.jit(lambda x: OPS[name].function(x, **attrs))(x), rounded)
