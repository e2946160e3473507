"""Learning-rate schedulers; the numbers are MXNet 1.9.1's."""

import pytest

import mxnet as mx

STEPS = (1, 2, 3, 4, 6, 7, 8, 9)
CASES = [
    (
        lambda s: s.FactorScheduler(3, 0.5, base_lr=1.0),
        [1.0, 1.0, 1.0, 0.5, 0.5, 0.25, 0.25, 0.25],
    ),
    (
        lambda s: s.MultiFactorScheduler([3, 5], 0.1, base_lr=1.0),
        [1.0, 1.0, 1.0, 0.1, 0.01, 0.01, 0.01, 0.01],
    ),
    (
        lambda s: s.PolyScheduler(8, 1.0, 2, 0.1, warmup_steps=2, warmup_begin_lr=0.2),
        [0.6, 1.0, 0.725, 0.5, 0.2, 0.125, 0.1, 0.1],
    ),
    (
        lambda s: s.CosineScheduler(8, 1.0, 0.1, warmup_steps=2, warmup_mode="constant", warmup_begin_lr=0.3),
        [0.3, 1.0, 0.939711432, 0.775, 0.325, 0.160288568, 0.1, 0.1],
    ),
]


@pytest.mark.parametrize(("make", "expected"), CASES, ids=["factor", "multifactor", "poly", "cosine"])
def test_rates_follow_the_schedule(make, expected):
    rate = make(mx.lr_scheduler)
    assert [rate(n) for n in STEPS] == pytest.approx(expected, rel=1e-8)


def test_a_resumed_run_catches_up():
    rate = mx.lr_scheduler.FactorScheduler(2, 0.1, base_lr=1.0)
    assert rate(7) == pytest.approx(1e-3)


def test_factor_stops_at_the_least_rate():
    rate = mx.lr_scheduler.FactorScheduler(1, 0.1, stop_factor_lr=0.05, base_lr=1.0)
    assert rate(10) == 0.05


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda s: s.FactorScheduler(0), "greater or equal than 1"),
        (lambda s: s.FactorScheduler(1, 2.0), "no more than 1"),
        (lambda s: s.MultiFactorScheduler([3, 3]), "increasing"),
        (lambda s: s.PolyScheduler(0), "strictly positive"),
        (lambda s: s.LRScheduler(0.1, warmup_begin_lr=0.2), "higher than warmup_begin_lr"),
        (lambda s: s.LRScheduler(warmup_mode="steep"), "linear and constant"),
    ],
)
def test_wrong_arguments_are_refused(make, words):
    with pytest.raises(ValueError, match=words):
        make(mx.lr_scheduler)


def test_an_optimizer_takes_its_rate_from_the_scheduler():
    rate = mx.lr_scheduler.FactorScheduler(1, 0.5, base_lr=1.0)
    optimizer = mx.optimizer.SGD(lr_scheduler=rate)
    weight = mx.nd.array([4.0])
    for _ in range(2):
        optimizer.update(0, weight, mx.nd.array([1.0]), None)
    assert weight.asscalar() == 4.0 - 1.0 - 0.5
    with pytest.raises(UserWarning, match="LRScheduler"):
        optimizer.set_learning_rate(0.1)


def test_the_first_schedulers_are_still_there():
    rate = mx.misc.FactorScheduler(step=2, factor=0.5)
    optimizer = mx.optimizer.SGD(learning_rate=1.0, lr_scheduler=rate)
    weight = mx.nd.array([4.0])
    for _ in range(2):
        optimizer.update(0, weight, mx.nd.array([1.0]), None)
    assert weight.asscalar() == 4.0 - 1.0 - 0.5
    with pytest.raises(ValueError, match="less than 1"):
        mx.misc.FactorScheduler(2, 1.0)
