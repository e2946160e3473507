"""oneDNN's convolutions in XLA's programs: a foreign function that reads XLA's call frame, and its gradients.

A program names the function and describes the convolution in text, so it can be kept on disk and run in any process that
has called ``register``. XLA calls from threads of its own, about 20 microseconds a call; the interpreter's lock is released while the library computes.
"""

import ast
import ctypes
import functools
import gc
from ctypes import c_uint64, c_void_p
from functools import partial
from typing import TYPE_CHECKING, Any

import jax
import numpy as np

from mxnet._ops import onednn
from mxnet._ops.onednn import Description, Kind, Shape

if TYPE_CHECKING:
    from mxnet._ops.convolution import Window

Array = jax.Array

TARGET = "mxnet.onednn.convolution"

# Indices into XLA's structs as arrays of 64-bit words (xla/ffi/api/c_api.h; the same from JAX 0.6 to 0.12).
_FRAME_WORDS, _EXTENSION, _API, _ARGUMENTS, _RESULTS, _ATTRIBUTES = 22, 1, 2, 9, 14, 20
_BUFFER_DATA = 24  # bytes
_METADATA = 1  # the type of the extension that asks for the version
_INTERNAL_ERROR = 13

_Frame = c_uint64 * _FRAME_WORDS
_Two = c_uint64 * 2
_Three = c_uint64 * 3
_Four = c_uint64 * 4
_Seven = c_uint64 * 7
_word = c_uint64.from_address


class _ErrorArguments(ctypes.Structure):
    _fields_ = (
        ("struct_size", ctypes.c_size_t),
        ("extension", c_void_p),
        ("message", ctypes.c_char_p),
        ("code", ctypes.c_int),
    )


def _handle(address: int) -> int | None:
    """XLA's call: compute, or tell the version of the interface. No object that the collector counts stays behind."""
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


def _compute(frame: Any) -> None:
    text = _Two.from_address(_word(frame[_ATTRIBUTES]).value)
    given, made = _Two.from_address(frame[_ARGUMENTS]), _Two.from_address(frame[_RESULTS])
    first, second = _word(given[0] + _BUFFER_DATA).value, _word(given[1] + _BUFFER_DATA).value
    result, workspace = _word(made[0] + _BUFFER_DATA).value, _word(made[1] + _BUFFER_DATA).value
    found, size = _described(ctypes.string_at(text[0], text[1]))
    if found.workspace > size:  # another version of the library than the one that the program was compiled with
        own = np.empty(found.workspace, np.uint8)
        workspace = own.ctypes.data
    found.run((first, second, result), workspace)


@functools.lru_cache(maxsize=4096)
def _described(text: bytes) -> tuple[onednn.Plan, int]:
    """The plan of a description in text, and how many bytes of workspace the program has for it."""
    size, *rest = ast.literal_eval(text.decode())
    found = onednn.plan(Description(*rest))
    if found is None:
        raise onednn.Unsupported(f"cannot compute {text.decode()}")
    return found, size


def _tell_version(frame: Any) -> bool:
    """Answer the question for the interface's version, which XLA asks once, with its own; false if it is no question."""
    extension = _Four.from_address(frame[_EXTENSION])
    if extension[1] & 0xFFFFFFFF != _METADATA:
        return False
    metadata, api = _Four.from_address(extension[3]), _Seven.from_address(frame[_API])
    metadata[3] = api[4]
    return True


def _error(api: int, message: str) -> int | None:
    create = ctypes.PYFUNCTYPE(c_void_p, c_void_p)(_Seven.from_address(api)[6])
    given = _ErrorArguments(ctypes.sizeof(_ErrorArguments), None, message.encode(), _INTERNAL_ERROR)
    found: int | None = create(ctypes.addressof(given))
    return found


# XLA keeps the address for the rest of the process.
_CALLBACK = ctypes.CFUNCTYPE(c_void_p, c_void_p)(_handle)


