"""Optimizers whose step is a formula of one weight: all weights of a step are changed by one node of the tape."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import is_
from typing import Any
from weakref import WeakKeyDictionary

from mxnet._ops.registry import find
from mxnet.ndarray import NDArray
from mxnet.ndarray.handle import DENSE
from mxnet.ndarray.steps import PreparedRows, UpdateRow, UpdateStep, prepare, take_step
from mxnet.optimizer.base import BUILTIN, Index, Optimizer, check_arrays, is_half

Number = float | int
_RATES = ("_get_lr", "_get_lrs", "_get_wd", "_get_wds")  # what a subclass may answer in its own way


def by_operator(
    name: str, fixed: dict[str, Any], shared: Sequence[str], own: Sequence[str] = ("lr", "wd")
) -> UpdateStep:
    """The step that an operator on one weight makes."""
    return UpdateStep(name, find(name).function, tuple(fixed.items()), tuple(shared), tuple(own))


def _arrays(state: Any) -> tuple[Any, ...]:
    """The arrays of a weight's state."""
    if state is None:
        return ()
    return tuple(state) if isinstance(state, (tuple, list)) else (state,)


# Places of weights in a step, and their arrays if one node can change them.
_Run = tuple[Sequence[int], PreparedRows | None]
# The arrays of an optimizer's last step, and what was found of them. Not among its attributes: these are pickled.
_PREPARED: "WeakKeyDictionary[Together, tuple[tuple[Any, ...], list[_Run]]]" = WeakKeyDictionary()


class Together(Optimizer):
    """An optimizer that has ``_formula`` for dense arrays, and ``_step`` for one weight where something is sparse.

    A subclass that is not of this package gets its weights one by one: it may have changed what a step is.
    """

    # Whether weights with the same rate, decay and number of steps have the same numbers.
    _shares_numbers = True

    def update(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Change a weight by one step."""
        self._update_one(index, weight, grad, state, False)

    def _update_one(self, index: Index, weight: NDArray, grad: NDArray, state: Any, copied: bool) -> None:
        check_arrays(type(self).__name__, weight, grad)
        row = self._row(weight, grad, state, copied)
        rows = None if row is None else prepare([row])
        if rows is not None:
            self._take([index], rows)
            return
        self._step(index, weight, grad, state)

    def _step(self, index: Index, weight: NDArray, grad: NDArray, state: Any) -> None:
        """Change one weight where something is sparse, or shares memory: on copies that are neither."""
        arrays = (weight, grad, *_arrays(state))
        copies = [array.tostype("default").copyto(weight.context) for array in arrays]
        self._take([index], PreparedRows([UpdateRow(copies[0], copies[1], None, copies[2:])]))
        gives_gradient = self._formula(len(arrays) - 2)[0].gives_gradient
        for array, copy in zip(arrays, copies, strict=True):
            if array is not grad or gives_gradient:
                copy.tostype(array.stype).copyto(array)

    def _counted(self, index: Index) -> tuple[float, float]:
        """Count a step of a weight; its learning rate and decay."""
        self._update_count(index)
        return self._get_lr(index), self._get_wd(index)

    def _formula(self, states: int) -> tuple[UpdateStep, Sequence[Number]]:
        """What a weight with so many states is changed by, and the numbers that all weights share."""
        raise NotImplementedError

    def _numbers(self, index: Index, lr: float, wd: float) -> Sequence[Number]:
        """The numbers of a weight."""
        return lr, wd

    def _fixed(self, clip: str = "clip_gradient", **fixed: Any) -> dict[str, Any]:
        """Attributes of an operator that are part of the program, with the bound of gradients if there is one."""
        return {**fixed, **({clip: self.clip_gradient} if self.clip_gradient else {})}

    def _is_copied(self, weight: NDArray, state: Any) -> bool:
        """Whether the state of a weight has a float32 copy of it."""
        return self.multi_precision and is_half(weight)

    def _parts(self, state: Any, copied: bool) -> tuple[Any, Any]:
        """The float32 copy of a weight, and what else is in its state."""
        return state if copied else (None, state)

    def _row(self, weight: NDArray, grad: NDArray, state: Any, copied: bool) -> UpdateRow | None:
        """The arrays of a weight, None where not all are dense."""
        copy, rest = self._parts(state, copied)
        row = UpdateRow(weight, grad, copy, _arrays(rest))
        return row if DENSE.issuperset(map(type, row.arrays)) else None

    @property
    def _takes_all(self) -> bool:
        return type(self) in BUILTIN

    def _update_all(self, indices: Sequence[Index], weights: Any, grads: Any, states: Any) -> None:
        if not self._takes_all or len(indices) == 1:
            super()._update_all(indices, weights, grads, states)
            return
        for places, rows in self._prepared(weights, grads, states):
            if rows is not None:
                self._take([indices[i] for i in places], rows)
                continue
            for i in places:
                self.update_multi_precision(indices[i], weights[i], grads[i], states[i])

    def _prepared(self, weights: Any, grads: Any, states: Any) -> "list[_Run]":
        """Weights that one node can change, in turn; found anew when an array is another one than at the last step."""
        arrays = (*weights, *grads, *states)
        known = _PREPARED.get(self)
        if known is None or len(known[0]) != len(arrays) or not all(map(is_, known[0], arrays)):
            known = _PREPARED[self] = (arrays, list(self._prepare(weights, grads, states)))
        return known[1]

    def _prepare(self, weights: Any, grads: Any, states: Any) -> "Iterator[_Run]":
        candidates = [
            self._row(weight, grad, state, self._is_copied(weight, state))
            for weight, grad, state in zip(weights, grads, states, strict=True)
        ]
        for width, run in groupby(enumerate(candidates), lambda row: None if row[1] is None else len(row[1].states)):
            places, rows = zip(*run, strict=True)
            yield places, None if width is None else prepare(rows)

    def _take(self, indices: Sequence[Index], rows: PreparedRows) -> None:
        """Change dense weights by one step."""
        own: list[Sequence[Number]] = []
        known: dict[Any, int] = {}
        groups, seen, lr = [], None, 0.0
        plain = all([getattr(type(self), name) is getattr(Optimizer, name) for name in _RATES])  # noqa: C419  faster
        for index in indices:
            self._update_count(index)
            if plain and self.num_update != seen:
                seen, lr = self.num_update, self.learning_rate
            if plain:
                rates = lr * self._multiplier("lr_mult", index), self.wd * self._multiplier("wd_mult", index)
            else:
                rates = self._get_lr(index), self._get_wd(index)
            key = (*rates, self._get_step(index)) if self._shares_numbers else index
            group = known.get(key)
            if group is None:
                group = known[key] = len(own)
                own.append(self._numbers(index, *rates))
            groups.append(group)
        step, shared = self._formula(rows.states)
        take_step(step, rows, tuple(groups), shared, own)
