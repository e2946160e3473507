"""Many arrays changed alike by one node of the tape: the steps of optimizers."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import jax
import numpy as np

from mxnet._calls.call import Call, Number
from mxnet._host.caches import Cache
from mxnet._host.names import Nameless, name_of
from mxnet._lazy.mode import mode
from mxnet.ndarray.handle import Handle, apply, check_writable, commit, observe, root_of
from mxnet.ndarray.invoke import fitted


class UpdateStep(NamedTuple):
    """A formula of a weight, its gradient and its states that gives the new weight and states.

    ``fixed`` attributes are part of the program. ``shared`` names the numbers that are the same for all weights,
    ``own`` those that differ. With ``gives_gradient`` the gradient is overwritten too: it is the second result.
    """

    name: str
    formula: Callable[..., Any]
    fixed: tuple[tuple[str, Any], ...]
    shared: tuple[str, ...]
    own: tuple[str, ...]
    gives_gradient: bool = False


class UpdateRow(NamedTuple):
    """The arrays of a weight; ``copy`` is the float32 copy that is changed in its place, or None."""

    weight: Handle
    grad: Handle
    copy: Handle | None
    states: Sequence[Handle]

    @property
    def arrays(self) -> tuple[Handle, ...]:
        """All arrays, in the order in which a call takes them."""
        return (self.weight, self.grad, *self.states, *(() if self.copy is None else (self.copy,)))


class PreparedRows:
    """The arrays of many weights, none of which shares memory with another, all on one device.

    A training loop has the same ones at every step: what is known of them is found once.
    """

    __slots__ = ("_targets", "copied", "handles", "rows", "states")

    def __init__(self, rows: Sequence[UpdateRow]) -> None:
        self.rows = rows
        self.states = len(rows[0].states)
        self.copied = tuple([row.copy is not None for row in rows])
        self.handles = [array for row in rows for array in row.arrays]
        self._targets: dict[bool, list[Handle]] = {}

    def targets(self, step: UpdateStep) -> list[Handle]:
        """The arrays that a step writes."""
        targets = self._targets.get(step.gives_gradient)
        if targets is None:
            targets = [array for row in self.rows for array in _written(step, row)]
            self._targets[step.gives_gradient] = targets
        return targets


def prepare(rows: Sequence[UpdateRow]) -> PreparedRows | None:
    """The arrays of weights for ``take_step``; None where some share memory or are elsewhere: see ``take_step``."""
    arrays = [array for row in rows for array in row.arrays]
    device = arrays[0]._ctx
    apart = len({id(root_of(a)) for a in arrays}) == len(arrays) and all([a._ctx == device for a in arrays])  # noqa: C419
    return PreparedRows(rows) if apart else None


_CALLS: "Cache[tuple[Any, ...], Call]" = Cache("steps of optimizers", 64)


def take_step(
    step: UpdateStep,
    rows: PreparedRows,
    groups: tuple[int, ...],
    shared: Sequence[Number],
    own: Sequence[Sequence[Number]],
) -> None:
    """Change all weights by one step, one node of the tape; ``own[groups[i]]`` are the numbers of weight ``i``.

    Weights that have the same numbers share them: what a program is given is short then.
    """
    key = (step, groups, rows.states, rows.copied)
    call = _CALLS.get(key)
    if call is None:
        call = _CALLS[key] = _call(step, groups, rows.states, rows.copied)
    handles, targets = rows.handles, rows.targets(step)
    if mode.recording:
        for target in targets:
            check_writable(target)
    # Whatever type of number a program or a schedule gave, the kind of an input is always the same.
    names = (*step.shared, *(step.own * len(own)))
    unconverted = [*shared, *[number for group in own for number in group]]
    numbers = [int(n) if name == "t" else float(n) for name, n in zip(names, unconverted, strict=True)]
    while True:
        seen, reads = observe(handles, targets)
        values, _ = apply(call, handles, numbers, seen)
        if commit(reads, [(t, fitted(t, v, step.name)) for t, v in zip(targets, values, strict=True)]):
            return


def _written(step: UpdateStep, row: UpdateRow) -> tuple[Handle, ...]:
    gradient = (row.grad,) if step.gives_gradient and row.copy is None else ()
    return (row.weight, *gradient, *row.states, *(() if row.copy is None else (row.copy,)))


def _call(step: UpdateStep, groups: tuple[int, ...], states: int, copied: tuple[bool, ...]) -> Call:
    """The call that changes this many weights."""
    fixed, first, width = dict(step.fixed), len(step.shared), len(step.own)

    # A program of many weights has few shapes; each is traced once.
    @jax.jit
    def change(row: Sequence[Any], numbers: dict[str, Any]) -> tuple[Any, ...]:
        if len(row) == 2 + states:
            return _as_tuple(step.formula(*row, **numbers, **fixed))
        weight, grad, *rest, copy = row
        new = _as_tuple(step.formula(copy, grad.astype(np.float32), *rest, **numbers, **fixed))
        kept = new[2:] if step.gives_gradient else new[1:]
        return (new[0].astype(weight.dtype), *kept, new[0])

    def function(*flat: Any) -> tuple[Any, ...]:
        arrays, numbers = iter(flat[:count]), flat[count:]
        common = dict(zip(step.shared, numbers, strict=False))
        results: list[Any] = []
        for group, has_copy in zip(groups, copied, strict=True):
            at = first + group * width
            own = dict(zip(step.own, numbers[at : at + width], strict=True))
            results += change([next(arrays) for _ in range(2 + states + has_copy)], {**common, **own})
        return tuple(results)

    count = sum(2 + states + has_copy for has_copy in copied)
    try:
        facts = name_of((step.fixed, step.shared, step.own, step.gives_gradient, groups, states, copied))
        stable: str | None = f"step {step.formula.__module__} {step.name} {facts}"
    except Nameless:
        stable = None
    return Call(step.name, function, count, size=len(groups), stable=stable)


def _as_tuple(results: Any) -> tuple[Any, ...]:
    return tuple(results) if isinstance(results, (tuple, list)) else (results,)