@functools.cache
def register() -> bool:
    """Tell XLA of the function; false where the library is missing, unwanted, or cannot be used.

    To be called before a program with it is loaded or compiled.
    """
    if onednn.find() is None or jax.default_backend() != "cpu" or jax.device_count() != 1:
        return False
    try:
        jax.ffi.register_ffi_target(TARGET, jax.ffi.pycapsule(ctypes.cast(_CALLBACK, c_void_p).value), platform="cpu")
    except (AttributeError, RuntimeError):  # a version of JAX without this interface
        return False
    return True


def describe(kind: Kind, data: Shape, weight: Shape, out: Shape, window: "Window") -> Description:
    """A convolution of arrays with the channels second."""
    before, after = zip(*window.pads, strict=True)
    return Description(kind, data, weight, out, window.stride, window.dilate, before, after, window.groups)


def _call(description: Description, first: Array, second: Array) -> Array:
    found = onednn.plan(description)
    if found is None:
        raise onednn.Unsupported(f"no plan for {description}")
    shape = {"forward": description.out, "data": description.data, "weight": description.weight}[description.kind]
    weight = tuple(range(len(shape)))
    data = onednn.channels_last(len(shape))
    call = jax.ffi.ffi_call(
        TARGET,
        (jax.ShapeDtypeStruct(shape, np.float32), jax.ShapeDtypeStruct((found.workspace,), np.uint8)),
        vmap_method="sequential",
        input_layouts=(data, data if description.kind == "weight" else weight),
        output_layouts=(weight if description.kind == "weight" else data, (0,)),
    )
    result: Array = call(first, second, description=repr((found.workspace, *description)))[0]
    return result


def can(data: Shape, weight: Shape, out: Shape, window: "Window") -> bool:
    """Whether the library has a convolution and both its gradients."""
    kinds: tuple[Kind, ...] = ("forward", "data", "weight")
    return register() and all(onednn.plan(describe(k, data, weight, out, window)) is not None for k in kinds)


# A convolution, its gradients, and theirs: each is linear in both its arrays, so that three functions are enough.


@partial(jax.custom_vjp, nondiff_argnums=(2, 3))
def forward(data: Array, weight: Array, window: "Window", out: Shape) -> Array:
    """The convolution, of the shape ``out``."""
    return _call(describe("forward", data.shape, weight.shape, out, window), data, weight)


@partial(jax.custom_vjp, nondiff_argnums=(2, 3))
def data_gradient(grad: Array, weight: Array, window: "Window", data: Shape) -> Array:
    """The gradient with respect to data of a shape."""
    return _call(describe("data", data, weight.shape, grad.shape, window), grad, weight)


@partial(jax.custom_vjp, nondiff_argnums=(2, 3))
def weight_gradient(data: Array, grad: Array, window: "Window", weight: Shape) -> Array:
    """The gradient with respect to a weight of a shape."""
    return _call(describe("weight", data.shape, weight, grad.shape, window), data, grad)


Saved = tuple[Array, Array]


def _keep(function: Any) -> Any:
    def run(first: Array, second: Array, window: "Window", shape: Shape) -> tuple[Array, Saved]:
        return function(first, second, window, shape), (first, second)

    return run


def _forward_back(window: "Window", out: Shape, saved: Saved, grad: Array) -> Saved:
    data, weight = saved
    return data_gradient(grad, weight, window, data.shape), weight_gradient(data, grad, window, weight.shape)


def _data_back(window: "Window", shape: Shape, saved: Saved, change: Array) -> Saved:
    grad, weight = saved
    return forward(change, weight, window, grad.shape), weight_gradient(change, grad, window, weight.shape)


def _weight_back(window: "Window", shape: Shape, saved: Saved, change: Array) -> Saved:
    data, grad = saved
    return data_gradient(grad, change, window, data.shape), forward(data, change, window, grad.shape)


forward.defvjp(_keep(forward), _forward_back)
data_gradient.defvjp(_keep(data_gradient), _data_back)
weight_gradient.defvjp(_keep(weight_gradient), _weight_back)
