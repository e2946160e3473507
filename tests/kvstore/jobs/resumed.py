"""Training that writes a checkpoint now and then, and begins with the last one: it may be killed at any moment."""

import json
import os
import signal
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, sys.argv[1])
import mxnet as mx
from mxnet import autograd, gluon
from tests.kvstore import networks

folder, steps, victim = Path(sys.argv[2]), 12, sys.argv[3]
kv = mx.kv.create("dist_sync")
attempt = int(os.environ["MXNET_LAUNCH_ATTEMPT"])
points, labels = networks.data()
share = networks.SAMPLES // kv.num_workers
part = slice(kv.rank * share, (kv.rank + 1) * share)
net, loss_of = networks.dense_net(), gluon.loss.SoftmaxCrossEntropyLoss()
options = {"learning_rate": 0.2, "momentum": 0.9}
trainer = gluon.Trainer(net.collect_params(), "sgd", options, kvstore=kv, update_on_kvstore=False)
marker, begin = folder / "step", 0
if marker.exists():
    begin = int(marker.read_text())
    net.load_parameters(str(folder / f"{begin}.params"))
    trainer.load_states(str(folder / f"{begin}.states"))
x, y = mx.nd.array(points[part]), mx.nd.array(labels[part])
for step in range(begin, steps):
    if attempt == 0 and step == 7 and victim == f"worker {kv.rank}":
        os.kill(os.getpid(), signal.SIGKILL)
    if attempt == 0 and step == 7 and victim == "keeper" and kv.rank == 1:
        os.kill(os.getsid(0), signal.SIGKILL)
    with autograd.record():
        loss = loss_of(net(x), y)
    loss.backward()
    trainer.step(networks.SAMPLES)
    if step % 3 == 2 and kv.rank == 0:  # files first, then the line that names them
        net.save_parameters(str(folder / f"{step + 1}.params"))
        trainer.save_states(str(folder / f"{step + 1}.states"))
        (folder / "new").write_text(str(step + 1))
        (folder / "new").replace(marker)
found = np.concatenate([p.data().asnumpy().ravel() for p in net.collect_params().values()])
kv._barrier()
sys.stdout.write(json.dumps({"rank": kv.rank, "begin": begin, "weights": found.tolist()}) + "\n")
