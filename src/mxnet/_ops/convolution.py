"""Convolutions and transposed convolutions, each one ``lax.conv_general_dilated``, and so each of their gradients.

On a CPU, some have a faster form (``host_convolution``).

Precision is XLA's default for convolutions: on recent NVIDIA GPUs float32 data may be multiplied in TF32, which is
what cuDNN gave MXNet's users too. The result has the data's dtype, so that the gradients of half precision networks
stay in half precision (cuDNN and XLA accumulate in float32 inside).
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Literal, NamedTuple

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops import host_convolution
from mxnet._ops.attrs import Shape
from mxnet._ops.registry import ShapeFiller, op
from mxnet.error import MXNetError

Array = jax.Array
Tune = Literal["fastest", "limited_workspace", "off"]
Layout = Literal["NCW", "NWC", "NCHW", "NHWC", "NCDHW", "NDHWC"]

DEFAULT_LAYOUTS: dict[int, Layout] = {1: "NCW", 2: "NCHW", 3: "NCDHW"}


def pick_layout(name: str, spatial: int, layout: Layout | None) -> Layout:
    """The layout of an operator with this many spatial axes, checked."""
    if spatial not in DEFAULT_LAYOUTS:
        raise MXNetError(f"{name}: {spatial}D kernel not supported: write kernel=(w,), (h, w) or (d, h, w).")
    layout = layout or DEFAULT_LAYOUTS[spatial]
    if len(layout) != spatial + 2:
        raise MXNetError(f"{name}: Need {spatial}D layout for a kernel of {spatial} sizes, received layout='{layout}'.")
    return layout


def check_rank(name: str, data: Shape, layout: str) -> None:
    """Raise unless the data has an axis for each letter of the layout."""
    if len(data) != len(layout):
        raise MXNetError(f"{name}: Input data should be {len(layout)}D in {layout}, received shape {data}.")


def check_shape(name: str, what: str, shape: Shape, expected: Shape) -> None:
    """Raise unless a parameter has the shape that the data asks for."""
    if tuple(shape) != expected:
        raise MXNetError(f"{name}: Shape inconsistent, Provided = {tuple(shape)}, inferred shape={expected} of {what}.")


def check_types(name: str, dtype: jnp.dtype, **params: Array | None) -> None:
    """Raise unless the parameters are of the type that the data asks for."""
    for what, array in params.items():
        if array is not None and array.dtype != dtype:
            raise MXNetError(
                f"{name}: This layer requires uniform type: expected {dtype} of {what}, got {array.dtype}; cast the "
                "data with astype, or the layer with cast."
            )


def check_floating(name: str, data: Array) -> None:
    """Raise unless the data is of a floating point type."""
    if not jnp.issubdtype(data.dtype, jnp.floating):
        raise MXNetError(f"{name}: This operation only support floating point types, not {data.dtype}.")


def _per_axis(name: str, kernel: Shape, **sizes: tuple[Shape, int]) -> list[Shape]:
    """Strides, paddings and the like, one number for each axis of the kernel; none given means the second value."""
    out = []
    for what, (numbers, least) in sizes.items():
        if numbers and len(numbers) != len(kernel):
            raise MXNetError(
                f"{name}: {what} must have the same number of dimensions with kernel_size, "
                f"but kernel_size is set to {kernel} while {what.lower()} is {numbers}."
            )
        if numbers and min(numbers) < least:
            raise MXNetError(f"{name}: incorrect {what.lower()} size: {numbers}, expected {least} or more.")
        out.append(numbers or (least,) * len(kernel))
    return out


class Window(NamedTuple):
    """How a kernel moves over the data: the static part of a convolution. ``pads`` go before and after each axis."""

    stride: Shape
    dilate: Shape
    pads: tuple[tuple[int, int], ...]
    groups: int
    layout: str


def _renamed(layout: str, letters: str) -> str:
    """The layout with other letters for N and C. The weight's is "OI": its filters stand where the data's batch is."""
    return layout.translate(str.maketrans("NC", letters))


def _correlate(data: Array, weight: Array, window: Window) -> Array:
    output = host_convolution.library_correlate(data, weight, window)
    if output is not None:
        return output
    return _traced_correlate(data, weight, window)


def _traced_correlate(data: Array, weight: Array, window: Window) -> Array:
    """``_correlate`` in operations of XLA's, which can be transposed."""
    output = host_convolution.correlate(data, weight, window)
    if output is not None:
        return output
    return lax.conv_general_dilated(
        data,
        weight,
        window.stride,
        window.pads,
        rhs_dilation=window.dilate,
        dimension_numbers=(window.layout, _renamed(window.layout, "OI"), window.layout),
        feature_group_count=window.groups,
    )


