"""Normalisation by statistics of the batch, the layer, groups, instances or neighbouring channels."""

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, Literal

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from mxnet._ops import host_convolution
from mxnet._ops.attrs import Shape
from mxnet._ops.convolution import check_floating, check_shape, check_types
from mxnet._ops.host_convolution import on_host
from mxnet._ops.pooling import wide
from mxnet._ops.registry import Facts, op
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "data": "Channels stand on axis 1 unless ``axis`` says otherwise.",
    "gamma": "The scale of each channel.",
    "beta": "The shift of each channel.",
    "momentum": "How much of the running statistics is kept in a step.",
    "min_calib_range": "The lowest number of the calibrated range, for the quantized form; no effect here.",
    "max_calib_range": "The highest number of the calibrated range, for the quantized form; no effect here.",
}

Array = jax.Array


def _moments(data: Array, axes: Shape) -> tuple[Array, Array]:
    """Mean and variance over the axes, kept, from one pass over the data.

    Sums of x - k and of its square fuse into one reduction, unlike those of x and of x - mean. A k near the data avoids
    the cancellation of E[x²] - E[x]²: the first of n elements is never further than √n deviations from their mean.
    """
    size = math.prod(data.shape[a] for a in axes)
    total = partial(jnp.sum, axis=axes, keepdims=True)
    if axes == (0,) and on_host():
        # XLA's CPU compiler sums rows fast: two passes take 0.9 ms for 51200 rows of 64, the sums of differences 3.0.
        mean = total(data) / size
        return mean, total(jnp.square(data - mean)) / size
    first = tuple(slice(0, 1) if a in axes else slice(None) for a in range(data.ndim))
    shift = lax.stop_gradient(data[first])
    centred = data - shift
    mean = total(centred) / size
    return mean + shift, jnp.maximum(total(jnp.square(centred)) / size - jnp.square(mean), 0)


@partial(jax.custom_vjp, nondiff_argnums=(3, 4))
def _normalize(data: Array, gamma: Array, beta: Array, axes: Shape, eps: float) -> tuple[Array, Array, Array]:
    """``(data - mean) / std * gamma + beta``, with mean and variance over the axes, and these two statistics.

    gamma and beta have as many axes as the data. No gradient flows through the statistics returned, as in MXNet. The
    backward pass is written out so that it saves the data only and reads it and the gradient once for all sums.
    """
    return _normalize_forward(data, gamma, beta, axes, eps)[0]


def _normalize_forward(data: Array, gamma: Array, beta: Array, axes: Shape, eps: float) -> tuple[tuple, tuple]:
    x = data.astype(wide(data.dtype))
    mean, var = _moments(x, axes)
    invstd = lax.rsqrt(var + eps)
    out = (x - mean) * (invstd * gamma.astype(x.dtype)) + beta.astype(x.dtype)
    return (out.astype(data.dtype), mean, var), (data, gamma, beta, mean, invstd)


def _normalize_backward(axes: Shape, eps: float, saved: tuple, grads: tuple) -> tuple[Array, Array, Array]:
    data, gamma, beta, mean, invstd = saved
    x = data.astype(mean.dtype)
    grad = grads[0].astype(x.dtype)
    if axes == (0,) and on_host():
        grad = lax.optimization_barrier(grad)  # as in ``_as_rows``
    scale = gamma.astype(x.dtype)
    centred = x - mean
    over = tuple(a for a in range(x.ndim) if gamma.shape[a] == 1 and x.shape[a] != 1)
    per_param = partial(jnp.sum, axis=over, keepdims=True)
    size = math.prod(x.shape[a] for a in axes)
    grad_beta = per_param(grad)
    if gamma.shape == mean.shape:
        dot = per_param(grad * centred)
        grad_gamma = dot * invstd
        grad_mean, projection = grad_beta / size, dot / size
        grad_data = (grad - grad_mean - centred * (invstd * invstd * projection)) * (invstd * scale)
    else:
        normal = centred * invstd
        grad_gamma = per_param(grad * normal)
        scaled = grad * scale
        grad_mean = jnp.sum(scaled, axis=axes, keepdims=True) / size
        projection = jnp.sum(scaled * normal, axis=axes, keepdims=True) / size
        grad_data = (scaled - grad_mean - normal * projection) * invstd
    return grad_data.astype(data.dtype), grad_gamma.astype(gamma.dtype), grad_beta.astype(beta.dtype)


_normalize.defvjp(_normalize_forward, _normalize_backward)


