"""Every environment variable: its name, how it is read, its default and what it does, in one table."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from mxnet.error import MXNetError


@dataclass(frozen=True)
class Variable:
    """One environment variable. ``default`` is what it would be set to; ``field`` is where Config keeps its value."""

    name: str
    field: str
    parse: Callable[[str], Any]
    default: str
    doc: str

    def of(self, environ: Mapping[str, str]) -> Any:
        """The checked value; an empty variable counts as unset."""
        text = environ.get(self.name, "").strip() or self.default
        try:
            return self.parse(text)
        except ValueError as error:
            raise MXNetError(
                f"environment variable {self.name}: expected {error}, received {text!r}. {self.doc} "
                f"Unset it for the default {self.default!r}."
            ) from None


@dataclass(frozen=True)
class Config:
    """What the environment asked for when the package was imported."""

    engine_type: str
    engine_log: bool
    engine_interpret: bool
    engine_roll: bool
    engine_notice: float
    engine_mesh: bool
    engine_cache: str
    engine_nodes: int
    engine_bytes: int
    engine_in_flight: int
    backward_do_mirror: bool
    eliminate_common_expr: bool
    enforce_determinism: bool
    cpu_mem_pool_type: str
    mkldnn_enabled: bool
    full_traceback: bool
    home: str
    gluon_repo: str
    update_on_kvstore: bool
    fused_attention: bool
    cudnn_lstm: bool
    optimizer_aggregation_size: int
    kvstore_bigarray_bound: int
    kvstore_timeout: int
    kvstore_folder: str
    launch_attempt: int
    launch_status: int | None
    launch_join: str
    local_rank: int
    local_size: int
    shares_gpu: bool
    kvstore_secret: str = field(repr=False)
    kvstore_secret_file: str
    dmlc_role: str
    dmlc_root_uri: str
    dmlc_root_port: int
    dmlc_num_worker: int
    dmlc_num_server: int
    dmlc_worker_id: int
    dmlc_task_id: int
    dmlc_node_host: str
    storage_fallback_log_verbose: bool
    progress_bar: str
    profiler_autostart: bool
    profiler_mode: int
    subgraph_backend: str

    @property
    def naive(self) -> bool:
        """Whether every operation runs at once, one by one."""
        return self.engine_type == "NaiveEngine"


def _flag(text: str) -> bool:
    words = {"0": False, "false": False, "1": True, "true": True}
    if text.lower() not in words:
        raise ValueError("0 or 1")
    return words[text.lower()]


def _at_least(least: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise ValueError(f"a whole number of at least {least}")
        return int(text)

    return parse


def _file_number(text: str) -> int | None:
    return _at_least(0)(text) if text else None


def _one_of(*words: str) -> Callable[[str], str]:
    def parse(text: str) -> str:
        if text not in words:
            raise ValueError(f"one of {', '.join(words)}")
        return text

    return parse


def _bytes_or_quarter(text: str) -> int:
    return _at_least(0)(text) or _memory() // 4


def _memory() -> int:
    """Bytes of memory of this machine; a guess where the system does not say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return 16 << 30


def _default_home() -> str:
    if os.name == "nt":
        return os.path.join(os.environ.get("APPDATA", ""), "mxnet")  # noqa: PTH118
    return os.path.join("~", ".mxnet")  # noqa: PTH118


def _folder(text: str) -> str:
    return os.path.expanduser(text) if text == _default_home() else text  # noqa: PTH111


