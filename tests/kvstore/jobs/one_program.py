"""Steps that are one program with their sum over workers, steps that cannot be, and the end of a worker in one."""

import json
import os
import signal
import sys

import numpy as np

import mxnet as mx
from mxnet import autograd, gluon, nd

mode = sys.argv[1]
if mode == "late":
    nd.ones((2,)).wait_to_read()  # JAX has its devices now
kv = mx.kv.create("dist_sync")
found, arrays = {"rank": kv.rank}, {}


def fit(name, on_store, batches, reads=False, activation="tanh", scale=None):
    """Train on some batches; note the weights, the last gradient, and the programs of each step."""
    net = gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(gluon.nn.Dense(64, activation=activation, in_units=32), gluon.nn.Dense(8, in_units=64))
    net.initialize(mx.init.Zero())
    rng = np.random.default_rng(7)
    for parameter in net.collect_params().values():
        parameter.set_data(nd.array(rng.normal(size=parameter.shape) * 0.3))
    options = {"learning_rate": 0.002, "momentum": 0.9, "wd": 0.01}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options, kvstore="dist_sync", update_on_kvstore=on_store)
    programs = []
    for points in batches:
        x = nd.array(points)
        mx.runtime.engine_stats(reset=True)
        with autograd.record():
            loss = ((net(x) if scale is None else net(x) * scale) ** 2).sum()
        if reads:
            loss.asscalar()
        loss.backward()
        trainer.step(1)
        programs.append(mx.runtime.engine_stats()["programs"])
    found[name] = programs
    last = net[1].weight.list_grad()[0]
    arrays.update({f"{name}{i}": p.data().asnumpy() for i, p in enumerate(net.collect_params().values())})
    arrays[f"{name}4"] = last.asnumpy()


if mode in ("early", "late"):
    rng = np.random.default_rng(kv.rank)
    equal = [rng.normal(size=(4, 32)) for _ in range(5)]
    odd = [*equal[:3], *(rng.normal(size=(4 + kv.rank, 32)) for _ in range(2)), *equal[3:]]
    fit("off", False, equal)
    fit("on", True, equal)
    fit("odd", False, odd)
    fit("reads", False, equal, reads=kv.rank == 0)
    np.savez(f"{sys.argv[2]}/{kv.rank}.npz", equal=np.array(equal), **arrays)
    np.savez(f"{sys.argv[2]}/odd{kv.rank}.npz", *odd)
elif mode == "unlike":
    fit("unlike", False, [np.ones((4, 32))] * 2, scale=2.0 if kv.rank else None)
    try:
        fit("networks", False, [np.ones((4, 32))] * 2, activation="relu" if kv.rank else "tanh")
    except mx.MXNetError as error:
        found["networks"] = str(error)
elif mode == "devices":
    contexts = [mx.cpu(0), mx.cpu(1)]
    kv.init("w", nd.zeros((5000,)))
    outs = [nd.zeros((5000,), ctx=ctx) for ctx in contexts]
    kv.pushpull("w", [nd.full((5000,), i + 1.0, ctx=ctx) for i, ctx in enumerate(contexts)], out=outs)
    found["sums"] = [out.asnumpy()[:2].tolist() for out in outs]
else:
    kv.init("w", nd.zeros((5000,)))
    out = nd.zeros((5000,))
    kv.pushpull("w", nd.ones((5000,)), out=out)
    out.wait_to_read()
    kv.pushpull("w", nd.ones((5000,)), out=out)  # recorded
    if kv.rank == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    for name, call in (("read", out.asnumpy), ("again", out.asnumpy), ("push", lambda: kv.push("w", out))):
        try:
            call()
        except mx.MXNetError as error:
            found[name] = str(error)
sys.stdout.write(json.dumps(found) + "\n")  # in one piece: others write too
