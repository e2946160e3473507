"""Operators of ``mx.nd.contrib``, and what it has as functions of arrays."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from mxnet._frontend.functions import functions
from mxnet._frontend.updates import adamw
from mxnet._lazy.value import concrete
from mxnet._ops.registry import find
from mxnet._signatures import takes
from mxnet.context import Context
from mxnet.error import MXNetError
from mxnet.ndarray.control import cond as cond
from mxnet.ndarray.control import foreach as foreach
from mxnet.ndarray.control import while_loop as while_loop
from mxnet.ndarray.creation import full
from mxnet.ndarray.dense import NDArray
from mxnet.ndarray.handle import new, value_of
from mxnet.ndarray.invoke import invoke_op, shortcut
from mxnet.ndarray.random import uniform

_Many = Sequence[NDArray]


def isnan(data: NDArray) -> NDArray:
    """1 where an element is not a number, else 0.

    >>> mx.nd.contrib.isnan(mx.nd.array([1, float("inf"), float("nan")])).asnumpy()
    array([0., 0., 1.], dtype=float32)
    """
    return data != data


def isinf(data: NDArray) -> NDArray:
    """1 where an element is infinite, else 0.

    >>> mx.nd.contrib.isinf(mx.nd.array([1, float("inf"), float("nan")])).asnumpy()
    array([0., 1., 0.], dtype=float32)
    """
    return data.abs() == math.inf


def isfinite(data: NDArray) -> NDArray:
    """1 where an element is a finite number, else 0.

    >>> mx.nd.contrib.isfinite(mx.nd.array([1, float("inf"), float("nan")])).asnumpy()
    array([1., 0., 0.], dtype=float32)
    """
    return data.abs() < math.inf


def boolean_mask(data: NDArray, index: NDArray, axis: int = 0, out: Any = None, name: str | None = None) -> NDArray:
    """The slices along an axis whose number in ``index`` is not zero.

    How many there are depends on values, so this waits for those of ``index``.

    >>> mx.nd.contrib.boolean_mask(mx.nd.array([[1, 2], [3, 4], [5, 6]]), mx.nd.array([1, 0, 1])).asnumpy()
    array([[1., 2.],
           [5., 6.]], dtype=float32)
    """
    axis = axis + data.ndim if axis < 0 else axis
    if not 0 <= axis < data.ndim or index.shape != data.shape[axis : axis + 1]:
        raise MXNetError(
            f"boolean_mask: expected an index of shape {data.shape[axis : axis + 1]}, one number for each slice along "
            f"axis {axis}, received {index.shape}"
        )
    chosen = np.flatnonzero(index.asnumpy()).astype(np.int32)
    indices = new(type(data), concrete(chosen, value_of(data).device), data._ctx)
    return invoke_op(find("take"), (data, indices), {"axis": axis}, out)


def rand_zipfian(
    true_classes: NDArray, num_sampled: int, range_max: int, ctx: Context | None = None
) -> tuple[NDArray, NDArray, NDArray]:
    """Classes of ``range_max`` drawn by a Zipfian law, then how often each true and each drawn one is expected.

    Class ``c`` has the probability ``log((c + 2) / (c + 1)) / log(range_max + 1)``.

    >>> drawn, of_true, of_drawn = mx.nd.contrib.rand_zipfian(mx.nd.array([3]), 4, 5)
    >>> drawn.shape, of_true.shape, of_drawn.shape
    ((4,), (1,), (4,))
    """
    ctx = true_classes.context if ctx is None else ctx
    scale = math.log(range_max + 1)
    drawn = uniform(0, scale, shape=(num_sampled,), dtype="float64", ctx=ctx)
    classes = (drawn.exp() - 1).astype("int64") % range_max

    def expected(numbers: NDArray) -> NDArray:
        exact = numbers.as_in_context(ctx).astype("float64")
        return ((exact + 2) / (exact + 1)).log() / scale * num_sampled

    return classes, expected(true_classes), expected(classes)


# --- optimizers whose operators take arrays where people have numbers and lists --------------------------------------


def _scale(rescale_grad: Any, like: NDArray) -> NDArray:
    if isinstance(rescale_grad, NDArray):
        return rescale_grad.as_in_context(like.context)
    return full((1,), rescale_grad, like.context)


def _interleave(*columns: Sequence[NDArray]) -> list[NDArray]:
    """Weight, gradient and state of the first parameter, then of the second, and so on."""
    return [array for row in zip(*columns, strict=True) for array in row]


def _update(operator: str, arrays: Sequence[NDArray], out: Any = None, name: str | None = None, **attrs: Any) -> Any:
    return invoke_op(find(operator), arrays, attrs, out)


@takes(adamw)
def adamw_update(
    weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, rescale_grad: Any, **step: Any
) -> NDArray:
    """A step of AdamW; ``rescale_grad`` is a number or an array of one.

    >>> weight, grad, mean, var = mx.nd.ones((2,)), mx.nd.ones((2,)), mx.nd.zeros((2,)), mx.nd.zeros((2,))
    >>> mx.nd.contrib.adamw_update(weight, grad, mean, var, 1.0, lr=0.1, eta=1.0, out=weight).asnumpy().round(3)
    array([0.684, 0.684], dtype=float32)
    """
    return _update("_adamw_update", (weight, grad, mean, var, _scale(rescale_grad, weight)), **step)


@takes(adamw)
def mp_adamw_update(
    weight: NDArray, grad: NDArray, mean: NDArray, var: NDArray, weight32: NDArray, rescale_grad: Any, **step: Any
) -> NDArray:
    """A step of AdamW for a weight in half precision, on its float32 copy ``weight32``.

    >>> weight, grad, mean, var = mx.nd.ones((2,)), mx.nd.ones((2,)), mx.nd.zeros((2,)), mx.nd.zeros((2,))
    >>> half = weight.astype("float16")
    >>> out = mx.nd.contrib.mp_adamw_update(half, grad, mean, var, weight, 1.0, lr=0.1, eta=1.0, out=half)
    >>> weight.asnumpy().round(3)
    array([0.684, 0.684], dtype=float32)
    """
    return _update("_mp_adamw_update", (weight, grad, mean, var, weight32, _scale(rescale_grad, weight)), **step)


def multi_adamw_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    rescale_grad: Any,
    lrs: Sequence[float],
    wds: Sequence[float],
    etas: Sequence[float],
    out: Any = None,
    name: str | None = None,
    size: int = 0,
    **kwargs: Any,
) -> list[NDArray]:
    """A step of AdamW for many weights at once.

    >>> weight, grad, mean, var = mx.nd.ones((2,)), mx.nd.ones((2,)), mx.nd.zeros((2,)), mx.nd.zeros((2,))
    >>> out = mx.nd.contrib.multi_adamw_update(
    ...     [weight], [grad], [mean], [var], 1.0, lrs=[0.1], wds=[0], etas=[1], out=[weight]
    ... )
    >>> weight.asnumpy().round(3)
    array([0.684, 0.684], dtype=float32)
    """
    arrays = [*_interleave(weights, grads, mean, var), _scale(rescale_grad, weights[0])]
    attrs = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(weights)}
    return _update("_multi_adamw_update", arrays, out, **attrs, **kwargs)


@takes(multi_adamw_update)
def multi_mp_adamw_update(
    weights: _Many,
    grads: _Many,
    mean: _Many,
    var: _Many,
    weights32: _Many,
    rescale_grad: Any,
    *,
    size: int = 0,
    **step: Any,
) -> list[NDArray]:
    """A step of AdamW for many weights in half precision at once.

    >>> halves, grads = [mx.nd.ones((2,), dtype="float16")], [mx.nd.ones((2,), dtype="float16")]
    >>> mean, var, weights = [mx.nd.zeros((2,))], [mx.nd.zeros((2,))], [mx.nd.ones((2,))]
    >>> step = {"lrs": [0.1], "wds": [0], "etas": [1], "out": halves}
    >>> out = mx.nd.contrib.multi_mp_adamw_update(halves, grads, mean, var, weights, 1.0, **step)
    >>> weights[0].asnumpy().round(3)
    array([0.684, 0.684], dtype=float32)
    """
    arrays = [*_interleave(weights, grads, mean, var, weights32), _scale(rescale_grad, weights[0])]
    return _update("_multi_mp_adamw_update", arrays, num_weights=size or len(weights), **step)


def multi_lamb_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    step_count: Sequence[int],
    lrs: Sequence[float],
    wds: Sequence[float],
    out: Any = None,
    num_tensors: int = 0,
    **kwargs: Any,
) -> list[NDArray]:
    """A step of LAMB for many weights at once, ``step_count`` being the number of the step for each.

    >>> weight, grad, mean, var = mx.nd.ones((2,)), mx.nd.ones((2,)), mx.nd.zeros((2,)), mx.nd.zeros((2,))
    >>> out = mx.nd.contrib.multi_lamb_update([weight], [grad], [mean], [var], [1], lrs=[0.1], wds=[0], out=[weight])
    >>> weight.asnumpy().round(3)
    array([0.9, 0.9], dtype=float32)
    """
    attrs = {"step_count": step_count, "learning_rates": lrs, "wds": wds, "num_tensors": num_tensors or len(weights)}
    return _update("_multi_lamb_update", _interleave(weights, grads, mean, var), out, **attrs, **kwargs)


@takes(multi_lamb_update, without=("lrs",), after="step_count")
def multi_mp_lamb_update(
    weights: _Many, grads: _Many, mean: _Many, var: _Many, weights32: _Many, *, lrs: Sequence[float], **step: Any
) -> list[NDArray]:
    """A step of LAMB for many weights in half precision at once.

    >>> halves, grads = [mx.nd.ones((2,), dtype="float16")], [mx.nd.ones((2,), dtype="float16")]
    >>> mean, var, weights = [mx.nd.zeros((2,))], [mx.nd.zeros((2,))], [mx.nd.ones((2,))]
    >>> out = mx.nd.contrib.multi_mp_lamb_update(halves, grads, mean, var, weights, [1], lrs=[0.1], wds=[0], out=halves)
    >>> weights[0].asnumpy().round(3)
    array([0.9, 0.9], dtype=float32)
    """
    step["num_tensors"] = step["num_tensors"] or len(weights)
    arrays = _interleave(weights, grads, mean, var, weights32)
    return _update("_multi_mp_lamb_update", arrays, learning_rates=lrs, **step)


globals().update({n: f for n, f in functions("contrib", __name__, shortcut).items() if n not in globals()})
