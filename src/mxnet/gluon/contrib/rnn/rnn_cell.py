"""Dropout with one mask for all steps, an LSTM with a projection, and unrolling as a loop."""

from functools import partial
from typing import Any

from mxnet._gates import lstm_step
from mxnet._signatures import takes
from mxnet.base import _as_list
from mxnet.gluon._parameter import InitializerLike
from mxnet.gluon.parameter import Parameter
from mxnet.gluon.rnn import BidirectionalCell, HybridRecurrentCell, ModifierCell, RecurrentCell, RNNCell
from mxnet.gluon.rnn._containers import _Stack
from mxnet.gluon.rnn._recurrent import StateInfo
from mxnet.gluon.rnn._sequences import Unrolling, _format_sequence, _get_begin_state
from mxnet.gluon.utils import _need

__all__ = ["LSTMPCell", "VariationalDropoutCell"]


class VariationalDropoutCell(ModifierCell):
    """A cell with dropout of inputs, of its first state and of outputs, the masks being the same at all steps.

    New masks are drawn after ``reset``, which ``unroll`` does.

    Parameters
    ----------
    drop_states : float
        The probability of dropping an element of the state.
    drop_outputs : float
        The probability of dropping an element of the output.

    >>> cell = mx.gluon.contrib.rnn.VariationalDropoutCell(mx.gluon.rnn.GRUCell(4), drop_states=0.2)
    >>> cell.initialize()
    >>> cell.unroll(3, mx.nd.ones((2, 3, 3)), layout="NTC", merge_outputs=True)[0].shape
    (2, 3, 4)
    """

    def __init__(
        self, base_cell: RecurrentCell, drop_inputs: float = 0.0, drop_states: float = 0.0, drop_outputs: float = 0.0
    ) -> None:
        parts = list(base_cell._children.values()) if isinstance(base_cell, _Stack) else [base_cell]
        _need(
            not drop_states or not any(isinstance(cell, BidirectionalCell) for cell in parts),
            "BidirectionalCell doesn't support variational state dropout. "
            "Please add VariationalDropoutCell to the cells underneath instead.",
        )
        super().__init__(base_cell)
        self.drop_inputs, self.drop_states, self.drop_outputs = drop_inputs, drop_states, drop_outputs
        self._forget_masks()

    def _forget_masks(self) -> None:
        self.drop_inputs_mask: Any = None
        self.drop_states_mask: Any = None
        self.drop_outputs_mask: Any = None

    def _alias(self) -> str:
        return "vardrop"

    def reset(self) -> None:
        super().reset()
        self._forget_masks()

    def hybrid_forward(self, F: Any, inputs: Any, states: Any) -> tuple[Any, list[Any]]:
        def mask(old: Any, like: Any, rate: float) -> Any:
            # What a graph left behind is of no use to arrays, nor the other way round.
            return old if isinstance(old, type(like)) else F.Dropout(F.ones_like(like), p=rate)

        if self.drop_states:
            self.drop_states_mask = mask(self.drop_states_mask, states[0], self.drop_states)
            states = [states[0] * self.drop_states_mask, *states[1:]]
        if self.drop_inputs:
            self.drop_inputs_mask = mask(self.drop_inputs_mask, inputs, self.drop_inputs)
            inputs = inputs * self.drop_inputs_mask
        output, new_states = self.base_cell(inputs, states)
        if self.drop_outputs:
            self.drop_outputs_mask = mask(self.drop_outputs_mask, output, self.drop_outputs)
            output = output * self.drop_outputs_mask
        return output, new_states

    def __repr__(self) -> str:
        return f"{type(self).__name__}(p_out = {self.drop_outputs}, p_state = {self.drop_states})"

    def _unroll_steps(self, run: Unrolling) -> tuple[Any, list[Any]]:
        if self.drop_states:
            return super()._unroll_steps(run)
        inputs, axis, F, batch_size = run.formatted(True)
        states = _get_begin_state(self, F, run.begin_state, inputs, batch_size)

        def dropped(sequence: Any, rate: float) -> Any:
            return F.Dropout(sequence, p=rate, axes=(axis,)) if rate else sequence

        inputs = dropped(inputs, self.drop_inputs)
        outputs, states = self.base_cell.unroll(*run._replace(inputs=inputs, begin_state=states, merge_outputs=True))
        outputs = dropped(outputs, self.drop_outputs)
        merge = run.merges(outputs)
        return run.masked(F, _format_sequence(run.length, outputs, run.layout, merge)[0], merge), states


