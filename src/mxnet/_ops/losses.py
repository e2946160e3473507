"""Losses: operators that pass a prediction on and define their own gradient.

All but ``softmax_cross_entropy`` ignore the gradient of their output, as in MXNet: the loss is implied, never computed.
Labels get no gradient.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any, Literal

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.registry import op
from mxnet.error import MXNetError

Array = jax.Array
ShapeOf = tuple[int, ...]


def _own_gradient(
    forward: Callable[..., tuple[Array, Any]], gradient: Callable[[Array, Any], Array], data: Array, *others: Array
) -> Array:
    """The output of ``forward``, whose derivative in ``data`` is by decree ``gradient(head, saved)``, in others none.

    ``forward`` gives the output and what the gradient needs of the forward pass.
    """

    dtype = data.dtype

    @jax.custom_vjp
    def run(data: Array, *others: Array) -> Array:
        return forward(data, *others)[0]

    def backward(saved: Any, head: Array) -> tuple[Array | None, ...]:
        return gradient(head, saved).astype(dtype), *(None for _ in others)

    run.defvjp(forward, backward)
    return run(data, *others)


def _need_floating(name: str, data: Array) -> None:
    if not jnp.issubdtype(data.dtype, jnp.floating):
        raise MXNetError(
            f"{name}: This operation only support floating point types, not {data.dtype}; write data.astype('float32')."
        )


def _wide(data: Array) -> Array:
    """Half precision as float32, to sum and subtract in; other types as they are."""
    return data.astype(jnp.float32) if data.dtype.itemsize < 4 else data


def _rows(shape: ShapeOf) -> int:
    """How many rows an array has when folded to two axes, the last one kept."""
    return math.prod(shape[:-1])


def _as_classes(label: Array) -> Array:
    """Labels as class numbers, cut towards zero as a C cast does."""
    return label.astype(jnp.int32)


def _label_shapes(data: ShapeOf, multi_output: bool) -> tuple[ShapeOf, ...]:
    """The shapes that a label of class numbers may have, MXNet's choice first."""
    if not multi_output:
        return (data[:-1],)
    spatial = data[2:]
    return (data[0], math.prod(spatial)), (data[0], *spatial), (data[0], 1, *spatial)


def _softmax_axes(shape: ShapeOf, multi_output: bool, preserve_shape: bool) -> ShapeOf:
    """Three axes; every form of SoftmaxOutput is a softmax along the middle one."""
    if multi_output:
        return shape[0], shape[1], math.prod(shape[2:])
    if preserve_shape:
        return _rows(shape), shape[-1], 1
    return shape[0], math.prod(shape[1:]), 1


@op("SoftmaxOutput", aliases=("Softmax",), output_names=("output",), costly=True)
def softmax_output(
    data: Array,
    label: Array,
    *,
    grad_scale: float = 1.0,
    ignore_label: float = -1.0,
    multi_output: bool = False,
    use_ignore: bool = False,
    preserve_shape: bool = False,
    normalization: Literal["batch", "null", "valid"] = "null",
    out_grad: bool = False,
    smooth_alpha: float = 0.0,
) -> Array:
    """Softmax whose gradient is that of the cross entropy with ``label``, class numbers or probabilities.

    ``multi_output`` works along axis 1, ``preserve_shape`` along the last axis, otherwise all axes but the first are
    one. ``out_grad`` multiplies the gradient with that of the output.

    data: Scores, of shape (batch, classes), or more axes.
    label: Class numbers, or probabilities of the shape of ``data``.
    ignore_label: With ``use_ignore``: the label whose samples have no gradient.
    multi_output: Classes stand on axis 1, and every place of the axes after it has a label.
    use_ignore: Leave out samples that have the label ``ignore_label``.
    preserve_shape: Classes stand on the last axis.
    out_grad: Multiply with the gradient that comes from above, in the place of 1.
    smooth_alpha: How much of the right class's probability is spread over the others.

    >>> nd.SoftmaxOutput(nd.array([[1, 1]]), nd.array([0])).asnumpy()
    array([[0.5, 0.5]], dtype=float32)
    """
    _need_floating("SoftmaxOutput", data)
    allowed = _label_shapes(data.shape, multi_output)
    if label.shape != data.shape and label.shape not in allowed:
        raise MXNetError(
            f"SoftmaxOutput: Shape inconsistent, Provided = {label.shape}, inferred shape={allowed[0]} for label, "
            f"or {data.shape} for probabilities, as data has shape {data.shape}."
        )
    shape = data.shape
    folded = _softmax_axes(shape, multi_output, preserve_shape)

    def forward(data: Array, label: Array) -> tuple[Array, Any]:
        output = jax.nn.softmax(_wide(data).reshape(folded), axis=1).astype(data.dtype)
        return output.reshape(shape), (output, label)

    def gradient(head: Array, saved: tuple[Array, Array]) -> Array:
        output, label = saved
        wide = _wide(output)
        if label.shape == shape:
            grad = (wide - label.reshape(folded).astype(wide.dtype)) * grad_scale
        else:
            smooth = 0.0 if multi_output else smooth_alpha
            grad = _class_gradient(wide, label, smooth, int(ignore_label) if use_ignore else None)
            divisor = _divisor(label, folded, multi_output, normalization, int(ignore_label))
            grad = grad * (grad_scale / jnp.asarray(divisor, grad.dtype))
        if out_grad:
            grad = grad * head.reshape(folded).astype(grad.dtype)
        return grad.reshape(shape)

    return _own_gradient(forward, gradient, data, label)