def _data_gradient(grad: Array, weight: Array, window: Window, data: Shape) -> Array:
    """The gradient of ``_correlate`` with respect to data of this shape."""
    gradient = host_convolution.library_data_gradient(grad, weight, window, data)
    if gradient is not None:
        return gradient
    like = jax.ShapeDtypeStruct(data, grad.dtype)
    return jax.linear_transpose(lambda x: _traced_correlate(x, weight, window), like)(grad)[0]


def _weight_gradient(data: Array, grad: Array, window: Window, weight: Shape) -> Array:
    """The gradient of ``_correlate`` with respect to a weight of this shape."""
    gradient = host_convolution.library_weight_gradient(data, grad, window, weight)
    if gradient is not None:
        return gradient
    like = jax.ShapeDtypeStruct(weight, grad.dtype)
    inputs = weight[window.layout.index("C")]

    def default(data: Array, grad: Array) -> Array:
        return jax.linear_transpose(lambda w: _traced_correlate(data, w, window), like)(grad)[0]

    few = window.groups <= host_convolution.FEW_GROUPS  # those have no form of their own
    if window.groups == 1 or (inputs == 1 and weight[0] == window.groups) or (host_convolution.on_host() and not few):
        return default(data, grad)
    return lax.platform_dependent(
        data, grad, cpu=lambda d, g: _grouped_weight_gradient(d, g, window, weight), default=default
    )


