"""Epochs over data that is split anew among the workers there are; between epochs workers may leave and join."""

import json
import os
import signal
import sys
import time
from pathlib import Path

import mxnet as mx
from mxnet import gluon, nd

folder, epochs = Path(sys.argv[1]), 6
attempt = int(os.environ["MXNET_LAUNCH_ATTEMPT"])
kv = mx.kv.create("dist_sync")
mine = gluon.data.DistributedSampler(24, kv.num_workers, kv.rank, seed=2)
marker = folder / "state"
begin, counts = json.loads(marker.read_text()) if marker.exists() else (0, [0] * 24)
kv.init("counts", nd.array(counts))
history = folder / f"workers{attempt}"
for epoch in range(begin, epochs):
    if attempt == 0 and epoch == 2 and kv.rank == 2:
        os.kill(os.getpid(), signal.SIGKILL)  # it leaves
    if attempt == 1 and epoch == 4:  # it may come again: whoever looks after the job says so
        if kv.rank == 0:
            os.kill(int((folder / "launcher").read_text()), signal.SIGUSR1)
        time.sleep(1000)
    mine.set_epoch(epoch)
    seen = nd.zeros((24,))
    for index in mine:
        seen[index] += 1
    total = nd.empty((24,))
    kv.pushpull("counts", seen, out=total)
    counts = [a + b for a, b in zip(counts, total.asnumpy().tolist(), strict=True)]
    if kv.rank == 0:
        with history.open("a") as file:
            file.write(f"{kv.num_workers} ")
        (folder / "new").write_text(json.dumps([epoch + 1, counts]))
        (folder / "new").replace(marker)
sys.stdout.write(json.dumps({"rank": kv.rank, "counts": counts}) + "\n")
