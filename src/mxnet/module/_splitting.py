"""Batches over several contexts: who gets which part."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet import ndarray as nd
from mxnet.context import Context
from mxnet.ndarray import NDArray
from mxnet.ndarray.dense import from_host
from mxnet.ndarray.handle import value_of


def split_input_slice(batch_size: int, work_load_list: Sequence[float]) -> list[slice]:
    """The part of a batch that each context gets, in proportion to its work load."""
    total = sum(work_load_list)
    counts = [round(load * batch_size / total) for load in work_load_list]
    counts[-1] += max(batch_size - sum(counts), 0)
    slices, end = [], 0
    for count in counts:
        begin = min(end, batch_size)
        end = min(begin + count, batch_size)
        if begin >= end:
            raise ValueError(
                f"Too many slices. Some splits are empty: a batch of {batch_size} for work loads {list(work_load_list)}"
            )
        slices.append(slice(begin, end))
    return slices


def part_of(array: NDArray, part: slice, axis: int) -> NDArray:
    """The part of an array along an axis; all of it where that is the part, or where the axis is negative."""
    if axis < 0 or (part.start == 0 and part.stop == array.shape[axis]):
        return array
    box = (slice(None),) * axis + (part,)
    if array.stype != "default":
        return array[part.start : part.stop] if axis == 0 else nd.slice_axis(array, axis, part.start, part.stop)
    held = value_of(array).data
    if type(held) is not np.ndarray:
        return array[box]
    piece = from_host(held[box], array.context)  # no program for what is still on the host
    value_of(piece).share()
    return piece


def load_general(data: Any, targets: Any, major_axis: Sequence[int]) -> None:
    """Copy arrays into the arrays of executors.

    A target is an array, or a list of a part and an array for each context. A source is an array, or a list of one for
    each context.
    """
    for source, target, axis in zip(data, targets, major_axis, strict=False):
        if isinstance(target, NDArray):
            _copy(source, target)
        elif isinstance(source, (list, tuple)):
            for one, into in zip(source, target, strict=True):
                _copy(one, into[1] if isinstance(into, tuple) else into)
        else:
            for part, into in target:
                _copy(part_of(source, part, axis), into)


def _copy(source: Any, target: NDArray) -> None:
    """Copy an array into another; what is still on the host goes straight to the other's device."""
    if isinstance(source, np.ndarray):
        source = nd.array(source, ctx=target.context, dtype=target.dtype)
    elif source.stype == target.stype == "default":
        value = value_of(source)
        if type(value.data) is np.ndarray and value.device is not value_of(target).device:
            source = from_host(value.data, target.context)
            value_of(source).share()
    source.copyto(target)


def merged(outputs: Sequence[Sequence[NDArray]], major_axis: Sequence[int]) -> list[NDArray]:
    """Each output of all contexts as one array; the first context's where there is no axis to join along."""
    joined = []
    for arrays, axis in zip(outputs, major_axis, strict=False):
        if axis < 0 or len(arrays) == 1:
            joined.append(arrays[0])
        else:
            home = arrays[0].context
            joined.append(nd.concat(*(array.as_in_context(home) for array in arrays), dim=axis))
    return joined


def groups_of(group2ctxs: Any, count: int) -> list[dict[str, Context] | None]:
    """For each of ``count`` contexts, which context each group of nodes is on.

    ``group2ctxs`` is a list of dictionaries, or a dictionary of contexts or lists of them.
    """
    if group2ctxs is None:
        return [None] * count
    if isinstance(group2ctxs, list):
        if len(group2ctxs) != count:
            raise AssertionError(f"length of group2ctxs should be {count}, received {len(group2ctxs)}")
        return group2ctxs
    if not isinstance(group2ctxs, dict):
        raise AssertionError(
            "group2ctxs should be list of dict of str to context, or dict of str to context or list of context, "
            f"received {type(group2ctxs).__name__}"
        )
    by_context: list[dict[str, Context] | None] = [{} for _ in range(count)]
    for group, placement in group2ctxs.items():
        contexts = [placement] if isinstance(placement, Context) else list(placement)
        contexts = contexts * count if len(contexts) == 1 else contexts
        if len(contexts) != count:
            raise AssertionError(f"length of group2ctxs[{group}] should be {count} or 1, received {len(contexts)}")
        for each, context in zip(by_context, contexts, strict=True):
            each[group] = context  # type: ignore[index]
    return by_context
