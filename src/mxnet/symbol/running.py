"""How a bound graph runs: as one node of a tape, as one node for each of several devices, or operator by operator.

A runner reads the arrays it was given when it is told to go forward, overwrites the auxiliary ones, and sends gradients
to leaves. It records for itself, whatever autograd is doing around it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import jax.numpy as jnp

from mxnet._lazy.call import Call, Number
from mxnet._lazy.device import Device, device_of
from mxnet._lazy.gradient import Leaf, Recorded
from mxnet._lazy.mode import mode
from mxnet._lazy.tape import Tape
from mxnet._lazy.value import Value, concrete
from mxnet.context import Context
from mxnet.ndarray import gradients
from mxnet.ndarray.handle import Handle, assign, new, value_of
from mxnet.ndarray.invoke import invoke_op, store
from mxnet.ndarray.ndarray import NDArray
from mxnet.symbol.compose import input_names
from mxnet.symbol.graph import Graph
from mxnet.symbol.node import Head, Node
from mxnet.symbol.placement import Part

Monitor = Callable[[str, Any], None]
Gradients = list[tuple[Leaf, Value]]


class Runner(Protocol):
    """What an executor needs of the way its graph runs."""

    contexts: list[Context]

    def forward(self, train: bool, record: bool) -> list[Value]:
        """Compute the outputs; ``record`` says that ``backward`` is likely to follow."""

    def backward(self, train: bool, cotangents: Sequence[Value | None]) -> None:
        """Send gradients to the leaves; a cotangent of None is all ones."""


def deliver(found: Gradients) -> None:
    """Give gradients to their leaves, in the type and place of the arrays there."""
    for leaf, gradient in found:
        have, want = gradient, value_of(leaf.grad)
        if have.aval is want.aval and have.device is want.device:
            gradients.receive(leaf, gradient)
        elif leaf.req == "add":
            total = invoke_op(gradients.ADD, (leaf.grad, new(NDArray, gradient, leaf.grad._ctx)), {})
            store(leaf.grad, value_of(total), "gradient")
        else:
            store(leaf.grad, gradient, "gradient")
