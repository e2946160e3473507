"""Automatic mixed precision: operators that cast, losses that are scaled, models that are converted."""

import doctest
import json
import logging
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._host.stats import stats
from mxnet.contrib import amp
from mxnet.contrib.amp.amp import _stop, convert_bucketing_module
from mxnet.gluon import nn

# Graphs that MXNet 1.9.1 converted, or made after amp.init: each node's operator, name, attributes, inputs; the heads.
ORACLE = json.loads((Path(__file__).parent / "fixtures" / "amp.json").read_text())


@pytest.fixture(autouse=True)
def stopped():
    yield
    _stop()


@pytest.fixture
def half(stopped):
    amp.init()


@pytest.fixture
def brain(stopped):
    amp.init("bfloat16")


def mlp():
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, name="fc1")
    x = mx.sym.Activation(x, act_type="relu", name="relu1")
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(x, num_hidden=4, name="fc2"), name="softmax")


def lenet():
    x = mx.sym.Convolution(mx.sym.var("data"), kernel=(5, 5), num_filter=6, name="c1")
    x = mx.sym.Activation(x, act_type="tanh", name="a1")
    x = mx.sym.Pooling(x, pool_type="max", kernel=(2, 2), stride=(2, 2), name="p1")
    x = mx.sym.Convolution(x, kernel=(3, 3), num_filter=8, name="c2")
    x = mx.sym.Activation(x, act_type="softrelu", name="a2")
    x = mx.sym.Pooling(x, pool_type="avg", kernel=(2, 2), name="p2")
    x = mx.sym.FullyConnected(mx.sym.Flatten(x, name="fl"), num_hidden=10, name="f1")
    return mx.sym.softmax(x, name="sm")


def resblock():
    data = mx.sym.var("data")
    x = mx.sym.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=3, no_bias=True, name="c1")
    x = mx.sym.Activation(mx.sym.BatchNorm(x, name="bn1", fix_gamma=False), act_type="relu", name="r1")
    x = mx.sym.Convolution(x, kernel=(3, 3), pad=(1, 1), num_filter=3, no_bias=True, name="c2")
    x = mx.sym.elemwise_add(mx.sym.BatchNorm(x, name="bn2"), data, name="plus")
    x = mx.sym.LeakyReLU(x, act_type="elu", name="lr")
    return mx.sym.mean(mx.sym.Pooling(x, global_pool=True, pool_type="avg", name="gp"), axis=(2, 3), name="mn")


def widest():
    a, b = mx.sym.var("a"), mx.sym.var("b")
    f = mx.sym.FullyConnected(a, num_hidden=3, name="f")
    g = mx.sym.FullyConnected(b, num_hidden=3, name="g")
    h = mx.sym.softmax(g, name="s")
    sums = [f + g, f + h, f * a, mx.sym.concat(f, g, h, name="cc"), mx.sym.stack(h, h, name="st")]
    return mx.sym.Group([*sums, mx.sym.batch_dot(f, h, name="bd"), a + b, mx.sym.add_n(f, g, name="an")])


NETS = {"mlp": mlp, "lenet": lenet, "resblock": resblock, "widest": widest}
CONVERTED = [
    ("mlp", {}),
    ("mlp", {"cast_optional_params": True, "data_names": ["data"]}),
    ("mlp", {"excluded_sym_names": ["fc2"]}),
    ("lenet", {"cast_optional_params": True, "data_names": []}),
    ("lenet", {"target_dtype": "bfloat16", "data_names": ["data"]}),
    ("lenet", {"target_dtype_ops": ["Convolution"]}),
    ("lenet", {"excluded_sym_names": ["c2", "data"]}),
    ("lenet", {"conditional_fp32_ops": [["Pooling", "pool_type", ["avg", "max"]]]}),
    ("resblock", {}),
    ("resblock", {"target_dtype": "bfloat16", "cast_optional_params": True, "data_names": ["data"]}),
    ("resblock", {"fp32_ops": ["BatchNorm", "mean"]}),
    ("resblock", {"target_dtype_ops": ["Convolution", "BatchNorm"]}),
    ("widest", {}),
    ("widest", {"cast_optional_params": True, "data_names": ["a"]}),
]


