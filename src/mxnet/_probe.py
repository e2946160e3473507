"""What is known of devices. The engine, a layer above, registers its own functions when it is imported."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from mxnet.error import MXNetError


@dataclass
class Probe:
    """Functions that tell of devices; without the engine there is the host alone."""

    device_count: Callable[[str], int] = lambda kind: 1 if kind == "cpu" else 0
    memory_info: Callable[[int], tuple[int, int]] | None = None
    compute_capability: Callable[[int], int] | None = None
    empty_cache: Callable[[Any], None] = lambda context: None

    def register(
        self,
        device_count: Callable[[str], int],
        memory_info: Callable[[int], tuple[int, int]],
        compute_capability: Callable[[int], int],
        empty_cache: Callable[[Any], None],
    ) -> None:
        """Ask these functions from now on."""
        self.device_count, self.memory_info = device_count, memory_info
        self.compute_capability, self.empty_cache = compute_capability, empty_cache

    def need_gpu(self, device_id: int) -> None:
        """Raise unless there is an accelerator of this number."""
        count = self.device_count("gpu")
        if not 0 <= device_id < count:
            raise MXNetError(f"There is no gpu({device_id}): this machine has {count} GPUs, see mx.context.num_gpus()")


probe = Probe()