def _class_gradient(output: Array, label: Array, smooth: float, ignore: int | None) -> Array:
    """Softmax output along axis 1 of three, less the (smoothed) one-hot label, which is never stored."""
    count, classes, inner = output.shape
    # With three axes and neither form chosen MXNet has more labels than rows and reads the first of them.
    wanted = _as_classes(label).reshape(-1)[: count * inner].reshape(count, 1, inner)
    hit = lax.broadcasted_iota(jnp.int32, output.shape, 1) == wanted
    on, off = (jnp.asarray(value, output.dtype) for value in (1.0 - smooth, smooth / max(classes - 1, 1)))
    grad = output - jnp.where(hit, on, off)
    return grad if ignore is None else jnp.where(wanted == ignore, 0, grad)


def _divisor(label: Array, folded: ShapeOf, multi_output: bool, normalization: str, ignore: int) -> Array | int:
    """What SoftmaxOutput divides its gradient by."""
    if normalization == "valid":
        # Labels equal to ignore_label are not counted even where use_ignore is off.
        return jnp.maximum(jnp.sum(_as_classes(label) != ignore, dtype=jnp.int32), 1)
    batch = 1 if normalization == "null" else (folded[0] if multi_output else label.size)
    return batch * folded[2]


@softmax_output.fill_shapes
def _softmax_output_shapes(
    data: ShapeOf | None, label: ShapeOf | None = None, *, multi_output: bool = False, **_: Any
) -> Mapping[str, ShapeOf]:
    return {"label": _label_shapes(data, multi_output)[0]} if data is not None and label is None else {}


