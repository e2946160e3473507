"""``mx.sym.contrib``: operators from the registry, and functions made of several of them."""

import math
from typing import Any

from mxnet._frontend.updates import adamw
from mxnet._signatures import takes
from mxnet.symbol.control import cond as cond
from mxnet.symbol.control import foreach as foreach
from mxnet.symbol.control import while_loop as while_loop
from mxnet.symbol.core import Symbol
from mxnet.symbol.functions import full
from mxnet.symbol.invoke import call, functions
from mxnet.symbol.random import uniform


def rand_zipfian(true_classes: Symbol, num_sampled: int, range_max: int) -> tuple[Symbol, Symbol, Symbol]:
    """Classes of ``range_max`` drawn by a Zipfian law, then how often each true and each drawn one is expected.

    Class ``c`` has the probability ``log((c + 2) / (c + 1)) / log(range_max + 1)``.

    >>> drawn, of_true, of_drawn = mx.sym.contrib.rand_zipfian(mx.sym.var("classes"), 4, 5)
    >>> drawn.eval(ctx=mx.cpu())[0].shape
    (4,)
    """
    if not isinstance(true_classes, Symbol):
        raise TypeError(f"rand_zipfian: true_classes must be a Symbol, but got {type(true_classes)}")
    scale = math.log(range_max + 1)
    drawn = uniform(0, scale, shape=(num_sampled,), dtype="float64")
    classes = (drawn.exp() - 1).astype("int64") % range_max  # type: ignore[attr-defined]

    def expected(symbol: Any) -> Symbol:
        number = symbol.astype("float64")
        return ((number + 2.0) / (number + 1.0)).log() / scale * num_sampled

    return classes, expected(true_classes), expected(classes)


def _as_symbol(rescale_grad: Any) -> Symbol:
    return rescale_grad if isinstance(rescale_grad, Symbol) else full(shape=(1,), val=rescale_grad)


def _update(operator: str, arrays: dict[str, Symbol], rescale_grad: Any, out: Any = None, **step: Any) -> Symbol:
    return call(operator, Symbol, **arrays, rescale_grad=_as_symbol(rescale_grad), **step)


@takes(adamw)
def adamw_update(weight: Symbol, grad: Symbol, mean: Symbol, var: Symbol, rescale_grad: Any, **step: Any) -> Symbol:
    """A step of AdamW; ``rescale_grad`` is a number or a symbol.

    >>> names = [mx.sym.var(name) for name in ("weight", "grad", "mean", "var")]
    >>> step = mx.sym.contrib.adamw_update(*names, mx.sym.var("scale"), lr=0.1, eta=1.0)
    >>> step.list_inputs()
    ['weight', 'grad', 'mean', 'var', 'scale']
    """
    arrays = {"weight": weight, "grad": grad, "mean": mean, "var": var}
    return _update("_adamw_update", arrays, rescale_grad, **step)


@takes(adamw)
def mp_adamw_update(
    weight: Symbol, grad: Symbol, mean: Symbol, var: Symbol, weight32: Symbol, rescale_grad: Any, **step: Any
) -> Symbol:
    """A step of AdamW for weights in half precision, on their float32 copy ``weight32``.

    >>> names = [mx.sym.var(name) for name in ("weight", "grad", "mean", "var", "weight32")]
    >>> step = mx.sym.contrib.mp_adamw_update(*names, mx.sym.var("scale"), lr=0.1, eta=1.0)
    >>> step.list_inputs()
    ['weight', 'grad', 'mean', 'var', 'weight32', 'scale']
    """
    arrays = {"weight": weight, "grad": grad, "mean": mean, "var": var, "weight32": weight32}
    return _update("_mp_adamw_update", arrays, rescale_grad, **step)


globals().update({n: f for n, f in functions("contrib", __name__, Symbol).items() if n not in globals()})
