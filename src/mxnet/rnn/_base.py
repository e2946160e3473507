"""The base of symbolic cells: ``cell(inputs, states)`` extends a graph by one step."""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from mxnet import ndarray, symbol
from mxnet.ndarray import NDArray
from mxnet.symbol import Symbol

Arrays = dict[str, NDArray]
Sequences = Symbol | list[Symbol]


def need(condition: Any, message: str) -> None:
    """Raise the class of error that users of MXNet catch for a wrong argument."""
    if not condition:
        raise AssertionError(message)


def _normalize_sequence(
    length: int | None, inputs: Any, layout: str, merge: bool | None, in_layout: str | None = None
) -> tuple[Any, int]:
    """A sequence as one symbol (``merge`` True), a list of steps (False) or as it is (None), and the axis of time."""
    need(
        inputs is not None,
        "unroll(inputs=None) has been deprecated. Please create input variables outside unroll.",
    )
    axis = layout.find("T")
    in_axis = axis if in_layout is None else in_layout.find("T")
    if isinstance(inputs, Symbol):
        if merge is False:
            need(
                len(inputs.list_outputs()) == 1,
                "unroll doesn't allow grouped symbol as input. Please convert to list with list(inputs) first or let "
                "unroll handle splitting.",
            )
            parts: Any = length  # without one the operator says what is missing
            inputs = list(symbol.split(inputs, axis=in_axis, num_outputs=parts, squeeze_axis=1))
    else:
        need(length is None or len(inputs) == length, f"unroll: expected {length} inputs, but got {len(inputs)}")
        if merge:
            inputs = symbol.Concat(*[symbol.expand_dims(step, axis=axis) for step in inputs], dim=axis)
            in_axis = axis
    if isinstance(inputs, Symbol) and axis != in_axis:
        inputs = symbol.swapaxes(inputs, dim1=axis, dim2=in_axis)
    return inputs, axis


# Weights are taken apart and put together on the host: that happens once a file, and would be many small programs.


def split(whole: NDArray, parts: Iterable[tuple[str, tuple[int, ...]]]) -> Arrays:
    """The parts of an array by their names, each with its shape, in the order in which they lie in it."""
    flat, at, out = whole.asnumpy().reshape(-1), 0, {}
    for name, shape in parts:
        size = math.prod(shape)
        out[name] = ndarray.array(flat[at : at + size].reshape(shape), ctx=whole.context, dtype=whole.dtype)
        at += size
    return out


def join(parts: Sequence[NDArray], shape: tuple[int, ...]) -> NDArray:
    """The numbers of several arrays in one."""
    flat = np.concatenate([part.asnumpy().reshape(-1) for part in parts])
    return ndarray.array(flat.reshape(shape), ctx=parts[0].context, dtype=parts[0].dtype)


class SymbolUnrolling(NamedTuple):
    """What ``unroll`` is asked for: its arguments, in their order."""

    length: int
    inputs: Any
    begin_state: list[Any] | None
    layout: str
    merge_outputs: bool | None

    def formatted(self, sequence: Any, merge: bool | None) -> tuple[Any, int]:
        """A sequence as ``merge`` asks, and the axis of time."""
        return _normalize_sequence(self.length, sequence, self.layout, merge)


class RNNParams:
    """The variables of cells, by name; cells that are given the same ones share their weights.

    >>> mx.rnn.RNNParams("rnn_").get("i2h_weight").name
    'rnn_i2h_weight'
    """

    __module__ = "mxnet.rnn.rnn_cell"

    def __init__(self, prefix: str = "") -> None:
        self._prefix = prefix
        self._params: dict[str, Symbol] = {}

    def get(self, name: str, **kwargs: Any) -> Symbol:
        """The variable of this name behind the prefix, made with ``kwargs`` if there is none yet."""
        name = self._prefix + name
        if name not in self._params:
            self._params[name] = symbol.Variable(name, **kwargs)
        return self._params[name]


