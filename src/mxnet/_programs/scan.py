"""Computing a list of items whose equal rounds are rolled: each loop that ``roll`` found is one ``jax.lax.scan``.

Whether the rounds have equal shapes shows only here, while the list is traced; where they do not, the loop's items are
computed one by one.
"""

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp

from mxnet._lazy.strategy import COSTS
from mxnet._lazy.structure import FLOAT
from mxnet._programs.roll import Item, Loop, accepted, plan
from mxnet._programs.stacks import Row, StackedRows, join, split, stack, value
from mxnet._types import Partition

Execute = Callable[[int, list[Any]], Sequence[Any]]


class Wanted(NamedTuple):
    """Where a loop's function gives an output: in which of its results, and in which row if that is stacked."""

    result: int
    row: int | None


class Hooks(NamedTuple):
    """Functions of the owner of a list: ``execute`` runs an item, ``inside`` the item that stands for it in all rounds.

    ``numbers`` gives numbers from outside as a vector, ``apply`` runs a loop's function on its inputs for the outputs
    wanted. ``accepts`` says whether a loop may be rolled, ``mark`` what else must be equal of the items of a loop for
    them to be rounds of a loop inside it. ``partition`` says whether an item splits an array into rows or joins rows,
    and ``done_stacked`` is called if the stacked array was used for that, not ``execute``. ``value`` gives a result as
    an array.
    """

    execute: Execute
    inside: Callable[[Loop, int, list[Any]], Sequence[Any]]
    numbers: Callable[[tuple[int, ...]], Any]
    apply: Callable[[Loop, Callable[..., list[Any]], list[Any], Mapping[int, Wanted]], Sequence[Any]]
    accepts: Callable[[Loop], bool] = lambda loop: True
    mark: Callable[[Loop, int], Hashable] = lambda loop, index: None
    partition: Callable[[int], Partition | None] = lambda index: None
    done_stacked: Callable[[int, Partition, list[Any]], None] = lambda index, parts, outputs: None
    value: Callable[[Any], Any] = value


def compute(
    items: Sequence[Item],
    loops: Mapping[int, Loop],
    wanted: Collection[int],
    outside: Callable[[int], Any],
    hooks: Hooks,
    results: list[Any],
) -> None:
    """Append the outputs of all items to the results, None for those of a loop that are not wanted."""
    loops = dict(loops)
    by_round = {ref for loop in loops.values() for refs in loop.stacked for ref in refs}

    def read(ref: int) -> Any:
        return hooks.value(results[ref]) if 0 <= ref < FLOAT else outside(ref)

    def stacked(refs: tuple[int, ...]) -> Any:
        if refs[0] >= FLOAT:
            return hooks.numbers(refs)
        return stack([results[r] if r >= 0 else outside(r) for r in refs])

    index, shortened = 0, None
    while index < len(items):
        loop = loops.get(index)
        if loop is not None:
            prepared = _prepare(loop, items, wanted, read, hooks)
            if prepared is not None:
                prepared.inputs.extend(stacked(refs) for refs in loop.stacked)
                loop_results = hooks.apply(loop, *prepared)
                stacks = [StackedRows(array) for array in loop_results]
                places = [prepared.wanted.get(n) for n in loop.outputs]
                results.extend(
                    [p and (loop_results[p.result] if p.row is None else Row(stacks[p.result], p.row)) for p in places]
                )
                index = loop.segment.stop
                continue
            if loop is not shortened:  # the first round may begin with a state of another shape
                shortened = accepted(items, loop.segment.without(1, 0), hooks.accepts)
                loops.update({shortened.segment.start: shortened} if shortened else {})
        parts = hooks.partition(index)
        outputs = range(len(results), len(results) + items[index].outputs)
        whole = None
        if parts is not None and not (parts.splits and by_round.isdisjoint(outputs)):
            whole = _stacked(items[index], parts, results, read)
        if parts is not None and whole is not None:
            hooks.done_stacked(index, parts, whole)
            results.extend(whole)
        else:
            results.extend(hooks.execute(index, [read(r) for r in items[index].refs]))
        index += 1


def _stacked(item: Item, parts: Partition, results: Sequence[Any], read: Callable[[int], Any]) -> list[Any] | None:
    """The outputs of an item that splits an array for a loop, or joins rows of which most are in one array."""
    if parts.splits:
        return [*split(read(item.refs[0]), parts, item.outputs)]
    inputs = [results[ref] if 0 <= ref < FLOAT else read(ref) for ref in item.refs]
    stacked = sum(type(a) is Row for a in inputs)
    equal = len({jnp.shape(a.of.array)[1:] if type(a) is Row else jnp.shape(a) for a in inputs}) == 1
    return [join(stack(inputs), parts)] if equal and 2 * stacked > len(inputs) else None


