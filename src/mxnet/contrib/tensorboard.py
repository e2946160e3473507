"""Training in TensorBoard: scalars, histograms, images, graphs, text and hyper-parameters.

tensorboardX writes the files (``pip install mxnet-xla[tensorboard]``); TensorBoard itself shows them.
"""

import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from mxnet import ndarray, symbol
from mxnet.error import MXNetError
from mxnet.gluon import Block, HybridBlock
from mxnet.gluon.contrib.estimator import BatchEnd, EpochEnd, TrainBegin, TrainEnd
from mxnet.metric import EvalMetric
from mxnet.ndarray import NDArray
from mxnet.symbol import Symbol

Data = NDArray | np.ndarray | float

FLUSH_EVERY_SECONDS = 10  # tensorboardX itself has two minutes, in which a page shows nothing


class SummaryWriter:
    """Writes event files into a folder; arrays and blocks of ours are welcome everywhere.

    Parameters
    ----------
    logdir : str
        The folder, which ``tensorboard --logdir`` shows; a folder of its own for each run lets runs be compared.
    **options
        Further ones of tensorboardX's ``SummaryWriter``.

    Examples
    --------
    >>> writer = mx.contrib.tensorboard.SummaryWriter('runs/first')  # doctest: +SKIP
    >>> writer.add_scalar('loss', loss.mean(), step)  # doctest: +SKIP
    >>> writer.add_parameters(net, step)  # doctest: +SKIP
    """

    def __init__(self, logdir: str, **options: Any) -> None:
        try:
            import tensorboardX
        except ImportError:
            raise MXNetError(
                "writing for TensorBoard needs tensorboardX: pip install 'mxnet-xla[tensorboard]'"
            ) from None
        self._make, self._logdir = tensorboardX.SummaryWriter, logdir
        self._options = {"flush_secs": FLUSH_EVERY_SECONDS, **options}
        self._opened = 0
        self._open: Any = None
        _ = self._writer

    @property
    def _writer(self) -> Any:
        """The writer of the present file. A file is named after the second: a number keeps two of one second apart."""
        if self._open is None:
            suffix = f"{self._options.get('filename_suffix', '')}{f'.{self._opened}' if self._opened else ''}"
            self._open = self._make(self._logdir, **{**self._options, "filename_suffix": suffix})
            self._opened += 1
        return self._open

    def __enter__(self) -> "SummaryWriter":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def add_scalar(self, tag: str, value: Data, global_step: int | None = None) -> None:
        """Write a number, or an array of one."""
        self._writer.add_scalar(_tag(tag), float(_host(value).reshape(())), global_step)

    def add_scalars(self, tag: str, values: Mapping[str, Data], global_step: int | None = None) -> None:
        """Write numbers that are to be drawn together."""
        self._writer.add_scalars(_tag(tag), {k: float(_host(v).reshape(())) for k, v in values.items()}, global_step)

    def add_metric(self, metric: EvalMetric, global_step: int | None = None, prefix: str | None = None) -> None:
        """Write what a metric says now, each value under its name."""
        for name, value in metric.get_name_value():
            self.add_scalar(name if prefix is None else f"{prefix}-{name}", value, global_step)

    def add_histogram(self, tag: str, values: Data, global_step: int | None = None, bins: Any = "tensorflow") -> None:
        """Write how the elements of an array are distributed; those that are no number are left out."""
        host = _host(values).astype(np.float64).reshape(-1)
        host = host[np.isfinite(host)]
        if host.size:
            self._writer.add_histogram(_tag(tag), host, global_step, bins)

    def add_parameters(self, net: Block, global_step: int | None = None, gradients: bool = True) -> None:
        """Write histograms of a network's parameters, and of their gradients where there are any."""
        for name, param in net.collect_params().items():
            self.add_histogram(f"parameters/{name}", param.list_data()[0], global_step)
            if gradients and param.grad_req != "null":
                self.add_histogram(f"gradients/{name}", param.list_grad()[0], global_step)

    def add_image(self, tag: str, image: Data, global_step: int | None = None, layout: str = "CHW") -> None:
        """Write an image, or with an N in the layout a batch of them, side by side.

        Numbers are from 0 to 1, bytes from 0 to 255.
        """
        host = _host(image)
        if host.ndim != len(layout):
            raise MXNetError(f"add_image '{tag}': expected an axis for each letter of {layout}, received {host.shape}")
        if "C" in layout and host.shape[layout.index("C")] not in (1, 3, 4):
            raise MXNetError(
                f"add_image '{tag}': expected 1, 3 or 4 channels in an image of layout {layout}, received the shape "
                f"{host.shape}; for (height, width, channels) write layout='HWC'"
            )
        write = self._writer.add_images if "N" in layout else self._writer.add_image
        write(_tag(tag), host, global_step, dataformats=layout)

    def add_text(self, tag: str, text: str, global_step: int | None = None) -> None:
        """Write a text, in Markdown."""
        self._writer.add_text(_tag(tag), text, global_step)

    def add_hparams(self, hparams: Mapping[str, Any], metrics: Mapping[str, float], name: str | None = None) -> None:
        """Write the hyper-parameters of a run with what it reached, as a row of the table that compares runs."""
        known = {k: v if isinstance(v, (bool, int, float, str)) else str(v) for k, v in hparams.items()}
        self._writer.add_hparams(known, dict(metrics), name=name)

    def add_graph(self, net: HybridBlock | Symbol, shapes: Mapping[str, tuple[int, ...]] | None = None) -> None:
        """Write a network's graph; with the shapes of its inputs, edges show theirs."""
        graph = net if isinstance(net, Symbol) else net(symbol.var("data"))
        from tensorboardX.proto.event_pb2 import Event

        self._writer.file_writer.add_event(Event(graph_def=_graph_def(graph, shapes or {}).SerializeToString()))

    def flush(self) -> None:
        """Hand what was written to the file; a thread of tensorboardX's may hold the last of it. ``close`` waits."""
        self._writer.flush()

    def close(self) -> None:
        """Write what is left and close the files; what is added later goes into new ones."""
        if self._open is not None:
            self._open.close()
            self._open = None


