"""``mx.test_utils``: what tests rely on when they compare, draw, difference and download."""

import bz2
import gzip
import os
import sys
import types
import zipfile
from pathlib import Path

import numpy as np
import pytest

import mxnet as mx
from mxnet import test_utils as tu
from mxnet.test_utils import downloads

needs_symbol = pytest.mark.skipif(
    not hasattr(getattr(getattr(mx, "sym", None), "Symbol", None), "bind"), reason="mx.sym cannot be bound yet"
)
needs_sparse = pytest.mark.skipif(not hasattr(mx.nd, "sparse"), reason="mx.nd.sparse is not there yet")
needs_gluon = pytest.mark.skipif(not (hasattr(mx, "gluon") and hasattr(mx, "np")), reason="gluon is not there yet")


# --- comparing -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "near", "far"),
    [
        (np.float16, 1.1, 1.2),
        (np.float32, 1.001, 1.0012),
        (np.float64, 1.000009, 1.00002),
        (np.int32, 1, 2),
        (np.bool_, True, False),
    ],
)
def test_tolerance_follows_the_dtype(dtype, near, far):
    for kind in (np.array, mx.nd.array):
        one = kind([1], dtype=dtype)
        tu.assert_almost_equal(kind([near], dtype=dtype), one)
        with pytest.raises(AssertionError):
            tu.assert_almost_equal(kind([far], dtype=dtype), one)


def test_the_coarser_dtype_decides():
    wide, narrow = np.array([1.0009]), mx.nd.array([1.0])
    assert tu.get_tols(wide, narrow, None, None) == (1e-4, 1e-3)
    tu.assert_almost_equal(wide, narrow)
    assert tu.get_tols(np.float32(1), 1, {np.dtype("float32"): 0.5}, None) == (0.5, 1e-3)


def test_message_tells_the_worst_elements_first():
    a = np.array([[1.0, 2.0], [3.0, 4.0]])
    b = np.array([[1.0, 2.1], [3.5, 4.0]])
    with pytest.raises(AssertionError) as raised:
        tu.assert_almost_equal(a, b, names=("ours", "theirs"))
    message = str(raised.value)
    assert "Location of maximum error: (1, 0), ours=3.00000000, theirs=3.50000000" in message
    assert "mismatch 50.000000%" in message
    assert message.index("ours=3.0") < message.index("ours=2.0")


def test_nan_is_equal_only_on_request():
    a = np.array([np.nan, 1.0])
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(a, a)
    tu.assert_almost_equal(a, a, equal_nan=True)
    tu.assert_almost_equal_ignore_nan(a, np.array([5.0, 1.0]))
    with pytest.raises(AssertionError):
        tu.assert_almost_equal_ignore_nan(a, np.array([5.0, 2.0]))


def test_infinities_of_one_sign_are_equal():
    tu.assert_almost_equal(np.array([np.inf, -np.inf]), np.array([np.inf, -np.inf]))
    with pytest.raises(AssertionError):
        tu.assert_almost_equal(np.array([np.inf]), np.array([-np.inf]))


def test_numpy_broadcasts_but_two_arrays_of_mxnet_do_not():
    tu.assert_almost_equal(np.zeros((3, 1)), np.zeros((1, 2)))
    tu.assert_almost_equal(mx.nd.zeros((3, 1)), np.zeros((1, 2)))
    with pytest.raises(AssertionError, match="not equal"):
        tu.assert_almost_equal(mx.nd.zeros((3, 1)), mx.nd.zeros((1, 2)))
    with pytest.raises(AssertionError, match="not equal"):
        tu.assert_almost_equal(np.zeros((3, 1)), np.zeros((1, 2)), use_broadcast=False)
    with pytest.raises(AssertionError, match=r"\(mismatch 100.000000%: 6 of 6\)"):
        tu.assert_almost_equal(np.zeros((3, 1)), np.ones((1, 2)))


def test_differences_of_halves_do_not_overflow():
    a = np.array([60000], np.float16)
    with pytest.raises(AssertionError, match="a=60000"):
        tu.assert_almost_equal(a, -a)


