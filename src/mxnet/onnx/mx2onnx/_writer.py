"""The ONNX graph that is being made: nodes, constants, and the shapes that are computed beside the data.

Operators whose ONNX form changed between opsets have a method here, so that no converter knows which opset it writes.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from mxnet.error import MXNetError
from mxnet.onnx._package import load_onnx

OPSETS = range(12, 22)


class Tensor(NamedTuple):
    """A value of the graph that MXNet knows too; sizes that are free when the model runs are None."""

    name: str
    shape: tuple[int | None, ...]
    dtype: np.dtype

    @property
    def rank(self) -> int:
        """The number of axes, which is never free."""
        return len(self.shape)


Operand = Tensor | str | np.ndarray | None  # arrays become constants, None an input that is left out
Dim = int | str  # a size, or the name of a tensor of one integer that will hold it


class PlannedNode(NamedTuple):
    """A node to be."""

    kind: str
    inputs: list[str]
    outputs: list[str]
    attrs: dict[str, Any]


def ints(*values: int) -> np.ndarray:
    """Integers as ONNX wants sizes, axes and positions."""
    return np.array(values, np.int64)


class Writer:
    """A graph that grows; ``scope`` is the name under which new values stand."""

    def __init__(self, opset: int) -> None:
        self.opset = opset
        self.steps: list[PlannedNode] = []
        self.constants: dict[str, np.ndarray] = {}
        self.scope = ""
        self.taken: set[str] = set()
        self._known: dict[tuple[Any, ...], str] = {}
        self._shapes: dict[str, str] = {}

    # --- nodes and constants -----------------------------------------------------------------------------------------

    def fresh(self, hint: str) -> str:
        """A name that nothing else has."""
        name, number = hint, 0
        while name in self.taken:
            number += 1
            name = f"{hint}_{number}"
        self.taken.add(name)
        return name

    def op(self, kind: str, *inputs: Operand, **attrs: Any) -> str:
        """Append a node; attributes that are None are left out. The name of its one output."""
        return self.ops(kind, 1, *inputs, **attrs)[0]

    def ops(self, kind: str, outputs: int, *inputs: Operand, **attrs: Any) -> list[str]:
        """As ``op``, for nodes of several outputs."""
        names = [self.fresh(f"{self.scope}/{kind}") for _ in range(outputs)]
        input_names = [self.name_of(x) for x in inputs]
        while input_names and not input_names[-1]:
            input_names.pop()
        kept = {k: v for k, v in attrs.items() if v is not None}
        self.steps.append(PlannedNode(kind, input_names, names, kept))
        return names

    def name_of(self, x: Operand) -> str:
        """What an operand is called in the graph."""
        if isinstance(x, np.ndarray | np.generic):
            return self.constant(np.asarray(x))
        return x.name if isinstance(x, Tensor) else x or ""

    def constant(self, array: np.ndarray, name: str = "") -> str:
        """A constant; small equal ones are one."""
        key = (array.dtype.str, array.shape, array.tobytes()) if array.size <= 64 and not name else None
        if key in self._known:
            return self._known[key]
        tensor_name = self.fresh(name or f"{self.scope}/constant")
        self.constants[tensor_name] = array
        if key is not None:
            self._known[key] = tensor_name
        return tensor_name

    def rename(self, old: str, new: str, since: int) -> None:
        """Give a value that was made since some step another name."""
        for step in self.steps[since:]:
            step.inputs[:] = [new if n == old else n for n in step.inputs]
            step.outputs[:] = [new if n == old else n for n in step.outputs]
        if old in self._shapes:
            self._shapes[new] = self._shapes.pop(old)

    # --- sizes -------------------------------------------------------------------------------------------------------

    def dim(self, x: Tensor, axis: int) -> Dim:
        """A size of a tensor: an integer where it is known."""
        known = x.shape[axis]
        if known is not None:
            return known
        return self.op("Gather", self.shape_of(x), ints(axis % x.rank), axis=0)

    def dims(self, x: Tensor, start: int = 0, stop: int | None = None) -> list[Dim]:
        """Some neighbouring sizes of a tensor."""
        return [self.dim(x, axis) for axis in range(x.rank)[start:stop]]

    def shape_of(self, x: Tensor | str) -> str:
        """The whole shape, computed when the model runs."""
        name = self.name_of(x)
        if name not in self._shapes:
            self._shapes[name] = self.op("Shape", x)
        return self._shapes[name]

    def sizes(self, dims: Sequence[Dim]) -> np.ndarray | str:
        """Sizes as one operand."""
        if all(isinstance(d, int) for d in dims):
            return np.array(dims, np.int64)
        parts = [ints(d) if isinstance(d, int) else d for d in dims]
        return parts[0] if len(parts) == 1 else self.op("Concat", *parts, axis=0)  # type: ignore[return-value]

    def product(self, dims: Sequence[Dim]) -> Dim:
        """The product of sizes."""
        known = int(np.prod([d for d in dims if isinstance(d, int)], dtype=np.int64))
        free = [d for d in dims if isinstance(d, str)]
        if not free:
            return known
        total = free[0]
        for size in free[1:]:
            total = self.op("Mul", total, size)
        return total if known == 1 else self.op("Mul", total, ints(known))

    def plus(self, a: Dim, b: Dim, kind: str = "Add") -> Dim:
        """The sum of two sizes, or with "Sub", "Div" or "Min" what these give of them."""
        if isinstance(a, int) and isinstance(b, int):
            return {"Add": a + b, "Sub": a - b, "Div": a // b if b else 0, "Min": min(a, b)}[kind]
        return self.op(kind, self.sizes([a]), self.sizes([b]))

    def number(self, dim: Dim, dtype: np.dtype) -> Operand:
        """A size as a number of some type, of shape ()."""
        if isinstance(dim, int):
            return np.array(dim, dtype)
        return self.cast(self.squeeze(dim, 0), dtype)

    # --- operators that every family needs ---------------------------------------------------------------------------

    def cast(self, x: Operand, dtype: Any) -> Operand:
        """The operand in another type."""
        dtype = np.dtype(dtype)
        if isinstance(x, np.ndarray):
            return x.astype(dtype)
        if isinstance(x, Tensor) and x.dtype == dtype:
            return x
        return self.op("Cast", x, to=tensor_type(dtype))

    def reshape(self, x: Operand, dims: Sequence[Dim]) -> str:
        """The operand in another shape; one size that is free needs no computing."""
        if sum(not isinstance(d, int) for d in dims) <= 1:
            dims = [d if isinstance(d, int) else -1 for d in dims]
        return self.op("Reshape", x, self.sizes(dims))

    def expand(self, x: Operand, dims: Sequence[Dim]) -> str:
        """The operand repeated along axes of size one."""
        return self.op("Expand", x, self.sizes(dims))

    def transpose(self, x: Operand, perm: Sequence[int]) -> Operand:
        """The operand with its axes in another order."""
        return x if list(perm) == list(range(len(perm))) else self.op("Transpose", x, perm=list(perm))

    def unsqueeze(self, x: Operand, *axes: int) -> str:
        """The operand with new axes of size one; negative ones count in the result."""
        if self.opset < 13:
            return self.op("Unsqueeze", x, axes=list(axes))
        return self.op("Unsqueeze", x, ints(*axes))

    def squeeze(self, x: Operand, *axes: int) -> str:
        """The operand without some axes."""
        if self.opset < 13:
            return self.op("Squeeze", x, axes=list(axes))
        return self.op("Squeeze", x, ints(*axes))

    def reduce(self, kind: str, x: Operand, axes: Sequence[int], keepdims: bool = False) -> str:
        """One of ONNX's reductions."""
        if self.opset >= 18 or (kind == "ReduceSum" and self.opset >= 13):
            return self.op(kind, x, ints(*axes), keepdims=int(keepdims))
        return self.op(kind, x, axes=list(axes), keepdims=int(keepdims))

    def split(self, x: Operand, sizes: Sequence[int], axis: int) -> list[str]:
        """The operand cut into parts of these sizes."""
        if self.opset < 13:
            return self.ops("Split", len(sizes), x, axis=axis, split=list(sizes))
        return self.ops("Split", len(sizes), x, ints(*sizes), axis=axis)

    def slice(
        self, x: Operand, starts: Sequence[int], ends: Sequence[int], axes: Sequence[int], steps: Sequence[int] = ()
    ) -> str:
        """A part of the operand, as Python's slices cut it."""
        return self.op("Slice", x, ints(*starts), ints(*ends), ints(*axes), ints(*steps) if steps else None)

    def resize(self, x: Operand, scales: Operand = None, sizes: Operand = None, **attrs: Any) -> str:
        """Images in another size, given by scales or by sizes; before opset 13 what is not given is empty."""
        empty = None if self.opset >= 13 else np.zeros(0, np.float32)
        return self.op("Resize", x, empty, empty if scales is None else scales, sizes, **attrs)

    def softmax(self, x: Operand, axis: int, rank: int, kind: str = "Softmax") -> Operand:
        """Softmax or LogSoftmax along one axis; before opset 13 they took all axes from there on."""
        axis %= rank
        if self.opset >= 13 or axis == rank - 1:
            return self.op(kind, x, axis=axis)
        perm = [*range(axis), *range(axis + 1, rank), axis]
        along_last = self.op(kind, self.transpose(x, perm), axis=rank - 1)
        return self.transpose(along_last, np.argsort(perm).tolist())


def tensor_type(dtype: Any) -> int:
    """ONNX's number of a type."""
    try:
        return int(load_onnx("helper").np_dtype_to_tensor_dtype(np.dtype(dtype)))
    except (KeyError, ValueError):
        raise MXNetError(f"ONNX has no tensors of type {np.dtype(dtype)}: cast them to float32") from None
