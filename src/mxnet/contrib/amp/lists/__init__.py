"""What automatic mixed precision does with each operator, a module for each narrow type."""

from mxnet.contrib.amp.lists import symbol_bf16 as symbol_bf16
from mxnet.contrib.amp.lists import symbol_fp16 as symbol_fp16