def _real_axis(name: str, axis: int, ndim: int) -> int:
    if not -ndim <= axis < ndim:
        raise MXNetError(f"{name}: Channel axis out of range: axis={axis} of data with {ndim} axes.")
    return axis % ndim


def _along(vector: Array, axis: int, ndim: int) -> Array:
    """A vector as an array of ``ndim`` axes that lies along one of them."""
    return vector.reshape((1,) * axis + (-1,) + (1,) * (ndim - axis - 1))


def _as_rows(data: Array) -> Array:
    """Images whose channels are second as one row of channels for each place.

    XLA would sum the images themselves, and copy them for it to where their channels are second in memory too.
    """
    return lax.optimization_barrier(jnp.moveaxis(data, 1, -1).reshape(-1, data.shape[1]))


def _normalize_batch(
    data: Array, gamma: Array, beta: Array, axis: int, eps: float, rectified: bool
) -> tuple[Array, Array, Array]:
    """The data normalised along all axes but one, ``rectified`` or not, and mean and variance."""
    if axis == 1 and host_convolution.holds_channels_last(data):
        results = host_convolution.library_normalize(data, gamma, beta, eps, rectified)
        if results is not None:
            return results
        out, mean, var = _normalize(_as_rows(data), gamma[None], beta[None], (0,), eps)
        out = jnp.moveaxis(out.reshape(data.shape[0], *data.shape[2:], -1), -1, 1)
    else:
        over = tuple(a for a in range(data.ndim) if a != axis)
        out, mean, var = _normalize(data, _along(gamma, axis, data.ndim), _along(beta, axis, data.ndim), over, eps)
    return jax.nn.relu(out) if rectified else out, mean, var


def _batch_norm(
    name: str,
    data: Array,
    *statistics: Array,
    eps: float,
    momentum: float,
    fix_gamma: bool,
    use_global_stats: bool,
    axis: int,
    train: bool,
    rectified: bool = False,
) -> tuple[Array, Array, Array, Array, Array]:
    """Output, ``rectified`` or not, mean, variance and the new moving statistics."""
    check_floating(name, data)
    axis = _real_axis(name, axis, data.ndim)
    gamma, beta, moving_mean, moving_var = statistics
    vectors = {"gamma": gamma, "beta": beta, "moving_mean": moving_mean, "moving_var": moving_var}
    check_types(name, jnp.promote_types(data.dtype, jnp.float32), **vectors)
    for what, vector in vectors.items():
        check_shape(name, what, vector.shape, (data.shape[axis],))
    if fix_gamma:
        gamma = jnp.ones_like(gamma)
    moving_mean, moving_var = lax.stop_gradient((moving_mean, moving_var))
    if not train or use_global_stats:
        dtype = wide(data.dtype)
        invstd = lax.rsqrt(moving_var.astype(dtype) + eps)
        factor = _along(gamma.astype(dtype) * invstd, axis, data.ndim)
        centred = data.astype(dtype) - _along(moving_mean.astype(dtype), axis, data.ndim)
        offset = _along(beta.astype(dtype), axis, data.ndim)
        out = (centred * factor + offset).astype(data.dtype)
        out = jax.nn.relu(out) if rectified else out
        return out, moving_mean, moving_var, moving_mean, moving_var
    out, mean, var = _normalize_batch(data, gamma, beta, axis, eps, rectified)
    mean, var = (lax.stop_gradient(s.reshape(-1)).astype(moving_mean.dtype) for s in (mean, var))
    new_mean = moving_mean * momentum + mean * (1 - momentum)
    new_var = moving_var * momentum + var * (1 - momentum)
    return out, mean, var, new_mean, new_var


def _visible(*, output_mean_var: bool, **_: object) -> int:
    return 3 if output_mean_var else 1


_MOVING = ("moving_mean", "moving_var")


def _facts(total_outputs: int) -> Facts:
    return {
        "output_names": ("output", "mean", "var"),
        "total_outputs": total_outputs,
        "initial": {"moving_mean": '["zero", {}]', "moving_var": '["one", {}]'},
        "types": "T ? -> T",  # statistics are wider than half precision: ``fill_types`` says how
    }


def _channel_vectors(*shapes: Shape | None, axis: int = 1, **_: object) -> dict[str, Shape]:
    data = shapes[0]
    if data is None:
        return {}
    size = (data[_real_axis("BatchNorm", axis, len(data))],)
    return dict.fromkeys(("gamma", "beta", *_MOVING), size)


