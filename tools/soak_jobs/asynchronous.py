"""Pushes of dist_async that are counted when they are acknowledged; what is in the servers must be no less."""

import os
import sys
from pathlib import Path

import mxnet as mx
from mxnet import nd

folder, steps = Path(sys.argv[1]), int(sys.argv[2])
kv = mx.kv.create("dist_async")
kv.set_optimizer(mx.optimizer.create("test", rescale_grad=1.0))
kv.init("w", nd.zeros((1000,)))
attempt = os.environ["MXNET_LAUNCH_ATTEMPT"]  # with the whole job, servers begin anew
name = folder / f"acknowledged{attempt}-{kv.rank}"
count = int(name.read_text() or 0) if name.exists() else 0
file = os.open(name, os.O_RDWR | os.O_CREAT, 0o600)
while count < steps:
    try:
        kv.push("w", nd.ones((1000,)))
    except mx.MXNetError as error:
        if "cannot write" not in str(error):
            raise
        (folder / "refused").open("a").write("x")
        continue  # a full disk: nothing has happened, and there will be room again
    count += 1
    os.pwrite(file, str(count).encode(), 0)
(folder / f"done{attempt}-{kv.rank}").touch()
while len(list(folder.glob(f"done{attempt}-*"))) < kv.num_workers:
    kv.pull("w", out=nd.empty((1000,)))
if kv.rank == 0:
    out = nd.empty((1000,))
    kv.pull("w", out=out)
    assert (out.asnumpy() == out.asnumpy()[0]).all()
    (folder / "result").write_text(str(out.asnumpy()[0]))
