"""Recurrent layers: whole sequences through the fused ``RNN`` operator."""

import re
from typing import Any, overload

from mxnet import ndarray, symbol
from mxnet._types import Own
from mxnet.gluon._parameter import InitializerLike
from mxnet.gluon.block import HybridBlock
from mxnet.gluon.parameter import Parameter, tensor_types
from mxnet.gluon.rnn import rnn_cell
from mxnet.gluon.rnn._recurrent import StateInfo
from mxnet.gluon.utils import _need
from mxnet.ndarray import NDArray
from mxnet.util import is_np_array

__all__ = ["GRU", "LSTM", "RNN"]

_GATES = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}
_PARAMETER = re.compile(r"(l|r)(\d+)_(i2h|h2h|h2r)_(weight|bias)\Z")


class _RNNLayer(HybridBlock):
    """What the layers share.

    Parameters
    ----------
    hidden_size : int
        The width of the state.
    num_layers : int
        How many stand one above the other.
    layout : str
        'TNC' (time, batch, features) or 'NTC'.
    dropout : float
        The rate between layers, in training.
    bidirectional : bool
        Whether each layer reads from both ends, the outputs being side by side.
    input_size : int
        0 to learn it from the first data.
    use_sequence_length : bool
        Whether calls give the lengths of the samples as ``sequence_length``.
    """

    def __init__(
        self,
        hidden_size: int,
        num_layers: int,
        layout: str,
        dropout: float,
        bidirectional: bool,
        input_size: int,
        i2h_weight_initializer: Any,
        h2h_weight_initializer: Any,
        i2h_bias_initializer: Any,
        h2h_bias_initializer: Any,
        mode: str,
        projection_size: int | None,
        h2r_weight_initializer: Any,
        lstm_state_clip_min: float | None,
        lstm_state_clip_max: float | None,
        lstm_state_clip_nan: bool,
        dtype: Any,
        use_sequence_length: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        _need(layout in ("TNC", "NTC"), f"Invalid layout {layout}; must be one of ['TNC' or 'NTC']")
        self._hidden_size, self._num_layers, self._mode, self._layout = hidden_size, num_layers, mode, layout
        self._projection_size = projection_size or None
        self._dropout, self._dir, self._input_size = dropout, 2 if bidirectional else 1, input_size
        self._i2h_weight_initializer, self._h2h_weight_initializer = i2h_weight_initializer, h2h_weight_initializer
        self._i2h_bias_initializer, self._h2h_bias_initializer = i2h_bias_initializer, h2h_bias_initializer
        self._h2r_weight_initializer = h2r_weight_initializer
        self._lstm_state_clip_min, self._lstm_state_clip_max = lstm_state_clip_min, lstm_state_clip_max
        self._lstm_state_clip_nan = lstm_state_clip_nan
        self._dtype, self._use_sequence_length = dtype, use_sequence_length
        self.skip_states: bool | None = None
        self._gates = _GATES[mode]
        self._make_params()

    def _make_params(self) -> None:
        rows, width = self._gates * self._hidden_size, self._input_size
        output = self._projection_size or self._hidden_size
        for layer in range(self._num_layers):
            for side in "lr"[: self._dir]:
                start = f"{side}{layer}_"
                self._register_param(start + "i2h_weight", (rows, width), self._i2h_weight_initializer, self._dtype)
                self._register_param(start + "h2h_weight", (rows, output), self._h2h_weight_initializer, self._dtype)
                self._register_param(start + "i2h_bias", (rows,), self._i2h_bias_initializer, self._dtype)
                self._register_param(start + "h2h_bias", (rows,), self._h2h_bias_initializer, self._dtype)
                if self._projection_size:
                    shape = (output, self._hidden_size)
                    self._register_param(start + "h2r_weight", shape, self._h2r_weight_initializer, self._dtype)
            width = output * self._dir

    def _register_param(self, name: str, shape: tuple[int, ...], init: Any, dtype: Any) -> Parameter:
        param = self.params.get(name, shape=shape, init=init, allow_deferred_init=True, dtype=dtype)
        setattr(self, name, param)
        return param

    def __repr__(self) -> str:
        shape = self._reg_params["l0_i2h_weight"].shape
        parts = [f"{shape[1] or None} -> {shape[0] // self._gates}", self._layout]
        if self._num_layers != 1:
            parts.append(f"num_layers={self._num_layers}")
        if self._dropout != 0:
            parts.append(f"dropout={self._dropout}")
        if self._dir == 2:
            parts.append("bidirectional")
        return f"{type(self).__name__}({', '.join(parts)})"

    def _collect_params_with_prefix(self, prefix: str = "") -> dict[str, Parameter]:
        """The parameters by the names that files have for them: those of a stack of cells."""
        prefix += "." if prefix else ""
        parameters = {}
        for key, param in self._reg_params.items():
            match = _PARAMETER.match(key)
            if match is None:
                raise ValueError(f"{type(self).__name__} '{self.name}': unexpected name of a parameter: {key}")
            side, layer, group, kind = match.groups()
            cell = f"{side}_cell." if self._dir == 2 else ""
            parameters[f"{prefix}_unfused.{layer}.{cell}{group}_{kind}"] = param
        for name, child in self._children.items():
            parameters.update(child._collect_params_with_prefix(prefix + name))
        return parameters

    def state_info(self, batch_size: int = 0) -> StateInfo:
        """The shape, the layout and the type of each state."""
        shape = (self._num_layers * self._dir, batch_size, self._hidden_size)
        return [{"shape": shape, "__layout__": "LNC", "dtype": self._dtype}]

    def _unfuse(self) -> rnn_cell.HybridSequentialRNNCell:
        """A stack of cells that shares the parameters."""
        _need(not self._projection_size, "_unfuse does not support projection layer yet!")
        _need(
            not self._lstm_state_clip_min and not self._lstm_state_clip_max,
            "_unfuse does not support state clipping yet!",
        )
        stack = rnn_cell.HybridSequentialRNNCell(prefix=self.prefix, params=self.params)
        with stack.name_scope():
            width = self._input_size
            for layer in range(self._num_layers):
                cells = [self._cell(f"{side}{layer}_", width) for side in "lr"[: self._dir]]
                stack.add(rnn_cell.BidirectionalCell(cells[0], cells[1]) if self._dir == 2 else cells[0])
                if self._dropout > 0 and layer != self._num_layers - 1:
                    stack.add(rnn_cell.DropoutCell(self._dropout))
                width = self._hidden_size * self._dir
        return stack

    def _cell(self, prefix: str, input_size: int) -> rnn_cell.HybridRecurrentCell:
        kwargs = {
            "input_size": input_size,
            "i2h_weight_initializer": self._i2h_weight_initializer,
            "h2h_weight_initializer": self._h2h_weight_initializer,
            "i2h_bias_initializer": self._i2h_bias_initializer,
            "h2h_bias_initializer": self._h2h_bias_initializer,
            "prefix": prefix,
        }
        if self._mode == "lstm":
            return rnn_cell.LSTMCell(self._hidden_size, **kwargs)
        if self._mode == "gru":
            return rnn_cell.GRUCell(self._hidden_size, **kwargs)
        return rnn_cell.RNNCell(self._hidden_size, activation=self._mode.removeprefix("rnn_"), **kwargs)

    def cast(self, dtype: Any) -> None:
        super().cast(dtype)
        self._dtype = dtype

    def begin_state(self, batch_size: int = 0, func: Any = ndarray.zeros, **kwargs: Any) -> list[NDArray]:
        """The states before the first step, made by ``func`` with ``kwargs`` (``ctx``, ``dtype``)."""
        infos = self.state_info(batch_size)
        states = [func(name=f"{self.prefix}h0_{i}", **{**(info or {}), **kwargs}) for i, info in enumerate(infos)]
        return [state.as_np_ndarray() for state in states] if is_np_array() else states

    @overload  # type: ignore[override]
    def __call__(self, inputs: Own, states: None = None, sequence_length: Any = None, **kwargs: Any) -> Own: ...
    @overload
    def __call__(
        self, inputs: Own, states: Any, sequence_length: Any = None, **kwargs: Any
    ) -> tuple[Own, list[Own]]: ...
    def __call__(self, inputs: Any, states: Any = None, sequence_length: Any = None, **kwargs: Any) -> Any:
        """The outputs, and the last states too if the first ones are given."""
        skip = states is None
        if self.skip_states is not skip:
            self.skip_states = skip
            self._clear_cached_op()  # its graph has the other outputs
        before = self._first_states(inputs) if skip else [states] if isinstance(states, tensor_types) else states
        lengths = (sequence_length,) if self._use_sequence_length else ()
        return super().__call__(inputs, before, *lengths, **kwargs)

    def _first_states(self, inputs: Any) -> list[Any]:
        """The states before the first step where the inputs are."""
        if not isinstance(inputs, NDArray):
            return self.begin_state(0, func=symbol.zeros)
        return self.begin_state(self._batch_size(inputs), ctx=inputs.context, dtype=inputs.dtype)

    def _batch_size(self, inputs: Any) -> int:
        return inputs.shape[self._layout.find("N")]

    def hybrid_forward(  # type: ignore[override]
        self, F: Any, inputs: Any, states: Any, sequence_length: Any = None, **kwargs: Any
    ) -> Any:
        if F is ndarray:
            self._check_states(states, self._batch_size(inputs))
        out = self._forward_kernel(F, inputs, states, sequence_length, **kwargs)
        return out[0] if self.skip_states else out

    def _check_states(self, states: Any, batch_size: int) -> None:
        for state, info in zip(states, self.state_info(batch_size), strict=False):
            if state.shape != info["shape"]:
                raise ValueError(f"Invalid recurrent state shape. Expecting {info['shape']}, got {state.shape}.")

    def _forward_kernel(
        self, F: Any, inputs: Any, states: Any, sequence_length: Any, **kwargs: Any
    ) -> tuple[Any, list[Any]]:
        if self._layout == "NTC":
            inputs = F.swapaxes(inputs, dim1=0, dim2=1)
        groups = {"weight": ["i2h", "h2h", "h2r"] if self._projection_size else ["i2h", "h2h"], "bias": ["i2h", "h2h"]}
        flat = [
            kwargs[f"{side}{layer}_{group}_{kind}"].reshape(-1)
            for kind in groups
            for layer in range(self._num_layers)
            for side in "lr"[: self._dir]
            for group in groups[kind]
        ]
        result = F.RNN(
            inputs,
            F._internal._rnn_param_concat(*flat, dim=0),
            *states,
            *([sequence_length] if self._use_sequence_length else []),
            use_sequence_length=self._use_sequence_length,
            state_size=self._hidden_size,
            projection_size=self._projection_size,
            num_layers=self._num_layers,
            bidirectional=self._dir == 2,
            p=self._dropout,
            state_outputs=True,
            mode=self._mode,
            lstm_state_clip_min=self._lstm_state_clip_min,
            lstm_state_clip_max=self._lstm_state_clip_max,
            lstm_state_clip_nan=self._lstm_state_clip_nan,
        )
        outputs, *new_states = result
        if self._layout == "NTC":
            outputs = F.swapaxes(outputs, dim1=0, dim2=1)
        return outputs, new_states


class RNN(_RNNLayer):
    """Plain recurrent layers: 'relu' or 'tanh' of an affine map of input and state.

    >>> layer = mx.gluon.rnn.RNN(5, num_layers=2)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((3, 2, 4))).shape
    (3, 2, 5)
    """

    def __init__(
        self,
        hidden_size: int,
        num_layers: int = 1,
        activation: str = "relu",
        layout: str = "TNC",
        dropout: float = 0,
        bidirectional: bool = False,
        i2h_weight_initializer: InitializerLike | None = None,
        h2h_weight_initializer: InitializerLike | None = None,
        i2h_bias_initializer: InitializerLike = "zeros",
        h2h_bias_initializer: InitializerLike = "zeros",
        input_size: int = 0,
        dtype: Any = "float32",
        **kwargs: Any,
    ) -> None:
        shape = (hidden_size, num_layers, layout, dropout, bidirectional, input_size)
        starts = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        super().__init__(*shape, *starts, f"rnn_{activation}", None, None, None, None, False, dtype, **kwargs)


class LSTM(_RNNLayer):
    """Long short-term memory layers; the states are the outputs and the memories.

    Parameters
    ----------
    projection_size : int
        The width to which outputs are projected; None for none.
    state_clip_min, state_clip_max : float
        Bounds of the memory; ``state_clip_nan`` says whether NaNs are bounded too.
    state_clip_nan : bool
        Clip what is no number, too.

    Examples
    --------
    >>> layer = mx.gluon.rnn.LSTM(5, layout='NTC', bidirectional=True)
    >>> layer.initialize()
    >>> outputs, states = layer(mx.nd.ones((2, 3, 4)), layer.begin_state(batch_size=2))
    >>> outputs.shape, [s.shape for s in states]
    ((2, 3, 10), [(2, 2, 5), (2, 2, 5)])
    """

    def __init__(
        self,
        hidden_size: int,
        num_layers: int = 1,
        layout: str = "TNC",
        dropout: float = 0,
        bidirectional: bool = False,
        input_size: int = 0,
        i2h_weight_initializer: InitializerLike | None = None,
        h2h_weight_initializer: InitializerLike | None = None,
        i2h_bias_initializer: InitializerLike = "zeros",
        h2h_bias_initializer: InitializerLike = "zeros",
        projection_size: int | None = None,
        h2r_weight_initializer: InitializerLike | None = None,
        state_clip_min: float | None = None,
        state_clip_max: float | None = None,
        state_clip_nan: bool = False,
        dtype: Any = "float32",
        **kwargs: Any,
    ) -> None:
        shape = (hidden_size, num_layers, layout, dropout, bidirectional, input_size)
        starts = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        clips = (state_clip_min, state_clip_max, state_clip_nan)
        super().__init__(*shape, *starts, "lstm", projection_size, h2r_weight_initializer, *clips, dtype, **kwargs)

    def state_info(self, batch_size: int = 0) -> StateInfo:
        (output,), (memory,) = super().state_info(batch_size), super().state_info(batch_size)
        if self._projection_size is not None:
            output["shape"] = (*output["shape"][:2], self._projection_size)
        return [output, memory]


class GRU(_RNNLayer):
    """Gated recurrent layers in cuDNN's form.

    >>> layer = mx.gluon.rnn.GRU(4)
    >>> layer.initialize()
    >>> layer(mx.nd.ones((5, 2, 3))).shape
    (5, 2, 4)
    """

    def __init__(
        self,
        hidden_size: int,
        num_layers: int = 1,
        layout: str = "TNC",
        dropout: float = 0,
        bidirectional: bool = False,
        input_size: int = 0,
        i2h_weight_initializer: InitializerLike | None = None,
        h2h_weight_initializer: InitializerLike | None = None,
        i2h_bias_initializer: InitializerLike = "zeros",
        h2h_bias_initializer: InitializerLike = "zeros",
        dtype: Any = "float32",
        **kwargs: Any,
    ) -> None:
        shape = (hidden_size, num_layers, layout, dropout, bidirectional, input_size)
        starts = (i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer)
        super().__init__(*shape, *starts, "gru", None, None, None, None, False, dtype, **kwargs)
