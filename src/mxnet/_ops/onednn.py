"""Convolutions of the oneDNN library, through its C API: descriptions, primitives, and running them on addresses.

The library is optional: ``pip install 'mxnet-xla[fast]'`` brings it, ``MXNET_MKLDNN_ENABLED=0`` leaves it alone. Nothing
here knows of JAX; ``onednn_call`` makes these convolutions part of its programs.

Data is held with the channels last, which the library computes as fast as in blocks of its own (3x3, 64 channels at 56x56, batch 8:
17.4 ms of processor time against 16.8; in plain NCHW 28.1). Weights are held as MXNet has them and packed at each call.
"""

import ctypes
import functools
import math
import os
import sys
from ctypes import POINTER, byref, c_char_p, c_int, c_int64, c_size_t, c_void_p
from importlib import metadata
from pathlib import Path
from typing import Any, Literal, NamedTuple

from mxnet._config import config

Shape = tuple[int, ...]
Kind = Literal["forward", "data", "weight"]

PACKAGE = "onednn-cpu-gomp"
FILE = "libdnnl.so.3"
# Addresses of buffers that the library writes vectors to are multiples of this.
ALIGN = 64

# Numbers of the C API, version 3.
_CPU, _IN_ORDER, _F32, _ANY, _DIRECT, _USER_SCRATCHPAD = 1, 1, 3, 1, 1, 1
_TRAINING = 64
_SOURCE_MD, _DIFF_SOURCE_MD, _WEIGHTS_MD, _DIFF_WEIGHTS_MD, _TARGET_MD, _DIFF_TARGET_MD, _SCRATCHPAD_MD = (
    129, 130, 131, 132, 133, 134, 136,
)  # fmt: skip
_SOURCE, _TARGET, _WEIGHTS, _SCRATCHPAD, _DIFF_SOURCE, _DIFF_TARGET, _DIFF_WEIGHTS = 1, 17, 33, 80, 129, 145, 161
_MOST_AXES = 12


class Description(NamedTuple):
    """A convolution, or one of its gradients: all that a primitive depends on.

    ``data``, ``weight`` and ``out`` are shapes with the channels second, whatever the layout in memory; ``before`` and
    ``after`` are the margins.
    """

    kind: Kind
    data: Shape
    weight: Shape
    out: Shape
    stride: Shape
    dilate: Shape
    before: Shape
    after: Shape
    groups: int


class Unsupported(Exception):
    """The library has no such primitive, or failed."""


