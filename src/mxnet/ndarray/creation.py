"""Making arrays."""

from typing import Any

import jax
import jax.dlpack
import numpy as np

from mxnet._lazy.tape import flush_all
from mxnet._lazy.value import concrete
from mxnet._ops.registry import find
from mxnet._programs.device import Device, device_of
from mxnet._programs.program import wait_all
from mxnet.context import Context, current_context
from mxnet.error import MXNetError
from mxnet.ndarray import sparse
from mxnet.ndarray.dense import NDArray, dtype_of, from_host, host_array
from mxnet.ndarray.handle import Handle, new, new_view
from mxnet.ndarray.invoke import invoke_op
from mxnet.ndarray.shared import HostMemory
from mxnet.util import is_np_shape


def array(source_array: Any, ctx: Context | None = None, dtype: Any = None) -> NDArray:
    """An array of anything array-like.

    Without ``dtype`` the result is float32, unless the source is an NDArray, which keeps its own.

    >>> nd.array([[1, 2], [3, 4]]).shape
    (2, 2)
    >>> nd.array(np.arange(3)).dtype
    <class 'numpy.float32'>
    """
    ctx = ctx or current_context()
    if isinstance(source_array, sparse.BaseSparseNDArray) or sparse.is_scipy(source_array):
        return sparse.array(source_array, ctx, dtype)
    if dtype is None:
        dtype = source_array.dtype if isinstance(source_array, Handle) else np.float32  # type: ignore[attr-defined]
    if isinstance(source_array, NDArray):
        return source_array.astype(dtype).copyto(ctx)
    return from_host(host_array(source_array, dtype_of(dtype)), ctx)


def _filled(name: str, shape: Any, ctx: Context | None, dtype: Any, extra: dict[str, Any]) -> NDArray:
    out = extra.pop("out", None)
    extra.pop("name", None)
    _check_shape(name, shape)
    attrs = {"shape": shape, "dtype": np.float32 if dtype is None else dtype_of(dtype), "ctx": ctx, **extra}
    return invoke_op(find(name), (), attrs, out)


def _check_shape(name: str, shape: Any) -> None:
    """Outside NumPy's semantics no axes, or an axis of length 0, mean a shape not known yet."""
    sizes = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    if (not sizes or 0 in sizes) and not is_np_shape():
        raise MXNetError(
            f"{name.lstrip('_')}: expected a shape of positive lengths, received {shape}. For arrays without axes or "
            f"elements write: with mx.util.np_shape(): mx.nd.{name.lstrip('_')}({shape})"
        )


def zeros(
    shape: Any, ctx: Context | None = None, dtype: Any = None, stype: str | None = None, **kwargs: Any
) -> NDArray:
    """An array of zeros.

    >>> nd.zeros((2, 2), dtype="int32").asnumpy()
    array([[0, 0],
           [0, 0]], dtype=int32)
    """
    if stype not in (None, "default"):
        return sparse.zeros(stype, shape, ctx, dtype, **kwargs)  # type: ignore[arg-type]
    return _filled("_zeros", shape, ctx, dtype, kwargs)


def ones(shape: Any, ctx: Context | None = None, dtype: Any = None, **kwargs: Any) -> NDArray:
    """An array of ones.

    >>> nd.ones((2, 2)).asnumpy()
    array([[1., 1.],
           [1., 1.]], dtype=float32)
    """
    return _filled("_ones", shape, ctx, dtype, kwargs)


def empty(shape: Any, ctx: Context | None = None, dtype: Any = None, stype: str | None = None) -> NDArray:
    """An array to be filled; it holds zeros until then. It may have no elements.

    >>> nd.empty((2, 3)).shape
    (2, 3)
    """
    if stype not in (None, "default"):
        return zeros(shape, ctx, dtype, stype)
    return invoke_op(find("_zeros"), (), {"shape": shape, "dtype": dtype_of(dtype or np.float32), "ctx": ctx})


def full(
    shape: Any, val: float, ctx: Context | None = None, dtype: Any = np.float32, out: NDArray | None = None
) -> NDArray:
    """An array filled with one number.

    >>> nd.full((2,), 7).asnumpy()
    array([7., 7.], dtype=float32)
    """
    result = empty(shape, ctx, dtype) if out is None else out
    result[:] = val
    return result


def arange(
    start: float,
    stop: float | None = None,
    step: float = 1.0,
    repeat: int = 1,
    infer_range: bool | None = None,
    ctx: Context | None = None,
    dtype: Any = np.float32,
) -> NDArray:
    """Evenly spaced numbers from ``start`` (or 0) up to, not including, ``stop``.

    >>> nd.arange(2, 10, 3).asnumpy()
    array([2., 5., 8.], dtype=float32)
    """
    attrs = {"start": start, "stop": stop, "step": step, "repeat": repeat, "infer_range": bool(infer_range)}
    return invoke_op(find("_arange"), (), {**attrs, "dtype": dtype_of(dtype), "ctx": ctx})


