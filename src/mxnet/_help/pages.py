"""The pages of the reference: which modules have public classes and functions."""

# Pages of the reference: the title, and the modules whose classes it has.
CLASSES: dict[str, tuple[str, tuple[str, ...]]] = {
    "arrays": (
        "Arrays and graphs",
        ("ndarray", "ndarray.sparse", "numpy", "symbol", "executor", "context", "attribute", "name"),
    ),
    "autograd": ("Gradients and own operators", ("autograd", "operator")),
    "gluon": ("gluon", ("gluon",)),
    "gluon-nn": ("gluon.nn", ("gluon.nn",)),
    "gluon-rnn": ("gluon.rnn", ("gluon.rnn",)),
    "gluon-loss": ("gluon.loss", ("gluon.loss",)),
    "gluon-data": ("gluon.data", ("gluon.data", "gluon.data.vision", "gluon.data.vision.transforms")),
    "gluon-zoo": ("gluon.model_zoo", ("gluon.model_zoo.vision",)),
    "gluon-contrib": (
        "gluon.contrib",
        ("gluon.contrib.nn", "gluon.contrib.rnn", "gluon.contrib.cnn", "gluon.contrib.estimator", "gluon.contrib.data"),
    ),
    "optimizer": ("Optimizers, learning rates, first values", ("optimizer", "lr_scheduler", "initializer")),
    "metric": ("Metrics, callbacks, monitors", ("metric", "callback", "monitor", "profiler")),
    "data": ("Data iterators, images, records", ("io", "image", "recordio")),
    "module": ("Module, FeedForward, stores", ("module", "model", "kvstore", "rnn")),
    "contrib": (
        "contrib",
        (
            "contrib.text.vocab",
            "contrib.text.embedding",
            "contrib.io",
            "contrib.predictor",
            "contrib.tensorboard",
            "contrib.svrg_optimization",
        ),
    ),
}
# Pages of functions in NumPy's manner: the title, and the module.
NUMPY = {
    "np": ("mx.np", "numpy"),
    "linalg": ("mx.np.linalg", "numpy.linalg"),
    "random": ("mx.np.random", "numpy.random"),
    "npx": ("mx.npx", "numpy_extension"),
}
# Pages of functions that are neither operators nor NumPy's: the title, and the module.
OTHERS = {
    "nd": ("mx.nd, besides operators", "ndarray"),
    "nd-random": ("mx.nd.random and mx.random", "ndarray.random"),
    "nd-sparse": ("mx.nd.sparse, besides operators", "ndarray.sparse"),
    "nd-contrib": ("mx.nd.contrib, besides operators", "ndarray.contrib"),
    "sym": ("mx.sym, besides operators", "symbol"),
    "sym-random": ("mx.sym.random", "symbol.random"),
    "sym-contrib": ("mx.sym.contrib, besides operators", "symbol.contrib"),
    "autograd": ("mx.autograd", "autograd"),
    "random": ("mx.random", "random"),
    "context": ("mx.context", "context"),
    "operator": ("mx.operator", "operator"),
    "initializer": ("mx.init", "initializer"),
    "optimizer": ("mx.optimizer", "optimizer"),
    "metric": ("mx.metric", "metric"),
    "gluon-utils": ("mx.gluon.utils", "gluon.utils"),
    "gluon-zoo": ("mx.gluon.model_zoo.vision", "gluon.model_zoo.vision"),
    "gluon-store": ("mx.gluon.model_zoo.model_store", "gluon.model_zoo.model_store"),
    "gluon-sharding": ("mx.gluon.sharding", "gluon.sharding"),
    "rnn": ("mx.rnn", "rnn"),
    "image": ("mx.image", "image"),
    "io": ("mx.io", "io"),
    "recordio": ("mx.recordio", "recordio"),
    "model": ("mx.model", "model"),
    "kvstore": ("mx.kvstore", "kvstore"),
    "callback": ("mx.callback", "callback"),
    "visualization": ("mx.viz", "visualization"),
    "profiler": ("mx.profiler", "profiler"),
    "runtime": ("mx.runtime", "runtime"),
    "engine": ("mx.engine", "engine"),
    "util": ("mx.util", "util"),
    "registry": ("mx.registry", "registry"),
    "log": ("mx.log", "log"),
    "test-utils": ("mx.test_utils", "test_utils"),
    "onnx": ("mx.onnx", "onnx"),
    "amp": ("mx.contrib.amp", "contrib.amp"),
    "quantization": ("mx.contrib.quantization", "contrib.quantization"),
    "contrib-onnx": ("mx.contrib.onnx", "contrib.onnx"),
    "contrib-torch": ("mx.contrib.torch", "contrib.torch"),
    "contrib-memonger": ("mx.contrib.memonger", "contrib.memonger"),
    "contrib-autograd": ("mx.contrib.autograd", "contrib.autograd"),
    "contrib-text": ("mx.contrib.text.utils", "contrib.text.utils"),
    "contrib-embedding": ("mx.contrib.text.embedding", "contrib.text.embedding"),
    "npx-random": ("mx.npx.random", "numpy_extension.random"),
}
# Functions without an underscore that are ours alone, or belong to another page, in modules without a list of names.
NOT_PUBLIC = frozenset(
    {
        ("nd-random", "draw"),
        ("nd-sparse", "is_scipy"),
        ("nd-contrib", "full"),
        ("nd-contrib", "new"),
        ("nd-contrib", "uniform"),
        ("nd-contrib", "adamw"),
        ("nd-contrib", "takes"),
        ("sym-contrib", "adamw"),
        ("sym-contrib", "takes"),
        ("nd-contrib", "value_of"),
        ("sym-contrib", "full"),
        ("sym-contrib", "uniform"),
        ("optimizer", "is_repeatable"),
        ("gluon-sharding", "leaves"),
        ("quantization", "collect"),
        ("quantization", "fold"),
    }
)
# Where functions are made from operators, with the whole text already.
MADE = frozenset({"mxnet.ndarray.op", "mxnet.symbol.op", "mxnet.ndarray.invoke", "mxnet.symbol.invoke"})
MODULES = tuple(
    dict.fromkeys(
        [module for _, modules in CLASSES.values() for module in modules]
        + [module for table in (NUMPY, OTHERS) for _, module in table.values()]
    )
)
