"""Comparing arrays, and saying where they differ."""

import functools
import json
from collections.abc import Callable
from typing import Any

import numpy as np

from mxnet.ndarray import waitall
from mxnet.ndarray.ndarray import NDArray
from mxnet.test_utils.tolerances import Tolerance, get_atol, get_etol, get_rtol, get_tols

Names = tuple[str, str]


def same(a: Any, b: Any) -> bool:
    """Whether two arrays have the same shape and the same elements.

    >>> mx.test_utils.same(mx.nd.ones((2,)).asnumpy(), np.ones((2,)))
    True
    """
    return np.array_equal(a, b)


def almost_equal(
    a: Any,
    b: Any,
    rtol: float | None = None,
    atol: float | None = None,
    equal_nan: bool = False,
    use_broadcast: bool = True,
) -> bool:
    """Whether two arrays agree within tolerances, by default those of float64.

    >>> mx.test_utils.almost_equal(mx.nd.array([1, 2]), np.array([1, 2.1]), rtol=0.1)
    True
    """
    if not use_broadcast:
        checkShapes(a, b)
    return bool(_close(_host(a), _host(b), get_rtol(rtol), get_atol(atol), equal_nan).all())


def assert_almost_equal(
    a: Any,
    b: Any,
    rtol: Tolerance = None,
    atol: Tolerance = None,
    names: Names = ("a", "b"),
    equal_nan: bool = False,
    use_broadcast: bool = True,
    mismatches: tuple[int, int] = (10, 10),
) -> None:
    """Raise an AssertionError that says where two arrays differ, if they do.

    Parameters
    ----------
    a, b : arrays of MXNet or NumPy, or numbers
        Different shapes are broadcast, except of two MXNet arrays, and unless ``use_broadcast`` is False.
    rtol, atol : number, or dict of dtype to number
        ``b`` may be wrong by ``atol + rtol * abs(b)``; by default what the coarser dtype of the two deserves.
    mismatches : (int, int)
        The first is how many elements the message lists.

    Examples
    --------
    >>> mx.test_utils.assert_almost_equal(mx.nd.array([1.0, 2.0]), np.array([1.0, 2.00001]))
    """
    if not use_broadcast or (isinstance(a, NDArray) and isinstance(b, NDArray)):
        checkShapes(a, b)
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = _host(a), _host(b)
    if a.dtype == np.bool_ and b.dtype == np.bool_:
        rtol = atol = 0
    close = _close(a, b, rtol, atol, equal_nan)
    if not close.all():
        raise AssertionError(_report(a, b, close, rtol, atol, names, mismatches[0]))


def assert_allclose(a: Any, b: Any, rtol: Tolerance = 1e-07, atol: Tolerance = 0, equal_nan: bool = True) -> None:
    """``assert_almost_equal`` with the tolerances of NumPy's function of this name.

    >>> mx.test_utils.assert_allclose(mx.nd.array([1, 2]), np.array([1, 2]))
    """
    assert_almost_equal(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)


def assert_almost_equal_with_err(
    a: Any,
    b: Any,
    rtol: Tolerance = None,
    atol: Tolerance = None,
    etol: float | None = None,
    names: Names = ("a", "b"),
    equal_nan: bool = False,
    mismatches: tuple[int, int] = (10, 10),
) -> None:
    """``assert_almost_equal`` that lets a share ``etol`` of the elements differ.

    >>> mx.test_utils.assert_almost_equal_with_err(mx.nd.array([1, 2, 3, 4]), np.array([1, 2, 3, 9]), etol=0.25)
    """
    allowed = get_etol(etol)
    if allowed <= 0:
        assert_almost_equal(a, b, rtol, atol, names, equal_nan, mismatches=mismatches)
        return
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = _host(a), _host(b)
    close = _close(a, b, rtol, atol, equal_nan)
    if close.size and 1 - close.mean() > allowed:
        raise AssertionError(_report(a, b, close, rtol, atol, names, mismatches[0]))


def assert_almost_equal_ignore_nan(
    a: Any, b: Any, rtol: Tolerance = None, atol: Tolerance = None, names: Names = ("a", "b")
) -> None:
    """``assert_almost_equal`` of the elements that are a number in both arrays.

    >>> mx.test_utils.assert_almost_equal_ignore_nan(mx.nd.array([1, float("nan")]), np.array([1, 5]))
    """
    a, b = np.array(_host(a)), np.array(_host(b))
    missing = np.isnan(a) | np.isnan(b)
    a[missing] = 0
    b[missing] = 0
    assert_almost_equal(a, b, rtol, atol, names)


def compare_ndarray_tuple(t1: Any, t2: Any, rtol: Tolerance = None, atol: Tolerance = None) -> None:
    """``assert_almost_equal`` of two arrays or nested tuples of them; None agrees with anything.

    >>> mx.test_utils.compare_ndarray_tuple((mx.nd.ones((2,)), None), (mx.nd.ones((2,)), None))
    """
    if t1 is None or t2 is None:
        return
    compare = compare_ndarray_tuple if isinstance(t1, tuple) else assert_almost_equal
    for pair in zip(t1, t2, strict=True) if isinstance(t1, tuple) else [(t1, t2)]:
        compare(*pair, rtol=rtol, atol=atol)


