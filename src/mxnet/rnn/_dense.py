"""The plain, the LSTM and the GRU cell."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from mxnet import initializer, symbol
from mxnet._gates import gru_step, lstm_step
from mxnet.rnn._base import BaseRNNCell, RNNParams
from mxnet.symbol import Symbol

_TANH = partial(symbol.Activation, act_type="tanh")


class _DenseCell(BaseRNNCell):
    """An affine map of the input and one of the state, gate by gate."""

    def __init__(self, num_hidden: int, prefix: str, params: RNNParams | None, i2h_bias: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._num_hidden = num_hidden
        get, starts = self.params.get, {} if i2h_bias is None else {"init": i2h_bias}
        self._iW, self._iB = get("i2h_weight"), get("i2h_bias", **starts)
        self._hW, self._hB = get("h2h_weight"), get("h2h_bias")

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return [{"shape": (0, self._num_hidden), "__layout__": "NC"}]

    def _project(self, name: str, inputs: Symbol, state: Symbol) -> tuple[Symbol, Symbol]:
        """The gates' sums from the input and those from the state."""
        rows = self._num_hidden * len(list(self._gate_names))
        i2h = symbol.FullyConnected(inputs, self._iW, self._iB, num_hidden=rows, name=f"{name}i2h")
        h2h = symbol.FullyConnected(state, self._hW, self._hB, num_hidden=rows, name=f"{name}h2h")
        return i2h, h2h


class RNNCell(_DenseCell):
    """The plain cell: a function of an affine map of input and state.

    >>> mx.rnn.RNNCell(4).state_info[0]["shape"]
    (0, 4)
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(
        self, num_hidden: int, activation: Any = "tanh", prefix: str = "rnn_", params: RNNParams | None = None
    ) -> None:
        super().__init__(num_hidden, prefix, params)
        self._activation = activation

    @property
    def _gate_names(self) -> Iterable[str]:
        return ("",)

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        name = self._next_name()
        i2h, h2h = self._project(name, inputs, states[0])
        output = self._get_activation(i2h + h2h, self._activation, name=f"{name}out")
        return output, [output]


class LSTMCell(_DenseCell):
    """The long short-term memory cell; its states are the output and the memory.

    ``forget_bias`` is the first value of the forget gates' bias.

    >>> len(mx.rnn.LSTMCell(4).state_info)
    2
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(
        self, num_hidden: int, prefix: str = "lstm_", params: RNNParams | None = None, forget_bias: float = 1.0
    ) -> None:
        super().__init__(num_hidden, prefix, params, initializer.LSTMBias(forget_bias=forget_bias))

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return super().state_info + super().state_info

    @property
    def _gate_names(self) -> Iterable[str]:
        return ["_i", "_f", "_c", "_o"]

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        name = self._next_name()
        i2h, h2h = self._project(name, inputs, states[0])
        gates = symbol.SliceChannel(i2h + h2h, num_outputs=4, name=f"{name}slice")
        output, memory = lstm_step(symbol, gates, states[1], name, _TANH)
        return output, [output, memory]


class GRUCell(_DenseCell):
    """The gated recurrent unit in cuDNN's form: the reset gate multiplies the state's projection.

    >>> outputs, _ = mx.rnn.GRUCell(4).unroll(3, mx.sym.var("data"), merge_outputs=True)
    >>> outputs.infer_shape(data=(2, 3, 5))[1]
    [(2, 3, 4)]
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(self, num_hidden: int, prefix: str = "gru_", params: RNNParams | None = None) -> None:
        super().__init__(num_hidden, prefix, params)

    @property
    def _gate_names(self) -> Iterable[str]:
        return ["_r", "_z", "_o"]

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        name = self._next_name()
        sums = self._project(f"{name}_", inputs, states[0])
        output = gru_step(symbol, sums, states[0], f"{name}_", _TANH, f"{name}out")
        return output, [output]
