"""``mxnet.gluon.parameter``: parameters and dictionaries of them."""

from mxnet.gluon._parameter import Constant as Constant
from mxnet.gluon._parameter import DeferredInitializationError as DeferredInitializationError
from mxnet.gluon._parameter import Parameter as Parameter
from mxnet.gluon._parameter_dict import ParameterDict as ParameterDict
from mxnet.ndarray import NDArray
from mxnet.symbol import Symbol

__all__ = ["Constant", "DeferredInitializationError", "Parameter", "ParameterDict", "tensor_types"]

tensor_types = (Symbol, NDArray)
