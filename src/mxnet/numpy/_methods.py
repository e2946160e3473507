"""The methods that arrays and symbols of ``mx.np`` share."""

# The functions of ``mx.np`` give arrays, as they say; and symbols where they are called on symbols, as here.
# mypy: disable-error-code="return-value, arg-type"

from typing import Any

from mxnet._types import Axes, MaybeDType, Own
from mxnet.numpy import _products, _reductions, _shapes
from mxnet.numpy._arithmetic import FUNCTIONS


class Methods:
    """Functions of ``mx.np`` as methods of their first argument."""

    __slots__ = ()

    # --- shape ----------------------------------------------------------------------------------------------------

    def reshape(self: Own, *args: Any, **kwargs: Any) -> Own:
        """The elements in another shape; -1 is the length that follows from the others."""
        order = kwargs.pop("order", "C")
        if kwargs:
            raise TypeError(f"{next(iter(kwargs))!r} is an invalid keyword argument for reshape: it takes order")
        if not args:
            raise TypeError("reshape() takes exactly 1 argument (0 given)")
        return _shapes.reshape(self, args[0] if len(args) == 1 else args, order)

    def transpose(self: Own, *axes: Any) -> Own:
        """The axes in another order, reversed if none is given."""
        order = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes or None
        return _shapes.transpose(self, order)

    def flatten(self: Own, order: str = "C") -> Own:  # type: ignore[override]
        """A copy with all elements along one axis."""
        return _shapes.reshape(self, -1, order)

    def squeeze(self: Own, axis: Axes = None) -> Own:  # type: ignore[override]
        """Without axes of length one, all or those named."""
        return _shapes.squeeze(self, axis)

    def expand_dims(self: Own, axis: int, inplace: bool = False) -> Own:
        """A new axis of length one."""
        return _shapes.expand_dims(self, axis)

    def swapaxes(self: Own, axis1: int, axis2: int) -> Own:
        """Two axes exchanged."""
        return _shapes.swapaxes(self, axis1, axis2)

    def broadcast_to(self: Own, shape: Any) -> Own:
        """The array stretched to a shape."""
        return _shapes.broadcast_to(self, shape)

    def repeat(self: Own, repeats: int, axis: int | None = None) -> Own:
        """Each element several times."""
        return _shapes.repeat(self, repeats, axis)

    def tile(self: Own, reps: Any) -> Own:
        """The array laid side by side along its axes."""
        return _shapes.tile(self, reps)

    def take(self: Own, indices: Any, axis: int | None = None, mode: str = "raise") -> Own:
        """Elements at indices along an axis, or of the flattened array."""
        return _shapes.take(self, indices, axis, mode)

    def clip(self: Own, min: Any = None, max: Any = None, out: Any = None) -> Own:
        """Elements kept within two bounds."""
        return _shapes.clip(self, min, max, out)

    def round(self: Own, decimals: int = 0, out: Any = None, **kwargs: Any) -> Own:
        """Elements rounded to a number of decimals."""
        return _shapes.around(self, decimals, out, **kwargs)

    def diag(self: Own, k: int = 0, **_: Any) -> Own:
        """The ``k``-th diagonal of a matrix, or the matrix with that diagonal."""
        return _shapes.diag(self, k)

    def __round__(self: Own, n: int = 0) -> Own:
        return _shapes.around(self, n)

    def __floor__(self: Own) -> Own:
        return FUNCTIONS["floor"](self)

    def __ceil__(self: Own) -> Own:
        return FUNCTIONS["ceil"](self)

    def __trunc__(self: Own) -> Own:
        return FUNCTIONS["trunc"](self)

    # --- products, sums, orders -----------------------------------------------------------------------------------

    def dot(self: Own, b: Any, out: Any = None) -> Own:
        """The product of the last axis with the last but one of ``b``."""
        return _products.dot(self, b, out)

    def __matmul__(self: Own, other: Any) -> Own:
        return _products.matmul(self, other)

    def __rmatmul__(self: Own, other: Any) -> Own:
        return _products.matmul(other, self)

    def __imatmul__(self: Own, other: Any) -> Own:
        return _products.matmul(self, other, self)

    def sum(self: Own, axis: Axes = None, dtype: MaybeDType = None, out: Any = None, keepdims: bool = False) -> Own:
        """The sum over axes."""
        return _reductions.sum(self, axis, dtype, keepdims, None, out)

    def prod(self: Own, axis: Axes = None, dtype: MaybeDType = None, out: Any = None, keepdims: bool = False) -> Own:
        """The product over axes."""
        return _reductions.prod(self, axis, dtype, out, keepdims)

    def mean(self: Own, axis: Axes = None, dtype: MaybeDType = None, out: Any = None, keepdims: bool = False) -> Own:
        """The mean over axes."""
        return _reductions.mean(self, axis, dtype, out, keepdims)

    def std(
        self: Own, axis: Axes = None, dtype: MaybeDType = None, out: Any = None, ddof: int = 0, keepdims: bool = False
    ) -> Own:
        """The standard deviation over axes."""
        return _reductions.std(self, axis, dtype, out, ddof, keepdims)

    def var(
        self: Own, axis: Axes = None, dtype: MaybeDType = None, out: Any = None, ddof: int = 0, keepdims: bool = False
    ) -> Own:
        """The variance over axes."""
        return _reductions.var(self, axis, dtype, out, ddof, keepdims)

    def max(self: Own, axis: Axes = None, out: Any = None, keepdims: bool = False) -> Own:
        """The largest element over axes."""
        return _reductions.max(self, axis, keepdims, out)

    def min(self: Own, axis: Axes = None, out: Any = None, keepdims: bool = False) -> Own:
        """The smallest element over axes."""
        return _reductions.min(self, axis, keepdims, out)

    def all(self: Own, axis: Axes = None, out: Any = None, keepdims: bool = False) -> Own:
        """Whether every element over axes is true."""
        return _reductions.all(self, axis, keepdims, out)

    def any(self: Own, axis: Axes = None, out: Any = None, keepdims: bool = False) -> Own:
        """Whether any element over axes is true."""
        return _reductions.any(self, axis, keepdims, out)

    def argmax(self: Own, axis: int | None = None, out: Any = None) -> Own:
        """Where the largest element is."""
        return _reductions.argmax(self, axis, out)

    def argmin(self: Own, axis: int | None = None, out: Any = None) -> Own:
        """Where the smallest element is."""
        return _reductions.argmin(self, axis, out)

    def argsort(self: Own, axis: int | None = -1, kind: str | None = None, order: Any = None) -> Own:
        """The places that put the elements in order along an axis."""
        return _reductions.argsort(self, axis, kind, order)

    def cumsum(self: Own, axis: int | None = None, dtype: MaybeDType = None, out: Any = None) -> Own:
        """Sums of all elements up to each one."""
        return _reductions.cumsum(self, axis, dtype, out)

    def nonzero(self: Own) -> tuple[Own, ...]:
        """The positions of the elements that are not zero: an array an axis."""
        return _reductions.nonzero(self)
