"""``mx.npx.image``: operators on images."""

from mxnet.numpy_extension._ops import operators

globals().update(operators("_image_"))
