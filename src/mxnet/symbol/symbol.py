"""``mx.symbol.symbol``: the symbol class and the functions that make symbols."""

from mxnet.symbol.core import Symbol as Symbol
from mxnet.symbol.core import split_v2 as split_v2
from mxnet.symbol.functions import Group as Group
from mxnet.symbol.functions import Variable as Variable
from mxnet.symbol.functions import arange as arange
from mxnet.symbol.functions import eye as eye
from mxnet.symbol.functions import fromjson as fromjson
from mxnet.symbol.functions import full as full
from mxnet.symbol.functions import histogram as histogram
from mxnet.symbol.functions import hypot as hypot
from mxnet.symbol.functions import linspace as linspace
from mxnet.symbol.functions import load as load
from mxnet.symbol.functions import load_json as load_json
from mxnet.symbol.functions import maximum as maximum
from mxnet.symbol.functions import minimum as minimum
from mxnet.symbol.functions import ones as ones
from mxnet.symbol.functions import pow as pow
from mxnet.symbol.functions import power as power
from mxnet.symbol.functions import var as var
from mxnet.symbol.functions import zeros as zeros
from mxnet.symbol.handle import SymbolBase as SymbolBase
