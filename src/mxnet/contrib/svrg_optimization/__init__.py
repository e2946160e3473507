"""Stochastic variance-reduced gradient: steps corrected by the gradient over all data."""

from mxnet import _help
from mxnet.contrib.svrg_optimization import svrg_module as svrg_module
from mxnet.contrib.svrg_optimization import svrg_optimizer as svrg_optimizer

_help.attach("contrib.svrg_optimization.svrg_module", "contrib.svrg_optimization.svrg_optimizer")