VARIABLES = {
    variable.name: variable
    for variable in (
        Variable(
            "MXNET_ENGINE_TYPE",
            "engine_type",
            _one_of("ThreadedEnginePerDevice", "ThreadedEngine", "NaiveEngine"),
            "ThreadedEnginePerDevice",
            "NaiveEngine runs every operation at once, for debugging; the others record and compile.",
        ),
        Variable("MXNET_ENGINE_LOG", "engine_log", _flag, "0", "Prints a line for each program that is run, and why."),
        Variable(
            "MXNET_ENGINE_INTERPRET",
            "engine_interpret",
            _flag,
            "1",
            "On a CPU, small programs are computed with NumPy before they are compiled; 0 compiles at once.",
        ),
        Variable(
            "MXNET_ENGINE_ROLL",
            "engine_roll",
            _flag,
            "1",
            "Rounds of equal operations, as an unrolled recurrent net has, are compiled as one loop; 0 compiles each.",
        ),
        Variable(
            "MXNET_ENGINE_NOTICE",
            "engine_notice",
            float,
            "3",
            "After so many seconds of compiling, somebody at a terminal or notebook is told so; 0 tells nobody.",
        ),
        Variable(
            "MXNET_ENGINE_MESH",
            "engine_mesh",
            _flag,
            "1",
            "A training step on several devices of this process is one program over all of them; 0 runs one on each.",
        ),
        Variable(
            "MXNET_ENGINE_CACHE",
            "engine_cache",
            str,
            "1",
            "Compiled programs are kept in MXNET_HOME/programs, or in this folder, for the next run; 0 keeps none.",
        ),
        Variable("MXNET_ENGINE_NODES", "engine_nodes", _at_least(1), "64", "Operations recorded before they are run."),
        Variable(
            "MXNET_ENGINE_BYTES",
            "engine_bytes",
            _bytes_or_quarter,
            "0",
            "Bytes of pending results before they are computed; 0 is a quarter of the memory.",
        ),
        Variable("MXNET_ENGINE_IN_FLIGHT", "engine_in_flight", _at_least(1), "16", "Programs queued on a device."),
        Variable(
            "MXNET_BACKWARD_DO_MIRROR",
            "backward_do_mirror",
            _flag,
            "0",
            "Computes intermediate results again in the backward pass instead of keeping them.",
        ),
        Variable(
            "MXNET_ELIMINATE_COMMON_EXPR",
            "eliminate_common_expr",
            _flag,
            "1",
            "Makes equal nodes of a bound symbol one, as get_optimized_symbol shows.",
        ),
        Variable(
            "MXNET_ENFORCE_DETERMINISM",
            "enforce_determinism",
            _flag,
            "0",
            "Uses only algorithms that repeat bit by bit.",
        ),
        Variable(
            "MXNET_CPU_MEM_POOL_TYPE",
            "cpu_mem_pool_type",
            _one_of("Naive", "Unpooled"),
            "Naive",
            "Keeps a gigabyte of freed memory for the next step (glibc, up to 8 cores); Unpooled gives it back.",
        ),
        Variable(
            "MXNET_MKLDNN_ENABLED",
            "mkldnn_enabled",
            _flag,
            "1",
            "Convolutions on the CPU use oneDNN where it is installed (the extra `fast`); 0 leaves all to XLA.",
        ),
        Variable(
            "MXNET_FULL_TRACEBACK",
            "full_traceback",
            _flag,
            "0",
            "Shows every frame of an error; by default the package's own frames, but for the first, are left out.",
        ),
        Variable("MXNET_HOME", "home", _folder, _default_home(), "The folder of downloaded models and datasets."),
        Variable(
            "MXNET_GLUON_REPO",
            "gluon_repo",
            str,
            "https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/",
            "Where gluon downloads models and datasets from; several addresses, with commas between, are tried.",
        ),
        Variable(
            "MXNET_UPDATE_ON_KVSTORE",
            "update_on_kvstore",
            _flag,
            "1",
            "Whether Module lets the store apply the optimizer where that is possible.",
        ),
        Variable(
            "MXNET_FUSED_ATTENTION",
            "fused_attention",
            _flag,
            "1",
            "Whether cuDNN computes attention of half precision on a GPU in one piece, without its matrix of scores.",
        ),
        Variable(
            "MXNET_CUDNN_LSTM",
            "cudnn_lstm",
            _flag,
            "1",
            "Whether cuDNN computes LSTM layers of float32 on a GPU.",
        ),
        Variable(
            "MXNET_OPTIMIZER_AGGREGATION_SIZE",
            "optimizer_aggregation_size",
            _at_least(0),
            "64",
            "Weights handed to an optimizer in one call.",
        ),
        Variable(
            "MXNET_KVSTORE_BIGARRAY_BOUND",
            "kvstore_bigarray_bound",
            _at_least(1),
            "1000000",
            "Elements from which a distributed store divides an array among its servers.",
        ),
        Variable(
            "MXNET_KVSTORE_TIMEOUT",
            "kvstore_timeout",
            _at_least(1),
            "3600",
            "Seconds that a worker of a distributed job waits for the others, or for a server.",
        ),
        Variable(
            "MXNET_KVSTORE_FOLDER",
            "kvstore_folder",
            str,
            "",
            "Where the servers of dist_async keep what a restarted one needs; on a shared disk, another machine can.",
        ),
        Variable(
            "MXNET_LAUNCH_ATTEMPT",
            "launch_attempt",
            _at_least(0),
            "0",
            "How often the launcher has started this job before, after failures; set by the launcher.",
        ),
        Variable(
            "MXNET_LAUNCH_STATUS",
            "launch_status",
            _file_number,
            "",
            "Where the scheduler tells the launcher what the workers do; set by the launcher.",
        ),
        Variable(
            "MXNET_LAUNCH_JOIN",
            "launch_join",
            _one_of("auto", "always", "never"),
            "never",
            "Whether a worker joins jax.distributed when it imports mxnet: auto does so if it has a GPU of its own.",
        ),
        Variable("MXNET_LOCAL_RANK", "local_rank", _at_least(0), "0", "Which of its machine's workers this one is."),
        Variable("MXNET_LOCAL_SIZE", "local_size", _at_least(1), "1", "How many workers its machine has."),
        Variable("MXNET_SHARES_GPU", "shares_gpu", _flag, "0", "Whether other workers use this one's GPU; set here."),
        Variable(
            "MXNET_KVSTORE_SECRET",
            "kvstore_secret",
            str,
            "",
            "What the processes of a distributed job know each other by; the launcher makes one for each job.",
        ),
        Variable(
            "MXNET_KVSTORE_SECRET_FILE",
            "kvstore_secret_file",
            str,
            "",
            "A file of mode 600 that holds the secret instead; without either it is MXNET_HOME/kvstore_secret.",
        ),
        Variable(
            "DMLC_ROLE",
            "dmlc_role",
            _one_of("worker", "server", "scheduler"),
            "worker",
            "What this process is in a distributed job.",
        ),
        Variable("DMLC_PS_ROOT_URI", "dmlc_root_uri", str, "127.0.0.1", "The scheduler's machine."),
        Variable("DMLC_PS_ROOT_PORT", "dmlc_root_port", _at_least(0), "0", "The scheduler's port."),
        Variable("DMLC_NUM_WORKER", "dmlc_num_worker", _at_least(1), "1", "Workers of a distributed job."),
        Variable("DMLC_NUM_SERVER", "dmlc_num_server", _at_least(0), "0", "Servers of a distributed job."),
        Variable(
            "DMLC_WORKER_ID", "dmlc_worker_id", _at_least(0), "0", "A worker's rank, else the scheduler gives one."
        ),
        Variable("DMLC_TASK_ID", "dmlc_task_id", _at_least(0), "0", "A worker's or server's number."),
        Variable("DMLC_NODE_HOST", "dmlc_node_host", str, "127.0.0.1", "How others reach this machine."),
        Variable(
            "MXNET_STORAGE_FALLBACK_LOG_VERBOSE",
            "storage_fallback_log_verbose",
            _flag,
            "1",
            "Whether an operator without a form for sparse arrays says, once, that it makes them dense.",
        ),
        Variable(
            "MXNET_SUBGRAPH_BACKEND",
            "subgraph_backend",
            str,
            "NONE",
            "The backend, one that optimize_for knows, to which symbols are handed when they are bound.",
        ),
        Variable(
            "MXNET_PROGRESS_BAR",
            "progress_bar",
            _one_of("auto", "0", "1"),
            "auto",
            "Draws bars of training, downloads and im2rec with tqdm; auto does on a terminal and in a notebook.",
        ),
        Variable("MXNET_PROFILER_AUTOSTART", "profiler_autostart", _flag, "0", "Starts the profiler at import."),
        Variable(
            "MXNET_PROFILER_MODE", "profiler_mode", _at_least(0), "0", "0 profiles symbolic operators, 1 all of them."
        ),
    )
}

