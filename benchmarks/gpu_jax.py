"""(internal) The worker of ``gpu.py`` for hand-written JAX: one ``jit`` a step, states donated, gradients inside."""

import functools
import os
import time

import jax
import jax.numpy as jnp
import numpy as np
from gpu_rows import ROWS, arguments, sizes_of, tell, tell_each

BLOCKS = {"resnet18": (2, 2, 2, 2), "resnet50": (3, 4, 6, 3)}


# --- parameters ------------------------------------------------------------------------------------------------------


def resnet_plan(kind):
    """The blocks of ResNet v1 as MXNet has it: channels, stride, whether the short cut is a convolution, width."""
    width = 64
    for stage, count in enumerate(BLOCKS[kind]):
        channels = 64 * 2**stage * (4 if kind == "resnet50" else 1)
        for block in range(count):
            yield channels, 2 if stage and not block else 1, block == 0 and channels != width, width
            width = channels


def resnet_shapes(kind, classes):
    """Parameters in the order of use: a weight, (a bias,) the scale and shift of its normalisation."""

    def layer(out, inner, size, bias=False):
        return [("w", (out, inner, size, size)), *([("w", (out,))] if bias else []), ("one", (out,)), ("w", (out,))]

    found = layer(64, 3, 7)
    for channels, _, shortcut, width in resnet_plan(kind):
        if kind == "resnet50":
            inner = channels // 4
            found += layer(inner, width, 1, True) + layer(inner, inner, 3) + layer(channels, inner, 1, True)
        else:
            found += layer(channels, width, 3) + layer(channels, channels, 3)
        if shortcut:
            found += layer(channels, width, 1)
    return [*found, ("w", (classes, channels)), ("w", (classes,))]


def shapes_of(sizes):
    """The roles and shapes of a network's parameters."""
    if "layers" in sizes and "heads" in sizes:
        units, hidden = sizes["units"], sizes["hidden"]
        norm = [("one", (units,)), ("w", (units,))]
        layer = [("w", (3 * units, units)), ("w", (3 * units,)), ("w", (units, units)), ("w", (units,)), *norm]
        layer += [("w", (hidden, units)), ("w", (hidden,)), ("w", (units, hidden)), ("w", (units,)), *norm]
        first = [("w", (sizes["vocabulary"], units)), ("w", (1, sizes["length"], units)), *norm]
        return [*first, *(layer * sizes["layers"]), ("w", (2, units)), ("w", (2,))]
    if sizes["kind"] == "mlp":
        return [("w", s) for s in ((64, 784), (64,), (64, 64), (64,), (10, 64), (10,))]
    if sizes["kind"] == "lenet":
        convolutions = ((20, 1, 5, 5), (20,), (50, 20, 5, 5), (50,))
        return [("w", s) for s in (*convolutions, (500, 800), (500,), (10, 500), (10,))]
    return resnet_shapes(sizes["kind"], sizes["classes"])


# --- networks --------------------------------------------------------------------------------------------------------


def conv(data, weight, stride=1, pad=0):
    numbers = ("NCHW", "OIHW", "NCHW")
    return jax.lax.conv_general_dilated(data, weight, (stride, stride), [(pad, pad)] * 2, dimension_numbers=numbers)


def max_pool(data, size, stride, pad=0):
    low = np.array(-np.inf, data.dtype)
    window, strides, pads = (1, 1, size, size), (1, 1, stride, stride), [(0, 0)] * 2 + [(pad, pad)] * 2
    return jax.lax.reduce_window(data, low, jax.lax.max, window, strides, pads)


def mlp(parameters, data, sizes, training):
    w1, b1, w2, b2, w3, b3 = parameters
    return jax.nn.relu(jax.nn.relu(data @ w1.T + b1) @ w2.T + b2) @ w3.T + b3


def lenet(parameters, data, sizes, training):
    w1, b1, w2, b2, w3, b3, w4, b4 = parameters
    net = max_pool(jnp.tanh(conv(data, w1) + b1[:, None, None]), 2, 2)
    net = max_pool(jnp.tanh(conv(net, w2) + b2[:, None, None]), 2, 2)
    return jnp.tanh(net.reshape(len(data), -1) @ w3.T + b3) @ w4.T + b4


def resnet(parameters, data, sizes, training):
    """ResNet v1; for inference statistics are numbers that the parameters stand for."""
    left, kind = iter(parameters), sizes["kind"]

    def layer(net, stride, pad, bias=False):
        net = conv(net, next(left), stride, pad)
        if bias:
            net = net + next(left)[:, None, None]
        gamma, beta = (next(left).astype(jnp.float32)[:, None, None] for _ in range(2))
        wide = net.astype(jnp.float32)
        if not training:
            return (wide * (gamma * jax.lax.rsqrt(1 + 1e-5)) + beta).astype(net.dtype)
        mean, var = wide.mean((0, 2, 3), keepdims=True), wide.var((0, 2, 3), keepdims=True)
        return ((wide - mean) * jax.lax.rsqrt(var + 1e-5) * gamma + beta).astype(net.dtype)

    net = max_pool(jax.nn.relu(layer(data, 2, 3)), 3, 2, 1)
    for _, stride, shortcut, _ in resnet_plan(kind):
        if kind == "resnet50":
            branch = jax.nn.relu(layer(net, stride, 0, True))
            branch = layer(jax.nn.relu(layer(branch, 1, 1)), 1, 0, True)
        else:
            branch = layer(jax.nn.relu(layer(net, stride, 1)), 1, 1)
        net = jax.nn.relu(branch + (layer(net, stride, 0) if shortcut else net))
    return net.mean((2, 3)) @ next(left).T + next(left)