def rows(text):
    graph = json.loads(text)
    nodes = [[n["op"], n["name"], n.get("attrs", {}), [i[:2] for i in n["inputs"]]] for n in graph["nodes"]]
    return [*nodes, [h[:2] for h in graph["heads"]]]


def build(name):
    with mx.name.NameManager():
        return NETS[name]()


@pytest.mark.parametrize(("name", "options"), CONVERTED, ids=lambda v: v if isinstance(v, str) else json.dumps(v))
def test_converted_symbols_are_those_of_mxnet(name, options):
    made = amp.convert_symbol(build(name), **options)
    assert rows(made.tojson(remove_amp_cast=False)) == ORACLE[f"convert {name} {json.dumps(options)}"]


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
@pytest.mark.parametrize("name", NETS)
def test_symbols_made_after_init_are_those_of_mxnet(name, dtype):
    amp.init(dtype)
    try:
        made = build(name)
    finally:
        _stop()
    assert rows(made.tojson(remove_amp_cast=False)) == ORACLE[f"init {name} {dtype}"]


def test_lists_do_not_overlap():
    for dtype in ("float16", np.float16):
        lists = [amp.list_lp16_ops(dtype), amp.list_fp32_ops(dtype), amp.list_lp16_fp32_ops(dtype)]
        lists += [amp.list_widest_type_cast(dtype), [row[0] for row in amp.list_conditional_fp32_ops(dtype)]]
        names = [name for part in lists for name in part]
        assert len(names) == len(set(names))
    assert amp.list_lp16_ops("bfloat16") is amp.lists.symbol_bf16.BF16_FUNCS
    assert amp.list_lp16_ops(amp.amp.bfloat16) is amp.lists.symbol_bf16.BF16_FUNCS
    assert amp.list_lp16_use_fp32_params("float16") is None
    assert "SoftmaxOutput" in amp.list_loss_output_functions("float16")
    with pytest.raises(AssertionError, match="expected float16 or bfloat16"):
        amp.list_fp32_ops("float64")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"target_dtype": "float64"}, "expected float16 or bfloat16"),
        ({"target_dtype_ops": ["FullyConnected"], "fp32_ops": ["elemwise_add"]}, "elemwise_add"),
        ({"target_dtype_ops": ["FullyConnected"], "fp32_ops": ["FullyConnected"]}, "in both"),
        ({"fp32_ops": ["Activation"], "conditional_fp32_ops": [("Activation", "act_type", ["selu"])]}, "in both"),
        ({"excluded_sym_names": "fc1"}, "a list of str"),
        ({"conditional_fp32_ops": [("Activation", "act_type")]}, "rows of"),
    ],
)
def test_conversion_says_what_is_wrong(options, message):
    with pytest.raises(AssertionError, match=message):
        amp.convert_symbol(mlp(), **options)


def test_operators_on_arrays_choose_their_type(half):
    wide, narrow = nd.ones((2, 3)), nd.ones((2, 3), dtype="float16")
    assert nd.FullyConnected(wide, nd.ones((4, 3)), no_bias=True, num_hidden=4).dtype == np.float16
    for found in (
        nd.softmax(narrow),
        narrow.sum(),
        narrow**2,
        2 / narrow,
        wide + narrow,
        nd.concat(narrow, wide, dim=0),
    ):
        assert found.dtype == np.float32
    for found in (narrow + narrow, nd.relu(narrow), narrow * 2, nd.Activation(narrow, act_type="relu")):
        assert found.dtype == np.float16
    assert nd.Activation(narrow, act_type="softrelu").dtype == np.float32
    assert nd.dot(nd.ones((2, 2), dtype="int32"), nd.ones((2, 2), dtype="int32")).dtype == np.int32


def test_without_init_nothing_is_cast():
    assert nd.softmax(nd.ones((2,), dtype="float16")).dtype == np.float16
    with pytest.raises(mx.MXNetError, match="expected float32, got float16"):
        nd.ones((2,)) + nd.ones((2,), dtype="float16")


