"""Cells made of cells: one above the other, and two in opposite directions."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from mxnet._types import Own
from mxnet.gluon.rnn._recurrent import HybridRecurrentCell, RecurrentCell, StateInfo
from mxnet.gluon.rnn._sequences import Unrolling, _get_begin_state, _reverse_sequences
from mxnet.gluon.utils import _indent, _need
from mxnet.ndarray import NDArray


def _cells_state_info(cells: Iterable[Any], batch_size: int) -> StateInfo:
    return [info for cell in cells for info in cell.state_info(batch_size)]


def _cells_begin_state(cells: Iterable[Any], **kwargs: Any) -> list[Any]:
    return [state for cell in cells for state in cell.begin_state(**kwargs)]


class _Stack(RecurrentCell):
    """What stacks of cells share."""

    def __repr__(self) -> str:
        lines = "\n".join(f"({i}): {_indent(repr(cell), 2)}" for i, cell in self._children.items())
        return f"{type(self).__name__}(\n{lines}\n)"

    def add(self, cell: RecurrentCell) -> None:
        """Put a cell on top."""
        self.register_child(cell)

    def state_info(self, batch_size: int = 0) -> StateInfo:
        return _cells_state_info(self._children.values(), batch_size)

    def begin_state(self, **kwargs: Any) -> list[NDArray]:  # type: ignore[override]
        self._check_unmodified()
        return _cells_begin_state(self._children.values(), **kwargs)

    def __call__(self, inputs: Own, states: Any) -> tuple[Own, list[Own]]:  # type: ignore[override]
        self._counter += 1
        _need(
            not any(isinstance(cell, BidirectionalCell) for cell in self._children.values()),
            f"{type(self).__name__} {self.name} holds a BidirectionalCell, which cannot be stepped: please use unroll",
        )
        before = iter(states)
        new_states: list[Any] = []
        for cell in self._children.values():
            own = list(islice(before, len(cell.state_info())))  # type: ignore[attr-defined]
            inputs, some = cell(inputs, own)
            new_states.extend(some)
        return inputs, new_states

    def _unroll_steps(self, run: Unrolling) -> tuple[Any, list[Any]]:
        sequence, _, F, batch_size = run.formatted(None)
        states = iter(_get_begin_state(self, F, run.begin_state, sequence, batch_size))
        new_states: list[Any] = []
        cells: list[Any] = list(self._children.values())
        for cell in cells:
            own = list(islice(states, len(cell.state_info())))
            merge = run.merge_outputs if cell is cells[-1] else None
            sequence, some = cell.unroll(*run._replace(inputs=sequence, begin_state=own, merge_outputs=merge))
            new_states.extend(some)
        return sequence, new_states

    def __getitem__(self, i: int) -> Any:
        return self._children[str(i)]

    def __len__(self) -> int:
        return len(self._children)

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> tuple[Any, list[Any]]:
        return self(inputs, states)


class SequentialRNNCell(_Stack):
    """Cells one above the other; their states follow each other in one list.

    >>> stack = mx.gluon.rnn.SequentialRNNCell()
    >>> stack.add(mx.gluon.rnn.LSTMCell(5))
    >>> stack.add(mx.gluon.rnn.GRUCell(6))
    >>> len(stack.begin_state(batch_size=2))
    3
    """

    __module__ = "mxnet.gluon.rnn.rnn_cell"


class HybridSequentialRNNCell(_Stack, HybridRecurrentCell):
    """Hybrid cells one above the other; their states follow each other in one list.

    >>> cell = mx.gluon.rnn.HybridSequentialRNNCell()
    >>> cell.add(mx.gluon.rnn.GRUCell(4))
    >>> cell.add(mx.gluon.rnn.GRUCell(2))
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3)), cell.begin_state(batch_size=2))[0].shape
    (2, 2)
    """

    __module__ = "mxnet.gluon.rnn.rnn_cell"


class BidirectionalCell(HybridRecurrentCell):
    """Two cells that read a sequence from both ends, their outputs side by side; it can only be unrolled.

    >>> cell = mx.gluon.rnn.BidirectionalCell(mx.gluon.rnn.GRUCell(4), mx.gluon.rnn.GRUCell(4))
    >>> cell.initialize()
    >>> cell.unroll(3, mx.nd.ones((2, 3, 5)), layout="NTC", merge_outputs=True)[0].shape
    (2, 3, 8)
    """

    __module__ = "mxnet.gluon.rnn.rnn_cell"

    def __init__(self, l_cell: RecurrentCell, r_cell: RecurrentCell, output_prefix: str = "bi_") -> None:
        super().__init__(prefix="", params=None)
        self.register_child(l_cell, "l_cell")
        self.register_child(r_cell, "r_cell")
        self._output_prefix = output_prefix

    def __call__(self, inputs: Any, states: Any) -> Any:
        raise NotImplementedError("Bidirectional cannot be stepped. Please use unroll")

    def __repr__(self) -> str:
        forward, backward = self._children.values()
        return f"{type(self).__name__}(forward={forward}, backward={backward})"

    def state_info(self, batch_size: int = 0) -> StateInfo:
        return _cells_state_info(self._children.values(), batch_size)

    def begin_state(self, **kwargs: Any) -> list[NDArray]:  # type: ignore[override]
        self._check_unmodified()
        return _cells_begin_state(self._children.values(), **kwargs)

    def _unroll_steps(self, run: Unrolling) -> tuple[Any, list[Any]]:
        steps, axis, F, batch_size = run.formatted(False)
        turned = _reverse_sequences(steps, run.length, run.valid_length)
        states = _get_begin_state(self, F, run.begin_state, steps, batch_size)
        cells: list[Any] = list(self._children.values())
        count = len(cells[0].state_info(batch_size))
        there = run._replace(inputs=steps, begin_state=states[:count])
        back = run._replace(inputs=turned, begin_state=states[count:], merge_outputs=False)
        forward, forward_states = cells[0].unroll(*there)
        backward, backward_states = cells[1].unroll(*back)
        backward = _reverse_sequences(backward, run.length, run.valid_length)
        merge = run.merges(forward)
        if merge:
            both = F.stack(*backward, axis=axis)
            outputs: Any = F.concat(forward, both, dim=2, name=f"{self._output_prefix}out")
        else:
            outputs = [
                F.concat(one, other, dim=1, name=f"{self._output_prefix}t{i}")
                for i, (one, other) in enumerate(zip(forward, backward, strict=True))
            ]
        return run.masked(F, outputs, merge), forward_states + backward_states
