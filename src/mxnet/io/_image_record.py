"""Batches of images from record files: ImageRecordIter and its relatives."""

import dataclasses
import functools
import inspect
import logging
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal

import numpy as np

from mxnet._files import paths
from mxnet._ops.attrs import DType, Floats, Shape
from mxnet._programs.device import device_of
from mxnet.context import cpu
from mxnet.error import MXNetError
from mxnet.io._augment import RecordAugmenter
from mxnet.io._det_augment import RecordDetAugmenter
from mxnet.io._image_batches import ImageBatches, PixelScaling, Work
from mxnet.io._native import BatchSource, MXDataIter, iterator
from mxnet.io._record_files import RecordFiles, Runs, indexed_places
from mxnet.ndarray import array, load, save

Parameters = dict[str, Any]
# Not the root's own functions: they set the root logger up, and a program's basicConfig would do nothing after.
_logger = logging.getLogger("mxnet.io")


def _augmenter(kind: type, parameters: Parameters) -> Any:
    return kind(**{field.name: parameters[field.name] for field in dataclasses.fields(kind)})


def _runs(files: RecordFiles, parameters: Parameters, seed: int) -> Runs:
    part, parts = parameters["part_index"], parameters["num_parts"]
    if not 0 <= part < parts:
        raise MXNetError(f"part_index must be from 0 to num_parts - 1 = {parts - 1}, received {part}")
    size, shuffle = parameters["batch_size"], parameters["shuffle"]
    if size < 1:
        raise MXNetError(f"batch_size must be at least 1, received {size}")
    if parameters.get("path_imgidx"):
        return Runs(indexed_places(parameters["path_imgidx"], part, parts), size, shuffle, seed)
    chunk = parameters["shuffle_chunk_size"] << 20
    count = math.ceil(files.size * 1.1 / (parts * chunk)) if chunk else 1
    if count <= 1:
        return Runs(files.places(part, parts), size, shuffle, seed)
    pieces = [np.array(list(files.places(part * count + k, parts * count)), np.int64) for k in range(count)]
    chunk_seed = 666 + part + parts + count + parameters["shuffle_chunk_seed"]
    return Runs(files.places(part, parts), size, shuffle, seed, pieces, chunk_seed)


def _labels(path: str, width: int) -> dict[int, np.ndarray] | None:
    """The labels in a list file, by number; a width of -1 takes as many as there are."""
    if not path:
        return None
    labels = {}
    for number, line in enumerate(paths.read_bytes(path).decode().splitlines(), 1):
        words = line.split("\t") if "\t" in line else line.split()
        if not words or not words[0].strip():
            continue
        values = words[1:-1] if width < 0 else words[1 : 1 + width]
        try:
            if len(values) < max(width, 1):
                raise ValueError(f"expected {max(width, 1)} labels, received {len(values)}")
            labels[int(words[0])] = np.array(values, np.float32)
        except ValueError as error:
            raise MXNetError(f"{path!r}, line {number}: Bad ImageList format: {error}") from error
    return labels


def _seed(seed: int | None) -> int:
    """The seed of a shuffled order and of what is random in images: the argument, else mx.random.seed's."""
    return device_of(cpu()).seed if seed is None else seed


def _write_plain(target: np.ndarray, numbers: np.ndarray, image: np.ndarray) -> None:
    target[:] = numbers


def _one_width(width: int) -> Callable[[np.ndarray], None]:
    def check(labels: np.ndarray) -> None:
        if len(labels) != width:
            raise MXNetError(f"rec file provide {len(labels)}-dimensional label but label_width is set to {width}")

    return check


def _load_mean(path: str, make: Callable[[], np.ndarray], verbose: bool) -> np.ndarray:
    """The mean image in a file; made and written if there is no such file."""
    if "://" in path or Path(path).exists():
        content = load(path)
        arrays = list(content.values()) if isinstance(content, dict) else content
        if len(arrays) != 1 or arrays[0].ndim != 3:
            raise MXNetError(f"Invalid mean image file format: expected one array of three axes in {path!r}")
        return arrays[0].asnumpy()
    if verbose:
        _logger.info("Cannot find %s: create mean image, this will take some time...", path)
    mean = make()
    save(path, {"mean_img": array(mean)})
    return mean


