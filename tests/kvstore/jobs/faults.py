"""Workers that do not do the same, and one that leaves the others alone: errors, in every worker, at once."""

import json
import os
import signal
import sys

import mxnet as mx
from mxnet import nd

kv = mx.kv.create("dist_sync")
other = kv.rank == 1
said = {}


def fails(name, call, *args):
    try:
        call(*args)
    except mx.MXNetError as error:
        said[name] = str(error)
    else:
        raise SystemExit(f"{name}: expected an error")


fails("init", kv.init, "s", nd.ones((2, 3 + kv.rank)))
kv.init(["x", "y"], [nd.ones((2,)), nd.ones((2,))])
fails("order", kv.push, "y" if other else "x", nd.ones((2,)))
fails("type", kv.push, "x", nd.ones((2,), dtype="float16" if other else "float32"))
fails("calls", kv._barrier) if other else fails("calls", kv.push, "x", nd.ones((2,)))
kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.1 + kv.rank))
fails("rate", kv.push, "x", nd.ones((2,)))
kv.set_optimizer(mx.optimizer.SGD(learning_rate=1))
kv.push("x", nd.ones((2,)))  # nothing is broken
if other and sys.argv[1] == "die":
    os.kill(os.getpid(), signal.SIGKILL)
if not other:
    fails("alone", lambda: [kv.push("x", nd.ones((2,))) for _ in range(3)])
    said["dead"] = [kv.get_num_dead_node(4), kv.get_num_dead_node(11), kv.get_num_dead_node(9)]
sys.stdout.write(json.dumps({"rank": kv.rank, **said}) + "\n")  # in one piece: others write too
