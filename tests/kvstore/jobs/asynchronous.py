"""What dist_async does, with a server that is killed in the middle."""

import json
import os
import signal
import sys

import numpy as np

import mxnet as mx
from mxnet import nd

STEPS, KILL = int(sys.argv[1]), sys.argv[2] == "kill"


class Adding(mx.optimizer.Optimizer):
    """An optimizer that only this script knows; servers get it from here."""

    def create_state(self, index, weight):
        return nd.zeros(weight.shape)

    def update(self, index, weight, grad, state):
        weight += grad
        state += 1


kv = mx.kv.create("dist_async")
rank, count = kv.rank, kv.num_workers
kv.set_optimizer(Adding(learning_rate=1.0))
kv.init(["w", "big", "h"], [nd.full((2, 3), rank + 5), nd.ones((40, 50)), nd.zeros((2,), dtype="float16")])
kv.init("rows", nd.ones((60, 20)).tostype("row_sparse"))
kv._barrier()


def pulled(key, shape, **options):
    out = nd.empty(shape, **options)
    kv.pull(key, out=out)
    return out.asnumpy()


killed = 0
for step in range(STEPS):
    if KILL and rank == 0 and step in (STEPS // 3, STEPS // 2):
        os.kill(kv._servers.processes()[killed], signal.SIGKILL)
        killed += 1
    outs = [nd.empty((40, 50)), nd.empty((2,), dtype="float16")]
    kv.pushpull(["big", "h"], [nd.ones((40, 50)), nd.ones((2,), dtype="float16")], out=outs)
    assert 1 + step < outs[0].asnumpy().min() <= outs[0].asnumpy().max() <= 1 + STEPS * count
    kv.push("w", [nd.ones((2, 3), ctx=mx.cpu(i)) for i in range(2)])
    kv.push("rows", nd.sparse.row_sparse_array((np.ones((2, 20), np.float32), [3, 59]), shape=(60, 20)))
kv._barrier()
assert (pulled("w", (2, 3)) == 5 + 2 * STEPS * count).all()  # worker 0's first value, and every push once
assert (pulled("big", (40, 50)) == 1 + STEPS * count).all()
assert (pulled("h", (2,), dtype="float16") == STEPS * count).all()
rows = nd.sparse.zeros("row_sparse", (60, 20))
kv.row_sparse_pull("rows", out=rows, row_ids=nd.array([59, 0, 3]))
assert rows.indices.asnumpy().tolist() == [0, 3, 59]
assert rows.data.asnumpy()[:, 0].tolist() == [1, 1 + STEPS * count, 1 + STEPS * count]

# Errors are the worker's, and nothing is broken by them
for call in (
    lambda: kv.push("w", nd.ones((3,))),
    lambda: kv.push("never", nd.ones((3,))),
    lambda: kv.init("w", nd.ones(2)),
):
    try:
        call()
        raise SystemExit("expected an error")
    except mx.MXNetError:
        pass
kv._barrier()

# States come from all servers, and go back to them; the large value's parts are one again
if rank == 0:
    kv.save_optimizer_states(sys.argv[3] + "/all.states", dump_optimizer=True)
    kv.load_optimizer_states(sys.argv[3] + "/all.states")
kv._barrier()

# Two bits a number
small = mx.kv.create("dist_async")
small.set_gradient_compression({"type": "2bit", "threshold": 0.5})
small.set_optimizer(mx.optimizer.create("test"))
small.init("g", nd.zeros((5,)))
small.push("g", nd.array([0.4, 0.6, -0.7, 0.1, 2.0]))
small._barrier()
out = nd.empty((5,))
small.pull("g", out=out)
assert out.asnumpy().tolist() == [0, 0.5 * count, -0.5 * count, 0, 0.5 * count]

mx.profiler.set_config(filename=f"{sys.argv[3]}/profile.json", profile_all=True, profile_process="server")
mx.profiler.set_state("run", profile_process="server")
small.push("g", nd.ones((5,)))
small._barrier()
mx.profiler.set_state("stop", profile_process="server")

applied = sum(counts["applied"] for counts in kv._servers.all("counts"))
sys.stdout.write(json.dumps({"rank": rank, "applied": applied, "servers": kv._servers.count}) + "\n")
