"""The parameters of operators whose functions do not spell them out."""

from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from typing import Any

import jax


def positional(name: str, annotation: Any = jax.Array, default: Any = Parameter.empty) -> Parameter:
    """A parameter that becomes an input."""
    return Parameter(name, Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation)


def keyword(name: str, annotation: Any, default: Any = Parameter.empty) -> Parameter:
    """A parameter that becomes an attribute."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def declared(function: Callable[..., Any], parameters: Sequence[Parameter]) -> None:
    """Give a function the parameters that its operator is to have."""
    function.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    function.__annotations__ = {p.name: p.annotation for p in parameters}
