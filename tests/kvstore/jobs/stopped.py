"""One process is stopped while the others wait for it: in a sum, in a step with a sum in it, in its own program."""

import os
import signal
import sys
import time

import mxnet as mx
from mxnet import nd

where = sys.argv[1]
kv = mx.kv.create("dist_sync")
kv.init("w", nd.zeros((4096,)))  # too much to travel with a meeting
for _ in range(3):
    kv.push("w", nd.ones((4096,)))
os.environ["MXNET_KVSTORE_TIMEOUT"] = "3"  # not at the start, where processes may be slow to come
kv._barrier()
if kv.rank == 1:
    if where == "collective":
        found = kv._group.sum

        def stopping(values):
            os.kill(os.getpid(), signal.SIGSTOP)
            return found(values)

        kv._group.sum = stopping
    elif where == "program":
        os.kill(os.getpid(), signal.SIGSTOP)
start = time.monotonic()
try:
    if where == "step":
        out = nd.zeros((4096,))
        kv.pushpull("w", nd.ones((4096,)), out=out)  # recorded
        if kv.rank == 1:
            os.kill(os.getpid(), signal.SIGSTOP)
        out.wait_to_read()
    else:
        kv.push("w", nd.ones((4096,)))
except mx.MXNetError as error:
    sys.stdout.write(f"worker {kv.rank} after {time.monotonic() - start:.0f} s: {error}\n")
    raise SystemExit(3) from None
sys.stdout.write(f"worker {kv.rank} has not noticed\n")