def _float32_statistics(*types: str | None, **_: object) -> dict[str, str]:
    if types[0] is None:
        return {}
    dtype = "float32" if types[0] in ("float16", "bfloat16") else types[0]
    return dict.fromkeys(("gamma", "beta", *_MOVING), dtype)


def _with_variance(
    name: str, arrays: Sequence[Array], *, output_mean_var: bool, train: bool, **how: Any
) -> tuple[Array, ...]:
    """A batch normalisation of axis 1 whose further outputs are the mean and the variance itself."""
    out, mean, var, *moving = _batch_norm(name, *arrays, axis=1, train=train, **how)
    return (out, mean, var, *moving) if output_mean_var else (out, *moving)


@op("BatchNorm_v1", outputs=_visible, mutates=_MOVING, **_facts(total_outputs=3))
def batch_norm_v1(
    data: Array,
    gamma: Array,
    beta: Array,
    moving_mean: Array,
    moving_var: Array,
    *,
    eps: float = 1e-3,
    momentum: float = 0.9,
    fix_gamma: bool = True,
    use_global_stats: bool = False,
    output_mean_var: bool = False,
    train: bool,
) -> tuple[Array, ...]:
    """The batch normalisation of MXNet 0.x, kept for its model files; its third output is the variance itself.

    output_mean_var: Also return the mean and the variance.

    >>> one, zero = nd.ones((2,)), nd.zeros((2,))
    >>> nd.BatchNorm_v1(nd.ones((1, 2, 1, 1)), one, zero, zero, one, eps=0).reshape(-1).asnumpy()
    array([1., 1.], dtype=float32)
    """
    how = {"eps": eps, "momentum": momentum, "fix_gamma": fix_gamma, "use_global_stats": use_global_stats}
    arrays = (data, gamma, beta, moving_mean, moving_var)
    return _with_variance("BatchNorm_v1", arrays, output_mean_var=output_mean_var, train=train, **how)


@op("_contrib_SyncBatchNorm", like=batch_norm_v1, outputs=_visible, mutates=_MOVING, **_facts(total_outputs=3))
def sync_batch_norm(*arrays: Array, ndev: int = 1, key: str, train: bool, **how: Any) -> tuple[Array, ...]:
    """Batch normalisation of the batch that one program sees, whatever the number of devices it is spread over.

    ``ndev`` and ``key`` name the devices and the layer in MXNet; where a batch is sharded over devices, XLA's
    reductions already cross them. Its third output is the variance itself.

    output_mean_var: Also return the mean and the variance.
    ndev: How many devices share the batch in MXNet; no effect here.
    key: The name of the layer in MXNet; no effect here.

    >>> one, zero = nd.ones((2,)), nd.zeros((2,))
    >>> nd.contrib.SyncBatchNorm(nd.ones((1, 2, 1, 1)), one, zero, zero, one, eps=0, key="bn").reshape(-1).asnumpy()
    array([1., 1.], dtype=float32)
    """
    return _with_variance("SyncBatchNorm", arrays, train=train, **how)


@op("BatchNorm", like=batch_norm_v1, outputs=_visible, mutates=_MOVING, **_facts(total_outputs=3))
def batch_norm(
    *arrays: Array,
    axis: int = 1,
    cudnn_off: bool = False,
    min_calib_range: float | None = None,
    max_calib_range: float | None = None,
    train: bool,
    **how: Any,
) -> tuple[Array, ...]:
    """Normalisation of each channel by its mean and variance over the batch, then ``* gamma + beta``.

    In training mode the moving statistics are updated; otherwise, and with ``use_global_stats``, they are used instead
    of the batch's. ``output_mean_var`` adds the mean and the inverse standard deviation to the outputs. With
    ``fix_gamma`` gamma counts as one.

    axis: The axis of channels.

    >>> one, zero = nd.ones((2,)), nd.zeros((2,))
    >>> nd.BatchNorm(nd.array([[1, 2], [3, 6]]), one, zero, zero, one, fix_gamma=False, eps=0).asnumpy()
    array([[1., 2.],
           [3., 6.]], dtype=float32)
    """
    return _with_inverse(arrays, rectified=False, axis=axis, train=train, **how)


def _with_inverse(arrays: Sequence[Array], *, output_mean_var: bool, **how: Any) -> tuple[Array, ...]:
    """A batch normalisation whose further outputs are the mean and the inverse standard deviation."""
    out, mean, var, *moving = _batch_norm("BatchNorm", *arrays, **how)
    return (out, mean, lax.rsqrt(var + how["eps"]), *moving) if output_mean_var else (out, *moving)


