"""CUDA source at run time, which XLA does not take."""

from collections.abc import Sequence
from typing import Any

from mxnet.error import MXNetError


class CudaModule:
    """Raises when made: there is no compiler for CUDA source here."""

    def __init__(self, source: str, options: Sequence[str] = (), exports: Sequence[str] = ()) -> None:
        raise MXNetError(
            "mx.rtc.CudaModule: CUDA source cannot be compiled here. Write the computation with mx.nd operators, which "
            "are compiled into one program for the device, or as a class of mx.operator.CustomOp."
        )

    def get_kernel(self, name: str, signature: str) -> "CudaKernel":
        """A kernel of the module; no module can be made here."""
        raise MXNetError(f"mx.rtc.CudaModule.get_kernel({name!r}): CUDA source cannot be compiled here")


class CudaKernel:
    """A kernel of a CudaModule; no module can be made here."""

    def launch(
        self, args: Sequence[Any], ctx: Any, grid_dims: Sequence[int], block_dims: Sequence[int], shared_mem: int = 0
    ) -> None:
        """Raise: there is nothing to launch."""
        raise MXNetError("mx.rtc.CudaKernel.launch: CUDA source cannot be compiled here")
