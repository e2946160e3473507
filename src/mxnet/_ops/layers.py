"""Layers without windows: affine map, activations, softmax, dropout and resampling."""

import math
from collections.abc import Callable
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops.attrs import DTYPES, DType, Shape, present
from mxnet._ops.convolution import Window, check_floating, check_shape, check_types, transposed
from mxnet._ops.elementwise import rounded_once
from mxnet._ops.pooling import wide
from mxnet._ops.registry import op
from mxnet.error import MXNetError

PARAMETERS = {"axis": "The axis along which the results, or their exponentials, add up to one."}
Array = jax.Array


def exact(dtype: np.dtype) -> lax.Precision:
    """The precision of a matrix product: float32 means float32, on GPUs too, where XLA's default would be TF32."""
    return lax.Precision.HIGHEST if dtype == np.float32 else lax.Precision.DEFAULT


@op("FullyConnected", aliases=("_sparse_FullyConnected",), output_names=("output",), costly=True)
def fully_connected(
    data: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    num_hidden: int,
    no_bias: bool = False,
    flatten: bool = True,
) -> Array:
    """Affine map ``data @ weight.T + bias``; ``flatten`` folds every axis but the first.

    data: The input, of shape (batch, ...), or with ``flatten=False`` (..., features).
    weight: Of shape (num_hidden, features).
    bias: Of shape (num_hidden,); left out with ``no_bias``.
    num_hidden: The length of the result's last axis.
    flatten: Fold every axis but the first into one before multiplying.

    >>> nd.FullyConnected(nd.array([[1, 2]]), nd.array([[1, 0], [0, 1], [1, 1]]), nd.array([0, 0, 10]),
    ...     num_hidden=3).asnumpy()
    array([[ 1.,  2., 13.]], dtype=float32)
    """
    check_types("FullyConnected", data.dtype, weight=weight, bias=None if no_bias else bias)
    if flatten:
        data = data.reshape(data.shape[0], math.prod(data.shape[1:]))
    check_shape("FullyConnected", "weight", weight.shape, (num_hidden, data.shape[-1]))
    out = lax.dot_general(data, weight, (((data.ndim - 1,), (1,)), ((), ())), precision=exact(data.dtype))
    if no_bias or bias is None:
        return out
    if bias.shape == (num_hidden, 1):  # a column, as a row_sparse bias is
        bias = bias.reshape(num_hidden)
    check_shape("FullyConnected", "bias", bias.shape, (num_hidden,))
    return out + bias


@fully_connected.fill_shapes
def _(
    data: Shape | None, *params: Shape | None, num_hidden: int, no_bias: bool, flatten: bool, **_: object
) -> dict[str, Shape]:
    shapes: dict[str, Shape] = {} if no_bias else {"bias": (num_hidden,)}
    if data is not None:
        shapes["weight"] = (num_hidden, math.prod(data[1:]) if flatten else data[-1])
    return shapes


@fully_connected.use_inputs
def _(*, no_bias: bool, **_: object) -> tuple[str, ...]:
    return ("data", "weight") if no_bias else ("data", "weight", "bias")


@jax.custom_jvp
def _softsign(data: Array) -> Array:
    return data / (1 + abs(data))


@_softsign.defjvp
def _(primals: tuple[Array], tangents: tuple[Array]) -> tuple[Array, Array]:
    # The quotient rule would subtract nearly equal numbers far from zero.
    (data,), (tangent,) = primals, tangents
    below = 1 + abs(data)
    return data / below, tangent / (below * below)


_ACTIVATIONS: dict[str, Callable[[Array], Array]] = {
    "relu": jax.nn.relu,
    "sigmoid": rounded_once(jax.nn.sigmoid),
    "softrelu": rounded_once(jax.nn.softplus),
    "softsign": _softsign,
    "tanh": jnp.tanh,
}


