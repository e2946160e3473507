"""Recurrent cells: one step of a recurrent network."""

from typing import Any

from mxnet.gluon._parameter import InitializerLike
from mxnet.gluon.parameter import ParameterDict
from mxnet.gluon.rnn._containers import BidirectionalCell as BidirectionalCell
from mxnet.gluon.rnn._containers import HybridSequentialRNNCell as HybridSequentialRNNCell
from mxnet.gluon.rnn._containers import SequentialRNNCell as SequentialRNNCell
from mxnet.gluon.rnn._containers import _cells_begin_state as _cells_begin_state
from mxnet.gluon.rnn._containers import _cells_state_info as _cells_state_info
from mxnet.gluon.rnn._modifiers import DropoutCell as DropoutCell
from mxnet.gluon.rnn._modifiers import ModifierCell as ModifierCell
from mxnet.gluon.rnn._modifiers import ResidualCell as ResidualCell
from mxnet.gluon.rnn._modifiers import ZoneoutCell as ZoneoutCell
from mxnet.gluon.rnn._recurrent import HybridRecurrentCell as HybridRecurrentCell
from mxnet.gluon.rnn._recurrent import RecurrentCell as RecurrentCell
from mxnet.gluon.rnn._recurrent import StateInfo, TwoMapsCell
from mxnet.gluon.rnn._sequences import _format_sequence as _format_sequence
from mxnet.gluon.rnn._sequences import _get_begin_state as _get_begin_state
from mxnet.gluon.rnn._sequences import _mask_sequence_variable_length as _mask_sequence_variable_length
from mxnet.gluon.rnn._sequences import _reverse_sequences as _reverse_sequences

__all__ = [
    "BidirectionalCell",
    "DropoutCell",
    "GRUCell",
    "HybridRecurrentCell",
    "HybridSequentialRNNCell",
    "LSTMCell",
    "ModifierCell",
    "RNNCell",
    "RecurrentCell",
    "ResidualCell",
    "SequentialRNNCell",
    "ZoneoutCell",
]


