"""Executors: what they compute, whose arrays they use, how many programs they run, and what they refuse."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, sym
from mxnet._lazy.strategy import COSTS
from mxnet.error import MXNetError
from tests.engine.counting import counted


def mlp() -> mx.sym.Symbol:
    net = sym.FullyConnected(sym.var("data"), num_hidden=8, name="fc1")
    net = sym.Activation(net, act_type="relu", name="relu1")
    net = sym.FullyConnected(net, num_hidden=3, name="fc2")
    return sym.SoftmaxOutput(net, name="softmax")


def filled(executor: mx.executor.Executor, seed: int = 0) -> mx.executor.Executor:
    rng = np.random.default_rng(seed)
    for name, array in executor.arg_dict.items():
        array[:] = rng.integers(0, 3, array.shape) if name.endswith("label") else rng.normal(0, 0.3, array.shape)
    return executor


def softmax_gradients(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The gradients of ``mlp`` by hand."""
    x, w1, b1, w2, b2 = (arrays[n] for n in ("data", "fc1_weight", "fc1_bias", "fc2_weight", "fc2_bias"))
    hidden = np.maximum(x @ w1.T + b1, 0)
    logits = hidden @ w2.T + b2
    p = np.exp(logits - logits.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    d = p - np.eye(3)[arrays["softmax_label"].astype(int)]
    dh = d @ w2 * (hidden > 0)
    return {
        "data": dh @ w1,
        "fc1_weight": dh.T @ x,
        "fc1_bias": dh.sum(0),
        "fc2_weight": d.T @ hidden,
        "fc2_bias": d.sum(0),
    }


def numpy_of(executor: mx.executor.Executor) -> dict[str, np.ndarray]:
    return {k: v.asnumpy() for k, v in executor.arg_dict.items()}


def test_the_arrays_given_are_the_executors() -> None:
    a, b, da = nd.array([1, 2]), nd.array([2, 3]), nd.zeros((2,))
    executor = (2 * sym.var("a") + sym.var("b")).bind(mx.cpu(), {"a": a, "b": b}, args_grad={"a": da})
    assert executor.forward()[0].asnumpy().tolist() == [4, 7]
    a[:] = 10
    assert executor.forward(is_train=True)[0].asnumpy().tolist() == [22, 23]
    executor.backward(nd.array([1, 3]))
    assert da.asnumpy().tolist() == [2, 6]
    assert executor.grad_dict["a"] is da and executor.grad_dict["b"] is None
    assert executor.arg_arrays[0] is a and executor.arg_dict["b"] is b


def test_outputs_are_the_same_arrays_after_each_forward() -> None:
    executor = sym.square(sym.var("a"), name="sq").bind(mx.cpu(), [nd.array([1.0])])
    first = executor.forward()[0]
    executor.forward(a=nd.array([5.0]))
    assert first.asscalar() == 25 and executor.outputs[0] is first
    assert executor.output_dict["sq_output"] is first


def test_outputs_are_there_before_forward() -> None:
    executor = mlp().simple_bind(mx.cpu(), data=(4, 5))
    assert executor.outputs[0].shape == (4, 3)
    assert not executor.outputs[0].asnumpy().any()


def test_gradients_of_a_loss_need_no_head_gradient() -> None:
    executor = filled(mlp().simple_bind(mx.cpu(), data=(4, 5)))
    executor.forward(is_train=True)
    executor.backward()
    for name, wanted in softmax_gradients(numpy_of(executor)).items():
        np.testing.assert_allclose(executor.grad_dict[name].asnumpy(), wanted, rtol=1e-4, atol=1e-6)


def test_a_head_that_is_no_loss_needs_one() -> None:
    executor = (sym.var("a") * 2).simple_bind(mx.cpu(), a=(2,))
    executor.forward(is_train=True)
    with pytest.raises(MXNetError, match="head_gradient is required"):
        executor.backward()


@pytest.mark.parametrize(
    "head",
    [
        lambda a: sym.make_loss(a * 2),
        lambda a: sym.MakeLoss(a * 2),
        lambda a: sym.BlockGrad(a),
        lambda a: sym.argmax(a, axis=0),
        lambda a: a > 1,
        lambda a: sym.zeros_like(a),
        lambda a: sym.Group([sym.make_loss(a), sym.BlockGrad(a)]),
    ],
)
def test_heads_that_ignore_what_comes_back(head) -> None:
    executor = head(sym.var("a")).simple_bind(mx.cpu(), a=(2,))
    executor.forward(is_train=True)
    executor.backward()


def test_a_loss_that_is_reshaped_needs_no_head_gradient() -> None:
    """Detectors reshape their losses for those who read them; what comes back to them ends at the losses."""
    net = mlp()
    shown = sym.Group([sym.Reshape(net, shape=(1, -1, 3)), sym.Reshape(sym.MakeLoss(sym.sum(net)) * 2, shape=(1, 1))])
    executor = filled(shown.simple_bind(mx.cpu(), data=(4, 5)))
    executor.forward(is_train=True)
    executor.backward()
    for name, wanted in softmax_gradients(numpy_of(executor)).items():
        np.testing.assert_allclose(executor.grad_dict[name].asnumpy(), wanted, rtol=1e-4, atol=1e-6)


def test_a_head_with_one_way_around_a_loss_needs_a_gradient() -> None:
    a = sym.var("a")
    executor = (sym.MakeLoss(a) + a).simple_bind(mx.cpu(), a=(2,))
    executor.forward(is_train=True)
    with pytest.raises(MXNetError, match="head_gradient is required"):
        executor.backward()
    frozen = (sym.MakeLoss(a) + sym.var("b")).simple_bind(
        mx.cpu(), grad_req={"a": "write", "b": "null"}, a=(2,), b=(2,)
    )
    frozen.forward(is_train=True)
    frozen.backward()
    assert frozen.grad_dict["a"].asnumpy().tolist() == [1, 1]


def test_head_gradients_as_list_dict_and_from_another_device() -> None:
    a = sym.var("a")
    net = sym.Group([sym.identity(a * 2, name="x"), sym.identity(a * 3, name="y")])
    executor = net.simple_bind(mx.cpu(), a=(2,))
    for given in ([nd.ones((2,)), nd.ones((2,)) * 10], {"y_output": nd.ones((2,)) * 10, "x_output": nd.ones((2,))}):
        executor.forward(is_train=True)
        executor.backward(given)
        assert executor.grad_dict["a"].asnumpy().tolist() == [32, 32]
    executor.forward(is_train=True)
    executor.backward([nd.ones((2,), ctx=mx.cpu(1)), nd.zeros((2,))])
    assert executor.grad_dict["a"].asnumpy().tolist() == [2, 2]
    with pytest.raises(MXNetError, match="shape"):
        executor.backward([nd.ones((3,)), nd.ones((2,))])
    with pytest.raises(TypeError, match="NDArray"):
        executor.backward([1, 2])


def test_grad_req_write_add_and_null() -> None:
    net = sym.var("a") * sym.var("b") + sym.var("c")
    arrays = {n: nd.array([2.0, 3.0]) for n in "abc"}
    grads = {n: nd.array([100.0, 100.0]) for n in "abc"}
    executor = net.bind(mx.cpu(), arrays, grads, {"a": "write", "b": "add"})
    for _ in range(2):
        executor.forward(is_train=True)
        executor.backward(nd.ones((2,)))
    assert grads["a"].asnumpy().tolist() == [2, 3]
    assert grads["b"].asnumpy().tolist() == [104, 106]
    assert grads["c"].asnumpy().tolist() == [100, 100]
    executor = net.bind(mx.cpu(), arrays, grads, ["null", "null", "add"])
    executor.forward(is_train=True)
    executor.backward(nd.ones((2,)))
    assert grads["c"].asnumpy().tolist() == [101, 101]


def test_backward_without_a_training_forward_and_twice() -> None:
    executor = filled(mlp().simple_bind(mx.cpu(), data=(4, 5)))
    wanted = softmax_gradients(numpy_of(executor))
    executor.forward()
    executor.backward()
    np.testing.assert_allclose(executor.grad_dict["fc1_weight"].asnumpy(), wanted["fc1_weight"], rtol=1e-4, atol=1e-6)
    executor.grad_dict["fc1_weight"][:] = 0
    executor.backward()
    np.testing.assert_allclose(executor.grad_dict["fc1_weight"].asnumpy(), wanted["fc1_weight"], rtol=1e-4, atol=1e-6)


def test_dropout_keeps_its_mask_between_forward_and_backward() -> None:
    executor = sym.Dropout(sym.var("a"), p=0.5).simple_bind(mx.cpu(), a=(100,))
    executor.arg_dict["a"][:] = 1
    executor.forward(is_train=True)
    out = executor.outputs[0].asnumpy()  # read in between: two programs
    executor.backward(nd.ones((100,)))
    assert sorted(set(out.tolist())) == [0, 2]
    assert executor.grad_dict["a"].asnumpy().tolist() == out.tolist()
    executor.backward(nd.ones((100,)))  # nothing is left: forward runs again inside, with the same mask
    assert executor.grad_dict["a"].asnumpy().tolist() == out.tolist()
    executor.forward(is_train=True)
    assert executor.outputs[0].asnumpy().tolist() != out.tolist()
    executor.backward(nd.ones((100,)), is_train=False)
    assert executor.grad_dict["a"].asnumpy().tolist() == [1] * 100


def test_batch_norm_changes_its_statistics_in_training_only() -> None:
    net = sym.BatchNorm(sym.var("x"), fix_gamma=False, momentum=0.5, name="bn")
    mean, var = nd.zeros((2,)), nd.ones((2,))
    x = nd.array([[1, 2], [3, 6]])
    args = {"x": x, "bn_gamma": nd.ones((2,)), "bn_beta": nd.zeros((2,))}
    executor = net.bind(mx.cpu(), args, aux_states={"bn_moving_mean": mean, "bn_moving_var": var})
    executor.forward()
    assert mean.asnumpy().tolist() == [0, 0] and var.asnumpy().tolist() == [1, 1]
    executor.forward(is_train=True)
    assert mean.asnumpy().tolist() == [1, 2] and executor.aux_dict["bn_moving_mean"] is mean
    np.testing.assert_allclose(var.asnumpy(), [1, 2.5])


def test_indexing_by_name() -> None:
    executor = (sym.var("A") + sym.var("B")).simple_bind(mx.cpu(), A=(2,))
    executor["A"][:] = 3
    executor["B"] = nd.array([1, 2])
    assert executor.forward()[0].asnumpy().tolist() == [4, 5]
    with pytest.raises(KeyError, match="argument"):
        executor["C"]


def test_forward_takes_new_inputs() -> None:
    executor = (sym.var("a") * 2).simple_bind(mx.cpu(), a=(2,))
    assert executor.forward(a=np.array([1, 2]))[0].asnumpy().tolist() == [2, 4]
    assert executor.forward(a=nd.array([3, 4]))[0].asnumpy().tolist() == [6, 8]
    with pytest.raises(ValueError, match="Shape not match! Argument a"):
        executor.forward(a=nd.ones((3,)))
    with pytest.raises(TypeError, match="Unknown argument b"):
        executor.forward(b=nd.ones((2,)))
    with pytest.raises(ValueError, match="only accept"):
        executor.forward(a=[1, 2])


def test_binding_refuses_what_mxnet_refuses() -> None:
    net = sym.var("a") + sym.var("b")
    one, two = nd.ones((2,)), nd.ones((3,))
    with pytest.raises(ValueError, match="key `b` is missing in `args`"):
        net.bind(mx.cpu(), {"a": one})
    with pytest.raises(ValueError, match="Length of args"):
        net.bind(mx.cpu(), [one])
    with pytest.raises(TypeError, match="Only accept list"):
        net.bind(mx.cpu(), (one, one))
    with pytest.raises(TypeError, match="Only accept list"):
        net.bind(mx.cpu(), [1, 2])
    with pytest.raises(TypeError, match="Context type error"):
        net.bind("cpu", [one, one])
    with pytest.raises(MXNetError, match=r"expected \[2\], got \[3\]"):
        net.bind(mx.cpu(), [one, two])
    with pytest.raises(MXNetError, match="Type inconsistent"):
        net.bind(mx.cpu(), [one.astype("float64"), one])
    with pytest.raises(ValueError, match="grad_req must be in"):
        net.bind(mx.cpu(), [one, one], grad_req="often")
    with pytest.raises(MXNetError, match=r"cpu\(1\) while binding with ctx=cpu\(0\)"):
        net.bind(mx.cpu(0), [nd.ones((2,), ctx=mx.cpu(1)), one])
    with pytest.raises(RuntimeError, match=r"simple_bind error\. Arguments:\na: "):
        net.simple_bind(mx.cpu(), a=(2,), b=(3,))
    with pytest.raises(RuntimeError, match="cannot decide shapes"):
        net.simple_bind(mx.cpu())
    with pytest.raises(RuntimeError, match="expected 2, provided 1"):
        net.simple_bind(mx.cpu(), grad_req=["write"], a=(2,))
    with pytest.raises(TypeError, match="Handle"):
        mx.executor.Executor(None, net, mx.cpu(), "write", None)


def test_errors_name_the_nodes_of_this_symbol_even_if_an_equal_one_came_before() -> None:
    def net(name: str) -> mx.sym.Symbol:
        return sym.broadcast_add(sym.var("a"), sym.var("b"), name=name)

    net("first").bind(mx.cpu(), [nd.ones((2,)), nd.ones((2,))])
    with pytest.raises(MXNetError, match="second"):
        net("second").bind(mx.cpu(), [nd.ones((2,)), nd.ones((3,))])


def test_simple_bind_types_and_requests() -> None:
    executor = mlp().simple_bind(mx.cpu(), type_dict={"data": "float16"}, grad_req={"fc1_weight": "add"}, data=(4, 5))
    assert executor.arg_dict["fc2_weight"].dtype == np.float16
    assert executor.outputs[0].dtype == np.float16
    assert [n for n, g in executor.grad_dict.items() if g is not None] == ["fc1_weight"]


def test_shared_arrays() -> None:
    net = sym.FullyConnected(sym.var("x"), num_hidden=4, name="fc")
    big, buffer = net.simple_bind(mx.cpu(), x=(5, 4)), {}
    shared = {"shared_exec": big, "shared_arg_names": ["fc_weight", "fc_bias"], "shared_buffer": buffer}
    small = net.simple_bind(mx.cpu(), x=(3, 4), **shared)
    small.arg_dict["fc_weight"][:] = 5
    assert (big.arg_dict["fc_weight"].asnumpy() == 5).all()
    assert small.grad_dict["fc_weight"] is big.grad_dict["fc_weight"]
    assert {k: v.shape for k, v in buffer.items()} == {"x": (3, 4), "grad of x": (3, 4)}
    smaller = net.simple_bind(mx.cpu(), x=(2, 4), **shared)
    smaller.arg_dict["x"][:] = 7
    assert (small.arg_dict["x"].asnumpy()[:2] == 7).all()
    net.simple_bind(mx.cpu(), x=(7, 4), **shared)
    assert buffer["x"].shape == (7, 4)
    with pytest.raises(RuntimeError, match="fc_weight"):
        net.simple_bind(mx.cpu(), x=(2, 9), **shared)


def test_reshape_shares_arrays() -> None:
    net = sym.FullyConnected(sym.var("x"), num_hidden=4, name="fc")
    executor = net.simple_bind(mx.cpu(), x=(5, 4), grad_req="null")
    executor.arg_dict["x"][:] = 1
    executor.arg_dict["fc_weight"][:] = 1
    small = executor.reshape(x=(3, 4))
    small.forward()
    assert (small.outputs[0].asnumpy() == 4).all() and small.outputs[0].shape == (3, 4)
    assert (executor.outputs[0].asnumpy()[:3] == 4).all()
    executor.forward()
    assert (executor.outputs[0].asnumpy() == 4).all()
    small.arg_dict["x"][:] = 7
    assert executor.arg_dict["x"].asnumpy()[:, 0].tolist() == [7, 7, 7, 1, 1]
    with pytest.raises(MXNetError, match="allow_up_sizing"):
        executor.reshape(x=(6, 4))
    with pytest.raises(MXNetError, match="partial_shaping"):
        executor.reshape(x=(5, 3))
    big = executor.reshape(allow_up_sizing=True, x=(6, 4))
    big.arg_dict["x"][:] = 0
    assert executor.arg_dict["x"].asnumpy().any()
    assert big.arg_dict["fc_weight"] is executor.arg_dict["fc_weight"]


def test_copy_params_from() -> None:
    executor = mlp().simple_bind(mx.cpu(), data=(4, 5))
    executor.copy_params_from({"fc1_bias": nd.ones((8,), dtype="float64")})
    assert executor.arg_dict["fc1_bias"].asnumpy().tolist() == [1] * 8
    assert executor.arg_dict["fc1_bias"].dtype == np.float32
    with pytest.raises(ValueError, match="not in the arguments"):
        executor.copy_params_from({"other": nd.ones((8,))})
    with pytest.raises(ValueError, match="not in the auxiliary states"):
        executor.copy_params_from({}, {"other": nd.ones((8,))})
    executor.copy_params_from({"other": nd.ones((8,))}, {"more": nd.ones((1,))}, allow_extra_params=True)


def test_monitors_may_decode_names() -> None:
    """MXNet gives monitors bytes. Here they are text, but programs that decode them run."""
    executor = filled(mlp().simple_bind(mx.cpu(), data=(4, 5)))
    names: list[str] = []
    executor.set_monitor_callback(lambda name, _: names.append(name.decode("utf-8")))
    executor.forward()
    assert names == ["fc1_output", "relu1_output", "fc2_output", "softmax_output"]
    assert all(type(name) is str for name in names)


def test_monitors_see_every_node() -> None:
    net = sym.Activation(sym.FullyConnected(sym.var("x"), num_hidden=2, name="fc"), act_type="relu", name="act")
    executor = filled(net.simple_bind(mx.cpu(), x=(3, 4)))
    plain = executor.forward(is_train=True)[0].asnumpy()
    executor.backward(nd.ones((3, 2)))
    gradient = executor.grad_dict["fc_weight"].asnumpy()
    seen: dict[str, np.ndarray] = {}
    names: list[str] = []
    executor.set_monitor_callback(lambda name, array: (names.append(name), seen.update({name: array.asnumpy()})))
    np.testing.assert_allclose(executor.forward(is_train=True)[0].asnumpy(), plain, rtol=1e-6)
    assert names == ["fc_output", "act_output"]
    names.clear()
    np.testing.assert_allclose(seen["act_output"], plain, rtol=1e-6)
    executor.grad_dict["fc_weight"][:] = 0
    executor.backward(nd.ones((3, 2)))
    np.testing.assert_allclose(executor.grad_dict["fc_weight"].asnumpy(), gradient, rtol=1e-6)
    assert names == ["act_backward_output", *[f"fc_backward_output{i}" for i in range(3)]]
    np.testing.assert_allclose(seen["fc_backward_output1"], gradient, rtol=1e-6)
    names.clear()
    executor.set_monitor_callback(lambda name, _: names.append(name), monitor_all=True)
    executor.forward()
    assert names == [
        "x",
        "fc_data",
        "fc_weight",
        "fc_weight",
        "fc_bias",
        "fc_bias",
        "fc_output",
        "act_input0",
        "act_output",
    ]


def test_shapes_that_depend_on_data() -> None:
    net = sym.contrib.boolean_mask(sym.var("x") * 2, sym.var("mask"))
    executor = net.bind(mx.cpu(), {"x": nd.array([[1, 2], [3, 4], [5, 6]]), "mask": nd.array([0, 1, 1])})
    assert executor.forward()[0].asnumpy().tolist() == [[6, 8], [10, 12]]
    assert executor.forward(mask=nd.array([0, 0, 1]))[0].asnumpy().tolist() == [[10, 12]]


def test_debug_str_ends_with_the_memory_that_xla_plans() -> None:
    lines = mlp().simple_bind(mx.cpu(), data=(4096, 512)).debug_str().split("\n")
    assert "Op:FullyConnected, Name=fc1" in lines
    words = lines[-3].split()  # where memonger of old looks for it
    assert words[0] == "Total" and words[2:] == ["MB", "allocated"]
    assert int(words[1]) >= 8  # the data alone


def test_a_hundred_iterations_are_a_hundred_programs_and_one_compilation() -> None:
    executor = filled(mlp().simple_bind(mx.cpu(), data=(4, 5)))
    with counted() as counts:
        for _ in range(100):
            executor.forward(is_train=True)
            executor.backward()
    assert (counts.programs, counts.flushes, counts.op_by_op) == (100, 100, 0)
    assert counts.compilations <= 2  # the first iteration also fills the arrays
    with counted() as counts:
        for _ in range(100):
            executor.forward(is_train=True)
            executor.backward()
    assert (counts.programs, counts.compilations, counts.xla) == (100, 0, 0)


def test_forward_backward_and_update_are_one_program() -> None:
    executor = filled(mlp().simple_bind(mx.cpu(), data=(4, 5)))
    weights = [n for n in executor.arg_dict if n.startswith("fc")]

    def step(lr: float) -> None:
        executor.forward(is_train=True, data=np.ones((4, 5), np.float32))
        executor.backward()
        for name in weights:
            nd.sgd_update(executor.arg_dict[name], executor.grad_dict[name], lr=lr, out=executor.arg_dict[name])

    for _ in range(3):
        step(0.1)
    with counted() as counts:
        for i in range(20):
            step(0.1 / (i + 1))
    assert (counts.programs, counts.compilations, counts.xla) == (20, 0, 0)
    assert counts.donated >= 20 * len(weights) - len(weights)


def test_prediction_loops_run_a_program_each() -> None:
    executor = filled(mlp().simple_bind(mx.cpu(), data=(4, 5), grad_req="null"))
    for _ in range(1 + COSTS.interpret_runs):
        mx.nd.waitall()
        executor.forward()
    with counted() as counts:
        for _ in range(30):
            executor.forward()
    assert (counts.programs, counts.compilations) == (30, 0)


def test_nothing_is_computed_twice_where_somebody_reads_in_between() -> None:
    executor = filled(mlp().simple_bind(mx.cpu(), data=(4, 5)))

    def step() -> float:
        executor.forward(is_train=True)
        read = float(executor.outputs[0].asnumpy().sum())
        executor.backward()
        return read

    for _ in range(2):  # the first and the last iteration of a loop differ from the others
        for _ in range(3):
            step()
        mx.nd.waitall()
    with counted() as counts:
        for _ in range(10):
            assert step() == pytest.approx(4)
    assert (counts.compilations, counts.programs) == (0, 11)
    for name, wanted in softmax_gradients(numpy_of(executor)).items():
        np.testing.assert_allclose(executor.grad_dict[name].asnumpy(), wanted, rtol=1e-4, atol=1e-6)


def test_equal_networks_share_their_programs() -> None:
    executor = mlp().simple_bind(mx.cpu(), data=(7, 5))
    mx.nd.waitall()
    executor.forward()
    mx.nd.waitall()
    net = sym.SoftmaxOutput(
        sym.FullyConnected(
            sym.Activation(sym.FullyConnected(sym.var("in"), num_hidden=8, name="one"), act_type="relu", name="two"),
            num_hidden=3,
            name="three",
        ),
        name="four",
    )
    executor = net.simple_bind(mx.cpu(), **{"in": (7, 5)})
    mx.nd.waitall()
    with counted() as counts:
        executor.forward()
    assert counts.xla == 0


def test_the_optimized_symbol_computes_nothing_twice() -> None:
    a, b = sym.var("a"), sym.var("b")
    executor = ((a + b) + (a + b)).simple_bind(mx.cpu(), a=(2,))
    assert len(executor.get_optimized_symbol().get_internals()) == 4


def test_an_executor_does_not_disturb_autograd() -> None:
    x = nd.array([1.0, 2.0])
    x.attach_grad()
    executor = (sym.var("a") * 3).bind(mx.cpu(), [nd.array([1.0, 1.0])], args_grad=[nd.zeros((2,))])
    with mx.autograd.record():
        y = x * x
        executor.forward(is_train=True)
        executor.backward(nd.ones((2,)))
        z = (y * executor.outputs[0]).sum()
    z.backward()
    assert x.grad.asnumpy().tolist() == [6, 12]
    assert executor.grad_arrays[0].asnumpy().tolist() == [3, 3]
