"""The restricted pickle reader: MXNet's files open, anything that could run or cost something does not."""

import collections
import copyreg
import os
import pickle
import random
import sys
import tracemalloc
import types
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mxnet._files.params import load_one
from mxnet._files.pickles import loads
from mxnet.error import MXNetError

FIXTURES = Path(__file__).parent.parent / "fixtures"


class FakeArray:
    """Takes an array's place: what a pickle of MXNet's calls and sets."""

    def __init__(self, handle: object = None) -> None:
        self.handle = handle

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.value = load_one(state["handle"]).data


class LRScheduler:
    """Takes the place of the class of that name."""

    def __init__(self) -> None:
        self.base_lr = 0.5


class Adam:
    """Takes the place of the class of that name."""


LRScheduler.__module__ = "mxnet.lr_scheduler"
Adam.__module__ = "mxnet.optimizer.optimizer"


@pytest.fixture(autouse=True)
def modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules of the layers above, as far as pickles name them."""
    made = {
        "mxnet.optimizer.optimizer": {"Adam": Adam},
        "mxnet.ndarray.ndarray": {"NDArray": FakeArray},
        "mxnet.ndarray.sparse": {"CSRNDArray": FakeArray},
        "mxnet.lr_scheduler": {"LRScheduler": LRScheduler, "os": os, "system": os.system, "Popen": FakeArray},
    }
    for name, content in made.items():
        module = types.ModuleType(name)
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, name, module)


def test_a_pickled_array_of_mxnets() -> None:
    array = loads((FIXTURES / "ndarray.pkl").read_bytes())
    assert isinstance(array, FakeArray)
    assert array.value.shape == (2, 3)
    assert array.value.dtype == np.float32


def test_optimizer_states_of_mxnets() -> None:
    states = loads((FIXTURES / "mlp-0003.states").read_bytes())
    assert sorted(states) == list(range(len(states)))
    assert all(isinstance(state, FakeArray) for state in states.values())


def test_optimizer_states_with_the_optimizer() -> None:
    states, optimizer = loads((FIXTURES / "lenet-trainer.states").read_bytes())
    assert all(mean.value.shape == variance.value.shape for mean, variance in states.values())
    assert isinstance(optimizer, Adam)
    assert vars(optimizer)["beta1"] == 0.9


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_plain_data_of_every_protocol(protocol: int) -> None:
    value = {
        "a": [1, 2.5, "x", None, True, (1, (2,)), 2**100],
        3: collections.OrderedDict([("k", b"bytes"), ("l", bytearray(b"more"))]),
        "s": {1, 2},
        "f": frozenset({"q"}),
        "c": 1 + 2j,
    }
    assert loads(pickle.dumps(value, protocol)) == value


@pytest.mark.parametrize("protocol", range(5))
@pytest.mark.parametrize("module", ["numpy.core.multiarray", "numpy._core.multiarray"])
def test_numpy_values_of_old_and_new_numpy(protocol: int, module: str) -> None:
    arrays = [np.arange(6).reshape(2, 3).astype(dtype) for dtype in ("<f4", ">f4", "i8", "u1", "c8", "f2", "?")]
    arrays += [np.array(["a", "bc"]), np.zeros((0, 3)), np.asfortranarray(np.ones((2, 3)))]
    for array in arrays:
        data = pickle.dumps([array, array], protocol)
        if protocol < 4:  # text names may be swapped without adjusting lengths
            data = data.replace(b"numpy._core.multiarray", module.encode())
        back, again = loads(data)
        assert back is again
        expected = pickle.loads(pickle.dumps(array, protocol))
        np.testing.assert_array_equal(np.asarray(back), expected, strict=True)
        assert pickle.dumps(back, protocol) == pickle.dumps(expected, protocol)
    for scalar in (np.float32(0.1), np.int64(-3), np.bool_(True)):
        assert loads(pickle.dumps(scalar, protocol)) == scalar
        assert type(loads(pickle.dumps(scalar, protocol))) is type(scalar)


def test_numpys_shared_dtypes_are_not_touched() -> None:
    loads(pickle.dumps(np.zeros(2, ">f4")))
    assert np.dtype("f4").byteorder == "="


def test_classes_of_trusted_modules_and_the_programs_own_subclasses() -> None:
    assert loads(pickle.dumps(LRScheduler())).base_lr == 0.5

    class Own(LRScheduler):
        pass

    Own.__module__, Own.__qualname__, Own.__name__ = __name__, "Own", "Own"
    globals()["Own"] = Own
    try:
        assert type(loads(pickle.dumps(Own()))) is Own
    finally:
        del globals()["Own"]


class Evil:
    def __init__(self, function: Any, *args: Any) -> None:
        self.call = function, args

    def __reduce__(self) -> Any:
        return self.call


def named(module: str, name: str) -> bytes:
    """A pickle that only looks a name up (protocol 4, so that a dotted name would be followed)."""
    return b"\x80\x04" + b"".join(b"\x8c" + bytes([len(t)]) + t.encode() for t in (module, name)) + b"\x93."


FORBIDDEN = [
    ("os", "system"),
    ("posix", "system"),
    ("builtins", "eval"),
    ("builtins", "getattr"),
    ("__builtin__", "exec"),
    ("subprocess", "Popen"),
    ("numpy", "load"),
    ("numpy", "lib.npyio.load"),
    ("functools", "partial"),
    ("mxnet.error", "MXNetError"),
    ("mxnet.lr_scheduler", "os"),
    ("mxnet.lr_scheduler", "system"),
    ("mxnet.lr_scheduler", "os.system"),
    ("mxnet.lr_scheduler", "LRScheduler.__init__"),
    ("mxnet.lr_scheduler", "Popen"),
    ("mxnet.lr_schedulers", "LRScheduler"),
    ("mxnet.ndarray.ndarray", "os"),
    (__name__, "Evil"),
]


@pytest.mark.parametrize(("module", "name"), FORBIDDEN)
def test_other_names_are_refused_with_name_and_file(module: str, name: str) -> None:
    with pytest.raises(MXNetError) as caught:
        loads(named(module, name), "evil.states")
    assert f"evil.states: the pickle asks for {module}.{name}" in str(caught.value)


def test_a_file_imports_nothing() -> None:
    sys.modules.pop("this", None)
    with pytest.raises(MXNetError):
        loads(named("this", "s"))
    assert "this" not in sys.modules


def test_references_out_of_the_file_are_refused() -> None:
    for data in (b"Pname\n.", b"\x80\x02K\x01Q.", b"\x80\x05\x97."):
        with pytest.raises(MXNetError, match="outside the file"):
            loads(data)
    copyreg.add_extension("os", "system", 240)
    try:
        with pytest.raises(MXNetError, match="outside the file"):
            loads(b"\x80\x02\x82\xf0.")
    finally:
        copyreg.remove_extension("os", "system", 240)


def reduced(function: Any, *args: Any) -> bytes:
    return pickle.dumps(Evil(function, *args), 2)


BOMBS = {
    "bytearray of a number": reduced(bytearray, 2**40),
    "array of a shape": reduced(np.ndarray, (2**40,)),
    "array not empty": reduced(np._core.multiarray._reconstruct, np.ndarray, (2**40,), b"b"),
    "scalar without data": pickle.dumps(Evil(np._core.multiarray.scalar, np.dtype("U500000000")), 2),
    "memo": b"\x80\x02Nr\xff\xff\xff\x7f.",
    "length": b"\x80\x04\x8e" + (2**60).to_bytes(8, "little") + b"x.",
    "copies": b"\x80\x04B"
    + (100_000).to_bytes(4, "little")
    + bytes(100_000)
    + b"\x94]("
    + (b"c__builtin__\nbytearray\nh\x00\x85R" * 500)
    + b"e.",
    "codec": b"\x80\x02c_codecs\nencode\nX\x01\x00\x00\x00xX\x04\x00\x00\x00zlib\x86R.",
    "pointers": b"\x80\x02cnumpy\ndtype\nX\x02\x00\x00\x00O8K\x00K\x01\x87R.",
}


@pytest.mark.parametrize("case", BOMBS)
def test_a_file_gets_no_more_memory_than_it_has_bytes(case: str) -> None:
    data = BOMBS[case]
    tracemalloc.start()
    try:
        with pytest.raises(MXNetError):
            loads(data, "bomb")
        assert tracemalloc.get_traced_memory()[1] < 6 * len(data) + 200_000
    finally:
        tracemalloc.stop()


def test_a_dtype_cannot_claim_to_hold_pointers() -> None:
    state = (3, "<", None, None, None, -1, -1, 63)
    lying = pickle.dumps(Evil(np.dtype, "f8", False, True), 2)[:-1] + pickle.dumps(state, 2)[2:-1] + b"b."
    assert not loads(lying).dtype.hasobject


def test_damage_gives_one_kind_of_error() -> None:
    source = random.Random(7)
    for name in ("ndarray.pkl", "mlp-0003.states"):
        data = (FIXTURES / name).read_bytes()
        for _ in range(500):
            copy = bytearray(data)
            if source.random() < 0.3:
                del copy[source.randrange(len(copy)) :]
            else:
                for _ in range(source.randint(1, 4)):
                    copy[source.randrange(len(copy))] = source.randrange(256)
            try:
                loads(bytes(copy), name)
            except MXNetError as error:
                assert name in str(error) or "<bytes>" in str(error)