@op("Activation", output_names=("output",), same_shape=True, fuses=True)
def activation(data: Array, *, act_type: Literal["relu", "sigmoid", "softrelu", "softsign", "tanh"]) -> Array:
    """The activation of this name, of each element; ``softrelu`` is ``log(1 + exp(x))``.

    act_type: Which function: ``relu``, ``sigmoid``, ``softrelu``, ``softsign`` or ``tanh``.

    >>> nd.Activation(nd.array([-1, 0, 2]), act_type="relu").asnumpy()
    array([0., 0., 2.], dtype=float32)
    """
    check_floating("Activation", data)
    return _ACTIVATIONS[act_type](data)


def _xelu(data: Array, slope: Array | np.ndarray) -> Array:
    """The identity above zero and a line of this slope below, with the slope as the derivative at zero."""
    return jnp.where(data > 0, data, data * slope)


def _elu(data: Array, slope: float) -> Array:
    # expm1 sees no large numbers: its derivative there would be infinite, and the gradient not a number.
    below = jnp.where(data > 0, jnp.zeros((), data.dtype), data)
    return jnp.where(data > 0, data, slope * jnp.expm1(below))


def _prelu_gamma(gamma: Array, data: Array) -> Array:
    """gamma against the first two axes of the data, from the right, skipping those whose sizes differ."""
    sizes, shape = list(gamma.shape), []
    for axis in reversed(range(data.ndim)):
        fits = sizes and axis <= 1 and sizes[-1] in (1, data.shape[axis])
        shape.append(sizes.pop() if fits else 1)
    if sizes:
        raise MXNetError(f"LeakyReLU: Cannot broadcast gamma to data. gamma: {gamma.shape}, data: {data.shape}.")
    return gamma.reshape(shape[::-1])


def _leaky_outputs(*, act_type: str, **_: object) -> int:
    return 2 if act_type == "rrelu" else 1


@op(
    "LeakyReLU",
    outputs=_leaky_outputs,
    output_names=("output", "mask"),
    initial={"gamma": '["Constant", {"value": 0.25}]'},
)
def leaky_relu(
    data: Array,
    gamma: Array | None = None,
    *,
    act_type: Literal["elu", "gelu", "leaky", "prelu", "rrelu", "selu"] = "leaky",
    slope: float = 0.25,
    lower_bound: float = 0.125,
    upper_bound: float = 0.334,
    key: Array,
    train: bool,
) -> tuple[Array, ...]:
    """A rectifier that is not flat below zero.

    ``slope`` belongs to leaky and elu, the learned ``gamma`` to prelu, and the bounds of a random slope to rrelu, which
    also returns the slopes; outside training it takes the middle of its bounds.

    gamma: The learned slopes below zero of ``prelu``: one for all, or one for each channel (axis 1).
    act_type: Which function: ``leaky``, ``elu``, ``selu``, ``gelu``, ``prelu`` or ``rrelu``.
    slope: The slope below zero of ``leaky``, or the limit of ``elu`` with its sign changed.
    lower_bound: The smallest random slope of ``rrelu``.
    upper_bound: The largest random slope of ``rrelu``.

    >>> nd.LeakyReLU(nd.array([-2, 3]), act_type="leaky", slope=0.1).asnumpy()
    array([-0.2,  3. ], dtype=float32)
    """
    check_floating("LeakyReLU", data)
    if act_type == "rrelu":
        middle = np.array((lower_bound + upper_bound) / 2, data.dtype)
        slopes = jnp.full(data.shape, middle)
        if train:
            slopes = jax.random.uniform(key, data.shape, data.dtype, lower_bound, upper_bound)
        return _xelu(data, slopes), slopes
    if act_type == "prelu":
        check_types("LeakyReLU", data.dtype, gamma=gamma)
        return (_xelu(data, _prelu_gamma(present(gamma), data)),)
    if act_type == "leaky":
        return (_xelu(data, np.array(slope, data.dtype)),)
    if act_type == "elu":
        return (_elu(data, slope),)
    return (_selu(data) if act_type == "selu" else jax.nn.gelu(data, approximate=False),)