def test_a_share_of_errors_may_be_allowed():
    a, b = np.zeros(4), np.array([0.0, 0, 1, 1])
    tu.assert_almost_equal_with_err(a, b, etol=0.6)
    for etol in (0.4, 0, None):
        with pytest.raises(AssertionError):
            tu.assert_almost_equal_with_err(a, b, etol=etol)


def test_assert_allclose_is_strict():
    tu.assert_allclose(np.array([np.nan]), np.array([np.nan]))
    with pytest.raises(AssertionError):
        tu.assert_allclose(mx.nd.array([1.0]), mx.nd.array([1.00001]))


def test_unknown_dtype_says_what_to_give():
    with pytest.raises(KeyError, match="int16"):
        tu.assert_almost_equal(np.array([1], np.int16), np.array([1], np.int16))
    tu.assert_almost_equal(np.array([1], np.int16), np.array([1], np.int16), rtol=0, atol=0)


def test_same_and_almost_equal():
    assert tu.same(mx.nd.array([1, 2]), np.array([1, 2]))
    assert not tu.same(np.zeros(2), np.zeros((1, 2)))
    assert tu.almost_equal(mx.nd.array([1.0]), np.array([1.000001]))
    assert not tu.almost_equal(np.array([1e-19]), np.array([0.0]))


def test_same_array_sees_shared_memory():
    x = mx.nd.array([[1, 2], [3, 4]])
    assert tu.same_array(x, x[:])
    assert tu.same_array(x.reshape((4,)), x.reshape((4,)))
    assert not tu.same_array(x, x.copy())
    assert x.asnumpy().tolist() == [[1, 2], [3, 4]]


def test_compare_ndarray_tuple_goes_into_tuples():
    one = mx.nd.ones((2,))
    tu.compare_ndarray_tuple((one, (one, None)), (one, (one, one)))
    with pytest.raises(AssertionError):
        tu.compare_ndarray_tuple((one, (one,)), (one, (2 * one,)))


def test_assert_exception():
    tu.assert_exception(lambda x: 1 / x, ZeroDivisionError, 0)
    with pytest.raises(AssertionError, match="did not raise"):
        tu.assert_exception(lambda: None, Exception)
    with pytest.raises(ZeroDivisionError):
        tu.assert_exception(lambda: 1 / 0, KeyError)


def test_retry_tries_until_it_passes():
    tries = []

    def attempt(until):
        tries.append(until)
        assert len(tries) >= until

    tu.retry(3)(attempt)(3)
    assert len(tries) == 3
    tries.clear()
    with pytest.raises(AssertionError):
        tu.retry(2)(attempt)(3)
    assert len(tries) == 2
    with pytest.raises(ValueError, match="at least 1"):
        tu.retry(0)


# --- the process -----------------------------------------------------------------------------------------------------


def test_environment_is_put_back(monkeypatch):
    monkeypatch.setenv("MXNET_TEST_A", "before")
    monkeypatch.delenv("MXNET_TEST_B", raising=False)
    with pytest.raises(RuntimeError), tu.environment({"MXNET_TEST_A": None, "MXNET_TEST_B": "2"}):
        assert "MXNET_TEST_A" not in os.environ
        assert mx.util.getenv("MXNET_TEST_B") == "2"
        raise RuntimeError
    assert os.environ["MXNET_TEST_A"] == "before"
    assert "MXNET_TEST_B" not in os.environ
    with tu.environment("MXNET_TEST_B", "3"):
        assert os.environ["MXNET_TEST_B"] == "3"
    with pytest.raises(TypeError, match="a name and a value"), tu.environment("MXNET_TEST_B"):
        pass


def test_discard_stderr_takes_what_native_code_writes_too(capfd):
    with tu.discard_stderr():
        os.write(2, b"native\n")
        print("python", file=sys.stderr)
    print("after", file=sys.stderr)
    assert capfd.readouterr().err == "after\n"


def test_default_context_is_the_current_one():
    before = tu.default_context()
    try:
        tu.set_default_context(mx.cpu(1))
        assert tu.default_context() == mx.current_context() == mx.cpu(1)
        assert tu.rand_ndarray((2,)).context == mx.cpu(1)
    finally:
        tu.set_default_context(before)
    assert tu.default_dtype() is np.float32
    assert list(tu.list_gpus()) == list(range(mx.num_gpus()))


