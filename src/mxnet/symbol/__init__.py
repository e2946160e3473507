"""``mx.sym``: graphs that are built first and run later, and every operator on them."""

from typing import Any

from mxnet._frontend.names import name_from_above as _name_from_above
from mxnet.symbol import _internal as _internal
from mxnet.symbol import c_functions as _c_functions
from mxnet.symbol import contrib as contrib
from mxnet.symbol import image as image
from mxnet.symbol import linalg as linalg
from mxnet.symbol import op as op
from mxnet.symbol import random as random
from mxnet.symbol import sparse as sparse
from mxnet.symbol import symbol as symbol
from mxnet.symbol.symbol import Group as Group
from mxnet.symbol.symbol import Symbol as Symbol
from mxnet.symbol.symbol import Variable as Variable
from mxnet.symbol.symbol import arange as arange
from mxnet.symbol.symbol import eye as eye
from mxnet.symbol.symbol import fromjson as fromjson
from mxnet.symbol.symbol import full as full
from mxnet.symbol.symbol import histogram as histogram
from mxnet.symbol.symbol import hypot as hypot
from mxnet.symbol.symbol import linspace as linspace
from mxnet.symbol.symbol import load as load
from mxnet.symbol.symbol import load_json as load_json
from mxnet.symbol.symbol import maximum as maximum
from mxnet.symbol.symbol import minimum as minimum
from mxnet.symbol.symbol import ones as ones
from mxnet.symbol.symbol import pow as pow
from mxnet.symbol.symbol import power as power
from mxnet.symbol.symbol import split_v2 as split_v2
from mxnet.symbol.symbol import var as var
from mxnet.symbol.symbol import zeros as zeros

# Operators fill what is not written out above.
globals().update(
    {
        name: function
        for name, function in vars(op).items()
        if name not in globals() and getattr(function, "__module__", None) == op.__name__
    }
)


def __getattr__(name: str) -> Any:
    """``np`` and ``npx``, which stand above this package."""
    return _name_from_above(__name__, name)
