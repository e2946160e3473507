"""The tables of converters: one for the way to ONNX, one for the way back."""

import importlib
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

Converter = Callable[..., Any]


class Converters(dict[str, Converter]):
    """Functions by the names of the operators that they convert.

    They are declared in ``families``, modules of a package, which are loaded when the first model is converted.
    """

    def __init__(self, package: str, families: str) -> None:
        super().__init__()
        self._modules = [f"{package}._{family}" for family in families.split()]

    def declare(self, *names: str) -> Callable[[Converter], Converter]:
        """Declare the operators that a function converts."""

        def register(function: Converter) -> Converter:
            self.update(dict.fromkeys(names, function))
            return function

        return register

    @cached_property
    def loaded(self) -> Mapping[str, Converter]:
        """Every converter."""
        for module in self._modules:
            importlib.import_module(module)
        return self