def _grouped_weight_gradient(data: Array, grad: Array, window: Window, weight: Shape) -> Array:
    """``_weight_gradient`` as a convolution of grouped features.

    JAX's rule groups the batch instead, which is what cuDNN wants; XLA's CPU compiler makes a naive loop of that, a
    hundred times slower.
    """
    layout, groups = window.layout, window.groups
    channel = layout.index("C")
    batch, channels = data.shape[0], data.shape[channel]
    # The inputs of a group become the batch, and groups and examples the features: sums over examples within a group.
    split = data.reshape(*data.shape[:channel], groups, channels // groups, *data.shape[channel + 1 :])
    order = [channel + 1, *range(1, channel), channel, 0, *range(channel + 2, split.ndim)]
    shape = list(data.shape)
    shape[0], shape[channel] = channels // groups, groups * batch
    axes = [axis for axis, letter in enumerate(layout) if letter not in "NC"]
    pads = []
    for axis, s, d, (before, _) in zip(axes, window.stride, window.dilate, window.pads, strict=True):
        reach = (weight[axis] - 1) * d + (grad.shape[axis] - 1) * s + 1
        pads.append((before, reach - data.shape[axis] - before))
    return lax.conv_general_dilated(
        lax.reshape(lax.transpose(split, order), shape),
        grad,
        window.dilate,
        pads,
        rhs_dilation=window.stride,
        dimension_numbers=(layout, _renamed(layout, "IO"), _renamed(layout, "CN")),
        feature_group_count=groups,
    )


@partial(jax.custom_vjp, nondiff_argnums=(2,))
def _correlate_grouped(data: Array, weight: Array, window: Window) -> Array:
    """``_correlate`` with a weight gradient that is fast on every platform."""
    return _correlate(data, weight, window)


def _correlate_forward(data: Array, weight: Array, window: Window) -> tuple[Array, tuple[Array, Array]]:
    return _correlate(data, weight, window), (data, weight)


def _correlate_backward(window: Window, saved: tuple[Array, Array], grad: Array) -> tuple[Array, Array]:
    data, weight = saved
    return (
        _data_gradient(grad, weight, window, data.shape),
        _weight_gradient(data, grad, window, weight.shape),
    )


_correlate_grouped.defvjp(_correlate_forward, _correlate_backward)


@partial(jax.custom_vjp, nondiff_argnums=(2, 3))
def transposed(data: Array, weight: Array, window: Window, out: Shape) -> Array:
    """The transpose of the convolution that takes arrays of the shape ``out`` to arrays of the data's shape.

    Its own gradients are that convolution and its weight gradient; JAX would derive a convolution that dilates both
    operands, which neither cuDNN nor XLA's CPU compiler does well.
    """
    return _data_gradient(data, weight, window, out)


def _transposed_forward(data: Array, weight: Array, window: Window, out: Shape) -> tuple[Array, tuple[Array, Array]]:
    return _data_gradient(data, weight, window, out), (data, weight)


def _transposed_backward(window: Window, out: Shape, saved: tuple[Array, Array], grad: Array) -> tuple[Array, Array]:
    data, weight = saved
    return _correlate(grad, weight, window), _weight_gradient(grad, data, window, weight.shape)


transposed.defvjp(_transposed_forward, _transposed_backward)


def _arrange(nc: Shape, spatial: Shape, layout: str) -> Shape:
    """A shape in this layout, from its first two sizes and the spatial ones."""
    first, second = nc
    return (first, *spatial, second) if layout.endswith("C") else (first, second, *spatial)


def _read_data(name: str, data: Array, layout: str, num_filter: int, num_group: int) -> tuple[int, Shape]:
    """How many channels the data has, and its spatial sizes; raises where groups do not divide channels and filters."""
    check_rank(name, data.shape, layout)
    channels = data.shape[layout.index("C")]
    if num_group < 1 or channels % num_group:
        raise MXNetError(f"{name}: input num_filter must divide group size: {channels} channels, {num_group=}.")
    if num_filter < 1 or num_filter % num_group:
        raise MXNetError(f"{name}: output num_filter must divide group size: {num_filter=}, {num_group=}.")
    return channels, data.shape[1:-1] if layout.endswith("C") else data.shape[2:]


def _add_bias(out: Array, bias: Array | None, layout: str) -> Array:
    if bias is None:
        return out
    return out + (bias if layout.endswith("C") else bias.reshape((-1,) + (1,) * (out.ndim - 2)))


def _filling(name: str, weight_of: Callable[[int, int, int], tuple[int, int]]) -> ShapeFiller:
    """How the shapes of weight and bias follow from the data's.

    ``weight_of(channels, num_filter, num_group)`` gives the lengths of the weight before the kernel's.
    """

    def fill(
        data: Shape | None,
        *_: Shape | None,
        kernel: Shape,
        num_filter: int,
        num_group: int,
        no_bias: bool,
        layout: Layout | None,
        **__: object,
    ) -> dict[str, Shape]:
        shapes: dict[str, Shape] = {} if no_bias else {"bias": (num_filter,)}
        if data is not None:
            layout = pick_layout(name, len(kernel), layout)
            check_rank(name, data, layout)
            channels = data[layout.index("C")]
            shapes["weight"] = _arrange(weight_of(channels, num_filter, num_group), kernel, layout)
        return shapes

    return fill


convolution_shapes = _filling("Convolution", lambda channels, filters, groups: (filters, channels // groups))


def _names(*, no_bias: bool, **_: object) -> tuple[str, ...]:
    return ("data", "weight") if no_bias else ("data", "weight", "bias")


@op("Convolution", output_names=("output",), costly=True)
def convolution(
    data: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    kernel: Shape,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    num_filter: int,
    num_group: int = 1,
    workspace: int = 1024,
    no_bias: bool = False,
    cudnn_tune: Tune | None = None,
    cudnn_off: bool = False,
    layout: Layout | None = None,
) -> Array:
    """Cross-correlation of the data with ``num_filter`` learned kernels, along one, two or three axes.

    The weight is ``(num_filter, channels / num_group, *kernel)``, channels last where the data's are. ``workspace``,
    ``cudnn_tune`` and ``cudnn_off`` are accepted and ignored: XLA chooses the algorithm.

    data: Of shape (batch, channels, ...) with one to three spatial axes, or channels last as ``layout`` says.
    weight: The kernels, of shape (num_filter, channels / num_group, *kernel); channels stand last where the data's
        do.
    bias: Of shape (num_filter,); left out with ``no_bias``.

    >>> x = nd.arange(9).reshape((1, 1, 3, 3))
    >>> nd.Convolution(x, nd.ones((1, 1, 2, 2)), nd.zeros((1,)), kernel=(2, 2), num_filter=1).asnumpy()
    array([[[[ 8., 12.],
             [20., 24.]]]], dtype=float32)
    """
    bias = None if no_bias else bias
    where: dict[str, Any] = {"kernel": kernel, "stride": stride, "dilate": dilate, "pad": pad, "layout": layout}
    window = _checked_window(data, weight, bias, num_filter=num_filter, num_group=num_group, **where)
    output = host_convolution.library_correlate(data, weight, window, bias)
    if output is not None:
        return output
    out = _correlate_grouped(data, weight, window) if num_group > 1 else _correlate(data, weight, window)
    return _add_bias(out, bias, window.layout)


def _checked_window(
    data: Array,
    weight: Array,
    bias: Array | None,
    *,
    kernel: Shape,
    stride: Shape,
    dilate: Shape,
    pad: Shape,
    num_filter: int,
    num_group: int,
    layout: Layout | None,
) -> Window:
    """The window of a convolution whose arrays fit."""
    name = "Convolution"
    check_types(name, data.dtype, weight=weight, bias=bias)
    layout = pick_layout(name, len(kernel), layout)
    stride, dilate, pad = _per_axis(name, kernel, Stride=(stride, 1), Dilate=(dilate, 1), Padding=(pad, 0))
    channels, sizes = _read_data(name, data, layout, num_filter, num_group)
    check_shape(name, "weight", weight.shape, _arrange((num_filter, channels // num_group), kernel, layout))
    if bias is not None:
        check_shape(name, "bias", bias.shape, (num_filter,))
    for size, k, d, p in zip(sizes, kernel, dilate, pad, strict=True):
        if d * (k - 1) + 1 > size + 2 * p:
            raise MXNetError(f"{name}: kernel size exceed input: {kernel=}, {dilate=}, {pad=}, data {data.shape}.")
    return Window(stride, dilate, tuple((p, p) for p in pad), num_group, layout)


def library_window(data: Array, weight: Array, bias: Array | None, attrs: Mapping[str, Any]) -> Window | None:
    """The window of a convolution with these attributes, if what follows it can be fused with it; see ``_programs``."""
    names = ("kernel", "stride", "dilate", "pad", "num_filter", "num_group", "layout")
    try:
        window = _checked_window(data, weight, bias, **{name: attrs[name] for name in names})
    except MXNetError:  # for the operator itself to raise
        return None
    return window if host_convolution.can_fuse(data, weight, window) else None


@op("Convolution_v1", like=convolution, output_names=("output",), costly=True)
def convolution_v1(
    *arrays: Array, layout: Literal["NCHW", "NHWC", "NCDHW", "NDHWC"] | None = None, **how: Any
) -> Array:
    """The convolution of MXNet 0.x, kept for its model files; the same function as ``Convolution``.

    data: Of shape (batch, channels, ...) with two or three spatial axes.
    weight: The kernels, of shape (num_filter, channels / num_group, *kernel).
    bias: Of shape (num_filter,); left out with ``no_bias``.

    >>> nd.Convolution_v1(nd.ones((1, 1, 2, 2)), nd.ones((1, 1, 2, 2)), nd.zeros((1,)), kernel=(2, 2),
    ...     num_filter=1).asnumpy()
    array([[[[4.]]]], dtype=float32)
    """
    if len(how["kernel"]) == 1:
        raise MXNetError("Convolution_v1: 1D convolution not supported: use Convolution.")
    result: Array = convolution.function(*arrays, layout=layout, **how)
    return result


for _forward in (convolution, convolution_v1):
    _forward.fill_shapes(convolution_shapes)
    _forward.use_inputs(_names)


def _output_padding(
    name: str, sizes: Shape, *, kernel: Shape, stride: Shape, dilate: Shape, pad: Shape, adj: Shape, target_shape: Shape
) -> tuple[Shape, Shape]:
    """What a transposed convolution cuts off at each side of an axis, and adds to its end, for the target if given."""
    if not any(target_shape):
        return pad, adj
    pads, adjs = [], []
    for size, target, k, s, d in zip(sizes, target_shape, kernel, stride, dilate, strict=True):
        full = s * (size - 1) + d * (k - 1) + 1
        if full < target:
            raise MXNetError(f"{name}: too big target shape: {target_shape}, at most {full} from size {size}.")
        pads.append((full - target + 1) // 2)
        adjs.append((full - target) % 2)
    return tuple(pads), tuple(adjs)


@op("Deconvolution", like=convolution, before="num_filter", output_names=("output",), costly=True)
def deconvolution(
    data: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    adj: Shape = (),
    target_shape: Shape = (),
    workspace: int = 512,
    no_bias: bool = True,
    **how: Any,
) -> Array:
    """Transposed convolution: the gradient of ``Convolution`` with respect to its data.

    The weight is ``(channels, num_filter / num_group, *kernel)``, channels last where the data's are. ``adj`` adds to
    the end of each axis of the output; ``target_shape`` gives the output's sizes and replaces ``pad`` and ``adj``.

    data: Of shape (batch, channels, ...) with one to three spatial axes, or channels last as ``layout`` says.
    weight: The kernels, of shape (channels, num_filter / num_group, *kernel); channels stand last where the data's
        do.
    bias: Of shape (num_filter,); left out with ``no_bias``, which is the default here.
    stride: How far apart the kernels' copies lie in the result, for each axis; 1 unless given.
    pad: How much is cut from both ends of each axis of the result.
    adj: How much is added to the end of each axis of the result; less than the stride.
    target_shape: The spatial sizes of the result.

    >>> nd.Deconvolution(nd.ones((1, 1, 2, 2)), nd.ones((1, 1, 2, 2)), kernel=(2, 2), num_filter=1).asnumpy()
    array([[[[1., 2., 1.],
             [2., 4., 2.],
             [1., 2., 1.]]]], dtype=float32)
    """
    name, kernel, num_filter, num_group = "Deconvolution", how["kernel"], how["num_filter"], how["num_group"]
    check_types(name, data.dtype, weight=weight, bias=None if no_bias else bias)
    layout = pick_layout(name, len(kernel), how["layout"])
    steps = {"Stride": (how["stride"], 1), "Dilate": (how["dilate"], 1), "Padding": (how["pad"], 0)}
    stride, dilate, pad, adj = _per_axis(name, kernel, **steps, Adjustment=(adj, 0))
    channels, sizes = _read_data(name, data, layout, num_filter, num_group)
    check_shape(name, "weight", weight.shape, _arrange((channels, num_filter // num_group), kernel, layout))
    if any(target_shape) and len(target_shape) != len(kernel):
        raise MXNetError(f"{name}: target_shape={target_shape} needs {len(kernel)} sizes, like {kernel=}.")
    pad, adj = _output_padding(
        name, sizes, kernel=kernel, stride=stride, dilate=dilate, pad=pad, adj=adj, target_shape=target_shape
    )
    if any(a >= s for a, s in zip(adj, stride, strict=True)):
        raise MXNetError(f"{name}: adj must be smaller than stride, received {adj=}, {stride=}.")
    outs = tuple(
        s * (size - 1) + d * (k - 1) + 1 - 2 * p + a
        for size, k, s, d, p, a in zip(sizes, kernel, stride, dilate, pad, adj, strict=True)
    )
    window = Window(stride, dilate, tuple((p, p - a) for p, a in zip(pad, adj, strict=True)), num_group, layout)
    out = transposed(data, weight, window, _arrange((data.shape[0], num_filter), outs, layout))
    if no_bias or bias is None:
        return out
    check_shape(name, "bias", bias.shape, (num_filter,))
    return _add_bias(out, bias, layout)


deconvolution.fill_shapes(_filling("Deconvolution", lambda channels, filters, groups: (channels, filters // groups)))
deconvolution.use_inputs(_names)
