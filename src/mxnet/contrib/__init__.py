"""``mx.contrib``: what is not, or not yet, part of the core."""

from mxnet.contrib import memonger as memonger
