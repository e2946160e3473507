"""Loops and branches of symbols, as XLA's own.

``subgraphs`` are the graphs that such an operator runs, given by whoever runs the graph around it. Each is a function
of the arrays of its variables, and of the number of the iteration; it returns its heads, and by its variables' numbers
the new values of those it overwrites. ``overwritten`` are the numbers of the variables that it may overwrite.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, Protocol

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import Shape
from mxnet._ops.registry import op
from mxnet.error import MXNetError


class Body(Protocol):
    """A graph that a loop or a branch runs.

    ``size`` counts its variables. ``last`` is the operator of its first head, by name, with its parameters.
    """

    overwritten: tuple[int, ...]
    random: bool
    size: int
    last: tuple[str, Mapping[str, Any]]

    def __call__(self, arrays: Sequence[Any], step: Any = 0) -> tuple[list[Any], dict[int, Any]]:
        """The heads, and what became of the variables that were overwritten."""


# For each graph of an operator, the number of the operator's input that stands at each of the graph's variables.
Wires = list[list[int]]


def _foreach_wires(*, in_data_locs: Shape, in_state_locs: Shape, remain_locs: Shape, **_: Any) -> Wires:
    places = (*in_data_locs, *in_state_locs, *remain_locs)
    return [[places.index(i) for i in range(len(places))]]


def _while_wires(*, cond_input_locs: Shape, func_input_locs: Shape, **_: Any) -> Wires:
    return [list(cond_input_locs), list(func_input_locs)]


def _cond_wires(*, cond_input_locs: Shape, then_input_locs: Shape, else_input_locs: Shape, **_: Any) -> Wires:
    return [list(cond_input_locs), list(then_input_locs), list(else_input_locs)]


WIRES: dict[str, Callable[..., Wires]] = {
    "_foreach": _foreach_wires,
    "_while_loop": _while_wires,
    "_cond": _cond_wires,
    "_onnx_loop": _while_wires,
    "_onnx_if": _cond_wires,
}


def overwritten(wires: Wires, inside: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """The inputs that some graph overwrites; ``inside`` has the overwritten variables of each graph."""
    return tuple(sorted({wires[k][place] for k, places in enumerate(inside) for place in places}))


def _count(*, num_outputs: int, **_: Any) -> int:
    return num_outputs


def _bodies(name: str, subgraphs: Sequence[Body], count: int) -> Sequence[Body]:
    if len(subgraphs) != count:
        raise MXNetError(
            f"{name} runs graphs and cannot be called by itself: write mx.sym.contrib.{name.removeprefix('_')}(...) "
            f"for symbols, or mx.nd.contrib.{name.removeprefix('_')}(...) for arrays."
        )
    return subgraphs


def _like(values: Sequence[Any], models: Sequence[Any], what: str) -> list[Any]:
    """A state keeps its shape and dtype from one iteration to the next."""
    for number, (value, model) in enumerate(zip(values, models, strict=True)):
        if value.shape != model.shape:
            raise MXNetError(f"{what} {number} has shape {model.shape} before an iteration, but {value.shape} after it")
    return [v.astype(m.dtype) for v, m in zip(values, models, strict=True)]


def _truth(value: Any) -> Any:
    if value.size != 1:
        raise MXNetError(f"a condition must have one element, but has the shape {value.shape}")
    return value.reshape(()) != 0


@op("_foreach", outputs=_count, count_attr="num_args")
def foreach(
    *data: jax.Array,
    num_args: int,
    num_outputs: int,
    num_out_data: int,
    in_state_locs: Shape,
    in_data_locs: Shape,
    remain_locs: Shape,
    subgraphs: Sequence[Body] = (),
) -> tuple[jax.Array, ...]:
    """Run a graph on every slice of the first axis, with states that go from one to the next.

    data: The arrays whose slices the graph is run on, the first states, and what else it reads.
    num_outputs: How many results there are: stacked outputs, then states.
    num_out_data: How many of them are stacked outputs.
    in_state_locs: Which inputs of the graph are states.
    in_data_locs: Which inputs of the graph are slices.
    remain_locs: Which inputs of the graph are the same in every round.

    >>> sums, last = nd.contrib.foreach(lambda x, state: (x + state, x + state), nd.array([1, 2, 3]), nd.zeros((1,)))
    >>> sums.reshape(-1).asnumpy(), last.asnumpy()
    (array([1., 3., 6.], dtype=float32), array([6.], dtype=float32))
    """
    (body,) = _bodies("_foreach", subgraphs, 1)
    wires = _foreach_wires(in_data_locs=in_data_locs, in_state_locs=in_state_locs, remain_locs=remain_locs)
    n_data, n_states = len(in_data_locs), len(in_state_locs)
    kept = overwritten(wires, [body.overwritten])

    def step(carry: Any, slices: Any) -> tuple[Any, Any]:
        number, states, changing = carry
        arrays = [*slices, *states, *data[n_data + n_states :]]
        for i, value in zip(kept, changing, strict=True):
            arrays[i] = value
        outputs, changed = body([arrays[i] for i in wires[0]], number)
        states = _like(outputs[num_out_data:num_outputs], states, "foreach: state")
        after = [changed.get(wires[0].index(i), arrays[i]) for i in kept]
        return (number + 1, states, after), outputs[:num_out_data]

    start = (jnp.int32(0), list(data[n_data : n_data + n_states]), [data[i] for i in kept])
    rows_of = [d[:, None] if d.ndim == 1 else d for d in data[:n_data]]  # a slice has an axis at least
    (_, states, changing), rows = lax.scan(step, start, rows_of)
    return (*rows, *states, *changing)


@op("_while_loop", outputs=_count, count_attr="num_args")
def while_loop(
    *data: jax.Array,
    num_args: int,
    num_outputs: int,
    num_out_data: int,
    max_iterations: int,
    cond_input_locs: Shape,
    func_input_locs: Shape,
    func_var_locs: Shape,
    subgraphs: Sequence[Body] = (),
) -> tuple[jax.Array, ...]:
    """Run a graph on its own results while another one is true, at most ``max_iterations`` times.

    data: What the two graphs read: the loop's variables and other arrays.
    num_outputs: How many results there are: stacked outputs, then variables.
    num_out_data: How many of them are stacked outputs.
    max_iterations: How many rounds at most; stacked outputs have this length.
    cond_input_locs: Which arrays the condition reads.
    func_input_locs: Which arrays the body reads.
    func_var_locs: Which of the body's inputs are variables.

    >>> rounds = nd.contrib.while_loop(lambda i: i < 3, lambda i: (i * i, i + 1), nd.array([0]), max_iterations=5)
    >>> rounds[0].reshape(-1).asnumpy(), rounds[1].asnumpy()
    (array([0., 1., 4., 0., 0.], dtype=float32), array([3.], dtype=float32))
    """
    bodies = _bodies("_while_loop", subgraphs, 2)
    loop = _While(bodies, num_outputs, num_out_data, max_iterations, list(cond_input_locs), list(func_input_locs))
    loop.states = [func_input_locs[i] for i in func_var_locs]
    loop.kept = overwritten([loop.tested, loop.used], [b.overwritten for b in bodies])
    if loop.test.random or loop.body.random:
        return loop.bounded(*data)

    run = jax.custom_vjp(loop.early)
    run.defvjp(loop.keeping, loop.backward)
    return run(*data)


class _While:
    """A loop in its two forms: of the iterations that are wanted, and of all that there may be.

    The gradient of the first keeps the states before each iteration, and goes back through them. The second is there
    for random numbers, and for the gradient of the gradient.
    """

    def __init__(
        self, bodies: Sequence[Body], outputs: int, rows: int, limit: int, tested: list[int], used: list[int]
    ) -> None:
        self.test, self.body = bodies
        self.outputs, self.rows, self.limit = outputs, rows, limit
        self.tested, self.used = tested, used
        self.states: list[int] = []
        self.kept: tuple[int, ...] = ()

    def arrays(self, data: Sequence[Any], states: Sequence[Any], changing: Sequence[Any]) -> list[Any]:
        """All inputs as they are in an iteration."""
        now = list(data)
        for i, value in zip(self.states, states, strict=True):
            now[i] = value
        for i, value in zip(self.kept, changing, strict=True):
            now[i] = value
        return now

    def wanted(self, now: Sequence[Any], number: Any) -> Any:
        """Whether there is another iteration."""
        return _truth(self.test([now[i] for i in self.tested], number)[0][0])

    def iterate(self, now: Sequence[Any], number: Any) -> tuple[list[Any], list[Any], list[Any]]:
        """The rows, the states and the overwritten inputs after an iteration."""
        results, changed = self.body([now[i] for i in self.used], number)
        states = _like(results[self.rows : self.outputs], [now[i] for i in self.states], "while_loop: loop variable")
        inside = {self.used[place]: value for place, value in changed.items()}
        return list(results[: self.rows]), states, [inside.get(i, now[i]) for i in self.kept]

    def start(self, data: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        return [data[i] for i in self.states], [data[i] for i in self.kept]

    def shapes(self, data: Sequence[Any]) -> list[Any]:
        return jax.eval_shape(lambda *now: self.iterate(now, jnp.int32(0))[0], *data)

    def bounded(self, *data: Any) -> tuple[Any, ...]:
        """All iterations there may be; the gradient can go through them."""
        rows = self.shapes(data)

        def step(carry: Any, number: Any) -> tuple[Any, Any]:
            on, states, changing = carry
            now = self.arrays(data, states, changing)
            on = jnp.logical_and(on, self.wanted(now, number))
            blank = [jnp.zeros(r.shape, r.dtype) for r in rows]
            new_rows, states, changing = lax.cond(
                on, lambda: self.iterate(now, number), lambda: (blank, list(states), list(changing))
            )
            return (on, states, changing), new_rows

        states, changing = self.start(data)
        carry, stacked_rows = lax.scan(
            step, (jnp.bool_(True), states, changing), jnp.arange(self.limit, dtype=jnp.int32)
        )
        return (*stacked_rows, *carry[1], *carry[2])

    def early(self, *data: Any) -> tuple[Any, ...]:
        """Only the iterations that are wanted."""
        return self._run(data, keep=False)[0]

    def keeping(self, *data: Any) -> tuple[tuple[Any, ...], Any]:
        """The same, and what the gradient needs: the inputs, the states before each iteration, and their number."""
        outputs, before, number = self._run(data, keep=True)
        return outputs, (data, before, number)

    def _run(self, data: Sequence[Any], keep: bool) -> tuple[tuple[Any, ...], list[Any], Any]:
        def room(row: Any) -> Any:
            return jnp.zeros((self.limit, *row.shape), row.dtype)

        def on(carry: Any) -> Any:
            number, now = carry[:2]
            return jnp.logical_and(number < self.limit, self.wanted(self.arrays(data, *now), number))

        def step(carry: Any) -> Any:
            number, now, rows, before = carry
            new_rows, *after = self.iterate(self.arrays(data, *now), number)
            rows, before = _put(rows, new_rows, number), _put(before, jax.tree.leaves(now) if keep else [], number)
            return number + 1, tuple(after), rows, before

        start = self.start(data)
        before = [room(s) for s in jax.tree.leaves(start)] if keep else []
        carry = (jnp.int32(0), start, [room(r) for r in self.shapes(data)], before)
        number, (states, changing), rows, before = lax.while_loop(on, step, carry)
        return (*rows, *states, *changing), before, number

    def backward(self, kept: Any, heads: Sequence[Any]) -> tuple[Any, ...]:
        """The gradients of the inputs."""
        data, before, number = kept
        smooth_heads = [h for h in heads if h.dtype != jax.dtypes.float0]
        run = jax.custom_vjp(self._pull)
        run.defvjp(self._pull_all, lambda pull, cotangents: (*pull(cotangents), *[None] * 2))
        gradients = dict(zip(_smooth(data), run(smooth_heads, data, before, number), strict=True))
        return tuple(gradients.get(i) for i in range(len(data)))

    def _pull_all(self, heads: list[Any], data: Any, *_: Any) -> Any:
        """The gradients by way of all iterations, which has a gradient."""

        def pull(heads: list[Any], data: Any) -> list[Any]:
            return _vjp(self.bounded, data, _smooth(data))[1](heads)

        return jax.vjp(pull, heads, data)

    def _pull(self, heads: list[Any], data: Any, before: list[Any], number: Any) -> list[Any]:
        """The gradients, iteration by iteration from the last one."""
        rows = len(_smooth(self.shapes(data)))
        carried = [i for i in (*self.states, *self.kept) if i in _smooth(data)]
        others = [i for i in _smooth(data) if i not in carried]

        def step(carry: Any) -> Any:
            number, back, sums = carry
            number = number - 1
            now = list(data)
            for i, values in zip((*self.states, *self.kept), before, strict=True):
                now[i] = lax.dynamic_index_in_dim(values, number, keepdims=False)
            pull = _vjp(lambda *now: list(chain(*self.iterate(now, number))), now, carried + others)[1]
            pulled = pull([lax.dynamic_index_in_dim(h, number, keepdims=False) for h in heads[:rows]] + back)
            sums = [a + b for a, b in zip(sums, pulled[len(carried) :], strict=True)]
            return number, pulled[: len(carried)], sums

        start = (number, heads[rows:], [jnp.zeros_like(data[i]) for i in others])
        _, back, sums = lax.while_loop(lambda carry: carry[0] > 0, step, start)
        gradients = dict(zip(carried + others, back + sums, strict=True))
        return [gradients[i] for i in sorted(gradients)]


def _put(rows: list[Any], values: list[Any], number: Any) -> list[Any]:
    return [lax.dynamic_update_index_in_dim(r, v, number, 0) for r, v in zip(rows, values, strict=True)]


def _smooth(values: Sequence[Any]) -> list[int]:
    """Which of the values have gradients."""
    return [i for i, v in enumerate(values) if jnp.issubdtype(v.dtype, jnp.inexact)]


def _vjp(function: Callable[..., Sequence[Any]], data: Sequence[Any], places: Sequence[int]) -> tuple[Any, Any]:
    """The gradient of a function's smooth outputs by the inputs at some places."""

    def chosen(*values: Any) -> list[Any]:
        full = list(data)
        for i, value in zip(places, values, strict=True):
            full[i] = value
        outputs = function(*full)
        return [outputs[i] for i in _smooth(outputs)]

    smooth_outputs, pull = jax.vjp(chosen, *[data[i] for i in places])
    return smooth_outputs, lambda cotangents: list(pull(list(cotangents)))


