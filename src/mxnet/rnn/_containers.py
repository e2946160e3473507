"""Cells made of cells: one above the other, and two in opposite directions."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from mxnet import symbol
from mxnet.rnn._base import Arrays, BaseRNNCell, RNNParams, SymbolUnrolling, need
from mxnet.symbol import Symbol


class _Cells(BaseRNNCell):
    """What cells made of others share."""

    def _adopt(self, cell: BaseRNNCell, from_user: bool) -> None:
        """Share variables with a cell; ``from_user`` says that those of the whole came from the user."""
        if from_user:
            need(
                cell._own_params,
                f"Either specify params for {type(self).__name__} or child cells, not both.",
            )
            cell.params._params.update(self.params._params)
        self.params._params.update(cell.params._params)

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return [info for cell in self._cells for info in cell.state_info]

    def begin_state(self, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        self._check_unmodified()
        return [state for cell in self._cells for state in cell.begin_state(**kwargs)]

    def unpack_weights(self, args: Arrays) -> Arrays:
        for cell in self._cells:
            args = cell.unpack_weights(args)
        return args

    def pack_weights(self, args: Arrays) -> Arrays:
        for cell in self._cells:
            args = cell.pack_weights(args)
        return args


class SequentialRNNCell(_Cells):
    """Cells one above the other; their states follow each other in one list.

    >>> cell = mx.rnn.SequentialRNNCell()
    >>> cell.add(mx.rnn.GRUCell(4, prefix="a_"))
    >>> cell.add(mx.rnn.GRUCell(4, prefix="b_"))
    >>> len(cell.state_info)
    2
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(self, params: RNNParams | None = None) -> None:
        super().__init__(prefix="", params=params)
        self._override_cell_params = params is not None
        self._cells = []

    def add(self, cell: BaseRNNCell) -> None:
        """Put a cell on top."""
        self._cells.append(cell)
        self._adopt(cell, self._override_cell_params)

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        self._counter += 1
        before = iter(states)
        new_states: list[Symbol] = []
        for cell in self._cells:
            inputs, some = cell(inputs, list(islice(before, len(cell.state_info))))
            new_states.extend(some)
        return inputs, new_states

    def _unroll_steps(self, run: SymbolUnrolling) -> tuple[Any, list[Any]]:
        states = iter(self._first_states(run))
        sequence, new_states = run.inputs, []
        for cell in self._cells:
            own = list(islice(states, len(cell.state_info)))
            merge = run.merge_outputs if cell is self._cells[-1] else None
            sequence, some = cell.unroll(*run._replace(inputs=sequence, begin_state=own, merge_outputs=merge))
            new_states.extend(some)
        return sequence, new_states


class BidirectionalCell(_Cells):
    """Two cells that read a sequence from both ends, their outputs side by side; it can only be unrolled.

    >>> cell = mx.rnn.BidirectionalCell(mx.rnn.GRUCell(4, prefix="l_"), mx.rnn.GRUCell(4, prefix="r_"))
    >>> len(cell.unroll(3, mx.sym.var("data"), merge_outputs=False)[0])
    3
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(
        self, l_cell: BaseRNNCell, r_cell: BaseRNNCell, params: RNNParams | None = None, output_prefix: str = "bi_"
    ) -> None:
        super().__init__("", params=params)
        self._output_prefix = output_prefix
        self._override_cell_params = params is not None
        for cell in (l_cell, r_cell):
            self._adopt(cell, self._override_cell_params)
        self._cells = [l_cell, r_cell]

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        raise NotImplementedError("Bidirectional cannot be stepped. Please use unroll")

    def _unroll_steps(self, run: SymbolUnrolling) -> tuple[Any, list[Any]]:
        """Unroll both cells; the last states are a list of those of the one and those of the other."""
        steps, axis = run.formatted(run.inputs, False)
        states = self._first_states(run)
        left, right = self._cells
        count = len(left.state_info)
        forward, forward_states = left.unroll(*run._replace(inputs=steps, begin_state=states[:count]))
        backward, backward_states = right.unroll(*run._replace(inputs=steps[::-1], begin_state=states[count:]))
        merge = run.merge_outputs
        if merge is None:
            merge = isinstance(forward, Symbol) and isinstance(backward, Symbol)
        forward, backward = (run.formatted(outputs, merge)[0] for outputs in (forward, backward))
        if merge:
            backward = symbol.reverse(backward, axis=axis)
            outputs: Any = symbol.Concat(forward, backward, dim=2, name=f"{self._output_prefix}out")
        else:
            outputs = self._side_by_side(forward, backward)
        return outputs, [forward_states, backward_states]

    def _side_by_side(self, forward: Sequence[Symbol], backward: Sequence[Symbol]) -> list[Symbol]:
        return [
            symbol.Concat(one, other, dim=1, name=f"{self._output_prefix}t{i}")
            for i, (one, other) in enumerate(zip(forward, reversed(backward), strict=True))
        ]
