"""A device without memory says how much was asked for, free and used; what fits goes on."""

from types import SimpleNamespace

import jax
import numpy as np
import pytest

import mxnet as mx
from mxnet._programs import memory

TOO_MUCH = 1 << 50  # more than a process can address


def test_a_program_that_finds_no_memory():
    mx.nd.waitall()  # nothing that could be overwritten, and then be lost, waits on the tape
    small = mx.nd.ones((3,))
    large = mx.nd.zeros((TOO_MUCH,)) + 1
    with pytest.raises(mx.MXNetError, match=r"out of memory on .*cpu.*: \d+\.\d\d [TP]iB asked for"):
        large.wait_to_read()
    np.testing.assert_array_equal((small + 1).asnumpy(), 2)


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Out of memory while trying to allocate 34359738368 bytes.", "32.00 GiB"),
        ("Out of memory while trying to allocate 12.50GiB.", "12.50 GiB"),
        ("Out of memory allocating 512 bytes.", "512 bytes"),
        ("Allocator ran out; allocating 1,048,576 bytes", "1.00 MiB"),
    ],
)
def test_figures(said, asked):
    error = jax.errors.JaxRuntimeError(f"RESOURCE_EXHAUSTED: {said}")
    stats = {"bytes_limit": 8 * 2**30, "bytes_in_use": 6 * 2**30, "peak_bytes_in_use": 7 * 2**30}
    device = SimpleNamespace(jax=SimpleNamespace(memory_stats=lambda: stats, __str__=lambda: "cuda:0"))
    assert memory.is_exhausted(error)
    words = memory.explain(error, device.jax)
    assert f": {asked} asked for, 2.00 GiB of 8.00 GiB free, 6.00 GiB used, at most 7.00 GiB so far" in words


def test_other_errors_are_others():
    assert not memory.is_exhausted(jax.errors.JaxRuntimeError("INTERNAL: something else"))
    assert not memory.is_exhausted(ValueError("RESOURCE_EXHAUSTED"))


def test_an_array_that_cannot_be_placed(monkeypatch):
    def full(*_, **__):
        raise jax.errors.JaxRuntimeError("RESOURCE_EXHAUSTED: Out of memory allocating 2048 bytes.")

    array = mx.nd.array(np.ones(512, np.float32))
    monkeypatch.setattr(jax, "device_put", full)
    with pytest.raises(mx.MXNetError, match=r"placed there: out of memory on .*cpu.*: 2\.00 KiB asked for"):
        array.as_in_context(mx.cpu(1)).wait_to_read()