@op("_cond", outputs=_count, count_attr="num_args")
def cond(
    *data: jax.Array,
    num_args: int,
    num_outputs: int,
    cond_input_locs: Shape,
    then_input_locs: Shape,
    else_input_locs: Shape,
    subgraphs: Sequence[Body] = (),
) -> tuple[jax.Array, ...]:
    """Run one of two graphs, as a third one says.

    data: What the three graphs read.
    num_outputs: How many results each of the two branches has.
    cond_input_locs: Which arrays the condition reads.
    then_input_locs: Which arrays the branch reads that is run if it is true.
    else_input_locs: Which arrays the other branch reads.

    >>> x = nd.array([2])
    >>> nd.contrib.cond(x > 1, lambda: x * 10, lambda: x).asnumpy()
    array([20.], dtype=float32)
    """
    test, *branches = _bodies("_cond", subgraphs, 3)
    wires = [list(cond_input_locs), list(then_input_locs), list(else_input_locs)]
    kept = overwritten(wires, [b.overwritten for b in subgraphs])

    def run(body: Body, places: list[int]) -> Callable[[], list[Any]]:
        def branch() -> list[Any]:
            outputs, changed = body([data[i] for i in places])
            inside = {places[place]: value for place, value in changed.items()}
            return [*outputs, *[inside.get(i, data[i]) for i in kept]]

        return branch

    pred = _truth(test([data[i] for i in wires[0]])[0][0])
    then, other = (run(b, w) for b, w in zip(branches, wires[1:], strict=True))
    _check_alike(jax.eval_shape(then), jax.eval_shape(other))
    return tuple(lax.cond(pred, then, other))


