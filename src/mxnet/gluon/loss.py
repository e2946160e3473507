"""Losses: how far predictions are from labels, one number for each sample."""

import math
from typing import Any

from mxnet import ndarray
from mxnet.base import numeric_types
from mxnet.gluon.block import HybridBlock

__all__ = [
    "CTCLoss",
    "CosineEmbeddingLoss",
    "HingeLoss",
    "HuberLoss",
    "KLDivLoss",
    "L1Loss",
    "L2Loss",
    "LogisticLoss",
    "Loss",
    "PoissonNLLLoss",
    "SDMLLoss",
    "SigmoidBCELoss",
    "SigmoidBinaryCrossEntropyLoss",
    "SoftmaxCELoss",
    "SoftmaxCrossEntropyLoss",
    "SquaredHingeLoss",
    "TripletLoss",
]


def _apply_weighting(F: Any, loss: Any, weight: float | None = None, sample_weight: Any = None) -> Any:
    """The loss times the weights of samples, times the weight of the whole."""
    if sample_weight is not None:
        loss = F.broadcast_mul(loss, sample_weight)
    if weight is not None:
        if not isinstance(weight, numeric_types):
            raise AssertionError(f"weight must be a number, but got {weight!r}")
        loss = loss * weight
    return loss


def _reshape_like(F: Any, x: Any, y: Any) -> Any:
    """``x`` in the shape of ``y``."""
    if F is ndarray:
        return x if x.shape == y.shape else x.reshape(y.shape)
    return F.reshape_like(x, y)