def _mean_of(source: ImageBatches) -> np.ndarray:
    total, count = None, 0
    while (batch := source.next()) is not None:
        examples = batch.data.asnumpy()[: len(batch.data) - batch.pad].astype(np.float64)
        total = examples.sum(axis=0) if total is None else total + examples.sum(axis=0)
        count += len(examples)
    if total is None:
        raise MXNetError("there are no images to take the mean of")
    return (total / count).astype(np.float32)


def _source(work: Work, parameters: Parameters) -> BatchSource:
    """Batches of what ``work`` makes, its mean image seen to."""
    seed = _seed(parameters["seed"])
    options = (parameters["batch_size"], parameters["prefetch_buffer"], parameters["preprocess_threads"])

    def batches(round_batch: bool) -> ImageBatches:
        return ImageBatches(work, _runs(work.files, parameters, seed), options[0], round_batch, *options[1:])

    if parameters["verbose"]:
        _logger.info("%s, use %d threads for decoding..", parameters["path_imgrec"], parameters["preprocess_threads"])
    if parameters["mean_img"] and work.normalize.dtype != np.uint8:
        mean = _load_mean(parameters["mean_img"], lambda: _mean_of(batches(False)), parameters["verbose"])
        if mean.shape != work.data_shape:
            raise MXNetError(f"mean_img has shape {mean.shape}, expected data_shape {work.data_shape}")
        work.normalize.mean_image = mean
    return batches(parameters["round_batch"])


def _check_augmenters(names: str, known: str) -> None:
    for name in filter(None, names.split(",")):
        if name.strip() != known:
            raise MXNetError(f"aug_seq: there is no augmenter {name.strip()!r}, expected {known!r}")


def _classification(parameters: Parameters, dtype: np.dtype, rotate: bool = False) -> BatchSource:
    """What the iterators for classification read; all parameters of ImageRecordIter are in ``parameters``."""
    if not parameters["path_imgrec"]:
        raise MXNetError("ImageRecordIter: must specify path_imgrec")
    if len(parameters["data_shape"]) != 3 or min(parameters["data_shape"]) < 1:
        raise MXNetError(f"data_shape: expected (channels, height, width), received {parameters['data_shape']}")
    _check_augmenters(parameters["aug_seq"], "aug_default")
    width = parameters["label_width"]
    angles = tuple(int(word) for word in parameters["rotate_list"].strip("()[] ").split(",") if word.strip())
    normalize = PixelScaling(
        dtype,
        tuple(parameters[f"mean_{channel}"] for channel in "rgba"),
        tuple(parameters[f"std_{channel}"] for channel in "rgba"),
        parameters["scale"],
        parameters["max_random_contrast"],
        parameters["max_random_illumination"],
        parameters["mirror"],
        parameters["rand_mirror"],
    )
    work = Work(
        RecordFiles(parameters["path_imgrec"]),
        parameters["data_shape"],
        width,
        _labels(parameters["path_imglist"], width),
        _one_width(width),
        [_augmenter(RecordAugmenter, {**parameters, "rotate_list": angles})],
        normalize,
        _write_plain,
        _seed(parameters["seed"]),
        parameters["seed_aug"],
        rotate,
    )
    return _source(work, parameters)


