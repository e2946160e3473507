"""What editors and type checkers know: pyright, jedi and mypy are asked about a user's program."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jedi
import pytest

SOURCE = Path(__file__).resolve().parent.parent / "src"
HOST = "ndarray[tuple[Any, ...], dtype[Any]]"  # how NumPy's own stubs spell an array of unknown type

PROGRAM = """
import mxnet as mx
import numpy
from mxnet import autograd, gluon, nd, np, npx, sym
from mxnet.gluon import nn, rnn

x = nd.ones((2, 3))
a = np.ones((2, 3))
s = sym.var("s")
net = nn.Dense(4)
seq = nn.HybridSequential()
loader = gluon.data.DataLoader(gluon.data.ArrayDataset(x, x), batch_size=2)
batches = mx.io.NDArrayIter(numpy.ones((4, 3)), numpy.ones(4), 2)
mod = mx.mod.Module(s)
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
loss = gluon.loss.SoftmaxCrossEntropyLoss()
lstm = rnn.LSTM(5)
bound = s.simple_bind(mx.cpu(), s=(2, 3))
out = [net(data) for data, label in loader][0]
first = [batch.data[0] for batch in batches][0]
"""

# Expressions, with the types that pyright finds.
TYPES = {
    # mx.nd
    "x": "NDArray",
    "x + 1": "NDArray",
    "1 - x": "NDArray",
    "-x": "NDArray",
    "x * x / 2 ** x": "NDArray",
    "x > 0": "NDArray",
    "x == x": "NDArray",
    "x[0]": "NDArray",
    "x[:, 1]": "NDArray",
    "x.grad": "NDArray",
    "x.T": "NDArray",
    "x.shape": "tuple[int, ...]",
    "x.context": "Context",
    "x.asnumpy()": HOST,
    "x.asscalar()": "float",
    "x.astype('float16')": "NDArray",
    "x.reshape((3, 2))": "NDArray",
    "x.sum(axis=0)": "NDArray",
    "x.as_in_context(mx.cpu())": "NDArray",
    "x.split(num_outputs=3, axis=1)": "list[NDArray]",
    "x.as_np_ndarray()": "ndarray",
    "nd.array([1, 2])": "NDArray",
    "nd.random.uniform(shape=(2,))": "NDArray",
    "nd.relu(x)": "NDArray",
    "nd.dot(x, x)": "NDArray",
    "nd.concat(x, x, dim=0)": "NDArray",
    "nd.maximum(x, 0)": "NDArray",
    "nd.Convolution(x, x, x, kernel=(3, 3), num_filter=2)": "NDArray",
    "nd.BatchNorm(x, x, x, x, x)": "NDArray",
    "nd.BatchNorm(x, x, x, x, x, output_mean_var=True)": "list[NDArray]",
    "nd.topk(x)": "NDArray",
    "nd.topk(x, ret_typ='both')": "list[NDArray]",
    "nd.split(x, 3)": "list[NDArray]",
    "nd.split(x, num_outputs=1)": "NDArray",
    "nd.contrib.box_nms(x)": "NDArray",
    "nd.linalg.gemm2(x, x)": "NDArray",
    "nd.sparse.csr_matrix(x)": "CSRNDArray",
    "nd.load('f')": "list[NDArray] | dict[str, NDArray]",
    # mx.sym
    "s": "Symbol",
    "s + 1": "Symbol",
    "2 * s": "Symbol",
    "s[0]": "Symbol",
    "s.list_arguments()": "list[str]",
    "s.infer_shape(s=(2, 3))[1]": "list[tuple[int, ...]]",
    "sym.FullyConnected(s, num_hidden=3)": "Symbol",
    "sym.Convolution(data=s, kernel=(3, 3), num_filter=3, name='c')": "Symbol",
    "sym.split(s, num_outputs=2)": "Symbol",
    "sym.Group([s, s])": "Symbol",
    "bound.forward()[0]": "NDArray",
    "bound.arg_dict['s']": "NDArray",
    # mx.np and mx.npx
    "a": "ndarray",
    "a + 1": "ndarray",
    "1 / a": "ndarray",
    "a & a": "ndarray",
    "a[0]": "ndarray",
    "a.grad": "ndarray",
    "a.dtype": "dtype[Any]",
    "a.sum()": "ndarray",
    "a.item()": "float",
    "a.as_nd_ndarray()": "NDArray",
    "np.arange(3)": "ndarray",
    "np.exp(a)": "ndarray",
    "np.exp(1.0)": "float",
    "np.add(a, 1)": "ndarray",
    "np.concatenate([a, a])": "ndarray",
    "np.split(a, 2)": "list[ndarray]",
    "np.where(a > 0, a, a)": "ndarray",
    "np.linalg.svd(a)": "tuple[ndarray, ndarray, ndarray]",
    "np.random.normal(0, 1, (2,))": "ndarray",
    "npx.relu(a)": "ndarray",
    "npx.fully_connected(a, a, a, num_hidden=3)": "ndarray",
    # mx.gluon
    "net(x)": "NDArray",
    "net(a)": "ndarray",
    "net(s)": "Symbol",
    "net.weight": "Parameter",
    "net.weight.data()": "NDArray",
    "net.weight.grad()": "NDArray",
    "net.collect_params()['w']": "Parameter",
    "seq[0]": "Block",
    "seq[1:]": "HybridSequential",
    "lstm(x)": "NDArray",
    "lstm(x, lstm.begin_state(2))": "tuple[NDArray, list[NDArray]]",
    "rnn.LSTMCell(3)(x, [x, x])": "tuple[NDArray, list[NDArray]]",
    "loss(x, x).mean()": "NDArray",
    "out": "NDArray",
    "trainer.learning_rate": "float",
    "gluon.model_zoo.vision.resnet18_v1()": "ResNetV1",
    "gluon.model_zoo.vision.get_model('resnet18_v1')(x)": "NDArray",
    "gluon.utils.split_and_load(x, [mx.cpu()])": "list[NDArray]",
    # the rest
    "first": "NDArray",
    "mod.get_outputs()[0]": "NDArray",
    "mod.predict(batches)": "NDArray",
    "mod.get_params()": "tuple[dict[str, NDArray], dict[str, NDArray]]",
    "mx.metric.Accuracy().get()": "tuple[str, float]",
    "mx.init.Xavier()": "Xavier",
    "mx.optimizer.SGD()": "SGD",
    "mx.cpu()": "Context",
    "autograd.grad(x, [x])": "list[NDArray]",
    "mx.image.imread('f')": "NDArray",
    "mx.model.load_checkpoint('p', 1)": "tuple[Symbol, dict[str, NDArray], dict[str, NDArray]]",
}

# What a type checker must find wrong.
MISTAKES = (
    "nd.Convolutionn(x)",
    "sym.FullyConnectd(s)",
    "np.onez((2,))",
    "npx.rellu(a)",
    "mx.gluon.nn.Densee(3)",
    "x.reshap((2,))",
    "s.list_argumens()",
    "nd.Convolution(x, x, x, kernl=(3, 3), num_filter=2)",
    "nd.relu()",
    "nd.dot(x)",
    "nd.relu('text')",
    "mx.nonsense",
)

# What jedi, which completes in notebooks and in many editors, sees. It knows nothing of operators with a number on the
# left, of signs, and of which overload a value chooses.
COMPLETED = {
    "x": "asnumpy attach_grad reshape argmax",
    "(x + 1)": "asnumpy reshape",
    "x[0]": "asnumpy reshape",
    "x.T.copy()": "asnumpy reshape",
    "x.grad": "asnumpy",
    "nd.relu(x)": "asnumpy reshape",
    "nd.Convolution(x, x, x, kernel=(3, 3), num_filter=2)": "asnumpy",
    "nd.split(x, 3)[0]": "asnumpy",
    "nd": "Convolution FullyConnected relu random",
    "net.weight": "data grad set_data",
    "net.weight.data()": "asnumpy reshape",
    "net(x)": "asnumpy reshape",
    "loss(x, x)": "backward mean",
    "out": "asnumpy",
    "mx.sym.FullyConnected(s, num_hidden=3)": "list_arguments infer_shape simple_bind",
    "(s + 1)": "list_arguments",
    "mx.np.ones((2,))": "as_nd_ndarray tolist sum",
    "(a + 1)": "as_nd_ndarray tolist",
    "np.exp(a).T": "as_nd_ndarray tolist",
    "npx.relu(a)": "as_nd_ndarray tolist",
    "mod": "fit predict",
    "first": "asnumpy",
}


def environment() -> dict[str, str]:
    """Where the checkers find this package, as one that is installed."""
    return {**os.environ, "PYTHONPATH": str(SOURCE)}


def pyright(folder: Path, lines: list[str]) -> dict[int, list[dict[str, str]]]:
    """What pyright says of the program with these lines after it, by the number of the line."""
    script = folder / "script.py"
    script.write_text(PROGRAM + "\n".join(lines) + "\n")
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "--outputjson", str(script)]
    answer = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment())
    assert answer.stdout.startswith("{"), answer.stderr
    first = PROGRAM.count("\n")
    found: dict[int, list[dict[str, str]]] = {}
    for message in json.loads(answer.stdout)["generalDiagnostics"]:
        found.setdefault(message["range"]["start"]["line"] - first, []).append(message)
    return found


def test_pyright_knows_the_type_of_every_expression(tmp_path: Path) -> None:
    assert len(TYPES) >= 60
    found = pyright(tmp_path, [f"reveal_type({expression})" for expression in TYPES])
    answers = {}
    for number, expression in enumerate(TYPES):
        revealed = [re.search(r' is "(.*)"$', m["message"]) for m in found.pop(number, ())]
        answers[expression] = revealed[0].group(1) if len(revealed) == 1 and revealed[0] else str(revealed)
    assert answers == TYPES
    assert found == {}


def test_no_expected_type_is_unknown() -> None:
    allowed = {HOST, "dtype[Any]"}
    assert [e for e, kind in TYPES.items() if re.search("Any|Unknown", kind) and kind not in allowed] == []


def test_pyright_finds_misspelled_names_and_wrong_arguments(tmp_path: Path) -> None:
    found = pyright(tmp_path, list(MISTAKES))
    assert {n: {m["severity"] for m in found[n]} for n in sorted(found)} == {n: {"error"} for n in range(len(MISTAKES))}


@pytest.fixture(scope="module")
def project() -> jedi.Project:
    return jedi.Project(SOURCE.parent, sys_path=[str(SOURCE), *sys.path])


def asked(project: jedi.Project, line: str) -> tuple[jedi.Script, int]:
    """The program with a line at its end, and the number of that line."""
    code = PROGRAM + line
    return jedi.Script(code, path=SOURCE.parent / "script.py", project=project), code.count("\n") + 1


def test_jedi_completes_what_expressions_give(project: jedi.Project) -> None:
    missing = {}
    for expression, names in COMPLETED.items():
        script, number = asked(project, f"{expression}.")
        completions = {c.name for c in script.complete(number, len(expression) + 1)}
        if set(names.split()) - completions:
            missing[expression] = set(names.split()) - completions
    assert missing == {}


def test_jedi_shows_parameters_with_their_types(project: jedi.Project) -> None:
    script, number = asked(project, "nd.FullyConnected(")
    (signature,) = script.get_signatures(number, len("nd.FullyConnected("))
    assert "num_hidden: int" in signature.to_string()
    assert signature.to_string().endswith("-> NDArray")
    script, number = asked(project, "nd.FullyConnected")
    (helped,) = script.help(number, len("nd.Fully"))
    assert "Affine map" in helped.docstring()


@pytest.mark.slow
def test_mypy_checks_a_users_script(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    mistake, wrong = "sym.FullyConnectd(s)", 'Module has no attribute "FullyConnectd"; maybe "FullyConnected"?'
    script.write_text(PROGRAM + "reveal_type(nd.relu(x) + 1)\nreveal_type(net(a))\n" + mistake + "\n")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(script)]
    answer = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment())
    last = PROGRAM.count("\n")
    lines = [line for line in answer.stdout.splitlines() if line.startswith("script.py")]
    assert lines == [
        f'script.py:{last + 1}: note: Revealed type is "mxnet.ndarray.dense.NDArray"',
        f'script.py:{last + 2}: note: Revealed type is "mxnet.numpy._array.ndarray"',
        f"script.py:{last + 3}: error: {wrong}  [attr-defined]",
    ], answer.stdout


def test_the_package_says_that_it_has_types() -> None:
    assert (SOURCE / "mxnet" / "py.typed").exists()


def test_stubs_hide_no_misspelling_and_no_operator_gives_any() -> None:
    stubs = list((SOURCE / "mxnet").rglob("*.pyi"))
    assert len(stubs) > 15
    assert [s.name for s in stubs if "__getattr__" in s.read_text()] == []
    gives_any = [
        f"{stub.parent.name}/{stub.name}: {line.split('(')[0]}"
        for stub in stubs
        for line in stub.read_text().splitlines()
        if re.match(r" *def \w+\(.*-> Any:", line) and stub.name != "fluent.pyi"  # has a function for itself
    ]
    assert gives_any == []
