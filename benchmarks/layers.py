"""Layers as operators against the same layers in hand-written JAX, in one run: forward and backward.

    python benchmarks/layers.py                 LSTM, LeNet and ResNet-18 on the CPU
    python benchmarks/layers.py --device gpu    on the first GPU

Ours is plain imperative code under ``autograd.record()``; JAX's is ``jit`` of ``value_and_grad``. The two take turns; a
time is the median over the turns. The last lines are the time to the first result of an LSTM by sequence length.
"""

import argparse
import statistics
import time

import jax
import jax.numpy as jnp
import numpy as np

import mxnet as mx
from mxnet import autograd, nd

NAMES = ("LSTM, batch 32, 35 steps, 128 units", "LeNet, batch 64", "ResNet-18, batch 8, 64x64")
STAGES = ((64, 1), (128, 2), (256, 2), (512, 2))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--device", choices=("cpu", "gpu"), default="cpu")
    parser.add_argument("--turns", type=int, default=15)
    options = parser.parse_args()
    ctx = mx.gpu(0) if options.device == "gpu" else mx.cpu()
    print(f"{'':40}{'mxnet-xla':>12}{'JAX':>12}{'ratio':>8}{'largest difference':>20}")
    for name, make in zip(NAMES, (lstm, lenet, resnet)):
        arrays, ours, theirs = make()
        compare(name, arrays, ours, theirs, ctx, options.turns)
    for steps in (10, 100, 1000):
        print(f"LSTM of {steps:4} steps: first result after {first_result(steps, ctx):.2f} s")


def compare(name, arrays, ours, theirs, ctx, turns):
    """Print the times of both for the gradient of every array but the first."""
    given = [nd.array(a, ctx=ctx) for a in arrays]
    for array in given[1:]:
        array.attach_grad()

    def step():
        with autograd.record():
            loss = ours(*given)
        loss.backward()
        return loss

    with jax.default_device(jax.devices(ctx.device_type)[0]):
        buffers = [jnp.asarray(a) for a in arrays]
    compiled = jax.jit(jax.value_and_grad(theirs, argnums=tuple(range(1, len(arrays)))))
    expected = compiled(*buffers)[1]
    step()
    difference = max(
        float(np.max(np.abs(a.grad.asnumpy() - np.asarray(e))) / (1e-3 + np.max(np.abs(e))))
        for a, e in zip(given[1:], expected)
    )
    first, second = [], []
    for _ in range(turns):
        first.append(timed(step, nd.waitall))
        second.append(timed(lambda: jax.block_until_ready(compiled(*buffers)), lambda: None))
    own, other = statistics.median(first), statistics.median(second)
    print(f"{name:40}{own * 1e3:9.2f} ms{other * 1e3:9.2f} ms{own / other:8.2f}{difference:20.1e}", flush=True)


def timed(step, wait, block=5):
    """Seconds a step; JAX waits for each, as the gradients of ours are waited for."""
    step()
    wait()
    begin = time.perf_counter()
    for _ in range(block):
        step()
        wait()
    return (time.perf_counter() - begin) / block


def numbers(seed, *shape):
    return np.random.RandomState(seed).uniform(-0.1, 0.1, shape).astype("float32")


# --- LSTM ------------------------------------------------------------------------------------------------------------


def lstm(steps=35, batch=32, units=128):
    size = 4 * units * (units + units) + 8 * units
    arrays = [numbers(0, steps, batch, units), numbers(1, size)]
    zero = np.zeros((1, batch, units), "float32")

    def ours(data, weights):
        state = nd.array(zero, ctx=data.context)
        return nd.RNN(data, weights, state, state, state_size=units, num_layers=1, mode="lstm").square().mean()

    def theirs(data, weights):
        w_in = weights[: 4 * units * units].reshape(4 * units, units)
        w_state = weights[4 * units * units : 8 * units * units].reshape(4 * units, units)
        bias = weights[8 * units * units :].reshape(2, 4 * units).sum(axis=0)
        inputs = data @ w_in.T + bias

        def step(carried, row):
            hidden, cell = carried
            i, f, g, o = jnp.split(row + hidden @ w_state.T, 4, axis=-1)
            cell = jax.nn.sigmoid(f) * cell + jax.nn.sigmoid(i) * jnp.tanh(g)
            hidden = jax.nn.sigmoid(o) * jnp.tanh(cell)
            return (hidden, cell), hidden

        return jnp.mean(jnp.square(jax.lax.scan(step, (jnp.zeros((batch, units)),) * 2, inputs)[1]))

    return arrays, ours, theirs


def first_result(steps, ctx):
    """Seconds from nothing to the first gradient of an LSTM."""
    arrays, ours, _ = lstm(steps)
    given = [nd.array(a, ctx=ctx) for a in arrays]
    given[1].attach_grad()
    begin = time.perf_counter()
    with autograd.record():
        loss = ours(*given)
    loss.backward()
    given[1].grad.wait_to_read()
    return time.perf_counter() - begin


# --- convolutions ----------------------------------------------------------------------------------------------------


def conv(data, weight, stride=1, pad=0):
    """A convolution in JAX."""
    numbers = ("NCHW", "OIHW", "NCHW")
    return jax.lax.conv_general_dilated(data, weight, (stride, stride), [(pad, pad)] * 2, dimension_numbers=numbers)


