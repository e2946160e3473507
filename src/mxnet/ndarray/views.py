"""Views: the steps that lead from an array to a part of it, or to another shape of it."""

from collections.abc import Sequence
from typing import Any

import jax.numpy as jnp

from mxnet._calls.call import Call
from mxnet._frontend.binding import bind
from mxnet._host.caches import Cache
from mxnet._lazy.gradient import Recorded
from mxnet._lazy.value import Value
from mxnet._ops.registry import find
from mxnet.ndarray.handle import Handle, apply

_CALLS: Cache = Cache("views", 4096)


class Slice:
    """A box of an array: where it starts on each leading axis (numbers, not structure), its sizes, axes dropped."""

    __slots__ = ("calls", "starts")

    def __init__(self, starts: tuple[int, ...], sizes: tuple[int, ...], squeeze: tuple[int, ...]) -> None:
        self.starts = starts
        key = (sizes, squeeze)
        calls = _CALLS.get(key)
        if calls is None:
            attrs = {"starts": starts, "sizes": sizes, "squeeze": squeeze}
            read = bind(find("_view_index"), (True,), attrs, False)[0].call
            write = bind(find("_view_assign"), (True, True), attrs, False)[0].call
            calls = _CALLS[key] = read, write
        self.calls = calls

    def read(self, base: Value) -> Value:
        """The box."""
        return base.device.local.tape.apply(self.calls[0], (base,), self.starts)[0][0]

    def record(self, base: Handle) -> tuple[Sequence[Value], Recorded | None]:
        """The box, as autograd is to see it."""
        return apply(self.calls[0], (base,), self.starts)

    def write(self, base: Value, part: Value) -> Value:
        """The array with the box replaced."""
        return base.device.local.tape.apply(self.calls[1], (base, part), self.starts)[0][0]


class Reshape:
    """Another shape of the same elements in the same order."""

    __slots__ = ("call",)

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.call = reshape_call(shape)

    def read(self, base: Value) -> Value:
        """The array in the new shape."""
        return base.device.local.tape.apply(self.call, (base,))[0][0]

    def record(self, base: Handle) -> tuple[Sequence[Value], Recorded | None]:
        """The array in the new shape, as autograd is to see it."""
        return apply(self.call, (base,))

    def write(self, base: Value, part: Value) -> Value:
        """The new elements in the old shape."""
        return part.device.local.tape.apply(reshape_call(base.aval.shape), (part,))[0][0]


_RESHAPES: Cache = Cache("reshapes", 4096)


def reshape_call(shape: tuple[int, ...]) -> Call:
    """The call that reshapes to a known shape; zero-sized axes allowed, which MXNet's ``Reshape`` codes cannot say."""
    call = _RESHAPES.get(shape)
    if call is None:
        call = _RESHAPES[shape] = Call("Reshape", lambda data: (data.reshape(shape),), 1, stable=f"reshape {shape}")
    return call


_BROADCASTS: Cache = Cache("broadcasts", 4096)


def broadcast_call(shape: tuple[int, ...]) -> Call:
    """The call that fills a shape with a smaller array, as assigning does; extra leading axes are dropped."""
    call = _BROADCASTS.get(shape)
    if call is None:

        def function(data: Any) -> tuple[Any]:
            extra = max(data.ndim - len(shape), 0)
            return (jnp.broadcast_to(data.reshape(data.shape[extra:]) if data.size != 1 else data.reshape(()), shape),)

        call = _BROADCASTS[shape] = Call("broadcast_to", function, 1, stable=f"broadcast {shape}")
    return call


_CASTS: Cache = Cache("casts", 64)


def cast_call(dtype: Any) -> Call:
    """The call that converts to a dtype."""
    call = _CASTS.get(dtype)
    if call is None:
        call = _CASTS[dtype] = bind(find("Cast"), (True,), {"dtype": dtype}, False)[0].call
    return call
