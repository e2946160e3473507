"""Operators of ``mx.np`` that arrange elements: shapes, axes, joining, cutting, taking."""

import itertools
import math
from collections.abc import Callable
from typing import Any, Literal

import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import DTYPES, FLOAT32, INT32, DType, Shape, Slots
from mxnet._ops.elementwise import Array
from mxnet._ops.indexing import _inside, as_index
from mxnet._ops.np_reduce import over
from mxnet._ops.registry import find, op
from mxnet._types import Partition
from mxnet.error import MXNetError

# What the names of parameters mean in this family.
PARAMETERS = {
    "order": "``C``, the only one there is.",
    "k": "Which diagonal: 0 the main one, positive above it, negative below.",
    "offset": "Which diagonal: 0 the main one, positive above it, negative below.",
    "axis1": "The axis of the planes' rows.",
    "axis2": "The axis of the planes' columns.",
    "sections": "How many parts; 0 cuts at ``indices``.",
    "indices": "Where the parts begin.",
    "axis": "The axis to cut.",
    "data": "The array, or the arrays.",
}


def numpy_reshape(shape: Shape, wanted: Shape) -> Shape:
    """The shape that NumPy's ``reshape`` makes: -1 is the one length that follows from the others."""
    size, known = math.prod(shape), math.prod(s for s in wanted if s != -1)
    free = wanted.count(-1)
    if free > 1 or min(wanted, default=0) < -1:
        raise MXNetError(f"cannot reshape array of shape {shape} into {wanted}: only one length may be -1, none below")
    if free and known and size % known == 0:
        return tuple(size // known if s == -1 else s for s in wanted)
    if free or known != size:
        raise MXNetError(f"cannot reshape array of size {size} into shape {wanted}")
    return wanted


@op("_np_reshape")
def reshape(a: Array, *, newshape: Shape, order: str = "C") -> Array:
    """The elements in another shape; -1 is the length that follows from the others.

    newshape: The new shape.

    >>> mx.np.reshape(mx.np.arange(6), (2, -1)).shape
    (2, 3)
    """
    if order != "C":
        raise MXNetError(f"reshape: only order='C' is supported, received {order!r}")
    return a.reshape(numpy_reshape(a.shape, newshape))


def extended_reshape(shape: Shape, codes: Shape) -> Shape:
    """The shape that ``npx.reshape`` makes.

    -1 follows from the others, -2 copies an axis, -3 drops one of length 1, -4 copies all that remain, -5 joins the
    next two, and -6 is followed by the two lengths that an axis is cut into.
    """
    result: list[int] = []
    place, code = 0, 0
    while code < len(codes):
        now = codes[code]
        if now in (-2, -3, -5, -6) and place + (now == -5) >= len(shape):
            raise MXNetError(f"reshape: {codes} asks for more axes than {shape} has")
        if now == -2:
            result.append(shape[place])
        elif now == -3:
            if shape[place] != 1:
                raise MXNetError(f"reshape: -3 drops an axis of length 1, but axis {place} of {shape} is longer")
        elif now == -4:
            result.extend(shape[place:])
            place = len(shape) - 1
        elif now == -5:
            result.append(shape[place] * shape[place + 1])
            place += 1
        elif now == -6:
            result.extend(numpy_reshape((shape[place],), tuple(codes[code + 1 : code + 3])))
            code += 2
        else:
            result.append(now)
        place, code = place + 1, code + 1
    return numpy_reshape(shape, tuple(result))


@op("_npx_reshape", aliases=("_npi_reshape",))
def npx_reshape(a: Array, *, newshape: Shape, reverse: bool = False, order: str = "C") -> Array:
    """The elements in another shape, said with the codes -1 to -6; ``reverse`` reads them from the right.

    newshape: The new shape: sizes, and codes. -1 is what remains, -2 copies an axis, -3 drops one of length 1, -4
        copies all further axes, -5 merges two axes, -6 with two sizes after it splits an axis.
    reverse: Read the codes from the last axis to the first.

    >>> mx.npx.reshape(mx.np.zeros((2, 3, 4)), (-2, -5)).shape
    (2, 12)
    """
    if not reverse:
        return a.reshape(extended_reshape(a.shape, newshape))
    return a.reshape(extended_reshape(a.shape[::-1], _turned(newshape))[::-1])


def _turned(codes: Shape) -> Shape:
    """The codes from the right: -6 and the two lengths behind it stay together."""
    groups: list[Shape] = []
    place = 0
    while place < len(codes):
        width = 3 if codes[place] == -6 else 1
        group = codes[place : place + width]
        groups.append((group[0], *group[:0:-1]))
        place += width
    return tuple(code for group in reversed(groups) for code in group)


@op("_np_transpose")
def transpose(a: Array, *, axes: Shape | None = None) -> Array:
    """The axes in another order, reversed if none is given.

    axes: Which axis of the array each axis of the result is.

    >>> mx.np.transpose(mx.np.zeros((2, 3, 4))).shape
    (4, 3, 2)
    """
    if axes is None:
        return jnp.transpose(a)
    if sorted(over("transpose", a, axes)) != list(range(a.ndim)):
        raise MXNetError(f"transpose: axes {axes} must name each of {a.ndim} axes once")
    return jnp.transpose(a, axes)


@op("_npi_swapaxes")
def swapaxes(data: Array, *, dim1: int = 0, dim2: int = 0) -> Array:
    """Two axes exchanged.

    dim1: One of the two axes.
    dim2: The other.

    >>> mx.np.swapaxes(mx.np.zeros((2, 3, 4)), 0, 2).shape
    (4, 3, 2)
    """
    return jnp.swapaxes(data, dim1, dim2)


@op("_np_moveaxis")
def moveaxis(a: Array, *, source: Shape, destination: Shape) -> Array:
    """Some axes moved to other places.

    source: The axes to move.
    destination: Where each of them goes.

    >>> mx.np.moveaxis(mx.np.zeros((2, 3, 4)), 0, -1).shape
    (3, 4, 2)
    """
    return jnp.moveaxis(a, source, destination)


@op("_npi_expand_dims")
def expand_dims(a: Array, *, axis: int) -> Array:
    """A new axis of length one.

    axis: Where the new axis stands in the result.

    >>> mx.np.expand_dims(mx.np.zeros((2, 3)), 1).shape
    (2, 1, 3)
    """
    return jnp.expand_dims(a, axis)


@op("_np_squeeze")
def squeeze(a: Array, *, axis: Shape | None = None) -> Array:
    """Without axes of length one, all or those named.

    axis: The axes to drop, each of length 1; None drops all of those.

    >>> mx.np.squeeze(mx.np.zeros((2, 1, 3))).shape
    (2, 3)
    """
    if axis is not None:
        for one in over("squeeze", a, axis):
            if a.shape[one] != 1:
                raise MXNetError(f"squeeze: cannot select an axis with size {a.shape[one]}, it must be 1")
    return jnp.squeeze(a, axis if a.ndim else None)


@op("_npi_broadcast_to")
def broadcast_to(array: Array, *, shape: Shape = ()) -> Array:
    """The array stretched to a shape; -2 keeps an axis's length.

    array: The array.

    >>> mx.np.broadcast_to(mx.np.array([1, 2]), (3, 2)).shape
    (3, 2)
    """
    offset = len(shape) - array.ndim
    wanted = tuple(array.shape[i - offset] if s == -2 and i >= offset else s for i, s in enumerate(shape))
    return jnp.broadcast_to(array, wanted)


@op("_np_repeat")
def repeat(data: Array, *, repeats: int, axis: int | None = None) -> Array:
    """Each element several times, along an axis or of the flattened array.

    repeats: How often each element is repeated.
    axis: The axis; None repeats in the flattened array.

    >>> mx.np.repeat(mx.np.array([1, 2]), 2)
    array([1., 1., 2., 2.])
    """
    return jnp.repeat(data, repeats, axis)


@op("_npi_tile")
def tile(data: Array, *, reps: Shape) -> Array:
    """The array laid side by side along its axes.

    reps: How often along each axis.

    >>> mx.np.tile(mx.np.array([1, 2]), 2)
    array([1., 2., 1., 2.])
    """
    return jnp.tile(data, reps)


@op("_npi_flip")
def flip(data: Array, *, axis: Shape | None = None) -> Array:
    """The order of elements turned round along axes, all if none is named.

    axis: The axis or axes; None is all of them.

    >>> mx.np.flip(mx.np.array([1, 2, 3]))
    array([3., 2., 1.])
    """
    return jnp.flip(data, over("flip", data, axis))


@op("_np_roll")
def roll(data: Array, *, shift: Shape, axis: Shape | None = None) -> Array:
    """Elements moved along axes, those beyond the end coming in at the start.

    shift: How far, for each axis.
    axis: The axes; None rolls the flattened array.

    >>> mx.np.roll(mx.np.array([1, 2, 3]), 1)
    array([3., 1., 2.])
    """
    if axis is None:
        return jnp.roll(data, sum(shift))
    return jnp.roll(data, shift if len(shift) == len(axis) else shift * len(axis), axis)


@op("_npi_rot90")
def rot90(data: Array, *, k: int = 1, axes: Shape = (0, 1)) -> Array:
    """The plane of two axes turned by ``k`` right angles.

    k: How often.
    axes: The plane, from its first axis to its second.

    >>> mx.np.rot90(mx.np.array([[1, 2], [3, 4]]))
    array([[2., 4.],
           [1., 3.]])
    """
    first, second = axes
    return jnp.rot90(data, k, (first, second))


@op("_npi_tril")
def tril(data: Array, *, k: int = 0) -> Array:
    """Zeros above the ``k``-th diagonal; of a vector, in the square whose rows it is.

    k: Which diagonal: 0 the main one, positive above it, negative below.

    >>> mx.np.tril(mx.np.ones((2, 2)))
    array([[1., 0.],
           [1., 1.]])
    """
    return jnp.tril(data if data.ndim > 1 else jnp.tile(data, (data.size, 1)), k)


@op("_np_diag")
def diag(data: Array, *, k: int = 0) -> Array:
    """The ``k``-th diagonal of a matrix, or the matrix with that diagonal.

    >>> mx.np.diag(mx.np.array([[1, 2], [3, 4]]))
    array([1., 4.])
    """
    return jnp.diag(data, k)


@op("_np_diagflat")
def diagflat(data: Array, *, k: int = 0) -> Array:
    """The matrix whose ``k``-th diagonal is the flattened array.

    >>> mx.np.diagflat(mx.np.array([1, 2]))
    array([[1., 0.],
           [0., 2.]])
    """
    return jnp.diagflat(data, k)


@op("_np_diagonal")
def diagonal(data: Array, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """The diagonals of the planes of two axes.

    >>> mx.np.diagonal(mx.np.array([[1, 2], [3, 4]]))
    array([1., 4.])
    """
    return jnp.diagonal(data, offset, axis1, axis2)


@op("_np_trace")
def trace(data: Array, *, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Array:
    """The sums of the diagonals of the planes of two axes.

    >>> mx.np.trace(mx.np.array([[1, 2], [3, 4]]))
    array(5.)
    """
    return jnp.trace(data, offset, axis1, axis2, dtype=data.dtype)


@op("_np_copy")
def copy(a: Array) -> Array:
    """The same elements.

    >>> mx.np.copy(mx.np.array([1, 2]))
    array([1., 2.])
    """
    return a


# --- joining and cutting ---------------------------------------------------------------------------------------------


@op(
    "_npi_concatenate",
    count_attr="num_args",
    partition=lambda *, axis, **_: None if axis is None else Partition(False, axis, True),
)
def concatenate(*data: Array, num_args: int = 0, axis: int | None = 0) -> Array:
    """Arrays one after the other along an axis; with no axis, flattened.

    data: The arrays, equal in all other axes.
    axis: The axis along which they are joined; None flattens them.

    >>> mx.np.concatenate((mx.np.array([1, 2]), mx.np.array([3])))
    array([1., 2., 3.])
    """
    return jnp.concatenate(data, axis=axis)


def _joining(name: str, join: Callable[..., Array], doc: str, shown: str) -> None:
    def apply(*data: Array, num_args: int = 0) -> Array:
        return join(data)

    public = name.removeprefix("_npi_")
    apply.__doc__ = f"{doc}\n\n>>> mx.np.{public}((mx.np.array([1, 2]), mx.np.array([3, 4])))\narray({shown})"
    op(name, count_attr="num_args")(apply)


_joining("_npi_vstack", jnp.vstack, "Arrays one below the other.", "[[1., 2.], [3., 4.]]")
_joining("_npi_hstack", jnp.hstack, "Arrays side by side.", "[1., 2., 3., 4.]")
_joining("_npi_dstack", jnp.dstack, "Arrays one behind the other.", "[[[1., 3.], [2., 4.]]]")
_joining("_npi_column_stack", jnp.column_stack, "Vectors as the columns of a matrix.", "[[1., 3.], [2., 4.]]")


@op("_npi_stack", count_attr="num_args", partition=lambda *, axis, **_: Partition(False, axis, False))
def stack(*data: Array, axis: int = 0, num_args: int = 0) -> Array:
    """Arrays of one shape joined along a new axis.

    data: The arrays, all of one shape.
    axis: Where the new axis stands in the result.

    >>> mx.np.stack((mx.np.array([1, 2]), mx.np.array([3, 4])))
    array([[1., 2.],
           [3., 4.]])
    """
    return jnp.stack(data, axis)


def _at_least(axes: int, widen: Callable[..., Any]) -> None:
    def apply(*arys: Array, num_args: int = 0) -> tuple[Array, ...]:
        return tuple(widen(a) for a in arys)

    apply.__doc__ = (
        f"Arrays with {axes} axes at least.\n\n>>> mx.np.atleast_{axes}d(mx.np.array(1)).shape\n{(1,) * axes}"
    )
    op(f"_np_atleast_{axes}d", count_attr="num_args", outputs=lambda *, num_args, **_: num_args)(apply)


_at_least(1, jnp.atleast_1d)
_at_least(2, jnp.atleast_2d)
_at_least(3, jnp.atleast_3d)


def _parts(*, indices: Shape, sections: int = 0, **_: Any) -> int:
    return sections if sections > 0 else len(indices)


def _split(data: Array, indices: Shape, axis: int, squeeze_axis: bool, sections: int) -> tuple[Array, ...]:
    (along,) = over("split", data, (axis,))
    length = data.shape[along]
    if sections > 0:
        parts: tuple[Array, ...] = tuple(jnp.array_split(data, sections, along))
    else:
        where = [slice(i, None).indices(length)[0] for i in indices[1:]]
        ends = zip([0, *where], [*where, length], strict=True)
        parts = tuple(lax.slice_in_dim(data, start, max(start, stop), axis=along) for start, stop in ends)
    return tuple(jnp.squeeze(p, axis) for p in parts) if squeeze_axis else parts


def _splitting(name: str, axis_of: Callable[[Array, int], int], doc: str, shown: str) -> None:
    def apply(
        data: Array, *, indices: Shape, axis: int = 1, squeeze_axis: bool = False, sections: int = 0
    ) -> tuple[Array, ...]:
        return _split(data, indices, axis_of(data, axis), squeeze_axis, sections)

    apply.__doc__ = (
        f"{doc}: into parts as equal as may be, or at the places after the first of ``indices``, which is 0."
        f"\n\n>>> [part.shape for part in mx.np.{name.removeprefix('_npi_')}(mx.np.zeros((2, 4, 2)), 2)]\n{shown}"
    )
    op(name, outputs=_parts)(apply)


_splitting("_npi_split", lambda data, axis: axis, "The array cut along an axis", "[(1, 4, 2), (1, 4, 2)]")
_splitting(
    "_npi_hsplit",
    lambda data, axis: min(1, data.ndim - 1),
    "The array cut along its second axis, or its only one",
    "[(2, 2, 2), (2, 2, 2)]",
)
_splitting("_npi_dsplit", lambda data, axis: 2, "The array cut along its third axis", "[(2, 4, 1), (2, 4, 1)]")


@op("_npi_pad")
def pad(
    data: Array,
    *,
    pad_width: tuple[Shape, ...],
    mode: str = "constant",
    constant_value: float = 0.0,
    reflect_type: str = "even",
) -> Array:
    """The array with elements added at the ends of its axes.

    pad_width: Before and after, a pair for each axis.
    mode: ``constant``, ``edge``, ``reflect``, ``symmetric``, ``maximum``, ``minimum``.
    constant_value: The number for ``constant``.
    reflect_type: ``even``, or ``odd``, which mirrors at the edge's value.

    >>> mx.np.pad(mx.np.array([1, 2]), (1, 0))
    array([0., 1., 2.])
    """
    if mode == "constant":
        return jnp.pad(data, pad_width, mode, constant_values=jnp.asarray(constant_value, data.dtype))
    if mode in ("reflect", "symmetric"):
        return jnp.pad(data, pad_width, mode, reflect_type=reflect_type)
    return jnp.pad(data, pad_width, mode)


# --- taking ----------------------------------------------------------------------------------------------------------


@op("_npi_take")
def take(a: Array, indices: Array, *, axis: int | None = 0, mode: Literal["clip", "raise", "wrap"] = "clip") -> Array:
    """Elements at indices along an axis, or of the flattened array; indices beyond the ends are clipped or wrap.

    indices: The places, of any shape, which takes the axis's place in the result.
    axis: The axis; None takes from the flattened array.
    mode: For places out of range: ``clip`` to the ends, ``wrap`` around, or ``raise`` an error.

    >>> mx.np.take(mx.np.array([5, 6, 7]), mx.np.array([0, 2], dtype="int32"))
    array([5., 7.])
    """
    if axis is None:
        a, axis = a.reshape(-1), 0
    (along,) = over("take", a, (axis,))
    length = a.shape[along]
    index = as_index(indices)
    if mode == "raise":
        index = _inside(index, length)
    index = index % max(length, 1) if mode == "wrap" else jnp.clip(index, 0, max(length - 1, 0))
    return jnp.take(a, index, axis=along, mode="clip")


@op("_npi_slice")
def slice_(data: Array, *, begin: Slots, end: Slots, step: Slots | None = None) -> Array:
    """The part between two corners, as NumPy's slices say it; None stands for the end of an axis.

    begin: Where to begin on each of the first axes.
    end: Where to stop, this place not included.
    step: How far apart the elements are.

    >>> mx.npx.slice(mx.np.arange(6), begin=(1,), end=(4,))
    array([1., 2., 3.])
    """
    parts = [slice(*three) for three in itertools.zip_longest(begin, end, step or ())]
    if len(parts) > data.ndim or len(begin) != len(end):
        raise MXNetError(f"slice: begin {begin} and end {end} do not fit an array of shape {data.shape}")
    return data[tuple(parts)]


# --- arrays from nothing ---------------------------------------------------------------------------------------------

for _new, _old in (
    ("_npi_zeros", "_zeros"),
    ("_npi_ones", "_ones"),
):
    op(_new)(find(_old).function)
op("_npi_full", traced=("value",))(find("_full").function)


@op("_npi_arange", like=find("_arange"))
def arange(**how: Any) -> Array:
    """Evenly spaced numbers; what is written in a symbol is part of its program (on arrays ``_arange_count`` runs).

    start: The first number, or the end if ``stop`` is not given.
    stop: Where to stop, this number not included.
    step: How far apart the numbers are.
    repeat: How often each number comes.
    infer_range: In a graph, let the length follow from the use.

    >>> mx.np.arange(2, 8, 2)
    array([2., 4., 6.])
    """
    start, stop, step = how["start"], how["stop"], how["step"]
    first, end = (0.0, start) if stop is None else (start, stop)
    count = max(math.ceil((end - first) / step), 0)
    same = {"repeat": how["repeat"], "dtype": how["dtype"]}
    return find("_arange_count").function(start=first, step=step, count=count, **same)


@op("_npi_linspace", like=find("_linspace"), traced=("start", "stop"))
def linspace(**how: Any) -> Array:
    """``num`` evenly spaced numbers from ``start`` to ``stop``; whole ones are rounded down.

    start: The first number.
    stop: The last number, or with ``endpoint=False`` the one after it.
    num: How many numbers.
    endpoint: Whether ``stop`` is the last of them.

    >>> mx.np.linspace(0, 1, 5)
    array([0.  , 0.25, 0.5 , 0.75, 1.  ])
    """
    dtype = DTYPES[how["dtype"]]
    points = find("_linspace").function(**{**how, "dtype": "float64"})
    return (jnp.floor(points) if jnp.issubdtype(dtype, jnp.integer) else points).astype(dtype)


@op("_npi_full_like", traced=("fill_value",))
def full_like(a: Array, *, fill_value: float, ctx: str = "", dtype: DType | None = None) -> Array:
    """One value in the shape of an array.

    fill_value: The value.
    dtype: The type of the result, that of the array if None.

    >>> mx.np.full_like(mx.np.array([1, 2]), 7)
    array([7., 7.])
    """
    target = a.dtype if dtype is None else DTYPES[dtype]
    return jnp.full(a.shape, jnp.asarray(fill_value).astype(target))


@op("_npi_eye")
def eye(*, N: int, M: int | None = None, k: int = 0, ctx: str = "", dtype: DType = FLOAT32) -> Array:
    """Ones on a diagonal, zeros elsewhere.

    N: How many rows.
    M: How many columns; as many as rows if None.
    k: Which diagonal: 0 the main one, positive above it, negative below.

    >>> mx.np.eye(2)
    array([[1., 0.],
           [0., 1.]])
    """
    return jnp.eye(N, M, k, dtype=DTYPES[dtype])


@op("_npi_identity")
def identity(*, shape: Shape, ctx: str = "", dtype: DType = FLOAT32) -> Array:
    """The identity matrix.

    shape: (n, n).

    >>> mx.np.identity(2)
    array([[1., 0.],
           [0., 1.]])
    """
    return jnp.eye(shape[0], dtype=DTYPES[dtype])


@op("_npi_indices")
def indices_(*, dimensions: Shape, dtype: DType = INT32, ctx: str = "") -> Array:
    """The coordinates of every element of a shape.

    dimensions: The shape.
    dtype: The type of the coordinates.

    >>> mx.np.indices((2, 2))[0]
    array([[0, 0],
           [1, 1]], dtype=int32)
    """
    return jnp.indices(dimensions, dtype=DTYPES[dtype])


@op("_npi_logspace", traced=("start", "stop", "base"))
def logspace(
    *,
    start: float,
    stop: float,
    num: int = 50,
    endpoint: bool = True,
    base: float = 10.0,
    ctx: str = "",
    dtype: DType = FLOAT32,
) -> Array:
    """Powers of ``base``, the exponents evenly spaced.

    start: The first exponent.
    stop: The last exponent, or with ``endpoint=False`` the one after it.
    num: How many numbers.
    endpoint: Whether ``stop`` is the last exponent.
    base: The base of the powers.

    >>> mx.np.logspace(0, 2, 3)
    array([  1.,  10., 100.])
    """
    steps = jnp.linspace(jnp.asarray(start, jnp.float64), jnp.asarray(stop, jnp.float64), num, endpoint=endpoint)
    return (jnp.asarray(base, jnp.float64) ** steps).astype(DTYPES[dtype])


def _window(name: str, shape: Callable[[Any], Any], shown: str) -> None:
    def apply(*, M: int, ctx: str = "", dtype: DType = FLOAT32) -> Array:
        return shape(max(M, 0)).astype(DTYPES[dtype])

    apply.__doc__ = (
        f"The {name.capitalize()} window of ``M`` points.\n\nM: How many points.\n\n>>> mx.np.{name}(3)\narray({shown})"
    )
    op(f"_npi_{name}")(apply)


_window("blackman", jnp.blackman, "[-1.3877788e-17, 1.0000000e+00, -1.3877788e-17]")
_window("hamming", jnp.hamming, "[0.08, 1., 0.08]")
_window("hanning", jnp.hanning, "[0., 1., 0.]")
