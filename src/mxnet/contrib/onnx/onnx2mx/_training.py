"""Steps of optimizers, which a graph of training holds."""

from collections.abc import Callable, Sequence

from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.symbol import Symbol

_DOMAIN = "ai.onnx.preview.training"
Rule = Callable[..., Sequence[Symbol]]


def _each(
    states: Sequence[OnnxValue],
    kinds: int,
    rule: Rule,
    *,
    norm_coefficient: float = 0.0,
    norm_coefficient_post: float = 0.0,
) -> list[Symbol]:
    """A rule for each tensor: the tensors come first, then their gradients, then each kind of state.

    The coefficients let weights decay: by way of the gradient that the rule gets, and after it.
    """
    count = len(states) // kinds
    rows = []
    for i in range(count):
        x, gradient, *others = (states[k * count + i].sym for k in range(kinds))
        made, *new = rule(x, gradient + norm_coefficient * x, *others)
        rows.append([(1 - norm_coefficient_post) * made, *new])
    return [row[k] for k in range(len(rows[0])) for row in rows]


@imports(f"{_DOMAIN}.Momentum")
def momentum(
    m: Importer,
    rate: OnnxValue,
    step: OnnxValue,
    *states: OnnxValue,
    alpha: float,
    beta: float,
    mode: str,
    **decay: float,
) -> list[Symbol]:
    def rule(x: Symbol, gradient: Symbol, velocity: Symbol) -> Sequence[Symbol]:
        first = m.call("_equal_scalar", m.call("Cast", step, dtype="float32"), scalar=0)
        share = first + (1 - first) * beta  # the first step takes the whole gradient
        moved = velocity * alpha + m.call("broadcast_mul", gradient, share)
        ahead = gradient + moved * alpha if mode == "nesterov" else moved
        return x - m.call("broadcast_mul", ahead, rate), moved

    return _each(states, 3, rule, **decay)


@imports(f"{_DOMAIN}.Adagrad")
def adagrad(
    m: Importer,
    rate: OnnxValue,
    step: OnnxValue,
    *states: OnnxValue,
    decay_factor: float = 0.0,
    epsilon: float = 1e-6,
    **decay: float,
) -> list[Symbol]:
    def rule(x: Symbol, gradient: Symbol, squares: Symbol) -> Sequence[Symbol]:
        slower = 1 + m.call("Cast", step, dtype="float32") * decay_factor
        now = m.call("broadcast_div", rate, slower)
        total = squares + gradient * gradient
        return x - m.call("broadcast_mul", gradient / (m.call("sqrt", total) + epsilon), now), total

    return _each(states, 3, rule, **decay)


@imports(f"{_DOMAIN}.Adam")
def adam(
    m: Importer,
    rate: OnnxValue,
    step: OnnxValue,
    *states: OnnxValue,
    alpha: float = 0.9,
    beta: float = 0.999,
    epsilon: float = 1e-6,
    **decay: float,
) -> list[Symbol]:
    def rule(x: Symbol, gradient: Symbol, mean: Symbol, square: Symbol) -> Sequence[Symbol]:
        mean = alpha * mean + (1 - alpha) * gradient
        square = beta * square + (1 - beta) * gradient * gradient
        count = m.call("Cast", step, dtype="float32")
        later = m.call("_greater_scalar", count, scalar=0)  # the first step is not corrected
        powers = [m.call("_rpower_scalar", count, scalar=base) for base in (beta, alpha)]
        factor = m.call("sqrt", 1 - powers[0] * later) / (1 - powers[1] * later)
        now = m.call("broadcast_mul", rate, factor)
        made = x - m.call("broadcast_mul", mean / (m.call("sqrt", square) + epsilon), now)
        return made, mean, square

    return _each(states, 4, rule, **decay)
