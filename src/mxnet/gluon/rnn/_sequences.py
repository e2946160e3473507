"""Sequences as one array or symbol, or as a list of steps, and the ways between the two."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from mxnet import ndarray, symbol
from mxnet.base import _as_list
from mxnet.gluon.parameter import tensor_types
from mxnet.gluon.utils import _need
from mxnet.ndarray import NDArray
from mxnet.symbol import Symbol


def _format_sequence(
    length: int | None, inputs: Any, layout: str, merge: bool | None, in_layout: str | None = None
) -> tuple[Any, int, Any, int]:
    """A sequence as ``merge`` asks: one array (True), a list of steps (False), or as it is (None).

    Returns it with the axis of time, the namespace of operators that fits it, and the batch's size (0 for symbols).
    """
    _need(
        inputs is not None,
        "unroll(inputs=None) has been deprecated. Please create input variables outside unroll.",
    )
    axis = layout.find("T")
    in_axis = axis if in_layout is None else in_layout.find("T")
    batch = 0
    if isinstance(inputs, Symbol):
        F: Any = symbol
        if merge is False:
            inputs = _steps_of_symbol(inputs, length, in_axis)
    elif isinstance(inputs, NDArray):
        F, batch = ndarray, inputs.shape[layout.find("N")]
        if merge is False:
            count = inputs.shape[in_axis]
            _need(
                length is None or length == count,
                f"unroll: expected {length} steps along axis {in_axis} of layout {layout!r}, but got inputs of shape "
                f"{inputs.shape}",
            )
            inputs = _as_list(ndarray.split(inputs, axis=in_axis, num_outputs=count, squeeze_axis=1))
    else:
        _need(length is None or len(inputs) == length, f"unroll: expected {length} inputs, but got {len(inputs)}")
        F = symbol if isinstance(inputs[0], Symbol) else ndarray
        if F is ndarray:
            batch = inputs[0].shape[0]
        if merge:
            inputs, in_axis = F.stack(*inputs, axis=axis), axis
    if isinstance(inputs, tensor_types) and axis != in_axis:
        inputs = F.swapaxes(inputs, dim1=axis, dim2=in_axis)
    return inputs, axis, F, batch


def _steps_of_symbol(inputs: Symbol, length: Any, axis: int) -> list[Symbol]:
    _need(
        len(inputs.list_outputs()) == 1,
        "unroll doesn't allow grouped symbol as input. Please convert to list with list(inputs) first or let unroll "
        "handle splitting.",
    )
    return list(symbol.split(inputs, axis=axis, num_outputs=length, squeeze_axis=1))


def _mask_sequence_variable_length(
    F: Any, data: Any, length: int, valid_length: Any, time_axis: int, merge: bool | None
) -> Any:
    """A sequence with zeros from each sample's ``valid_length`` on, as one array or as a list of steps."""
    if not isinstance(data, tensor_types):
        data = F.stack(*data, axis=time_axis)
    masked = F.SequenceMask(data, sequence_length=valid_length, use_sequence_length=True, axis=time_axis)
    return masked if merge else _split(F, masked, length, time_axis)


def _reverse_sequences(sequences: Sequence[Any], unroll_step: int, valid_length: Any = None) -> list[Any]:
    """The steps from last to first; of each sample only those before its ``valid_length`` turn round."""
    if valid_length is None:
        return list(reversed(sequences))
    F: Any = symbol if isinstance(sequences[0], Symbol) else ndarray
    turned = F.SequenceReverse(F.stack(*sequences, axis=0), sequence_length=valid_length, use_sequence_length=True)
    return _split(F, turned, unroll_step, 0)


def _split(F: Any, data: Any, count: int, axis: int) -> list[Any]:
    """The steps of one array or symbol."""
    steps = F.split(data, axis=axis, num_outputs=count, squeeze_axis=True)
    return list(steps) if isinstance(steps, Symbol) else list(_as_list(steps))


class Unrolling(NamedTuple):
    """What ``unroll`` is asked for: its arguments, in their order."""

    length: int
    inputs: Any
    begin_state: list[Any] | None
    layout: str
    merge_outputs: bool | None
    valid_length: Any

    def formatted(self, merge: bool | None) -> tuple[Any, int, Any, int]:
        """The inputs as ``_format_sequence`` gives them."""
        return _format_sequence(self.length, self.inputs, self.layout, merge)

    def merges(self, outputs: Any) -> bool:
        """Whether the outputs are to be one array, as these are if nothing was said."""
        return isinstance(outputs, tensor_types) if self.merge_outputs is None else self.merge_outputs

    def masked(self, F: Any, sequence: Any, merge: bool) -> Any:
        """A sequence with zeros where samples have ended, if it is known where they do."""
        if self.valid_length is None:
            return sequence
        axis = self.layout.find("T")
        return _mask_sequence_variable_length(F, sequence, self.length, self.valid_length, axis, merge)


def _get_begin_state(cell: Any, F: Any, begin_state: Any, inputs: Any, batch_size: int) -> Any:
    """The states given, or the cell's first ones where the inputs are."""
    if begin_state is not None:
        return begin_state
    if F is not ndarray:
        return cell.begin_state(func=F.zeros, batch_size=batch_size)
    with inputs.context if isinstance(inputs, NDArray) else inputs[0].context:
        return cell.begin_state(func=F.zeros, batch_size=batch_size)
