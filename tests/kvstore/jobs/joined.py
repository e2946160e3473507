"""A store among processes that ``jax.distributed.initialize`` has joined: no launcher, no scheduler."""

import json
import sys

import jax

jax.distributed.initialize(sys.argv[1], num_processes=2, process_id=int(sys.argv[2]))

import mxnet as mx  # noqa: E402
from mxnet import nd  # noqa: E402

kv = mx.kv.create("dist_device_sync")
rank = kv.rank
kv.init("w", nd.full((3,), rank + 1.0))
out = nd.empty((3,))
kv.pushpull("w", nd.full((3,), rank + 1.0), out=out)
try:
    kv.push("w", nd.ones((3,), dtype="float32" if rank else "float64"))
    problem = ""
except mx.MXNetError as error:
    problem = str(error)
kv._barrier()
found = {"rank": rank, "workers": kv.num_workers, "sum": out.asnumpy().tolist(), "problem": problem}
sys.stdout.write(json.dumps(found) + "\n")
