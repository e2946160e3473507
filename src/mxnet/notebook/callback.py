"""Callbacks of ``fit`` that keep what a training reports in pandas' tables, or draw it in a notebook with bokeh.

Neither package is needed to import this module; whoever needs one that is not there is told.
"""

import datetime
import time
from collections import defaultdict
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Any

Callbacks = dict[str, Callable[..., None]]

_ENDLESS = float("inf")


def _package(name: str, purpose: str) -> ModuleType:
    """An optional package, or the sentence that says what it is for."""
    try:
        return import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        raise ImportError(f"mx.notebook.callback: {purpose} needs {package}: pip install {package}") from error


def _measured(param: Any) -> dict[str, Any]:
    """The values of a callback's metric by their names; the metric starts anew."""
    if param.eval_metric is None:
        return {}
    values = dict(param.eval_metric.get_name_value())
    param.eval_metric.reset()
    return values


class PandasLogger:
    """Keeps what training, evaluation and epochs report in three tables of pandas.

    Parameters
    ----------
    batch_size : int
        How many samples a batch has.
    frequent : int
        A row of ``train_df`` for so many batches.

    Examples
    --------
    >>> logger = PandasLogger(batch_size=32, frequent=1)  # doctest: +SKIP
    >>> module.fit(train_iter, eval_data=test_iter, num_epoch=2, **logger.callback_args())  # doctest: +SKIP
    >>> logger.train_df["accuracy"].plot()  # doctest: +SKIP
    """

    def __init__(self, batch_size: int | None, frequent: int = 50) -> None:
        table = _package("pandas", "PandasLogger").DataFrame
        self.batch_size, self.frequent = batch_size, frequent
        self._dataframes: dict[str, Any] = {name: table() for name in ("train", "eval", "epoch")}
        self.last_time = time.time()
        self.start_time = self.last_epoch_time = datetime.datetime.now()

    @property
    def train_df(self) -> Any:
        """The table of training batches."""
        return self._dataframes["train"]

    @property
    def eval_df(self) -> Any:
        """The table of evaluations, one row for each."""
        return self._dataframes["eval"]

    @property
    def epoch_df(self) -> Any:
        """The table of epochs and the time each took."""
        return self._dataframes["epoch"]

    @property
    def all_dataframes(self) -> dict[str, Any]:
        """The three tables, under ``train``, ``eval`` and ``epoch``."""
        return self._dataframes

    def elapsed(self) -> datetime.timedelta:
        """The time since this logger began."""
        return datetime.datetime.now() - self.start_time

    def append_metrics(self, metrics: dict[str, Any], df_name: str) -> None:
        """A further row of a table; a name that is new there becomes a column, empty in the rows before."""
        table = self._dataframes[df_name]
        for name in metrics:
            if name not in table.columns:
                table[name] = None
        table.loc[len(table)] = [metrics.get(name) for name in table.columns]

    def train_cb(self, param: Any) -> None:
        """After a batch."""
        if param.nbatch % self.frequent == 0:
            self._process_batch(param, "train")

    def eval_cb(self, param: Any) -> None:
        """After an evaluation."""
        self._process_batch(param, "eval")

    def _process_batch(self, param: Any, dataframe: str) -> None:
        now = time.time()
        passed, self.last_time = now - self.last_time, now
        speed = self.frequent / passed if passed else _ENDLESS
        row = _measured(param)
        # MXNet has these two the wrong way round. Programs that plot them do it by these names.
        row |= {"batches_per_sec": speed * (self.batch_size or 1), "records_per_sec": speed}
        row |= {"elapsed": self.elapsed(), "minibatch_count": param.nbatch, "epoch": param.epoch}
        self.append_metrics(row, dataframe)

    def epoch_cb(self, *_: Any) -> None:
        """After an epoch; ``fit`` passes its number, the network and the parameters, of which none is kept."""
        now = datetime.datetime.now()
        self.append_metrics({"elapsed": self.elapsed(), "epoch_time": now - self.last_epoch_time}, "epoch")
        self.last_epoch_time = now

    def callback_args(self) -> Callbacks:
        """What ``fit`` takes: ``module.fit(..., **logger.callback_args())``."""
        return {
            "batch_end_callback": self.train_cb,
            "eval_end_callback": self.eval_cb,
            "epoch_end_callback": self.epoch_cb,
        }