# --- data ------------------------------------------------------------------------------------------------------------


def test_a_seed_gives_mxnets_data():
    np.random.seed(1)
    assert np.array_equal(tu.random_arrays((2,)), np.array([1.6243454, -0.6117564], np.float32))
    scalar, vector = tu.random_arrays((), (2,))
    assert scalar.shape == () and np.array_equal(vector, np.array([-1.0729686, 0.86540765], np.float32))
    assert np.array_equal(
        tu.random_uniform_arrays((2,), low=1, high=2)[0], np.array([1.4191945, 1.6852195], np.float32)
    )
    assert tu.random_sample([1, 2, 3], 2) == [2, 3]
    assert tu.rand_shape_2d() == (3, 5)
    assert tu.rand_shape_3d() == (8, 8, 10)
    assert tu.rand_shape_nd(4) == (2, 8, 1, 7)
    assert tu.rand_coord_2d(1, 3, 5, 9) == (2, 6)
    assert np.array_equal(tu.rand_ndarray((2,)).asnumpy(), np.array([-2.3015387, 0.7299756], np.float32))


def test_wrong_requests_for_data():
    with pytest.raises(TypeError, match="lo"):
        tu.random_uniform_arrays((2,), lo=1)
    with pytest.raises(ValueError, match="between 0 and 3"):
        tu.random_sample([1, 2, 3], 4)


def test_zero_sizes_only_on_request():
    np.random.seed(0)
    assert min(min(tu.rand_shape_nd(5, dim=2)) for _ in range(20)) == 1
    assert min(min(tu.rand_shape_2d(2, 2, allow_zero_size=True)) for _ in range(20)) == 0


def test_matrices_have_the_eigenvalues_promised():
    np.random.seed(3)
    general = tu.new_matrix_with_real_eigvals_nd((2, 3, 4, 4))
    assert general.shape == (2, 3, 4, 4)
    values = np.linalg.eigvals(general)
    assert np.abs(np.imag(values)).max() < 1e-8 and np.abs(values).max() < 10.001
    symmetric = tu.new_sym_matrix_with_real_eigvals_nd((5, 5))
    assert np.allclose(symmetric, symmetric.T)
    basis = tu.new_orthonormal_matrix_2d(4)
    assert np.allclose(basis @ basis.T, np.eye(4))


def test_large_array_helpers_in_small():
    assert tu.create_2d_tensor(2, 3).asnumpy().tolist() == [[0, 0, 0], [1, 1, 1]]
    assert tu.create_vector(3).dtype is np.int64
    assert tu.get_identity_mat_batch(2).asnumpy().tolist() == [[[1, 0], [0, 1]]] * 2


