"""The oneDNN library through its C API: finding it, its descriptors, and running primitives on addresses.

The library is optional: ``pip install 'mxnet-xla[fast]'`` brings it, ``MXNET_MKLDNN_ENABLED=0`` leaves it alone.
Nothing here knows of JAX. ``onednn_plans`` says which primitives an operator needs; ``onednn_call`` makes them parts of
programs.
"""

import ctypes
import functools
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import POINTER, byref, c_float, c_int, c_int64, c_size_t, c_void_p
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from mxnet._config import config

Shape = tuple[int, ...]

PACKAGE = "onednn-cpu-gomp"
FILE = "libdnnl.so.3"
# Addresses of buffers that the library writes vectors to are multiples of this.
ALIGN = 64


# Numbers of the C API, version 3.
_CPU, _IN_ORDER, _USER_SCRATCHPAD = 1, 1, 1
_F32, _ANY = 3, 1
_MOST_AXES = 12
_SCRATCHPAD_MD, _SCRATCHPAD = 136, 80
_SOURCE, _TARGET = 1, 17


class Unsupported(Exception):
    """The library has no such primitive, or failed."""


class _Argument(ctypes.Structure):
    _fields_ = (("code", c_int), ("memory", c_void_p))


@functools.cache
def find() -> Path | None:
    """Where the library is, if it is installed and wanted."""
    if not config.mkldnn_enabled or not sys.platform.startswith("linux"):
        return None
    usual = Path(sys.prefix, "lib", FILE)
    if usual.exists():
        return usual
    try:
        files = metadata.files(PACKAGE) or []
    except metadata.PackageNotFoundError:
        return None
    return next((Path(str(f.locate())).resolve() for f in files if f.name == FILE), None)


def sizes(values: Sequence[int]) -> Any:
    """Numbers as the C API takes them."""
    return (c_int64 * _MOST_AXES)(*values)


def aligned(size: int) -> np.ndarray:
    """So many bytes at an address that XLA takes over without a copy."""
    room = np.empty(size + ALIGN, np.uint8)
    first = -room.ctypes.data % ALIGN
    return room[first : first + size]


def channels_last(rank: int) -> Shape:
    """The axes of images in the order in which they are in memory."""
    return (0, *range(2, rank), 1)