class BaseRNNCell:
    """The base of cells.

    Parameters
    ----------
    prefix : str
        What the names of weights and outputs begin with.
    params : RNNParams
        Variables to share with another cell; new ones by default.

    >>> isinstance(mx.rnn.GRUCell(4), mx.rnn.BaseRNNCell)
    True
    """

    __module__ = "mxnet.rnn.rnn_cell"

    _cells: list["BaseRNNCell"] = []  # noqa: RUF012 - cells without parts have none
    _num_hidden: int

    def __init__(self, prefix: str = "", params: RNNParams | None = None) -> None:
        self._own_params = params is None
        self._prefix = prefix
        self._params = RNNParams(prefix) if params is None else params
        self._modified = False
        self.reset()

    def reset(self) -> None:
        """Forget the number of steps: names count from 0 again. ``unroll`` does it."""
        self._init_counter = -1
        self._counter = -1
        for cell in self._cells:
            cell.reset()

    def _next_name(self) -> str:
        """What the names of the next step begin with."""
        self._counter += 1
        return f"{self._prefix}t{self._counter}_"

    def __call__(self, inputs: Symbol, states: list[Symbol]) -> tuple[Symbol, list[Symbol]]:
        """Add one step: its output and the new states."""
        raise NotImplementedError(f"{type(self).__name__} must define __call__(self, inputs, states)")

    @property
    def params(self) -> RNNParams:
        """The cell's variables."""
        self._own_params = False
        return self._params

    @property
    def state_info(self) -> list[dict[str, Any]]:
        """The shape and the layout of each state; 0 stands for the size of the batch."""
        raise NotImplementedError(f"{type(self).__name__} must define state_info")

    @property
    def state_shape(self) -> list[tuple[int, ...]]:
        """The shape of each state."""
        return [info["shape"] for info in self.state_info]

    @property
    def _gate_names(self) -> Iterable[str]:
        return ()

    def _check_unmodified(self) -> None:
        need(
            not self._modified,
            "After applying modifier cells (e.g. DropoutCell) the base cell cannot be called directly. Call the "
            "modifier cell instead.",
        )

    def begin_state(self, func: Any = symbol.zeros, **kwargs: Any) -> list[Any]:
        """The states before the first step: what ``func`` makes of names, shapes and ``kwargs``."""
        self._check_unmodified()
        states = []
        for info in self.state_info:
            self._init_counter += 1
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **{**kwargs, **(info or {})}))
        return states

    def unpack_weights(self, args: Arrays) -> Arrays:
        """Arrays of a network with this cell's weights taken apart, one for each gate."""
        args = args.copy()
        for group in ("i2h", "h2h") if self._gate_names else ():
            for kind in ("weight", "bias"):
                whole = args.pop(f"{self._prefix}{group}_{kind}")
                names = [f"{self._prefix}{group}{gate}_{kind}" for gate in self._gate_names]
                size = self._num_hidden
                args.update(split(whole, [(name, (size, *whole.shape[1:])) for name in names]))
        return args

    def pack_weights(self, args: Arrays) -> Arrays:
        """The reverse of ``unpack_weights``."""
        args = args.copy()
        for group in ("i2h", "h2h") if self._gate_names else ():
            for kind in ("weight", "bias"):
                parts = [args.pop(f"{self._prefix}{group}{gate}_{kind}") for gate in self._gate_names]
                args[f"{self._prefix}{group}_{kind}"] = join(parts, (-1, *parts[0].shape[1:]))
        return args

    def unroll(
        self,
        length: int,
        inputs: Symbol | list[Symbol] | None,
        begin_state: list[Symbol] | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
    ) -> tuple[Any, list[Any]]:
        """Add ``length`` steps, and return the outputs and the last states.

        Parameters
        ----------
        inputs : Symbol or list of Symbol
            A whole sequence as the layout says, or a list of steps.
        begin_state : list of Symbol
            The first states; zeros by default.
        merge_outputs : bool
            True for one symbol, False for a list of steps, None for what comes.

        Examples
        --------
        >>> cell = mx.rnn.LSTMCell(num_hidden=5)
        >>> outputs, states = cell.unroll(3, mx.sym.var('data'), merge_outputs=True)
        >>> outputs.infer_shape(data=(2, 3, 4))[1]
        [(2, 3, 5)]
        """
        self.reset()
        return self._unroll_steps(SymbolUnrolling(length, inputs, begin_state, layout, merge_outputs))

    def _first_states(self, run: SymbolUnrolling) -> list[Any]:
        return self.begin_state() if run.begin_state is None else run.begin_state

    def _unroll_steps(self, run: SymbolUnrolling) -> tuple[Any, list[Any]]:
        """Unroll step by step; cells that know of another way override this."""
        states, outputs = self._first_states(run), []
        for step in run.formatted(run.inputs, False)[0]:
            output, states = self(step, states)
            outputs.append(output)
        return run.formatted(outputs, run.merge_outputs)[0], states

    def _get_activation(self, inputs: Symbol, activation: Any, **kwargs: Any) -> Symbol:
        if isinstance(activation, str):
            return symbol.Activation(inputs, act_type=activation, **kwargs)
        return activation(inputs, **kwargs)