class Loss(HybridBlock):
    """The base of losses.

    Parameters
    ----------
    weight : float
        A factor of the loss; None for none.
    batch_axis : int
        The axis of samples, which is not averaged over.

    >>> isinstance(mx.gluon.loss.L2Loss(), mx.gluon.loss.Loss)
    True
    """

    def __init__(self, weight: float | None, batch_axis: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._weight, self._batch_axis = weight, batch_axis

    def __repr__(self) -> str:
        return f"{type(self).__name__}(batch_axis={self._batch_axis}, w={self._weight})"

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """The loss: override it."""
        raise NotImplementedError(f"{type(self).__name__} must define hybrid_forward(self, F, pred, label)")

    def _mean(self, F: Any, loss: Any, sample_weight: Any) -> Any:
        """The weighted loss, averaged over all axes but that of samples."""
        return F.mean(_apply_weighting(F, loss, self._weight, sample_weight), axis=self._batch_axis, exclude=True)


class L2Loss(Loss):
    """Half the mean square of ``label - pred``.

    >>> mx.gluon.loss.L2Loss()(mx.nd.array([[3]]), mx.nd.array([[1]])).asnumpy()
    array([2.], dtype=float32)
    """

    def __init__(self, weight: float = 1.0, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        label = _reshape_like(F, label, pred)
        loss = _apply_weighting(F, F.square(label - pred), self._weight / 2, sample_weight)  # type: ignore[operator]
        return F.mean(loss, axis=self._batch_axis, exclude=True)


class L1Loss(Loss):
    """The mean of ``|label - pred|``.

    >>> mx.gluon.loss.L1Loss()(mx.nd.array([[3]]), mx.nd.array([[1]])).asnumpy()
    array([2.], dtype=float32)
    """

    def __init__(self, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        label = _reshape_like(F, label, pred)
        return self._mean(F, F.abs(label - pred), sample_weight)


def _softplus_of_minus_abs(F: Any, x: Any) -> Any:
    """``log(1 + exp(-|x|))``, which never overflows."""
    return F.Activation(-F.abs(x), act_type="softrelu")


class SigmoidBinaryCrossEntropyLoss(Loss):
    """The cross entropy of labels between 0 and 1 and sigmoids of predictions, or predictions that are sigmoids.

    ``pos_weight``, an argument of the call, is a factor of the loss of positive labels.

    Parameters
    ----------
    from_sigmoid : bool
        Whether predictions are probabilities already.

    >>> mx.gluon.loss.SigmoidBCELoss()(mx.nd.array([[0]]), mx.nd.array([[1]])).asnumpy()
    array([0.6931472], dtype=float32)
    """

    def __init__(
        self, from_sigmoid: bool = False, weight: float | None = None, batch_axis: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_sigmoid = from_sigmoid

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None, pos_weight: Any = None) -> Any:
        label = _reshape_like(F, label, pred)
        loss = (
            self._of_sigmoid(F, pred, label, pos_weight)
            if self._from_sigmoid
            else _of_logit(F, pred, label, pos_weight)
        )
        return self._mean(F, loss, sample_weight)

    @staticmethod
    def _of_sigmoid(F: Any, pred: Any, label: Any, pos_weight: Any) -> Any:
        tiny = 1e-12
        positive = F.log(pred + tiny) * label
        if pos_weight is not None:
            positive = F.broadcast_mul(positive, pos_weight)
        return -(positive + F.log(1.0 - pred + tiny) * (1.0 - label))


def _of_logit(F: Any, pred: Any, label: Any, pos_weight: Any) -> Any:
    if pos_weight is None:
        return F.relu(pred) - pred * label + _softplus_of_minus_abs(F, pred)
    factor = 1 + F.broadcast_mul(pos_weight - 1, label)
    return pred - pred * label + factor * (_softplus_of_minus_abs(F, pred) + F.relu(-pred))


SigmoidBCELoss = SigmoidBinaryCrossEntropyLoss


class SoftmaxCrossEntropyLoss(Loss):
    """The cross entropy of labels and softmaxes of predictions.

    Parameters
    ----------
    axis : int
        The axis of classes.
    sparse_label : bool
        Labels are the numbers of classes; otherwise probabilities, of the predictions' shape.
    from_logits : bool
        Predictions are logarithms of probabilities already.

    >>> mx.gluon.loss.SoftmaxCELoss()(mx.nd.array([[0, 0]]), mx.nd.array([0])).asnumpy()
    array([0.6931472], dtype=float32)
    """

    def __init__(
        self,
        axis: int = -1,
        sparse_label: bool = True,
        from_logits: bool = False,
        weight: float | None = None,
        batch_axis: int = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._axis, self._sparse_label, self._from_logits = axis, sparse_label, from_logits

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        if not self._from_logits:
            pred = F.log_softmax(pred, axis=self._axis)
        if self._sparse_label:
            loss = -F.pick(pred, label, axis=self._axis, keepdims=True)
        else:
            loss = -F.sum(pred * _reshape_like(F, label, pred), axis=self._axis, keepdims=True)
        return self._mean(F, loss, sample_weight)


SoftmaxCELoss = SoftmaxCrossEntropyLoss


class KLDivLoss(Loss):
    """The Kullback-Leibler divergence of labels, which are probabilities, from predictions, which are logarithms of
    some, or with ``from_logits=False`` become so by a softmax along ``axis``.

    Parameters
    ----------
    from_logits : bool
        Whether predictions are logarithms of probabilities already.
    axis : int
        The axis of classes, for predictions that are not.

    >>> half = mx.nd.array([[0.5, 0.5]])
    >>> mx.gluon.loss.KLDivLoss()(half.log(), half).asnumpy()
    array([0.], dtype=float32)
    """

    def __init__(
        self, from_logits: bool = True, axis: int = -1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._axis = from_logits, axis

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        if not self._from_logits:
            pred = F.log_softmax(pred, axis=self._axis)
        loss = _apply_weighting(F, label * (F.log(label + 1e-12) - pred), self._weight, sample_weight)
        return F.sum(loss, axis=self._batch_axis, exclude=True)


class CTCLoss(Loss):
    """The connectionist temporal classification loss of label sequences that are not aligned with predictions.

    The last class is the blank. The call also takes ``pred_lengths`` and ``label_lengths``.

    Parameters
    ----------
    label_layout : str
        The order of the labels' axes, ``NT`` or ``TN``.

    >>> mx.gluon.loss.CTCLoss()(mx.nd.zeros((1, 3, 4)), mx.nd.array([[1, 2]])).shape
    (1,)
    """

    def __init__(
        self, layout: str = "NTC", label_layout: str = "NT", weight: float | None = None, **kwargs: Any
    ) -> None:
        if layout not in ("NTC", "TNC"):
            raise AssertionError(f"Only 'NTC' and 'TNC' layouts for pred are supported. Got: {layout}")
        if label_layout not in ("NT", "TN"):
            raise AssertionError(f"Only 'NT' and 'TN' layouts for label are supported. Got: {label_layout}")
        super().__init__(weight, label_layout.find("N"), **kwargs)
        self._layout, self._label_layout = layout, label_layout

    def hybrid_forward(
        self,
        F: Any,
        pred: Any,
        label: Any,
        pred_lengths: Any = None,
        label_lengths: Any = None,
        sample_weight: Any = None,
    ) -> Any:
        steps_first = pred if self._layout == "TNC" else F.swapaxes(pred, 0, 1)
        samples_first = label if self._batch_axis == 0 else F.swapaxes(label, 0, 1)
        known = {"use_data_lengths": pred_lengths is not None, "use_label_lengths": label_lengths is not None}
        loss = F.CTCLoss(steps_first, samples_first, pred_lengths, label_lengths, blank_label="last", **known)
        return _apply_weighting(F, loss, self._weight, sample_weight)


class HuberLoss(Loss):
    """``|label - pred|`` less a constant where it is greater than ``rho``, and a square below.

    Parameters
    ----------
    rho : float
        From where on the loss is linear.

    >>> mx.gluon.loss.HuberLoss()(mx.nd.array([[3], [0.5]]), mx.nd.zeros((2, 1))).asnumpy()
    array([2.5  , 0.125], dtype=float32)
    """

    def __init__(self, rho: float = 1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._rho = rho

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        distance = F.abs(_reshape_like(F, label, pred) - pred)
        far, near = distance - 0.5 * self._rho, (0.5 / self._rho) * F.square(distance)
        return self._mean(F, F.where(distance > self._rho, far, near), sample_weight)


class _Hinge(Loss):
    """A loss for labels of -1 and 1 that is zero where the prediction is right by the margin."""

    _squared = False

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        lacking = F.relu(self._margin - pred * _reshape_like(F, label, pred))
        return self._mean(F, F.square(lacking) if self._squared else lacking, sample_weight)


class HingeLoss(_Hinge):
    """``max(0, margin - pred * label)`` for labels of -1 and 1.

    >>> mx.gluon.loss.HingeLoss()(mx.nd.array([[0.5], [2]]), mx.nd.array([[1], [1]])).asnumpy()
    array([0.5, 0. ], dtype=float32)
    """


class SquaredHingeLoss(_Hinge):
    """The square of ``max(0, margin - pred * label)`` for labels of -1 and 1.

    >>> mx.gluon.loss.SquaredHingeLoss()(mx.nd.array([[0], [2]]), mx.nd.array([[1], [1]])).asnumpy()
    array([1., 0.], dtype=float32)
    """

    _squared = True


class LogisticLoss(Loss):
    """``log(1 + exp(-pred * label))`` for labels of -1 and 1, or with ``label_format='binary'`` of 0 and 1.

    Parameters
    ----------
    label_format : str
        ``signed`` for labels -1 and 1, ``binary`` for 0 and 1.

    >>> mx.gluon.loss.LogisticLoss()(mx.nd.array([[0]]), mx.nd.array([[1]])).asnumpy()
    array([0.6931472], dtype=float32)
    """

    def __init__(
        self, weight: float | None = None, batch_axis: int = 0, label_format: str = "signed", **kwargs: Any
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        if label_format not in ("signed", "binary"):
            raise ValueError(f"label_format can only be signed or binary, recieved {label_format}.")
        self._label_format = label_format

    def hybrid_forward(self, F: Any, pred: Any, label: Any, sample_weight: Any = None) -> Any:
        label = _reshape_like(F, label, pred)
        if self._label_format == "signed":
            label = (label + 1.0) / 2.0
        return self._mean(F, _of_logit(F, pred, label, None), sample_weight)


class TripletLoss(Loss):
    """How much nearer than ``margin`` negative samples are to the predictions than positive ones.

    >>> zero, one = mx.nd.zeros((1, 2)), mx.nd.ones((1, 2))
    >>> mx.gluon.loss.TripletLoss()(zero, zero, one).asnumpy()
    array([0.], dtype=float32)
    """

    def __init__(self, margin: float = 1, weight: float | None = None, batch_axis: int = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, pred: Any, positive: Any, negative: Any) -> Any:
        positive, negative = _reshape_like(F, positive, pred), _reshape_like(F, negative, pred)
        nearer = F.square(positive - pred) - F.square(negative - pred)
        loss = F.relu(F.sum(nearer, axis=self._batch_axis, exclude=True) + self._margin)
        return _apply_weighting(F, loss, self._weight, None)


class PoissonNLLLoss(Loss):
    """The negative log likelihood of counts, averaged over everything.

    Predictions are logarithms of rates, or with ``from_logits=False`` rates. ``compute_full`` adds Stirling's
    approximation of the part that does not depend on predictions.

    Parameters
    ----------
    from_logits : bool
        Whether predictions are logarithms of rates.
    compute_full : bool
        Add Stirling's approximation of the labels' factorials.

    >>> mx.gluon.loss.PoissonNLLLoss()(mx.nd.array([[0]]), mx.nd.array([[1]])).asnumpy()
    array([1.], dtype=float32)
    """

    def __init__(
        self,
        weight: float | None = None,
        from_logits: bool = True,
        batch_axis: int = 0,
        compute_full: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._from_logits, self._compute_full = from_logits, compute_full

    def hybrid_forward(self, F: Any, pred: Any, target: Any, sample_weight: Any = None, epsilon: float = 1e-08) -> Any:
        target = _reshape_like(F, target, pred)
        loss = F.exp(pred) - target * pred if self._from_logits else pred - target * F.log(pred + epsilon)
        if self._compute_full:
            stirling = target * F.log(target) - target + 0.5 * F.log(2 * target * math.pi)
            loss = loss + stirling * (target > 1)
        return F.mean(_apply_weighting(F, loss, self._weight, sample_weight))


class CosineEmbeddingLoss(Loss):
    """``1 - cos(input1, input2)`` where the label is 1, ``max(0, cos - margin)`` where it is -1.

    >>> x = mx.nd.array([[1, 0]])
    >>> mx.gluon.loss.CosineEmbeddingLoss()(x, x, mx.nd.array([1])).asnumpy()
    array([[0.]], dtype=float32)
    """

    def __init__(self, weight: float | None = None, batch_axis: int = 0, margin: float = 0, **kwargs: Any) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self._margin = margin

    def hybrid_forward(self, F: Any, input1: Any, input2: Any, label: Any, sample_weight: Any = None) -> Any:
        input1 = _reshape_like(F, input1, input2)
        label = label.reshape((-1, 1))
        cosine = self._cosine_similarity(F, input1, input2)
        loss = (1 - cosine) * (label == 1) + F.relu((label == -1) * (cosine - self._margin))
        return _apply_weighting(F, loss, self._weight, sample_weight)

    def _cosine_similarity(self, F: Any, x: Any, y: Any, axis: int = -1) -> Any:
        norms = F.norm(x, axis=axis).reshape((-1, 1)) * F.norm(y, axis=axis).reshape((-1, 1))
        return F.sum(x * y, axis=axis).reshape((-1, 1)) / F.maximum(norms, 1e-12)


class SDMLLoss(Loss):
    """Smoothed deep metric learning: each row of one input is to be nearest to the same row of the other.

    Bonadiman, Kumar and Mittal, https://arxiv.org/abs/1905.12786; ``smoothing_parameter`` is the share of probability
    that goes to the other rows.

    Parameters
    ----------
    smoothing_parameter : float
        How much of the right partner's probability is spread over the others.

    >>> x = mx.nd.array([[0, 0], [9, 9]])
    >>> mx.gluon.loss.SDMLLoss()(x, x).shape
    (2,)
    """

    def __init__(
        self, smoothing_parameter: float = 0.3, weight: float | None = 1.0, batch_axis: int = 0, **kwargs: Any
    ) -> None:
        super().__init__(weight, batch_axis, **kwargs)
        self.kl_loss = KLDivLoss(from_logits=True)
        self.smoothing_parameter = smoothing_parameter

    def hybrid_forward(self, F: Any, x1: Any, x2: Any) -> Any:
        difference = F.broadcast_sub(F.expand_dims(x1, axis=1), F.expand_dims(x2, axis=0))
        distances = F.sum(F.square(difference), axis=2)
        return self.kl_loss(F.log_softmax(-distances, axis=1), self._labels(F, x1))

    def _labels(self, F: Any, x: Any) -> Any:
        """For each row, probabilities of being the same as each other row."""
        rows = F.contrib.arange_like(x, axis=0)
        same = F.broadcast_equal(F.expand_dims(rows, axis=1), F.expand_dims(rows, axis=0))
        others = F.sum(1 - same, axis=1, keepdims=True)
        return same * (1 - self.smoothing_parameter) + F.broadcast_div((1 - same) * self.smoothing_parameter, others)
