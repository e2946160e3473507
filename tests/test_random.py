"""``mx.random``: seeds, streams, every distribution's shape, dtype and moments, and errors."""

import random
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from mxnet._lazy.tape import changed
from tests.engine.counting import counted

DRAWS: dict[str, Callable[..., Any]] = {
    "uniform": lambda **k: nd.random.uniform(-1, 3, **k),
    "normal": lambda **k: nd.random.normal(1, 2, **k),
    "exponential": lambda **k: nd.random.exponential(2, **k),
    "gamma": lambda **k: nd.random.gamma(3, 2, **k),
    "poisson": lambda **k: nd.random.poisson(4, **k),
    "negative_binomial": lambda **k: nd.random.negative_binomial(3, 0.4, **k),
    "generalized_negative_binomial": lambda **k: nd.random.generalized_negative_binomial(4, 0.5, **k),
}
# Mean and variance of what the functions above draw.
MOMENTS = {
    "uniform": (1, 16 / 12),
    "normal": (1, 4),
    "exponential": (2, 4),
    "gamma": (6, 12),
    "poisson": (4, 4),
    "negative_binomial": (3 * 0.6 / 0.4, 3 * 0.6 / 0.16),
    "generalized_negative_binomial": (4, 4 + 0.5 * 16),
}


def _some() -> list[list[float]]:
    return [DRAWS[name](shape=(3,)).asnumpy().tolist() for name in DRAWS]


# --- seeds -----------------------------------------------------------------------------------------------------------


def test_a_seed_gives_the_same_numbers_again() -> None:
    mx.random.seed(7)
    first = _some()
    second = _some()
    mx.random.seed(7)
    assert _some() == first
    assert second != first
    mx.random.seed(8)
    assert _some() != first


def test_numbers_do_not_depend_on_where_tapes_are_cut() -> None:
    def draws(look: bool) -> list[list[float]]:
        mx.random.seed(5)
        arrays = []
        for name in DRAWS:
            arrays.append(DRAWS[name](shape=(2,)) + 1)
            if look:
                arrays[-1].wait_to_read()
        return [a.asnumpy().tolist() for a in arrays]

    with changed(interpret=False):
        together = draws(False)
        assert draws(True) == together
        with mx.engine.bulk(1):
            assert draws(False) == together
    for walked, compiled in zip(draws(True), together, strict=True):
        np.testing.assert_allclose(walked, compiled, rtol=1e-6)  # the same bits, but NumPy's functions


def test_numbers_are_the_same_in_another_process_and_under_the_naive_engine() -> None:
    program = (
        "import mxnet as mx; mx.random.seed(3); a = mx.nd.random.normal(shape=(2,));"
        "b = mx.nd.random.uniform(shape=(2,)); print((a + b).asnumpy().tolist())"
    )
    mx.random.seed(3)
    expected = (nd.random.normal(shape=(2,)) + nd.random.uniform(shape=(2,))).asnumpy().tolist()
    for engine in ("ThreadedEnginePerDevice", "NaiveEngine"):
        environment = {"MXNET_ENGINE_TYPE": engine, "PYTHONPATH": ":".join(sys.path), "JAX_PLATFORMS": "cpu"}
        command = [sys.executable, "-c", program]
        ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        assert eval(ran.stdout) == pytest.approx(expected)


def test_a_seed_set_before_the_import_holds_after_it() -> None:
    program = (
        "import random, numpy as np; np.random.seed(7); random.seed(7); import mxnet as mx;"
        "(mx.nd.ones(3) + 1).asnumpy(); print(np.random.rand(), random.random())"
    )
    environment = {"PYTHONPATH": ":".join(sys.path), "JAX_PLATFORMS": "cpu"}
    ran = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True)
    generator = np.random.RandomState(7)
    assert [float(number) for number in ran.stdout.split()] == [generator.rand(), random.Random(7).random()]


def test_devices_have_streams_of_their_own() -> None:
    mx.random.seed(9)
    together = [nd.random.uniform(shape=(3,), ctx=mx.cpu(i)).asnumpy().tolist() for i in range(4)]
    assert len({tuple(t) for t in together}) == 4
    for context in (mx.cpu(1), mx.cpu(2)):
        mx.random.seed(11, ctx=context)
    first, second = (nd.random.uniform(shape=(3,), ctx=mx.cpu(i)).asnumpy().tolist() for i in (1, 2))
    assert first == second


