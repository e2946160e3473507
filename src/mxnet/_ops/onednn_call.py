"""oneDNN's primitives in XLA's programs: a foreign function that reads XLA's call frame, and its callers.

A program names the function and describes the primitive in text, so it can be kept on disk and run in any process that
has called ``register``. XLA calls from threads of its own, about 20 microseconds a call; the interpreter's lock is
released while the library computes.
"""

import ctypes
import functools
import gc
import importlib.util
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import c_uint64, c_void_p
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from mxnet._ops import onednn
from mxnet._ops.onednn import Plan, Shape, channels_last
from mxnet._ops.onednn_plans import Description, FusedConvolution, from_text, plan, to_text

Array = jax.Array

TARGET = "mxnet.onednn"
# The same function where it packs a weight, so that such calls are known from others.
PACKING_TARGET = "mxnet.onednn.packing"
# A function that does nothing to an array, in place: XLA computes what it is given once, for all who read it after.
HOLDING_TARGET = "mxnet.hold"

# So many arrays a primitive may read.
MOST_READ = 16

# Indices into XLA's structs as arrays of 64-bit words (xla/ffi/api/c_api.h; the same from JAX 0.6 to 0.12).
_FRAME_WORDS, _EXTENSION, _API, _READ_COUNT, _READ, _WRITTEN_COUNT, _WRITTEN, _ATTRIBUTES = 22, 1, 2, 7, 9, 12, 14, 20
_BUFFER_DATA = 24  # bytes
_METADATA = 1  # the type of the extension that asks for the version
_INTERNAL_ERROR = 13

_Frame = c_uint64 * _FRAME_WORDS
_Two = c_uint64 * 2
_Four = c_uint64 * 4
_Seven = c_uint64 * 7
_Many = c_uint64 * MOST_READ
_word = c_uint64.from_address


class _ErrorArguments(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("extension", c_void_p),
        ("message", ctypes.c_char_p),
        ("code", ctypes.c_int),
    )


def _handle(address: int) -> int | None:
    """XLA's call: compute, or tell the version of the interface."""
    frame = _Frame.from_address(address)
    if frame[_EXTENSION] and _tell_version(frame):
        return None
    collects = gc.isenabled()
    gc.disable()  # a user's __del__ that waits for a result would wait for this thread
    try:
        _compute(frame)
    except BaseException as error:
        return _error(frame[_API], f"oneDNN: {type(error).__name__}: {error}")
    finally:
        if collects:
            gc.enable()
    return None


def _hold(address: int) -> None:
    """XLA's call where an array is held: its result lies where the argument does."""
    frame = _Frame.from_address(address)
    if frame[_EXTENSION]:
        _tell_version(frame)


def _compute(frame: Any) -> None:
    text = _Two.from_address(_word(frame[_ATTRIBUTES]).value)
    read, written = _Many.from_address(frame[_READ]), _Many.from_address(frame[_WRITTEN])
    addresses = [_word(read[i] + _BUFFER_DATA).value for i in range(frame[_READ_COUNT])]
    addresses += [_word(written[i] + _BUFFER_DATA).value for i in range(frame[_WRITTEN_COUNT])]
    workspace = addresses.pop()
    prepared_plan, size = _described(ctypes.string_at(text[0], text[1]))
    if prepared_plan.workspace > size:  # another version of the library than the one that the program was compiled with
        own = np.empty(prepared_plan.workspace, np.uint8)
        workspace = own.ctypes.data
    prepared_plan.run(addresses, workspace)


@functools.lru_cache(maxsize=4096)
def _described(text: bytes) -> tuple[Plan, int]:
    """The plan of a description in text, and how many bytes of workspace the program has for it."""
    description, size = from_text(text.decode())
    prepared_plan = plan(description)
    if prepared_plan is None:
        raise onednn.Unsupported(f"cannot compute {text.decode()}")
    return prepared_plan, size


def _tell_version(frame: Any) -> bool:
    """Answer the question for the interface's version, which XLA asks once, with its own; false if it is none."""
    extension = _Four.from_address(frame[_EXTENSION])
    if extension[1] & 0xFFFFFFFF != _METADATA:
        return False
    metadata, api = _Four.from_address(extension[3]), _Seven.from_address(frame[_API])
    metadata[3] = api[4]
    return True


def _error(api: int, message: str) -> int | None:
    create = ctypes.PYFUNCTYPE(c_void_p, c_void_p)(_Seven.from_address(api)[6])
    arguments = _ErrorArguments(ctypes.sizeof(_ErrorArguments), None, message.encode(), _INTERNAL_ERROR)
    error: int | None = create(ctypes.addressof(arguments))
    return error


# XLA keeps the address for the rest of the process.
_CALLBACK = ctypes.CFUNCTYPE(c_void_p, c_void_p)(_handle)
_HOLD = ctypes.CFUNCTYPE(c_void_p, c_void_p)(_hold)


