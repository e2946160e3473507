"""What a store of two workers does with all kinds of values; failed expectations end the job."""

import json
import logging
import sys

import numpy as np

import mxnet as mx
from mxnet import nd

early = nd.ones((2, 3)) * 2  # arrays may exist before the store
assert early.asnumpy().sum() == 12
kv = mx.kv.create("dist_sync")
rank, count = kv.rank, kv.num_workers
total = sum(range(1, count + 1))


def pulled(key, shape=(2, 3), **options):
    out = nd.empty(shape, **options)
    kv.pull(key, out=out)
    return out.asnumpy()


# Worker 0's values, several types, one program for all
kv.init("w", nd.full((2, 3), rank + 5))
assert (pulled("w") == 5).all()
kv.init(["a", "h", "d"], [nd.zeros((4,)), nd.zeros((2, 2), dtype="float16"), nd.zeros((3,), dtype="float64")])
mx.runtime.engine_stats(reset=True)
outs = [nd.empty((4,)), nd.empty((2, 2), dtype="float16"), nd.empty((3,), dtype="float64")]
kv.pushpull(["a", "h", "d"], [o * 0 + rank + 1 for o in outs], out=outs)
assert all((o.asnumpy() == total).all() for o in outs)
assert mx.runtime.engine_stats()["all_reduces"] == 3  # one a type
kv.pushpull(["w", "a"], [nd.ones((2, 3)), nd.ones((4,))], out=[nd.empty((2, 3)), nd.empty((4,))])
assert mx.runtime.engine_stats()["all_reduces"] == 4

# A push replaces the value without an optimizer; several devices count as one worker
kv.push("w", [nd.ones((2, 3), ctx=mx.cpu(i)) * (rank + 1) for i in range(2)])
assert (pulled("w") == 2 * total).all()
kv.push("w", nd.ones((2, 3)) * (rank + 1))
assert (pulled("w") == total).all()
own = nd.full((2, 3), rank + 1)
kv.pushpull("w", own)
assert (own.asnumpy() == total).all()
assert pulled("w", dtype="float16").dtype == np.float16

# Scalars, empty arrays
kv.init(["scalar", "empty"], [nd.array([1.0]), nd.zeros((1, 1))])
kv.push("scalar", nd.array([rank + 1.0]))
assert pulled("scalar", (1,)) == total

# Sparse: each worker has rows of its own, one none at all
kv.init("rows", nd.full((5, 2), rank + 1.0).tostype("row_sparse"))
mine = nd.sparse.row_sparse_array((np.full((2, 2), rank + 1, np.float32), [0, rank + 1]), shape=(5, 2))
found = nd.sparse.zeros("row_sparse", (5, 2))
kv.row_sparse_pull("rows", out=found, row_ids=nd.array([0, 4]))
assert found.indices.asnumpy().tolist() == [0, 4] and (found.data.asnumpy() == 1).all()
kv.push("rows", mine)
kv.row_sparse_pull("rows", out=found, row_ids=nd.array([0, 1, 2, 3, 4]))
assert found.asnumpy()[:, 0].tolist() == [total, 1, 2, 0, 0]
kv.push("rows", mine if rank == 0 else nd.sparse.zeros("row_sparse", (5, 2)))
kv.row_sparse_pull("rows", out=found, row_ids=nd.array([0, 1, 2]))
assert found.asnumpy()[:, 0].tolist() == [1, 1, 0, 0, 0]
kv.push("rows", nd.sparse.zeros("row_sparse", (5, 2)))
for wrong in ({"ignore_sparse": False}, {}):
    try:
        kv.pull("rows" if wrong else "never", out=found, **wrong)
        raise AssertionError("expected an error")
    except mx.MXNetError:
        pass

# An updater of one's own has no effect; an optimizer has, in every worker, the random ones too
logging.disable(logging.CRITICAL)
kv._set_updater(lambda key, pushed, stored: stored[:].__iadd__(100))
logging.disable(logging.NOTSET)
kv.push("w", nd.ones((2, 3)))
assert (pulled("w") == count).all()
kv.init("half", nd.ones((2,), dtype="float16"))
kv.set_optimizer(mx.optimizer.create("test", rescale_grad=2, multi_precision=True))
kv.init("late", nd.ones((2,), dtype="float16"))
kv.push(["w", "half", "late"], [nd.ones((2, 3)), *(nd.ones((2,), dtype="float16") * (rank + 1) for _ in range(2))])
assert (pulled("w") == count + 2 * count).all()
assert (pulled("half", (2,), dtype="float16") == 1 + 2 * total).all()
assert (pulled("late", (2,), dtype="float16") == 1 + 2 * total).all()
random = mx.kv.create("dist_device_sync")
assert random.type == "dist_device_sync"
random.set_optimizer(mx.optimizer.SGLD(learning_rate=0.1))
random.init(0, nd.zeros((8,)))
mx.random.seed(rank)
before = nd.random.uniform(shape=(2,)).asnumpy()
mx.random.seed(rank)
random.push(0, nd.ones((8,)))
drawn = nd.empty((8,))
random.pull(0, out=drawn)
assert np.array_equal(nd.random.uniform(shape=(2,)).asnumpy(), before)  # the program's own stream goes on

# Two bits a number; what is left over comes next time
squeezed = mx.kv.create("dist_sync")
squeezed.set_gradient_compression({"type": "2bit", "threshold": 0.5})
squeezed.init("g", nd.zeros((5,)))
out = nd.empty((5,))
squeezed.pushpull("g", nd.array([0.4, 0.6, -0.7, 0.1, 2.0]), out=out)
assert out.asnumpy().tolist() == [0, 0.5 * count, -0.5 * count, 0, 0.5 * count]
squeezed.pushpull("g", nd.array([0.2, 0, 0, 0, 0]) if rank == 0 else nd.zeros((5,)), out=out)
assert out.asnumpy().tolist() == [0.5, 0, 0, 0, 0.5 * count]

# What servers would do, on a time line
mx.profiler.set_kvstore_handle(kv)  # the store that was made last is meant, unless another is named
mx.profiler.set_config(filename=f"{sys.argv[1]}/profile.json", profile_all=True, profile_process="server")
mx.profiler.set_state("run", profile_process="server")
kv.push("w", nd.ones((2, 3)))
mx.profiler.set_state("stop", profile_process="server")

# States of the optimizer, commands, dead processes
name = f"{sys.argv[1]}/{rank}.states"
kv.save_optimizer_states(name)
kv.load_optimizer_states(name)
kv._send_command_to_servers(7, "hello")
assert kv.get_num_dead_node(4) == kv.num_dead_node(6) == 0
kv._barrier()
sys.stdout.write(json.dumps({"rank": rank, "drawn": drawn.asnumpy().tolist()}) + "\n")  # in one piece: others write too
