"""Which store a name means."""

from mxnet import profiler
from mxnet.error import MXNetError
from mxnet.kvstore.base import maker
from mxnet.kvstore.dist_async import KVStoreDistAsync
from mxnet.kvstore.dist_sync import KVStoreDistSync
from mxnet.kvstore.kvstore import KVStore

_ELSEWHERE = {
    "horovod": "Horovod's all-reduce over workers is what 'dist_sync' is here",
    "byteps": "what BytePS does, sums over workers with one message for many keys, 'dist_sync' does here",
}


def _make(name: str) -> KVStore:
    if name in _ELSEWHERE:
        raise MXNetError(
            f"kvstore {name!r} is not there: {_ELSEWHERE[name]}. Write mx.kv.create('dist_sync') and start workers "
            "with python -m mxnet.tools.launch -n 2 --launcher local python train.py"
        )
    if "dist" not in name:
        return KVStore(name)
    store = KVStoreDistAsync(name) if "_async" in name else KVStoreDistSync(name)
    profiler.set_kvstore_handle(store)
    return store


maker(_make)