def test_init_takes_lists_and_counts_once():
    amp.init(target_precision_ops=["exp"], fp32_ops=["relu"], conditional_fp32_ops=[("clip", "a_min", ["0"])])
    try:
        amp.init("bfloat16")  # already on
        wide, narrow = nd.ones((2,)), nd.ones((2,), dtype="float16")
        assert nd.exp(wide).dtype == np.float16
        assert nd.relu(narrow).dtype == np.float32
        assert nd.softmax(narrow).dtype == np.float16
        assert nd.clip(narrow, a_min=0, a_max=1).dtype == np.float32
        assert nd.clip(narrow, a_min=1, a_max=2).dtype == np.float16
    finally:
        _stop()
    with pytest.raises(AttributeError, match="no_such_operator"):
        amp.init(fp32_ops=["no_such_operator"])


def test_bfloat16_arrays_keep_their_type_when_they_are_moved(brain):
    array = nd.ones((2, 3)).astype("bfloat16")
    array[0] = 2
    array += array
    for found in (array, array.copy(), array[0], array.reshape((3, 2)), array.copyto(mx.cpu())):
        assert np.dtype(found.dtype).name == "bfloat16"
    assert array.astype("float32").asnumpy().tolist() == [[4] * 3, [2] * 3]


def network(hybrid):
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Activation("relu"), nn.Dense(3))
    net.initialize(mx.init.Xavier())
    if hybrid:
        net.hybridize()
    return net


def train(net, trainer, steps):
    data = nd.array(np.random.RandomState(0).uniform(size=(8, 1, 8, 8)))
    label = nd.array(np.arange(8) % 3)
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
            with amp.scale_loss(loss, trainer) as scaled:
                autograd.backward(scaled)
        trainer.step(8)
        losses.append(float(loss.mean().asscalar()))
    return losses


@pytest.mark.parametrize("hybrid", [False, True])
def test_training_learns_with_float32_parameters(half, hybrid):
    mx.random.seed(3)
    net = network(hybrid)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    amp.init_trainer(trainer)
    losses = train(net, trainer, 15)
    compiled = stats.compilations
    losses += train(net, trainer, 3)
    assert stats.compilations == compiled
    assert losses[-1] < 0.8 * losses[0]
    assert net(nd.ones((1, 1, 8, 8))).dtype == np.float16
    assert {np.dtype(p.dtype).name for p in net.collect_params().values()} == {"float32"}


def one_weight():
    net = nn.Dense(1, in_units=1, use_bias=False)
    net.initialize(mx.init.One())
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
    amp.init_trainer(trainer)
    return net.weight, trainer


def test_an_overflow_skips_the_update_and_halves_the_scale(half):
    weight, trainer = one_weight()
    scaler = trainer._amp_loss_scaler
    assert (scaler.loss_scale, trainer._amp_original_scale) == (2.0**16, 1.0)
    for factor, value, scale in ((np.inf, 1.0, 2.0**16), (2.0, 0.0, 2.0**15), (np.nan, 0.0, 2.0**15), (0, 0, 2.0**14)):
        with autograd.record():
            loss = weight.data() * factor
            with amp.scale_loss(loss, trainer) as scaled:
                scaled.backward()
        trainer.step(1)
        assert (weight.data().asscalar(), scaler.loss_scale) == (value, scale)


def test_the_scale_doubles_after_many_good_steps(half):
    weight, trainer = one_weight()
    scaler = trainer._amp_loss_scaler
    scaler._scale_seq_len = 2
    found = []
    for _ in range(4):
        with autograd.record(), amp.scale_loss([weight.data() * 0], trainer) as scaled:
            autograd.backward(scaled)
        trainer.step(1)
        found.append(scaler.loss_scale)
    assert found == [2.0**16, 2.0**16, 2.0**17, 2.0**17]


def test_unscale_gives_the_true_gradient(half):
    weight, trainer = one_weight()
    with autograd.record(), amp.scale_loss(weight.data() * 3, trainer) as scaled:
        scaled.backward()
    assert weight.grad().asscalar() == 3 * 2.0**16
    amp.unscale(trainer)
    assert (weight.grad().asscalar(), trainer._scale) == (3, 1.0)
    trainer.step(1)
    assert weight.data().asscalar() == 1 - 0.5 * 3


