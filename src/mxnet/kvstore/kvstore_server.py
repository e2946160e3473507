"""Servers of the distributed stores."""

from typing import Any

from mxnet.error import MXNetError


class KVStoreServer:
    """What a server process of MXNet runs; the distributed stores are not there yet."""

    def __init__(self, kvstore: Any) -> None:
        self.kvstore = kvstore

    def run(self) -> None:
        """Serve until told to stop."""
        raise MXNetError("KVStoreServer: the distributed stores are not there yet; there are no servers to run")
