"""Convolutions and pooling by oneDNN: they equal XLA's, with their gradients, and live in programs like any operator.

Without the library (the extra ``fast``) only the first tests run.
"""

import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._ops import host_convolution, onednn, onednn_call, onednn_layers
from mxnet._ops.convolution import Window
from mxnet._ops.registry import OPS
from mxnet._programs import convolutions
from mxnet.error import MXNetError
from mxnet.symbol.graph import Graph

needs_library = pytest.mark.skipif(onednn.library() is None, reason="needs the extra 'fast'")
SOURCE = str(Path(mx.__file__).parent.parent)


def run(name: str, *arrays: jax.Array, **attrs: object) -> jax.Array:
    return OPS[name].function(*arrays, **OPS[name].parse(attrs))


def normal(seed: int, shape: tuple[int, ...]) -> jax.Array:
    return jnp.asarray(np.random.RandomState(seed).normal(size=shape).astype(np.float32))


def window(rank: int, **given: object) -> Window:
    plain = Window((1,) * rank, (1,) * rank, ((1, 1),) * rank, 1, "NCHW"[: rank + 2])
    return plain._replace(**given)


def python(script: str, *arguments: str, **environment: str) -> str:
    """What a script prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script), *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCE, "MXNET_ENGINE_CACHE": "0", **environment},
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


# --- with and without the library ----------------------------------------------------------------------------------


def test_small_images_with_many_channels_are_products_of_columns() -> None:
    assert host_convolution.choose((8, 512, 2, 2), (512, 512, 3, 3), window(2), np.dtype(np.float32)) == "columns"
    assert host_convolution.choose((8, 512, 2, 2), (512, 512, 3, 3), window(2), np.dtype(np.float64)) == "columns"


@pytest.mark.parametrize("attrs", [{"pad": (1, 1)}, {"stride": (2, 2)}, {"dilate": (2, 1), "pad": (2, 1)}])
def test_columns_equal_the_convolution(attrs: dict, monkeypatch: pytest.MonkeyPatch) -> None:
    data, weight = (normal(i, s) for i, s in enumerate([(2, 32, 5, 5), (32, 32, 3, 3)]))

    def layer(data: jax.Array, weight: jax.Array) -> jax.Array:
        return run("Convolution", data, weight, kernel=(3, 3), num_filter=32, no_bias=True, **attrs)

    def computed() -> list[jax.Array]:
        out, pull = jax.vjp(layer, data, weight)
        return [out, *pull(jnp.cos(out))]

    ours = computed()
    monkeypatch.setattr(host_convolution, "on_host", lambda: False)
    for mine, other in zip(ours, computed(), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-5, atol=1e-5 * float(jnp.abs(other).max()))


def test_the_variable_turns_the_library_off() -> None:
    script = """
        from mxnet._ops import onednn, onednn_call
        print(onednn.find(), onednn_call.register())
    """
    assert python(script, MXNET_MKLDNN_ENABLED="0") == "None False"


# --- numbers --------------------------------------------------------------------------------------------------------

# Data, weight, attributes; large enough for the library.
FORMS = {
    "plain": ((2, 16, 20, 20), (24, 16, 3, 3), {"pad": (1, 1)}),
    "bias": ((2, 16, 20, 20), (24, 16, 3, 3), {"pad": (1, 1), "no_bias": False}),
    "strides": ((2, 16, 21, 20), (24, 16, 3, 5), {"stride": (2, 3), "pad": (1, 2)}),
    "dilated": ((2, 16, 20, 20), (24, 16, 3, 3), {"dilate": (2, 3), "pad": (2, 0)}),
    "groups": ((2, 16, 20, 20), (24, 4, 3, 3), {"num_group": 4}),
    "depthwise": ((8, 32, 40, 40), (32, 1, 3, 3), {"num_group": 32, "pad": (1, 1), "stride": (2, 2)}),
    "depthwise, several": ((4, 16, 30, 30), (32, 1, 3, 3), {"num_group": 16}),
    "one place": ((4, 32, 20, 20), (48, 32, 1, 1), {"stride": (2, 2)}),
    "channels last": ((2, 20, 20, 16), (24, 3, 3, 16), {"layout": "NHWC", "no_bias": False}),
    "channels last, groups": ((2, 20, 20, 32), (32, 3, 3, 8), {"layout": "NHWC", "num_group": 4, "stride": (2, 1)}),
    "channels last, dilated": ((2, 20, 20, 16), (24, 3, 3, 16), {"layout": "NHWC", "dilate": (2, 1), "pad": (1, 1)}),
    "channels last, depthwise": ((8, 30, 30, 32), (32, 3, 3, 1), {"layout": "NHWC", "num_group": 32, "pad": (1, 1)}),
    "channels last, one axis": ((4, 100, 32), (48, 5, 32), {"layout": "NWC", "stride": (2,)}),
    "channels last, volumes": ((2, 10, 9, 8, 8), (8, 3, 3, 3, 8), {"layout": "NDHWC", "pad": (1, 1, 1)}),
    "one axis": ((4, 32, 100), (48, 32, 5), {"pad": (2,), "stride": (2,)}),
    "volumes": ((2, 8, 10, 9, 8), (8, 8, 3, 3, 3), {"pad": (1, 1, 1), "stride": (1, 2, 1)}),
    "few channels": ((4, 3, 30, 30), (20, 3, 7, 7), {"stride": (2, 2), "pad": (3, 3)}),
    "one axis, dilated": ((4, 32, 100), (48, 32, 3), {"dilate": (3,), "pad": (3,), "no_bias": False}),
    "one axis, groups": ((4, 32, 200), (64, 8, 5), {"num_group": 4, "stride": (2,)}),
    "groups, dilated strides": ((4, 16, 30, 30), (32, 4, 3, 3), {"num_group": 4, "dilate": (2, 2), "stride": (2, 1)}),
    "volumes, dilated": ((2, 8, 10, 11, 12), (8, 8, 3, 3, 3), {"dilate": (1, 2, 3), "pad": (1, 2, 3)}),
    "volumes, groups": ((2, 16, 10, 11, 12), (16, 4, 3, 3, 3), {"num_group": 4, "stride": (2, 1, 2)}),
    "volumes, bias": ((2, 8, 8, 9, 10), (16, 8, 2, 3, 1), {"no_bias": False, "pad": (1, 1, 0)}),
}


@needs_library
@pytest.mark.parametrize("name", ["Convolution", "Deconvolution"])
@pytest.mark.parametrize("form", FORMS)
def test_every_convolution_equals_xlas(name: str, form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shape, weights, attrs = FORMS[form]
    last = "layout" in attrs
    attrs = {"no_bias": True, **attrs}
    kernel, groups = (weights[1:-1] if last else weights[2:]), attrs.get("num_group", 1)
    if name == "Deconvolution":  # from the filters back to the channels
        shape = (*shape[:-1], weights[0]) if last else (shape[0], weights[0], *shape[2:])
    filters = weights[0] if name == "Convolution" else groups * (weights[-1] if last else weights[1])
    arrays = [normal(i, s) for i, s in enumerate([shape, weights, (filters,)])]
    arrays = arrays[: 2 if attrs["no_bias"] else 3]

    def layer(*arrays: jax.Array) -> jax.Array:
        return run(name, *arrays, kernel=kernel, num_filter=filters, **attrs)

    def computed(dtype: str) -> list[np.ndarray]:
        def both(*arrays: jax.Array) -> tuple[jax.Array, ...]:
            out, pull = jax.vjp(layer, *arrays)
            grad = 1 + jnp.cos(jnp.arange(out.size)) / 2  # whose sums do not vanish
            return (out, *pull(grad.reshape(out.shape).astype(dtype)))

        return [np.asarray(a) for a in jax.jit(both)(*[a.astype(dtype) for a in arrays])]

    assert onednn_call.TARGET in jax.jit(layer).lower(*arrays).as_text()
    ours = computed("float32")
    monkeypatch.setattr(onednn_layers, "is_usable", lambda: False)
    for mine, plain, exact in zip(ours, computed("float32"), computed("float64"), strict=True):
        assert mine.dtype == np.float32
        assert exact.dtype == np.float64
        largest = np.abs(exact).max()
        np.testing.assert_allclose(mine, plain, rtol=1e-5, atol=1e-5 * largest)
        np.testing.assert_allclose(mine, exact, rtol=1e-5, atol=1e-5 * largest)


@needs_library
def test_second_derivatives_equal_xlas(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = [(2, 8, 20, 20), (16, 8, 3, 3), (16,)]
    data, weight, bias = (normal(i, s) for i, s in enumerate(shapes))

    def of(data: jax.Array, weight: jax.Array, bias: jax.Array) -> jax.Array:
        out = run("Convolution", data, weight, bias, kernel=(3, 3), num_filter=16, pad=(1, 1))
        return jnp.sum(run("Pooling", out, kernel=(3, 3), stride=(2, 2), pad=(1, 1)) ** 3)

    def computed() -> list[jax.Array]:
        first = jax.grad(of, (0, 1, 2))
        return list(jax.grad(lambda *a: sum(jnp.sum(g**2) for g in first(*a)), (0, 1, 2))(data, weight, bias))

    ours = computed()
    monkeypatch.setattr(onednn_layers, "is_usable", lambda: False)
    for mine, other in zip(ours, computed(), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-4, atol=1e-5 * float(jnp.abs(other).max()))


@needs_library
@pytest.mark.parametrize(
    "attrs",
    [
        {"kernel": (3, 3), "stride": (2, 2), "pad": (1, 1)},
        {"kernel": (2, 2), "stride": (2, 2)},
        {"kernel": (3, 2), "stride": (2, 2), "pooling_convention": "full"},
    ],
)
def test_maxima_equal_xlas_and_the_first_of_equal_ones_has_the_gradient(
    attrs: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = jnp.round(normal(0, (2, 5, 9, 8)) * 2)  # with equal elements

    def computed() -> list[jax.Array]:
        out, pull = jax.vjp(lambda d: run("Pooling", d, **attrs), data)
        return [out, *pull(jnp.cos(jnp.arange(out.size, dtype=out.dtype).reshape(out.shape)))]

    ours = computed()
    monkeypatch.setattr(onednn_layers, "is_usable", lambda: False)
    for mine, other in zip(ours, computed(), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-6, atol=1e-6)


@needs_library
def test_batch_norm_of_images_held_channels_last_equals_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = [(4, 6, 9, 8), (6,), (6,)]
    arrays = [normal(i, s) for i, s in enumerate(shapes)]
    moving = jnp.zeros(6, np.float32), jnp.ones(6, np.float32)

    def computed() -> list[jax.Array]:
        function = OPS["BatchNorm"].function
        attrs = OPS["BatchNorm"].parse({"fix_gamma": False})
        (out, *rest), pull = jax.vjp(lambda *a: function(*a, *moving, train=True, **attrs), *arrays)
        return [out, *rest, *pull((jnp.cos(out), *[jnp.zeros_like(r) for r in rest]))]

    ours = computed()
    monkeypatch.setattr(host_convolution, "holds_channels_last", lambda _: False)
    for mine, other in zip(ours, computed(), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-4, atol=1e-5)


@needs_library
def test_half_and_double_precision_are_left_to_xla() -> None:
    for dtype in ("float16", "bfloat16", "float64"):
        text = jax.jit(lambda d, w: run("Convolution", d, w, kernel=(3, 3), num_filter=24, no_bias=True)).lower(
            jnp.ones((2, 16, 20, 20), dtype), jnp.ones((24, 16, 3, 3), dtype)
        )
        assert onednn_call.TARGET not in text.as_text()


# --- convolutions with what follows them ----------------------------------------------------------------------------


def convolved(data: mx.sym.Symbol, name: str, **attrs: object) -> mx.sym.Symbol:
    return mx.sym.Convolution(data, name=name, **{"kernel": (3, 3), "pad": (1, 1), "num_filter": 16, **attrs})


def normalized(data: mx.sym.Symbol, **attrs: object) -> mx.sym.Symbol:
    return mx.sym.BatchNorm(data, name="norm", **{"fix_gamma": False, **attrs})


DATA = mx.sym.var("data")
CHAINS = {
    "bias, relu": lambda: mx.sym.relu(convolved(DATA, "conv")),
    "norm": lambda: normalized(convolved(DATA, "conv", no_bias=True)),
    "norm, relu": lambda: mx.sym.Activation(normalized(convolved(DATA, "conv", no_bias=True)), act_type="relu"),
    "bias, norm": lambda: normalized(convolved(DATA, "conv"), fix_gamma=True, eps=0.1),
    "norm, sum": lambda: mx.sym.elemwise_add(DATA, normalized(convolved(DATA, "conv"))),
    "norm, sum, relu": lambda: mx.sym.relu(normalized(convolved(DATA, "conv")) + DATA),
    "norm, clip": lambda: mx.sym.clip(normalized(convolved(DATA, "conv", no_bias=True)), -0.5, 1.5),
    "sum of two": lambda: mx.sym.relu(normalized(convolved(DATA, "conv")) + convolved(DATA, "other")),
    "groups": lambda: mx.sym.relu(normalized(convolved(DATA, "conv", num_group=4, no_bias=True))),
}


def graph_and_arrays(symbol: mx.sym.Symbol) -> tuple[Graph, list[jax.Array]]:
    shapes, _, states = symbol.infer_shape(data=(4, 16, 24, 24))
    sizes = dict(zip(symbol.list_arguments(), shapes, strict=True))
    sizes.update(zip(symbol.list_auxiliary_states(), states, strict=True))
    graph = Graph(symbol._heads)
    arrays = [normal(i, sizes[v.name]) / 4 for i, v in enumerate(graph.variables)]
    return graph, [
        jnp.abs(a) + 0.5 if v.name.endswith("var") else a for a, v in zip(arrays, graph.variables, strict=True)
    ]


@needs_library
@pytest.mark.parametrize("chain", CHAINS)
def test_a_convolution_with_what_follows_it_equals_its_steps(chain: str, monkeypatch: pytest.MonkeyPatch) -> None:
    graph, arrays = graph_and_arrays(CHAINS[chain]())

    def computed() -> list[jax.Array]:
        (out,), pull = jax.vjp(lambda *a: graph.evaluate(False, *a), *arrays)
        return [graph.evaluate(False, *arrays)[0], out, *pull((jnp.cos(out),))]

    assert "FusedConvolution" in jax.jit(graph.function(False)).lower(*arrays).as_text()
    assert "FusedConvolution" not in jax.jit(graph.function(True)).lower(*arrays).as_text()
    ours = computed()
    monkeypatch.setattr(convolutions, "are_fused", lambda: False)
    assert "FusedConvolution" not in jax.jit(graph.function(False)).lower(*arrays).as_text()
    for mine, other in zip(ours, computed(), strict=True):
        np.testing.assert_allclose(mine, other, rtol=1e-5, atol=1e-5 * float(jnp.abs(other).max()))


@needs_library
def test_what_somebody_else_reads_is_not_fused(monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = []
    fused = onednn_layers.convolve_fused
    monkeypatch.setattr(onednn_layers, "convolve_fused", lambda *a: bounds.append(a[-1]) or fused(*a))
    inner = convolved(DATA, "conv")
    for symbol in (mx.sym.Group([mx.sym.relu(inner), inner]), mx.sym.relu(inner) * mx.sym.tanh(inner)):
        graph, arrays = graph_and_arrays(symbol)
        graph.evaluate(False, *arrays)
    assert bounds == [None, None]  # the convolution alone


@needs_library
def test_an_error_in_what_follows_names_its_operator() -> None:
    net = mx.sym.BatchNorm(convolved(DATA, "conv"), mx.sym.var("gamma"), name="norm")
    graph = Graph(net._heads)
    shapes = {"data": (4, 16, 24, 24), "conv_weight": (16, 16, 3, 3), "gamma": (5,)}
    with pytest.raises(MXNetError, match="Error in operator norm"):
        graph.evaluate(False, *[jnp.ones(shapes.get(v.name, (16,)), np.float32) for v in graph.variables])


# --- programs -------------------------------------------------------------------------------------------------------


def trained(steps: int = 3) -> list[np.ndarray]:
    """The parameters of a small network after some steps."""
    mx.random.seed(0)
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(16, 3, padding=1), mx.gluon.nn.BatchNorm(), mx.gluon.nn.Activation("relu"))
    net.add(mx.gluon.nn.MaxPool2D(3, 2, 1), mx.gluon.nn.Conv2D(16, 3), mx.gluon.nn.Dense(4))
    net.initialize(mx.init.Xavier())
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.001})
    data = nd.array(np.random.RandomState(0).uniform(-1, 1, (4, 8, 16, 16)))
    for _ in range(steps):
        with autograd.record():
            loss = (net(data) ** 2).mean()
        loss.backward()
        trainer.step(1)
    return [p.data().asnumpy() for p in net.collect_params().values()]


@needs_library
def test_training_equals_training_without_the_library(tmp_path: Path) -> None:
    ours = trained()
    script = """
        import sys
        import numpy as np
        from tests.ops.test_onednn import trained
        np.savez(sys.argv[1], *trained())
    """
    root = str(Path(__file__).resolve().parent.parent.parent)
    python(script, str(tmp_path / "other.npz"), PYTHONPATH=f"{SOURCE}:{root}", MXNET_MKLDNN_ENABLED="0")
    with np.load(tmp_path / "other.npz") as other:
        for mine, name in zip(ours, other.files, strict=True):
            np.testing.assert_allclose(mine, other[name], rtol=1e-4, atol=1e-5)


@needs_library
def test_threads_compute_at_the_same_time() -> None:
    data = jnp.asarray(np.random.RandomState(0).uniform(-1, 1, (2, 16, 20, 20)).astype("float32"))
    weight = jnp.asarray(np.random.RandomState(1).uniform(-1, 1, (24, 16, 3, 3)).astype("float32"))
    layer = jax.jit(lambda d, w: run("Convolution", d, w, kernel=(3, 3), num_filter=24, no_bias=True))
    expected = np.asarray(layer(data, weight))
    found: list[bool] = []

    def work(factor: float) -> None:
        for _ in range(20):
            found.append(np.allclose(layer(data * factor, weight), expected * factor, rtol=1e-4, atol=1e-4))

    threads = [threading.Thread(target=work, args=(f,)) for f in (1.0, 2.0, 3.0, 4.0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [True] * 80


@needs_library
def test_a_description_that_the_library_cannot_compute_is_an_error_of_the_program() -> None:
    call = jax.ffi.ffi_call(
        onednn_call.TARGET, [jax.ShapeDtypeStruct((2,), np.float32), jax.ShapeDtypeStruct((64,), np.uint8)]
    )
    text = repr(("MaxPooling", 64, "inference", (0, 1, 1, 1), (0, 1, 1, 1), (1, 1), (1, 1), (0, 0), (0, 0)))
    with pytest.raises(jax.errors.JaxRuntimeError, match="cannot compute"):
        jax.block_until_ready(jax.jit(lambda a: call(a, description=text)[0])(jnp.ones(2, np.float32)))


@needs_library
def test_exported_files_do_without_the_library(tmp_path: Path) -> None:
    net = mx.gluon.nn.Conv2D(24, 3, in_channels=16)
    net.initialize()
    data = nd.random.uniform(shape=(2, 16, 20, 20))
    net.hybridize()
    expected = net(data).asnumpy()
    net.export_stablehlo(str(tmp_path / "net.stablehlo"), data)
    made = jax.export.deserialize((tmp_path / "net.stablehlo").read_bytes())
    assert onednn_call.TARGET not in made.mlir_module()
    np.testing.assert_allclose(jax.tree.leaves(made.call(data.asnumpy()))[0], expected, rtol=1e-4, atol=1e-5)


# --- processes ------------------------------------------------------------------------------------------------------

STEP = """
    import sys
    import mxnet as mx
    from mxnet import nd
    from mxnet._host.stats import stats
    net = mx.gluon.nn.HybridSequential()
    for _ in range(4):
        net.add(mx.gluon.nn.Conv2D(24, 3, padding=1, in_channels=24), mx.gluon.nn.BatchNorm(in_channels=24))
    net.initialize(mx.init.One())
    net.hybridize()
    data = nd.ones((2, 24, 20, 20)) / 100
    with mx.autograd.record():
        loss = net(data).sum()
    loss.backward()
"""


@needs_library
def test_programs_on_disk_are_found_by_processes_that_have_the_library_and_by_no_others(tmp_path: Path) -> None:
    script = STEP + "    total = net[0].weight.grad().asnumpy().sum()\n    print(stats.from_disk > 0, total)\n"
    cached = {"MXNET_ENGINE_CACHE": str(tmp_path)}
    first, second = python(script, **cached), python(script, **cached)
    without = python(script, MXNET_MKLDNN_ENABLED="0", **cached)
    assert [text.split()[0] for text in (first, second, without)] == ["False", "True", "False"]
    assert first.split()[1] == second.split()[1]
    assert python(script, **cached).split()[0] == "True"  # the one without has not taken it away


@needs_library
def test_a_process_ends_while_programs_run() -> None:
    assert python(STEP + "    print('recorded')\n") == "recorded"


@needs_library
def test_a_forked_process_ends_and_its_parent_goes_on() -> None:
    script = (
        STEP
        + """
    import os
    child = os.fork()
    if child == 0:
        os._exit(0)
    print(os.waitpid(child, 0)[1], float(loss.asscalar()) == float(loss.asscalar()))
    """
    )
    assert python(script).split()[0] == "0"