@op("_contrib_BatchNormWithReLU", like=batch_norm, outputs=_visible, mutates=_MOVING, **_facts(total_outputs=4))
def batch_norm_with_relu(*arrays: Array, train: bool, **how: Any) -> tuple[Array, ...]:
    """``BatchNorm`` followed by a rectifier.

    axis: The axis of channels.

    >>> one, zero = nd.ones((2,)), nd.zeros((2,))
    >>> nd.contrib.BatchNormWithReLU(nd.array([[-1, 2]]), one, zero, zero, one, fix_gamma=False, eps=0).asnumpy()
    array([[0., 2.]], dtype=float32)
    """
    without_effect = ("cudnn_off", "min_calib_range", "max_calib_range")
    how = {name: value for name, value in how.items() if name not in without_effect}
    return _with_inverse(arrays, rectified=True, train=train, **how)


for _normalization in (batch_norm_v1, sync_batch_norm, batch_norm, batch_norm_with_relu):
    _normalization.fill_shapes(_channel_vectors)
    _normalization.fill_types(_float32_statistics)


@op("LayerNorm", outputs=_visible, output_names=("output", "mean", "std"), total_outputs=3)
def layer_norm(
    data: Array, gamma: Array, beta: Array, *, axis: int = -1, eps: float = 1e-5, output_mean_var: bool = False
) -> tuple[Array, ...]:
    """Normalisation along one axis, then ``* gamma + beta``; ``output_mean_var`` adds mean and standard deviation.

    gamma: The scale along the axis.
    beta: The shift along the axis.
    axis: The axis to normalise.
    output_mean_var: Also return the mean and the standard deviation.

    >>> nd.LayerNorm(nd.array([[1, 3]]), nd.ones((2,)), nd.zeros((2,)), eps=0).asnumpy()
    array([[-1.,  1.]], dtype=float32)
    """
    check_floating("LayerNorm", data)
    check_types("LayerNorm", data.dtype, gamma=gamma, beta=beta)
    axis = _real_axis("LayerNorm", axis, data.ndim)
    for what, vector in (("gamma", gamma), ("beta", beta)):
        check_shape("LayerNorm", what, vector.shape, (data.shape[axis],))
    out, mean, var = _normalize(data, _along(gamma, axis, data.ndim), _along(beta, axis, data.ndim), (axis,), eps)
    return (out, *_mean_and_std(mean, var, eps, data.dtype)) if output_mean_var else (out,)


def _mean_and_std(mean: Array, var: Array, eps: float, dtype: np.dtype) -> tuple[Array, Array]:
    mean, var = lax.stop_gradient((mean, var))
    return mean.astype(dtype), jnp.sqrt(var + eps).astype(dtype)


@layer_norm.fill_shapes
def _(data: Shape | None, *params: Shape | None, axis: int, **_: object) -> dict[str, Shape]:
    if data is None:
        return {}
    return dict.fromkeys(("gamma", "beta"), (data[_real_axis("LayerNorm", axis, len(data))],))


@op("GroupNorm", outputs=_visible, output_names=("output", "mean", "std"), total_outputs=3)
def group_norm(
    data: Array, gamma: Array, beta: Array, *, num_groups: int = 1, eps: float = 1e-5, output_mean_var: bool = False
) -> tuple[Array, ...]:
    """Normalisation over groups of channels and all axes after; gamma and beta have one number for each group.

    data: Of shape (batch, channels, ...).
    gamma: A scale for each group.
    beta: A shift for each group.
    num_groups: How many groups the channels are divided into.
    output_mean_var: Also return the mean and the standard deviation.

    >>> nd.GroupNorm(nd.array([[[1], [3]]]), nd.ones((1,)), nd.zeros((1,)), num_groups=1, eps=0).reshape(-1).asnumpy()
    array([-1.,  1.], dtype=float32)
    """
    check_floating("GroupNorm", data)
    check_types("GroupNorm", data.dtype, gamma=gamma, beta=beta)
    if data.ndim < 3:
        raise MXNetError(f"GroupNorm: data needs (batch, channel, ...), 3 axes or more, received {data.shape}.")
    if num_groups < 1 or data.shape[1] % num_groups:
        raise MXNetError(
            f"GroupNorm: # of channels must be divisible by # of groups: {data.shape[1]} channels, {num_groups=}."
        )
    for what, vector in (("gamma", gamma), ("beta", beta)):
        check_shape("GroupNorm", what, vector.shape, (num_groups,))
    grouped = data.reshape(data.shape[0], num_groups, -1)
    out, mean, var = _normalize(grouped, _along(gamma, 1, 3), _along(beta, 1, 3), (2,), eps)
    out = out.reshape(data.shape)
    if not output_mean_var:
        return (out,)
    return out, *_mean_and_std(mean[:, :, 0], var[:, :, 0], eps, data.dtype)