@functools.cache
def register() -> bool:
    """Tell XLA of the function; false where the library is missing, unwanted, or cannot be used.

    To be called before a program with it is loaded or compiled.
    """
    if onednn.library() is None or not _computes_on_host():
        return False
    try:
        for target, callback in ((TARGET, _CALLBACK), (PACKING_TARGET, _CALLBACK), (HOLDING_TARGET, _HOLD)):
            capsule = jax.ffi.pycapsule(ctypes.cast(callback, c_void_p).value)
            jax.ffi.register_ffi_target(target, capsule, platform="cpu")
    except (AttributeError, RuntimeError):  # a version of JAX without this interface
        return False
    return True


def _computes_on_host() -> bool:
    """Whether the host is where JAX computes; where it can have no other device it is not started by the question."""
    if not any(importlib.util.find_spec(name) for name in ("jax_plugins", "libtpu")):
        return True
    return bool(jax.config.values.get("jax_platforms") == "cpu" or jax.default_backend() == "cpu")


class _Local(threading.local):
    """Whether this thread traces for somewhere else, and whether what it traces has no convolution."""

    left_out = False
    without_convolutions = False


_local = _Local()


@contextmanager
def left_out() -> Iterator[None]:
    """A scope in which this thread traces programs without the library, for files that others run."""
    before, _local.left_out = _local.left_out, True
    try:
        yield
    finally:
        _local.left_out = before


@contextmanager
def without_convolutions() -> Iterator[None]:
    """A scope in which this thread traces a program that has no convolution, and so holds images as they come."""
    before, _local.without_convolutions = _local.without_convolutions, True
    try:
        yield
    finally:
        _local.without_convolutions = before


def holds_channels_last() -> bool:
    """Whether programs that are traced now hold images with their channels last, as the library's convolutions do."""
    return not _local.without_convolutions and is_usable()


def is_usable() -> bool:
    """Whether programs that are traced now may use the library."""
    return not _local.left_out and register()


def threads() -> int:
    """How many threads the library computes with; 0 without it."""
    dnnl = onednn.library()
    return 0 if dnnl is None else dnnl.threads()


class Result(NamedTuple):
    """An array that a primitive writes: float32, or bytes."""

    shape: Shape
    dtype: np.dtype = np.dtype(np.float32)
    is_image: bool = True

    @property
    def memory_shape(self) -> Shape:
        order = channels_last(len(self.shape)) if self.is_image else range(len(self.shape))
        return tuple([self.shape[axis] for axis in order])


def vector(shape: Shape) -> Result:
    """A result that is no image: weights, or a number for each channel."""
    return Result(shape, is_image=False)


def call(
    description: Description, images: Sequence[Array], others: Sequence[Array], results: Sequence[Result]
) -> list[Array]:
    """The results of a primitive that reads images, with their channels second, and then other arrays."""
    prepared_plan = plan(description)
    if prepared_plan is None:
        raise onednn.Unsupported(f"no plan for {description}")
    outs = [jax.ShapeDtypeStruct(r.memory_shape, r.dtype) for r in results]
    workspace = jax.ShapeDtypeStruct((prepared_plan.workspace,), np.uint8)
    target = PACKING_TARGET if getattr(description, "kind", "") == "packing" else TARGET
    primitive = jax.ffi.ffi_call(target, [*outs, workspace], vmap_method="sequential")
    moved = [jnp.moveaxis(image, 1, -1) for image in images]
    *outputs, _ = primitive(*moved, *others, description=to_text(description, prepared_plan.workspace))
    return [jnp.moveaxis(m, -1, 1) if r.is_image else m for m, r in zip(outputs, results, strict=True)]


@jax.custom_vjp
def hold(image: Array) -> Array:
    """An image with its channels second, computed once, and so is its gradient; not computed anew for each reader.

    ``optimization_barrier`` is not enough for that: XLA takes those of a program for a CPU out before it fuses.
    """
    moved = jnp.moveaxis(image, 1, -1)
    struct = jax.ShapeDtypeStruct(moved.shape, moved.dtype)
    primitive = jax.ffi.ffi_call(HOLDING_TARGET, struct, input_output_aliases={0: 0}, vmap_method="broadcast_all")
    return jnp.moveaxis(primitive(moved), -1, 1)


hold.defvjp(lambda image: (hold(image), None), lambda _, grad: (hold(grad),))


def packing_of(equation: Any) -> FusedConvolution | None:
    """What an equation of a traced program packs a weight for, if that is what it does."""
    if equation.primitive.name != "ffi_call" or equation.params["target_name"] != PACKING_TARGET:
        return None
    description, _ = from_text(dict(equation.params["attributes"])["description"])
    return description if isinstance(description, FusedConvolution) else None


def pack(packing: FusedConvolution, address: int) -> np.ndarray:
    """The packed form of the weight at an address, at once."""
    packing_plan = plan(packing)
    if packing_plan is None:
        raise onednn.Unsupported(f"no plan for {packing}")
    packed, workspace = onednn.aligned(packing.packed_bytes), np.empty(packing_plan.workspace, np.uint8)
    packing_plan.run([address, packed.ctypes.data], workspace.ctypes.data)
    return packed