def _image_record_iter(
    *,
    data_shape: Shape,
    batch_size: int,
    path_imgrec: str = "",
    path_imglist: str = "",
    path_imgidx: str = "",
    aug_seq: str = "aug_default",
    label_width: int = 1,
    preprocess_threads: int = 4,
    verbose: bool = True,
    num_parts: int = 1,
    part_index: int = 0,
    device_id: int = 0,
    shuffle_chunk_size: int = 0,
    shuffle_chunk_seed: int = 0,
    seed_aug: int | None = None,
    shuffle: bool = False,
    seed: int | None = None,
    round_batch: bool = True,
    prefetch_buffer: int = 4,
    ctx: Literal["cpu", "gpu"] = "gpu",
    dtype: DType | None = None,
    resize: int = -1,
    rand_crop: bool = False,
    random_resized_crop: bool = False,
    max_rotate_angle: int = 0,
    max_aspect_ratio: float = 0.0,
    min_aspect_ratio: float | None = None,
    max_shear_ratio: float = 0.0,
    max_crop_size: int = -1,
    min_crop_size: int = -1,
    max_random_scale: float = 1.0,
    min_random_scale: float = 1.0,
    max_random_area: float = 1.0,
    min_random_area: float = 1.0,
    max_img_size: float = 1e10,
    min_img_size: float = 0.0,
    brightness: float = 0.0,
    contrast: float = 0.0,
    saturation: float = 0.0,
    pca_noise: float = 0.0,
    random_h: int = 0,
    random_s: int = 0,
    random_l: int = 0,
    rotate: int = -1,
    rotate_list: str = "",
    fill_value: int = 255,
    inter_method: int = 1,
    pad: int = 0,
    mirror: bool = False,
    rand_mirror: bool = False,
    mean_img: str = "",
    mean_r: float = 0.0,
    mean_g: float = 0.0,
    mean_b: float = 0.0,
    mean_a: float = 0.0,
    std_r: float = 1.0,
    std_g: float = 1.0,
    std_b: float = 1.0,
    std_a: float = 1.0,
    scale: float = 1.0,
    max_random_contrast: float = 0.0,
    max_random_illumination: float = 0.0,
) -> BatchSource:
    """Batches of images and labels from a record file.

    Parameters
    ----------
    path_imgrec, path_imgidx, path_imglist : str
        The records: a file, several by ``;``, or a folder. Their index, which makes shuffling and parts fast. A list of
        number, labels and path whose labels are taken instead of the records' own.
    data_shape : tuple
        (channels, height, width) of an image in a batch: 3 channels are RGB, 1 is grey, 4 are RGBA.
    shuffle, seed : bool, int
        Whether each epoch has a random order, the one MXNet has with this seed. Without a seed it is mx.random.seed's.
    part_index, num_parts : int
        Which of how many parts of the records to read.
    round_batch : bool
        Whether a last batch that is not full goes on at the beginning. ``pad`` says how many images only fill it up.
    preprocess_threads, prefetch_buffer : int
        How many threads decode, and how many batches they make ahead.
    dtype : str
        float32, or uint8 and int8, which leave out the normalization; int8 subtracts rounded means.
    seed_aug : int
        Makes the random changes of images repeat, as MXNet's; without it they depend on the seed and on the epoch.
    resize, inter_method : int
        The length of the shorter side before all else; the interpolation: 0 nearest, 1 linear, 2 cubic, 3 area, 4
        Lanczos, 9 what suits the sizes, 10 one at random.
    rotate, max_rotate_angle, rotate_list, max_shear_ratio, min_random_scale, max_random_scale, max_aspect_ratio, \
min_aspect_ratio, min_img_size, max_img_size, fill_value
        A fixed or random turn, shear, scale and change of proportions, and the colour of what becomes empty.
    pad : int
        A margin of ``fill_value``.
    rand_crop, random_resized_crop, min_crop_size, max_crop_size, min_random_area, max_random_area
        Where the part that is cut out lies, and how large it is before it is resized.
    brightness, contrast, saturation, random_h, random_s, random_l, pca_noise
        Widths of random changes of colour.
    mirror, rand_mirror : bool
        Whether images are swapped left and right: all, or half of them.
    mean_img, mean_r, mean_g, mean_b, mean_a, std_r, std_g, std_b, std_a, scale, max_random_contrast, \
max_random_illumination
        A batch holds ``((image - mean) * contrast + illumination) * scale / std``. ``mean_img`` is a file of a mean
        image, which is made if it does not exist.

    >>> records = mx.recordio.MXRecordIO("two.rec", "w")
    >>> for label in (0, 1):
    ...     image = np.full((8, 8, 3), 100 * label, "uint8")
    ...     header = mx.recordio.IRHeader(0, label, label, 0)
    ...     records.write(mx.recordio.pack_img(header, image, quality=9, img_fmt=".png"))
    >>> records.close()
    >>> batch = next(mx.io.ImageRecordIter(path_imgrec="two.rec", data_shape=(3, 8, 8), batch_size=2))
    >>> batch.data[0].shape, batch.label[0].asnumpy()
    ((2, 3, 8, 8), array([0., 1.], dtype=float32))
    """
    parameters = dict(locals())
    name = dtype or "float32"
    if name not in ("float32", "uint8", "int8"):
        raise MXNetError(f"unknown dtype for ImageRecordIter2.: expected float32, uint8 or int8, received {name}")
    return _classification(parameters, np.dtype(name))


