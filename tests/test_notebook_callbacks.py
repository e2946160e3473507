"""``mx.notebook.callback``: a training in pandas' tables and bokeh's charts.

Neither package is one of ours, so small stand-ins with the parts that are used take their places; where pandas is
installed, the tables are pandas' own.
"""

import datetime
import doctest
import sys
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

import mxnet as mx
from mxnet.notebook import callback


class Table:
    """A table with named columns, to which rows are added by ``loc``."""

    def __init__(self) -> None:
        self.columns: list[str] = []
        self.rows: list[list[Any]] = []
        self.loc = self

    def __len__(self) -> int:
        return len(self.rows)

    def __setitem__(self, key: str | int, value: Any) -> None:
        if isinstance(key, int):
            self.rows.append(list(value))
        else:
            self.columns.append(key)
            self.rows = [[*row, value] for row in self.rows]

    def __getitem__(self, name: str) -> list[Any]:
        return [row[self.columns.index(name)] for row in self.rows]


class Figure:
    """A figure that remembers its lines."""

    def __init__(self, **options: Any) -> None:
        self.options, self.lines = options, []
        self.legend, self.yaxis = SimpleNamespace(), SimpleNamespace()

    def line(self, x: list[Any], y: list[Any], **look: Any) -> Any:
        data: dict[str, list[Any]] = {"x": [*x], "y": [*y]}
        source = SimpleNamespace(data=data, stream=lambda new: [data[axis].extend(new[axis]) for axis in data])
        self.lines.append(SimpleNamespace(data_source=source, look=look))
        return self.lines[-1]


@pytest.fixture
def pushed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done to the notebook, in order."""
    events: list[str] = []

    def show(figure: Figure, notebook_handle: bool) -> str:
        assert notebook_handle
        events.append("show")
        return "handle"

    modules = {
        "bokeh.io": {
            "output_notebook": lambda: events.append("open"),
            "push_notebook": lambda handle: events.append(handle),
        },
        "bokeh.plotting": {"figure": Figure, "show": show},
    }
    if find_spec("pandas") is None:
        modules["pandas"] = {"DataFrame": Table}
    for name, contents in {"bokeh": {}, **modules}.items():
        module = ModuleType(name)
        vars(module).update(contents)
        monkeypatch.setitem(sys.modules, name, module)
    return events


def fit(**callbacks: Any) -> None:
    """Two epochs of four batches."""
    data = np.random.RandomState(0).uniform(size=(8, 3)).astype(np.float32)
    batches = mx.io.NDArrayIter(data, np.arange(8) % 2, batch_size=2)
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2), name="softmax")
    mx.mod.Module(net).fit(batches, eval_data=batches, num_epoch=2, **callbacks)


def test_a_logger_keeps_what_fit_reports(pushed: list[str]) -> None:
    logger = callback.PandasLogger(batch_size=2, frequent=2)
    train = logger.train_df
    fit(**logger.callback_args())
    assert train is logger.train_df is logger.all_dataframes["train"]
    assert [len(table) for table in (train, logger.eval_df, logger.epoch_df)] == [4, 2, 2]
    names = {"accuracy", "batches_per_sec", "records_per_sec", "elapsed", "minibatch_count", "epoch"}
    assert set(train.columns) == set(logger.eval_df.columns) == names
    assert set(logger.epoch_df.columns) == {"elapsed", "epoch_time"}
    assert list(train["minibatch_count"]) == [0, 2, 0, 2]
    assert list(train["epoch"]) == [0, 0, 1, 1]
    assert all(0 <= value <= 1 for value in logger.eval_df["accuracy"])
    # As in MXNet, which multiplies by the samples of a batch here and not there.
    assert [a / b for a, b in zip(train["batches_per_sec"], train["records_per_sec"], strict=True)] == [2] * 4
    assert list(train["elapsed"]) == sorted(train["elapsed"])


def test_a_new_metric_is_a_new_column(pushed: list[str]) -> None:
    logger = callback.PandasLogger(1)
    logger.append_metrics({"a": 1.0}, "eval")
    logger.append_metrics({"b": 2.0}, "eval")
    assert list(logger.eval_df.columns) == ["a", "b"]
    assert [value == value and value is not None for value in logger.eval_df["a"]] == [True, False]
    assert list(logger.eval_df["b"])[1] == 2


def test_a_learning_curve_grows(pushed: list[str]) -> None:
    curve = callback.LiveLearningCurve("accuracy", display_freq=-1, frequent=2)
    assert pushed == ["open", "show"]
    fit(**callback.args_wrapper(curve, callback.PandasLogger(2)))
    train, validation = curve.fig.lines
    assert [line.look["legend_label"] for line in (train, validation)] == ["train", "validation"]
    assert curve.fig.yaxis.axis_label == "accuracy"
    assert [len(line.data_source.data["y"]) for line in (train, validation)] == [4, 2]
    assert all(isinstance(x, datetime.timedelta) for x in train.data_source.data["x"])
    assert pushed.count("handle") == 8 + 2


def test_a_curve_waits_between_drawings(pushed: list[str]) -> None:
    curve = callback.LiveLearningCurve("accuracy", display_freq=1e9)
    curve.batch_cb(SimpleNamespace(nbatch=1, eval_metric=None))
    assert "handle" not in pushed


def test_a_time_series_takes_numbers(pushed: list[str]) -> None:
    series = callback.LiveTimeSeries(width=300)
    series.update_chart_data(3)
    series.update_chart_data(5)
    assert series.y_axis_val == series.fig.lines[0].data_source.data["y"] == [3, 5]
    assert series.fig.options["width"] == 300
    assert pushed == ["open", "show", "handle", "handle"]


def test_the_base_says_what_to_define(pushed: list[str]) -> None:
    with pytest.raises(NotImplementedError, match="LiveBokehChart must define setup_chart"):
        callback.LiveBokehChart(None, "accuracy")


@pytest.mark.parametrize(
    ("package", "make"), [("pandas", lambda: callback.PandasLogger(1)), ("bokeh", callback.LiveTimeSeries)]
)
def test_a_missing_package_is_named(package: str, make: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (package, f"{package}.io", f"{package}.plotting"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ImportError, match=f"needs {package}: pip install {package}"):
        make()


def test_examples_in_docstrings_hold() -> None:
    assert doctest.testmod(callback).failed == 0