def _tag(name: str) -> str:
    """A name as event files have it."""
    return name.replace(" ", "_")


def _host(value: Data) -> np.ndarray:
    return value.asnumpy() if isinstance(value, NDArray) else np.asarray(value)


def _graph_def(graph: Symbol, shapes: Mapping[str, tuple[int, ...]]) -> Any:
    """A symbol as the graph that TensorBoard draws; a name with underscores stays one box."""
    from tensorboardX.proto.graph_pb2 import GraphDef
    from tensorboardX.proto.versions_pb2 import VersionDef

    graph_def = GraphDef(versions=VersionDef(producer=22))
    nodes = json.loads(graph.tojson())["nodes"]
    known = _shapes(graph, shapes)
    for node in nodes:
        name, op = node["name"], "Variable" if node["op"] == "null" else node["op"]
        entry = graph_def.node.add(name=name, op=op, input=[nodes[i]["name"] for i, *_ in node["inputs"]])
        for key, value in node.get("attrs", {}).items():
            entry.attr[key].s = str(value).encode()
        shape = known.get(name) or known.get(f"{name}_output")
        if shape:
            dims = entry.attr["_output_shapes"].list.shape.add().dim
            for size in shape:
                dims.add(size=size)
    return graph_def


def _shapes(graph: Symbol, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, tuple[int, ...]]:
    if not shapes:
        return {}
    inside = graph.get_internals()
    _, inferred, _ = inside.infer_shape_partial(**shapes)
    return dict(zip(inside.list_outputs(), inferred, strict=True))


class LogMetricsCallback:
    """A batch-end or evaluation-end callback that writes metrics for TensorBoard.

    ``logging_dir`` is where event files go; with ``prefix`` a metric is called ``prefix-name``.

    Parameters
    ----------
    logging_dir : str
        The folder of the event files.
    prefix : str | None
        What the names of values begin with.

    >>> isinstance(mx.contrib.tensorboard.LogMetricsCallback, type)
    True
    """

    def __init__(self, logging_dir: str, prefix: str | None = None) -> None:
        self.prefix = prefix
        self.summary_writer: Any = SummaryWriter(logging_dir)

    def __call__(self, param: Any) -> None:
        """Write the metric as it is now."""
        if param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            shown = name if self.prefix is None else f"{self.prefix}-{name}"
            self.summary_writer.add_scalar(shown, value, global_step=param.epoch)
        if isinstance(self.summary_writer, SummaryWriter):  # programs also put a writer of their own there
            self.summary_writer.flush()


class TensorBoardHandler(TrainBegin, BatchEnd, EpochEnd, TrainEnd):
    """Lets an estimator write its metrics, and histograms of its parameters and gradients, after each epoch.

    Parameters
    ----------
    logdir : str
        Where event files go.
    metrics : list of EvalMetric
        Those to write, by default all of the estimator's, with those of validation.
    batches : int
        After how many batches the learning rate and the loss are written too; 0 for never. Reading a loss waits for it.
    histograms : bool
        Whether parameters and gradients are written.

    >>> handler = mx.contrib.tensorboard.TensorBoardHandler("logs", batches=10)
    >>> handler.batches
    10
    """

    def __init__(self, logdir: str, metrics: Any = None, batches: int = 0, histograms: bool = True) -> None:
        self.writer = SummaryWriter(logdir)
        self.metrics = metrics
        self.batches, self.histograms = batches, histograms
        self.priority = np.inf
        self.current_batch = self.current_epoch = 0

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Begin to count."""
        self.current_batch = self.current_epoch = 0

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Write the loss of a batch, now and then."""
        self.current_batch += 1
        if self.batches and self.current_batch % self.batches == 0:
            losses = kwargs["loss"] if isinstance(kwargs["loss"], list) else [kwargs["loss"]]
            mean = ndarray.concat(*[loss.reshape(-1) for loss in losses], dim=0).mean()
            self.writer.add_scalar("batch/loss", mean, self.current_batch)
            self.writer.add_scalar("batch/learning_rate", estimator.trainer.learning_rate, self.current_batch)

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Write what an epoch came to."""
        for metric in self.metrics or [*estimator.train_metrics, *estimator.val_metrics]:
            self.writer.add_metric(metric, self.current_epoch)
        if self.histograms:
            self.writer.add_parameters(estimator.net, self.current_epoch)
        self.writer.flush()
        self.current_epoch += 1

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Let everything be seen."""
        self.writer.close()
