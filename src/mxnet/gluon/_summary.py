"""The table that ``Block.summary`` prints."""

from collections.abc import Sequence
from typing import Any

from mxnet.gluon._structure import _gather_type_ctx_info
from mxnet.ndarray import NDArray

_LINE = "{:>20}  {:>42} {:>15}"


def shapes(arrays: Any) -> str:
    """The shapes of arrays in lists within lists, as text."""
    nested = _shapes(arrays)
    return str(nested)[1:-1] if isinstance(nested, list) else str(nested)


def _shapes(arrays: Any) -> Any:
    if isinstance(arrays, (list, tuple)):
        return [_shapes(item) for item in arrays]
    return arrays.shape if isinstance(arrays, NDArray) else arrays


class SummaryTable:
    """A row for each block that ran; a parameter that was seen before counts as shared."""

    def __init__(self, inputs: Sequence[Any]) -> None:
        self.rows: list[tuple[str, str, int]] = [("Input", shapes(inputs), 0)]
        self.trainable = 0
        self.shared = 0
        self._seen: set[int] = set()

    def note(self, block: Any, inputs: Any, outputs: Any) -> None:
        """Note a block that has run; one that only gave symbols, for the shapes of deferred parameters, has not."""
        if _gather_type_ctx_info(outputs)[0]:
            return
        total = 0
        for param in block.params.values():
            size = param.data().size
            total += size
            self.trainable += 0 if param.grad_req == "null" else size
            self.shared += size if id(param) in self._seen else 0
            self._seen.add(id(param))
        self.rows.append((f"{type(block).__name__}-{len(self.rows)}", shapes(outputs), total))

    def __str__(self) -> str:
        total = sum(count for _, _, count in self.rows)
        return "\n".join(
            [
                "-" * 80,
                _LINE.format("Layer (type)", "Output Shape", "Param #"),
                "=" * 80,
                *(_LINE.format(*row) for row in self.rows),
                "=" * 80,
                "Parameters in forward computation graph, duplicate included",
                f"   Total params: {total}",
                f"   Trainable params: {self.trainable}",
                f"   Non-trainable params: {total - self.trainable}",
                f"Shared params in forward computation graph: {self.shared}",
                f"Unique parameters in model: {total - self.shared}",
                "-" * 80,
            ]
        )
