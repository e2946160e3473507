"""``mxnet.ndarray.utils``: making, saving and loading arrays of any storage type."""

from mxnet.ndarray.creation import array as array
from mxnet.ndarray.creation import empty as empty
from mxnet.ndarray.creation import zeros as zeros
from mxnet.ndarray.files import load as load
from mxnet.ndarray.files import load_frombuffer as load_frombuffer
from mxnet.ndarray.files import save as save