class Library:
    """The loaded library with an engine and a stream. ``quick`` keeps the interpreter's lock, ``slow`` releases it."""

    def __init__(self, path: Path) -> None:
        # Threads of OpenMP that wait would take the processor from XLA's: let them sleep, unless the user has said.
        chosen = os.environ.get("OMP_WAIT_POLICY")
        if chosen is None:
            os.environ["OMP_WAIT_POLICY"] = "passive"
        try:
            self.quick = ctypes.PyDLL(str(path))
            self.slow = ctypes.CDLL(str(path))
        finally:
            if chosen is None:
                del os.environ["OMP_WAIT_POLICY"]
        self.quick.dnnl_memory_desc_get_size.restype = c_size_t
        self.quick.dnnl_memory_desc_get_size.argtypes = (c_void_p,)
        self.quick.dnnl_primitive_desc_query_md.restype = c_void_p
        self.quick.dnnl_primitive_desc_query_md.argtypes = (c_void_p, c_int, c_int)
        self.quick.dnnl_memory_set_data_handle.argtypes = (c_void_p, c_void_p)
        self.slow.dnnl_primitive_execute.argtypes = (c_void_p, c_void_p, c_int, POINTER(_Argument))
        self.engine = self.make("dnnl_engine_create", _CPU, c_size_t(0))
        self.stream = self.make("dnnl_stream_create", self.engine, _IN_ORDER)
        self.quick.dnnl_post_ops_append_eltwise.argtypes = (c_void_p, c_int, c_float, c_float)
        self.attributes = self.make("dnnl_primitive_attr_create")
        self.check("dnnl_primitive_attr_set_scratchpad_mode", self.attributes, _USER_SCRATCHPAD)

    def check(self, name: str, *arguments: Any) -> None:
        """Call a function; raise unless it succeeds."""
        status = getattr(self.quick, name)(*arguments)
        if status:
            raise Unsupported(f"{name}: status {status}")

    def make(self, name: str, *arguments: Any) -> c_void_p:
        """What a function puts where its first argument points."""
        pointer = c_void_p()
        self.check(name, byref(pointer), *arguments)
        return pointer

    def size(self, descriptor: c_void_p) -> int:
        """Bytes of an array, up to a whole number of aligned blocks."""
        return -(-int(self.quick.dnnl_memory_desc_get_size(descriptor)) // ALIGN) * ALIGN

    def threads(self) -> int:
        """How many threads the library computes with."""
        return int(self.quick.omp_get_max_threads())

    @contextmanager
    def one_thread(self) -> Iterator[None]:
        """A scope in which this thread describes primitives that one thread computes."""
        count = self.threads()
        self.quick.omp_set_num_threads(1)
        try:
            yield
        finally:
            self.quick.omp_set_num_threads(count)

    def same(self, first: c_void_p, second: c_void_p) -> bool:
        """Whether two descriptors are equal."""
        return bool(self.quick.dnnl_memory_desc_equal(first, second))


@functools.cache
def library() -> Library | None:
    """The library, loaded when it is first asked for; None without it, or with one that does not work."""
    path = find()
    try:
        return None if path is None else Library(path)
    except (OSError, AttributeError, Unsupported):
        return None


class Argument(NamedTuple):
    """An argument of a primitive: its code in the API, its descriptor, and which of the plan's buffers it is.

    Buffers are numbered: first those that are read, then those that are written, as the caller gives them. Those with
    negative numbers are the plan's own.
    """

    code: int
    descriptor: c_void_p
    buffer: int


class Plan:
    """Primitives that compute an operator, in order; a subclass adds them.

    The caller supplies ``workspace``, this many bytes, for the plan's own buffers.
    """

    # The scratchpad that all steps share, and weights as the primitive wants them.
    SCRATCHPAD, PACKED = -1, -2

    def __init__(self, dnnl: Library) -> None:
        self.library = dnnl
        self._handles: list[tuple[str, c_void_p]] = []
        self._steps: list[tuple[c_void_p, tuple[Argument, ...]]] = []
        self._frames: list[_Frame] = []
        self._scratchpad = self._packed = 0

    @property
    def workspace(self) -> int:
        return ALIGN + self._scratchpad + self._packed

    def _make(self, kind: str, name: str, *arguments: Any) -> c_void_p:
        handle = self.library.make(name, *arguments)
        self._handles.append((kind, handle))
        return handle

    def plain(self, shape: Shape, order: Shape | None = None) -> c_void_p:
        """The descriptor of an array whose axes are in memory in this order, the outermost first."""
        strides, size = [0] * len(shape), 1
        for axis in reversed(order or tuple(range(len(shape)))):
            strides[axis], size = size, size * shape[axis]
        name = "dnnl_memory_desc_create_with_strides"
        return self._make("memory_desc", name, len(shape), sizes(shape), _F32, sizes(strides))

    def image(self, shape: Shape) -> c_void_p:
        """The descriptor of images, with the channels last in memory."""
        return self.plain(shape, channels_last(len(shape)))

    def chosen(self, shape: Shape) -> c_void_p:
        """The descriptor of an array in a layout that the primitive may choose."""
        return self._make("memory_desc", "dnnl_memory_desc_create_with_tag", len(shape), sizes(shape), _F32, _ANY)

    def describe(self, name: str, *arguments: Any, attributes: c_void_p | None = None) -> c_void_p:
        """A primitive's description."""
        full = f"dnnl_{name}_primitive_desc_create"
        return self._make("primitive_desc", full, *arguments, attributes or self.library.attributes)

    def followed(self, steps: Sequence[tuple[int, c_void_p | tuple[float, float]]]) -> c_void_p:
        """Attributes of a primitive whose result goes through more steps before it is written.

        A step is an algorithm, with the descriptor of another operand or with two numbers.
        """
        chain = self._make("post_ops", "dnnl_post_ops_create")
        for algorithm, more in steps:
            if isinstance(more, tuple):
                self.library.check("dnnl_post_ops_append_eltwise", chain, algorithm, *more)
            else:
                self.library.check("dnnl_post_ops_append_binary", chain, algorithm, more)
        attributes = self._make("primitive_attr", "dnnl_primitive_attr_create")
        self.library.check("dnnl_primitive_attr_set_scratchpad_mode", attributes, _USER_SCRATCHPAD)
        self.library.check("dnnl_primitive_attr_set_post_ops", attributes, chain)
        return attributes

    def needs(self, description: c_void_p, what: int) -> c_void_p:
        """A descriptor that a primitive's description has, and keeps."""
        return c_void_p(self.library.quick.dnnl_primitive_desc_query_md(description, what, 0))

    def add(self, description: c_void_p, *arguments: Argument) -> None:
        """Compute a primitive as the next step."""
        scratchpad = self.needs(description, _SCRATCHPAD_MD)
        self._scratchpad = max(self._scratchpad, self.library.size(scratchpad))
        primitive = self._make("primitive", "dnnl_primitive_create", description)
        self._steps.append((primitive, (*arguments, Argument(_SCRATCHPAD, scratchpad, self.SCRATCHPAD))))

    def copy(self, first: Argument, second: Argument) -> None:
        """Copy an array to another layout as the next step; one of the two may be the plan's own packed weight."""
        lib = self.library
        description = self.describe("reorder", first.descriptor, lib.engine, second.descriptor, lib.engine)
        self.add(description, first._replace(code=_SOURCE), second._replace(code=_TARGET))
        self._packed = max([lib.size(a.descriptor) for a in (first, second) if a.buffer == self.PACKED], default=0)

    def run(self, addresses: list[int], workspace: int) -> None:
        """Compute on buffers at these addresses."""
        base = -(-workspace // ALIGN) * ALIGN
        frame = self._frames.pop() if self._frames else _Frame(self.library, self._steps)
        frame.run([*addresses, base + self._scratchpad, base])  # -1 is the last, -2 the one before
        self._frames.append(frame)

    def __del__(self) -> None:
        self._frames.clear()
        for kind, handle in reversed(self._handles):
            getattr(self.library.quick, f"dnnl_{kind}_destroy")(handle)


class _Frame:
    """Memory objects of a plan, whose addresses are set for a run; each run that is under way has its own."""

    def __init__(self, dnnl: Library, steps: list[tuple[c_void_p, tuple[Argument, ...]]]) -> None:
        self._library = dnnl
        self._memories: list[tuple[c_void_p, int]] = []
        self._runs: list[tuple[c_void_p, int, Any]] = []
        for primitive, arguments in steps:
            c_arguments = (_Argument * len(arguments))()
            for place, (code, descriptor, buffer) in enumerate(arguments):
                memory = dnnl.make("dnnl_memory_create", descriptor, dnnl.engine, None)
                self._memories.append((memory, buffer))
                c_arguments[place] = _Argument(code, memory)
            self._runs.append((primitive, len(c_arguments), c_arguments))

    def run(self, addresses: list[int]) -> None:
        """Compute on buffers at these addresses."""
        lib = self._library
        place, execute, stream = lib.quick.dnnl_memory_set_data_handle, lib.slow.dnnl_primitive_execute, lib.stream
        for memory, buffer in self._memories:
            place(memory, addresses[buffer])
        for primitive, count, arguments in self._runs:
            status = execute(primitive, stream, count, arguments)
            if status:
                raise Unsupported(f"dnnl_primitive_execute: status {status}")

    def __del__(self) -> None:
        for memory, _ in self._memories:
            self._library.quick.dnnl_memory_destroy(memory)
