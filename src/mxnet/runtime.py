"""What this installation can do, and what the engine has done."""

import collections
import importlib.util
from typing import Any, ClassVar

from mxnet._host.caches import cache_sizes, clear_caches
from mxnet._host.stats import stats
from mxnet._ops import onednn
from mxnet._programs.device import accelerators

_ALWAYS = ("OPENMP", "LAPACK", "BLAS_OPEN", "SIGNAL_HANDLER", "INT64_TENSOR_SIZE", "PROFILER", "CXX14", "F16C")
_NEVER = [
    "CUDA_RTC",
    "TENSORRT",
    "CPU_SSE",
    "CPU_SSE2",
    "CPU_SSE3",
    "CPU_SSE4_1",
    "CPU_SSE4_2",
    "CPU_SSE4A",
    "CPU_AVX",
    "CPU_AVX2",
    "SSE",
    "JEMALLOC",
    "BLAS_ATLAS",
    "BLAS_MKL",
    "BLAS_APPLE",
    "CAFFE",
    "DEBUG",
    "TVM_OP",
    "DIST_KVSTORE",
]


class Feature:
    """A capability by name, and whether it is there."""

    __slots__ = ("enabled", "name")

    def __init__(self, name: str, enabled: bool) -> None:
        self.name = name
        self.enabled = enabled

    def __repr__(self) -> str:
        return f"{'✔' if self.enabled else '✖'} {self.name}"


class Features(collections.OrderedDict[str, Feature]):
    """Every capability MXNet reported, by name; ``is_enabled`` answers for one. There is one such table."""

    instance: "ClassVar[Features | None]" = None

    def __new__(cls) -> "Features":
        """The table."""
        if cls.instance is None:
            cls.instance = super().__new__(cls)
        return cls.instance

    def __init__(self) -> None:
        gpu = any(d.jax.platform in ("gpu", "cuda") for d in accelerators())
        flags = dict.fromkeys(("CUDA", "CUDNN", "NCCL"), gpu)
        flags |= dict.fromkeys(_ALWAYS, True)
        flags |= dict.fromkeys(_NEVER, False)
        flags["MKLDNN"] = onednn.find() is not None
        flags["OPENCV"] = importlib.util.find_spec("cv2") is not None
        super().__init__((name, Feature(name, on)) for name, on in flags.items())

    def __repr__(self) -> str:
        return str(list(self.values()))

    def is_enabled(self, feature_name: str) -> bool:
        """Whether the capability of this name is there."""
        name = feature_name.upper()
        if name not in self:
            raise RuntimeError(f"Feature '{name}' is unknown, known features are: {list(self)}")
        return self[name].enabled


def feature_list() -> list[Feature]:
    """Every capability, with whether it is there.

    >>> {feature.name: feature.enabled for feature in mx.runtime.feature_list()}["OPENCV"] in (True, False)
    True
    """
    return list(Features().values())


def engine_stats(reset: bool = False) -> dict[str, Any]:
    """The engine's counters: operations recorded, tapes run, programs compiled, and more.

    >>> mx.runtime.engine_stats(reset=True)["compilations"] >= 0
    True
    """
    counters: dict[str, Any] = stats.read()
    counters["caches"] = cache_sizes()
    if reset:
        stats.reset()
    return counters


def clear_engine_caches() -> None:
    """Forget every compiled program; each is compiled again when it is next needed.

    >>> mx.runtime.clear_engine_caches()
    >>> (mx.nd.ones((2,)) + 1).asnumpy()
    array([2., 2.], dtype=float32)
    """
    clear_caches()
