"""A convolution and what follows it become one primitive of oneDNN's, in graphs that predict.

In graphs that train, a batch normalisation and its rectifier become one operator.

What is looked for is a chain of operators whose results nothing else reads, each of the later ones optional::

    Convolution -> BatchNorm -> + another image -> relu, or clip

The convolution is then not computed where it stands: its place is taken by an ``OpenConvolution``, which collects what
follows, and the last operator computes all. Whatever does not fit (another type, a convolution that XLA computes) is
computed as it is written.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from jax import lax

from mxnet._calls.call import Call
from mxnet._ops.attrs import Shape
from mxnet._ops.convolution import Window, library_window
from mxnet._ops.host_convolution import fused_correlate, on_host, out_shape
from mxnet._ops.onednn_call import without_convolutions
from mxnet._ops.onednn_layers import Bounds, FusedArrays, is_usable
from mxnet._programs.attention import Operation
from mxnet._programs.roll import Loop

RELU: Bounds = (0.0, None)


def are_fused() -> bool:
    """Whether programs that are traced now have fused convolutions."""
    return on_host() and is_usable()


def image_layout(calls: Iterable[Any]) -> AbstractContextManager[None]:
    """The scope in which to trace a program of these calls: without convolutions it does not change images' layout."""
    if any(isinstance(call, Call) and (call.heavy or "onvolution" in call.name) for call in calls):
        return nullcontext()
    return without_convolutions()


def find(operations: Sequence[Operation | None], shared: set[int], loops: Sequence[Loop]) -> dict[int, "ChainLink"]:
    """The parts of all chains outside of loops, by the index of their operator; a convolution alone is one too.

    ``operations`` has None for what is no part. ``shared`` are the refs that are read outside the operators.
    """
    readers, rolled = _readers(operations), _rolled(loops)
    links: dict[int, ChainLink] = {}
    for index, operation in enumerate(operations):
        if operation is None or operation.name != "Convolution" or index in rolled:
            continue
        chain = _chain(operations, index, readers, shared, {*rolled, *links})
        for i in chain:
            links[i] = ChainLink(operations[i], i == chain[-1])  # type: ignore[arg-type]
    return links


def _readers(operations: Sequence[Operation | None]) -> dict[int, list[int]]:
    """The indices of the operators that read each ref."""
    readers: dict[int, list[int]] = {}
    for index, operation in enumerate(operations):
        for ref in operation.reads if operation is not None else ():
            readers.setdefault(ref, []).append(index)
    return readers


def _rolled(loops: Sequence[Loop]) -> set[int]:
    """The indices of the operators in loops."""
    return {i for s, period, rounds in (loop.segment for loop in loops) for i in range(s, s + period * rounds)}


def _chain(
    operations: Sequence[Operation | None],
    index: int,
    readers: Mapping[int, list[int]],
    shared: set[int],
    taken: set[int],
) -> list[int]:
    """The chain that begins with a convolution, perhaps of it alone."""
    chain, stage = [index], 0
    while True:
        ref, *more = operations[chain[-1]].gives  # type: ignore[union-attr]
        users = readers.get(ref, [])
        if ref in shared or len(users) != 1 or users[0] in taken or any(r in shared or r in readers for r in more):
            return chain
        user = operations[users[0]]
        next_stage = 0 if user is None else _stage(user, ref)
        if next_stage <= stage:
            return chain
        chain.append(users[0])
        stage = next_stage


def find_rectified(operations: Sequence[Operation | None], shared: set[int], loops: Sequence[Loop]) -> dict[int, int]:
    """Batch normalisations outside of loops that only a rectifier reads: their index, and the rectifier's."""
    readers, rolled = _readers(operations), _rolled(loops)
    pairs = {}
    for index, operation in enumerate(operations):
        if operation is None or operation.name != "BatchNorm" or operation.gives[0] in shared or index in rolled:
            continue
        users = readers.get(operation.gives[0], [])
        user = operations[users[0]] if len(users) == 1 and users[0] not in rolled else None
        if user is not None and _bounds(user) == RELU:
            pairs[index] = users[0]
    return pairs


