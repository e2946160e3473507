"""Workers that do not do the same, and one that leaves the others alone: errors, in every worker, at once."""

import json
import os
import signal
import sys

import mxnet as mx
from mxnet import contrib, gluon, nd

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
fails("momentum", kv.set_optimizer, mx.optimizer.SGD(learning_rate=1, momentum=0.1 + kv.rank))
used = mx.optimizer.SGD(learning_rate=0.1)
kv.set_optimizer(used)
used.lr += kv.rank
fails("rate", kv.push, "x", nd.ones((2,)))
used.lr = 1.0


def trainer(grad_req="write", amp=False, decay=1.0, **options):
    """A trainer that begins to train."""
    net = gluon.nn.Dense(2, in_units=2)
    net.initialize()
    net.bias.grad_req = grad_req
    net.weight.wd_mult = decay
    made = gluon.Trainer(
        net.collect_params(), "sgd", {"learning_rate": 1.0, **options}, kvstore=kv, update_on_kvstore=False
    )
    if amp:
        contrib.amp.init()
    try:
        made._init_kvstore()
    finally:
        contrib.amp.amp._stop()


def module(activation="tanh"):
    """A module that begins to train, after other symbols have taken some names."""
    for _ in range(kv.rank):
        mx.sym.Activation(mx.sym.var("z"), act_type="relu")
    hidden = mx.sym.Activation(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc"), act_type=activation)
    made = mx.mod.Module(mx.sym.SoftmaxOutput(hidden, name="softmax"))
    made.bind([("data", (2, 2))], [("softmax_label", (2,))])
    made.init_params()
    made.init_optimizer(mx.kv.create("dist_sync"))


trainer()
fails("trainer momentum", lambda: trainer(momentum=0.5 if other else 0.9))
fails("clip", lambda: trainer(clip_gradient=1.0 if other else None))
fails("scheduler", lambda: trainer(lr_scheduler=mx.lr_scheduler.FactorScheduler(10 + kv.rank, base_lr=1.0)))
fails("grad_req", lambda: trainer(grad_req="null" if other else "write"))
fails("decay", lambda: trainer(decay=0.5 if other else 1.0))
fails("amp", lambda: trainer(amp=other))
module()
fails("structure", lambda: module("relu" if other else "tanh"))
kv.push("x", nd.ones((2,)))  # nothing is broken
if other and sys.argv[1] == "die":
    os.kill(os.getpid(), signal.SIGKILL)
if not other:
    fails("alone", lambda: [kv.push("x", nd.ones((2,))) for _ in range(3)])
    said["dead"] = [kv.get_num_dead_node(4), kv.get_num_dead_node(11), kv.get_num_dead_node(9)]
sys.stdout.write(json.dumps({"rank": kv.rank, **said}) + "\n")  # in one piece: others write too
