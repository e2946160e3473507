"""Contexts as XLA devices, each with a tape for every thread and a stream of random keys."""

import itertools
import logging
import os
import threading
from functools import cache, cached_property
from typing import Any

import jax
import numpy as np

from mxnet._host import disk, fork, heap
from mxnet._host.facts import fact_key, known_fact, note_fact
from mxnet._lazy.cuts import Event
from mxnet._lazy.tape import Tape
from mxnet._lazy.value import Options
from mxnet._probe import probe
from mxnet._programs import memory, program
from mxnet.context import Context
from mxnet.error import MXNetError

# MXNet has float64 and int64 arrays; without this JAX would silently narrow them.
jax.config.update("jax_enable_x64", True)
disk.keep_programs()
# A program that sets the root logger to DEBUG, as many do, wants its own lines, not the compiler's.
for _logger in (logging.getLogger("jax"), logging.getLogger("filelock")):
    if _logger.level == logging.NOTSET:
        _logger.setLevel(logging.WARNING)


# XLA's CPU compiler hands whole regions of a program to a library of neural network functions. That pays for single
# products of matrices and for sums; regions around convolutions and several products can be slower than its own code
# (ResNet-18 trained 1.4 times slower; the forward pass of VGG-11 with JAX 0.10.2 forty times).
_LIBRARY: Options = {
    "xla_cpu_experimental_ynn_fusion_type": "LIBRARY_FUSION_TYPE_INDIVIDUAL_DOT,LIBRARY_FUSION_TYPE_REDUCE",
}
# See ``options``.
_OLDER_EMITTERS: Options = {"xla_cpu_use_fusion_emitters": False, "xla_cpu_parallel_codegen_split_count": 1}


class Device:
    """An XLA device. ``local.tape`` is this thread's tape on it; ``seed`` and ``draw`` give its random keys.

    ``number`` is unique among all devices: XLA numbers those of each kind from 0. ``replays``: on a GPU, XLA replays
    the launches of the last run if all arrays are at the same addresses; if gradients are in new memory at each step it
    must record them again (a step of 148 parameters in plain JAX on an H200: 6.7 ms in the place of 4.1 in one
    process, in another 3.7 with either).
    """

    _next_number = itertools.count().__next__

    def __init__(self, device: jax.Device) -> None:
        self.jax = device
        self.number = Device._next_number()
        self.sharding = jax.sharding.SingleDeviceSharding(device)
        self.replays = device.platform in ("gpu", "cuda", "rocm")
        self.local = _local_of(self)
        self.seed = 0
        self._draws = itertools.count(1)  # threads share a stream, and no two draw the same number

    @cached_property
    def options(self) -> Options | None:
        """The options of the compiler for this device; None if it does not know them, or the user has set others."""
        return _LIBRARY if self._knows(_LIBRARY) else None

    @cached_property
    def older_emitters(self) -> Options | None:
        """The same with those that choose XLA's older emitters (see ``options``)."""
        both = {**(self.options or {}), **_OLDER_EMITTERS}
        return both if self._knows(both) else None

    def _knows(self, options: Options) -> bool:
        """Whether the compiler knows options, none of which the user has set."""
        if self.jax.platform != "cpu" or any(name in os.environ.get("XLA_FLAGS", "") for name in options):
            return False
        if fork.is_forked():  # nothing is compiled here, and the probe would wait for ever
            return False
        return _compiler_knows(self.jax.client, tuple(options.items()))

    def put(self, array: Any) -> jax.Array:
        """A copy of a host array on this device; in a forked process, where it is read only by NumPy, on the host."""
        if fork.is_forked():
            return np.asarray(array)  # type: ignore[return-value]
        try:
            placed: jax.Array = jax.device_put(array, self.sharding)
        except jax.errors.JaxRuntimeError as error:
            if memory.is_exhausted(error):
                raise memory.exhausted(error, self, "an array to be placed there") from error
            raise
        return placed

    def reseed(self, seed: int) -> None:
        """Start the stream of random keys anew."""
        self.seed, self._draws = seed & 0xFFFFFFFF, itertools.count(1)

    @property
    def stream(self) -> tuple[int, "itertools.count[int]"]:
        """The seed and the counter that the next random keys come from; may be set to another device's."""
        return self.seed, self._draws

    @stream.setter
    def stream(self, stream: tuple[int, "itertools.count[int]"]) -> None:
        self.seed, self._draws = stream

    def draw(self) -> tuple[int, int]:
        """The seed and the number of the next random key."""
        return self.seed, next(self._draws)

    def __repr__(self) -> str:
        return str(self.jax)


