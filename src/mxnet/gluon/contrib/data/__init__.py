"""``mx.gluon.contrib.data``: more data sets and samplers."""

from mxnet.gluon.contrib.data import text as text
from mxnet.gluon.contrib.data.sampler import IntervalSampler as IntervalSampler