class LSTMPCell(HybridRecurrentCell):
    """The long short-term memory cell whose output is projected to ``projection_size``.

    Its states are the projected output and the memory.

    >>> cell = mx.gluon.contrib.rnn.LSTMPCell(8, 4)
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3)), cell.begin_state(2))[0].shape
    (2, 4)
    """

    i2h_weight: Parameter
    h2r_weight: Parameter

    @takes(RNNCell.__init__, without=("activation",), after="h2h_weight_initializer")
    def __init__(
        self,
        hidden_size: int,
        projection_size: int,
        *,
        h2r_weight_initializer: InitializerLike | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(prefix=settings["prefix"], params=settings["params"])
        self._hidden_size, self._projection_size = hidden_size, projection_size
        self._input_size = settings["input_size"]
        rows = 4 * hidden_size
        for name, shape, start in (
            ("i2h_weight", (rows, self._input_size), settings["i2h_weight_initializer"]),
            ("h2h_weight", (rows, projection_size), settings["h2h_weight_initializer"]),
            ("h2r_weight", (projection_size, hidden_size), h2r_weight_initializer),
            ("i2h_bias", (rows,), settings["i2h_bias_initializer"]),
            ("h2h_bias", (rows,), settings["h2h_bias_initializer"]),
        ):
            setattr(self, name, self.params.get(name, shape=shape, init=start, allow_deferred_init=True))

    def state_info(self, batch_size: int = 0) -> StateInfo:
        widths = (self._projection_size, self._hidden_size)
        return [{"shape": (batch_size, width), "__layout__": "NC"} for width in widths]

    def _alias(self) -> str:
        return "lstmp"

    def __repr__(self) -> str:
        shape = self.i2h_weight.shape
        return f"{type(self).__name__}({shape[1] or None} -> {shape[0]} -> {self.h2r_weight.shape[0]})"

    def hybrid_forward(
        self,
        F: Any,
        inputs: Any,
        states: Any,
        i2h_weight: Any,
        h2h_weight: Any,
        h2r_weight: Any,
        i2h_bias: Any,
        h2h_bias: Any,
    ) -> tuple[Any, list[Any]]:
        step, rows = f"t{self._counter}_", 4 * self._hidden_size
        i2h = F.FullyConnected(data=inputs, weight=i2h_weight, bias=i2h_bias, num_hidden=rows, name=f"{step}i2h")
        h2h = F.FullyConnected(data=states[0], weight=h2h_weight, bias=h2h_bias, num_hidden=rows, name=f"{step}h2h")
        gates = F.SliceChannel(i2h + h2h, num_outputs=4, name=f"{step}slice")
        squash = partial(F.Activation, act_type="tanh")
        hidden, memory = lstm_step(F, gates, states[1], step, squash, "hidden")
        output = F.FullyConnected(
            data=hidden, weight=h2r_weight, num_hidden=self._projection_size, no_bias=True, name=f"{step}out"
        )
        return output, [output, memory]


def dynamic_unroll(
    cell: RecurrentCell,
    inputs: Any,
    begin_state: list[Any],
    drop_inputs: float = 0,
    drop_outputs: float = 0,
    layout: str = "TNC",
    valid_length: Any = None,
) -> tuple[Any, Any]:
    """Run a cell over a whole sequence as one loop of the graph, so that its length need not be known beforehand.

    Parameters
    ----------
    inputs : NDArray or Symbol
        The sequence, as the layout says.
    begin_state : list
        The first states.
    drop_inputs, drop_outputs : float
        Rates of dropout, the mask being the same at all steps.
    valid_length : NDArray or Symbol
        The length of each sample; outputs behind it are 0 and states are those of the last valid step.
    """
    inputs, axis, F, _ = _format_sequence(None, inputs, layout, True)
    if axis != 0:
        inputs = F.swapaxes(inputs, dim1=0, dim2=axis)
    if drop_inputs:
        inputs = F.Dropout(inputs, p=drop_inputs, axes=(0,))
    if valid_length is None:
        outputs, states = F.contrib.foreach(cell, inputs, begin_state)
    else:

        def step(one: Any, carried: Any) -> tuple[Any, list[Any]]:
            *old, number = carried
            output, new = cell(one, old)
            running = F.broadcast_greater(valid_length, number)
            kept = [F.where(running, after, before) for after, before in zip(new, old, strict=True)]
            return output, [*kept, number + 1]

        outputs, states = F.contrib.foreach(step, inputs, [*_as_list(begin_state), F.zeros(1)])
        states = states[:-1]
    if drop_outputs:
        outputs = F.Dropout(outputs, p=drop_outputs, axes=(0,))
    if axis != 0:
        outputs = F.swapaxes(outputs, dim1=0, dim2=axis)
    if valid_length is not None:
        outputs = F.SequenceMask(outputs, sequence_length=valid_length, use_sequence_length=True, axis=axis)
    return outputs, states
