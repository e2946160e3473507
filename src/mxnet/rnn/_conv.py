"""Cells whose maps are convolutions, for sequences of images."""

import functools
from collections.abc import Iterable
from typing import Any

from mxnet import symbol
from mxnet._gates import gru_step, lstm_step
from mxnet._signatures import with_defaults
from mxnet.rnn._base import BaseRNNCell, RNNParams, need
from mxnet.symbol import Symbol

Pair = tuple[int, int]
_LEAKY = functools.partial(symbol.LeakyReLU, act_type="leaky", slope=0.2)


class BaseConvRNNCell(BaseRNNCell):
    """What the convolutional cells share: a map of the input and one of the state, both convolutions.

    Parameters
    ----------
    input_shape, num_hidden : tuple of int, int
        The shape of a step's input, that of the batch included; channels of the state.
    h2h_kernel : tuple of int
        The size of the state's convolution; odd, since the state keeps its size.

    >>> isinstance(mx.rnn.ConvRNNCell((1, 3, 8, 8), 4), mx.rnn.BaseConvRNNCell)
    True
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(
        self,
        input_shape: tuple[int, ...],
        num_hidden: int,
        h2h_kernel: Pair = (3, 3),
        h2h_dilate: Pair = (1, 1),
        i2h_kernel: Pair = (3, 3),
        i2h_stride: Pair = (1, 1),
        i2h_pad: Pair = (1, 1),
        i2h_dilate: Pair = (1, 1),
        i2h_weight_initializer: Any = None,
        h2h_weight_initializer: Any = None,
        i2h_bias_initializer: Any = "zeros",
        h2h_bias_initializer: Any = "zeros",
        activation: Any = _LEAKY,
        prefix: str = "",
        params: RNNParams | None = None,
        conv_layout: str = "NCHW",
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        need(all(k % 2 == 1 for k in h2h_kernel), f"Only support odd number, get h2h_kernel= {h2h_kernel}")
        self._num_hidden, self._input_shape, self._activation = num_hidden, input_shape, activation
        self._conv_layout = conv_layout
        self._i2h: dict[str, Any] = {
            "kernel": i2h_kernel,
            "stride": i2h_stride,
            "pad": i2h_pad,
            "dilate": i2h_dilate,
            "layout": conv_layout,
        }
        self._h2h: dict[str, Any] = {
            "kernel": h2h_kernel,
            "stride": (1, 1),
            "pad": tuple(d * (k - 1) // 2 for d, k in zip(h2h_dilate, h2h_kernel, strict=True)),
            "dilate": h2h_dilate,
            "layout": conv_layout,
        }
        step = symbol.Convolution(data=symbol.Variable("data"), num_filter=num_hidden, **self._i2h)
        self._state_shape = (0, *step.infer_shape(data=input_shape)[1][0][1:])
        self._iW = self.params.get("i2h_weight", init=i2h_weight_initializer)
        self._hW = self.params.get("h2h_weight", init=h2h_weight_initializer)
        self._iB = self.params.get("i2h_bias", init=i2h_bias_initializer)
        self._hB = self.params.get("h2h_bias", init=h2h_bias_initializer)

    @property
    def _num_gates(self) -> int:
        return len(list(self._gate_names))

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return [{"shape": self._state_shape, "__layout__": self._conv_layout}]

    def _conv_forward(self, inputs: Symbol, states: list[Symbol], name: str) -> tuple[Symbol, Symbol]:
        """The gates' sums from the input and those from the state."""
        filters = self._num_hidden * self._num_gates
        i2h = symbol.Convolution(inputs, self._iW, self._iB, num_filter=filters, name=f"{name}i2h", **self._i2h)
        h2h = symbol.Convolution(states[0], self._hW, self._hB, num_filter=filters, name=f"{name}h2h", **self._h2h)
        return i2h, h2h

    def _squash(self, sums: Symbol, **naming: str) -> Symbol:
        return self._get_activation(sums, self._activation, **naming)

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        raise NotImplementedError("BaseConvRNNCell is abstract class for convolutional RNN")


class ConvRNNCell(BaseConvRNNCell):
    """The plain cell with convolutions.

    >>> mx.rnn.ConvRNNCell((1, 3, 8, 8), 4).state_info[0]["shape"]
    (0, 4, 8, 8)
    """

    __module__ = "mxnet.rnn.rnn_cell"

    __init__ = with_defaults(BaseConvRNNCell.__init__, prefix="ConvRNN_")

    @property
    def _gate_names(self) -> Iterable[str]:
        return ("",)

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        name = self._next_name()
        i2h, h2h = self._conv_forward(inputs, states, name)
        output = self._squash(i2h + h2h, name=f"{name}out")
        return output, [output]


class ConvLSTMCell(BaseConvRNNCell):
    """The long short-term memory cell with convolutions.

    >>> len(mx.rnn.ConvLSTMCell((1, 3, 8, 8), 4).state_info)
    2
    """

    __module__ = "mxnet.rnn.rnn_cell"

    __init__ = with_defaults(BaseConvRNNCell.__init__, prefix="ConvLSTM_")

    @property
    def _gate_names(self) -> Iterable[str]:
        return ["_i", "_f", "_c", "_o"]

    @property
    def state_info(self) -> list[dict[str, Any]]:
        return super().state_info + super().state_info

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        name = self._next_name()
        i2h, h2h = self._conv_forward(inputs, states, name)
        axis = self._conv_layout.find("C")
        gates = symbol.SliceChannel(i2h + h2h, num_outputs=4, axis=axis, name=f"{name}slice")
        output, memory = lstm_step(symbol, gates, states[1], name, self._squash)
        return output, [output, memory]


class ConvGRUCell(BaseConvRNNCell):
    """The gated recurrent unit with convolutions.

    >>> mx.rnn.ConvGRUCell((1, 3, 8, 8), 4).state_info[0]["shape"]
    (0, 4, 8, 8)
    """

    __module__ = "mxnet.rnn.rnn_cell"

    __init__ = with_defaults(BaseConvRNNCell.__init__, prefix="ConvGRU_")

    @property
    def _gate_names(self) -> Iterable[str]:
        return ["_r", "_z", "_o"]

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        name = self._next_name()
        sums = self._conv_forward(inputs, states, name)
        axis = self._conv_layout.find("C")
        slicing = {} if axis == 1 else {"axis": axis}
        output = gru_step(symbol, sums, states[0], f"{name}_", self._squash, f"{name}out", **slicing)
        return output, [output]