def _selu(data: jax.Array) -> jax.Array:
    """The scaled ELU, with the two constants of the negative side multiplied first, to MXNet's last bit."""
    scale, alpha = 1.0507009873554805, 1.6732632423543772
    below = jnp.where(data > 0, jnp.zeros_like(data), data)  # the gradient of what is not chosen must be finite
    positive, negative = np.array(scale, data.dtype), np.array(scale * alpha, data.dtype)
    return jnp.where(data > 0, positive * data, negative * jnp.expm1(below))


@leaky_relu.use_inputs
def _(*, act_type: str, **_: object) -> tuple[str, ...]:
    return ("data", "gamma") if act_type == "prelu" else ("data",)


@leaky_relu.fill_shapes
def _(data: Shape | None, gamma: Shape | None = None, *, act_type: str, **_: object) -> dict[str, Shape]:
    if act_type != "prelu" or data is None or gamma is not None:
        return {}
    return {"gamma": (data[1] if len(data) > 1 else 1,)}


def _logits(name: str, data: Array, axis: int, temperature: float | Array | None) -> Array:
    """The data over the temperature, in a dtype that sums of exponentials are safe in."""
    check_floating(name, data)
    if not -data.ndim <= axis < data.ndim:
        raise MXNetError(f"{name}: axis {axis} exceeds the input dimension of {data.ndim}.")
    x = data.astype(wide(data.dtype))
    return x if temperature is None else x / jnp.asarray(temperature, x.dtype)


def _out_dtype(data: Array, dtype: str | None) -> np.dtype:
    return data.dtype if dtype is None else DTYPES[dtype]


def _is_one(name: str, value: float) -> bool:
    return value == 1


def _masked_softmax(x: Array, length: Array, axis: int) -> Array:
    """Softmax of the first ``length`` elements along the axis, zero after them, zero everywhere if there are none."""
    axis %= x.ndim
    inside = lax.broadcasted_iota(length.dtype, x.shape, axis) < jnp.expand_dims(length, axis)
    top = jnp.max(x, axis=axis, keepdims=True, where=inside, initial=-np.inf)
    top = lax.stop_gradient(jnp.where(jnp.isfinite(top), top, jnp.zeros((), x.dtype)))
    powers = jnp.exp(jnp.where(inside, x - top, jnp.array(-np.inf, x.dtype)))
    total = jnp.sum(powers, axis=axis, keepdims=True)
    return powers / jnp.where(total == 0, jnp.ones((), x.dtype), total)


@op(
    "softmax",
    traced=("temperature",),
    static_when=_is_one,
    output_names=("output",),
    types="T ? -> dtype=T",
    method=True,
)
def softmax(
    data: Array,
    length: Array | None = None,
    *,
    axis: int = -1,
    temperature: float | None = None,
    dtype: DType | None = None,
    use_length: bool | None = False,
) -> Array:
    """Exponentials of ``data / temperature``, normalised to sum one along the axis.

    With ``use_length`` only the first ``length`` elements along the axis take part; the others are zero.

    length: With ``use_length``: how many elements count, an integer for each place of the other axes.

    >>> nd.softmax(nd.array([[1, 1], [0, 3]])).asnumpy()
    array([[0.5       , 0.5       ],
           [0.04742587, 0.95257413]], dtype=float32)
    """
    x = _logits("softmax", data, axis, temperature)
    if not use_length:
        return jax.nn.softmax(x, axis).astype(_out_dtype(data, dtype))
    if length is None:
        raise MXNetError("softmax: Mask needs to be provided when using softmax with use_length=True: write length=...")
    if not jnp.issubdtype(length.dtype, jnp.integer):
        raise MXNetError(f"softmax: This operation only support integer types, not {length.dtype}, as length.")
    check_shape("softmax", "length", length.shape, _without(data.shape, axis))
    return _masked_softmax(x, length.reshape(_without(x.shape, axis, keep=False)), axis).astype(_out_dtype(data, dtype))


