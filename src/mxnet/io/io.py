"""``mx.io.io``: where MXNet defines its iterators."""

from mxnet.io._adapters import PrefetchingIter as PrefetchingIter
from mxnet.io._adapters import ResizeIter as ResizeIter
from mxnet.io._arrays import NDArrayIter as NDArrayIter
from mxnet.io._base import DataBatch as DataBatch
from mxnet.io._base import DataDesc as DataDesc
from mxnet.io._base import DataIter as DataIter
from mxnet.io._csv import CSVIter as CSVIter
from mxnet.io._image_record import ImageDetRecordIter as ImageDetRecordIter
from mxnet.io._image_record import ImageRecordInt8Iter as ImageRecordInt8Iter
from mxnet.io._image_record import ImageRecordIter as ImageRecordIter
from mxnet.io._image_record import ImageRecordIter_v1 as ImageRecordIter_v1
from mxnet.io._image_record import ImageRecordUInt8Iter as ImageRecordUInt8Iter
from mxnet.io._image_record import ImageRecordUInt8Iter_v1 as ImageRecordUInt8Iter_v1
from mxnet.io._libsvm import LibSVMIter as LibSVMIter
from mxnet.io._mnist import MNISTIter as MNISTIter
from mxnet.io._native import MXDataIter as MXDataIter
