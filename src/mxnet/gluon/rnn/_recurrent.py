"""The base of recurrent cells."""

from typing import TYPE_CHECKING, Any

from mxnet import ndarray
from mxnet._types import Own
from mxnet.gluon.block import Block, HybridBlock
from mxnet.gluon.nn import LeakyReLU
from mxnet.gluon.parameter import Parameter, ParameterDict
from mxnet.gluon.rnn._sequences import Unrolling, _format_sequence, _get_begin_state
from mxnet.gluon.utils import _need
from mxnet.ndarray import NDArray

_PLAIN = ("tanh", "relu", "sigmoid", "softsign")
_MODIFIED = (
    "After applying modifier cells (e.g. ZoneoutCell) the base cell cannot be called directly. Call the modifier cell "
    "instead."
)
StateInfo = list[dict[str, Any]]


class RecurrentCell(Block):
    """The base of cells: ``cell(inputs, states)`` computes one step and returns its output and the new states.

    >>> [info["shape"] for info in mx.gluon.rnn.LSTMCell(4).state_info(2)]
    [(2, 4), (2, 4)]
    """

    __module__ = "mxnet.gluon.rnn.rnn_cell"

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._modified = False
        self.reset()

    def reset(self) -> None:
        """Forget the number of steps: names in the graph count from 0 again. ``unroll`` does it."""
        self._init_counter = -1
        self._counter = -1
        for cell in self._children.values():
            cell.reset()  # type: ignore[attr-defined]

    def state_info(self, batch_size: int = 0) -> StateInfo:
        """The shape and the layout of each state."""
        raise NotImplementedError(f"{type(self).__name__} must define state_info(self, batch_size)")

    def begin_state(self, batch_size: int = 0, func: Any = ndarray.zeros, **kwargs: Any) -> list[NDArray]:
        """The states before the first step, made by ``func`` with ``kwargs`` (``ctx``, ``dtype``).

        >>> [s.shape for s in mx.gluon.rnn.LSTMCell(5).begin_state(batch_size=2)]
        [(2, 5), (2, 5)]
        """
        self._check_unmodified()
        states = []
        for info in self.state_info(batch_size):
            self._init_counter += 1
            states.append(func(name=f"{self._prefix}begin_state_{self._init_counter}", **{**(info or {}), **kwargs}))
        return states

    def _check_unmodified(self) -> None:
        _need(not self._modified, _MODIFIED)

    def unroll(
        self,
        length: int,
        inputs: Any,
        begin_state: list[Any] | None = None,
        layout: str = "NTC",
        merge_outputs: bool | None = None,
        valid_length: Any = None,
    ) -> tuple[Any, list[Any]]:
        """Run the cell for ``length`` steps, and return the outputs and the last states.

        Parameters
        ----------
        inputs : NDArray, Symbol or list of them
            A whole sequence as the layout says, or a list of steps.
        begin_state : list
            The first states; zeros by default.
        merge_outputs : bool
            True for one array, False for a list of steps, None for what comes.
        valid_length : NDArray or Symbol
            The length of each sample; outputs behind it are 0 and states are those of the last valid step.

        Examples
        --------
        >>> cell = mx.gluon.rnn.GRUCell(5)
        >>> cell.initialize()
        >>> outputs, states = cell.unroll(3, mx.nd.ones((2, 3, 4)), merge_outputs=True)
        >>> outputs.shape, [s.shape for s in states]
        ((2, 3, 5), [(2, 5)])
        """
        self.reset()
        return self._unroll_steps(Unrolling(length, inputs, begin_state, layout, merge_outputs, valid_length))

    def _unroll_steps(self, run: Unrolling) -> tuple[Any, list[Any]]:
        """Unroll step by step; cells that know of another way override this."""
        steps, _, F, batch_size = run.formatted(False)
        states = _get_begin_state(self, F, run.begin_state, steps, batch_size)
        history = []
        for step in steps:
            output, states = self(step, states)
            history.append((output, states))
        outputs: Any = [output for output, _ in history]
        if run.valid_length is not None:
            ends = {"sequence_length": run.valid_length, "use_sequence_length": True, "axis": 0}
            over_time = zip(*(after for _, after in history), strict=True)
            states = [F.SequenceLast(F.stack(*state, axis=0), **ends) for state in over_time]
            outputs = run.masked(F, outputs, True)
        return _format_sequence(run.length, outputs, run.layout, run.merge_outputs)[0], states

    def _get_activation(self, F: Any, inputs: Any, activation: Any, **kwargs: Any) -> Any:
        """Apply a function given by its name or as a callable."""
        if isinstance(activation, str):
            if activation in _PLAIN:
                return getattr(F, activation)(inputs, **kwargs)
            return F.Activation(inputs, act_type=activation, **kwargs)
        if isinstance(activation, LeakyReLU):
            return F.LeakyReLU(inputs, act_type="leaky", slope=activation._alpha, **kwargs)
        return activation(inputs, **kwargs)

    if TYPE_CHECKING:

        def __call__(self, inputs: Own, states: Any) -> tuple[Own, list[Own]]:  # type: ignore[override]
            """One step: the output and the new states."""

    def forward(self, inputs: Any, states: Any) -> Any:
        """Compute one step."""
        self._counter += 1
        return super().forward(inputs, states)


class HybridRecurrentCell(RecurrentCell, HybridBlock):
    """A cell that can also run as one graph: override ``hybrid_forward(self, F, inputs, states, **parameters)``.

    >>> isinstance(mx.gluon.rnn.GRUCell(4), mx.gluon.rnn.HybridRecurrentCell)
    True
    """

    __module__ = "mxnet.gluon.rnn.rnn_cell"

    def __init__(self, prefix: str | None = None, params: ParameterDict | None = None) -> None:
        super().__init__(prefix=prefix, params=params)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} must define hybrid_forward(self, F, inputs, states, ...)")


class TwoMapsCell(HybridRecurrentCell):
    """A cell with a map of the input and one of the state, gate by gate, from whose sums its step begins."""

    def _make(self, name: str, shape: tuple[int, ...], init: Any) -> Parameter:
        return self.params.get(name, shape=shape, init=init, allow_deferred_init=True)

    def _project(self, F: Any, step: str, inputs: Any, state: Any, weights: tuple[Any, Any, Any, Any]) -> Any:
        """The gates' sums from the input and those from the state."""
        raise NotImplementedError

    def _step(self, F: Any, step: str, i2h: Any, h2h: Any, states: Any) -> tuple[Any, list[Any]]:
        """The output and the new states, from the gates' sums and the states before."""
        raise NotImplementedError

    def hybrid_forward(  # type: ignore[override]
        self, F: Any, inputs: Any, states: Any, i2h_weight: Any, h2h_weight: Any, i2h_bias: Any, h2h_bias: Any
    ) -> tuple[Any, list[Any]]:
        step = f"t{self._counter}_"
        i2h, h2h = self._project(F, step, inputs, states[0], (i2h_weight, h2h_weight, i2h_bias, h2h_bias))
        return self._step(F, step, i2h, h2h, states)