def test_seeding_one_device_leaves_the_others_alone() -> None:
    def rest(seed_other: bool) -> list[float]:
        mx.random.seed(4)
        nd.random.uniform(shape=(2,), ctx=mx.cpu(0)).wait_to_read()
        if seed_other:
            mx.random.seed(99, ctx=mx.cpu(1))
        return nd.random.uniform(shape=(2,), ctx=mx.cpu(0)).asnumpy().tolist()

    assert rest(True) == rest(False)


def test_seeds_of_any_size() -> None:
    for seed in (-1, 0, 2**31, 2**40, np.int64(5)):
        mx.random.seed(seed)
        assert 0 <= nd.random.uniform().asscalar() < 1
    for wrong in ("a", 1.5, None):
        with pytest.raises(ValueError, match="must be int"):
            mx.random.seed(wrong)  # type: ignore[arg-type]


def test_threads_share_a_stream() -> None:
    drawn: list[float] = []
    threads = [threading.Thread(target=lambda: drawn.extend(nd.random.uniform(shape=(4,)).asnumpy())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(drawn)) == 16


# --- distributions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DRAWS)
def test_moments(name: str) -> None:
    mx.random.seed(1)
    drawn = DRAWS[name](shape=(200, 200)).asnumpy()
    mean, variance = MOMENTS[name]
    assert drawn.dtype == np.float32
    assert drawn.mean() == pytest.approx(mean, abs=6 * (variance / drawn.size) ** 0.5)
    assert drawn.var() == pytest.approx(variance, rel=0.1)


@pytest.mark.parametrize("name", DRAWS)
def test_parameters_may_be_arrays(name: str) -> None:
    mx.random.seed(1)
    parameters = {
        "uniform": [[0, 10], [1, 11]],
        "normal": [[0, 10], [1, 1]],
        "exponential": [[0.1, 10]],
        "gamma": [[1, 20], [1, 1]],
        "poisson": [[1, 20]],
        "negative_binomial": [[1, 40], [0.5, 0.5]],
        "generalized_negative_binomial": [[1, 30], [0.1, 0.1]],
    }[name]
    drawn = getattr(nd.random, name)(*[nd.array(p) for p in parameters], shape=(300,)).asnumpy()
    assert drawn.shape == (2, 300)
    assert drawn[1].mean() > drawn[0].mean() + 5


def test_shapes_and_dtypes() -> None:
    shapes = [nd.random.uniform(shape=s).shape for s in (3, (2, 3), [4], ())]
    assert shapes == [(3,), (2, 3), (4,), ()]
    assert nd.random.uniform().shape == (1,)
    assert nd.random.normal(shape=(2,), dtype="float64").dtype == np.float64
    assert nd.random.normal(shape=(2,), dtype="float16").dtype == np.float16
    assert nd.random.randn(2, 3, loc=5, scale=0.1, ctx=mx.cpu(1)).context == mx.cpu(1)
    assert nd.random.uniform(nd.zeros((2, 3)), nd.ones((2, 3)), shape=(4,)).shape == (2, 3, 4)


def test_out_is_filled_in_its_own_dtype() -> None:
    for dtype in ("float32", "float64"):
        out = nd.zeros((2, 3), dtype=dtype)
        assert nd.random.uniform(1, 2, out=out) is out
        assert ((out.asnumpy() >= 1) & (out.asnumpy() < 2)).all()


def test_randint() -> None:
    mx.random.seed(2)
    drawn = nd.random.randint(-2, 3, shape=(500,)).asnumpy()
    assert (drawn.dtype, set(drawn)) == (np.int32, {-2, -1, 0, 1, 2})
    wide = nd.random.randint(0, 2**40, shape=(10,), dtype="int64").asnumpy()
    assert wide.dtype == np.int64
    assert wide.max() > 2**32
    with pytest.raises(mx.MXNetError):
        nd.random.randint(0, 2, shape=(2,), dtype="float32")
    with pytest.raises(TypeError, match="takes numbers"):
        nd.random.randint(nd.zeros((1,)), nd.ones((1,)))


def test_multinomial() -> None:
    mx.random.seed(2)
    chances = nd.array([[0.1, 0.9, 0.0], [0.0, 0.0, 1.0]])
    drawn = nd.random.multinomial(chances, shape=(400,))
    assert (drawn.shape, drawn.dtype) == ((2, 400), np.int32)
    host = drawn.asnumpy()
    assert set(host[0]) == {0, 1}
    assert set(host[1]) == {2}
    assert abs(host[0].mean() - 0.9) < 0.1
    assert nd.random.multinomial(chances).shape == (2,)
    assert nd.random.multinomial(chances[0], shape=(3, 2)).shape == (3, 2)
    samples, logs = nd.random.multinomial(chances[0], shape=4, get_prob=True, dtype="uint8")
    assert samples.dtype == np.uint8
    assert np.exp(logs.asnumpy()) == pytest.approx(chances.asnumpy()[0][samples.asnumpy()])


def test_policy_gradients_go_through_log_probabilities() -> None:
    chances = nd.array([0.25, 0.75])
    chances.attach_grad()
    with autograd.record():
        samples, logs = nd.random.multinomial(chances, shape=8, get_prob=True)
    logs.backward()
    counts = np.bincount(samples.asnumpy(), minlength=2)
    assert chances.grad.asnumpy() == pytest.approx(counts / [0.25, 0.75])


def test_reparameterised_samples_have_gradients() -> None:
    loc, scale = nd.array([1.0]), nd.array([2.0])
    loc.attach_grad()
    scale.attach_grad()
    with autograd.record():
        drawn = loc + scale * nd.random.normal(shape=(1,))
    drawn.backward()
    assert loc.grad.asscalar() == 1
    assert scale.grad.asscalar() == pytest.approx((drawn.asscalar() - 1) / 2, rel=1e-5)


def test_shuffle() -> None:
    mx.random.seed(2)
    rows = nd.arange(40).reshape((20, 2))
    shuffled = nd.random.shuffle(rows).asnumpy()
    assert shuffled.tolist() != rows.asnumpy().tolist()
    assert sorted(shuffled.tolist()) == rows.asnumpy().tolist()
    assert (shuffled[:, 1] - shuffled[:, 0] == 1).all()


def test_draws_like_an_array() -> None:
    like = nd.zeros((3, 2), ctx=mx.cpu(1))
    for name in DRAWS:
        drawn = getattr(nd.random, f"{name}_like")(like)
        assert (drawn.shape, drawn.context) == ((3, 2), mx.cpu(1))
    assert nd.random.normal_like(like, 100, 0.1).asnumpy().min() > 90


@pytest.mark.parametrize(
    "draw",
    [
        lambda: nd.random.uniform(5, 1, shape=(2,)),
        lambda: nd.random.normal(0, -1, shape=(2,)),
        lambda: nd.random.poisson(-1, shape=(2,)),
        lambda: nd.random.randint(5, 1, shape=(2,)),
    ],
)
def test_parameters_out_of_range_are_met_when_the_numbers_are_read(draw: Callable[[], nd.NDArray]) -> None:
    drawn = draw()
    with pytest.raises(mx.MXNetError):
        drawn.asnumpy()


def test_parameters_of_the_wrong_type_are_refused() -> None:
    with pytest.raises(ValueError, match="same type, but got both NDArray and int"):
        nd.random.uniform(nd.zeros((1,)), 1)
    with pytest.raises(ValueError, match="either NDArray or numbers"):
        nd.random.uniform("a", 1)
    with pytest.raises(mx.MXNetError, match="Cannot find argument 'foo'"):
        nd.random.uniform(0, 1, foo=2)


def test_the_short_names_are_the_same_functions() -> None:
    for name in ("uniform", "normal", "randn", "poisson", "exponential", "gamma", "multinomial", "shuffle", "randint"):
        assert getattr(mx.random, name) is getattr(nd.random, name)
    assert nd.random_uniform(0, 1, shape=(2,)).shape == nd.uniform(0, 1, shape=(2,)).shape == (2,)


@pytest.mark.parametrize("shape", [(1,), (3, 5), (129,), (40, 64)])
def test_small_uniform_draws_have_the_same_bits_from_numpy_and_from_xla(shape: tuple[int, ...]) -> None:
    def drawn() -> bytes:
        mx.random.seed(7)
        parts = [mx.nd.random.uniform(-0.3, 1.7, shape=shape), mx.np.random.uniform(-0.3, 1.7, size=shape)]
        return b"".join(part.asnumpy().tobytes() for part in parts)

    with counted() as counts:
        by_numpy = drawn()
    assert (counts.interpreted, counts.compilations) == (1, 0)
    with changed(interpret=False):
        assert drawn() == by_numpy
