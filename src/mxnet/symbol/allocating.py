"""The arrays of executors: the caller's, new ones, those of another executor, or the beginnings of larger ones."""

import logging
import math
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from mxnet._calls.call import Call
from mxnet._lazy.value import Value
from mxnet._ops.attrs import DTYPES, parse_dtype
from mxnet._ops.shape import is_known
from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.ndarray.creation import zeros
from mxnet.ndarray.dense import NDArray, from_host
from mxnet.ndarray.handle import Handle
from mxnet.symbol.node import Head, Node, arguments, auxiliary
from mxnet.symbol.placement import place
from mxnet.symbol.shapes import infer_shapes, partial_shape
from mxnet.symbol.storage import gradient_storage
from mxnet.symbol.types import infer_types

Shape = tuple[int, ...]

REQUESTS = ("null", "write", "add")
_ONLY = "Only accept list of NDArrays or dict of str to NDArray"
STORAGE = {"0": "default", "1": "row_sparse", "2": "csr"}


class BoundArrays(NamedTuple):
    """The arrays that a symbol is bound to, in the order of its arguments and of its auxiliary states."""

    args: list[Any]
    grads: list[Any]
    requests: list[str]
    aux: list[Any]


def new_zeros(shape: Shape, ctx: Context, dtype: Any) -> NDArray:
    """An array of zeros that costs nothing, not even memory, until it is used: most are written before."""
    return from_host(np.zeros(shape, dtype), ctx)


class Want(NamedTuple):
    """An array that a variable needs."""

    shape: Shape
    dtype: str
    ctx: Context
    stype: str = "default"
    gradient: str = "default"  # the storage type of its gradient

    def make(self) -> NDArray:
        """A new one, of zeros."""
        if self.stype == "default":
            return new_zeros(self.shape, self.ctx, DTYPES[self.dtype])
        return zeros(self.shape, self.ctx, DTYPES[self.dtype], self.stype)

    def back(self) -> "Want":
        """What its gradient needs."""
        return self._replace(stype=self.gradient)


def infer(
    heads: Sequence[Head],
    shapes: Mapping[str, Shape],
    types: Mapping[str, str],
    otherwise: Mapping[str, Shape] | None = None,
) -> dict[Node, tuple[Shape, str]]:
    """The shape and the dtype of every variable, from those of some, by name.

    Names that there are not do not matter. ``otherwise`` has the shapes of variables that nothing else decides.
    """
    variables = [*arguments(heads), *auxiliary(heads)]
    known_types = {n: types[n.name] for n in variables if n.name in types}
    facts = infer_shapes(heads, {n: partial_shape(shapes[n.name]) for n in variables if n.name in shapes}, known_types)
    for node in variables:
        if otherwise is not None and not is_known(facts[node, 0]) and node.name in otherwise:
            facts.add((node, 0), otherwise[node.name])
            facts.solve()
    dtypes = infer_types(heads, known_types, default="float32")
    unknown = [f"{n.name}: {facts[n, 0]}" for n in variables if not is_known(facts[n, 0])]
    if unknown:
        raise MXNetError(
            "InferShape pass cannot decide shapes for the following arguments (-1 means unknown dimensions). "
            f"Please consider providing them as inputs:\n{', '.join(unknown)}"
        )
    return {n: (facts[n, 0], dtypes[n, 0]) for n in variables}  # type: ignore[misc]


def beginning(array: NDArray, shape: Shape) -> NDArray:
    """The first elements of an array in another shape, sharing its memory."""
    size = math.prod(shape)
    flat = array.reshape((-1,))
    return (flat if size == array.size else flat[:size]).reshape(shape)


def borrow(name: str, want: Want, buffer: MutableMapping[str, Any]) -> NDArray:
    """An array from a buffer that executors share, where it is large enough; else a new one, put there."""
    have = buffer.get(name)
    if have is not None and want.stype == "default":
        if have.dtype != DTYPES[want.dtype].type:
            raise MXNetError(
                f"shared_buffer: {name} has type {have.dtype.__name__}, but the executor needs {want.dtype}"
            )
        if have.size >= math.prod(want.shape):
            return beginning(have, want.shape)
        logging.getLogger("mxnet.executor").warning(
            "Bucketing: data %s has a shape %s, which is larger than already allocated shape %s. Need to re-allocate. "
            "Consider putting default bucket key to be the bucket taking the largest input for better memory sharing.",
            name,
            want.shape,
            have.shape,
        )
    array = want.make()
    if want.stype == "default":
        buffer[name] = array
    return array


def share(name: str, want: Want, have: NDArray, what: str) -> NDArray:
    """The array of another executor, which must be just what is needed."""
    if have.shape != want.shape or have.dtype != DTYPES[want.dtype].type:
        raise MXNetError(
            f"Inferred shape does not match shared_exec.{what}'s shape: {name} needs {want.shape} {want.dtype}, but "
            f"shared_exec has {have.shape} {have.dtype.__name__}; leave it out of shared_arg_names."
        )
    return have


def reshaped(
    kind: str, name: str, shape: Shape, have: Any, specified: bool, partial: bool, larger: bool
) -> Callable[[Any], Any]:
    """How an executor's arrays for a variable become those of one with other shapes."""
    if have.shape == shape:
        return lambda array: array
    if not specified and not partial:
        raise MXNetError(
            f"Shape of unspecified {kind}: {name} changed from {have.shape} to {shape}. This can cause the new "
            "executor to not share parameters with the old one. Please check for error in network. If this is "
            "intended, set partial_shaping=True to suppress this warning."
        )
    if math.prod(shape) <= have.size:
        return lambda array: None if array is None else beginning(array, shape)
    if not larger:
        raise MXNetError(
            f"New shape {shape} of {kind}: {name} is larger than original {have.shape}. First making a big executor "
            "and then down sizing it is more efficient than the reverse. If you really want to up size, set "
            "allow_up_sizing=True to enable allocation of new arrays."
        )
    return lambda array: None if array is None else new_zeros(shape, array.context, array.dtype)