def _regression(
    name: str, link: Callable[[Array], Array], residual: Callable[[Array, Array], Array], doc: str, shown: str
) -> None:
    """Register a regression loss: ``link`` makes the output, ``residual(output, label)`` its gradient."""

    def regression(data: Array, label: Array, *, grad_scale: float = 1.0) -> Array:
        _need_floating(name, data)
        if label.shape[:1] != data.shape[:1] or label.size != data.size:
            raise MXNetError(
                f"{name}: Shape inconsistent, Provided={label.shape}, inferred shape={data.shape} for label: "
                f"give as many labels as data has elements, write label.reshape({data.shape})."
            )
        shape = data.shape
        outputs_per_row = max(label.size // max(label.shape[0], 1), 1)

        def forward(data: Array, label: Array) -> tuple[Array, Any]:
            output = link(_wide(data)).astype(data.dtype)
            return output, (output, label)

        def gradient(_: Array, saved: tuple[Array, Array]) -> Array:
            output, label = _wide(saved[0]), saved[1].reshape(shape)
            return residual(output, label.astype(output.dtype)) * (grad_scale / outputs_per_row)

        return _own_gradient(forward, gradient, data, label)

    regression.__doc__ = f"""{doc}

    data: Predictions.
    label: What they should be, as many numbers.

    >>> nd.{name}(nd.array([[1], [3]]), nd.array([[1], [0]])).asnumpy()
    array({shown}, dtype=float32)"""
    operator = op(name, aliases=(f"_sparse_{name}",))(regression)
    operator.fill_shapes(_regression_shapes)


def _regression_shapes(data: ShapeOf | None, label: ShapeOf | None = None, **_: Any) -> Mapping[str, ShapeOf]:
    if data is None or label is not None:
        return {}
    return {"label": data[:1] if len(data) == 2 and data[1] == 1 else data}


def _sign_of_difference(output: Array, label: Array) -> Array:
    # Equality counts as below, as in MXNet.
    return jnp.where(output > label, 1, -1).astype(output.dtype)


_regression(
    "LinearRegressionOutput",
    lambda data: data,
    jnp.subtract,
    "The data, with the gradient of half the squared distance to ``label``, averaged over a sample's outputs.",
    "[[1.], [3.]]",
)
_regression(
    "LogisticRegressionOutput",
    jax.nn.sigmoid,
    jnp.subtract,
    "Sigmoid of the data, with the gradient of the cross entropy with ``label``, averaged over a sample's outputs.",
    "[[0.7310586], [0.95257413]]",
)
_regression(
    "MAERegressionOutput",
    lambda data: data,
    _sign_of_difference,
    "The data, with the gradient of the absolute distance to ``label``, averaged over a sample's outputs.",
    "[[1.], [3.]]",
)


@op("SVMOutput", output_names=("output",))
def svm_output(
    data: Array, label: Array, *, margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False
) -> Array:
    """The scores as they are, with the gradient of a one-against-all hinge loss, squared unless ``use_linear``.

    data: Scores, of shape (batch, classes).
    label: Class numbers.
    margin: By how much the right class's score should be apart from zero, and the others' on the other side.
    regularization_coefficient: A factor of the gradient.
    use_linear: Take the hinge loss, not its square.

    >>> nd.SVMOutput(nd.array([[0.5, 2]]), nd.array([0])).asnumpy()
    array([[0.5, 2. ]], dtype=float32)
    """
    _need_floating("SVMOutput", data)
    if label.shape != data.shape[:-1]:
        raise MXNetError(
            f"SVMOutput: Shape inconsistent, Provided = {label.shape}, inferred shape={data.shape[:-1]} for label, "
            f"as data has shape {data.shape}."
        )

    def gradient(_: Array, saved: tuple[Array, Array]) -> Array:
        scores = _wide(saved[0])
        hit = lax.broadcasted_iota(jnp.int32, scores.shape, scores.ndim - 1) == _as_classes(saved[1])[..., None]
        side = jnp.where(hit, -1, 1).astype(scores.dtype)
        slack = margin + side * scores
        amount = jnp.where(slack > 0, 1 if use_linear else 2 * slack, 0)
        return side * amount * regularization_coefficient

    return _own_gradient(lambda data, label: (data, (data, label)), gradient, data, label)


@svm_output.fill_shapes
def _svm_output_shapes(data: ShapeOf | None, label: ShapeOf | None = None, **_: Any) -> Mapping[str, ShapeOf]:
    return {"label": data[:-1]} if data is not None else {}


@op("MakeLoss", output_names=("output",))
def make_loss_output(
    data: Array,
    *,
    grad_scale: float = 1.0,
    valid_thresh: float = 0.0,
    normalization: Literal["batch", "null", "valid"] = "null",
) -> Array:
    """The data as a loss: its gradient is ``grad_scale``, divided by the rows or by the elements above a threshold.

    data: The loss, of any shape.
    valid_thresh: With ``normalization="valid"``: elements above it are counted.

    >>> nd.MakeLoss(nd.array([1, 4])).asnumpy()
    array([1., 4.], dtype=float32)
    """
    _need_floating("MakeLoss", data)
    shape, dtype = data.shape, data.dtype

    def gradient(_: Array, kept: Any) -> Array:
        scale = jnp.asarray(grad_scale, jnp.promote_types(dtype, jnp.float32))
        if normalization == "valid":
            scale = scale / jnp.maximum(jnp.sum(kept > valid_thresh, dtype=jnp.int32), 1).astype(scale.dtype)
        elif normalization == "batch":
            # MXNet folds all axes but the last: a vector is one row.
            scale = scale / _rows(shape)
        return jnp.broadcast_to(scale, shape)

    return _own_gradient(lambda data: (data, data if normalization == "valid" else None), gradient, data)


@op("softmax_cross_entropy")
def softmax_cross_entropy(data: Array, label: Array) -> Array:
    """Sum over the rows of ``data`` of the cross entropy of its softmax with the class number in ``label``.

    data: Scores, of shape (batch, classes).
    label: Class numbers, of shape (batch,).

    >>> nd.softmax_cross_entropy(nd.array([[1, 1], [0, 9]]), nd.array([0, 1])).asnumpy()
    array([0.69327056], dtype=float32)
    """
    if data.ndim != 2:
        raise MXNetError(f"softmax_cross_entropy: SoftmaxCrossEntropy only accept 2D data, got shape {data.shape}.")
    if label.ndim != 1:
        raise MXNetError(f"softmax_cross_entropy: SoftmaxCrossEntropy only accept 1D label, got shape {label.shape}.")
    if data.shape[0] != label.shape[0]:
        raise MXNetError(
            f"softmax_cross_entropy: data label shape mismatch, {data.shape[0]} rows and {label.shape[0]} labels."
        )

    def forward(data: Array, label: Array) -> tuple[Array, Any]:
        scores = jax.nn.log_softmax(_wide(data), axis=1)
        chosen = jnp.take_along_axis(scores, _as_classes(label)[:, None], axis=1, mode="clip")
        # MXNet bounds probabilities from below by 1e-8 in the value, not in the gradient.
        total = -jnp.sum(jnp.maximum(chosen, math.log(1e-8)))
        return total.astype(data.dtype).reshape(1), (data, label)

    def gradient(head: Array, saved: tuple[Array, Array]) -> Array:
        output = jax.nn.softmax(_wide(saved[0]), axis=1)
        grad = _class_gradient(output[:, :, None], saved[1], 0.0, None)[:, :, 0]
        return grad * head.astype(grad.dtype)

    return _own_gradient(forward, gradient, data, label)


@softmax_cross_entropy.fill_shapes
def _softmax_cross_entropy_shapes(
    data: ShapeOf | None, label: ShapeOf | None = None, **_: Any
) -> Mapping[str, ShapeOf]:
    return {"label": data[:1]} if data is not None and len(data) == 2 else {}


@op(
    "IdentityAttachKLSparseReg",
    mutates=("moving_avg",),
    output_names=("output",),
    initial={"moving_avg": '["zero", {}]'},
)
def identity_attach_kl_sparse_reg(
    data: Array,
    moving_avg: Array,
    *,
    sparseness_target: float = 0.1,
    penalty: float = 1e-3,
    momentum: float = 0.9,
    train: bool,
) -> tuple[Array, Array]:
    """The data; its gradient gains a penalty on the distance of each column's running mean to a target.

    For outputs of a sigmoid: means outside (0, 1) have no distance.

    data: Activations between 0 and 1, of shape (batch, units).
    moving_avg: The running mean of each unit; training changes it.
    sparseness_target: The mean that each unit should have.
    penalty: The strength of the penalty.
    momentum: How much of the running mean is kept in a step.

    >>> nd.IdentityAttachKLSparseReg(nd.array([[0.2, 0.8]]), nd.array([0.5, 0.5])).asnumpy()
    array([[0.2, 0.8]], dtype=float32)
    """
    if data.ndim != 2 or moving_avg.shape != data.shape[1:]:
        raise MXNetError(
            f"IdentityAttachKLSparseReg: expected data of two axes and moving_avg with one value for each column, "
            f"got {data.shape} and {moving_avg.shape}."
        )
    mean = jnp.mean(_wide(lax.stop_gradient(data)), axis=0).astype(moving_avg.dtype)
    updated = (momentum * moving_avg + (1 - momentum) * mean).astype(moving_avg.dtype)

    def gradient(head: Array, mean: Array) -> Array:
        slope = (1 - sparseness_target) / (1 - mean) - sparseness_target / mean
        return head + (penalty * slope).astype(head.dtype)

    output = _own_gradient(lambda data, mean: (data, mean), gradient, data, updated)
    return output, updated if train else moving_avg


@identity_attach_kl_sparse_reg.fill_shapes
def _kl_sparse_reg_shapes(data: ShapeOf | None, moving_avg: ShapeOf | None = None, **_: Any) -> Mapping[str, ShapeOf]:
    return {"moving_avg": data[1:2]} if data is not None else {}