def _variant(name: str, doc: str, make: Callable[..., BatchSource]) -> Callable[..., MXDataIter]:
    """An iterator with the parameters of ImageRecordIter."""

    def source(**parameters: Any) -> BatchSource:
        defaults = {k: p.default for k, p in inspect.signature(_image_record_iter).parameters.items()}
        return make({**defaults, **parameters})

    functools.update_wrapper(source, _image_record_iter)
    said, mark, example = inspect.cleandoc(_image_record_iter.__doc__ or "").partition("\n\n>>> ")
    source.__name__ = name
    source.__doc__ = f"{doc or said}{mark}{example.replace('ImageRecordIter', name)}"
    return iterator(source)


ImageRecordIter = _variant("ImageRecordIter", "", lambda parameters: _image_record_iter(**parameters))
ImageRecordIter_v1 = _variant(
    "ImageRecordIter_v1",
    "ImageRecordIter under its old name.",
    lambda parameters: _classification(parameters, np.dtype("float32"), rotate=True),
)
ImageRecordUInt8Iter = _variant(
    "ImageRecordUInt8Iter",
    "ImageRecordIter with dtype='uint8'.",
    lambda parameters: _classification(parameters, np.dtype("uint8")),
)
ImageRecordUInt8Iter_v1 = _variant(
    "ImageRecordUInt8Iter_v1",
    "ImageRecordUInt8Iter under its old name.",
    lambda parameters: _classification(
        {**parameters, "rand_mirror": False, "mirror": False}, np.dtype("uint8"), rotate=True
    ),
)
ImageRecordInt8Iter = _variant(
    "ImageRecordInt8Iter",
    "ImageRecordIter with dtype='int8'.",
    lambda parameters: _classification(parameters, np.dtype("int8")),
)


