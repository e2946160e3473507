"""Functions that MXNet writes in Python on top of its operators: joining, cutting, counting."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet._ops.registry import find
from mxnet.ndarray.handle import Handle
from mxnet.ndarray.invoke import invoke_op


def concatenate(arrays: Sequence[Any], axis: int = 0, always_copy: bool = True) -> Any:
    """Arrays joined along an axis; a single one comes back as it is unless ``always_copy``.

    >>> nd.concatenate([nd.ones((2, 2)), nd.zeros((1, 2))]).shape
    (3, 2)
    """
    if not isinstance(arrays, (list, tuple)) or not arrays:
        raise ValueError(f"concatenate: expected a list of at least one array, received {type(arrays).__name__}")
    if len(arrays) == 1 and not always_copy:
        return arrays[0]
    return invoke_op(find("Concat"), list(arrays), {"dim": axis})


def moveaxis(tensor: Any, source: Any, destination: Any) -> Any:
    """The array with some axes moved to other places.

    >>> nd.moveaxis(nd.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    sources = _axes("source", source, tensor.ndim)
    targets = _axes("destination", destination, tensor.ndim)
    if len(sources) != len(targets):
        raise ValueError(f"moveaxis: {len(sources)} source axes, but {len(targets)} destinations; give one for each")
    order = [a for a in range(tensor.ndim) if a not in sources]
    for target, moved in sorted(zip(targets, sources, strict=True)):
        order.insert(target, moved)
    return invoke_op(find("transpose"), (tensor,), {"axes": tuple(order)})


def _axes(name: str, axis: Any, ndim: int) -> list[int]:
    axes = [int(a) for a in np.atleast_1d(axis)]
    if any(not -ndim <= a < ndim for a in axes) or len({a % ndim for a in axes}) != len(axes):
        raise ValueError(f"moveaxis: {name} must name different axes of {ndim}, received {axis}")
    return [a % ndim for a in axes]


def split_v2(ary: Any, indices_or_sections: Any, axis: int = 0, squeeze_axis: bool = False) -> Any:
    """Cut an array into parts: a number of equal ones, or at the indices given.

    >>> [part.shape for part in nd.split_v2(nd.zeros((6, 2)), (1, 4))]
    [(1, 2), (3, 2), (2, 2)]
    """
    attrs: dict[str, Any] = {"axis": axis, "squeeze_axis": squeeze_axis}
    if isinstance(indices_or_sections, int):
        length = ary.shape[axis]
        if length % indices_or_sections:
            raise ValueError(
                f"array split does not result in an equal division: axis {axis} has {length} elements, "
                f"but {indices_or_sections} parts were asked for"
            )
        attrs |= {"indices": (), "sections": indices_or_sections}
    elif isinstance(indices_or_sections, (tuple, list)):
        attrs |= {"indices": (0, *(int(i) for i in indices_or_sections)), "sections": 0}
    else:
        raise ValueError("indices_or_sections must either be int, or tuple / list of ints")
    return invoke_op(find("_split_v2"), (ary,), attrs)


def onehot_encode(indices: Any, out: Any) -> Any:
    """Fill ``out`` with one row a number, one where the number says.

    >>> nd.onehot_encode(nd.array([2, 0]), nd.zeros((2, 3))).asnumpy()
    array([[0., 0., 1.],
           [1., 0., 0.]], dtype=float32)
    """
    return invoke_op(find("_onehot_encode"), (indices, out), {}, out)


def histogram(a: Any, bins: Any = 10, range: tuple[float, float] | None = None) -> Any:
    """How many elements fall into each bin, and the bins' edges.

    >>> counts, edges = nd.histogram(nd.array([1, 2, 2, 4]), bins=3, range=(1, 4))
    >>> counts.asnumpy(), edges.asnumpy()
    (array([1, 2, 1]), array([1., 2., 3., 4.], dtype=float32))
    """
    if isinstance(bins, Handle):
        return invoke_op(find("_histogram"), (a, bins), {})
    if not isinstance(bins, int):
        raise ValueError("bins argument should be either an integer or an NDArray")
    if range is not None:
        return invoke_op(find("_histogram"), (a, None), {"bin_cnt": bins, "range": range})
    span = float(a.min().asscalar()), float(a.max().asscalar())
    counts, edges = invoke_op(find("_histogram"), (a, None), {"bin_cnt": bins, "range": span})
    return counts.astype("float32"), edges  # MXNet asks NumPy here, and has its floats


def all_finite(data: Any, init_output: bool = True, out: Any = None, name: str | None = None) -> Any:
    """1 if every element is finite, else 0; without ``init_output`` a 0 that is in ``out`` already stays.

    >>> nd.all_finite(nd.array([1, float("inf")])).asnumpy()
    array([0.], dtype=float32)
    """
    return _finite("all_finite", (data,), init_output, out)


def multi_all_finite(*data: Any, num_arrays: int = 1, init_output: bool = True, out: Any = None, **kwargs: Any) -> Any:
    """``all_finite`` of many arrays together.

    >>> nd.multi_all_finite(nd.ones((2,)), nd.zeros((3,)), num_arrays=2).asnumpy()
    array([1.], dtype=float32)
    """
    return _finite("multi_all_finite", data, init_output, out, {"num_arrays": num_arrays})


def _finite(name: str, data: Sequence[Any], init_output: bool, out: Any, attrs: dict[str, Any] | None = None) -> Any:
    if init_output or out is None:
        return invoke_op(find(name), data, attrs or {}, out)
    out *= invoke_op(find(name), data, attrs or {})
    return out