# Variables of MXNet's that are accepted and have no effect, by the reason.
IGNORED = {
    "XLA plans threads itself": """
        MXNET_GPU_WORKER_NTHREADS MXNET_GPU_COPY_NTHREADS MXNET_CPU_WORKER_NTHREADS MXNET_CPU_PRIORITY_NTHREADS
        MXNET_CPU_NNPACK_NTHREADS MXNET_MP_WORKER_NTHREADS MXNET_MP_OPENCV_NUM_THREADS MXNET_OMP_MAX_THREADS
        MXNET_GPU_WORKER_NSTREAMS MXNET_CPU_PARALLEL_SIZE MXNET_USE_OPERATOR_TUNING MXNET_ENABLE_OPERATOR_TUNING
        MXNET_USE_NUM_CORES_OPERATOR_TUNING MXNET_VERBOSE_TUNING_INFO MXNET_OUTPUT_TUNING_DATA
        MXNET_TUNING_WEIGHT_SCALE MXNET_KVSTORE_REDUCTION_NTHREADS MXNET_KVSTORE_SERIAL_PUSH""",
    "XLA plans memory itself (see JAX's XLA_PYTHON_CLIENT_MEM_FRACTION)": """
        MXNET_EXEC_ENABLE_INPLACE MXNET_EXEC_NUM_TEMP MXNET_EXEC_INPLACE_GRAD_SUM_CAP MXNET_GPU_MEM_POOL_TYPE
        MXNET_GPU_MEM_POOL_RESERVE MXNET_GPU_MEM_POOL_PAGE_SIZE MXNET_GPU_MEM_POOL_ROUND_LINEAR_CUTOFF
        MXNET_GPU_MEM_LARGE_ALLOC_ROUND_SIZE MXNET_CPU_TEMP_COPY MXNET_GPU_TEMP_COPY MXNET_CPU_PARALLEL_RAND_COPY
        MXNET_GPU_PARALLEL_RAND_COPY MXNET_GPU_CUDNN_DROPOUT_STATE_COPY MXNET_MEM_PLAN_VERBOSE_LOGGING
        NNVM_EXEC_MATCH_RANGE NNVM_EXEC_NUM_TEMP NNVM_AUTO_SEARCH_MATCH_RANGE""",
    "whole tapes are compiled and fused in any case": """
        MXNET_EXEC_BULK_EXEC_TRAIN MXNET_EXEC_BULK_EXEC_INFERENCE MXNET_EXEC_BULK_EXEC_MAX_NODE_TRAIN
        MXNET_EXEC_BULK_EXEC_MAX_NODE_TRAIN_FWD MXNET_EXEC_BULK_EXEC_MAX_NODE_TRAIN_BWD MXNET_USE_FUSION
        MXNET_FUSION_VERBOSE MXNET_FUSION_SIZE_WARNING MXNET_ENABLE_CUDA_GRAPHS
        MXNET_CUDA_GRAPHS_VERBOSE MXNET_CUDA_GRAPHS_MAX_LOG_ENTRIES MXNET_SUBGRAPH_VERBOSE
        MXNET_RTC_VERBOSE MXNET_UPDATE_AGGREGATION_SIZE""",
    "always on: sums of half precision are made in single precision": """
        MXNET_SAFE_ACCUMULATION MXNET_FC_TRUE_FP16""",
    "MXNET_ENGINE_LOG tells more": """
        MXNET_ENGINE_INFO MXNET_EXEC_VERBOSE_LOGGING MXNET_INFER_STORAGE_TYPE_VERBOSE_LOGGING
        DMLC_LOG_STACK_TRACE_DEPTH""",
    "XLA chooses algorithms and precision (see JAX's jax_default_matmul_precision)": """
        MXNET_CUDNN_AUTOTUNE_DEFAULT MXNET_CUDA_ALLOW_TENSOR_CORE MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION
        MXNET_RNN_USE_WEIGHT_CACHE""",
    "collectives choose their own routes": """
        MXNET_ENABLE_GPU_P2P MXNET_KVSTORE_USETREE MXNET_KVSTORE_LOGTREE MXNET_KVSTORE_TREE_ARRAY_BOUND
        MXNET_KVSTORE_TREE_BACKTRACK MXNET_KVSTORE_TREE_LINK_USAGE_PENALTY MXNET_KVSTORE_SLICE_THRESHOLD
        MXNET_KVSTORE_DIST_ROW_SPARSE_VERBOSE""",
    "there is no such library here": """
        MXNET_LIBRARY_PATH MXNET_INCLUDE_PATH MXNET_CONF_PATH MXNET_ENABLE_CYTHON MXNET_ENFORCE_CYTHON
        MXNET_CUDA_LIB_CHECKING MXNET_CUDNN_LIB_CHECKING MXNET_MKLDNN_CACHE_NUM
        MXNET_MKLDNN_DEBUG MXNET_MKLDNN_FORCE_FC_AB_FORMAT MXNET_USE_MKLDNN_RNN MXNET_QUANTIZATION_VERBOSE
        MXNET_TENSORRT_MAX_BATCH_SIZE MXNET_TENSORRT_VERBOSE""",
}


def read(environ: Mapping[str, str]) -> Config:
    """The settings in an environment; a value that makes no sense is an error that says what would."""
    return Config(**{variable.field: variable.of(environ) for variable in VARIABLES.values()})


def lookup(name: str) -> Any:
    """A variable's value as the environment is now, for those that programs change as they run."""
    return VARIABLES[name].of(os.environ)


def is_set(name: str) -> bool:
    """Whether the environment, as it is now, says anything about a variable."""
    return bool(os.environ.get(VARIABLES[name].name, "").strip())


def describe() -> str:
    """The table of variables for the documentation, in Markdown."""
    rows = [f"| `{v.name}` | `{v.default}` | {v.doc} |" for v in VARIABLES.values()]
    ignored = [f"- {reason}: {', '.join(f'`{n}`' for n in names.split())}" for reason, names in IGNORED.items()]
    return "\n".join(
        ("| Variable | Default | Meaning |", "|---|---|---|", *rows, "", "Accepted, without effect:", "", *ignored, "")
    )


config = read(os.environ)