def max_pool(data, size, stride, pad=0):
    window, strides, pads = (1, 1, size, size), (1, 1, stride, stride), [(0, 0)] * 2 + [(pad, pad)] * 2
    return jax.lax.reduce_window(data, -jnp.inf, jax.lax.max, window, strides, pads)


def lenet(batch=64):
    shapes = [(20, 1, 5, 5), (20,), (50, 20, 5, 5), (50,), (500, 800), (500,), (10, 500), (10,)]
    arrays = [numbers(9, batch, 1, 28, 28), *(numbers(i, *s) for i, s in enumerate(shapes))]
    labels = np.random.RandomState(0).randint(0, 10, batch)
    chosen = jnp.asarray(labels)

    def ours(data, w1, b1, w2, b2, w3, b3, w4, b4):
        net = nd.Convolution(data, w1, b1, kernel=(5, 5), num_filter=20)
        net = nd.Pooling(nd.tanh(net), kernel=(2, 2), stride=(2, 2), pool_type="max")
        net = nd.Convolution(net, w2, b2, kernel=(5, 5), num_filter=50)
        net = nd.Pooling(nd.tanh(net), kernel=(2, 2), stride=(2, 2), pool_type="max")
        net = nd.tanh(nd.FullyConnected(net, w3, b3, num_hidden=500))
        net = nd.FullyConnected(net, w4, b4, num_hidden=10)
        return -nd.pick(nd.log_softmax(net), nd.array(labels, ctx=data.context)).mean()

    def theirs(data, w1, b1, w2, b2, w3, b3, w4, b4):
        net = max_pool(jnp.tanh(conv(data, w1) + b1[:, None, None]), 2, 2)
        net = max_pool(jnp.tanh(conv(net, w2) + b2[:, None, None]), 2, 2)
        net = jnp.tanh(net.reshape(batch, -1) @ w3.T + b3)
        scores = jax.nn.log_softmax(net @ w4.T + b4)
        return -jnp.mean(jnp.take_along_axis(scores, chosen[:, None], axis=1))

    return arrays, ours, theirs


def resnet_shapes():
    """The parameters of ResNet-18 in order: a weight, then the scale and shift of its normalisation."""
    found, width = [(64, 3, 7, 7), (64,), (64,)], 64
    for channels, stride in STAGES:
        for block in range(2):
            found += [
                (channels, width, 3, 3),
                (channels,),
                (channels,),
                (channels, channels, 3, 3),
                (channels,),
                (channels,),
            ]
            if block == 0 and (stride != 1 or width != channels):
                found += [(channels, width, 1, 1), (channels,), (channels,)]
            width = channels
    return [*found, (10, 512), (10,)]


def resnet_forward(data, parameters, layer, pool, relu, head):
    """ResNet-18 over ``layer(data, weight, gamma, beta, stride, pad)`` and friends: one program text for both sides."""
    left = iter(parameters)

    def take(net, stride, pad):
        return layer(net, next(left), next(left), next(left), stride, pad)

    net = pool(relu(take(data, 2, 3)))
    width = 64
    for channels, stride in STAGES:
        for block in range(2):
            step = stride if block == 0 else 1
            branch = take(relu(take(net, step, 1)), 1, 1)
            if block == 0 and (stride != 1 or width != channels):
                net = take(net, step, 0)
            net, width = relu(net + branch), channels
    return head(net, next(left), next(left))


def resnet(batch=8, size=64):
    shapes = resnet_shapes()
    arrays = [numbers(9, batch, 3, size, size)]
    arrays += [np.ones(s, "float32") if len(s) == 1 and i % 3 == 1 else numbers(i, *s) for i, s in enumerate(shapes)]
    labels = np.random.RandomState(0).randint(0, 10, batch)
    chosen = jnp.asarray(labels)

    def ours(data, *parameters):
        def layer(net, weight, gamma, beta, stride, pad):
            kernel = weight.shape[2:]
            net = nd.Convolution(
                net,
                weight,
                kernel=kernel,
                stride=(stride, stride),
                pad=(pad, pad),
                num_filter=weight.shape[0],
                no_bias=True,
            )
            zero, one = nd.zeros_like(gamma), nd.ones_like(gamma)
            return nd.BatchNorm(net, gamma, beta, zero, one, fix_gamma=False, eps=1e-5)

        def head(net, weight, bias):
            net = nd.Pooling(net, global_pool=True, kernel=(1, 1), pool_type="avg")
            scores = nd.log_softmax(nd.FullyConnected(net, weight, bias, num_hidden=10))
            return -nd.pick(scores, nd.array(labels, ctx=net.context)).mean()

        def pool(net):
            return nd.Pooling(net, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="max")

        return resnet_forward(data, parameters, layer, pool, nd.relu, head)

    def theirs(data, *parameters):
        def layer(net, weight, gamma, beta, stride, pad):
            net = conv(net, weight, stride, pad)
            mean, var = net.mean((0, 2, 3), keepdims=True), net.var((0, 2, 3), keepdims=True)
            return (net - mean) * jax.lax.rsqrt(var + 1e-5) * gamma[:, None, None] + beta[:, None, None]

        def head(net, weight, bias):
            scores = jax.nn.log_softmax(net.mean((2, 3)) @ weight.T + bias)
            return -jnp.mean(jnp.take_along_axis(scores, chosen[:, None], axis=1))

        return resnet_forward(data, parameters, layer, lambda net: max_pool(net, 3, 2, 1), jax.nn.relu, head)

    return arrays, ours, theirs


if __name__ == "__main__":
    main()
