"""A process forked after XLA has started says so instead of waiting for ever."""

import os
import signal
import warnings

import pytest

from mxnet import nd


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_process_raises() -> None:
    there = nd.ones((2,)) + 1
    there.wait_to_read()
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python and JAX warn of the fork
        child = os.fork()
    if not child:
        signal.alarm(30)
        told = str(there.asnumpy().tolist())
        try:
            (nd.ones((3,)) + 1).asnumpy()
        except Exception as error:
            told += f" {type(error).__name__} {error}"
        finally:
            os.write(writer, told.encode())
            os._exit(0)
    _, status = os.waitpid(child, 0)
    told = os.read(reader, 10_000).decode()
    assert status == 0
    assert told.startswith("[2.0, 2.0] MXNetError This process was forked")
    assert "spawn" in told
    assert (nd.ones((3,)) + 1).asnumpy().tolist() == [2, 2, 2]
