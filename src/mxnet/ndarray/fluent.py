"""The operators that arrays have as methods, from the registry."""

from mxnet._frontend.methods import FLUENT, fluent
from mxnet.ndarray.invoke import invoke


class Fluent:
    """Methods that call an operator on the array itself; ``fluent.pyi`` lists them for editors."""

    __slots__ = ()


for _name in FLUENT:
    setattr(Fluent, _name, fluent(_name, invoke))