def _without(shape: Shape, axis: int, keep: bool = True) -> Shape:
    """The shape without this axis; MXNet writes ``(1,)`` where nothing remains."""
    axis %= len(shape)
    rest = (*shape[:axis], *shape[axis + 1 :])
    return rest or ((1,) if keep else ())


@softmax.use_inputs
def _(*, use_length: bool | None, **_: object) -> tuple[str, ...]:
    return ("data", "length") if use_length else ("data",)


@softmax.fill_shapes
def _(
    data: Shape | None, length: Shape | None = None, *, axis: int, use_length: bool | None, **_: object
) -> dict[str, Shape]:
    return {"length": _without(data, axis)} if use_length and data is not None else {}


@softmax.fill_types
def _(data: str | None, length: str | None = None, *, use_length: bool | None, **_: object) -> dict[str, str]:
    return {"length": length or "int32"} if use_length else {}


def _no_length(name: str, use_length: bool | None) -> None:
    if use_length:
        raise MXNetError(f"{name}: use_length is for softmax only, received use_length={use_length}.")


@op(
    "softmin",
    traced=("temperature",),
    static_when=_is_one,
    output_names=("output",),
    same_shape=True,
    types="T ? -> dtype=T",
    method=True,
)
def softmin(
    data: Array,
    *,
    axis: int = -1,
    temperature: float | None = None,
    dtype: DType | None = None,
    use_length: bool | None = False,
) -> Array:
    """Softmax of the negated data.

    use_length: Must be False; there for the signature of ``softmax``.

    >>> nd.softmin(nd.array([1, 1, 3])).asnumpy()
    array([0.46831053, 0.46831053, 0.06337894], dtype=float32)
    """
    _no_length("softmin", use_length)
    return jax.nn.softmax(-_logits("softmin", data, axis, temperature), axis).astype(_out_dtype(data, dtype))


@op(
    "log_softmax",
    like=softmin,
    traced=("temperature",),
    static_when=_is_one,
    same_shape=True,
    types="T ? -> dtype=T",
    method=True,
)
def log_softmax(data: Array, **how: Any) -> Array:
    """The logarithm of the softmax, computed without its rounding.

    use_length: Must be False; there for the signature of ``softmax``.

    >>> nd.log_softmax(nd.array([1, 1, 3])).asnumpy()
    array([-2.2395446 , -2.2395446 , -0.23954473], dtype=float32)
    """
    axis = how["axis"]
    _no_length("log_softmax", how["use_length"])
    log_probabilities = jax.nn.log_softmax(_logits("log_softmax", data, axis, how["temperature"]), axis)
    return log_probabilities.astype(_out_dtype(data, how["dtype"]))


@op("SoftmaxActivation", output_names=("output",), same_shape=True)
def softmax_activation(data: Array, *, mode: Literal["channel", "instance"] = "instance") -> Array:
    """Softmax along the last axis, or with ``mode="channel"`` along the second; ``softmax`` replaces it.

    mode: ``instance`` for the last axis, ``channel`` for axis 1.

    >>> nd.SoftmaxActivation(nd.array([[1, 1, 3]])).asnumpy()
    array([[0.10650698, 0.10650698, 0.78698605]], dtype=float32)
    """
    if mode == "channel" and data.ndim < 3:
        raise MXNetError(
            f"SoftmaxActivation: Input need to have a least 3 dimensions when mode=channel, received {data.shape}."
        )
    axis = 1 if mode == "channel" else -1
    return jax.nn.softmax(_logits("SoftmaxActivation", data, axis, None), axis).astype(data.dtype)