def _check_alike(then: Sequence[Any], other: Sequence[Any]) -> None:
    for number, (a, b) in enumerate(zip(then, other, strict=True)):
        if (a.shape, a.dtype) != (b.shape, b.dtype):
            raise MXNetError(
                f"cond: output {number} is {a.dtype.name}{list(a.shape)} of then_func, but "
                f"{b.dtype.name}{list(b.shape)} of else_func; both must have one shape and one dtype"
            )


# ONNX's own: shapes may differ between branches and iterations, and rows are as many as there were iterations. So they
# are run iteration by iteration, by whoever runs the graph around them.
onnx_loop = op("_onnx_loop", outputs=_count, count_attr="num_args", dynamic=True)(while_loop.function)
onnx_if = op("_onnx_if", outputs=_count, count_attr="num_args", dynamic=True)(cond.function)


def _inputs(graphs: int) -> Callable[..., tuple[str, ...]]:
    return lambda *, num_args, **_: tuple(f"data{i}" for i in range(num_args - graphs))


for _op, _graphs in ((foreach, 1), (while_loop, 2), (cond, 3), (onnx_loop, 2), (onnx_if, 3)):
    _op.use_inputs(_inputs(_graphs))


def wires_of(name: str, params: Mapping[str, Any], sizes: Sequence[int]) -> Wires:
    """For each graph of an operator the inputs at its variables, of which there are ``sizes``.

    Only loops and branches choose: the variables of other operators' graphs are their first inputs.
    """
    return WIRES[name](**params) if name in WIRES else [list(range(size)) for size in sizes]