def _stage(operation: Operation, ref: int) -> int:
    """Where an operator that reads a ref may stand in a chain; 0: nowhere."""
    attrs = operation.attrs
    if operation.name == "BatchNorm":
        predicts = not attrs["train"] and attrs["axis"] == 1 and not attrs["output_mean_var"]
        return 1 if predicts and operation.reads[0] == ref else 0
    if operation.name == "elemwise_add":
        return 2
    return 3 if _bounds(operation) is not None else 0


def _bounds(operation: Operation) -> Bounds:
    """The bounds that an operator keeps its array within, if that is what it does."""
    attrs = operation.attrs
    if operation.name == "relu" or (operation.name == "Activation" and attrs["act_type"] == "relu"):
        return RELU
    return (float(attrs["a_min"]), float(attrs["a_max"])) if operation.name == "clip" else None


@dataclass(frozen=True)
class OpenConvolution:
    """A convolution, and what has followed it, that is still to be computed."""

    arrays: FusedArrays
    window: Window
    bounds: Bounds = None

    def shape(self) -> Shape:
        return out_shape(self.arrays.data.shape, self.arrays.weight.shape, self.window)

    def compute(self) -> Any:
        return fused_correlate(self.arrays, self.window, self.bounds)


class ChainLink(NamedTuple):
    """An operator as a part of a chain; the last one computes."""

    operation: Operation
    is_last: bool

    def forward(self, inputs: Sequence[Any]) -> Sequence[Any]:
        """Its results, None for those that are not read."""
        inputs = inputs[: len(self.operation.reads)]
        pending = _begin(self.operation, inputs) if self.operation.name == "Convolution" else _extend(self, inputs)
        if pending is None:
            return self.operation.function(*[a.compute() if type(a) is OpenConvolution else a for a in inputs])
        result = pending.compute() if self.is_last else pending
        return (result, *[None] * (len(self.operation.gives) - 1))


def _begin(operation: Operation, inputs: Sequence[Any]) -> OpenConvolution | None:
    data, weight, *more = inputs
    bias = more[0] if more else None
    window = library_window(data, weight, bias, operation.attrs)
    return None if window is None else OpenConvolution(FusedArrays(data, weight, shift=bias), window)


def _extend(link: ChainLink, inputs: Sequence[Any]) -> OpenConvolution | None:
    """The pending convolution among what an operator is given, with the operator added; None if it does not fit."""
    operation = link.operation
    place = next((i for i, a in enumerate(inputs) if type(a) is OpenConvolution), None)
    if place is None:
        return None
    pending = inputs[place]
    if operation.name == "BatchNorm":
        return _normalize(operation, pending, *inputs[1:])
    if operation.name == "elemwise_add":
        other = inputs[1 - place]
        fits = other.dtype == np.float32 and other.shape == pending.shape()
        return replace(pending, arrays=pending.arrays._replace(other=other)) if fits else None
    return replace(pending, bounds=_bounds(operation))


def _normalize(operation: Operation, pending: OpenConvolution, *vectors: Any) -> OpenConvolution | None:
    """Each channel by its running statistics: times a scale, plus a shift."""
    if any(v.dtype != np.float32 or v.shape != pending.arrays.weight.shape[:1] for v in vectors):
        return None
    gamma, beta, mean, var = vectors
    mean, scale = lax.stop_gradient((mean, lax.rsqrt(var + operation.attrs["eps"])))
    if not operation.attrs["fix_gamma"]:
        scale = scale * gamma
    bias = pending.arrays.shift
    shift = beta - (mean if bias is None else mean - bias) * scale
    return replace(pending, arrays=pending.arrays._replace(scale=scale, shift=shift))