def checkShapes(a: Any, b: Any) -> None:
    """Raise an AssertionError if two arrays have different shapes.

    >>> mx.test_utils.checkShapes(mx.nd.zeros((2, 3)), np.zeros((2, 3)))
    """
    if np.shape(a) != np.shape(b):
        shapes = f"a.shape = {np.shape(a)} and b.shape = {np.shape(b)}"
        raise AssertionError(f"{shapes} are not equal\n a: {a!r}\n b: {b!r}")


def locationError(a: Any, b: Any, index: tuple[int, ...], names: Names, maxError: bool = False) -> str:
    """A line that tells two arrays' elements at an index.

    >>> print(mx.test_utils.locationError(np.array([1, 2]), np.array([1, 3]), (1,), ("first", "second")))
    Location of error: (1,), first=2.00000000, second=3.00000000
    """
    which = "maximum error" if maxError else "error"
    return f"Location of {which}: {index}, {names[0]}={a[index]:.8f}, {names[1]}={b[index]:.8f}"


def same_array(array1: NDArray, array2: NDArray) -> bool:
    """Whether two arrays share memory: what is written to the first is seen in the second.

    >>> x = mx.nd.zeros((4,))
    >>> mx.test_utils.same_array(x, x.reshape((4,))), mx.test_utils.same_array(x, x.copy())
    (True, False)
    """
    kept = array1.copy()
    array1[:] = kept + 1
    follows = same(array1.asnumpy(), array2.asnumpy())
    array1[:] = kept
    return follows and same(array1.asnumpy(), array2.asnumpy())


def same_symbol_structure(sym1: Any, sym2: Any) -> bool:
    """Whether the nodes of two symbols, one after the other as far as both have some, are the same operators.

    >>> mx.test_utils.same_symbol_structure(mx.sym.relu(mx.sym.var("a")), mx.sym.relu(mx.sym.var("b")))
    True
    """
    first, second = (json.loads(sym.tojson())["nodes"] for sym in (sym1, sym2))
    return all(one["op"] == other["op"] for one, other in zip(first, second, strict=False))


def assert_exception(f: Callable[..., Any], exception_type: type[BaseException], *args: Any, **kwargs: Any) -> None:
    """Raise an AssertionError unless the function raises an exception of this type.

    >>> mx.test_utils.assert_exception(int, ValueError, "no number")
    """
    try:
        f(*args, **kwargs)
    except exception_type:
        return
    raise AssertionError(f"{f!r} did not raise {exception_type.__name__}")


def retry(n: int) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """A decorator that runs a test of chance up to ``n`` times, until it passes.

    >>> @mx.test_utils.retry(3)
    ... def test_of_chance():
    ...     assert mx.nd.random.uniform().asscalar() < 0.9
    >>> test_of_chance()
    """
    if n <= 0:
        raise ValueError(f"retry: expected how often to try, at least 1, but received {n}")

    def decorate(test: Callable[..., Any]) -> Callable[..., None]:
        @functools.wraps(test)
        def tried(*args: Any, **kwargs: Any) -> None:
            for _ in range(n - 1):
                try:
                    test(*args, **kwargs)
                    return
                except AssertionError:
                    waitall()
            test(*args, **kwargs)

        return tried

    return decorate


# --- how two host arrays differ --------------------------------------------------------------------------------------


def _host(array: Any) -> np.ndarray:
    """An array's values as a NumPy array; halves as float32, in which their differences neither overflow nor vanish."""
    host = array.asnumpy() if hasattr(array, "asnumpy") else np.asarray(array)
    return host.astype(np.float32) if host.dtype.itemsize == 2 and host.dtype.kind in "fV" else host


def _close(a: np.ndarray, b: np.ndarray, rtol: float, atol: float, equal_nan: bool) -> np.ndarray:
    with np.errstate(all="ignore"):
        return np.asarray(np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan))


def _report(
    a: np.ndarray, b: np.ndarray, close: np.ndarray, rtol: float, atol: float, names: Names, listed: int
) -> str:
    """Which elements differ, the worst first, by how many times what is allowed."""
    actual, desired = (np.broadcast_to(x.astype(np.result_type(x, np.float64)), close.shape) for x in (a, b))
    with np.errstate(all="ignore"):
        excess = np.abs(actual - desired) / (atol + rtol * np.abs(desired) + 1e-20)
    rank = np.where(close, -1.0, np.where(np.isnan(excess), np.inf, excess)).ravel()
    wrong = int(np.count_nonzero(~close))
    worst = [np.unravel_index(i, close.shape) for i in np.argsort(-rank, kind="stable")[: max(1, min(wrong, listed))]]
    places = [tuple(int(i) for i in index) for index in worst]
    lines = [
        f"Error {excess[places[0]]:f} exceeds tolerance rtol={rtol:e}, atol={atol:e} "
        f"(mismatch {100 * wrong / close.size:f}%: {wrong} of {close.size}).",
        locationError(actual, desired, places[0], names, maxError=True),
    ]
    for number, place in enumerate(places[:listed], 1):
        lines.append(f"{number:3d}: Error {excess[place]:f}  {locationError(actual, desired, place, names)}")
    with np.printoptions(threshold=4, suppress=True):
        lines += [f" {names[0]}: {a!r}", f" {names[1]}: {b!r}"]
    return "\n".join(lines)
