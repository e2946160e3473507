"""The operators that arrays have as methods, from the registry."""

from mxnet._frontend.methods import FLUENT, as_method
from mxnet._ops.registry import find
from mxnet.ndarray.invoke import shortcut


class Fluent:
    """Methods that call an operator on the array itself; ``fluent.pyi`` lists them for editors."""

    __slots__ = ()


for _name in FLUENT:
    setattr(Fluent, _name, as_method(shortcut(find(_name)), _name))
