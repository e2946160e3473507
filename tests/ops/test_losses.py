"""Gradients that losses define themselves; the numbers are MXNet 1.9.1's."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet._ops as _ops  # noqa: F401  (registers every family)
from mxnet._ops.registry import OPS
from mxnet.error import MXNetError

SCORES = np.array([[1, 2, 3], [4, 5, 6]], "float32")
SOFT = np.array([0.09003057, 0.24472848, 0.66524094])


def gradients(name: str, arrays: list, head: Any = None, dtype: str = "float32", **attrs: Any) -> list[np.ndarray]:
    """What a compiled backward pass gives for every input; ``head`` is the gradient of the output, ones if None."""
    op = OPS[name]
    attrs = op.parse(attrs) | ({"train": True} if op.needs_train else {})
    inputs = [jnp.asarray(a, dtype) for a in arrays]

    def visible(*inputs: jax.Array) -> jax.Array:
        out = op.function(*inputs, **attrs)
        return out[0] if isinstance(out, tuple) else out

    @jax.jit
    def backward(*inputs: jax.Array) -> tuple[jax.Array, ...]:
        out, pull = jax.vjp(visible, *inputs)
        return pull(jnp.ones_like(out) if head is None else jnp.asarray(head, out.dtype))

    return [np.asarray(g) for g in backward(*inputs)]


MINUS = np.array([[0, 1, 0], [1, 0, 0]])
CUBE = np.array([[[1, 2, 3], [4, 5, 6]]])
LOW, HIGH = 0.047425874, 0.95257413


@pytest.mark.parametrize(
    ("label", "attrs", "expected"),
    [
        ([1, 0], {}, SOFT - MINUS),
        ([1, 0], {"grad_scale": 3.0, "normalization": "batch"}, 1.5 * (SOFT - MINUS)),
        ([1, 0], {"use_ignore": True, "ignore_label": 0}, (SOFT - MINUS) * [[1], [0]]),
        ([1, 0], {"normalization": "valid", "ignore_label": 0}, SOFT - MINUS),
        ([1, 0], {"normalization": "valid"}, (SOFT - MINUS) / 2),
        ([-1, -1], {"normalization": "valid"}, [SOFT, SOFT]),
        (
            [1.9, -0.5],
            {"normalization": "batch", "grad_scale": 3, "smooth_alpha": 0.1, "use_ignore": True, "ignore_label": 0},
            [[0.06004586, -0.9829073, 0.9228614], [0, 0, 0]],
        ),
        (
            [[0, 1, 0], [0.2, 0.5, 0.3]],
            {"normalization": "batch", "grad_scale": 3, "smooth_alpha": 0.1, "use_ignore": True, "ignore_label": 0},
            [[0.2700917, -2.2658148, 1.9957228], [-0.32990828, -0.76581454, 1.0957228]],
        ),
    ],
)
def test_softmax_output(label: Any, attrs: dict, expected: Any) -> None:
    data, of_label = gradients("SoftmaxOutput", [SCORES, label], head=np.full((2, 3), 7.0), **attrs)
    np.testing.assert_allclose(data, expected, rtol=1e-5, atol=1e-7)
    assert not of_label.any()


@pytest.mark.parametrize(
    ("label", "attrs", "expected"),
    [
        (
            [[1, 0, -1]],
            {"normalization": "valid", "grad_scale": 3, "smooth_alpha": 0.1},
            [[[0.071138814, -1.4288611, 0.071138814], [-0.0711388, 1.4288611, 1.4288611]]],
        ),
        ([[1, 0, -1]], {}, [[[LOW / 3, (LOW - 1) / 3, LOW / 3], [(HIGH - 1) / 3, HIGH / 3, HIGH / 3]]]),
        (
            [[[1, 0, -1]]],
            {"normalization": "batch"},
            [[[LOW / 3, (LOW - 1) / 3, LOW / 3], [(HIGH - 1) / 3, HIGH / 3, HIGH / 3]]],
        ),
    ],
)
def test_softmax_output_for_many_pixels(label: Any, attrs: dict, expected: Any) -> None:
    data, _ = gradients("SoftmaxOutput", [CUBE, label], multi_output=True, **attrs)
    np.testing.assert_allclose(data, expected, rtol=1e-5)


def test_softmax_output_along_the_last_of_three_axes() -> None:
    data, _ = gradients("SoftmaxOutput", [CUBE, [[1, 0]]], normalization="valid", preserve_shape=True)
    np.testing.assert_allclose(data[0], (SOFT - MINUS) / 2, rtol=1e-5)


def test_softmax_output_of_three_axes_as_one_row() -> None:
    rng = np.random.default_rng(0)
    cube, label = rng.uniform(-1, 1, (2, 3, 4)), np.array([[1, 2, 1], [11, 2, 1]])
    data, _ = gradients(
        "SoftmaxOutput", [cube, label], dtype="float64", normalization="valid", use_ignore=True, ignore_label=1
    )
    want = np.exp(cube[1]) / np.exp(cube[1]).sum()
    want.flat[2] -= 1
    np.testing.assert_allclose(data, [np.zeros((3, 4)), want / 3])


def test_out_grad_multiplies_with_the_gradient_of_the_output() -> None:
    head = np.arange(6).reshape(2, 3)
    data, _ = gradients("SoftmaxOutput", [SCORES, [1, 0]], head=head, out_grad=True)
    np.testing.assert_allclose(data, (SOFT - MINUS) * head, rtol=1e-5)


def test_integer_labels_do_as_well() -> None:
    op = OPS["SoftmaxOutput"]
    label = jnp.asarray([1, 0], "int32")
    grad = jax.grad(lambda data: op.function(data, label).sum())(jnp.asarray(SCORES))
    np.testing.assert_allclose(grad, SOFT - MINUS, rtol=1e-5)


@pytest.mark.parametrize(
    ("name", "data", "label", "expected"),
    [
        ("LinearRegressionOutput", [[1, 2, 3]], [[1, 0, 3.5]], [[0, 4 / 3, -1 / 3]]),
        ("MAERegressionOutput", [[1, 2, 3]], [[1, 0, 3.5]], [[-2 / 3, 2 / 3, -2 / 3]]),
        ("LogisticRegressionOutput", [[1], [2]], [1, 0], [[-0.5378828], [1.761594]]),
    ],
)
def test_regression(name: str, data: Any, label: Any, expected: Any) -> None:
    grad, of_label = gradients(name, [data, label], head=np.full(np.shape(data), 7.0), grad_scale=2)
    np.testing.assert_allclose(grad, expected, rtol=1e-6)
    assert not of_label.any()


@pytest.mark.parametrize(
    ("linear", "expected"),
    [(False, [[2.8, 0, 0], [0.7, 0, 2.1]]), (True, [[0.7, 0, 0], [0.7, 0, 0.7]])],
)
def test_svm(linear: bool, expected: Any) -> None:
    data = [[1, 2, -3], [-0.5, -1, 0.5]]
    grad, _ = gradients("SVMOutput", [data, [1, 7]], regularization_coefficient=0.7, use_linear=linear)
    np.testing.assert_allclose(grad, expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("shape", "attrs", "expected"),
    [
        ((3,), {"grad_scale": 2}, 2),
        ((6,), {"normalization": "batch"}, 1),
        ((3, 2), {"normalization": "batch"}, 1 / 3),
        ((3, 2, 2), {"normalization": "batch"}, 1 / 6),
        ((4,), {"normalization": "valid", "valid_thresh": 2, "grad_scale": 2}, 2),
        ((4,), {"normalization": "valid", "grad_scale": 2}, 2 / 3),
        ((4,), {"normalization": "valid", "valid_thresh": 9}, 1),
    ],
)
def test_make_loss(shape: tuple, attrs: dict, expected: float) -> None:
    (grad,) = gradients("MakeLoss", [np.arange(np.prod(shape)).reshape(shape)], head=np.full(shape, 7.0), **attrs)
    np.testing.assert_allclose(grad, np.full(shape, expected), rtol=1e-6)


def test_cross_entropy_has_a_gradient_where_its_value_is_bounded() -> None:
    data = [[1, 2, -3], [-0.5, -1, 0.5], [60, -60, 0]]
    grad, _ = gradients("softmax_cross_entropy", [data, [1, 0, 1]], head=[2])
    want = [[0.53524631, -0.54504967, 0.009803378], [-1.5375522, 0.28048876, 1.2570634], [2, -2, 0]]
    np.testing.assert_allclose(grad, want, rtol=1e-6, atol=1e-12)
    value = OPS["softmax_cross_entropy"].function(jnp.asarray(data, "float32"), jnp.asarray([1.0, 0, 1]))
    np.testing.assert_allclose(value, [20.203226], rtol=1e-6)


def test_sparseness_penalty() -> None:
    data, average = [[0.1, 0.2, 0.3], [0.4, 0.6, 0.9]], [0.5, 0.5, 0.5]
    head = np.full((2, 3), 0.5)
    grad, _ = gradients("IdentityAttachKLSparseReg", [data, average], head=head, penalty=0.1, momentum=0.8)
    np.testing.assert_allclose(grad, [[0.64141417, 0.6522436, 0.6682692]] * 2, rtol=1e-6)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64"])
@pytest.mark.parametrize(
    "name", ["SoftmaxOutput", "LinearRegressionOutput", "SVMOutput", "softmax_cross_entropy", "MakeLoss"]
)
def test_gradients_have_the_type_of_the_data(name: str, dtype: str) -> None:
    label = SCORES if name == "LinearRegressionOutput" else [1, 0]
    arrays = [SCORES] if name == "MakeLoss" else [SCORES, label]
    assert [g.dtype for g in gradients(name, arrays, dtype=dtype)] == [jnp.dtype(dtype)] * len(arrays)


@pytest.mark.parametrize(
    ("name", "shapes", "message"),
    [
        ("SoftmaxOutput", [(2, 3, 4), (2,)], r"Shape inconsistent, Provided = \(2,\), inferred shape=\(2, 3\)"),
        ("LogisticRegressionOutput", [(2, 1), (3,)], r"Shape inconsistent, Provided=\(3,\)"),
        ("SVMOutput", [(2, 3), (3,)], "Shape inconsistent"),
        ("softmax_cross_entropy", [(2, 3), (3,)], "shape mismatch"),
        ("softmax_cross_entropy", [(2, 3), (2, 1)], "only accept 1D label"),
        ("IdentityAttachKLSparseReg", [(2, 3), (2,)], "one value for each column"),
    ],
)
def test_wrong_shapes_are_named(name: str, shapes: list, message: str) -> None:
    with pytest.raises(MXNetError, match=message):
        gradients(name, [np.ones(shape) for shape in shapes])


def test_integer_data_is_an_error() -> None:
    with pytest.raises(MXNetError, match="only support floating point types, not int32"):
        OPS["SoftmaxOutput"].function(jnp.ones((2, 3), "int32"), jnp.ones(2))


@pytest.mark.parametrize(
    ("name", "data", "attrs", "label"),
    [
        ("SoftmaxOutput", (4, 3), {}, (4,)),
        ("SoftmaxOutput", (4, 5, 6), {}, (4, 5)),
        ("SoftmaxOutput", (2, 3, 4, 5), {"multi_output": True}, (2, 20)),
        ("LinearRegressionOutput", (4, 3), {}, (4, 3)),
        ("LinearRegressionOutput", (4, 1), {}, (4,)),
        ("SVMOutput", (4, 5, 6), {}, (4, 5)),
    ],
)
def test_shapes_of_labels_follow_from_the_data(name: str, data: tuple, attrs: dict, label: tuple) -> None:
    op = OPS[name]
    assert op.shape_filler(data, None, **op.parse(attrs)) == {"label": label}
    assert op.shape_filler(None, label, **op.parse(attrs)) == {}
