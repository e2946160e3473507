"""A worker of dist_async is killed in the middle, and started again: the others do not notice."""

import json
import os
import signal
import sys
from pathlib import Path

import mxnet as mx
from mxnet import nd

mark, steps = Path(sys.argv[1]) / "killed", 10
kv = mx.kv.create("dist_async")
kv.set_optimizer(mx.optimizer.create("test"))
kv.init("w", nd.zeros((4,)))
again = mark.exists() and kv.rank == 1
for step in range(steps):
    if kv.rank == 1 and not again and step == 4:
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    kv.push("w", nd.ones((4,)))
out = nd.empty((4,))
while True:  # until the other has come to its end as well
    kv.pull("w", out=out)
    if out.asnumpy()[0] >= 2 * steps + 4:
        break
sys.stdout.write(json.dumps({"rank": kv.rank, "value": out.asnumpy().tolist(), "again": again}) + "\n")
