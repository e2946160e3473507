"""What ``help`` shows of a class or a function: each parameter with its type and meaning, an example with its imports.

A docstring says what is particular about its class; what many share is said once, in the tables of this package. The
two are put together when somebody asks: ``attach`` leaves objects in the place of docstrings that know how, and the
tables are not loaded before. The reference of the site is made from the same texts, by ``tools/reference.py``.
"""

import importlib
import sys
from types import FunctionType
from typing import Any

from mxnet._frontend.describing import LateText
from mxnet._help.pages import MADE, MODULES


class ClassText:
    """The docstring of a class, which Python asks for the whole text by way of ``__get__``."""

    __slots__ = ("plain",)

    def __init__(self, plain: str) -> None:
        self.plain = plain

    def __get__(self, instance: Any, owner: type) -> str:
        """The whole text of the class that has this docstring, whichever class or object is asked."""
        kind = next((base for base in owner.__mro__ if vars(base).get("__doc__") is self), owner)
        return str(importlib.import_module("mxnet._help.texts").of_class(kind, self.plain))


class FunctionText(LateText):
    """The docstring of a function that is not an operator's."""

    __slots__ = ("owner",)
    owner: Any  # the function; mypy would take a function in a class for a method

    def whole(self) -> str:
        """The text in the source, with the parameters and the example that the reference has."""
        return str(importlib.import_module("mxnet._help.texts").of_function(self.owner, self.plain))


def attach(*modules: str) -> None:
    """Let the docstrings of classes and functions of these modules, by default of all that are imported, be whole."""
    for name in modules or MODULES:
        module = sys.modules.get(f"mxnet.{name}")
        for value in tuple(vars(module).values()) if module is not None else ():
            if isinstance(value, type):
                _attach_class(value)
            elif isinstance(value, FunctionType):
                _attach_function(value)


def _attach_class(kind: type) -> None:
    doc = kind.__dict__.get("__doc__")
    if type(doc) is str and kind.__module__.startswith("mxnet."):
        kind.__doc__ = ClassText(doc)  # type: ignore[assignment]


def _attach_function(function: FunctionType) -> None:
    doc = function.__doc__
    if type(doc) is str and function.__module__.startswith("mxnet.") and function.__module__ not in MADE:
        text = FunctionText(doc)
        text.owner = function
        function.__doc__ = text


def plain(holder: Any) -> str:
    """The docstring in the source of a class or a function; empty where there is none."""
    doc = holder.__dict__.get("__doc__") if isinstance(holder, type) else getattr(holder, "__doc__", None)
    if isinstance(doc, (ClassText, LateText)):
        return doc.plain
    return doc if isinstance(doc, str) else ""
