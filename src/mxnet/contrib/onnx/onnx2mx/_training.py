"""Steps of optimizers, which a graph of training holds."""

from collections.abc import Callable, Sequence
from typing import Any

from mxnet.contrib.onnx.onnx2mx._graph import Importer, OnnxValue
from mxnet.contrib.onnx.onnx2mx._registry import imports
from mxnet.symbol import Symbol

Rule = Callable[..., Sequence[Symbol]]


def _steps(kind: str, states: int) -> Callable[[Rule], Rule]:
    """Declare a rule that gives the new tensor and its new states, for one tensor with so many of them.

    It is called with the importer, the learning rate and the number of the step, then the tensor, its gradient and its
    states. A node has the tensors first, then their gradients, then each kind of state. The coefficients let weights
    decay: by way of the gradient that the rule gets, and after it.
    """

    def declare(rule: Rule) -> Rule:
        @imports(f"ai.onnx.preview.training.{kind}")
        def convert(
            m: Importer,
            *values: OnnxValue,
            norm_coefficient: float = 0.0,
            norm_coefficient_post: float = 0.0,
            **how: Any,
        ) -> list[Symbol]:
            rate, step, *tensors = values
            number = m.call("Cast", step, dtype="float32")
            count = len(tensors) // (2 + states)
            rows = []
            for i in range(count):
                x, gradient, *others = (tensor.sym for tensor in tensors[i::count])
                updated, *new = rule(m, rate.sym, number, x, gradient + norm_coefficient * x, *others, **how)
                rows.append([(1 - norm_coefficient_post) * updated, *new])
            return [row[k] for k in range(len(rows[0])) for row in rows]

        return rule

    return declare


@_steps("Momentum", 1)
def momentum(
    m: Importer, rate: Symbol, t: Symbol, *state: Symbol, alpha: float, beta: float, mode: str
) -> Sequence[Symbol]:
    x, gradient, velocity = state
    first = m.call("_equal_scalar", t, scalar=0)
    share = first + (1 - first) * beta  # the first step takes the whole gradient
    moved = velocity * alpha + m.call("broadcast_mul", gradient, share)
    ahead = gradient + moved * alpha if mode == "nesterov" else moved
    return x - m.call("broadcast_mul", ahead, rate), moved


@_steps("Adagrad", 1)
def adagrad(
    m: Importer, rate: Symbol, t: Symbol, *state: Symbol, decay_factor: float = 0.0, epsilon: float = 1e-6
) -> Sequence[Symbol]:
    x, gradient, squares = state
    now = m.call("broadcast_div", rate, 1 + t * decay_factor)
    total = squares + gradient * gradient
    return x - m.call("broadcast_mul", gradient / (m.call("sqrt", total) + epsilon), now), total


@_steps("Adam", 2)
def adam(
    m: Importer, rate: Symbol, t: Symbol, *state: Symbol, alpha: float = 0.9, beta: float = 0.999, epsilon: float = 1e-6
) -> Sequence[Symbol]:
    x, gradient, mean, square = state
    mean = alpha * mean + (1 - alpha) * gradient
    square = beta * square + (1 - beta) * gradient * gradient
    later = m.call("_greater_scalar", t, scalar=0)  # the first step is not corrected
    powers = [m.call("_rpower_scalar", t, scalar=base) for base in (beta, alpha)]
    factor = m.call("sqrt", 1 - powers[0] * later) / (1 - powers[1] * later)
    now = m.call("broadcast_mul", rate, factor)
    updated = x - m.call("broadcast_mul", mean / (m.call("sqrt", square) + epsilon), now)
    return updated, mean, square
