"""Metrics; the numbers are MXNet 1.9.1's."""

import json

import numpy as np
import pytest

import mxnet as mx
from mxnet._host.stats import stats

LABELS = ([0, 2, 1, 2], [1, 1])
PREDICTIONS = (
    [[0.7, 0.2, 0.1], [0.1, 0.3, 0.6], [0.5, 0.3, 0.2], [0.2, 0.5, 0.3]],
    [[0.1, 0.8, 0.1], [0.3, 0.2, 0.5]],
)


def classes():
    return [mx.nd.array(x) for x in LABELS], [mx.nd.array(x) for x in PREDICTIONS]


@pytest.mark.parametrize(
    ("args", "name", "value", "count"),
    [
        (("acc",), "accuracy", 0.5, 6),
        (("top_k_accuracy", 2), "top_k_accuracy_2", 0.8333333333333334, 6),
        (("ce",), "cross-entropy", 0.8513379494349161, 6),
        (("nll_loss",), "nll-loss", 0.8513379494349161, 6),
        (("perplexity", None), "perplexity", 2.3427792761547606, 6),
        (("perplexity", 1), "perplexity", 1.9946949273370744, 3),
        (("loss",), "loss", 1 / 3, 18),
        (("pcc",), "pcc", 0.26111648393354675, 1),
    ],
)
def test_classification(args, name, value, count):
    metric = mx.metric.create(*args)
    metric.update(*classes())
    assert metric.get() == (name, pytest.approx(value, rel=1e-6))
    assert metric.num_inst == count


@pytest.mark.parametrize(
    ("name", "value"), [("mae", 1.25), ("mse", 2.2083333283662796), ("rmse", 1.322748601436615), ("pearsonr", 1.0)]
)
def test_regression(name, value):
    metric = mx.metric.create(name)
    label, pred = mx.nd.array([1.0, 2.0, 4.0]), mx.nd.array([1.5, 2.0, 3.0])
    metric.update(label, pred)
    if name == "pearsonr":
        label, pred = label * 0 + mx.nd.array([1.0, 2.0, 3.0]), mx.nd.array([2.0, 4.0, 6.0])
        metric.reset()
        metric.update(label, pred)
    else:
        metric.update(label, pred * 2)
    assert metric.get()[1] == pytest.approx(value, rel=1e-6)


@pytest.mark.parametrize(("name", "value"), [("f1", 0.5), ("mcc", 0.0)])
def test_two_classes(name, value):
    metric = mx.metric.create(name)
    label, pred = mx.nd.array([0, 1, 1, 0]), mx.nd.array([[0.9, 0.1], [0.3, 0.7], [0.6, 0.4], [0.2, 0.8]])
    metric.update(label, pred)
    assert metric.get()[1] == value
    with pytest.raises(ValueError, match="binary"):
        metric.update(mx.nd.array([0, 1, 2, 0]), pred)


def test_nothing_seen_is_nan():
    assert np.isnan(mx.metric.create("acc").get()[1])
    assert np.isnan(mx.metric.create("perplexity", None).get()[1])


def test_local_and_global_values():
    metric = mx.metric.create("acc")
    metric.update(mx.nd.array([0]), mx.nd.array([[0.9, 0.1]]))
    metric.reset_local()
    metric.update(mx.nd.array([0]), mx.nd.array([[0.1, 0.9]]))
    assert metric.get() == ("accuracy", 0.0)
    assert metric.get_global() == ("accuracy", 0.5)
    metric.reset()
    assert np.isnan(metric.get_global()[1])


def test_counts_must_agree():
    with pytest.raises(ValueError, match="does not match"):
        mx.metric.create("acc").update([mx.nd.array([0])], [])
    with pytest.raises(ValueError, match="does not match"):
        mx.metric.create("acc").update(
            mx.nd.array([0, 1]), mx.nd.array([[0.5, 0.5, 0.5]]).reshape((1, 3)).tile((2, 1))[:1]
        )


def test_composite():
    metric = mx.metric.create(["acc", "ce"])
    metric.update(*classes())
    assert metric.get_name_value() == [("accuracy", 0.5), ("cross-entropy", pytest.approx(0.8513379, rel=1e-6))]
    assert isinstance(metric.get_metric(0), mx.metric.Accuracy)
    again = mx.metric.create(json.dumps(metric.get_config()))
    assert again.get_config() == metric.get_config()