@op("Dropout", output_names=("output", "mask"), total_outputs=2, costly=True)
def dropout(
    data: Array,
    *,
    p: float = 0.5,
    mode: Literal["always", "training"] = "training",
    axes: Shape = (),
    cudnn_off: bool | None = False,
    key: Array,
    train: bool,
) -> Array:
    """Zeros with probability ``p`` and the data over ``1 - p`` elsewhere, in training; the data itself otherwise.

    All elements along ``axes`` are dropped together. ``mode="always"`` drops outside training too.

    p: The probability of a zero, from 0 to 1.
    mode: ``training`` drops in training alone, ``always`` in any case.
    axes: Axes along which one draw holds for all elements.

    >>> nd.Dropout(nd.ones((4,)), p=0.5).asnumpy()
    array([1., 1., 1., 1.], dtype=float32)
    """
    check_floating("Dropout", data)
    if p == 0 or not (train or mode == "always"):
        return data
    shape = list(data.shape)
    for axis in axes:
        if not 0 <= axis < data.ndim:
            raise MXNetError(f"Dropout: axis {axis} must be in range [0, {data.ndim}) of data {data.shape}.")
        shape[axis] = 1
    keep = 1 - p
    if keep == 0:
        # 0 * (1 / 0), as in MXNet: nothing is kept, and its scale is infinite.
        return data * np.array(np.nan, data.dtype)
    # Comparing random words is cheaper than making uniform numbers of them first.
    kept = jax.random.bits(key, tuple(shape), np.uint32) < np.uint32(min(round(keep * 2**32), 2**32 - 1))
    return jnp.where(kept, data * np.array(1 / keep, data.dtype), jnp.zeros((), data.dtype))


@dropout.check
def _(*, p: float, **_: object) -> None:
    if not 0 <= p <= 1:
        raise MXNetError(f"Dropout: value {p} for Parameter p exceed bound [0,1].")


def _enlarge(data: Array, height: int, width: int) -> Array:
    """Nearest neighbour enlargement to a multiple of the height and width."""
    n, c, h, w = data.shape
    up, across = height // h, width // w
    return lax.broadcast_in_dim(data, (n, c, h, up, w, across), (0, 1, 2, 4)).reshape(n, c, height, width)


