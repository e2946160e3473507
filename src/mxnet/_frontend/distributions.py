"""The distributions that ``mx.nd.random`` and ``mx.sym.random`` draw from: what each takes, what its operator gets."""

from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, NamedTuple, TypeVar

from mxnet._signatures import followed_by

R = TypeVar("R")


class _Distribution(NamedTuple):
    """What a function that draws takes: parameters and their defaults; ``shown`` are those of its example."""

    meaning: str
    parameters: dict[str, Any]
    shown: str
    numbers_only: bool = False


_DISTRIBUTIONS = {
    "uniform": _Distribution("Numbers spread evenly over ``[low, high)``.", {"low": 0, "high": 1}, "-1, 1"),
    "normal": _Distribution(
        "Normal numbers around ``loc`` with standard deviation ``scale``.", {"loc": 0, "scale": 1}, "0, 1"
    ),
    "poisson": _Distribution("Counts of events that come ``lam`` at a time on average.", {"lam": 1}, "4"),
    "exponential": _Distribution("Waiting times with mean ``scale``.", {"scale": 1}, "2"),
    "gamma": _Distribution("Gamma numbers of shape ``alpha`` and scale ``beta``.", {"alpha": 1, "beta": 1}, "3, 2"),
    "negative_binomial": _Distribution(
        "Failures before the ``k``-th success of probability ``p``.", {"k": 1, "p": 1}, "3, 0.5"
    ),
    "generalized_negative_binomial": _Distribution(
        "Counts with mean ``mu`` and dispersion ``alpha``.", {"mu": 1, "alpha": 1}, "2, 0.3"
    ),
    "randint": _Distribution(
        "Whole numbers spread evenly over ``[low, high)``.",
        {"low": Parameter.empty, "high": Parameter.empty},
        "0, 10",
        numbers_only=True,
    ),
}


def operators(name: str) -> tuple[str, str | None]:
    """The operators that draw with numbers, and with an array of parameters for each element, if there is one."""
    return f"_random_{name}", None if _DISTRIBUTIONS[name].numbers_only else f"_sample_{name}"


def drawing(draw: Callable[..., R], annotation: Any, example: str) -> Callable[[str], Callable[..., R]]:
    """Makes the functions of a module by name: ``draw`` gets the name, the operator's parameters, and other arguments.

    ``annotation`` is the type of parameters, ``example`` a call with places for the name and for its arguments.
    """

    def make(name: str) -> Callable[..., R]:
        meaning, taken, shown, _ = _DISTRIBUTIONS[name]
        kind = Parameter.POSITIONAL_OR_KEYWORD
        declared = Signature([Parameter(key, kind, default=of, annotation=annotation) for key, of in taken.items()])
        defaults = {key: value for key, value in taken.items() if value is not Parameter.empty}

        def parameters(*args: Any, **kwargs: Any) -> dict[str, Any]:
            if len(args) == len(taken) and not kwargs:
                values = dict(zip(taken, args, strict=True))
            else:
                values = {**defaults, **declared.bind(*args, **kwargs).arguments}
            return {"lam": 1.0 / values["scale"]} if name == "exponential" else values

        parameters.__name__ = parameters.__qualname__ = name
        parameters.__module__ = draw.__module__
        parameters.__doc__ = f"{meaning}\n\n{example.format(name=name, shown=shown)}"
        parameters.__signature__ = declared  # type: ignore[attr-defined]
        return followed_by(draw)(parameters)

    return make