def test_names_choose_arrays():
    metric = mx.metric.Accuracy(output_names=["out"], label_names=["label"])
    right, wrong = mx.nd.array([[0.9, 0.1]]), mx.nd.array([[0.1, 0.9]])
    metric.update_dict({"label": mx.nd.array([0]), "other": mx.nd.array([1])}, {"more": wrong, "out": right})
    assert metric.get()[1] == 1.0


def test_custom():
    def off_by(label, pred):
        return np.abs(label - pred).sum(), label.size

    metric = mx.metric.np(off_by)
    metric.update([mx.nd.array([1.0, 2.0])], [mx.nd.array([2.0, 4.0])])
    assert metric.get() == ("off_by", 1.5)
    assert mx.metric.create(lambda label, pred: 1.0).name == "custom(<lambda>)"


def test_own_classes_add_to_the_sums():
    class Count(mx.metric.EvalMetric):
        def update(self, labels, preds):
            self.sum_metric += sum(float(p.sum().asscalar()) for p in preds)
            self.num_inst += len(preds)

    metric = Count("count")
    metric.update(None, [mx.nd.ones((3,)), mx.nd.ones((1,))])
    assert metric.get() == ("count", 2.0)
    assert str(metric) == "EvalMetric: {'count': 2.0}"


def test_numbers_of_numpy_become_plain_ones():
    class Count(mx.metric.EvalMetric):
        def update(self, labels, preds):
            self.sum_metric += np.float32(2)
            self.num_inst += np.int64(3)

    custom = mx.metric.CustomMetric(lambda label, pred: (np.float32(2), np.int64(3)), name="custom")
    for metric in (Count("count"), custom):
        metric.update([mx.nd.ones((1,))], [mx.nd.ones((1,))])
        assert str(metric.get()) == f"('{metric.name}', 0.6666666666666666)"


def test_updating_does_not_wait_and_joins_the_iteration():
    weight = mx.nd.ones((2, 3))
    weight.attach_grad()
    label, data = mx.nd.array([0, 1]), mx.nd.ones((2, 2))
    metric = mx.metric.create(["acc", "ce"])
    mx.nd.waitall()
    runs = []
    for _ in range(4):
        before = stats.programs
        with mx.autograd.record():
            out = mx.nd.softmax(mx.nd.dot(data, weight))
            loss = -mx.nd.pick(out, label).log().sum()
        loss.backward()
        metric.update(label, out)
        runs.append(stats.programs - before)
    assert runs == [0, 1, 1, 1]
    assert metric.get_metric(0).num_inst == 8


def test_predictions_do_not_pile_up():
    metric = mx.metric.create("acc")
    data, label = mx.nd.ones((2, 2)), mx.nd.array([0, 1])
    mx.nd.waitall()
    before = stats.programs
    for _ in range(3):
        metric.update(label, mx.nd.softmax(data * 2))
    assert stats.programs - before == 3


def test_inside_record_nothing_is_recorded():
    x = mx.nd.ones((2, 2))
    x.attach_grad()
    metric = mx.metric.create("loss")
    with mx.autograd.record():
        y = (x * 2).sum()
        metric.update(None, y)
    y.backward()
    assert x.grad.asnumpy().tolist() == [[2.0, 2.0], [2.0, 2.0]]
    assert metric.get()[1] == 8.0


@pytest.mark.parametrize("name", ["mae", "mse", "rmse", "ce", "nll_loss", "loss"])
def test_a_value_does_not_depend_on_when_it_is_read(name):
    """The first update of a batch is computed by XLA, with the draws before it, the second one by NumPy."""
    mx.random.seed(3)
    first, second = mx.metric.create(name), mx.metric.create(name)
    for _ in range(12):
        classes = mx.nd.array(np.arange(10) % 2)
        label = classes if name in ("ce", "nll_loss") else mx.nd.random.uniform(shape=(10, 10))
        pred = mx.nd.random.uniform(shape=(10, 10))
        first.update(label, pred)
        first.reset_local()
        second.update(label, pred)
    assert first.get_global() == second.get()