def test_losses_that_are_outputs_are_scaled(half, caplog):
    data = nd.ones((1, 2))
    data.attach_grad()
    with autograd.record():
        out = nd.SoftmaxOutput(data, nd.array([0]), grad_scale=2)
    out.backward()
    assert data.grad.asnumpy().tolist() == [[-(2.0**16), 2.0**16]]
    with caplog.at_level(logging.WARNING):
        mx.sym.SoftmaxOutput(mx.sym.var("x"))
    assert "does not support dynamic loss scaling" in caplog.text


def test_trainers_and_what_is_not_one():
    net = nn.Dense(1, in_units=1)
    net.initialize()
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    with pytest.raises(AssertionError, match=r"amp\.init\(\)"):
        amp.init_trainer(trainer)
    with pytest.raises(AssertionError, match=r"amp\.init_trainer\(\)"), amp.scale_loss(nd.ones((1,)), trainer):
        pass
    amp.init()
    try:
        for wrong in (mx.optimizer.SGD(), "sgd"):
            with pytest.raises(TypeError, match="Trainer"):
                amp.init_trainer(wrong)
            with pytest.raises(TypeError, match="Trainer"):
                amp.unscale(wrong)
        amp.init_trainer(trainer)
        first = trainer._amp_loss_scaler
        amp.init_trainer(trainer)
        assert trainer._amp_loss_scaler is not first
    finally:
        _stop()


def test_a_converted_model_has_the_types_it_says():
    net = mx.sym.FullyConnected(mx.sym.BatchNorm(resblock(), name="bn"), num_hidden=2, name="fc")
    module = mx.mod.Module(net, label_names=None)
    module.bind([("data", (1, 3, 6, 6))], for_training=False)
    module.init_params(mx.init.Xavier())
    batch = mx.io.DataBatch([nd.random.uniform(shape=(1, 3, 6, 6))])
    module.forward(batch)
    expected = module.get_outputs()[0].asnumpy()
    converted, args, states = amp.convert_model(net, *module.get_params(), cast_optional_params=True)
    assert args["c1_weight"].dtype == args["fc_weight"].dtype == np.float16
    assert args["bn1_gamma"].dtype == states["bn_moving_mean"].dtype == np.float32
    made = mx.mod.Module(converted, label_names=None)
    made.bind([("data", (1, 3, 6, 6))], for_training=False)
    made.set_params(args, states)
    made.forward(batch)
    found = made.get_outputs()[0]
    assert found.dtype == np.float32
    np.testing.assert_allclose(found.asnumpy(), expected, rtol=2e-2, atol=2e-3)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_a_converted_block_computes_the_same(dtype):
    net = network(hybrid=True)
    with pytest.raises(RuntimeError, match=r"hybridize\(\)"):
        amp.convert_hybrid_block(net, dtype, ctx=mx.cpu())
    data = nd.random.uniform(shape=(2, 1, 8, 8))
    expected = net(data).asnumpy()
    for cast in (False, True):
        made = amp.convert_hybrid_block(net, dtype, ctx=mx.cpu(), cast_optional_params=cast)
        np.testing.assert_allclose(made(data).asnumpy(), expected, rtol=5e-2, atol=2e-2)
        weight = next(
            p for name, p in made.collect_params().items() if name.endswith("dense0_weight") or "dense" in name
        )
        assert np.dtype(weight.dtype).name == (dtype if cast else "float32")