@op("UpSampling", count_attr="num_args", output_names=("output",), initial={"weight": '["bilinear", {}]'})
def up_sampling(
    *data: Array,
    scale: int,
    num_filter: int = 0,
    sample_type: Literal["bilinear", "nearest"],
    multi_input_mode: Literal["concat", "sum"] = "concat",
    num_args: int,
    workspace: int = 512,
) -> Array:
    """Enlargement of images in NCHW by a whole factor.

    ``nearest`` repeats pixels; further inputs are enlarged to the size of the first result, then concatenated along the
    channels or summed. ``bilinear`` takes the data and a weight, and is a transposed convolution for each channel.

    data: Images of shape (batch, channels, height, width); for ``bilinear`` one of these and the weight.
    scale: The factor of height and width.
    num_filter: Of ``bilinear``: as many as channels; the weight's shape follows from the data.
    sample_type: ``nearest`` repeats pixels, ``bilinear`` is a transposed convolution with the weight.
    multi_input_mode: What is done with several inputs of ``nearest``: ``concat`` along channels, or ``sum``.

    >>> nd.UpSampling(nd.array([[[[1, 2]]]]), scale=2, sample_type="nearest").asnumpy()
    array([[[[1., 1., 2., 2.],
             [1., 1., 2., 2.]]]], dtype=float32)
    """
    first = data[0]
    if any(d.ndim != 4 for d in data):
        raise MXNetError(
            f"UpSampling: data should be 4D in (batch, channel, y, x), received {[d.shape for d in data]}."
        )
    height, width = first.shape[2] * scale, first.shape[3] * scale
    if sample_type == "bilinear":
        if len(data) != 2:
            raise MXNetError(f"UpSampling: bilinear takes [data, weight], received {len(data)} inputs.")
        check_shape("UpSampling", "weight", data[1].shape, _bilinear_weight(first.shape, scale))
        margin = -(-(scale - 1) // 2)
        window = Window((scale, scale), (1, 1), ((margin, margin),) * 2, first.shape[1], "NCHW")
        return transposed(*data, window, (*first.shape[:2], height, width))
    for d in data:
        if height % d.shape[2] or width % d.shape[3]:
            raise MXNetError(f"UpSampling: input {d.shape} does not divide output height {height} and width {width}.")
    enlarged = [_enlarge(d, height, width) for d in data]
    if multi_input_mode == "concat":
        return lax.concatenate(enlarged, 1)
    if any(d.shape[1] != first.shape[1] for d in data):
        raise MXNetError("UpSampling: Number of channels must be the same when multi_input_mode==sum.")
    return sum(enlarged[1:], start=enlarged[0])


def _bilinear_weight(data: Shape, scale: int) -> Shape:
    side = 2 * scale - scale % 2
    return (data[1], 1, side, side)


@up_sampling.use_inputs
def _(*, sample_type: str, num_args: int, **_: object) -> tuple[str, ...]:
    return ("data", "weight") if sample_type == "bilinear" else tuple(f"arg{i}" for i in range(num_args))


@up_sampling.fill_shapes
def _(data: Shape | None, *rest: Shape | None, scale: int, sample_type: str, **_: object) -> dict[str, Shape]:
    return {"weight": _bilinear_weight(data, scale)} if sample_type == "bilinear" and data is not None else {}


def _resample(data: Array, rows: np.ndarray, columns: np.ndarray) -> Array:
    """Each image of NCHW data as ``rows @ image @ columns.T``: products, so that no gradient needs a scatter."""
    x = data.astype(wide(data.dtype))
    precision = exact(x.dtype)
    if rows.shape[0] != rows.shape[1] or not np.array_equal(rows, np.eye(*rows.shape)):
        x = jnp.einsum("nchw,yh->ncyw", x, rows.astype(x.dtype), precision=precision)
    if columns.shape[0] != columns.shape[1] or not np.array_equal(columns, np.eye(*columns.shape)):
        x = jnp.einsum("nchw,xw->nchx", x, columns.astype(x.dtype), precision=precision)
    return x.astype(data.dtype)


def _linear_weights(size: int, target: int, align_corners: bool) -> np.ndarray:
    """Row i holds the weights of the pixels between which pixel i of the target lies, in float32 as in MXNet."""
    if size == target:
        return np.eye(size, dtype=np.float32)
    index = np.arange(target, dtype=np.float32)
    if target == 1:
        ratio = np.float32(0)
    else:
        ratio = (
            np.float32(size - 1) / np.float32(target - 1) if align_corners else np.float32(size) / np.float32(target)
        )
    place = ratio * index if align_corners else np.maximum(ratio * (index + np.float32(0.5)) - np.float32(0.5), 0)
    low = np.minimum(place.astype(np.int64), size - 1)
    share = (place - low).astype(np.float32)
    weights = np.zeros((target, size), np.float32)
    np.add.at(weights, (np.arange(target), low), 1 - share)
    np.add.at(weights, (np.arange(target), np.minimum(low + 1, size - 1)), share)
    return weights


def _resized(size: int, requested: int, scale: float | None, mode: str) -> int:
    """The size that a mode of BilinearResize2D gives an axis."""
    if mode == "size":
        return requested if scale is None else int(np.float32(scale) * size)
    if mode == "odd_scale":
        factor = present(scale)
        return int(size * factor) if size % 2 == 0 else int((size - 1) * factor) + 1
    wanted = 0 if mode.startswith("to_even") else 1
    return size if size % 2 == wanted else size + (1 if mode.endswith("up") else -1)


@op("_contrib_BilinearResize2D")
def bilinear_resize(
    data: Array,
    like: Array | None = None,
    *,
    height: int = 1,
    width: int = 1,
    scale_height: float | None = None,
    scale_width: float | None = None,
    mode: Literal["like", "odd_scale", "size", "to_even_down", "to_even_up", "to_odd_down", "to_odd_up"] = "size",
    align_corners: bool = True,
) -> Array:
    """Bilinear interpolation of NCHW images to another height and width.

    ``mode`` says where these come from: ``size`` takes the scales, or ``height`` and ``width`` without them;
    ``odd_scale`` scales and keeps odd sizes odd; ``like`` takes those of a second input; ``to_even_up`` and its kin go
    to the next even or odd number. ``align_corners`` maps the corners' centres onto each other, else their edges.

    data: Images of shape (batch, channels, height, width).
    like: With ``mode="like"``: an array whose height and width are taken.
    height: The new height, for ``mode="size"`` without scales.
    width: The new width, for ``mode="size"`` without scales.
    scale_height: The factor of the height.
    scale_width: The factor of the width.
    mode: Where the new size comes from, as above.
    align_corners: Whether the corner pixels' centres, not the images' edges, fall together.

    >>> nd.contrib.BilinearResize2D(nd.array([[[[0, 2]]]]), height=1, width=3).asnumpy()
    array([[[[0., 1., 2.]]]], dtype=float32)
    """
    name = "BilinearResize2D"
    if data.ndim != 4:
        raise MXNetError(f"{name}: data should be 4D in (batch, channel, y, x), received shape {data.shape}.")
    if mode == "like":
        target = present(like).shape[2:]
    else:
        # MXNet decides both axes by scale_height: scale_width alone is ignored in the mode "size".
        scaled = mode == "odd_scale" or (mode == "size" and scale_height is not None)
        if scaled and (scale_height is None or scale_width is None):
            raise MXNetError(f"{name}: mode='{mode}' needs both scales: write scale_height=..., scale_width=...")
        scales = (scale_height, scale_width) if scaled else (None, None)
        sizes = zip(data.shape[2:], (height, width), scales, strict=True)
        target = tuple(_resized(size, requested, scale, mode) for size, requested, scale in sizes)
    if min(target) < 1:
        raise MXNetError(f"{name}: height and width must be positive, received {target} from data {data.shape}.")
    rows, columns = (_linear_weights(s, t, align_corners) for s, t in zip(data.shape[2:], target, strict=True))
    return _resample(data, rows, columns)


@bilinear_resize.use_inputs
def _(*, mode: str, **_: object) -> tuple[str, ...]:
    return ("data", "like") if mode == "like" else ("data",)


def _area_weights(size: int, target: int) -> np.ndarray:
    """Row i averages the pixels that part i of ``target`` equal parts of the axis touches."""
    index = np.arange(target)
    start, end = index * size // target, -(-(index + 1) * size // target)
    pixel = np.arange(size)
    inside = (pixel >= start[:, None]) & (pixel < end[:, None])
    return inside / (end - start)[:, None]


@op("_contrib_AdaptiveAvgPooling2D")
def adaptive_avg_pooling(data: Array, *, output_size: Shape = ()) -> Array:
    """Averages of NCHW images over windows chosen to give this output: ``(height, width)``, a side, or 1 by 1.

    data: Images of shape (batch, channels, height, width).
    output_size: (height, width), one number for both, or nothing for 1 by 1.

    >>> nd.contrib.AdaptiveAvgPooling2D(nd.arange(4).reshape((1, 1, 2, 2)), output_size=1).asnumpy()
    array([[[[1.5]]]], dtype=float32)
    """
    if data.ndim != 4:
        raise MXNetError(f"AdaptiveAvgPooling2D: data should be 4D in (batch, channel, y, x), received {data.shape}.")
    target = {1: output_size * 2, 2: output_size}.get(len(output_size), (1, 1))
    if min(target) < 1:
        raise MXNetError(f"AdaptiveAvgPooling2D: output_size must be positive, received {output_size}.")
    (n, c, h, w), (y, x) = data.shape, target
    if h % y or w % x:
        return _resample(data, _area_weights(h, y), _area_weights(w, x))
    cells = data.astype(wide(data.dtype)).reshape(n, c, y, h // y, x, w // x)
    return jnp.mean(cells, axis=(3, 5)).astype(data.dtype)