class LiveBokehChart:
    """The base of charts in a notebook that grow while a network trains.

    One of your own defines ``setup_chart``, which shows a chart and returns its handle, and ``update_chart_data``.

    Parameters
    ----------
    pandas_logger : PandasLogger
        Where the numbers are; None makes one of ``batch_size`` and ``frequent``.
    metric_name : str
        The metric that is drawn.
    display_freq : float
        Seconds between two drawings, at least.
    """

    def __init__(
        self,
        pandas_logger: PandasLogger | None,
        metric_name: str | None,
        display_freq: float = 10,
        batch_size: int | None = None,
        frequent: int = 50,
    ) -> None:
        self.pandas_logger = pandas_logger or PandasLogger(batch_size, frequent)
        self.metric_name, self.display_freq = metric_name, display_freq
        self.last_update = time.time()
        self._io().output_notebook()
        self.handle = self.setup_chart()

    def _io(self) -> Any:
        return _package("bokeh.io", type(self).__name__)

    def _plotting(self) -> Any:
        return _package("bokeh.plotting", type(self).__name__)

    def setup_chart(self) -> Any:
        """Show the chart and return its handle."""
        raise NotImplementedError(f"{type(self).__name__} must define setup_chart(self)")

    def update_chart_data(self) -> None:
        """Take new numbers into the chart."""
        raise NotImplementedError(f"{type(self).__name__} must define update_chart_data(self)")

    def interval_elapsed(self) -> bool:
        """Whether it is time to draw again."""
        return time.time() - self.last_update > self.display_freq

    def _push_render(self) -> None:
        self._io().push_notebook(handle=self.handle)
        self.last_update = time.time()

    def _do_update(self) -> None:
        self.update_chart_data()
        self._push_render()

    def batch_cb(self, param: Any) -> None:
        """After a batch."""
        if self.interval_elapsed():
            self._do_update()

    def eval_cb(self, param: Any) -> None:
        """After an evaluation, which is drawn at once."""
        self._do_update()

    def callback_args(self) -> Callbacks:
        """What ``fit`` takes."""
        return {"batch_end_callback": self.batch_cb, "eval_end_callback": self.eval_cb}


class _Line:
    """Points over time in a chart: kept here, and streamed to what bokeh draws."""

    def __init__(self, figure: Any, **look: Any) -> None:
        self.x: list[datetime.timedelta] = []
        self.y: list[Any] = []
        self.drawn = figure.line([], [], **look)

    def extend(self, x: list[Any], y: list[Any]) -> None:
        """Take what came since the last time; both lists begin with what is already here."""
        fresh = {"x": x[len(self.x) :], "y": y[len(self.y) :]}
        self.x += fresh["x"]
        self.y += fresh["y"]
        self.drawn.data_source.stream(fresh)


class LiveTimeSeries(LiveBokehChart):
    """One number over time: each call of ``update_chart_data(value)`` is a point.

    Parameters
    ----------
    **fig_params
        What bokeh's ``figure`` takes further.
    """

    def __init__(self, **fig_params: Any) -> None:
        labels = {"x_axis_type": "datetime", "x_axis_label": "Elapsed time"}
        self.fig = self._plotting().figure(**labels, **fig_params)
        super().__init__(None, None)

    def setup_chart(self) -> Any:
        self.start_time = datetime.datetime.now()
        self._line = _Line(self.fig)
        self.x_axis_val, self.y_axis_val = self._line.x, self._line.y
        return self._plotting().show(self.fig, notebook_handle=True)

    def elapsed(self) -> datetime.timedelta:
        """The time since the chart was set up."""
        return datetime.datetime.now() - self.start_time

    def update_chart_data(self, value: Any) -> None:  # type: ignore[override]  # MXNet's own takes the number here
        self._line.extend([*self.x_axis_val, self.elapsed()], [*self.y_axis_val, value])
        self._push_render()


class LiveLearningCurve(LiveBokehChart):
    """A metric over time, of training and of validation.

    Parameters
    ----------
    metric_name : str
        The metric that is drawn, by the name that it reports: ``accuracy``.
    display_freq : float
        Seconds between two drawings, at least.
    frequent : int
        A point of the training for so many batches.
    """

    def __init__(self, metric_name: str, display_freq: float = 10, frequent: int = 50) -> None:
        self.frequent = frequent
        self.start_time = datetime.datetime.now()
        self._data: dict[str, dict[str, list[Any]]] = {name: {"elapsed": []} for name in ("train", "eval")}
        super().__init__(None, metric_name, display_freq, frequent=frequent)

    def setup_chart(self) -> Any:
        self.fig = self._plotting().figure(x_axis_type="datetime", x_axis_label="Training time")
        self._lines = {
            "train": _Line(self.fig, line_dash="dotted", line_alpha=0.5, legend_label="train"),
            "eval": _Line(self.fig, line_color="green", line_width=2, legend_label="validation"),
        }
        self.fig.legend.location = "bottom_right"
        self.fig.yaxis.axis_label = self.metric_name
        return self._plotting().show(self.fig, notebook_handle=True)

    def batch_cb(self, param: Any) -> None:
        if param.nbatch % self.frequent == 0:
            self._process_batch(param, "train")
        super().batch_cb(param)

    def eval_cb(self, param: Any) -> None:
        self._process_batch(param, "eval")
        super().eval_cb(param)

    def _process_batch(self, param: Any, df_name: str) -> None:
        values = _measured(param) | {"elapsed": datetime.datetime.now() - self.start_time}
        for name, value in values.items():
            self._data[df_name].setdefault(name, []).append(value)

    def update_chart_data(self) -> None:
        for name, line in self._lines.items():
            data = self._data[name]
            if data["elapsed"]:
                line.extend(data["elapsed"], data[str(self.metric_name)])


def args_wrapper(*args: Any) -> dict[str, list[Callable[..., None]]]:
    """The callbacks of several objects, as ``fit`` takes them: ``module.fit(..., **args_wrapper(logger, curve))``.

    >>> from types import SimpleNamespace
    >>> one = SimpleNamespace(callback_args=lambda: {"batch_end_callback": print})
    >>> args_wrapper(one, one)["batch_end_callback"] == [print, print]
    True
    """
    together = defaultdict(list)
    for callback in args:
        for event, function in callback.callback_args().items():
            together[event].append(function)
    return dict(together)