@iterator
def ImageDetRecordIter(
    *,
    data_shape: Shape,
    batch_size: int,
    path_imgrec: str = "./data/imgrec.rec",
    path_imglist: str = "",
    aug_seq: str = "det_aug_default",
    label_width: int = -1,
    preprocess_threads: int = 4,
    verbose: bool = True,
    num_parts: int = 1,
    part_index: int = 0,
    shuffle_chunk_size: int = 0,
    shuffle_chunk_seed: int = 0,
    label_pad_width: int = 0,
    label_pad_value: float = -1.0,
    shuffle: bool = False,
    seed: int | None = None,
    round_batch: bool = True,
    prefetch_buffer: int = 4,
    ctx: Literal["cpu", "gpu"] = "gpu",
    dtype: DType | None = None,
    resize: int = -1,
    rand_crop_prob: float = 0.0,
    min_crop_scales: Floats = (0.0,),
    max_crop_scales: Floats = (1.0,),
    min_crop_aspect_ratios: Floats = (1.0,),
    max_crop_aspect_ratios: Floats = (1.0,),
    min_crop_overlaps: Floats = (0.0,),
    max_crop_overlaps: Floats = (1.0,),
    min_crop_sample_coverages: Floats = (0.0,),
    max_crop_sample_coverages: Floats = (1.0,),
    min_crop_object_coverages: Floats = (0.0,),
    max_crop_object_coverages: Floats = (1.0,),
    num_crop_sampler: int = 1,
    crop_emit_mode: Literal["center", "overlap"] = "center",
    emit_overlap_thresh: float = 0.3,
    max_crop_trials: Shape = (25,),
    rand_pad_prob: float = 0.0,
    max_pad_scale: float = 1.0,
    max_random_hue: int = 0,
    random_hue_prob: float = 0.0,
    max_random_saturation: int = 0,
    random_saturation_prob: float = 0.0,
    max_random_illumination: int = 0,
    random_illumination_prob: float = 0.0,
    max_random_contrast: float = 0.0,
    random_contrast_prob: float = 0.0,
    rand_mirror_prob: float = 0.0,
    fill_value: int = 127,
    inter_method: int = 1,
    resize_mode: Literal["force", "shrink", "fit"] = "force",
    mean_img: str = "",
    mean_r: float = 0.0,
    mean_g: float = 0.0,
    mean_b: float = 0.0,
    mean_a: float = 0.0,
    std_r: float = 0.0,
    std_g: float = 0.0,
    std_b: float = 0.0,
    std_a: float = 0.0,
    scale: float = 1.0,
) -> BatchSource:
    """Batches of images and of boxes around the objects in them, from a record file.

    A row of a batch's label is the channels, height and width of the image, the length of its label, and the label,
    filled up with ``label_pad_value`` to ``label_pad_width``, or to the longest there is. The label itself is the
    length of its head (2 or more), the length of an entry (5 or more), the rest of the head, and the entries: class,
    left, top, right, bottom and more, positions as parts of width and height.

    Parameters
    ----------
    rand_crop_prob, num_crop_sampler, max_crop_trials, and those named min_crop and max_crop
        The probability of cutting a part out; how many samplers are tried, how often; for each of them, or for all, the
        bounds of a part's scale, proportions, and of what it shares with at least one object: the intersection by the
        union, by the part's own area, and by the object's area.
    crop_emit_mode, emit_overlap_thresh
        Which objects are dropped then: those whose ``center`` is outside, or whose ``overlap`` is below the threshold.
    rand_pad_prob, max_pad_scale, fill_value
        The probability of putting the image into a larger one, how much larger, and the colour around it.
    rand_mirror_prob, and those named random and max_random
        Probabilities and widths of mirroring and of changes of hue, saturation, lightness and contrast.
    resize_mode : str
        ``force`` gives the image the shape of the data, ``shrink`` and ``fit`` keep its proportions; ``fit`` enlarges.
    Others
        As in ImageRecordIter; a deviation of 0 does not divide.

    >>> records = mx.recordio.MXRecordIO("boxes.rec", "w")
    >>> label = [2, 5, 0, 0.1, 0.1, 0.6, 0.6]  # the length of the head and of a box, then a box: class, corners
    >>> header = mx.recordio.IRHeader(0, label, 0, 0)
    >>> records.write(mx.recordio.pack_img(header, np.zeros((8, 8, 3), "uint8"), quality=9, img_fmt=".png"))
    >>> records.close()
    >>> batches = mx.io.ImageDetRecordIter(path_imgrec="boxes.rec", data_shape=(3, 8, 8), batch_size=1)
    >>> next(batches).data[0].shape
    (1, 3, 8, 8)
    """
    parameters = dict(locals())
    if len(data_shape) != 3 or min(data_shape) < 1:
        raise MXNetError(f"data_shape: expected (channels, height, width), received {data_shape}")
    _check_augmenters(aug_seq, "det_aug_default")
    means = (mean_r, mean_g, mean_b, mean_a)
    if max(means) > 0:
        parameters["mean_img"] = ""  # one mean is enough
    deviations = tuple(value if value > 0 else 1.0 for value in (std_r, std_g, std_b, std_a))
    normalize = PixelScaling(np.dtype("float32"), means if max(means) > 0 else (0.0,) * 4, deviations, scale)
    work = Work(
        RecordFiles(path_imgrec),
        data_shape,
        0,
        _labels(path_imglist, label_width),
        _det_check(label_width),
        [_augmenter(RecordDetAugmenter, parameters)],
        normalize,
        functools.partial(_write_padded, value=label_pad_value),
        _seed(seed),
        None,
        rotate=True,
    )
    work.label_length = 4 + _pad_width(work, parameters)
    return _source(work, parameters)


def _det_check(width: int) -> Callable[[np.ndarray], None]:
    def check(labels: np.ndarray) -> None:
        if len(labels) < 2:
            raise MXNetError("Not enough label packed in img_list or rec file.")
        if width > 0 and len(labels) != width:
            raise MXNetError(f"rec file provide {len(labels)}-dimensional label but label_width is set to {width}")

    return check


def _write_padded(target: np.ndarray, numbers: np.ndarray, image: np.ndarray, value: float) -> None:
    target[:] = value
    target[:4] = (image.shape[2], image.shape[0], image.shape[1], len(numbers))
    target[4 : 4 + len(numbers)] = numbers


def _pad_width(work: Work, parameters: Parameters) -> int:
    """The length that labels are filled up to: the longest there is, or the larger one that was asked for."""
    wanted = parameters["label_pad_width"]
    lengths: Sequence[int]
    if work.labels is not None:
        lengths = [len(labels) for labels in work.labels.values()]
    else:
        places = work.files.places(parameters["part_index"], parameters["num_parts"])
        lengths = [len(work.head(place)[1]) for place in places]
    longest = max(lengths, default=0)
    if 0 < wanted < longest:
        raise MXNetError(f"ImageDetRecordIter: label_pad_width: {wanted} smaller than estimated width: {longest}")
    return max(wanted, longest)
