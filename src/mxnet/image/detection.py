"""``mx.image.detection``: augmenters for detection, and their iterator."""

from mxnet.image._det_augmenters import CreateDetAugmenter as CreateDetAugmenter
from mxnet.image._det_augmenters import CreateMultiRandCropAugmenter as CreateMultiRandCropAugmenter
from mxnet.image._det_augmenters import DetAugmenter as DetAugmenter
from mxnet.image._det_augmenters import DetBorrowAug as DetBorrowAug
from mxnet.image._det_augmenters import DetHorizontalFlipAug as DetHorizontalFlipAug
from mxnet.image._det_augmenters import DetRandomCropAug as DetRandomCropAug
from mxnet.image._det_augmenters import DetRandomPadAug as DetRandomPadAug
from mxnet.image._det_augmenters import DetRandomSelectAug as DetRandomSelectAug
from mxnet.image._det_iter import ImageDetIter as ImageDetIter
from mxnet.image._functions import copyMakeBorder as copyMakeBorder