def test_a_converted_bucketing_module_runs_its_buckets():
    def sym_gen(length):
        data = mx.sym.var("data")
        out = mx.sym.FullyConnected(mx.sym.sum(data, axis=1), num_hidden=2, name="fc")
        return mx.sym.SoftmaxOutput(out, name="softmax"), ("data",), ("softmax_label",)

    module = mx.mod.BucketingModule(sym_gen, default_bucket_key=4)
    module.bind([("data", (1, 4, 3))], [("softmax_label", (1,))])
    module.init_params(mx.init.One())
    module.switch_bucket(2, [("data", (1, 2, 3))], [("softmax_label", (1,))])
    made = convert_bucketing_module(module, cast_optional_params=True)
    made.bind([("data", (1, 4, 3))], [("softmax_label", (1,))], for_training=False)
    for length in (4, 2):
        shapes = {"provide_data": [("data", (1, length, 3))], "provide_label": [("softmax_label", (1,))]}
        made.forward(mx.io.DataBatch([nd.ones((1, length, 3))], [nd.zeros((1,))], bucket_key=length, **shapes))
        np.testing.assert_allclose(made.get_outputs()[0].asnumpy(), [[0.5, 0.5]], rtol=1e-3)
    assert module.get_params()[0]["fc_weight"].dtype == np.float32


def test_examples_of_the_documentation_run():
    for module in (amp.amp, amp._convert, amp._tables, amp.loss_scaler):
        for example in doctest.DocTestFinder().find(module, extraglobs={"mx": mx}):
            assert doctest.DocTestRunner().run(example).failed == 0
            _stop()


# --- several contexts -------------------------------------------------------------------------------------------------


def train_on(contexts, kvstore, spike, steps=4, **options):
    """Train as docs/amp.md says, on data split over contexts; in one step the data of the last one is far too large."""
    net = nn.Dense(2, in_units=3)
    net.initialize(mx.init.Constant(0.5), ctx=contexts)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1}, kvstore=kvstore, **options)
    amp.init_trainer(trainer)
    trainer._amp_loss_scaler._loss_scale = trainer._amp_loss_scaler._next_loss_scale = 16.0
    data, seen = np.ones((4, 3), np.float32), []
    for step in range(steps):
        batch = data.copy()
        if step == spike:
            batch[-1] = 60000
        parts = gluon.utils.split_and_load(mx.nd.array(batch), contexts)
        with autograd.record():
            losses = [net(x).square().mean() for x in parts]
            with amp.scale_loss(losses, trainer) as scaled:
                autograd.backward(scaled)
        trainer.step(4)
        seen.append(net.weight.data(contexts[-1]).asnumpy())
        for ctx in contexts:
            np.testing.assert_array_equal(net.weight.data(ctx).asnumpy(), seen[-1])
    return seen, trainer


@pytest.mark.parametrize("kvstore", ["device", "local"])
def test_an_overflow_on_one_context_changes_no_weight_anywhere(half, kvstore):
    contexts = [mx.cpu(0), mx.cpu(1)]
    seen, trainer = train_on(contexts, kvstore, spike=1)
    assert trainer._update_on_kvstore is False
    assert all(np.isfinite(weights).all() for weights in seen)
    assert (seen[0] != 0.5).all()
    np.testing.assert_array_equal(seen[1], seen[0])  # skipped
    assert (seen[2] != seen[1]).all() and (seen[3] != seen[2]).all()
    assert trainer._amp_loss_scaler._next_loss_scale == 8.0


def test_an_overflow_is_seen_on_every_context_without_a_store(half):
    net = nn.Dense(2, in_units=3)
    contexts = [mx.cpu(0), mx.cpu(1)]
    net.initialize(ctx=contexts)
    for ctx, value in zip(contexts, (1.0, np.inf), strict=True):
        net.weight.grad(ctx)[:] = value
        net.bias.grad(ctx)[:] = 0
    scaler = amp.loss_scaler.LossScaler()
    assert not scaler.has_overflow(net.collect_params().values())
    assert scaler.has_overflow(net.collect_params().values(), everywhere=True)


def test_a_store_that_would_update_by_itself_is_refused(half):
    with pytest.raises(ValueError, match=r"write gluon\.Trainer\(\.\.\., update_on_kvstore=False\)"):
        train_on([mx.cpu(0), mx.cpu(1)], "device", spike=None, update_on_kvstore=True)
    net = nn.Dense(2, in_units=3)
    net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    trainer = gluon.Trainer(net.collect_params(), "sgd")
    trainer._prepare()
    assert trainer._update_on_kvstore
    with pytest.raises(ValueError, match="Call it before the first step"):
        amp.init_trainer(trainer)
