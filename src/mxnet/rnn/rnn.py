"""Checkpoints of networks with recurrent cells: files hold the weights gate by gate, whatever cell made them."""

import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from mxnet._checkpoint import after_epochs, load_checkpoint, save_checkpoint
from mxnet.rnn._base import Arrays
from mxnet.rnn.rnn_cell import BaseRNNCell

Cells = BaseRNNCell | Sequence[BaseRNNCell]


def _each(cells: Cells) -> Sequence[BaseRNNCell]:
    return [cells] if isinstance(cells, BaseRNNCell) else cells


def rnn_unroll(
    cell: BaseRNNCell,
    length: int,
    inputs: Any = None,
    begin_state: list[Any] | None = None,
    input_prefix: str = "",
    layout: str = "NTC",
) -> tuple[Any, list[Any]]:
    """The same as ``cell.unroll`` (MXNet's older way); ``input_prefix`` has no meaning any more."""
    warnings.warn("rnn_unroll is deprecated. Please call cell.unroll directly.", stacklevel=2)
    return cell.unroll(length=length, inputs=inputs, begin_state=begin_state, layout=layout)


def save_rnn_checkpoint(
    cells: Cells, prefix: str, epoch: int, symbol: Any, arg_params: Arrays, aux_params: Arrays
) -> None:
    """Write a network and its values after an epoch, the weights of these cells taken apart."""
    for cell in _each(cells):
        arg_params = cell.unpack_weights(arg_params)
    save_checkpoint(prefix, epoch, symbol, arg_params, aux_params)


def load_rnn_checkpoint(cells: Cells, prefix: str, epoch: int) -> tuple[Any, Arrays, Arrays]:
    """Read what ``save_rnn_checkpoint`` wrote, the weights put together for these cells."""
    symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
    for cell in _each(cells):
        arg_params = cell.pack_weights(arg_params)
    return symbol, arg_params, aux_params


def do_rnn_checkpoint(cells: Cells, prefix: str, period: int = 1) -> Callable[..., None]:
    """A callback for the end of epochs that saves a checkpoint after every ``period`` of them."""
    return after_epochs(period, partial(save_rnn_checkpoint, cells, prefix))
