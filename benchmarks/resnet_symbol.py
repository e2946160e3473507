"""A 50-layer ResNet as a symbol: its first training step against hand-written JAX, and what rematerialisation costs.

    python benchmarks/resnet_symbol.py [cpu|gpu] [batch] [image]

Prints seconds until the first step is done (binding, tracing, compiling, running), milliseconds a step after that, and
XLA's temporary memory, for the network as it is, with MXNET_BACKWARD_DO_MIRROR=1 and with memonger's plan.
"""

import os
import sys
import time
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import mxnet as mx
from mxnet.contrib import memonger

UNITS, FILTERS = (3, 4, 6, 3), (256, 512, 1024, 2048)
CLASSES = 1000


# --- the symbol ------------------------------------------------------------------------------------------------------


def norm_relu(net: Any, name: str) -> Any:
    net = mx.sym.BatchNorm(net, fix_gamma=False, eps=2e-5, momentum=0.9, name=f"{name}_bn")
    return mx.sym.Activation(net, act_type="relu", name=f"{name}_relu")


def convolution(net: Any, filters: int, kernel: int, stride: int, name: str) -> Any:
    sizes = {"kernel": (kernel, kernel), "stride": (stride, stride), "pad": (kernel // 2, kernel // 2)}
    return mx.sym.Convolution(net, num_filter=filters, no_bias=True, name=name, **sizes)


def unit(data: Any, filters: int, stride: int, matching: bool, name: str) -> Any:
    first = norm_relu(data, f"{name}_1")
    net = norm_relu(convolution(first, filters // 4, 1, 1, f"{name}_conv1"), f"{name}_2")
    net = norm_relu(convolution(net, filters // 4, 3, stride, f"{name}_conv2"), f"{name}_3")
    net = convolution(net, filters, 1, 1, f"{name}_conv3")
    return net + (data if matching else convolution(first, filters, 1, stride, f"{name}_sc"))


def network() -> Any:
    net = norm_relu(convolution(mx.sym.var("data"), 64, 7, 2, "conv0"), "stem")
    net = mx.sym.Pooling(net, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max")
    for i, (units, filters) in enumerate(zip(UNITS, FILTERS, strict=True)):
        for j in range(units):
            net = unit(net, filters, 2 if i and not j else 1, j > 0, f"stage{i}_unit{j}")
    net = mx.sym.Pooling(norm_relu(net, "last"), global_pool=True, pool_type="avg")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=CLASSES, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax", normalization="batch")


def symbol_step(net: Any, ctx: mx.Context, data: np.ndarray, label: np.ndarray) -> tuple[Callable[[], None], float]:
    """A training step of the symbol, and the seconds until its first run was done."""
    start = time.perf_counter()
    executor = net.simple_bind(ctx, grad_req={n: "write" for n in net.list_arguments() if n != "data"}, data=data.shape)
    rng = np.random.default_rng(0)
    for name, array in executor.arg_dict.items():
        array[:] = label if name == "softmax_label" else rng.normal(0, 0.05, array.shape).astype("f")
    for name, array in executor.aux_dict.items():
        array[:] = float(name.endswith("var"))
    learned = [(a, executor.grad_dict[n]) for n, a in executor.arg_dict.items() if n not in ("data", "softmax_label")]
    executor.arg_dict["data"][:] = data

    def step() -> None:
        executor.forward(is_train=True)
        executor.backward()
        for weight, gradient in learned:
            mx.nd.sgd_update(weight, gradient, lr=0.01, out=weight)

    step()
    mx.nd.waitall()
    return step, time.perf_counter() - start


# --- by hand ---------------------------------------------------------------------------------------------------------


def by_hand(device: Any, data: np.ndarray, label: np.ndarray) -> tuple[Callable[[], None], list[Any], float]:
    """The same network and step in plain JAX, and what to wait for."""
    start = time.perf_counter()
    rng = np.random.default_rng(0)
    weights: dict[str, Any] = {}
    states: dict[str, Any] = {}

    def conv(name: str, x: Any, filters: int, kernel: int, stride: int, w: Any) -> Any:
        if w is None:
            weights[name] = rng.normal(0, 0.05, (filters, x, kernel, kernel)).astype("f")
            return filters
        pad = (kernel // 2, kernel // 2)
        dimensions = ("NCHW", "OIHW", "NCHW")
        return lax.conv_general_dilated(x, w[name], (stride, stride), (pad, pad), dimension_numbers=dimensions)

    def bn(name: str, x: Any, w: Any, s: Any, new: Any) -> Any:
        if w is None:
            weights[f"{name}_g"], weights[f"{name}_b"] = np.ones(x, "f"), np.zeros(x, "f")
            states[f"{name}_m"], states[f"{name}_v"] = np.zeros(x, "f"), np.ones(x, "f")
            return x
        mean, var = x.mean((0, 2, 3)), x.var((0, 2, 3))
        new[f"{name}_m"] = s[f"{name}_m"] * 0.9 + lax.stop_gradient(mean) * 0.1
        new[f"{name}_v"] = s[f"{name}_v"] * 0.9 + lax.stop_gradient(var) * 0.1
        scale = w[f"{name}_g"] * lax.rsqrt(var + 2e-5)
        return jax.nn.relu((x - mean[:, None, None]) * scale[:, None, None] + w[f"{name}_b"][:, None, None])

    def run(x: Any, w: Any, s: Any, new: Any) -> Any:
        x = bn("stem", conv("conv0", x, 64, 7, 2, w), w, s, new)
        if w is not None:
            x = lax.reduce_window(x, -jnp.inf, lax.max, (1, 1, 3, 3), (1, 1, 2, 2), [(0, 0), (0, 0), (1, 1), (1, 1)])
        for i, (units, filters) in enumerate(zip(UNITS, FILTERS, strict=True)):
            for j in range(units):
                n, stride = f"{i}_{j}", 2 if i and not j else 1
                a = bn(f"{n}_1", x, w, s, new)
                y = bn(f"{n}_2", conv(f"{n}_c1", a, filters // 4, 1, 1, w), w, s, new)
                y = bn(f"{n}_3", conv(f"{n}_c2", y, filters // 4, 3, stride, w), w, s, new)
                y = conv(f"{n}_c3", y, filters, 1, 1, w)
                short = x if j else conv(f"{n}_sc", a, filters, 1, stride, w)
                x = y if w is None else y + short
        return bn("last", x, w, s, new)

    run(3, None, None, None)
    weights["fc_w"], weights["fc_b"] = rng.normal(0, 0.05, (2048, CLASSES)).astype("f"), np.zeros(CLASSES, "f")

    def loss(w: Any, s: Any, x: Any, y: Any) -> Any:
        new: dict[str, Any] = {}
        logits = run(x, w, s, new).mean((2, 3)) @ w["fc_w"] + w["fc_b"]
        chosen = jnp.take_along_axis(jax.nn.log_softmax(logits), y[:, None], 1)
        return -chosen.mean(), (new, jax.nn.softmax(logits))

    @jax.jit
    def train(w: Any, s: Any, x: Any, y: Any) -> Any:
        gradient, (new, out) = jax.grad(loss, has_aux=True)(w, s, x, y)
        return jax.tree.map(lambda a, g: a - 0.01 * g, w, gradient), new, out, gradient

    state = list(jax.device_put((weights, states, data, label.astype("i4")), device))

    def step() -> None:
        state[0], state[1], *state[4:] = train(*state[:4])

    step()
    jax.block_until_ready(state)
    return step, state, time.perf_counter() - start


# --- measuring -------------------------------------------------------------------------------------------------------


def timed(step: Callable[[], None], wait: Callable[[], Any], repeat: int) -> float:
    """Milliseconds a step."""
    step()
    step()
    wait()
    start = time.perf_counter()
    for _ in range(repeat):
        step()
    wait()
    return (time.perf_counter() - start) / repeat * 1e3


def main() -> None:
    """Print the table."""
    kind = sys.argv[1] if len(sys.argv) > 1 else "cpu"
    batch = int(sys.argv[2]) if len(sys.argv) > 2 else 32
    image = int(sys.argv[3]) if len(sys.argv) > 3 else 224
    ctx, repeat = (mx.gpu(0), 20) if kind == "gpu" else (mx.cpu(0), 3)
    rng = np.random.default_rng(1)
    data, label = rng.normal(size=(batch, 3, image, image)).astype("f"), rng.integers(0, CLASSES, batch).astype("f")
    shapes = {"data": data.shape}
    with ctx:
        step, state, seconds = by_hand(jax.devices(kind)[0], data, label)
        each = timed(step, lambda: jax.block_until_ready(state), repeat)
        print(f"hand-written JAX   first step {seconds:6.1f} s  then {each:7.1f} ms", flush=True)
        plain = network()
        for name, mirror, net in (("as it is", "0", plain), ("DO_MIRROR", "1", plain), ("memonger", "0", None)):
            os.environ["MXNET_BACKWARD_DO_MIRROR"] = mirror
            net = memonger.search_plan(plain, **shapes) if net is None else net
            step, seconds = symbol_step(net, ctx, data, label)
            each = timed(step, mx.nd.waitall, repeat)
            cost = memonger.get_cost(net, **shapes)
            print(f"symbol, {name:<10} first step {seconds:6.1f} s  then {each:7.1f} ms  {cost:6d} MB", flush=True)


if __name__ == "__main__":
    main()
