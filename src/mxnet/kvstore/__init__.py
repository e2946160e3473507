"""``mx.kv``: values under keys, added up over devices and workers."""

from mxnet.kvstore import base as base
from mxnet.kvstore import kvstore as kvstore
from mxnet.kvstore import kvstore_server as kvstore_server
from mxnet.kvstore import making as _making
from mxnet.kvstore import member as _member
from mxnet.kvstore.base import KVStoreBase as KVStoreBase
from mxnet.kvstore.base import create as create
from mxnet.kvstore.kvstore import KVStore as KVStore
from mxnet.kvstore.kvstore_server import KVStoreServer as KVStoreServer

_member.join_at_import()
