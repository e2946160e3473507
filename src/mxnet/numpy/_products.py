"""Products and contractions."""

from typing import TYPE_CHECKING, Any

from mxnet.numpy._arithmetic import FUNCTIONS
from mxnet.numpy._call import Out, axes, call, is_array, is_number
from mxnet.numpy._shapes import ravel

if TYPE_CHECKING:
    from mxnet.numpy._array import ndarray


def _need_array(name: str, array: Any) -> None:
    if not is_array(array):
        raise TypeError(f"{name}: expected an mxnet.numpy.ndarray, received {array!r}")


def dot(a: Any, b: Any, out: Out = None) -> "ndarray":
    """The product of the last axis of ``a`` with the last but one of ``b``."""
    _need_array("dot", a)
    _need_array("dot", b)
    return call("_np_dot", (a, b), {}, out)


def matmul(a: Any, b: Any, out: Out = None) -> "ndarray":
    """The matrix product, leading axes broadcast."""
    _need_array("matmul", a)
    _need_array("matmul", b)
    return call("_npi_matmul", (a, b), {}, out)


def tensordot(a: Any, b: Any, axes: Any = 2) -> "ndarray":
    """The sum of products over axes: a number of them, or the axes of each array."""
    if isinstance(axes, int):
        if axes < 0:
            raise ValueError("axes must be non-negative")
        return call("_npi_tensordot_int_axes", (a, b), {"axes": axes})
    if len(axes) != 2:
        raise ValueError("axes must consist of two arrays.")
    first, second = (_tuple(x) for x in axes)
    if len(first) != len(second):
        raise ValueError("axes length mismatch")
    return call("_npi_tensordot", (a, b), {"a_axes_summed": first, "b_axes_summed": second})


def _tuple(axis: Any) -> tuple[int, ...]:
    return axes(axis) or ()


def einsum(*operands: Any, **kwargs: Any) -> "ndarray":
    """Sums of products over axes named by letters: ``einsum("ij,jk->ik", a, b)``."""
    optimize = kwargs.pop("optimize", False)
    out = kwargs.pop("out", None)
    if kwargs:
        raise TypeError(f"einsum: unsupported arguments {sorted(kwargs)}")
    subscripts, *arrays = operands
    return call("_npi_einsum", arrays, {"subscripts": subscripts, "optimize": int(bool(optimize))}, out)


def inner(a: Any, b: Any) -> "ndarray":
    """The sum of products over the last axes.

    >>> mx.np.inner(mx.np.array([1, 2]), mx.np.array([3, 4]))
    array(11.)
    """
    return tensordot(a, b, [-1, -1])


def vdot(a: Any, b: Any) -> "ndarray":
    """The sum of products of two flattened arrays.

    >>> mx.np.vdot(mx.np.array([1, 2]), mx.np.array([3, 4]))
    array(11.)
    """
    return tensordot(ravel(a), ravel(b), 1)


def outer(a: Any, b: Any) -> "ndarray":
    """Every product of an element of one array with one of the other.

    >>> mx.np.outer(mx.np.array([1, 2]), mx.np.array([3, 4]))
    array([[3., 4.],
           [6., 8.]])
    """
    return FUNCTIONS["multiply"](ravel(a).reshape((-1, 1)), ravel(b).reshape((1, -1)))


def polyval(p: Any, x: Any) -> "ndarray":
    """The value of the polynomial with coefficients ``p``, highest first, at every ``x``."""
    if is_number(p) or is_number(x):
        raise TypeError("polyval: expected arrays, received a number: use np.array(...)")
    return call("_npi_polyval", (p, x))
