"""Measures of how good predictions are, over many batches: ``mx.metric``.

Most metrics add up on the device: ``update`` records what to compute and returns, and values are read when somebody
asks for them, with ``get`` or through ``sum_metric``. So a training loop with a metric need not wait for each batch.
"""

from mxnet import ndarray as ndarray
from mxnet.metric.base import CompositeEvalMetric as CompositeEvalMetric
from mxnet.metric.base import CustomMetric as CustomMetric
from mxnet.metric.base import EvalMetric as EvalMetric
from mxnet.metric.base import alias as alias
from mxnet.metric.base import check_label_shapes as check_label_shapes
from mxnet.metric.base import create as create
from mxnet.metric.base import np as np
from mxnet.metric.base import register as register
from mxnet.metric.classes import F1 as F1
from mxnet.metric.classes import MCC as MCC
from mxnet.metric.classes import PCC as PCC
from mxnet.metric.classes import Accuracy as Accuracy
from mxnet.metric.classes import TopKAccuracy as TopKAccuracy
from mxnet.metric.likelihood import Caffe as Caffe
from mxnet.metric.likelihood import CrossEntropy as CrossEntropy
from mxnet.metric.likelihood import Loss as Loss
from mxnet.metric.likelihood import NegativeLogLikelihood as NegativeLogLikelihood
from mxnet.metric.likelihood import Perplexity as Perplexity
from mxnet.metric.likelihood import Torch as Torch
from mxnet.metric.numbers import MAE as MAE
from mxnet.metric.numbers import MSE as MSE
from mxnet.metric.numbers import RMSE as RMSE
from mxnet.metric.numbers import PearsonCorrelation as PearsonCorrelation
