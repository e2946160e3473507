"""All layers of a recurrent network in one operator."""

import math
import warnings
from collections.abc import Iterable
from typing import Any

from mxnet import symbol
from mxnet._fused_rnn import GATES, fused_inputs, fused_parts
from mxnet.initializer import FusedRNN
from mxnet.rnn._base import Arrays, BaseRNNCell, RNNParams, SymbolUnrolling, join, need, split
from mxnet.rnn._containers import BidirectionalCell, SequentialRNNCell
from mxnet.rnn._dense import GRUCell, LSTMCell, RNNCell
from mxnet.rnn._modifiers import DropoutCell
from mxnet.symbol import Symbol


class FusedRNNCell(BaseRNNCell):
    """Layers of recurrent cells as one operator; it can only be unrolled.

    Parameters
    ----------
    mode : str
        'rnn_relu', 'rnn_tanh', 'lstm' or 'gru'.
    dropout : float
        The rate between layers, in training.
    get_next_state : bool
        Whether ``unroll`` returns the last states; else it returns none.
    forget_bias : float
        The first value of the forget gates' bias of an LSTM.
    num_layers : int
        How many layers stand one above the other.
    bidirectional : bool
        Read each sequence from its end as well.

    >>> outputs, _ = mx.rnn.FusedRNNCell(4, mode="lstm").unroll(3, mx.sym.var("data"), layout="TNC",
    ...     merge_outputs=True)
    >>> outputs.infer_shape(data=(3, 2, 5))[1]
    [(3, 2, 4)]
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(
        self,
        num_hidden: int,
        num_layers: int = 1,
        mode: str = "lstm",
        bidirectional: bool = False,
        dropout: float = 0.0,
        get_next_state: bool = False,
        forget_bias: float = 1.0,
        prefix: str | None = None,
        params: RNNParams | None = None,
    ) -> None:
        super().__init__(prefix=f"{mode}_" if prefix is None else prefix, params=params)
        self._num_hidden, self._num_layers, self._mode = num_hidden, num_layers, mode
        self._bidirectional, self._dropout, self._get_next_state = bidirectional, dropout, get_next_state
        self._directions = ["l", "r"] if bidirectional else ["l"]
        filler = FusedRNN(None, num_hidden, num_layers, mode, bidirectional, forget_bias)
        self._parameter = self.params.get("parameters", init=filler)

    @property
    def state_info(self) -> list[dict[str, Any]]:
        shape = (len(self._directions) * self._num_layers, 0, self._num_hidden)
        return [{"shape": shape, "__layout__": "LNC"} for _ in range(2 if self._mode == "lstm" else 1)]

    @property
    def _gate_names(self) -> Iterable[str]:
        return list(GATES[self._mode])

    @property
    def _num_gates(self) -> int:
        return len(GATES[self._mode])

    @property
    def _kind(self) -> tuple[str, int, int, bool]:
        return self._mode, self._num_hidden, self._num_layers, bool(self._bidirectional)

    def unpack_weights(self, args: Arrays) -> Arrays:
        """Arrays of a network with this cell's vector taken apart, one for each layer, side and gate."""
        args = args.copy()
        packed = args.pop(str(self._parameter.name))
        parts = list(fused_parts(*self._kind, fused_inputs(*self._kind, packed.size)))
        size = sum(math.prod(shape) for _, shape in parts)
        need(
            size == packed.size,
            f"Invalid parameters size for FusedRNNCell: {self._parameter.name} has {packed.size} numbers, but this "
            f"cell takes {size}",
        )
        return {**args, **split(packed, [(self._prefix + name, shape) for name, shape in parts])}

    def pack_weights(self, args: Arrays) -> Arrays:
        args = args.copy()
        first = args[f"{self._prefix}l0_i2h{GATES[self._mode][0]}_weight"]
        parts = []
        for name, shape in fused_parts(*self._kind, first.shape[1]):
            part = args.pop(self._prefix + name)
            need(part.shape == shape, f"{self._prefix}{name}: expected shape {shape}, but got {part.shape}")
            parts.append(part)
        args[str(self._parameter.name)] = join(parts, (-1,))
        return args

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        raise NotImplementedError("FusedRNNCell cannot be stepped. Please use unroll")

    def _unroll_steps(self, run: SymbolUnrolling) -> tuple[Any, list[Any]]:
        inputs, axis = run.formatted(run.inputs, True)
        if axis == 1:
            warnings.warn("NTC layout detected. Consider using TNC for FusedRNNCell for faster speed", stacklevel=3)
            inputs = symbol.swapaxes(inputs, dim1=0, dim2=1)
        else:
            need(axis == 0, f"Unsupported layout {run.layout}")
        states = self._first_states(run)
        rnn = symbol.RNN(
            data=inputs,
            parameters=self._parameter,
            state_size=self._num_hidden,
            num_layers=self._num_layers,
            bidirectional=self._bidirectional,
            p=self._dropout,
            state_outputs=self._get_next_state,
            mode=self._mode,
            name=f"{self._prefix}rnn",
            **dict(zip(("state", "state_cell"), states, strict=False)),
        )
        outputs, *new_states = rnn if self._get_next_state else (rnn,)
        for state in new_states:
            state._set_attr(__layout__="LNC")
        if axis == 1:
            outputs = symbol.swapaxes(outputs, dim1=0, dim2=1)
        return run.formatted(outputs, run.merge_outputs)[0], new_states

    def unfuse(self) -> SequentialRNNCell:
        """A stack of cells that computes the same; ``unpack_weights`` of this and ``pack_weights`` of that convert."""
        stack = SequentialRNNCell()
        for layer in range(self._num_layers):
            cells = [self._cell(f"{self._prefix}{side}{layer}_") for side in self._directions]
            if self._bidirectional:
                stack.add(BidirectionalCell(cells[0], cells[1], output_prefix=f"{self._prefix}bi_l{layer}_"))
            else:
                stack.add(cells[0])
            if self._dropout > 0 and layer != self._num_layers - 1:
                stack.add(DropoutCell(self._dropout, prefix=f"{self._prefix}_dropout{layer}_"))
        return stack

    def _cell(self, prefix: str) -> BaseRNNCell:
        if self._mode == "lstm":
            return LSTMCell(self._num_hidden, prefix=prefix)
        if self._mode == "gru":
            return GRUCell(self._num_hidden, prefix=prefix)
        return RNNCell(self._num_hidden, activation=self._mode.removeprefix("rnn_"), prefix=prefix)