def normalised(x, gamma, beta):
    wide = x.astype(jnp.float32)
    mean = wide.mean(-1, keepdims=True)
    var = jnp.square(wide - mean).mean(-1, keepdims=True)
    return ((wide - mean) * jax.lax.rsqrt(var + 1e-5) * gamma + beta).astype(x.dtype)


def encoder(parameters, tokens, sizes, training):
    left, heads = iter(parameters), sizes["heads"]
    words, places = next(left), next(left)
    x = normalised(words[tokens] + places, next(left), next(left))
    batch, length, units = x.shape

    def dense(x):
        weight, bias = next(left), next(left)
        return x @ weight.T + bias

    for _ in range(sizes["layers"]):
        query, key, value = jnp.split(dense(x).reshape(batch, length, heads, -1), 3, axis=-1)
        attended = jax.nn.dot_product_attention(query, key, value).reshape(batch, length, units)
        x = normalised(x + dense(attended), next(left), next(left))
        hidden = jax.nn.gelu(dense(x), approximate=False)
        x = normalised(x + dense(hidden), next(left), next(left))
    return dense(x.mean(1))


def forward_of(sizes):
    """The network of a row, as a function of parameters and data."""
    known = {"mlp": mlp, "lenet": lenet, "resnet18": resnet, "resnet50": resnet}
    return encoder if "heads" in sizes else known[sizes["kind"]]


def ready(sizes, device):
    """Parameters, data and labels on the device."""
    random = np.random.RandomState(0)
    dtype = sizes["dtype"]
    with jax.default_device(device):
        parameters = [
            jnp.ones(s, dtype) if role == "one" else jnp.asarray(random.normal(0, 0.05, s), dtype)
            for role, s in shapes_of(sizes)
        ]
        if "heads" in sizes:
            shape, classes = (sizes["batch"], sizes["length"]), 2
            data = jnp.asarray(random.randint(0, sizes["vocabulary"], shape), jnp.int32)
        else:
            size, classes = sizes["size"], sizes["classes"]
            shape = {"mlp": (784,), "lenet": (1, 28, 28)}.get(sizes["kind"], (3, size, size))
            data = jnp.asarray(random.uniform(-1, 1, (sizes["batch"], *shape)), dtype)
        label = jnp.asarray(random.randint(0, classes, sizes["batch"]), jnp.int32)
    return parameters, data, label


# --- steps -----------------------------------------------------------------------------------------------------------


def adam(parameter, gradient, mean, var, lr):
    """Adam's step in float32, kept in the types of weight and states."""
    wide = gradient.astype(jnp.float32)
    new_mean = 0.9 * mean.astype(jnp.float32) + 0.1 * wide
    new_var = 0.999 * var.astype(jnp.float32) + 0.001 * jnp.square(wide)
    new = parameter.astype(jnp.float32) - lr * new_mean / (jnp.sqrt(new_var) + 1e-8)
    return new.astype(parameter.dtype), new_mean.astype(mean.dtype), new_var.astype(var.dtype)


def training(sizes, device, held):
    """A training step; ``held`` is what to wait for."""
    parameters, data, label = ready(sizes, device)
    forward, batch = forward_of(sizes), sizes["batch"]

    def loss_of(parameters, data, label):
        scores = jax.nn.log_softmax(forward(parameters, data, sizes, True).astype(jnp.float32))
        return -jnp.take_along_axis(scores, label[:, None], axis=1).sum()

    def sgd_step(state, data, label, lr):
        loss, gradients = jax.value_and_grad(loss_of)(state, data, label)
        return [p - (lr / batch).astype(p.dtype) * g for p, g in zip(state, gradients)], loss

    def adam_step(state, data, label, lr):
        parameters, means, squares = state
        loss, gradients = jax.value_and_grad(loss_of)(parameters, data, label)
        rows = [adam(p, g / batch, m, v, lr) for p, g, m, v in zip(parameters, gradients, means, squares)]
        return [list(column) for column in zip(*rows)], loss

    state = parameters
    if "heads" in sizes:
        state = [parameters, [jnp.zeros_like(p) for p in parameters], [jnp.zeros_like(p) for p in parameters]]
    compiled = jax.jit(adam_step if "heads" in sizes else sgd_step, donate_argnums=0)
    held[:] = [state, None]
    rate = np.float32(1e-5 if "heads" in sizes else 0.01)

    def step():
        held[0], held[1] = compiled(held[0], data, label, rate)

    return step