@group_norm.fill_shapes
def _(data: Shape | None, *params: Shape | None, num_groups: int, **_: object) -> dict[str, Shape]:
    return dict.fromkeys(("gamma", "beta"), (num_groups,))


@op("InstanceNorm", output_names=("output",), total_outputs=3)
def instance_norm(data: Array, gamma: Array, beta: Array, *, eps: float = 1e-3) -> Array:
    """Normalisation of each channel of each example over its spatial axes, then ``* gamma + beta``.

    data: Of shape (batch, channels, ...).

    >>> nd.InstanceNorm(nd.array([[[1, 3]]]), nd.ones((1,)), nd.zeros((1,)), eps=0).asnumpy()
    array([[[-1.,  1.]]], dtype=float32)
    """
    check_floating("InstanceNorm", data)
    check_types("InstanceNorm", data.dtype, gamma=gamma, beta=beta)
    if data.ndim < 3:
        raise MXNetError(f"InstanceNorm only supports input tensors of rank >= 3, received shape {data.shape}.")
    for what, vector in (("gamma", gamma), ("beta", beta)):
        check_shape("InstanceNorm", what, vector.shape, (data.shape[1],))
    axes = tuple(range(2, data.ndim))
    return _normalize(data, _along(gamma, 1, data.ndim), _along(beta, 1, data.ndim), axes, eps)[0]


@instance_norm.fill_shapes
def _(data: Shape | None, *params: Shape | None, **_: object) -> dict[str, Shape]:
    return {} if data is None else dict.fromkeys(("gamma", "beta"), (data[1],))


@op("L2Normalization", output_names=("output",), total_outputs=2)
def l2_normalization(
    data: Array, *, eps: float = 1e-10, mode: Literal["channel", "instance", "spatial"] = "instance"
) -> Array:
    """Division by the Euclidean norm of each example, of each position's channels, or of each channel's positions.

    eps: Added to the sum of squares.
    mode: Over what: ``instance`` (all of an example), ``channel`` (axis 1 at each position), ``spatial`` (the axes
        after it).

    >>> nd.L2Normalization(nd.array([[3, 4]])).asnumpy()
    array([[0.6, 0.8]], dtype=float32)
    """
    if mode != "instance" and data.ndim < 3:
        raise MXNetError(f"L2Normalization: At least 3 dimensions required in {mode} mode, received {data.shape}.")
    axes = {"instance": tuple(range(1, data.ndim)), "channel": (1,), "spatial": tuple(range(2, data.ndim))}[mode]
    x = data.astype(wide(data.dtype))
    total = jnp.sum(x * x, axis=axes, keepdims=True, dtype=x.dtype)
    return (x * lax.rsqrt(total + np.array(eps, x.dtype))).astype(data.dtype)


@op("LRN", output_names=("output",), total_outputs=2)
def lrn(data: Array, *, alpha: float = 1e-4, beta: float = 0.75, knorm: float = 2.0, nsize: int) -> Array:
    """Division by a power of the squares of ``nsize`` neighbouring channels, summed: local response normalisation.

    data: Of shape (batch, channels, height, width).
    alpha: The factor of the sum, divided by ``nsize``.
    beta: The power.
    knorm: What is added to the sum.
    nsize: How many channels, an odd number.

    >>> nd.LRN(nd.ones((1, 2, 1, 1)), nsize=3, alpha=3, knorm=0, beta=1).reshape(-1).asnumpy()
    array([0.5, 0.5], dtype=float32)
    """
    if nsize % 2 == 0:
        raise MXNetError(f"LRN only supports odd values for local_size, received {nsize=}.")
    if data.ndim != 4:
        raise MXNetError(f"LRN: data needs the 4 axes (batch, channel, y, x), received shape {data.shape}.")
    x = data.astype(wide(data.dtype))
    half = nsize // 2
    squares = lax.reduce_window(
        x * x, np.zeros((), x.dtype), lax.add, (1, nsize, 1, 1), (1, 1, 1, 1), ((0, 0), (half, half), (0, 0), (0, 0))
    )
    return (x * (squares * (alpha / nsize) + knorm) ** -beta).astype(data.dtype)
