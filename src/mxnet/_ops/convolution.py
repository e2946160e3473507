"""Convolutions and transposed convolutions, each one ``lax.conv_general_dilated``.

Precision is XLA's default for convolutions: on recent NVIDIA GPUs float32 data may be multiplied in TF32, which is
what cuDNN gave MXNet's users too. The result has the data's dtype, so that the gradients of half precision networks
stay in half precision (cuDNN and XLA accumulate in float32 inside).
"""

from typing import Literal

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import Shape
from mxnet._ops.registry import op
from mxnet.error import MXNetError

Array = jax.Array
Tune = Literal["fastest", "limited_workspace", "off"]
Layout = Literal["NCW", "NWC", "NCHW", "NHWC", "NCDHW", "NDHWC"]

DEFAULT_LAYOUTS = {1: "NCW", 2: "NCHW", 3: "NCDHW"}


def pick_layout(name: str, spatial: int, layout: str | None) -> str:
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


def check_shape(name: str, what: str, given: Shape, expected: Shape) -> None:
    """Raise unless a parameter has the shape that the data asks for."""
    if tuple(given) != expected:
        raise MXNetError(f"{name}: Shape inconsistent, Provided = {tuple(given)}, inferred shape={expected} of {what}.")


def check_floating(name: str, data: Array) -> None:
    """Raise unless the data is of a floating point type."""
    if not jnp.issubdtype(data.dtype, jnp.floating):
        raise MXNetError(f"{name}: This operation only support floating point types, not {data.dtype}.")


def _sizes(name: str, what: str, kernel: Shape, given: Shape, default: int) -> Shape:
    """Stride, dilate, pad or adj, one number for each axis of the kernel."""
    if not given:
        return (default,) * len(kernel)
    if len(given) != len(kernel):
        raise MXNetError(
            f"{name}: {what} must have the same number of dimensions with kernel_size, "
            f"but kernel_size is set to {kernel} while {what.lower()} is {given}."
        )
    if min(given) < default:
        raise MXNetError(f"{name}: incorrect {what.lower()} size: {given}, expected {default} or more.")
    return given


def _kernel_layout(layout: str, first: str, second: str) -> str:
    """The weight's layout: MXNet puts the filters where the data has its batch."""
    return layout.replace("N", first).replace("C", second)


def _arrange(nc: Shape, spatial: Shape, layout: str) -> Shape:
    """A shape in this layout, from its first two sizes and the spatial ones."""
    first, second = nc
    return (first, *spatial, second) if layout.endswith("C") else (first, second, *spatial)


def _check_groups(name: str, channels: int, num_filter: int, num_group: int) -> None:
    if num_group < 1 or channels % num_group:
        raise MXNetError(f"{name}: input num_filter must divide group size: {channels} channels, {num_group=}.")
    if num_filter < 1 or num_filter % num_group:
        raise MXNetError(f"{name}: output num_filter must divide group size: {num_filter=}, {num_group=}.")


def _add_bias(out: Array, bias: Array | None, layout: str) -> Array:
    if bias is None:
        return out
    return out + (bias if layout.endswith("C") else bias.reshape((-1,) + (1,) * (out.ndim - 2)))


