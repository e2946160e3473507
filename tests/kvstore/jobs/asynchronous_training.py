"""Gluon with servers that update; a change of the learning rate reaches them."""

import json
import sys

sys.path.insert(0, sys.argv[1])
import mxnet as mx
from mxnet import autograd, gluon
from tests.kvstore import networks

points, labels = networks.data()
net, loss_of = networks.dense_net(), gluon.loss.SoftmaxCrossEntropyLoss()
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5}, kvstore="dist_async")
part = slice(None)
losses = []
for step in range(60):
    if step:
        part = slice(trainer._kvstore.rank, None, 2)
    x, y = mx.nd.array(points[part]), mx.nd.array(labels[part])
    with autograd.record():
        loss = loss_of(net(x), y)
    loss.backward()
    if step == 30:
        trainer.set_learning_rate(0.25)
    trainer.step(24)
    losses.append(float(loss.mean().asscalar()))
assert trainer._update_on_kvstore is True
found = {"rank": trainer._kvstore.rank, "type": trainer._kvstore.type, "before": losses[0], "after": losses[-1]}
sys.stdout.write(json.dumps(found) + "\n")