def linspace(
    start: float, stop: float, num: int, endpoint: bool = True, ctx: Context | None = None, dtype: Any = np.float32
) -> NDArray:
    """``num`` evenly spaced numbers from ``start`` to ``stop``.

    >>> nd.linspace(0, 1, 5).asnumpy()
    array([0., 0.25, 0.5, 0.75, 1.], dtype=float32)
    """
    attrs = {"start": start, "stop": stop, "num": num, "endpoint": endpoint}
    return invoke_op(find("_linspace"), (), {**attrs, "dtype": dtype_of(dtype), "ctx": ctx})


def eye(N: int, M: int = 0, k: int = 0, ctx: Context | None = None, dtype: Any = None, **kwargs: Any) -> NDArray:
    """Ones on a diagonal, zeros elsewhere.

    >>> nd.eye(3, k=1).asnumpy()
    array([[0., 1., 0.],
           [0., 0., 1.],
           [0., 0., 0.]], dtype=float32)
    """
    attrs = {"N": N, "M": M, "k": k, "ctx": ctx, "dtype": dtype_of(np.float32 if dtype is None else dtype)}
    return invoke_op(find("_eye"), (), attrs, kwargs.get("out"))


def from_numpy(ndarray: np.ndarray, zero_copy: bool = True, array_cls: type = NDArray) -> Any:
    """An array with a NumPy array's values.

    With ``zero_copy`` they stay one: the NumPy array becomes read-only, and sees what is assigned to the other. To read
    NumPy's memory without a copy, use ``mx.nd.from_dlpack(ndarray)``.

    >>> nd.from_numpy(np.array([1.5, 2.5], "float32")).asnumpy()
    array([1.5, 2.5], dtype=float32)
    """
    if zero_copy and not ndarray.flags["C_CONTIGUOUS"]:
        raise ValueError("Only c-contiguous arrays are supported for zero-copy")
    copied = from_host(ndarray.copy(), Context("cpu", 0), array_cls)
    if not zero_copy:
        return copied
    if ndarray.flags["OWNDATA"]:
        ndarray.flags["WRITEABLE"] = True  # it may have been given before, to another array
    memory = ndarray.view()
    ndarray.flags["WRITEABLE"] = False
    return new_view(array_cls, copied, (HostMemory(memory),)) if memory.flags["WRITEABLE"] else copied


def from_dlpack(dlpack: Any) -> NDArray:
    """An array on memory that another library exports, without a copy where the device allows.

    >>> nd.from_dlpack(nd.ones((2, 2)).to_dlpack_for_read()).asnumpy()
    array([[1., 1.],
           [1., 1.]], dtype=float32)
    """
    if not hasattr(dlpack, "__dlpack__"):
        dlpack = _Capsule(dlpack)
    try:
        buffer = jax.dlpack.from_dlpack(dlpack)
    except (TypeError, jax.errors.JaxRuntimeError) as error:
        raise ValueError(
            f"from_dlpack: expected an array with __dlpack__, or a DLPack capsule that nobody has taken yet: {error}"
        ) from None
    device, ctx = _device_of_buffer(buffer)
    value = concrete(jax.device_put(buffer, device.sharding), device)
    value.share()
    return new(NDArray, value, ctx)


class _Capsule:
    """A bare DLPack capsule on the host, dressed as an exporter."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **_: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


def _device_of_buffer(buffer: jax.Array) -> tuple[Device, Context]:
    (there,) = buffer.devices()
    ctx = Context("cpu" if there.platform == "cpu" else "gpu", there.id)
    return device_of(ctx), ctx


def to_dlpack_for_read(data: NDArray) -> Any:
    """A DLPack capsule of an array's values.

    >>> capsule = nd.to_dlpack_for_read(nd.array([1, 2]))
    >>> nd.from_dlpack(capsule).asnumpy()
    array([1., 2.], dtype=float32)
    """
    return data.to_dlpack_for_read()


def to_dlpack_for_write(data: NDArray) -> Any:
    """A DLPack capsule of an array's values.

    >>> capsule = nd.to_dlpack_for_write(nd.array([1, 2]))
    >>> nd.from_dlpack(capsule).asnumpy()
    array([1., 2.], dtype=float32)
    """
    return data.to_dlpack_for_write()


def waitall() -> None:
    """Return when everything asked for has been computed; raises the error of what failed.

    >>> mx.npx.waitall()
    """
    flush_all("waitall")
    wait_all()


def imdecode(*_: Any, **__: Any) -> NDArray:
    """Replaced by ``mx.image.imdecode``.

    >>> try:
    ...     nd.imdecode(b"")
    ... except mx.MXNetError as error:
    ...     print(error)
    mx.nd.imdecode is gone: use mx.image.imdecode(buffer)
    """
    raise MXNetError("mx.nd.imdecode is gone: use mx.image.imdecode(buffer)")
