"""How trainers choose a store, and exchange parameters and gradients with it."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

from mxnet import _config
from mxnet.kvstore.base import KVStoreBase, create
from mxnet.kvstore.kvstore import KVStore
from mxnet.ndarray import NDArray

_LARGEST = 1024 * 1024 * 16  # elements of a parameter beyond which a local store does not hold parameters


def create_sparse_kvstore(kvstore: Any) -> tuple[KVStoreBase, bool]:
    """The store for parameters of which some are row_sparse, and that it updates them."""
    if isinstance(kvstore, KVStore):
        store: KVStoreBase = kvstore
    elif isinstance(kvstore, str):
        store = create(kvstore)
    else:
        raise TypeError(
            f"Cannot create '{kvstore}' KVStore with row_sparse parameters. The type must be KVStore or str."
        )
    if not store.is_capable(KVStoreBase.OPTIMIZER):
        raise AssertionError(
            f"KVStore with sparse weight requires optimizer support, but {type(store).__name__} has none. "
            "Use kvstore='device'."
        )
    return store, True


def create_kvstore(kvstore: Any, num_device: int, arg_params: Mapping[str, NDArray]) -> tuple[KVStoreBase | None, bool]:
    """The store that a name, a store or None means, and whether it is to update the parameters itself."""
    on_store = _config.lookup("MXNET_UPDATE_ON_KVSTORE")
    if kvstore is None:
        return None, False
    if isinstance(kvstore, KVStoreBase):
        store = kvstore
    elif isinstance(kvstore, str):
        if num_device == 1 and "dist" not in kvstore:
            return None, False
        store = create(kvstore)
        if kvstore == "local" and max(prod(array.shape) for array in arg_params.values()) > _LARGEST:
            on_store = False
    else:
        raise TypeError(f"kvstore must be KVStore, str or None, received {type(kvstore).__name__}")
    return store, on_store and store.is_capable(KVStoreBase.OPTIMIZER)


def initialize_kvstore(
    kvstore: Any,
    param_arrays: Sequence[Sequence[NDArray]],
    arg_params: Mapping[str, NDArray],
    param_names: Sequence[str],
    update_on_kvstore: bool,
) -> None:
    """Begin with the parameters' values in a store, and bring them to all devices if the store updates them."""
    rows = [
        (name, arg_params[name], list(arrays) if update_on_kvstore and arg_params[name].stype == "default" else None)
        for name, arrays in zip(param_names, param_arrays, strict=True)
    ]
    begin(kvstore, rows)


def begin(kvstore: Any, rows: Sequence[tuple[Any, NDArray, list[NDArray] | None]]) -> None:
    """Begin with values in a store, and bring them to arrays where there are some: our own stores take all at once."""
    shared = [row for row in rows if row[2] is not None]
    kept = [row for row in rows if row[2] is None]
    if not isinstance(kvstore, KVStore):
        for key, value, _ in kept:
            kvstore.init(key, value)
        for key, value, out in shared:
            kvstore.broadcast(key, value, out=out)
        return
    if kept:
        kvstore.init([key for key, _, _ in kept], [value for _, value, _ in kept])
    if shared:
        kvstore.broadcast([r[0] for r in shared], [r[1] for r in shared], out=[r[2] for r in shared])


def exchange(kvstore: Any, keys: Sequence[Any], values: Sequence[Any], outs: Sequence[Any]) -> None:
    """Push the dense values of many keys and pull into ``outs``: our own stores take them all at once."""
    if isinstance(kvstore, KVStore):
        if keys:
            kvstore.pushpull(list(keys), list(values), out=list(outs))
        return
    for number, (key, value, out) in enumerate(zip(keys, values, outs, strict=True)):
        kvstore.pushpull(key, value, out=out, priority=-number)


def _exchange_all(kvstore: Any, rows: Sequence[tuple[Any, Any, Any, bool]]) -> None:
    """Push and pull rows of key, values, targets, and whether all are dense."""
    dense = [row for row in rows if row[3]]
    exchange(kvstore, [r[0] for r in dense], [r[1] for r in dense], [r[2] for r in dense])
    for key, values, targets, is_dense in rows:
        if not is_dense:
            kvstore.push(key, values)
            kvstore.pull(key, out=targets)


def _is_dense(weights: Sequence[NDArray], grads: Sequence[NDArray]) -> bool:
    return grads[0].stype == "default" and weights[0].stype == "default"


def update_params_on_kvstore(
    param_arrays: Sequence[Any], grad_arrays: Sequence[Any], kvstore: Any, param_names: Sequence[str]
) -> None:
    """Let a store update the parameters by their gradients; each parameter is a list, one array a device."""
    rows = [
        (name, list(grads), list(weights), _is_dense(weights, grads))
        for name, weights, grads in zip(param_names, param_arrays, grad_arrays, strict=False)
        if grads[0] is not None
    ]
    _exchange_all(kvstore, rows)


def update_params(
    param_arrays: Sequence[Any],
    grad_arrays: Sequence[Any],
    updater: Any,
    num_device: int,
    kvstore: Any = None,
    param_names: Sequence[str] | None = None,
) -> None:
    """Update the parameters on each device by an updater, after a store, if any, has added up the gradients."""
    chosen = [i for i, grads in enumerate(grad_arrays) if grads[0] is not None]
    if kvstore:
        names = param_names or ()
        rows = [
            (names[i], list(grad_arrays[i]), list(grad_arrays[i]), _is_dense(param_arrays[i], grad_arrays[i]))
            for i in chosen
        ]
        _exchange_all(kvstore, rows)
    for k in range(num_device):
        if chosen:
            numbers = [i * num_device + k for i in chosen]
            updater(numbers, [grad_arrays[i][k] for i in chosen], [param_arrays[i][k] for i in chosen])
