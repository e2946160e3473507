"""Steps of optimizers, which a graph of training holds."""

from collections.abc import Callable, Sequence

from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.symbol import Symbol

_DOMAIN = "ai.onnx.preview.training"
Rule = Callable[..., Sequence[Symbol]]


def _each(m: Importer, states: Sequence[OnnxValue], kinds: int, rule: Rule) -> list[Symbol]:
    """A rule for each tensor: the tensors come first, then their gradients, then each kind of state."""
    count = len(states) // kinds
    rows = [rule(*[states[k * count + i].sym for k in range(kinds)]) for i in range(count)]
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
    norm_coefficient: float,
) -> list[Symbol]:
    def rule(x: Symbol, gradient: Symbol, velocity: Symbol) -> Sequence[Symbol]:
        gradient = gradient + norm_coefficient * x
        first = m.call("_equal_scalar", m.call("Cast", step, dtype="float32"), scalar=0)
        share = first + (1 - first) * beta  # the first step takes the whole gradient
        moved = velocity * alpha + m.call("broadcast_mul", gradient, share)
        ahead = gradient + moved * alpha if mode == "nesterov" else moved
        return x - m.call("broadcast_mul", ahead, rate), moved

    return _each(m, states, 3, rule)


@imports(f"{_DOMAIN}.Adagrad")
def adagrad(
    m: Importer,
    rate: OnnxValue,
    step: OnnxValue,
    *states: OnnxValue,
    decay_factor: float = 0.0,
    epsilon: float = 1e-6,
    norm_coefficient: float = 0.0,
) -> list[Symbol]:
    def rule(x: Symbol, gradient: Symbol, squares: Symbol) -> Sequence[Symbol]:
        slower = 1 + m.call("Cast", step, dtype="float32") * decay_factor
        now = m.call("broadcast_div", rate, slower)
        gradient = gradient + norm_coefficient * x
        total = squares + gradient * gradient
        return x - m.call("broadcast_mul", gradient / (m.call("sqrt", total) + epsilon), now), total

    return _each(m, states, 3, rule)


@imports(f"{_DOMAIN}.Adam")
def adam(
    m: Importer,
    rate: OnnxValue,
    step: OnnxValue,
    *states: OnnxValue,
    alpha: float = 0.9,
    beta: float = 0.999,
    epsilon: float = 1e-6,
    norm_coefficient: float = 0.0,
    norm_coefficient_post: float = 0.0,
) -> list[Symbol]:
    def rule(x: Symbol, gradient: Symbol, mean: Symbol, square: Symbol) -> Sequence[Symbol]:
        gradient = gradient + norm_coefficient * x
        mean = alpha * mean + (1 - alpha) * gradient
        square = beta * square + (1 - beta) * gradient * gradient
        count = m.call("Cast", step, dtype="float32")
        later = m.call("_greater_scalar", count, scalar=0)  # the first step is not corrected
        powers = [m.call("_rpower_scalar", count, scalar=base) for base in (beta, alpha)]
        factor = m.call("sqrt", 1 - powers[0] * later) / (1 - powers[1] * later)
        now = m.call("broadcast_mul", rate, factor)
        made = x - m.call("broadcast_mul", mean / (m.call("sqrt", square) + epsilon), now)
        return (1 - norm_coefficient_post) * made, mean, square

    return _each(m, states, 4, rule)