class _DenseCell(TwoMapsCell):
    """What the plain, the LSTM and the GRU cell share: an affine map of the input and one of the state, gate by gate.

    Parameters
    ----------
    hidden_size, input_size : int
        The widths of the state, which is the output too, and of the input; 0 to learn the latter from the first data.
    """

    _gates = 1

    def __init__(
        self,
        hidden_size: int,
        i2h_weight_initializer: InitializerLike | None = None,
        h2h_weight_initializer: InitializerLike | None = None,
        i2h_bias_initializer: InitializerLike = "zeros",
        h2h_bias_initializer: InitializerLike = "zeros",
        input_size: int = 0,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._hidden_size, self._input_size = hidden_size, input_size
        rows = self._gates * hidden_size
        self.i2h_weight = self._make("i2h_weight", (rows, input_size), i2h_weight_initializer)
        self.h2h_weight = self._make("h2h_weight", (rows, hidden_size), h2h_weight_initializer)
        self.i2h_bias = self._make("i2h_bias", (rows,), i2h_bias_initializer)
        self.h2h_bias = self._make("h2h_bias", (rows,), h2h_bias_initializer)

    def state_info(self, batch_size: int = 0) -> StateInfo:
        return [{"shape": (batch_size, self._hidden_size), "__layout__": "NC"}]

    def __repr__(self) -> str:
        shape = self.i2h_weight.shape
        return f"{type(self).__name__}({shape[1] or None} -> {shape[0]})"

    def _project(self, F: Any, step: str, inputs: Any, state: Any, weights: tuple[Any, Any, Any, Any]) -> Any:
        """The gates' sums from the input and those from the state."""
        i2h_weight, h2h_weight, i2h_bias, h2h_bias = weights
        rows = self._gates * self._hidden_size
        i2h = F.FullyConnected(data=inputs, weight=i2h_weight, bias=i2h_bias, num_hidden=rows, name=f"{step}i2h")
        h2h = F.FullyConnected(data=state, weight=h2h_weight, bias=h2h_bias, num_hidden=rows, name=f"{step}h2h")
        return i2h, h2h


class RNNCell(_DenseCell):
    """The plain cell: a function of an affine map of input and state.

    >>> cell = mx.gluon.rnn.RNNCell(4)
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3)), cell.begin_state(2))[0].shape
    (2, 4)
    """

    def __init__(
        self,
        hidden_size: int,
        activation: Any = "tanh",
        i2h_weight_initializer: InitializerLike | None = None,
        h2h_weight_initializer: InitializerLike | None = None,
        i2h_bias_initializer: InitializerLike = "zeros",
        h2h_bias_initializer: InitializerLike = "zeros",
        input_size: int = 0,
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        initializers = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        super().__init__(hidden_size, *initializers, input_size, prefix, params)
        self._activation = activation

    def _alias(self) -> str:
        return "rnn"

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, {self._activation})"

    def _step(self, F: Any, step: str, i2h: Any, h2h: Any, states: Any) -> tuple[Any, list[Any]]:
        total = F.elemwise_add(i2h, h2h, name=f"{step}plus0")
        output = self._get_activation(F, total, self._activation, name=f"{step}out")
        return output, [output]


class LSTMCell(_DenseCell):
    """The long short-term memory cell; its states are the output and the memory.

    Parameters
    ----------
    activation
        The function of the candidate and of the output.
    recurrent_activation
        The function of the gates.

    >>> cell = mx.gluon.rnn.LSTMCell(4)
    >>> cell.initialize()
    >>> [state.shape for state in cell(mx.nd.ones((2, 3)), cell.begin_state(2))[1]]
    [(2, 4), (2, 4)]
    """

    _gates = 4

    def __init__(
        self,
        hidden_size: int,
        i2h_weight_initializer: InitializerLike | None = None,
        h2h_weight_initializer: InitializerLike | None = None,
        i2h_bias_initializer: InitializerLike = "zeros",
        h2h_bias_initializer: InitializerLike = "zeros",
        input_size: int = 0,
        prefix: str | None = None,
        params: ParameterDict | None = None,
        activation: Any = "tanh",
        recurrent_activation: Any = "sigmoid",
    ) -> None:
        initializers = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        super().__init__(hidden_size, *initializers, input_size, prefix, params)
        self._activation, self._recurrent_activation = activation, recurrent_activation

    def state_info(self, batch_size: int = 0) -> StateInfo:
        return super().state_info(batch_size) + super().state_info(batch_size)

    def _alias(self) -> str:
        return "lstm"

    def _step(self, F: Any, step: str, i2h: Any, h2h: Any, states: Any) -> tuple[Any, list[Any]]:
        gate, squash = self._recurrent_activation, self._activation
        gates = F.SliceChannel(F.elemwise_add(i2h, h2h, name=f"{step}plus0"), num_outputs=4, name=f"{step}slice")
        write = self._get_activation(F, gates[0], gate, name=f"{step}i")
        keep = self._get_activation(F, gates[1], gate, name=f"{step}f")
        content = self._get_activation(F, gates[2], squash, name=f"{step}c")
        show = self._get_activation(F, gates[3], gate, name=f"{step}o")
        kept = F.elemwise_mul(keep, states[1], name=f"{step}mul0")
        written = F.elemwise_mul(write, content, name=f"{step}mul1")
        memory = F.elemwise_add(kept, written, name=f"{step}state")
        shown = F.Activation(memory, act_type=squash, name=f"{step}activation0")
        output = F.elemwise_mul(show, shown, name=f"{step}out")
        return output, [output, memory]


class GRUCell(_DenseCell):
    """The gated recurrent unit in cuDNN's form: the reset gate multiplies the state's projection.

    >>> cell = mx.gluon.rnn.GRUCell(4)
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3)), cell.begin_state(2))[0].shape
    (2, 4)
    """

    _gates = 3

    def _alias(self) -> str:
        return "gru"

    def _step(self, F: Any, step: str, i2h: Any, h2h: Any, states: Any) -> tuple[Any, list[Any]]:
        before = states[0]
        i2h_r, i2h_z, i2h = F.SliceChannel(i2h, num_outputs=3, name=f"{step}i2h_slice")
        h2h_r, h2h_z, h2h = F.SliceChannel(h2h, num_outputs=3, name=f"{step}h2h_slice")
        reset_sum = F.elemwise_add(i2h_r, h2h_r, name=f"{step}plus0")
        reset = F.Activation(reset_sum, act_type="sigmoid", name=f"{step}r_act")
        keep_sum = F.elemwise_add(i2h_z, h2h_z, name=f"{step}plus1")
        keep = F.Activation(keep_sum, act_type="sigmoid", name=f"{step}z_act")
        candidate = F.elemwise_add(i2h, F.elemwise_mul(reset, h2h, name=f"{step}mul0"), name=f"{step}plus2")
        candidate = F.Activation(candidate, act_type="tanh", name=f"{step}h_act")
        ones = F.ones_like(keep, name=f"{step}ones_like0")
        new = F.elemwise_mul(F.elemwise_sub(ones, keep, name=f"{step}minus0"), candidate, name=f"{step}mul1")
        output = F.elemwise_add(new, F.elemwise_mul(keep, before, name=f"{step}mul20"), name=f"{step}out")
        return output, [output]
