"""Each worker trains on its part of every batch; the weights are written to files."""

import json
import sys

import numpy as np

sys.path.insert(0, sys.argv[1])
import mxnet as mx
from tests.kvstore import networks

kind, folder = sys.argv[2], sys.argv[3]
kv = mx.kv.create(kind)
share = networks.SAMPLES // kv.num_workers
part = slice(kv.rank * share, (kv.rank + 1) * share)

on_store, _ = networks.train(kv, part, 8)
mx.runtime.engine_stats(reset=True)
by_name, trainer = networks.train(kind, part, 8, update_on_kvstore=False)
sums = mx.runtime.engine_stats()["all_reduces"]
module = networks.fit(kind, part, 4)
if len(sys.argv) > 4:
    trainer.save_states(sys.argv[4])
found = {"on": on_store, "off": by_name, "module": module}
np.savez(f"{folder}/{kv.rank}.npz", **{f"{name}{i}": a for name, arrays in found.items() for i, a in enumerate(arrays)})
sys.stdout.write(
    json.dumps({"rank": kv.rank, "sums": sums, "type": kv.type, "workers": kv.num_workers}) + "\n"
)  # in one piece: others write too
