"""Dropout as a cell, and cells that change another one's outputs or states."""

from contextlib import AbstractContextManager
from typing import Any

from mxnet import symbol
from mxnet._scopes import temporarily
from mxnet.base import numeric_types
from mxnet.gluon.parameter import ParameterDict, tensor_types
from mxnet.gluon.rnn._containers import BidirectionalCell, _Stack
from mxnet.gluon.rnn._recurrent import HybridRecurrentCell, RecurrentCell, StateInfo
from mxnet.gluon.rnn._sequences import Unrolling
from mxnet.gluon.utils import _need
from mxnet.ndarray import NDArray


class DropoutCell(HybridRecurrentCell):
    """Dropout between cells of a stack; ``axes`` are those along which a mask is the same everywhere.

    Parameters
    ----------
    rate : float
        The probability of a zero.
    axes
        Axes along which one draw holds for all elements.

    >>> mx.gluon.rnn.DropoutCell(0.5)(mx.nd.ones((2, 3)), [])[0].shape
    (2, 3)
    """

    __module__ = "mxnet.gluon.rnn.rnn_cell"

    def __init__(
        self, rate: float, axes: Any = (), prefix: str | None = None, params: ParameterDict | None = None
    ) -> None:
        super().__init__(prefix, params)
        _need(isinstance(rate, numeric_types), f"DropoutCell: rate must be a number, but got {rate!r}")
        self._rate, self._axes = rate, axes

    def __repr__(self) -> str:
        return f"{type(self).__name__}(rate={self._rate}, axes={self._axes})"

    def state_info(self, batch_size: int = 0) -> StateInfo:
        return []

    def _alias(self) -> str:
        return "dropout"

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> tuple[Any, Any]:
        if self._rate > 0:
            inputs = F.Dropout(data=inputs, p=self._rate, axes=self._axes, name=f"t{self._counter}_fwd")
        return inputs, states

    def _unroll_steps(self, run: Unrolling) -> tuple[Any, list[Any]]:
        inputs, _, F, _ = run.formatted(run.merge_outputs)
        if isinstance(inputs, tensor_types):  # all steps at once
            return self.hybrid_forward(F, inputs, run.begin_state or [])
        return super()._unroll_steps(run._replace(inputs=inputs, valid_length=None))


class ModifierCell(HybridRecurrentCell):
    """The base of cells that change another one; parameters and states are the base cell's.

    >>> isinstance(mx.gluon.rnn.ResidualCell(mx.gluon.rnn.GRUCell(4)), mx.gluon.rnn.ModifierCell)
    True
    """

    __module__ = "mxnet.gluon.rnn.rnn_cell"

    def __init__(self, base_cell: RecurrentCell) -> None:
        _need(
            not base_cell._modified,
            f"Cell {base_cell.name} is already modified. One cell cannot be modified twice",
        )
        base_cell._modified = True
        super().__init__(prefix=base_cell.prefix + self._alias(), params=None)
        self.base_cell = base_cell

    @property
    def params(self) -> ParameterDict:
        return self.base_cell.params

    def state_info(self, batch_size: int = 0) -> StateInfo:
        return self.base_cell.state_info(batch_size)

    def begin_state(self, func: Any = symbol.zeros, **kwargs: Any) -> list[NDArray]:  # type: ignore[override]
        self._check_unmodified()
        with self._opened() as cell:
            return cell.begin_state(func=func, **kwargs)

    def _opened(self) -> AbstractContextManager[RecurrentCell]:
        """The base cell, which may be called directly for a while."""
        return temporarily(self.base_cell, "_modified", False)

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} must define hybrid_forward(self, F, inputs, states)")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.base_cell})"


class ZoneoutCell(ModifierCell):
    """A cell whose outputs and states sometimes stay what they were at the step before.

    >>> cell = mx.gluon.rnn.ZoneoutCell(mx.gluon.rnn.GRUCell(3), zoneout_states=0.5)
    >>> cell.initialize()
    >>> cell.unroll(3, mx.nd.ones((2, 3, 3)), layout="NTC", merge_outputs=True)[0].shape
    (2, 3, 3)
    """

    __module__ = "mxnet.gluon.rnn.rnn_cell"

    def __init__(self, base_cell: RecurrentCell, zoneout_outputs: float = 0.0, zoneout_states: float = 0.0) -> None:
        _need(
            not isinstance(base_cell, BidirectionalCell),
            "BidirectionalCell doesn't support zoneout since it doesn't support step. "
            "Please add ZoneoutCell to the cells underneath instead.",
        )
        _need(
            not isinstance(base_cell, _Stack)
            or not any(isinstance(cell, BidirectionalCell) for cell in base_cell._children.values()),
            "Bidirectional SequentialRNNCell doesn't support zoneout. "
            "Please add ZoneoutCell to the cells underneath instead.",
        )
        super().__init__(base_cell)
        self.zoneout_outputs, self.zoneout_states = zoneout_outputs, zoneout_states
        self._prev_output: Any = None

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p_out={self.zoneout_outputs}, p_state={self.zoneout_states}, {self.base_cell})"

    def _alias(self) -> str:
        return "zoneout"

    def reset(self) -> None:
        super().reset()
        self._prev_output = None

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> tuple[Any, list[Any]]:
        output, new_states = self.base_cell(inputs, states)

        def mix(rate: float, new: Any, old: Any) -> Any:
            return F.where(F.Dropout(F.ones_like(new), p=rate), new, old)

        if self.zoneout_outputs != 0.0:
            before = self._prev_output
            # What a graph left behind is of no use to arrays, nor the other way round.
            if not isinstance(before, type(output)):
                before = F.zeros_like(output)
            output = mix(self.zoneout_outputs, output, before)
        if self.zoneout_states != 0.0:
            new_states = [mix(self.zoneout_states, new, old) for new, old in zip(new_states, states, strict=True)]
        self._prev_output = output
        return output, new_states


class ResidualCell(ModifierCell):
    """A cell whose input is added to its output.

    >>> cell = mx.gluon.rnn.ResidualCell(mx.gluon.rnn.GRUCell(3))
    >>> cell.initialize()
    >>> cell.unroll(3, mx.nd.ones((2, 3, 3)), layout="NTC", merge_outputs=True)[0].shape
    (2, 3, 3)
    """

    __module__ = "mxnet.gluon.rnn.rnn_cell"

    def __init__(self, base_cell: RecurrentCell) -> None:
        super().__init__(base_cell)

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> tuple[Any, list[Any]]:
        output, states = self.base_cell(inputs, states)
        return F.elemwise_add(output, inputs, name=f"t{self._counter}_fwd"), states

    def _unroll_steps(self, run: Unrolling) -> tuple[Any, list[Any]]:
        with self._opened() as cell:
            outputs, states = cell.unroll(*run)
        merge = run.merges(outputs)
        inputs, _, F, _ = run.formatted(merge)
        inputs = run.masked(F, inputs, merge)
        if merge:
            return F.elemwise_add(outputs, inputs), states
        return [F.elemwise_add(*pair) for pair in zip(outputs, inputs, strict=True)], states
