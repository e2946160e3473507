"""Networks divided over a mesh give what they give on one device, and each device has its part alone."""

import re
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet.gluon import nn, sharding
from tests.engine.counting import counted

LOSS = gluon.loss.SoftmaxCrossEntropyLoss()


class Net(gluon.HybridBlock):
    """Two dense layers as a transformer has them, with what goes across examples, and random numbers."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.ffn_1 = nn.Dense(32, activation="relu", prefix="ffn_1_")
            self.norm, self.dropout = nn.BatchNorm(prefix="norm_"), nn.Dropout(0.3)
            self.ffn_2 = nn.Dense(8, use_bias=False, prefix="ffn_2_")

    def hybrid_forward(self, F, x):
        """Forward."""
        return self.ffn_2(self.dropout(self.norm(self.ffn_1(x))))


def batches(count):
    """Data and labels."""
    random = np.random.RandomState(5)
    return [
        (random.randn(16, 12).astype(np.float32), random.randint(0, 8, 16).astype(np.float32)) for _ in range(count)
    ]


def made(mesh=None, rules=None, optimizer="sgd", hybridize=True):
    """A network, divided or not, and its trainer."""
    mx.random.seed(2)
    net = Net(prefix="net_")
    if mesh is not None:
        net.shard(mesh, rules)
    net.initialize(mx.init.Xavier())
    if hybridize:
        net.hybridize()
    arguments = {"learning_rate": 0.05, **({"momentum": 0.9} if optimizer == "sgd" else {})}
    return net, gluon.Trainer(net.collect_params(), optimizer, arguments)


def step(net, trainer, mesh, x, y):
    """Train on a batch; the loss."""
    x, y = (nd.array(x), nd.array(y)) if mesh is None else (mesh.split(x), mesh.split(y))
    with autograd.record():
        loss = LOSS(net(x), y)
    loss.backward()
    trainer.step(len(x))
    return loss


def trained(mesh=None, rules=None, optimizer="sgd", steps=5, hybridize=True):
    """The losses and parameters after some steps."""
    net, trainer = made(mesh, rules, optimizer, hybridize)
    losses = [step(net, trainer, mesh, x, y).asnumpy() for x, y in batches(steps)]
    return losses, {name: p.data().asnumpy() for name, p in net.collect_params().items()}


RULES = {
    "data": ({"data": 4}, sharding.replicated),
    "fsdp": ({"data": 4}, sharding.fsdp(least=1)),
    "tensor": ({"data": 2, "model": 2}, sharding.tensor_parallel()),
    "both": ({"data": 2, "model": 2}, [sharding.tensor_parallel(), sharding.fsdp(least=1)]),
    "named": ({"data": 4}, [("ffn_2_weight$", (None, "data")), ("weight$", ("data",))]),
}


@pytest.mark.parametrize("case", RULES)
@pytest.mark.parametrize(("optimizer", "hybridize"), [("sgd", True), ("adam", True), ("sgd", False)])
def test_losses_and_parameters_are_those_of_one_device(case, optimizer, hybridize):
    axes, rules = RULES[case]
    expected, parameters = trained(optimizer=optimizer, hybridize=hybridize)
    losses, found = trained(sharding.Mesh(**axes), rules, optimizer, hybridize=hybridize)
    np.testing.assert_allclose(losses, expected, rtol=1e-5, atol=1e-5)
    for name, array in parameters.items():
        np.testing.assert_allclose(found[name], array, rtol=1e-4, atol=1e-5, err_msg=name)


def divided(array):
    """How many different parts of an array there are."""
    shards = array._value.read("test").addressable_shards
    return len({str(shard.index) for shard in shards})


def test_parameters_gradients_and_states_stay_divided():
    mesh = sharding.Mesh(data=4)
    net, trainer = made(mesh, sharding.fsdp(least=64), "adam")
    for x, y in batches(3):
        step(net, trainer, mesh, x, y)
        weight = net.ffn_1.weight
        mean, variance = trainer._updaters[0].states[trainer._params.index(weight)]
        for array in (weight.data(), weight.grad(), mean, variance):
            assert divided(array) == 4
        assert divided(net.ffn_1.bias.data()) == 1
    whole = sum(p.data().size for p in net.collect_params().values()) * 4
    memory = mesh.memory(net)
    assert list(memory) == [mx.cpu(i) for i in range(4)]
    assert all(whole / 4 < size < whole / 2 for size in memory.values())


def test_a_step_is_one_program():
    mesh = sharding.Mesh(data=2, model=2)
    net, trainer = made(mesh, sharding.tensor_parallel())
    first, second, *rest = batches(5)
    for x, y in (first, second):
        step(net, trainer, mesh, x, y)
    with counted() as counts:
        for x, y in rest:
            step(net, trainer, mesh, x, y)
    assert counts.programs == len(rest)
    assert counts.xla == 0


def test_the_loop_stays_as_it_was():
    """``split_and_load`` and ``ctx`` take a mesh as they take devices."""
    mesh = sharding.Mesh(data=4)
    net, trainer = made(mesh, sharding.fsdp(least=1))
    contexts = net.ffn_1.weight.list_ctx()
    assert contexts == [mesh.context]
    x, y = batches(1)[0]
    (data,), (label,) = (gluon.utils.split_and_load(a, contexts) for a in (x, y))
    assert divided(data) == divided(label) == 4
    with autograd.record():
        loss = LOSS(net(data), label)
    loss.backward()
    trainer.step(16)
    np.testing.assert_allclose(loss.asnumpy(), trained(steps=1)[0][0], rtol=1e-5, atol=1e-5)
    (odd,) = gluon.utils.split_and_load(x[:7], contexts, even_split=False)
    assert divided(odd) == 1
    assert net(odd).shape == (7, 8)
    with pytest.raises(ValueError, match="evenly"):
        gluon.utils.split_and_load(x[:7], contexts)


def test_networks_that_exist_are_moved():
    net = nn.Dense(4, in_units=8)
    net.initialize(mx.init.Uniform())
    before = net.weight.data().asnumpy()
    net.shard(sharding.Mesh(data=4), sharding.fsdp(least=1))
    assert divided(net.weight.data()) == 4
    assert np.array_equal(net.weight.data().asnumpy(), before)
    net.weight.set_data(nd.ones((4, 8)))
    assert divided(net.weight.data()) == 4
    assert net.weight.data().asnumpy().min() == 1


def test_files_are_plain(tmp_path):
    mesh = sharding.Mesh(data=4)
    net, trainer = made(mesh, sharding.fsdp(least=1))
    step(net, trainer, mesh, *batches(1)[0])
    file = str(tmp_path / "net.params")
    net.save_parameters(file)
    plain = Net(prefix="net_")
    plain.load_parameters(file)
    loaded = nd.load(file)
    assert {array.context for array in loaded.values()} == {mx.cpu()}
    for name, parameter in net.collect_params().items():
        assert np.array_equal(plain.collect_params()[name].data().asnumpy(), parameter.data().asnumpy())
    net.load_parameters(file)
    assert divided(net.ffn_1.weight.data()) == 4


def test_arrays_elsewhere_say_how_to_move():
    mesh = sharding.Mesh(data=4)
    net, _ = made(mesh, sharding.fsdp(least=1))
    net(mesh.split(np.ones((4, 12), np.float32)))
    with pytest.raises(RuntimeError, match="mesh"):
        net(nd.ones((4, 12)))
    with pytest.raises(mx.MXNetError, match="different devices"):
        mesh.split(np.ones((4,))) + nd.ones((4,))


def test_what_cannot_be_divided_is_said():
    mesh = sharding.Mesh(data=4)
    with pytest.raises(mx.MXNetError, match="'data', which 6 does not allow"):
        mesh.split(np.ones((6, 2)))
    net = nn.Dense(6, in_units=3)
    net.shard(mesh, [("weight$", ("data",))])
    with pytest.raises(mx.MXNetError, match=r"weight.*6 does not allow"):
        net.initialize()
    net.shard(mesh, [("weight$", ("depth",))])
    with pytest.raises(mx.MXNetError, match="an axis of Mesh"):
        net.initialize(force_reinit=True)
    with pytest.raises(ValueError, match="needs axes"):
        sharding.Mesh()
    with pytest.raises(mx.MXNetError, match="JAX_NUM_CPU_DEVICES"):
        sharding.Mesh(data=4096)


# --- checkpoints ----------------------------------------------------------------------------------------------------


def test_a_checkpoint_goes_on_with_another_number_of_devices(tmp_path):
    pytest.importorskip("orbax.checkpoint")
    folder = str(tmp_path / "checkpoint")
    many = sharding.Mesh(data=4)
    net, trainer = made(many, sharding.fsdp(least=1), "adam")
    net.dropout._rate = 0.0
    first, *rest = batches(4)
    step(net, trainer, many, *first)
    saving = sharding.save(folder, net, trainer)
    expected = [step(net, trainer, many, x, y).asnumpy() for x, y in rest]
    saving.wait()
    for mesh, rules in ((sharding.Mesh(data=2), sharding.fsdp(least=1)), (None, None)):
        other, its_trainer = made(mesh, rules, "adam")
        other.dropout._rate = 0.0
        step(other, its_trainer, mesh, *rest[-1])
        sharding.load(folder, other, its_trainer)
        found = [step(other, its_trainer, mesh, x, y).asnumpy() for x, y in rest]
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)
        if mesh is not None:
            assert divided(other.ffn_1.weight.data()) == 2


def test_a_checkpoint_becomes_a_plain_file(tmp_path):
    pytest.importorskip("orbax.checkpoint")
    folder, file = str(tmp_path / "checkpoint"), str(tmp_path / "net.params")
    mesh = sharding.Mesh(data=4)
    net, trainer = made(mesh, sharding.fsdp(least=1))
    step(net, trainer, mesh, *batches(1)[0])
    sharding.save(folder, net).wait()
    sharding.export(folder, file)
    plain = Net(prefix="net_")
    plain.load_parameters(file)
    for name, parameter in net.collect_params().items():
        assert np.array_equal(plain.collect_params()[name].data().asnumpy(), parameter.data().asnumpy())
    with pytest.raises(mx.MXNetError, match="states"):
        sharding.load(folder, net, trainer)
    with pytest.raises(mx.MXNetError, match="there is none"):
        sharding.load(str(tmp_path / "nothing"), net)
    other = nn.Dense(3, in_units=2)
    other.initialize()
    with pytest.raises(mx.MXNetError, match="'bias'"):
        sharding.load(folder, other)


def test_the_page_runs(tmp_path, monkeypatch):
    """All blocks of docs/sharding.md, with those that need Orbax."""
    pytest.importorskip("orbax.checkpoint")
    page = (Path(__file__).resolve().parents[2] / "docs" / "sharding.md").read_text()
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"^```(?:python|py)\n(.*?)^```", page, re.S | re.M)
    assert len(blocks) == 3
    exec("\n".join(blocks), {})
    assert Path("net.params").is_file()
