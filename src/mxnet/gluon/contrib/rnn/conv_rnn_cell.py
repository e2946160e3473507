"""Recurrent cells whose maps are convolutions, for sequences of images and the like."""

from collections.abc import Callable, Sequence
from typing import Any

from mxnet._gates import gru_step, lstm_step
from mxnet._signatures import with_defaults
from mxnet.base import numeric_types
from mxnet.gluon._parameter import InitializerLike
from mxnet.gluon.parameter import ParameterDict
from mxnet.gluon.rnn._recurrent import StateInfo, TwoMapsCell
from mxnet.gluon.utils import _need

__all__ = [
    "Conv1DGRUCell",
    "Conv1DLSTMCell",
    "Conv1DRNNCell",
    "Conv2DGRUCell",
    "Conv2DLSTMCell",
    "Conv2DRNNCell",
    "Conv3DGRUCell",
    "Conv3DLSTMCell",
    "Conv3DRNNCell",
]

Size = int | Sequence[int]


class _BaseConvRNNCell(TwoMapsCell):
    """What the convolutional cells share.

    Parameters
    ----------
    input_shape : tuple of int
        The shape of a step's input, without that of the batch.
    hidden_channels : int
        Channels of the state and of the output.
    i2h_kernel, i2h_pad, i2h_dilate : int or tuple of int
        The input's convolution.
    h2h_kernel, h2h_dilate : int or tuple of int
        The state's convolution; kernels are odd, since the state keeps its size.
    conv_layout : str
        The order of the axes: N batch, C channels, D, H and W the dimensions.
    """

    _dims = 1
    _gate_names: Sequence[str] = ("",)

    def __init__(
        self,
        input_shape: Sequence[int],
        hidden_channels: int,
        i2h_kernel: Size,
        h2h_kernel: Size,
        i2h_pad: Size = (0,),
        i2h_dilate: Size = (1,),
        h2h_dilate: Size = (1,),
        i2h_weight_initializer: InitializerLike | None = None,
        h2h_weight_initializer: InitializerLike | None = None,
        i2h_bias_initializer: InitializerLike = "zeros",
        h2h_bias_initializer: InitializerLike = "zeros",
        conv_layout: str = "NCW",
        activation: Any = "tanh",
        prefix: str | None = None,
        params: ParameterDict | None = None,
    ) -> None:
        super().__init__(prefix=prefix, params=params)
        self._hidden_channels, self._input_shape = hidden_channels, tuple(input_shape)
        self._conv_layout, self._activation = conv_layout, activation
        self._channel_axis = conv_layout.find("C")
        self._stride = (1,) * self._dims
        self._i2h_kernel, self._i2h_pad = self._each(i2h_kernel), self._each(i2h_pad)
        self._h2h_kernel, self._h2h_dilate = self._each(h2h_kernel), self._each(h2h_dilate)
        self._i2h_dilate = self._each(i2h_dilate)
        reach = zip(self._h2h_dilate, self._h2h_kernel, strict=True)
        self._h2h_pad = tuple(d * (k - 1) // 2 for d, k in reach)  # the state keeps its size
        _need(all(k % 2 == 1 for k in self._h2h_kernel), f"Only support odd number, get h2h_kernel= {h2h_kernel}")
        self._in_channels = self._input_shape[self._channel_axis - 1]
        self._state_shape = self._decide_state_shape()
        rows = hidden_channels * len(self._gate_names)
        i2h_shape = self._with_channels(self._i2h_kernel, self._in_channels)
        h2h_shape = self._with_channels(self._h2h_kernel, hidden_channels)
        self.i2h_weight = self._make("i2h_weight", (rows, *i2h_shape), i2h_weight_initializer)
        self.h2h_weight = self._make("h2h_weight", (rows, *h2h_shape), h2h_weight_initializer)
        self.i2h_bias = self._make("i2h_bias", (rows,), i2h_bias_initializer)
        self.h2h_bias = self._make("h2h_bias", (rows,), h2h_bias_initializer)

    def _each(self, size: Size) -> tuple[int, ...]:
        """A size for each dimension."""
        if isinstance(size, numeric_types):
            return (size,) * self._dims  # type: ignore[return-value]
        _need(
            len(size) == self._dims,
            f"For {self._dims}D convolution, the convolution settings can only be either int or list/tuple of length "
            f"{self._dims}, but got {size}",
        )
        return tuple(size)

    def _convolution(self, kernel: tuple[int, ...], pad: tuple[int, ...], dilate: tuple[int, ...]) -> dict[str, Any]:
        return {
            "num_filter": self._hidden_channels * len(self._gate_names),
            "kernel": kernel,
            "stride": self._stride,
            "pad": pad,
            "dilate": dilate,
            "layout": self._conv_layout,
        }

    def _with_channels(self, sizes: tuple[int, ...], channels: int) -> tuple[int, ...]:
        return (channels, *sizes) if self._channel_axis == 1 else (*sizes, channels)

    def _decide_state_shape(self) -> tuple[int, ...]:
        """The shape of a state; lengths that are not known yet are 0."""
        shape = self._input_shape
        lengths = shape[1:] if self._channel_axis == 1 else shape[:-1]
        geometry = zip(lengths, self._i2h_kernel, self._i2h_pad, self._i2h_dilate, strict=True)
        out = tuple(n + 2 * p - d * (k - 1) if n else 0 for n, k, p, d in geometry)
        return self._with_channels(out, self._hidden_channels)

    def _squash(self, F: Any) -> Callable[..., Any]:
        return lambda sums, **naming: self._get_activation(F, sums, self._activation, **naming)

    def state_info(self, batch_size: int = 0) -> StateInfo:
        return [{"shape": (batch_size, *self._state_shape), "__layout__": self._conv_layout}]

    def __repr__(self) -> str:
        shape = self.i2h_weight.shape
        channels = shape[1 if self._channel_axis == 1 else -1] or None
        return f"{type(self).__name__}({channels} -> {shape[0]}, {self._activation}, {self._conv_layout})"

    def _project(self, F: Any, step: str, inputs: Any, state: Any, weights: tuple[Any, Any, Any, Any]) -> Any:
        """The gates' sums from the input and those from the state."""
        i2h_weight, h2h_weight, i2h_bias, h2h_bias = weights
        to_input = self._convolution(self._i2h_kernel, self._i2h_pad, self._i2h_dilate)
        to_state = self._convolution(self._h2h_kernel, self._h2h_pad, self._h2h_dilate)
        i2h = F.Convolution(data=inputs, weight=i2h_weight, bias=i2h_bias, name=f"{step}i2h", **to_input)
        h2h = F.Convolution(data=state, weight=h2h_weight, bias=h2h_bias, name=f"{step}h2h", **to_state)
        return i2h, h2h


# --- what happens in a step ------------------------------------------------------------------------------------------


class _PlainStep(_BaseConvRNNCell):
    def _alias(self) -> str:
        return "conv_rnn"

    def _step(self, F: Any, step: str, i2h: Any, h2h: Any, states: Any) -> tuple[Any, list[Any]]:
        output = self._squash(F)(i2h + h2h, name=f"{step}out")
        return output, [output]


class _LSTMStep(_BaseConvRNNCell):
    _gate_names = ("_i", "_f", "_c", "_o")

    def state_info(self, batch_size: int = 0) -> StateInfo:
        return super().state_info(batch_size) + super().state_info(batch_size)

    def _alias(self) -> str:
        return "conv_lstm"

    def _step(self, F: Any, step: str, i2h: Any, h2h: Any, states: Any) -> tuple[Any, list[Any]]:
        gates = F.SliceChannel(i2h + h2h, num_outputs=4, name=f"{step}slice", axis=self._channel_axis)
        output, memory = lstm_step(F, gates, states[1], step, self._squash(F))
        return output, [output, memory]


class _GRUStep(_BaseConvRNNCell):
    _gate_names = ("_r", "_z", "_o")

    def _alias(self) -> str:
        return "conv_gru"

    def _step(self, F: Any, step: str, i2h: Any, h2h: Any, states: Any) -> tuple[Any, list[Any]]:
        slicing = {"axis": self._channel_axis}
        output = gru_step(F, (i2h, h2h), states[0], step, self._squash(F), f"{step}out", **slicing)
        return output, [output]


# --- how many dimensions there are -----------------------------------------------------------------------------------


class _Conv1D(_BaseConvRNNCell):
    _dims = 1


class _Conv2D(_BaseConvRNNCell):
    _dims = 2
    __init__ = with_defaults(
        _BaseConvRNNCell.__init__, i2h_pad=(0, 0), i2h_dilate=(1, 1), h2h_dilate=(1, 1), conv_layout="NCHW"
    )


class _Conv3D(_BaseConvRNNCell):
    _dims = 3
    __init__ = with_defaults(
        _BaseConvRNNCell.__init__, i2h_pad=(0, 0, 0), i2h_dilate=(1, 1, 1), h2h_dilate=(1, 1, 1), conv_layout="NCDHW"
    )


class Conv1DRNNCell(_PlainStep, _Conv1D):
    """The plain cell with convolutions along one dimension.

    >>> cell = mx.gluon.contrib.rnn.Conv1DRNNCell((3, 8), 4, 3, 3, i2h_pad=1)
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3, 8)), cell.begin_state(2))[0].shape
    (2, 4, 8)
    """


class Conv2DRNNCell(_PlainStep, _Conv2D):
    """The plain cell with convolutions along two dimensions.

    >>> cell = mx.gluon.contrib.rnn.Conv2DRNNCell((3, 8, 8), 4, 3, 3, i2h_pad=1)
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3, 8, 8)), cell.begin_state(2))[0].shape
    (2, 4, 8, 8)
    """


class Conv3DRNNCell(_PlainStep, _Conv3D):
    """The plain cell with convolutions along three dimensions.

    >>> cell = mx.gluon.contrib.rnn.Conv3DRNNCell((3, 4, 4, 4), 2, 3, 3, i2h_pad=1)
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3, 4, 4, 4)), cell.begin_state(2))[0].shape
    (2, 2, 4, 4, 4)
    """


class Conv1DLSTMCell(_LSTMStep, _Conv1D):
    """The long short-term memory cell with convolutions along one dimension.

    >>> cell = mx.gluon.contrib.rnn.Conv1DLSTMCell((3, 8), 4, 3, 3, i2h_pad=1)
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3, 8)), cell.begin_state(2))[0].shape
    (2, 4, 8)
    """


class Conv2DLSTMCell(_LSTMStep, _Conv2D):
    """The long short-term memory cell with convolutions along two dimensions.

    >>> cell = mx.gluon.contrib.rnn.Conv2DLSTMCell((3, 8, 8), 4, i2h_kernel=3, h2h_kernel=3, i2h_pad=1)
    >>> cell.initialize()
    >>> output, states = cell(mx.nd.ones((2, 3, 8, 8)), cell.begin_state(batch_size=2))
    >>> output.shape, len(states)
    ((2, 4, 8, 8), 2)
    """


class Conv3DLSTMCell(_LSTMStep, _Conv3D):
    """The long short-term memory cell with convolutions along three dimensions.

    >>> cell = mx.gluon.contrib.rnn.Conv3DLSTMCell((3, 4, 4, 4), 2, 3, 3, i2h_pad=1)
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3, 4, 4, 4)), cell.begin_state(2))[0].shape
    (2, 2, 4, 4, 4)
    """


class Conv1DGRUCell(_GRUStep, _Conv1D):
    """The gated recurrent unit with convolutions along one dimension.

    >>> cell = mx.gluon.contrib.rnn.Conv1DGRUCell((3, 8), 4, 3, 3, i2h_pad=1)
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3, 8)), cell.begin_state(2))[0].shape
    (2, 4, 8)
    """


class Conv2DGRUCell(_GRUStep, _Conv2D):
    """The gated recurrent unit with convolutions along two dimensions.

    >>> cell = mx.gluon.contrib.rnn.Conv2DGRUCell((3, 8, 8), 4, 3, 3, i2h_pad=1)
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3, 8, 8)), cell.begin_state(2))[0].shape
    (2, 4, 8, 8)
    """


class Conv3DGRUCell(_GRUStep, _Conv3D):
    """The gated recurrent unit with convolutions along three dimensions.

    >>> cell = mx.gluon.contrib.rnn.Conv3DGRUCell((3, 4, 4, 4), 2, 3, 3, i2h_pad=1)
    >>> cell.initialize()
    >>> cell(mx.nd.ones((2, 3, 4, 4, 4)), cell.begin_state(2))[0].shape
    (2, 2, 4, 4, 4)
    """
