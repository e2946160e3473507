"""``mx.gluon.model_zoo``: well-known networks."""

from mxnet.gluon.model_zoo import model_store as model_store
from mxnet.gluon.model_zoo import vision as vision