def inference(sizes, device):
    parameters, data, _ = ready(sizes, device)
    compiled = jax.jit(functools.partial(forward_of(sizes), sizes=sizes, training=False))
    return lambda: compiled(parameters, data).block_until_ready()


def attention(sizes, device, implementation):
    """Forward and backward of attention from projections that are one array."""
    batch, heads, size, length = (sizes[k] for k in ("batch", "heads", "size", "length"))
    random = np.random.RandomState(0)
    with jax.default_device(device):
        given = jnp.asarray(random.normal(0, 1, (batch, length, heads, 3 * size)), sizes["dtype"])

    def forward(given):
        query, key, value = jnp.split(given, 3, axis=-1)
        return jax.nn.dot_product_attention(query, key, value, implementation=implementation)

    def gradient(given):
        out, pull = jax.vjp(forward, given)
        return out, pull(jnp.ones_like(out))[0]

    compiled = jax.jit(gradient)
    return lambda: jax.block_until_ready(compiled(given))


def recurrent(sizes, device):
    """Forward and backward of recurrent layers: products of the inputs outside a ``scan``."""
    units, layers, mode = sizes["units"], sizes["layers"], sizes["mode"]
    gates = {"lstm": 4, "gru": 3, "rnn": 1}[mode]
    random = np.random.RandomState(0)
    with jax.default_device(device):
        shape = (sizes["length"], sizes["batch"], units)
        data = jnp.asarray(random.normal(0, 1, shape), jnp.float32)
        layer = [(gates * units, units), (gates * units, units), (gates * units,), (gates * units,)]
        weights = [[jnp.asarray(random.normal(0, 0.05, s), jnp.float32) for s in layer] for _ in range(layers)]

    def cell(state, row, w, b):
        hidden, memory = state
        products = hidden @ w.T + b
        if mode == "rnn":
            return jax.nn.relu(row + products), memory
        if mode == "gru":
            r1, z1, n1 = jnp.split(row, 3, -1)
            r2, z2, n2 = jnp.split(products, 3, -1)
            update = jax.nn.sigmoid(z1 + z2)
            return (1 - update) * jnp.tanh(n1 + jax.nn.sigmoid(r1 + r2) * n2) + update * hidden, memory
        i, f, g, o = jnp.split(row + products, 4, -1)
        memory = jax.nn.sigmoid(f) * memory + jax.nn.sigmoid(i) * jnp.tanh(g)
        return jax.nn.sigmoid(o) * jnp.tanh(memory), memory

    def forward(data, weights):
        for w_in, w_state, b_in, b_state in weights:
            rows = data @ w_in.T + b_in
            zero = jnp.zeros((*rows.shape[1:2], units))

            def step(state, row, w_state=w_state, b_state=b_state):
                state = cell(state, row, w_state, b_state)
                return state, state[0]

            data = jax.lax.scan(step, (zero, zero), rows)[1]
        return data

    def gradient(data, weights):
        out, pull = jax.vjp(forward, data, weights)
        return out, pull(jnp.ones_like(out))

    compiled = jax.jit(gradient)
    return lambda: jax.block_until_ready(compiled(data, weights))


# --- rows ------------------------------------------------------------------------------------------------------------


def measure_first(options, name, sizes, device):
    """Seconds from the start of the device to the end of the first step, with JAX's own folder of programs."""
    jax.config.update("jax_compilation_cache_dir", os.environ["BENCHMARK_PROGRAMS"])
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
    jax.device_put(np.zeros(1), device).block_until_ready()
    begin, held = time.perf_counter(), []
    training(sizes, device, held)()
    jax.block_until_ready(held)
    tell(name, f"JAX first step, {options.variant}", seconds=time.perf_counter() - begin)


def makers_of(work, sizes, device, held, variant):
    """What a row measures, by name."""
    if work in ("train", "encoder"):
        return {"JAX": lambda: training(sizes, device, held)}
    if work == "infer":
        return {"JAX": lambda: inference(sizes, device)}
    if work == "attention":
        return {f"JAX, {variant or 'xla'}": lambda: attention(sizes, device, variant or "xla")}
    return {"JAX": lambda: recurrent(sizes, device)}


def main():
    options = arguments()
    device = jax.devices(options.device)[0]
    held = []

    def wait():
        jax.block_until_ready(held)

    def peak():
        stats = device.memory_stats()
        return stats["peak_bytes_in_use"] if stats else None

    for name in options.rows:
        row, sizes = ROWS[name], sizes_of(name, options.tiny)
        if row.work == "first":
            measure_first(options, name, sizes, device)
            continue
        makers = makers_of(row.work, sizes, device, held, options.variant)
        tell_each(options, name, makers, wait, peak if row.fresh else None)
        held.clear()


if __name__ == "__main__":
    main()
