"""A worker's place on its machine: which of the workers there it is, and which GPUs are its own."""

import importlib.util
import os
import re
from collections.abc import Mapping, MutableMapping, Sequence
from pathlib import Path

# Who started the worker says it in words of its own: our launcher, Open MPI, other MPIs, Slurm.
_RANKS = ("MXNET_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID")
_SIZES = ("MXNET_LOCAL_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "SLURM_STEP_TASKS_PER_NODE")
_JOB_RANKS = ("OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID")
_BY_OTHERS = ("mpi", "slurm")


def job_rank(environ: Mapping[str, str]) -> int | None:
    """The rank that MPI or Slurm has given this worker, if the launcher left that to them."""
    if environ.get("DMLC_JOB_CLUSTER") not in _BY_OTHERS:
        return None
    return _first(environ, _JOB_RANKS)


def place(environ: Mapping[str, str]) -> tuple[int, int] | None:
    """Which of how many workers of its machine this is, if anybody says so."""
    rank, size = _first(environ, _RANKS), _first(environ, _SIZES)
    return None if rank is None or size is None or not rank < size else (rank, size)


def _first(environ: Mapping[str, str], names: Sequence[str]) -> int | None:
    for name in names:
        digits = re.match(r"\d+", environ.get(name, ""))  # Slurm may write 8(x2), for two machines
        if digits:
            return int(digits[0])
    return None


def own_gpus(gpus: Sequence[str], rank: int, size: int) -> tuple[list[str], bool]:
    """A worker's GPUs of a machine's, and whether it has them alone: as many each, or one for several workers."""
    if size <= len(gpus):
        each = len(gpus) // size
        return list(gpus[rank * each : (rank + 1) * each]), True
    return [gpus[rank % len(gpus)]], False


def gpus_here(environ: Mapping[str, str], devices: str = "/dev") -> list[str]:
    """The GPUs that this process may use, as CUDA_VISIBLE_DEVICES has them, or all."""
    if "CUDA_VISIBLE_DEVICES" in environ:
        return [word.strip() for word in environ["CUDA_VISIBLE_DEVICES"].split(",") if word.strip()]
    numbers = [path.name[6:] for path in Path(devices).glob("nvidia*") if path.name[6:].isdecimal()]
    return sorted(numbers, key=int)


def settle(environ: MutableMapping[str, str], devices: str = "/dev") -> None:
    """Leave a worker only its own GPUs, before CUDA is asked for them."""
    rank_and_size, gpus = place(environ), gpus_here(environ, devices)
    if rank_and_size is None or not gpus or "SLURM_GPUS_PER_TASK" in environ:
        return
    own, is_alone = own_gpus(gpus, *rank_and_size)
    environ["CUDA_VISIBLE_DEVICES"] = ",".join(own)
    if not is_alone:
        environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # or the first would take three quarters
        environ["MXNET_SHARES_GPU"] = "1"


def wants_to_join(environ: Mapping[str, str], wish: str) -> bool:
    """Whether a worker should join ``jax.distributed`` before its first array: with a GPU of its own, NCCL needs it."""
    if wish != "auto":
        return wish == "always"
    platforms = environ.get("JAX_PLATFORMS", "")
    if (platforms and not {"cuda", "gpu"} & set(platforms.split(","))) or environ.get("MXNET_SHARES_GPU"):
        return False
    has_plugin = any(importlib.util.find_spec(f"jax_cuda{n}_plugin") for n in (12, 13))
    return has_plugin and bool(gpus_here(environ))


def settle_here() -> None:
    """For a worker that a launcher has started."""
    if "DMLC_JOB_CLUSTER" in os.environ:
        settle(os.environ)