def _convolve(
    name: str,
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
    layout: str | None,
) -> Array:
    layout = pick_layout(name, len(kernel), layout)
    stride = _sizes(name, "Stride", kernel, stride, 1)
    dilate = _sizes(name, "Dilate", kernel, dilate, 1)
    pad = _sizes(name, "Padding", kernel, pad, 0)
    check_rank(name, data.shape, layout)
    channels = data.shape[layout.index("C")]
    _check_groups(name, channels, num_filter, num_group)
    check_shape(name, "weight", weight.shape, _arrange((num_filter, channels // num_group), kernel, layout))
    if bias is not None:
        check_shape(name, "bias", bias.shape, (num_filter,))
    sizes = data.shape[1:-1] if layout.endswith("C") else data.shape[2:]
    for size, k, d, p in zip(sizes, kernel, dilate, pad, strict=True):
        if d * (k - 1) + 1 > size + 2 * p:
            raise MXNetError(f"{name}: kernel size exceed input: {kernel=}, {dilate=}, {pad=}, data {data.shape}.")
    out = lax.conv_general_dilated(
        data,
        weight,
        stride,
        [(p, p) for p in pad],
        rhs_dilation=dilate,
        dimension_numbers=(layout, _kernel_layout(layout, "O", "I"), layout),
        feature_group_count=num_group,
    )
    return _add_bias(out, bias, layout)


def _filter_shapes(
    data: Shape | None, *, kernel: Shape, num_filter: int, num_group: int, layout: str | None, no_bias: bool, name: str
) -> dict[str, Shape]:
    found = {} if no_bias else {"bias": (num_filter,)}
    if data is not None:
        layout = pick_layout(name, len(kernel), layout)
        check_rank(name, data, layout)
        found["weight"] = _arrange((num_filter, data[layout.index("C")] // num_group), kernel, layout)
    return found


def _names(no_bias: bool) -> tuple[str, ...]:
    return ("data", "weight") if no_bias else ("data", "weight", "bias")


@op("Convolution")
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
    """
    return _convolve(
        "Convolution",
        data,
        weight,
        None if no_bias else bias,
        kernel=kernel,
        stride=stride,
        dilate=dilate,
        pad=pad,
        num_filter=num_filter,
        num_group=num_group,
        layout=layout,
    )


@convolution.fill_shapes
def _(
    data: Shape | None,
    weight: Shape | None,
    bias: Shape | None = None,
    *,
    kernel: Shape,
    num_filter: int,
    num_group: int,
    no_bias: bool,
    layout: str | None,
    **_: object,
) -> dict[str, Shape]:
    return _filter_shapes(
        data,
        kernel=kernel,
        num_filter=num_filter,
        num_group=num_group,
        layout=layout,
        no_bias=no_bias,
        name="Convolution",
    )


@convolution.use_inputs
def _(*, no_bias: bool, **_: object) -> tuple[str, ...]:
    return _names(no_bias)


@op("Convolution_v1")
def convolution_v1(
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
    layout: Literal["NCHW", "NHWC", "NCDHW", "NDHWC"] | None = None,
) -> Array:
    """The convolution of MXNet 0.x, kept for its model files; the same function as ``Convolution``."""
    if len(kernel) == 1:
        raise MXNetError("Convolution_v1: 1D convolution not supported: use Convolution.")
    return _convolve(
        "Convolution_v1",
        data,
        weight,
        None if no_bias else bias,
        kernel=kernel,
        stride=stride,
        dilate=dilate,
        pad=pad,
        num_filter=num_filter,
        num_group=num_group,
        layout=layout,
    )


convolution_v1.fill_shapes(convolution.shape_filler)
convolution_v1.use_inputs(convolution.used_inputs)


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


def transposed(
    data: Array, weight: Array, *, stride: Shape, dilate: Shape, pads: list, groups: int, layout: str
) -> Array:
    """The gradient of a grouped convolution with respect to its input, as a convolution of the dilated data.

    ``pads`` are the padding before and after each spatial axis of the data, after dilation by ``stride``.
    """
    kernel_layout = _kernel_layout(layout, "I", "O")
    axes = [axis for axis, letter in enumerate(kernel_layout) if letter not in "IO"]
    if groups > 1:
        # (groups * inputs, outputs) to (inputs, groups * outputs): XLA wants the groups on the kernel's output axis.
        out_axis = kernel_layout.index("O")
        split = weight.reshape(groups, weight.shape[0] // groups, *weight.shape[1:])
        shape = list(split.shape[1:])
        shape[out_axis] *= groups
        weight = lax.reshape(_move_first(split, out_axis), shape)
    return lax.conv_general_dilated(
        data,
        lax.rev(weight, axes),
        (1,) * len(axes),
        pads,
        lhs_dilation=stride,
        rhs_dilation=dilate,
        dimension_numbers=(layout, kernel_layout, layout),
        feature_group_count=groups,
    )


def _move_first(array: Array, axis: int) -> Array:
    """The array with its first axis moved to this place."""
    order = list(range(1, array.ndim))
    order.insert(axis, 0)
    return lax.transpose(array, order)


@op("Deconvolution")
def deconvolution(
    data: Array,
    weight: Array,
    bias: Array | None = None,
    *,
    kernel: Shape,
    stride: Shape = (),
    dilate: Shape = (),
    pad: Shape = (),
    adj: Shape = (),
    target_shape: Shape = (),
    num_filter: int,
    num_group: int = 1,
    workspace: int = 512,
    no_bias: bool = True,
    cudnn_tune: Tune | None = None,
    cudnn_off: bool = False,
    layout: Layout | None = None,
) -> Array:
    """Transposed convolution: the gradient of ``Convolution`` with respect to its data.

    The weight is ``(channels, num_filter / num_group, *kernel)``, channels last where the data's are. ``adj`` adds to
    the end of each axis of the output; ``target_shape`` gives the output's sizes and replaces ``pad`` and ``adj``.
    """
    name = "Deconvolution"
    layout = pick_layout(name, len(kernel), layout)
    stride = _sizes(name, "Stride", kernel, stride, 1)
    dilate = _sizes(name, "Dilate", kernel, dilate, 1)
    pad = _sizes(name, "Padding", kernel, pad, 0)
    adj = _sizes(name, "Adjustment", kernel, adj, 0)
    check_rank(name, data.shape, layout)
    channels = data.shape[layout.index("C")]
    _check_groups(name, channels, num_filter, num_group)
    check_shape(name, "weight", weight.shape, _arrange((channels, num_filter // num_group), kernel, layout))
    sizes = data.shape[1:-1] if layout.endswith("C") else data.shape[2:]
    if any(target_shape) and len(target_shape) != len(kernel):
        raise MXNetError(f"{name}: target_shape={target_shape} needs {len(kernel)} sizes, like {kernel=}.")
    pad, adj = _output_padding(
        name, sizes, kernel=kernel, stride=stride, dilate=dilate, pad=pad, adj=adj, target_shape=target_shape
    )
    if any(a >= s for a, s in zip(adj, stride, strict=True)):
        raise MXNetError(f"{name}: adj must be smaller than stride, received {adj=}, {stride=}.")
    reach = [d * (k - 1) for d, k in zip(dilate, kernel, strict=True)]
    pads = [(r - p, r - p + a) for r, p, a in zip(reach, pad, adj, strict=True)]
    out = transposed(data, weight, stride=stride, dilate=dilate, pads=pads, groups=num_group, layout=layout)
    if no_bias or bias is None:
        return out
    check_shape(name, "bias", bias.shape, (num_filter,))
    return _add_bias(out, bias, layout)


@deconvolution.fill_shapes
def _(
    data: Shape | None,
    weight: Shape | None,
    bias: Shape | None = None,
    *,
    kernel: Shape,
    num_filter: int,
    num_group: int,
    no_bias: bool,
    layout: str | None,
    **_: object,
) -> dict[str, Shape]:
    found = {} if no_bias else {"bias": (num_filter,)}
    if data is not None:
        layout = pick_layout("Deconvolution", len(kernel), layout)
        check_rank("Deconvolution", data, layout)
        found["weight"] = _arrange((data[layout.index("C")], num_filter // num_group), kernel, layout)
    return found


@deconvolution.use_inputs
def _(*, no_bias: bool, **_: object) -> tuple[str, ...]:
    return _names(no_bias)