def listed(what: str, arrays: Any, names: Sequence[str], missing: bool) -> list[Any]:
    """The arrays of these names, in order."""
    if isinstance(arrays, dict):
        lost = [n for n in names if n not in arrays]
        if lost and not missing:
            raise ValueError(f"key `{lost[0]}` is missing in `{what}`")
        ordered = [arrays.get(n) for n in names]
    elif isinstance(arrays, list):
        if len(arrays) != len(names):
            raise ValueError(
                f"Length of {what} does not match the number of arguments: {len(arrays)} given, {len(names)} needed: "
                f"{', '.join(names)}"
            )
        ordered = arrays
    else:
        raise TypeError(f"{_ONLY}, but {what} is {type(arrays).__name__}")
    for name, array in zip(names, ordered, strict=True):
        if not isinstance(array, Handle) and not (array is None and missing):
            raise TypeError(f"{_ONLY}, but {name} in {what} is {type(array).__name__}")
    return ordered


def requests(grad_req: Any, names: Sequence[str]) -> list[str]:
    """What to do with the gradient of each argument."""
    if isinstance(grad_req, str):
        ordered = [grad_req] * len(names)
    elif isinstance(grad_req, dict):
        ordered = [grad_req.get(n, "null") for n in names]
    elif isinstance(grad_req, (list, tuple)):
        if len(grad_req) != len(names):
            raise MXNetError(
                "The length of grad_req list does not match the number of input arguments in simple_bind, expected "
                f"{len(names)}, provided {len(grad_req)}"
            )
        ordered = list(grad_req)
    else:
        raise TypeError(f"grad_req must be a string, a list or a dictionary, but got {type(grad_req).__name__}")
    for request in ordered:
        if request not in REQUESTS:
            raise ValueError(f"grad_req must be in {REQUESTS}, but got {request!r}")
    return ordered


def wants(
    heads: Sequence[Head],
    ctx: Context,
    types: Mapping[str, Any],
    stypes: Mapping[str, str],
    groups: Mapping[str, Context],
    shapes: Mapping[str, Any],
) -> dict[Node, Want]:
    """What array each variable needs."""
    where = place(heads, ctx, groups)
    known_shapes = {k: v for k, v in shapes.items() if isinstance(v, tuple)}
    known = infer(heads, known_shapes, {k: parse_dtype(v) for k, v in types.items()})
    stored = {n: stypes.get(n.name, STORAGE.get(n.attrs.get("__storage_type__", ""), "default")) for n in known}
    back = gradient_storage(heads, stored)
    return {n: Want(*known[n], where[n], stored[n], back.get(n, "default")) for n in known}


def new_arrays(heads: Sequence[Head], wanted: Mapping[Node, Want], asked: Sequence[str]) -> BoundArrays:
    """An array of its own for every variable, and for the gradients asked for."""
    nodes = arguments(heads)
    grads = [None if r == "null" else wanted[n].back().make() for n, r in zip(nodes, asked, strict=True)]
    return BoundArrays(
        [wanted[n].make() for n in nodes], grads, list(asked), [wanted[n].make() for n in auxiliary(heads)]
    )


def shared_arrays(
    heads: Sequence[Head],
    wanted: Mapping[Node, Want],
    asked: Sequence[str],
    names: set[str],
    other: Any,
    buffer: dict[str, NDArray],
) -> BoundArrays:
    """Arrays of another executor for the variables of these names, arrays from a buffer for the rest."""
    args: list[Any] = []
    grads: list[Any] = []
    for node, request in zip(arguments(heads), asked, strict=True):
        name, want = node.name, wanted[node]
        shared = name in names and other is not None
        args.append(share(name, want, other.arg_dict[name], "arg_array") if shared else borrow(name, want, buffer))
        if request == "null":
            grads.append(None)
        elif shared and other.grad_dict[name] is not None:
            grads.append(share(name, want, other.grad_dict[name], "grad_array"))
        else:
            grads.append(borrow(f"grad of {name}", want.back(), buffer))
    aux = []
    for node in auxiliary(heads):
        known = None if other is None else other.aux_dict.get(node.name)
        aux.append(wanted[node].make() if known is None else share(node.name, wanted[node], known, "aux_array"))
    return BoundArrays(args, grads, list(asked), aux)


class Overlay:
    """A step of a view: an array whose first elements are those of another, as where executors share memory."""

    __slots__ = ("rest",)

    def __init__(self, rest: Value) -> None:
        self.rest = rest

    def read(self, base: Value) -> Value:
        """The array with its first elements replaced."""
        return base.device.local.tape.apply(_OVERLAY, (self.rest, base))[0][0]

    def write(self, base: Value, part: Value) -> Value:
        """The first elements of what is written."""
        self.rest = part
        return base.device.local.tape.apply(_UNDERLAY, (base, part))[0][0]


_OVERLAY = Call(
    "overlay",
    lambda whole, part: (whole.reshape(-1).at[: part.size].set(part.reshape(-1)).reshape(whole.shape),),
    2,
    stable="overlay",
)
_UNDERLAY = Call(
    "beginning",
    lambda part, whole: (whole.reshape(-1)[: part.size].reshape(part.shape),),
    2,
    stable="beginning",
)
