"""``mxnet.optimizer.optimizer``: every optimizer, where MXNet's pickles look for them."""

from mxnet.ndarray import abs as NDabs  # noqa: F401 - a name of MXNet
from mxnet.optimizer.adaptive import FTML as FTML
from mxnet.optimizer.adaptive import LAMB as LAMB
from mxnet.optimizer.adaptive import AdaDelta as AdaDelta
from mxnet.optimizer.adaptive import AdaGrad as AdaGrad
from mxnet.optimizer.adaptive import Adam as Adam
from mxnet.optimizer.adaptive import Adamax as Adamax
from mxnet.optimizer.adaptive import Ftrl as Ftrl
from mxnet.optimizer.adaptive import Nadam as Nadam
from mxnet.optimizer.adaptive import RMSProp as RMSProp
from mxnet.optimizer.base import Optimizer as Optimizer
from mxnet.optimizer.base import create as create
from mxnet.optimizer.base import register as register
from mxnet.optimizer.sgd import DCASGD as DCASGD
from mxnet.optimizer.sgd import LARS as LARS
from mxnet.optimizer.sgd import LBSGD as LBSGD
from mxnet.optimizer.sgd import NAG as NAG
from mxnet.optimizer.sgd import SGD as SGD
from mxnet.optimizer.sgd import SGLD as SGLD
from mxnet.optimizer.sgd import Signum as Signum
from mxnet.optimizer.sgd import ccSGD as ccSGD
from mxnet.optimizer.updater import Test as Test
from mxnet.optimizer.updater import Updater as Updater
from mxnet.optimizer.updater import get_updater as get_updater