class _Argument(ctypes.Structure):
    _fields_ = (("index", c_int), ("memory", c_void_p))


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
        self.attributes = self.make("dnnl_primitive_attr_create")
        self.check("dnnl_primitive_attr_set_scratchpad_mode", self.attributes, _USER_SCRATCHPAD)

    def check(self, name: str, *arguments: Any) -> None:
        """Call a function; raise unless it succeeds."""
        status = getattr(self.quick, name)(*arguments)
        if status:
            raise Unsupported(f"{name}: status {status}")

    def make(self, name: str, *arguments: Any) -> c_void_p:
        """What a function puts where its first argument points."""
        made = c_void_p()
        self.check(name, byref(made), *arguments)
        return made

    def plain(self, shape: Shape, order: Shape) -> c_void_p:
        """The descriptor of an array whose axes are in memory in this order, the outermost first."""
        strides, size = [0] * len(shape), 1
        for axis in reversed(order):
            strides[axis], size = size, size * shape[axis]
        name = "dnnl_memory_desc_create_with_strides"
        return self.make(name, len(shape), _sizes(shape), _F32, _sizes(tuple(strides)))

    def chosen(self, shape: Shape) -> c_void_p:
        """The descriptor of an array in a layout that the primitive may choose."""
        return self.make("dnnl_memory_desc_create_with_tag", len(shape), _sizes(shape), _F32, _ANY)

    def needs(self, primitive: c_void_p, what: int) -> c_void_p:
        """A descriptor that a primitive's one has; it lives as long."""
        return c_void_p(self.quick.dnnl_primitive_desc_query_md(primitive, what, 0))

    def size(self, descriptor: c_void_p) -> int:
        """Bytes of an array, up to a whole number of aligned blocks."""
        return -(-int(self.quick.dnnl_memory_desc_get_size(descriptor)) // ALIGN) * ALIGN


def _sizes(sizes: Shape) -> Any:
    return (c_int64 * _MOST_AXES)(*sizes)


@functools.cache
def library() -> Library | None:
    """The library, loaded when it is first asked for; None without it, or with one that does not work."""
    path = find()
    try:
        return None if path is None else Library(path)
    except (OSError, AttributeError, Unsupported):
        return None


def channels_last(rank: int) -> Shape:
    """The axes of data in the order in which they are in memory."""
    return (0, *range(2, rank), 1)


class Step(NamedTuple):
    """A primitive and its arguments: an index of the API's, a descriptor, and which buffer it is."""

    primitive: c_void_p
    arguments: tuple[tuple[int, c_void_p, int], ...]


class Plan:
    """A description as primitives: packing of weights, the convolution, unpacking.

    Buffers are numbered: 0 and 1 are what is read, 2 what is written, 3 the scratchpad and 4 the packed weights; the last two
    are parts of one ``workspace``, this many bytes, which the caller supplies.
    """

    def __init__(self, found: Library, description: Description) -> None:
        self._library = found
        self._made: list[tuple[str, c_void_p]] = []
        self._frames: list[_Frame] = []
        self._steps = self._build(description)

    def _keep(self, kind: str, handle: c_void_p) -> c_void_p:
        self._made.append((kind, handle))
        return handle

    def _make(self, kind: str, name: str, *arguments: Any) -> c_void_p:
        return self._keep(kind, self._library.make(name, *arguments))

    def _build(self, d: Description) -> list[Step]:
        lib = self._library
        shape = d.weight if d.groups == 1 else (d.groups, d.weight[0] // d.groups, *d.weight[1:])
        data = self._keep("memory_desc", lib.plain(d.data, channels_last(len(d.data))))
        out = self._keep("memory_desc", lib.plain(d.out, channels_last(len(d.out))))
        held = self._keep("memory_desc", lib.plain(shape, tuple(range(len(shape)))))
        packed = self._keep("memory_desc", lib.chosen(shape))
        window = [_sizes(v) for v in (d.stride, tuple(n - 1 for n in d.dilate), d.before, d.after)]
        begin, engine = "dnnl_convolution", lib.engine
        name = f"{begin}_forward_primitive_desc_create"
        forward = self._make(
            "primitive_desc", name, engine, _TRAINING, _DIRECT, data, packed, None, out, *window, lib.attributes
        )
        if d.kind == "forward":
            found, weight_md = forward, _WEIGHTS_MD
            uses = [(_SOURCE, _SOURCE_MD, 0), (_WEIGHTS, _WEIGHTS_MD, 1), (_TARGET, _TARGET_MD, 2)]
        elif d.kind == "data":
            name = f"{begin}_backward_data_primitive_desc_create"
            found = self._make(
                "primitive_desc", name, engine, _DIRECT, data, packed, out, *window, forward, lib.attributes
            )
            weight_md = _WEIGHTS_MD
            uses = [(_DIFF_TARGET, _DIFF_TARGET_MD, 0), (_WEIGHTS, _WEIGHTS_MD, 1), (_DIFF_SOURCE, _DIFF_SOURCE_MD, 2)]
        else:
            name = f"{begin}_backward_weights_primitive_desc_create"
            found = self._make(
                "primitive_desc", name, engine, _DIRECT, data, packed, None, out, *window, forward, lib.attributes
            )
            weight_md = _DIFF_WEIGHTS_MD
            uses = [(_SOURCE, _SOURCE_MD, 0), (_DIFF_TARGET, _DIFF_TARGET_MD, 1), (_DIFF_WEIGHTS, _DIFF_WEIGHTS_MD, 2)]
        return self._around(found, uses, held, lib.needs(found, weight_md), d.kind == "weight")

    def _around(
        self, found: c_void_p, uses: list[tuple[int, int, int]], held: c_void_p, packed: c_void_p, after: bool
    ) -> list[Step]:
        """The primitive with the packing before it, or the unpacking after it, if its weights are not held so."""
        lib = self._library
        scratchpad = lib.needs(found, _SCRATCHPAD_MD)
        weights = next(buffer for index, _, buffer in uses if index in (_WEIGHTS, _DIFF_WEIGHTS))
        same = bool(lib.quick.dnnl_memory_desc_equal(held, packed))
        place = {weights: weights if same else 4}
        arguments = [(index, lib.needs(found, md), place.get(buffer, buffer)) for index, md, buffer in uses]
        arguments.append((_SCRATCHPAD, scratchpad, 3))
        steps = [Step(self._make("primitive", "dnnl_primitive_create", found), tuple(arguments))]
        size = lib.size(scratchpad)
        self._places = {3: 0, 4: size}
        if not same:
            between = (packed, held) if after else (held, packed)
            buffers = (4, weights) if after else (weights, 4)
            name = "dnnl_reorder_primitive_desc_create"
            reorder = self._make("primitive_desc", name, between[0], lib.engine, between[1], lib.engine, lib.attributes)
            inner = lib.needs(reorder, _SCRATCHPAD_MD)
            ends = zip((_SOURCE, _TARGET), between, buffers, strict=True)
            step = Step(
                self._make("primitive", "dnnl_primitive_create", reorder), (*ends, (_SCRATCHPAD, inner, 3))
            )
            steps.insert(len(steps) if after else 0, step)
            size = max(size, lib.size(inner))
            self._places[4] = size
            size += lib.size(packed)
        self.workspace = size + ALIGN
        return steps

    def run(self, addresses: tuple[int, int, int], workspace: int) -> None:
        """Compute, from what is at two addresses to a third."""
        base = -(-workspace // ALIGN) * ALIGN
        frame = self._frames.pop() if self._frames else _Frame(self._library, self._steps)
        frame.run((*addresses, base + self._places[3], base + self._places[4]))
        self._frames.append(frame)

    def __del__(self) -> None:
        self._frames.clear()
        for kind, handle in reversed(self._made):
            getattr(self._library.quick, f"dnnl_{kind}_destroy")(handle)


class _Frame:
    """Memory objects of a plan, whose addresses are set for a run; each run that is under way has its own."""

    def __init__(self, found: Library, steps: list[Step]) -> None:
        self._library = found
        self._memories: list[tuple[c_void_p, int]] = []
        self._runs: list[tuple[c_void_p, int, Any]] = []
        for step in steps:
            arguments = (_Argument * len(step.arguments))()
            for place, (index, descriptor, buffer) in enumerate(step.arguments):
                memory = found.make("dnnl_memory_create", descriptor, found.engine, None)
                self._memories.append((memory, buffer))
                arguments[place] = _Argument(index, memory)
            self._runs.append((step.primitive, len(arguments), arguments))

    def run(self, addresses: Shape) -> None:
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


@functools.lru_cache(maxsize=4096)
def plan(description: Description) -> Plan | None:
    """The plan of a description, if the library has one for it."""
    found = library()
    if found is None or 0 in (*description.data, *description.out) or math.prod(description.weight) == 0:
        return None
    try:
        return Plan(found, description)
    except Unsupported:
        return None
