"""Loops and branches of ``mx.nd.contrib``: run at once, and recorded by autograd like any other operations."""

from collections.abc import Callable, Sequence
from typing import Any

from mxnet._ops.registry import find
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.invoke import invoke_op

Arrays = Any  # an array, or lists of them nested to any depth


def flatten(arrays: Arrays, what: str) -> list[NDArray]:
    """The arrays of a nested list in order."""
    if isinstance(arrays, NDArray):
        return [arrays]
    if not isinstance(arrays, (list, tuple)):
        raise TypeError(f"{what} must be an NDArray or a nested list of NDArrays, but got {arrays!r} of {type(arrays)}")
    return [leaf for item in arrays for leaf in flatten(item, what)]


def rebuild(model: Arrays, leaves: Sequence[Any]) -> Arrays:
    """A nested list like ``model``, with these arrays in place of its own."""
    rest = iter(leaves)

    def build(node: Arrays) -> Arrays:
        return next(rest) if isinstance(node, NDArray) else [build(item) for item in node]

    return build(model)


def _stack(arrays: Sequence[NDArray]) -> NDArray:
    return invoke_op(find("stack"), list(arrays), {"axis": 0})


def foreach(body: Callable[[Arrays, Arrays], Any], data: Arrays, init_states: Arrays) -> tuple[Arrays, Arrays]:
    """Run ``outputs, states = body(slice, states)`` on each slice of the first axis; the outputs come stacked.

    >>> add = lambda x, total: (x + total, x + total)
    >>> sums, total = mx.nd.contrib.foreach(add, mx.nd.array([1, 2, 3]), mx.nd.zeros((1,)))
    >>> total.asscalar()
    np.float32(6.0)
    """
    leaves = flatten(data, "foreach: data")
    flatten(init_states, "foreach: init_states")
    states = init_states
    model: Arrays = []
    rows = []
    for number in range(leaves[0].shape[0]):
        outputs, states = body(rebuild(data, [leaf[number] for leaf in leaves]), states)
        rows.append(flatten(outputs, "foreach: what the body returns"))
        model = outputs
    return rebuild(model, [_stack(column) for column in zip(*rows, strict=True)]), states


def while_loop(
    cond: Callable[..., Any], func: Callable[..., Any], loop_vars: Any, max_iterations: int | None = None
) -> tuple[Arrays, Any]:
    """Run ``outputs, loop_vars = func(*loop_vars)`` while ``cond(*loop_vars)``; the outputs come stacked.

    They have ``max_iterations`` rows, zeros in those that no iteration filled.

    >>> halve = lambda x: (x, [x / 2])
    >>> outputs, last = mx.nd.contrib.while_loop(lambda x: x > 1, halve, [mx.nd.array([8])], max_iterations=5)
    >>> last[0].asnumpy()
    array([1.], dtype=float32)
    """
    if max_iterations is None:
        raise ValueError("max_iterations should be specified")
    limit = _as_python(max_iterations, int, "max_iterations")
    alone = isinstance(loop_vars, NDArray)
    current = [loop_vars] if alone else list(loop_vars)
    if not current:
        raise ValueError("loop_vars should contain at least one element")
    model: Arrays = []
    rows: list[list[NDArray]] = []
    while len(rows) < limit and _as_python(cond(*current), bool, "the return value of cond"):
        outputs, after = func(*current)
        model = [] if outputs is None else outputs
        rows.append(flatten(model, "while_loop: the outputs of func"))
        if len(rows[-1]) != len(rows[0]):
            raise ValueError("Number of elements in step_output should be the same in each step")
        after = [] if after is None else [after] if isinstance(after, NDArray) else list(after)
        if len(after) != len(current):
            raise ValueError("The length of loop_vars should be consistent during the loop")
        current = after
    stacked = [_pad(_stack(column), limit - len(rows)) for column in zip(*rows, strict=True)]
    return rebuild(model, stacked), current[0] if alone else current


def _pad(array: NDArray, rows: int) -> NDArray:
    if not rows:
        return array
    attrs = {"shape": (rows, *array.shape[1:]), "dtype": array.dtype, "ctx": array.context}
    return invoke_op(find("Concat"), [array, invoke_op(find("_zeros"), (), attrs)], {"dim": 0})


def cond(pred: Any, then_func: Callable[[], Arrays], else_func: Callable[[], Arrays]) -> Arrays:
    """The result of ``then_func()`` if ``pred`` is true, else that of ``else_func()``.

    >>> x = mx.nd.array([3])
    >>> mx.nd.contrib.cond(x > 2, lambda: x * 10, lambda: x - 10).asnumpy()
    array([30.], dtype=float32)
    """
    return then_func() if _as_python(pred, bool, "pred") else else_func()


def _as_python(number: Any, kind: type, what: str) -> Any:
    value = number.asscalar() if isinstance(number, NDArray) else number
    try:
        return kind(value)
    except (TypeError, ValueError):
        raise ValueError(f"Cannot convert {what} to python {kind.__name__}: received {number!r}") from None
