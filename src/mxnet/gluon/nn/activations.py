"""Layers that are one function of each element."""

from typing import Any

from mxnet import initializer
from mxnet.gluon.block import HybridBlock

__all__ = ["ELU", "GELU", "SELU", "Activation", "LeakyReLU", "PReLU", "Swish"]


class Activation(HybridBlock):
    """A function by its name: 'relu', 'sigmoid', 'log_sigmoid', 'mish', 'tanh', 'softrelu' or 'softsign'.

    Parameters
    ----------
    activation : str
        The name of the function, one of those above.

    >>> mx.gluon.nn.Activation("relu")(mx.nd.array([-1, 2])).asnumpy()
    array([0., 2.], dtype=float32)
    """

    def __init__(self, activation: str, **kwargs: Any) -> None:
        self._act_type = activation  # first: the name of the block is made from it
        super().__init__(**kwargs)

    def _alias(self) -> str:
        return self._act_type

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.Activation(x, act_type=self._act_type, name="fwd")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._act_type})"


class LeakyReLU(HybridBlock):
    """``x`` where it is positive, ``alpha * x`` elsewhere.

    Parameters
    ----------
    alpha : float
        The slope below zero.

    >>> mx.gluon.nn.LeakyReLU(0.5)(mx.nd.array([-4, 2])).asnumpy()
    array([-2.,  2.], dtype=float32)
    """

    def __init__(self, alpha: float, **kwargs: Any) -> None:
        if alpha < 0:
            raise AssertionError(f"Slope coefficient for LeakyReLU must be no less than 0, but got {alpha}.")
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.LeakyReLU(x, act_type="leaky", slope=self._alpha, name="fwd")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._alpha})"


_QUARTER = initializer.Constant(0.25)


class PReLU(HybridBlock):
    """A leaky ReLU whose slopes are learned, one for all channels or one each.

    Parameters
    ----------
    alpha_initializer
        How the slopes are filled first.

    >>> layer = mx.gluon.nn.PReLU()
    >>> layer.initialize()
    >>> layer(mx.nd.array([[-4, 2]])).asnumpy()
    array([[-1.,  2.]], dtype=float32)
    """

    def __init__(self, alpha_initializer: Any = _QUARTER, in_channels: int = 1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        with self.name_scope():
            self.alpha = self.params.get("alpha", shape=(in_channels,), init=alpha_initializer)

    def hybrid_forward(self, F: Any, x: Any, alpha: Any) -> Any:
        return F.LeakyReLU(x, gamma=alpha, act_type="prelu", name="fwd")


class ELU(HybridBlock):
    """``x`` where it is positive, ``alpha * (exp(x) - 1)`` elsewhere.

    Parameters
    ----------
    alpha : float
        The limit below zero, with its sign changed.

    >>> mx.gluon.nn.ELU()(mx.nd.array([0, 2])).asnumpy()
    array([0., 2.], dtype=float32)
    """

    def __init__(self, alpha: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._alpha = alpha

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.LeakyReLU(x, act_type="elu", slope=self._alpha)


class SELU(HybridBlock):
    """The scaled ELU that keeps activations normalized.

    >>> mx.gluon.nn.SELU()(mx.nd.array([0])).asnumpy()
    array([0.], dtype=float32)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.LeakyReLU(x, act_type="selu", name="fwd")


class GELU(HybridBlock):
    """``x`` times the normal distribution function at ``x``.

    >>> mx.gluon.nn.GELU()(mx.nd.array([0, 10])).asnumpy()
    array([ 0., 10.], dtype=float32)
    """

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return F.LeakyReLU(x, act_type="gelu", name="fwd")


class Swish(HybridBlock):
    """``x * sigmoid(beta * x)``.

    Parameters
    ----------
    beta : float
        The factor inside the sigmoid.

    >>> mx.gluon.nn.Swish()(mx.nd.array([0])).asnumpy()
    array([0.], dtype=float32)
    """

    def __init__(self, beta: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._beta = beta

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return x * F.sigmoid(self._beta * x, name="fwd")