class _Prepared(NamedTuple):
    function: Callable[..., list[Any]]
    inputs: list[Any]
    wanted: dict[int, Wanted]


def _prepare(
    loop: Loop, items: Sequence[Item], wanted: Collection[int], read: Callable[[int], Any], hooks: Hooks
) -> _Prepared | None:
    """The loop as a function and its inputs but the stacked ones.

    None if shapes differ from round to round, or if rounds move much memory.
    """
    columns = [[read(ref) for ref in refs] for refs in (*[c.initial for c in loop.carries], *loop.stacked)]
    if any(_aval(value) != _aval(column[0]) for column in columns for value in column):
        return None
    moved = sum(_nbytes(column[0]) for column in columns)
    if moved > COSTS.roll_bytes_an_operator * loop.segment.period:
        return None
    outer = [*items[: loop.segment.start], *items[loop.segment.stop :]]
    needed = sorted({r for item in outer for r in item.refs}.union(wanted) & set(loop.outputs))
    function, body, places = _function(loop, needed, hooks)
    firsts = [column[0] for column in columns]
    carried = [(first,) * c.delay for first, c in zip(firsts, loop.carries, strict=False)]
    inputs = [read(ref) for ref in loop.shared]
    after, _ = jax.eval_shape(lambda: body(inputs, carried, firsts[len(carried) :]))
    if any(
        _aval(then) != _aval(now) for a, b in zip(after, carried, strict=True) for then, now in zip(a, b, strict=True)
    ):
        return None
    inputs.extend(value for column in columns[: len(carried)] for value in column)
    return _Prepared(function, inputs, places)


def _function(
    loop: Loop, wanted: list[int], hooks: Hooks
) -> tuple[Callable[..., list[Any]], Callable[..., Any], dict[int, Wanted]]:
    """The loop as a function of its inputs, its body, and where the function gives the outputs wanted."""
    rounds, width = loop.segment.rounds, loop.width
    deepest = sorted(enumerate(loop.carries), key=lambda pair: pair[1].delay)
    depth = {c.output: (place, c.delay) for place, c in deepest}
    at = {n: divmod(n - loop.base, width) for n in wanted}  # the round, and the output within it
    stacked = sorted({o for number, o in at.values() if number < rounds - depth.get(o, (0, 0))[1]})
    last_only = sorted({(depth[o][0], rounds - 1 - number) for number, o in at.values() if o not in stacked})
    places = {
        n: Wanted(stacked.index(o), number)
        if o in stacked
        else Wanted(len(stacked) + last_only.index((depth[o][0], rounds - 1 - number)), None)
        for n, (number, o) in at.items()
    }
    start = loop.segment.start
    marked = [Item((i.key, hooks.mark(loop, start + n)), i.refs, i.outputs) for n, i in enumerate(loop.body)]
    inner = plan(marked) if len(marked) >= COSTS.roll_operators else {}
    local = {*stacked, *(c.output for c in loop.carries)}

    def body(shared: Sequence[Any], carry: Sequence[tuple[Any, ...]], rows: Sequence[Any]) -> Any:
        inputs = [*shared, *[c[-1] for c in carry], *rows]
        results: list[Any] = []
        within = Hooks(
            lambda index, args: hooks.inside(loop, start + index, args),
            lambda _, index, args: hooks.inside(loop, start + index, args),
            lambda refs: jnp.stack([inputs[-1 - r] for r in refs]),
            lambda _, function, inputs, __: function(*inputs),
            mark=lambda _, index: hooks.mark(loop, start + index),
        )
        compute(marked, inner, local, lambda ref: inputs[-1 - ref], within, results)
        after = [(value(results[c.output]), *old[:-1]) for c, old in zip(loop.carries, carry, strict=True)]
        return after, [value(results[o]) for o in stacked]

    def function(*inputs: Any) -> list[Any]:
        left = iter(inputs)
        shared = [next(left) for _ in loop.shared]
        initial = [tuple([next(left) for _ in c.initial][::-1]) for c in loop.carries]
        last, rows = jax.lax.scan(lambda carry, xs: body(shared, carry, xs), initial, list(left), length=rounds)
        return [*rows, *[last[place][back] for place, back in last_only]]

    return function, body, places


def _aval(value: Any) -> tuple[Any, Any]:
    return jnp.shape(value), jnp.result_type(value)


def _nbytes(value: Any) -> int:
    return int(jnp.size(value)) * jnp.result_type(value).itemsize
