"""Servers of the distributed stores.

A process whose ``DMLC_ROLE`` is ``server`` or ``scheduler`` never gets here: it serves while mxnet is imported, see
``mxnet._control.serving``.
"""

import logging
from collections.abc import Callable
from typing import Any

from mxnet._control import roles
from mxnet._control.job import role
from mxnet._files import pickles
from mxnet.error import MXNetError


class KVStoreServer:
    """What MXNet's server processes run, for programs that name it.

    Parameters
    ----------
    kvstore
        The store.

    >>> isinstance(mx.kv.KVStoreServer, type)
    True
    """

    def __init__(self, kvstore: Any) -> None:
        self.kvstore = kvstore

    def _controller(self) -> Callable[[int, Any, Any], None]:
        """What is called with each command that workers send: command 0 brings a pickled optimizer."""

        def controller(cmd_id: int, cmd_body: Any, _: Any = None) -> None:
            if cmd_id == 0:
                body = cmd_body.encode("latin1") if isinstance(cmd_body, str) else cmd_body
                self.kvstore.set_optimizer(pickles.loads(body, "command 0"))
            else:
                logging.info("server %d, unknown command (%d, %s)", self.kvstore.rank, cmd_id, cmd_body)

        return controller

    def run(self) -> None:
        """Serve until the job is over; for processes that are no workers."""
        if role() == "worker":
            raise MXNetError(
                "KVStoreServer.run is for a server: start a process with DMLC_ROLE=server, which serves as soon as it "
                "imports mxnet, or let python -m mxnet.tools.launch do so"
            )
        roles.serve()
