"""Loops and branches of symbols, as XLA's own.

``subgraphs`` are the graphs that such an operator runs, given by whoever runs the graph around it. Each is a function
of the arrays of its variables, and of the number of the iteration; it returns its heads, and by its variables' numbers
the new values of those it overwrites. ``overwritten`` are the numbers of the variables that it may overwrite.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import jax
import jax.numpy as jnp
from jax import lax

from mxnet._ops.attrs import Shape
from mxnet._ops.registry import op
from mxnet.error import MXNetError


class Body(Protocol):
    """A graph that a loop or a branch runs."""

    overwritten: tuple[int, ...]
    random: bool

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
    """Run a graph on every slice of the first axis, with states that go from one to the next."""
    (body,) = _bodies("_foreach", subgraphs, 1)
    wires = _foreach_wires(in_data_locs=in_data_locs, in_state_locs=in_state_locs, remain_locs=remain_locs)
    n_data, n_states = len(in_data_locs), len(in_state_locs)
    kept = overwritten(wires, [body.overwritten])

    def step(carry: Any, slices: Any) -> tuple[Any, Any]:
        number, states, changing = carry
        arrays = [*slices, *states, *data[n_data + n_states :]]
        for i, value in zip(kept, changing, strict=True):
            arrays[i] = value
        found, changed = body([arrays[i] for i in wires[0]], number)
        states = _like(found[num_out_data:num_outputs], states, "foreach: state")
        after = [changed.get(wires[0].index(i), arrays[i]) for i in kept]
        return (number + 1, states, after), found[:num_out_data]

    start = (jnp.int32(0), list(data[n_data : n_data + n_states]), [data[i] for i in kept])
    (_, states, changing), rows = lax.scan(step, start, list(data[:n_data]))
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
    """Run a graph on its own results while another one is true, at most ``max_iterations`` times."""
    bodies = _bodies("_while_loop", subgraphs, 2)
    loop = _While(bodies, num_outputs, num_out_data, max_iterations, list(cond_input_locs), list(func_input_locs))
    loop.states = [func_input_locs[i] for i in func_var_locs]
    loop.kept = overwritten([loop.tested, loop.used], [b.overwritten for b in bodies])
    if loop.test.random or loop.body.random:
        return loop.bounded(*data)

    # A loop that is not differentiated ends with its last iteration; the gradient wants to know every one of them.
    run = jax.custom_vjp(loop.early)
    run.defvjp(lambda *arrays: jax.vjp(loop.bounded, *arrays), lambda pull, heads: pull(heads))
    return run(*data)


class _While:
    """A loop in its two forms."""

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
        found, changed = self.body([now[i] for i in self.used], number)
        states = _like(found[self.rows : self.outputs], [now[i] for i in self.states], "while_loop: loop variable")
        inside = {self.used[place]: value for place, value in changed.items()}
        return list(found[: self.rows]), states, [inside.get(i, now[i]) for i in self.kept]

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
            found, states, changing = lax.cond(
                on, lambda: self.iterate(now, number), lambda: (blank, list(states), list(changing))
            )
            return (on, states, changing), found

        states, changing = self.start(data)
        carry, found = lax.scan(step, (jnp.bool_(True), states, changing), jnp.arange(self.limit, dtype=jnp.int32))
        return (*found, *carry[1], *carry[2])

    def early(self, *data: Any) -> tuple[Any, ...]:
        """Only the iterations that are wanted."""
        rows = [jnp.zeros((self.limit, *r.shape), r.dtype) for r in self.shapes(data)]

        def on(carry: Any) -> Any:
            number, _, states, changing = carry
            return jnp.logical_and(number < self.limit, self.wanted(self.arrays(data, states, changing), number))

        def step(carry: Any) -> Any:
            number, rows, states, changing = carry
            found, states, changing = self.iterate(self.arrays(data, states, changing), number)
            rows = [lax.dynamic_update_index_in_dim(r, f, number, 0) for r, f in zip(rows, found, strict=True)]
            return number + 1, rows, states, changing

        _, rows, states, changing = lax.while_loop(on, step, (jnp.int32(0), rows, *self.start(data)))
        return (*rows, *states, *changing)


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
    """Run one of two graphs, as a third one says."""
    test, *branches = _bodies("_cond", subgraphs, 3)
    wires = [list(cond_input_locs), list(then_input_locs), list(else_input_locs)]
    kept = overwritten(wires, [b.overwritten for b in subgraphs])

    def run(body: Body, places: list[int]) -> Callable[[], list[Any]]:
        def branch() -> list[Any]:
            found, changed = body([data[i] for i in places])
            inside = {places[place]: value for place, value in changed.items()}
            return [*found, *[inside.get(i, data[i]) for i in kept]]

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


def _inputs(graphs: int) -> Callable[..., tuple[str, ...]]:
    return lambda *, num_args, **_: tuple(f"data{i}" for i in range(num_args - graphs))


for _op, _graphs in ((foreach, 1), (while_loop, 2), (cond, 3)):
    _op.use_inputs(_inputs(_graphs))


def wires_of(name: str, params: Mapping[str, Any]) -> Wires:
    """For each graph of a control-flow operator the inputs at its variables."""
    return WIRES[name](**params)
