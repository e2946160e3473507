"""Checkpoints: ``prefix-symbol.json`` for the network and ``prefix-0001.params`` for its values after an epoch."""

import logging
from collections.abc import Callable, Mapping
from typing import Any

from mxnet import ndarray, symbol
from mxnet.ndarray import NDArray

Arrays = dict[str, NDArray]


def save_checkpoint(
    prefix: str,
    epoch: int,
    symbol: Any,  # the name is MXNet's
    arg_params: Mapping[str, NDArray],
    aux_params: Mapping[str, NDArray],
    remove_amp_cast: bool = True,
) -> None:
    """Write the network, unless None, and its values after an epoch.

    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> values = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    >>> mx.model.save_checkpoint("net", 4, network, values, {})
    >>> import os
    >>> sorted(name for name in os.listdir() if name.startswith("net"))
    ['net-0004.params', 'net-symbol.json']
    """
    if symbol is not None:
        symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
    named = {f"arg:{name}": array for name, array in arg_params.items()}
    named.update({f"aux:{name}": array for name, array in aux_params.items()})
    path = f"{prefix}-{epoch:04d}.params"
    ndarray.save(path, named)
    logging.info('Saved checkpoint to "%s"', path)


def load_params(prefix: str, epoch: int) -> tuple[Arrays, Arrays]:
    """The values after an epoch: arguments and auxiliary states.

    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> values = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    >>> mx.model.save_checkpoint("net", 4, network, values, {})
    >>> arguments, states = mx.model.load_params("net", 4)
    >>> sorted(arguments)
    ['fc_bias', 'fc_weight']
    """
    arguments: Arrays = {}
    auxiliary: Arrays = {}
    loaded: Any = ndarray.load(f"{prefix}-{epoch:04d}.params")
    if not loaded:
        logging.warning("Params file '%s' is empty", f"{prefix}-{epoch:04d}.params")
        return arguments, auxiliary
    for key, array in loaded.items():
        kind, _, name = key.partition(":")
        if kind == "arg":
            arguments[name] = array
        elif kind == "aux":
            auxiliary[name] = array
    return arguments, auxiliary


def load_checkpoint(prefix: str, epoch: int) -> "tuple[symbol.Symbol, Arrays, Arrays]":
    """The network and its values after an epoch: arguments and auxiliary states.

    >>> network = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> values = {"fc_weight": mx.nd.ones((2, 3)), "fc_bias": mx.nd.zeros((2,))}
    >>> mx.model.save_checkpoint("net", 4, network, values, {})
    >>> network, arguments, states = mx.model.load_checkpoint("net", 4)
    >>> network.list_outputs(), sorted(arguments), states
    (['fc_output'], ['fc_bias', 'fc_weight'], {})
    """
    return symbol.load(f"{prefix}-symbol.json"), *load_params(prefix, epoch)


def after_epochs(period: int, save: Callable[..., None]) -> Callable[..., None]:
    """An epoch-end callback: ``save(epochs, symbol, arg_params, aux_params)`` after every ``period`` epochs."""
    period = int(max(1, period))

    def callback(iter_no: int, sym: Any = None, arg: Any = None, aux: Any = None) -> None:
        epochs = iter_no + 1
        if epochs % period == 0:
            save(epochs, sym, arg, aux)

    return callback
