"""Weights of PyTorch's networks for ours: see ``load_state_dict``. PyTorch itself is needed only for its pickles."""

from mxnet.gluon._torch import Report as Report
from mxnet.gluon._torch import load_state_dict as load_state_dict
