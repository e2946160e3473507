"""MXNet's name of the module of the array class and of its functions."""

from mxnet import numpy as _numpy

globals().update({name: value for name, value in vars(_numpy).items() if not name.startswith("_")})