@pytest.mark.parametrize("axis", [None, 1, -1, (0, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_np_reduce_is_numpys(axis, keepdims):
    data = np.arange(24.0).reshape(2, 3, 4)
    assert np.array_equal(tu.np_reduce(data, axis, keepdims, np.sum), data.sum(axis=axis, keepdims=keepdims))


def test_collapse_sum_like_undoes_a_broadcast():
    assert tu.collapse_sum_like(np.ones((2, 3, 4)), (3, 1)).tolist() == [[8], [8], [8]]
    assert tu.collapse_sum_like(np.ones((2, 0)), (0,)).shape == (0,)
    with pytest.raises(ValueError, match="broadcast"):
        tu.collapse_sum_like(np.ones((2, 3)), (2,))


def test_assign_each():
    assert tu.assign_each(np.array([1, 2]), lambda x: x * 2.5).tolist() == [2.5, 5]
    assert tu.assign_each2(np.array([[1, 2]]), np.array([[3, 4]]), lambda x, y: x * y).tolist() == [[3, 8]]
    assert tu.assign_each(np.array([1, 2]), None).tolist() == [1, 2]
    with pytest.raises(ValueError, match="one shape"):
        tu.assign_each2(np.zeros(2), np.zeros(3), max)


def test_shuffle_csr_column_indices_keeps_rows():
    csr = types.SimpleNamespace(indptr=np.array([0, 5, 5, 9]), indices=np.array([0, 1, 2, 3, 4, 0, 2, 4, 6]))
    before = csr.indices.copy()
    np.random.seed(0)
    tu.shuffle_csr_column_indices(csr)
    assert not np.array_equal(csr.indices, before)
    assert sorted(csr.indices[:5]) == [0, 1, 2, 3, 4] and sorted(csr.indices[5:]) == [0, 2, 4, 6]


@needs_sparse
def test_random_sparse_arrays():
    np.random.seed(1)
    array, (values, indices) = tu.rand_sparse_ndarray((4, 3), "row_sparse", 0.5)
    dense = np.zeros((4, 3), np.float32)
    dense[indices] = values
    assert array.stype == "row_sparse" and np.array_equal(array.asnumpy(), dense)
    array, (indptr, columns, data) = tu.rand_sparse_ndarray((10, 20), "csr", 0.25)
    assert array.stype == "csr" and len(data.asnumpy()) == 50 == indptr.asnumpy()[-1]
    assert np.count_nonzero(array.asnumpy()) == 50 and columns.asnumpy().max() < 20
    array, (indptr, _, _) = tu.rand_sparse_ndarray((3, 8), "csr", 0.5, distribution="powerlaw")
    assert indptr.asnumpy().tolist() == [0, 2, 6, 12]
    filled = tu.create_sparse_array((4, 3), "row_sparse", rsp_indices=[2, 0], data_init=3.0)
    assert filled.indices.asnumpy().tolist() == [0, 2] and filled.asnumpy()[2].tolist() == [3, 3, 3]
    assert tu.create_sparse_array_zd((4, 3), "row_sparse", 0.9).indices.shape == (0,)


def test_sparse_requests_that_make_no_sense():
    for request, message in (
        ({"stype": "coo"}, "'coo'"),
        ({"stype": "csr", "distribution": "normal"}, "'normal'"),
        ({"stype": "csr", "density": 1.5}, "between 0 and 1"),
        ({"stype": "csr", "density": 0.1, "distribution": "powerlaw"}, "two elements a row"),
        ({"stype": "row_sparse", "rsp_indices": [0, 1, 2, 3, 4]}, "at most 4"),
    ):
        with pytest.raises(ValueError, match=message):
            tu.rand_sparse_ndarray((4, 3), **request)


# --- statistics ------------------------------------------------------------------------------------------------------


def test_generators_are_told_apart():
    np.random.seed(7)
    buckets, probs = tu.gen_buckets_probs_with_ppf(lambda p: p, 4)
    assert buckets == [(0, 0.25), (0.25, 0.5), (0.5, 0.75), (0.75, 1)] and probs == [0.25] * 4
    assert len(tu.verify_generator(lambda n: np.random.uniform(size=n), buckets, probs, nsamples=10000)) == 5
    with pytest.raises(AssertionError, match="Generator test fails"):
        tu.verify_generator(lambda n: np.random.uniform(size=n) ** 1.2, buckets, probs, nsamples=10000)


def test_chi_square_of_known_counts():
    samples = np.repeat([0, 1, 2], [520, 480, 0])
    p, observed, expected = tu.chi_square_check(lambda n: samples, [0, 1], [0.5, 0.5], nsamples=1000)
    assert observed.tolist() == [520, 480] and expected.tolist() == [500, 500]
    assert p == pytest.approx(0.20590321073206466)
    impossible = tu.chi_square_check(lambda n: np.array([0, 1, 2]), [0, 1, 2], [0.5, 0.5, 0.0], nsamples=3)
    assert impossible[0] == 0
    with pytest.raises(ValueError, match="ascend"):
        tu.chi_square_check(lambda n: samples, [(0, 2), (1, 3)], [0.5, 0.5])


def test_mean_and_variance():
    np.random.seed(0)
    assert tu.mean_check(lambda n: np.random.normal(1, 2, n), 1, 2, nsamples=10000)
    assert not tu.mean_check(lambda n: np.random.normal(1.2, 2, n), 1, 2, nsamples=10000)
    assert tu.var_check(lambda n: np.random.normal(1, 2, n), 2, nsamples=10000)
    assert not tu.var_check(lambda n: np.random.normal(1, 2.2, n), 2, nsamples=10000)


# --- gradients -------------------------------------------------------------------------------------------------------


class CubeSum:
    """Has an executor's members: the result is ``sum(x ** 3) + state``, and the state counts the passes."""

    def __init__(self, size):
        self.arg_dict = {"x": mx.nd.zeros((size,)), "label": mx.nd.zeros((1,), dtype="int32")}
        self.aux_dict = {"state": mx.nd.zeros((1,))}
        self.outputs = []

    def forward(self, is_train):
        assert is_train
        x, state = self.arg_dict["x"], self.aux_dict["state"]
        self.outputs = [(x * x * x).sum() + state]
        state += 1


def test_numeric_grad_reuses_one_program():
    executor = CubeSum(20)
    x = np.linspace(-1, 1, 20).astype(np.float32)
    location = {"x": x, "label": np.zeros(1, np.int32)}
    mx.nd.waitall()
    mx.runtime.engine_stats(reset=True)
    found = tu.numeric_grad(executor, location, {"state": np.array([5.0])}, eps=2.0**-7)
    assert np.allclose(found["x"], 3 * x**2, atol=1e-3)
    assert found["label"].tolist() == [0]
    assert np.array_equal(executor.arg_dict["x"].asnumpy(), x)
    assert mx.runtime.engine_stats()["compilations"] <= 2


@needs_symbol
def test_check_numeric_gradient_finds_a_wrong_gradient():
    np.random.seed(2)
    x, y = mx.sym.Variable("x"), mx.sym.Variable("y")
    location = [np.array([1.0, 2.0]), np.array([3.0, -1.0])]
    tu.check_numeric_gradient(x * y, location)
    tu.check_numeric_gradient(x * y, location, grad_nodes={"x": "add", "y": "null"})
    tu.check_numeric_gradient(x * y, location, grad_nodes=["x"], dtype=np.float64)
    with pytest.raises(AssertionError, match="NUMERICAL_x"):
        tu.check_numeric_gradient(mx.sym.BlockGrad(x) * y, location)
    with pytest.raises(ValueError, match="numeric_eps"):
        tu.check_numeric_gradient(x * y, location, numeric_eps=1e-7)
    with pytest.raises(ValueError, match="location"):
        tu.check_numeric_gradient(x * y, {"x": location[0]})


@needs_symbol
def test_check_numeric_gradient_compiles_a_few_programs_for_many_elements():
    np.random.seed(2)
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=4, name="fc")
    location = {"data": np.random.rand(5, 6), "fc_weight": np.random.rand(4, 6), "fc_bias": np.random.rand(4)}
    mx.nd.waitall()
    mx.runtime.engine_stats(reset=True)
    tu.check_numeric_gradient(net, location, numeric_eps=2.0**-5, rtol=1e-2, atol=1e-2)
    counts = mx.runtime.engine_stats()
    assert counts["compilations"] <= 4 < 2 * 58 <= counts["programs"]


@needs_symbol
def test_check_symbolic_forward_and_backward():
    np.random.seed(2)
    x, y = mx.sym.Variable("x"), mx.sym.Variable("y")
    location = {"x": np.array([1.0, 2.0]), "y": np.array([3.0, -1.0])}
    product = x * y
    (found,) = tu.check_symbolic_forward(product, location, [np.array([3.0, -2.0])])
    assert found.asnumpy().tolist() == [3, -2]
    with pytest.raises(AssertionError, match="EXPECTED_"):
        tu.check_symbolic_forward(product, location, [np.array([3.0, 2.0])])
    heads = [np.array([1.0, 10.0])]
    expected = {"x": np.array([3.0, -10.0]), "y": np.array([1.0, 20.0])}
    for request in ("write", "add", ["write", "add"]):
        tu.check_symbolic_backward(product, location, heads, expected, grad_req=request)
    tu.check_symbolic_backward(product, location, heads, {"y": expected["y"]}, grad_req={"x": "null", "y": "write"})
    with pytest.raises(AssertionError, match="BACKWARD_x"):
        tu.check_symbolic_backward(product, location, heads, {**expected, "x": expected["y"]})
    assert tu.simple_forward(product, **location).tolist() == [3, -2]


@needs_symbol
def test_check_consistency_over_dtypes():
    np.random.seed(2)
    x, y = mx.sym.Variable("x"), mx.sym.Variable("y")
    contexts = [
        {"ctx": mx.cpu(), "x": (2,), "y": (2,), "type_dict": {"x": dtype, "y": dtype}}
        for dtype in (np.float32, np.float64, np.float16)
    ]
    product = mx.sym.elemwise_mul(x, y, name="product")
    found = tu.check_consistency(product, contexts, arg_params={"x": np.array([1.0, 2.0]), "y": np.array([3.0, 4.0])})
    assert found["product_output"].dtype is np.float64 and found["x"].asnumpy().tolist() == [9, 32]
    with pytest.raises(AssertionError):
        tu.check_consistency([product, mx.sym.elemwise_add(x, y, name="product")], contexts[:2])
    with pytest.raises(ValueError, match="two entries"):
        tu.check_consistency(product, contexts[:1])


@needs_symbol
def test_check_speed_and_structure():
    x, y = mx.sym.Variable("x"), mx.sym.Variable("y")
    assert tu.check_speed(x * y, N=2, x=(2,), y=(2,)) > 0
    assert tu.check_speed(x * y, {"x": np.ones(2), "y": np.ones(2)}, N=2, typ="forward") > 0
    with pytest.raises(ValueError, match="whole"):
        tu.check_speed(x * y, typ="backward", x=(2,), y=(2,))
    assert tu.same_symbol_structure(x * y, y * x)
    assert not tu.same_symbol_structure(x * y, x + y)


@needs_gluon
def test_check_gluon_hybridize_consistency():
    def build(prefix):
        return mx.gluon.nn.Dense(3, prefix=prefix)

    with mx.util.np_shape(True), mx.util.np_array(True):
        tu.check_gluon_hybridize_consistency(build, [mx.np.ones((2, 4))])
        with pytest.raises(AssertionError):
            tu.check_gluon_hybridize_consistency(build, [mx.np.ones((2, 4))], numpy_func=lambda x: x[:, :3] + 100)


class Descent:
    """An optimizer: a step of ``rate`` down the gradient, with a state that counts steps."""

    def __init__(self, rate):
        self.rate = rate

    def create_state_multi_precision(self, index, weight):
        return mx.nd.zeros((1,))

    def update_multi_precision(self, index, weight, grad, state):
        if isinstance(index, int):
            weight, grad, state = [weight], [grad], [state]
        for w, g, s in zip(weight, grad, state, strict=True):
            w -= self.rate * g
            s += 1


def test_compare_optimizer_tells_rates_apart():
    for options in ({"shape": (3, 4)}, {"shape": [(3, 4), (2,)], "ntensors": 2}):
        tu.compare_optimizer(Descent(0.1), Descent(0.1), dtype="float32", **options)
        with pytest.raises(AssertionError):
            tu.compare_optimizer(Descent(0.1), Descent(0.2), dtype="float32", **options)
    with pytest.raises(ValueError, match="ntensors"):
        tu.compare_optimizer(Descent(0.1), Descent(0.1), (3, 4), "float32", ntensors=2)


# --- downloads (from files: nothing here needs a network) ------------------------------------------------------------


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The current folder, with a folder to download from."""
    (tmp_path / "remote").mkdir()
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "remote"


def test_download_once(here):
    source = here / "a.txt"
    source.write_bytes(b"first")
    assert tu.download(source.as_uri()) == "a.txt"
    source.write_bytes(b"second")
    assert tu.download(source.as_uri(), dirname="deep/er") == str(Path("deep/er/a.txt"))
    tu.download(source.as_uri())
    assert Path("a.txt").read_bytes() == b"first"
    tu.download(source.as_uri(), overwrite=True)
    assert Path("a.txt").read_bytes() == b"second"


def test_download_gives_up(here, capsys):
    missing = (here / "missing").as_uri()
    with pytest.raises(mx.MXNetError, match=r"cannot download .*missing"):
        tu.download(missing, retries=3)
    assert capsys.readouterr().out.count("retrying") == 2
    assert not list(Path().iterdir())


def test_download_model(here):
    for name in ("net-symbol.json", "net-0007.params"):
        (here / name).write_bytes(name.encode())
    known = {"net": {"symbol": (here / "net-symbol.json").as_uri(), "params": (here / "net-0007.params").as_uri()}}
    prefix, epoch = tu.download_model("net", "models", known)
    assert epoch == 0
    assert Path(f"{prefix}-symbol.json").read_bytes() == b"net-symbol.json"
    assert Path(f"{prefix}-0000.params").read_bytes() == b"net-0007.params"
    assert tu.download_model("other", "models", known) == (None, 0)
    with pytest.raises(ValueError, match="params"):
        tu.download_model("net", "models", {"net": {"symbol": known["net"]["symbol"]}})


def test_archives_are_unpacked_once(here):
    with zipfile.ZipFile(here / "all.zip", "w") as archive:
        archive.writestr("inside.txt", "zipped")
    tu.get_zip_data("zipped", (here / "all.zip").as_uri(), "all.zip")
    assert Path("zipped/inside.txt").read_text() == "zipped"
    (here / "one.bz2").write_bytes(bz2.compress(b"packed" * 1000))
    for _ in range(2):
        tu.get_bz2_data("packed", "one", (here / "one.bz2").as_uri(), "one.bz2")
    assert Path("packed/one").read_bytes() == b"packed" * 1000
    assert not Path("packed/one.bz2").exists()


def test_get_mnist_reads_the_idx_format(here, monkeypatch):
    monkeypatch.setattr(downloads, "_DATA", here.as_uri() + "/")
    folder = here / "data" / "mnist"
    folder.mkdir(parents=True)
    images = np.arange(3 * 28 * 28).reshape(3, 28, 28).astype(np.uint8)
    for part in ("train", "t10k"):
        pixels = bytes([0, 0, 8, 3]) + np.array([3, 28, 28], ">u4").tobytes() + images.tobytes()
        labels = bytes([0, 0, 8, 1]) + np.array([3], ">u4").tobytes() + bytes([7, 8, 9])
        (folder / f"{part}-images-idx3-ubyte.gz").write_bytes(gzip.compress(pixels))
        (folder / f"{part}-labels-idx1-ubyte.gz").write_bytes(gzip.compress(labels))
    found = tu.get_mnist()
    assert found["train_data"].shape == (3, 1, 28, 28) and found["train_data"].dtype == np.float32
    assert np.allclose(found["test_data"][:, 0] * 255, images)
    assert found["test_label"].tolist() == [7, 8, 9]


def test_get_mnist_ubyte_unpacks_into_data(here, monkeypatch):
    monkeypatch.setattr(downloads, "_DATA", here.as_uri() + "/")
    (here / "mxnet" / "data").mkdir(parents=True)
    names = [f"{part}-{kind}-ubyte" for part in ("train", "t10k") for kind in ("images-idx3", "labels-idx1")]
    with zipfile.ZipFile(here / "mxnet" / "data" / "mnist.zip", "w") as archive:
        for name in names:
            archive.writestr(name, name)
    tu.get_mnist_ubyte()
    assert all(Path("data", name).read_text() == name for name in names)


def test_get_im2rec_path(tmp_path, monkeypatch):
    monkeypatch.setenv("MXNET_HOME", str(tmp_path))
    with pytest.raises(OSError, match="im2rec"):
        tu.get_im2rec_path()
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "im2rec.py").touch()
    assert tu.get_im2rec_path() == str(tmp_path / "tools" / "im2rec.py")


# --- the module ------------------------------------------------------------------------------------------------------


def test_dummy_iter_repeats_the_first_batch():
    class Real:
        provide_data, provide_label, batch_size = [("data", (2,))], [], 2

        def __init__(self):
            self.count = 0

        def __next__(self):
            self.count += 1
            return self.count

    dummy = tu.DummyIter(Real())
    assert dummy.batch_size == 2 and dummy.provide_data == [("data", (2,))]
    assert [next(dummy), dummy.next(), next(iter(dummy))] == [1, 1, 1]


def test_star_import_brings_what_tests_count_on():
    names = set(tu.__all__)
    assert {"np", "mx", "os", "sys", "rnd", "npt", "logging", "array", "Context", "use_np", "environment"} <= names
    assert not names & {"comparing", "generating", "statistics", "sparse", "symbolic", "gradients", "downloads"}
    assert callable(tu.environment) and tu.np is np and tu.mx is mx
