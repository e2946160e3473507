"""``mx.npx.image``: operators on images."""

from mxnet.numpy._operators import operators

globals().update(operators("_image_"))
