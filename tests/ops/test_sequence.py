"""What a row cannot say about sequences: CTC of impossible labels, the Hawkes gradient, errors."""

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from mxnet._ops.sequence import ctc_loss, hawkesll, sequence_mask, sequence_reverse
from mxnet.error import MXNetError


def test_a_label_that_cannot_fit_costs_nothing_and_has_no_gradient() -> None:
    data = jnp.asarray(np.random.default_rng(0).normal(size=(3, 2, 4)), jnp.float32)
    label = jnp.asarray([[1, 1, 1], [1, 2, 0]], jnp.float32)
    loss = jax.jit(ctc_loss.function)(data, label)
    grad = jax.jit(jax.grad(lambda d: ctc_loss.function(d, label).sum()))(data)
    assert loss[0] == 0
    assert loss[1] > 0
    np.testing.assert_array_equal(grad[:, 0], np.zeros((3, 4)))
    assert np.isfinite(grad).all()
    assert (np.abs(grad[:, 1]).sum(1) > 0).all()


def test_ctc_gradient_is_zero_beyond_the_data() -> None:
    data = jnp.asarray(np.random.default_rng(0).normal(size=(6, 1, 4)), jnp.float32)
    label, length = jnp.asarray([[1, 2]], jnp.float32), jnp.asarray([4], jnp.float32)
    grad = jax.jit(jax.grad(lambda d: ctc_loss.function(d, label, length, use_data_lengths=True).sum()))(data)
    np.testing.assert_array_equal(grad[4:], np.zeros((2, 1, 4)))


def test_hawkes_gradient_of_the_likelihood() -> None:
    """Backgrounds, branching ratios and decays are differentiated; the states are not."""
    from jax.test_util import check_grads

    random = np.random.default_rng(0)
    lda, state, lags = (jnp.asarray(random.uniform(0.5, 1.5, s)) for s in ((2, 2), (2, 2), (2, 3)))
    alpha, beta = jnp.asarray([0.2, 0.4]), jnp.asarray([1.0, 2.0])
    rest = (lags, jnp.asarray([[0, 1, 1], [1, 0, 0]], jnp.int32), jnp.asarray([2.0, 3.0]), jnp.asarray([5.0, 6.0]))
    likelihood = jax.jit(lambda a, b, c: hawkesll.function(a, b, c, state, *rest)[0])
    check_grads(likelihood, (lda, alpha, beta), order=1, modes=("rev",), rtol=1e-3)
    through = jax.grad(lambda s: sum(o.sum() for o in hawkesll.function(lda, alpha, beta, s, *rest)))(state)
    np.testing.assert_array_equal(through, np.zeros((2, 2)))


def test_errors() -> None:
    data = jnp.zeros((3, 2, 4), jnp.float32)
    with pytest.raises(MXNetError, match="axis to be 0, but axis=1"):
        sequence_reverse.function(data, axis=1)
    with pytest.raises(MXNetError, match=r"sequence_length of shape \(2,\)"):
        sequence_mask.function(data, jnp.ones(3), use_sequence_length=True)
    with pytest.raises(MXNetError, match="max number of labels"):
        ctc_loss.function(data, jnp.ones((2, 4), jnp.float32))