@cache
def _compiler_knows(client: Any, options: tuple[tuple[str, Any], ...]) -> bool:
    key = fact_key("knows options", repr(options), (client.platform, client.platform_version), ())
    if known_fact(key):
        return True
    place = jax.sharding.SingleDeviceSharding(client.local_devices()[0])
    probe = jax.jit(lambda: 0, out_shardings=place, compiler_options=dict(options))
    try:
        with disk.without_jax_cache():
            probe.lower().compile()
    except jax.errors.JaxRuntimeError:
        return False
    note_fact(key, True)
    return True


class _Local(threading.local):
    """The tape of each thread, made when it is first asked for.

    ``__init__`` does not make it: a ``__del__`` that the collector runs in the middle of that would find no tape.
    """

    tape: Tape
    devices: "dict[int, Device]" = {}  # noqa: RUF012  # shared by all threads, by the number of this object

    def __getattr__(self, name: str) -> Tape:
        if name != "tape":
            raise AttributeError(name)
        tape: Tape = self.__dict__.setdefault(name, Tape(self.devices[id(self)], program))
        if tape not in _thread.tapes:
            _thread.tapes = (*_thread.tapes, tape)
        return tape


class _ThreadTapes(threading.local):
    """The tapes of this thread, on all devices."""

    tapes: tuple[Tape, ...] = ()


_thread = _ThreadTapes()


def _local_of(device: Device) -> _Local:
    local = _Local()
    _Local.devices[id(local)] = device
    return local


@cache
def _devices(kind: str) -> tuple[Device, ...]:
    heap.keep_freed_memory()
    fork.note_start()
    try:
        return tuple(Device(d) for d in jax.local_devices(backend=kind))
    except RuntimeError:
        return ()


def accelerators() -> tuple[Device, ...]:
    """The devices that ``mx.gpu(i)`` means: CUDA or ROCm GPUs, or else TPU cores."""
    return _devices("gpu") or _devices("tpu")


def all_devices() -> tuple[Device, ...]:
    """Every device in use so far or usable."""
    return _devices("cpu") + accelerators()


def emit(event: Event) -> None:
    """Report an event to this thread's tapes."""
    for tape in _thread.tapes:
        tape.emit(event)


def device_of(context: Context) -> Device:
    """The device a context stands for."""
    device = getattr(context, "_device", None)
    if device is None:
        device = context._device = _find(context)  # type: ignore[attr-defined]
    return device


def _find(context: Context) -> Device:
    if context.device_type == "gpu":
        devices = accelerators()
        if context.device_id >= len(devices):
            available = ", ".join(f"gpu({i})" for i in range(len(devices))) or "no GPU"
            raise MXNetError(
                f"There is no {context}: this machine has {available} and cpu(). "
                "Use mx.cpu(), or choose with mx.gpu() if mx.context.num_gpus() else mx.cpu()."
            )
        return devices[context.device_id]
    hosts = _devices("cpu")
    # A host context beyond the devices XLA was given is another name for the first.
    return hosts[context.device_id] if context.device_id < len(hosts) else hosts[0]


def memory_info(device_id: int) -> tuple[int, int]:
    """Free and total bytes of an accelerator, of the part that XLA may use."""
    stats = device_of(Context("gpu", device_id)).jax.memory_stats() or {}
    if "bytes_limit" not in stats:
        raise MXNetError(
            f"gpu_memory_info: gpu({device_id}) does not tell of its memory; its allocator keeps no count."
        )
    total = stats["bytes_limit"]
    return total - stats.get("bytes_in_use", 0), total


def _capability(device_id: int) -> int:
    """The CUDA compute capability of an accelerator, 90 for 9.0."""
    return int(str(device_of(Context("gpu", device_id)).jax.compute_capability).replace(".", ""))


def _empty_cache(context: Context) -> None:
    """Return free memory of the host to the system; that of a GPU is XLA's, which has no such call."""
    if context.device_type != "gpu":
        heap.trim()


probe.register(
    lambda kind: len(accelerators() if kind == "gpu" else _devices(kind)), memory_info, _capability, _empty_cache
)
