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
    """The same as ``cell.unroll`` (MXNet's older way); ``input_prefix`` has no meaning any more.

    >>> cell = mx.rnn.GRUCell(4, prefix="gru_")
    >>> outputs, states = mx.rnn.rnn_unroll(cell, 2, [mx.sym.var("a"), mx.sym.var("b")])
    >>> len(outputs), len(states)
    (2, 1)
    """
    warnings.warn("rnn_unroll is deprecated. Please call cell.unroll directly.", stacklevel=2)
    return cell.unroll(length=length, inputs=inputs, begin_state=begin_state, layout=layout)


def save_rnn_checkpoint(
    cells: Cells, prefix: str, epoch: int, symbol: Any, arg_params: Arrays, aux_params: Arrays
) -> None:
    """Write a network and its values after an epoch, the weights of these cells taken apart.

    >>> cell = mx.rnn.LSTMCell(4, prefix="lstm_")
    >>> outputs, _ = cell.unroll(2, mx.sym.var("data"), merge_outputs=True)
    >>> shapes = zip(outputs.list_arguments(), outputs.infer_shape(data=(1, 2, 3))[0])
    >>> values = {name: mx.nd.ones(shape) for name, shape in shapes if name.endswith(("weight", "bias"))}
    >>> mx.rnn.save_rnn_checkpoint(cell, "lstm", 3, outputs, values, {})
    >>> import os
    >>> sorted(name for name in os.listdir() if name.startswith("lstm"))
    ['lstm-0003.params', 'lstm-symbol.json']
    """
    for cell in _each(cells):
        arg_params = cell.unpack_weights(arg_params)
    save_checkpoint(prefix, epoch, symbol, arg_params, aux_params)


def load_rnn_checkpoint(cells: Cells, prefix: str, epoch: int) -> tuple[Any, Arrays, Arrays]:
    """Read what ``save_rnn_checkpoint`` wrote, the weights put together for these cells.

    >>> cell = mx.rnn.LSTMCell(4, prefix="lstm_")
    >>> outputs, _ = cell.unroll(2, mx.sym.var("data"), merge_outputs=True)
    >>> shapes = zip(outputs.list_arguments(), outputs.infer_shape(data=(1, 2, 3))[0])
    >>> values = {name: mx.nd.ones(shape) for name, shape in shapes if name.endswith(("weight", "bias"))}
    >>> mx.rnn.save_rnn_checkpoint(cell, "lstm", 3, outputs, values, {})
    >>> network, arguments, states = mx.rnn.load_rnn_checkpoint(cell, "lstm", 3)
    >>> sorted(arguments) == sorted(values)
    True
    """
    symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
    for cell in _each(cells):
        arg_params = cell.pack_weights(arg_params)
    return symbol, arg_params, aux_params


def do_rnn_checkpoint(cells: Cells, prefix: str, period: int = 1) -> Callable[..., None]:
    """A callback for the end of epochs that saves a checkpoint after every ``period`` of them.

    >>> save = mx.rnn.do_rnn_checkpoint(mx.rnn.LSTMCell(4), "lstm", period=2)
    >>> save(0, mx.sym.var("data"), {}, {})  # the first epoch: nothing is written yet
    >>> import os
    >>> [name for name in os.listdir() if name.startswith("lstm")]
    []
    """
    return after_epochs(period, partial(save_rnn_checkpoint, cells, prefix))
