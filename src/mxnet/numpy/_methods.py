"""The methods that arrays and symbols of ``mx.np`` share."""

from typing import Any

from mxnet.numpy import _products, _reductions, _shapes
from mxnet.numpy._arithmetic import FUNCTIONS


class Methods:
    """Functions of ``mx.np`` as methods of their first argument."""

    __slots__ = ()

    # --- shape ----------------------------------------------------------------------------------------------------

    def reshape(self, *args: Any, **kwargs: Any) -> Any:
        """The elements in another shape; -1 is the length that follows from the others."""
        order = kwargs.pop("order", "C")
        if kwargs:
            raise TypeError(f"{next(iter(kwargs))!r} is an invalid keyword argument for reshape: it takes order")
        if not args:
            raise TypeError("reshape() takes exactly 1 argument (0 given)")
        return _shapes.reshape(self, args[0] if len(args) == 1 else args, order)

    def transpose(self, *axes: Any) -> Any:
        """The axes in another order, reversed if none is given."""
        given = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes or None
        return _shapes.transpose(self, given)

    def flatten(self, order: str = "C") -> Any:  # type: ignore[override]
        """A copy with all elements along one axis."""
        return _shapes.reshape(self, -1, order)

    def squeeze(self, axis: Any = None) -> Any:  # type: ignore[override]
        """Without axes of length one, all or those named."""
        return _shapes.squeeze(self, axis)

    def expand_dims(self, axis: int, inplace: bool = False) -> Any:
        """A new axis of length one."""
        return _shapes.expand_dims(self, axis)

    def swapaxes(self, axis1: int, axis2: int) -> Any:
        """Two axes exchanged."""
        return _shapes.swapaxes(self, axis1, axis2)

    def broadcast_to(self, shape: Any) -> Any:
        """The array stretched to a shape."""
        return _shapes.broadcast_to(self, shape)

    def repeat(self, repeats: int, axis: int | None = None) -> Any:
        """Each element several times."""
        return _shapes.repeat(self, repeats, axis)

    def tile(self, reps: Any) -> Any:
        """The array laid side by side along its axes."""
        return _shapes.tile(self, reps)

    def take(self, indices: Any, axis: int | None = None, mode: str = "raise") -> Any:
        """Elements at indices along an axis, or of the flattened array."""
        return _shapes.take(self, indices, axis, mode)

    def clip(self, min: Any = None, max: Any = None, out: Any = None) -> Any:
        """Elements kept within two bounds."""
        return _shapes.clip(self, min, max, out)

    def round(self, decimals: int = 0, out: Any = None, **kwargs: Any) -> Any:
        """Elements rounded to a number of decimals."""
        return _shapes.around(self, decimals, out, **kwargs)

    def diag(self, k: int = 0, **_: Any) -> Any:
        """The ``k``-th diagonal of a matrix, or the matrix with that diagonal."""
        return _shapes.diag(self, k)

    def __round__(self, n: int = 0) -> Any:
        return _shapes.around(self, n)

    def __floor__(self) -> Any:
        return FUNCTIONS["floor"](self)

    def __ceil__(self) -> Any:
        return FUNCTIONS["ceil"](self)

    def __trunc__(self) -> Any:
        return FUNCTIONS["trunc"](self)

    # --- products, sums, orders -----------------------------------------------------------------------------------

    def dot(self, b: Any, out: Any = None) -> Any:
        """The product of the last axis with the last but one of ``b``."""
        return _products.dot(self, b, out)

    def __matmul__(self, other: Any) -> Any:
        return _products.matmul(self, other)

    def __rmatmul__(self, other: Any) -> Any:
        return _products.matmul(other, self)

    def __imatmul__(self, other: Any) -> Any:
        return _products.matmul(self, other, self)

    def sum(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        """The sum over axes."""
        return _reductions.sum(self, axis, dtype, keepdims, None, out)

    def prod(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        """The product over axes."""
        return _reductions.prod(self, axis, dtype, out, keepdims)

    def mean(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        """The mean over axes."""
        return _reductions.mean(self, axis, dtype, out, keepdims)

    def std(self, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
        """The standard deviation over axes."""
        return _reductions.std(self, axis, dtype, out, ddof, keepdims)

    def var(self, axis: Any = None, dtype: Any = None, out: Any = None, ddof: int = 0, keepdims: bool = False) -> Any:
        """The variance over axes."""
        return _reductions.var(self, axis, dtype, out, ddof, keepdims)

    def max(self, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        """The largest element over axes."""
        return _reductions.max(self, axis, keepdims, out)

    def min(self, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        """The smallest element over axes."""
        return _reductions.min(self, axis, keepdims, out)

    def all(self, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        """Whether every element over axes is true."""
        return _reductions.all(self, axis, keepdims, out)

    def any(self, axis: Any = None, out: Any = None, keepdims: bool = False) -> Any:
        """Whether any element over axes is true."""
        return _reductions.any(self, axis, keepdims, out)

    def argmax(self, axis: int | None = None, out: Any = None) -> Any:
        """Where the largest element is."""
        return _reductions.argmax(self, axis, out)

    def argmin(self, axis: int | None = None, out: Any = None) -> Any:
        """Where the smallest element is."""
        return _reductions.argmin(self, axis, out)

    def argsort(self, axis: int | None = -1, kind: str | None = None, order: Any = None) -> Any:
        """The places that put the elements in order along an axis."""
        return _reductions.argsort(self, axis, kind, order)

    def cumsum(self, axis: int | None = None, dtype: Any = None, out: Any = None) -> Any:
        """Sums of all elements up to each one."""
        return _reductions.cumsum(self, axis, dtype, out)

    def nonzero(self) -> Any:
        """The positions of the elements that are not zero: an array an axis."""
        return _reductions.nonzero(self)
