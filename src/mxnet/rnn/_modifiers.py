"""Dropout as a cell, and cells that change another one's outputs or states."""

from contextlib import AbstractContextManager
from typing import Any

from mxnet import symbol
from mxnet._scopes import temporarily
from mxnet.base import numeric_types
from mxnet.rnn._base import Arrays, BaseRNNCell, RNNParams, SymbolUnrolling, need
from mxnet.rnn._containers import BidirectionalCell, SequentialRNNCell
from mxnet.symbol import Symbol


class DropoutCell(BaseRNNCell):
    """Dropout between cells of a stack.

    Parameters
    ----------
    dropout : float
        The probability of a zero.

    >>> mx.rnn.DropoutCell(0.5).state_info
    []
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(self, dropout: float, prefix: str = "dropout_", params: RNNParams | None = None) -> None:
        super().__init__(prefix, params)
        need(isinstance(dropout, numeric_types), f"dropout probability must be a number, but got {dropout!r}")
        self.dropout = dropout

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return []

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        if self.dropout > 0:
            inputs = symbol.Dropout(data=inputs, p=self.dropout)
        return inputs, states

    def _unroll_steps(self, run: SymbolUnrolling) -> tuple[Any, list[Any]]:
        inputs, _ = run.formatted(run.inputs, run.merge_outputs)
        if isinstance(inputs, Symbol):  # all steps at once
            return self(inputs, [])
        return super()._unroll_steps(run._replace(inputs=inputs))


class ModifierCell(BaseRNNCell):
    """The base of cells that change another one; variables and states are the base cell's.

    >>> isinstance(mx.rnn.ResidualCell(mx.rnn.GRUCell(4)), mx.rnn.ModifierCell)
    True
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(self, base_cell: BaseRNNCell) -> None:
        super().__init__()
        base_cell._modified = True
        self.base_cell = base_cell

    @property
    def params(self) -> RNNParams:
        self._own_params = False
        return self.base_cell.params

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return self.base_cell.state_info

    def begin_state(self, init_sym: Any = symbol.zeros, **kwargs: Any) -> list[Any]:  # type: ignore[override]
        self._check_unmodified()
        with self._opened() as cell:
            return cell.begin_state(func=init_sym, **kwargs)

    def _opened(self) -> AbstractContextManager[BaseRNNCell]:
        """The base cell, which may be called directly for a while."""
        return temporarily(self.base_cell, "_modified", False)

    def unpack_weights(self, args: Arrays) -> Arrays:
        return self.base_cell.unpack_weights(args)

    def pack_weights(self, args: Arrays) -> Arrays:
        return self.base_cell.pack_weights(args)


class ZoneoutCell(ModifierCell):
    """A cell whose outputs and states sometimes stay what they were at the step before.

    >>> mx.rnn.ZoneoutCell(mx.rnn.RNNCell(4), zoneout_states=0.5).base_cell.__class__.__name__
    'RNNCell'
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(self, base_cell: BaseRNNCell, zoneout_outputs: float = 0.0, zoneout_states: float = 0.0) -> None:
        # A fused cell has one symbol for all its steps.
        need(
            not hasattr(base_cell, "unfuse"),
            "FusedRNNCell doesn't support zoneout. Please unfuse first.",
        )
        parts = base_cell._cells if isinstance(base_cell, SequentialRNNCell) else [base_cell]
        need(
            not any(isinstance(cell, BidirectionalCell) for cell in parts),
            "BidirectionalCell doesn't support zoneout since it doesn't support step. "
            "Please add ZoneoutCell to the cells underneath instead.",
        )
        super().__init__(base_cell)
        self.zoneout_outputs, self.zoneout_states = zoneout_outputs, zoneout_states
        self.prev_output: Symbol | None = None

    def reset(self) -> None:
        super().reset()
        self.prev_output = None

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        output, new_states = self.base_cell(inputs, states)

        def mix(rate: float, new: Symbol, old: Symbol) -> Symbol:
            return symbol.where(symbol.Dropout(symbol.ones_like(new), p=rate), new, old)

        if self.zoneout_outputs != 0.0:
            before = symbol.zeros_like(output) if self.prev_output is None else self.prev_output
            output = mix(self.zoneout_outputs, output, before)
        if self.zoneout_states != 0.0:
            new_states = [mix(self.zoneout_states, new, old) for new, old in zip(new_states, states, strict=True)]
        self.prev_output = output
        return output, new_states


class ResidualCell(ModifierCell):
    """A cell whose input is added to its output.

    >>> mx.rnn.ResidualCell(mx.rnn.GRUCell(4)).base_cell.__class__.__name__
    'GRUCell'
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(self, base_cell: BaseRNNCell) -> None:
        super().__init__(base_cell)

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        output, states = self.base_cell(inputs, states)
        return _plus_residual(output, inputs), states

    def _unroll_steps(self, run: SymbolUnrolling) -> tuple[Any, list[Any]]:
        with self._opened() as cell:
            outputs, states = cell.unroll(*run)
        merge = isinstance(outputs, Symbol) if run.merge_outputs is None else run.merge_outputs
        inputs, _ = run.formatted(run.inputs, merge)
        if merge:
            return _plus_residual(outputs, inputs), states
        return [_plus_residual(*pair) for pair in zip(outputs, inputs, strict=True)], states


def _plus_residual(output: Symbol, inputs: Symbol) -> Symbol:
    return symbol.elemwise_add(output, inputs, name=f"{output.name}_plus_residual")
