"""Splitting batches over devices, clipping gradients, fetching files."""

import hashlib
import sys
import urllib.error
import urllib.request
import uuid
import warnings
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import isfinite
from pathlib import Path
from types import TracebackType
from typing import Any

from mxnet import autograd, ndarray, symbol
from mxnet._collectives.scatter import scatter
from mxnet._config import lookup
from mxnet._programs.device import device_of
from mxnet._programs.sharding import MeshContext, place
from mxnet._progress import Bar, shown
from mxnet.context import Context
from mxnet.ndarray import NDArray
from mxnet.ndarray.dense import dtype_of
from mxnet.ndarray.handle import new, remember_part, root_of, value_of
from mxnet.util import is_np_shape

__all__ = ["check_sha1", "clip_global_norm", "download", "replace_file", "split_and_load", "split_data"]

_CHUNK = 1 << 20


# --- batches over devices --------------------------------------------------------------------------------------------


def split_data(data: NDArray, num_slice: int, batch_axis: int = 0, even_split: bool = True) -> list[NDArray]:
    """Cut a batch into parts along an axis; unless ``even_split``, the first parts are one longer where need be.

    >>> [part.shape for part in mx.gluon.utils.split_data(mx.nd.zeros((7, 3)), 2, even_split=False)]
    [(4, 3), (3, 3)]
    """
    return [
        data[start:end] if batch_axis == 0 else ndarray.slice_axis(data, batch_axis, start, end)
        for start, end in _bounds(data, num_slice, batch_axis, even_split)
    ]


def _bounds(data: NDArray, parts: int, axis: int, even_split: bool) -> list[tuple[int, int]]:
    """Where each part of a batch begins and ends."""
    size = data.shape[axis]
    if even_split and size % parts:
        raise ValueError(
            f"data with shape {data.shape} cannot be evenly split into {parts} slices along axis {axis}. Use "
            f"a batch size that's multiple of {parts} or set even_split=False to allow uneven partitioning of data."
        )
    each, extra = divmod(size, parts)
    ends = [each * (number + 1) + min(number + 1, extra) for number in range(parts)]
    return list(zip([0, *ends[:-1]], ends, strict=True))


def split_and_load(
    data: Any, ctx_list: Sequence[Context], batch_axis: int = 0, even_split: bool = True
) -> list[NDArray]:
    """Cut a batch into as many parts as there are contexts, and put one on each.

    >>> parts = mx.gluon.utils.split_and_load(mx.nd.zeros((8, 3)), [mx.cpu(0), mx.cpu(1)])
    >>> [(part.shape, part.context) for part in parts]
    [((4, 3), cpu(0)), ((4, 3), cpu(1))]
    """
    if not isinstance(data, NDArray):
        data = ndarray.array(data, ctx=ctx_list[0])
    if len(ctx_list) == 1 and isinstance(ctx_list[0], MeshContext):
        return [_over_mesh(data, ctx_list[0], batch_axis, even_split)]
    devices = [device_of(ctx) for ctx in ctx_list]
    differentiated = autograd.is_recording() and data._origin is not None
    if len(set(devices)) > 1 and data.stype == "default" and not differentiated:
        return _scattered(data, ctx_list, batch_axis, _bounds(data, len(ctx_list), batch_axis, even_split))
    parts = [data] if len(ctx_list) == 1 else split_data(data, len(ctx_list), batch_axis, even_split)
    return [part.as_in_context(ctx) for part, ctx in zip(parts, ctx_list, strict=True)]


def _over_mesh(data: NDArray, context: MeshContext, axis: int, even_split: bool) -> NDArray:
    """A batch divided along the first axis of a mesh; whole on every device where it need not be even and is not."""
    name, parts = next(iter(context.mesh.shape.items()))
    if even_split or data.shape[axis] % parts == 0:
        _bounds(data, parts, axis, even_split)
        spec = (None,) * (axis % data.ndim) + (name,)
    else:
        spec = ()
    return new(type(data), place(value_of(data), context, spec), context)


def _scattered(
    data: NDArray, contexts: Sequence[Context], axis: int, bounds: Sequence[tuple[int, int]]
) -> list[NDArray]:
    """Parts of a batch on their contexts, cut out all at once; one that stays where it was is still a view."""
    whole = root_of(data)._value
    values = scatter(value_of(data), axis % data.ndim, bounds, [device_of(ctx) for ctx in contexts])
    parts = []
    for (start, end), context, value in zip(bounds, contexts, values, strict=True):
        if axis == 0 and context == data.context:
            part = data[start:end]
            remember_part(part, whole, value)
        else:
            part = new(type(data), value, context)
        parts.append(part)
    return parts


def clip_global_norm(arrays: Sequence[NDArray], max_norm: float, check_isfinite: bool = True) -> Any:
    """Scale arrays, in place, so that the 2-norm of all of them together is at most ``max_norm``; return what it was.

    With ``check_isfinite`` the norm is read at once, as a number, and a warning says so if it is not finite. Without,
    nothing is read: the norm is an array.

    >>> arrays = [mx.nd.array([3]), mx.nd.array([4])]
    >>> float(mx.gluon.utils.clip_global_norm(arrays, 1.0))
    5.0
    >>> [round(float(array.asscalar()), 3) for array in arrays]
    [0.6, 0.8]
    """
    if not arrays:
        raise AssertionError("clip_global_norm needs at least one array")
    ctx = arrays[0].context
    squares = [_square_norm(array).as_in_context(ctx) for array in arrays]
    norm = ndarray.sqrt(ndarray.add_n(*squares))
    total = norm.asscalar() if check_isfinite else norm
    if check_isfinite and not isfinite(total):
        warnings.warn("nan or inf is detected. Clipping results will be undefined.", UserWarning, stacklevel=2)
    scale = ndarray.minimum(max_norm / (norm + 1e-8), 1.0)
    for array in arrays:
        array *= scale.as_in_context(array.context)
    return total


def _square_norm(array: NDArray) -> NDArray:
    if array.stype == "default":
        flat = array.reshape((-1,))
        return ndarray.dot(flat, flat)
    return array.norm().square()  # type: ignore[attr-defined]


# --- files -----------------------------------------------------------------------------------------------------------


def check_sha1(filename: str, sha1_hash: str) -> bool:
    """Whether a file's content has this SHA-1, given as hexadecimal digits.

    >>> with open("empty.txt", "w"):
    ...     pass
    >>> mx.gluon.utils.check_sha1("empty.txt", "da39a3ee5e6b4b0d3255bfef95601890afd80709")
    True
    """
    digest = hashlib.sha1()
    with Path(filename).open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest() == sha1_hash


def replace_file(src: str, dst: str) -> None:
    """Move a file over another one at once; if that fails, ``src`` is removed.

    >>> with open("new.txt", "w") as file:
    ...     _ = file.write("new")
    >>> mx.gluon.utils.replace_file("new.txt", "old.txt")
    >>> with open("old.txt") as file:
    ...     file.read()
    'new'
    """
    try:
        Path(src).replace(dst)
    except OSError as error:
        Path(src).unlink(missing_ok=True)
        raise OSError(
            f"Moving downloaded temp file - {src}, to {dst} failed ({error}). Please retry the download."
        ) from error


def download(
    url: str,
    path: str | None = None,
    overwrite: bool = False,
    sha1_hash: str | None = None,
    retries: int = 5,
    verify_ssl: bool = True,
) -> str:
    """Download a file unless it is there with the right content; return where it is.

    ``path`` is a file or a folder, by default the current one. The file appears when it is complete. A failure is
    tried again, ``retries`` times in all.

    >>> from pathlib import Path
    >>> _ = Path("source.txt").write_text("some text")
    >>> mx.gluon.utils.download(Path("source.txt").absolute().as_uri(), "copy.txt")  # doctest: +ELLIPSIS
    Downloading copy.txt from file://...
    'copy.txt'
    """
    target = _target(url, path)
    if retries < 0:
        raise AssertionError(f"Number of retries should be at least 0, currently it's {retries}")
    if not verify_ssl:
        warnings.warn(
            "Unverified HTTPS request is being made (verify_ssl=False). Adding certificate verification is strongly "
            "advised.",
            stacklevel=2,
        )
    if not overwrite and _is_complete(target, sha1_hash):
        return target
    Path(target).absolute().parent.mkdir(parents=True, exist_ok=True)
    for left in range(max(retries, 1) - 1, -1, -1):
        try:
            _fetch(url, target, sha1_hash, verify_ssl)
            break
        except Exception as error:
            if not left:
                raise
            print(f"download failed due to {error!r}, retrying, {left} attempt{'s' if left > 1 else ''} left")
    return target


def _target(url: str, path: str | None) -> str:
    name = url.split("/")[-1]
    if path is None:
        if not name:
            raise AssertionError(
                f"Can't construct file-name from this URL: {url}. Please set the `path` option manually."
            )
        return name
    chosen = Path(path).expanduser()
    return str(chosen / name if chosen.is_dir() else chosen)


def _is_complete(target: str, sha1_hash: str | None) -> bool:
    return Path(target).exists() and (not sha1_hash or check_sha1(target, sha1_hash))


def _fetch(url: str, target: str, sha1_hash: str | None, verify_ssl: bool) -> None:
    """Download into a folder beside the one that the file is meant for, then move it there."""
    print(f"Downloading {target} from {url}...")
    final = Path(target)
    folder = final.parent / f".{final.name}.{uuid.uuid4()}"
    partial = folder / final.name
    folder.mkdir()
    try:
        size, chunks = _open(url, verify_ssl)
        with partial.open("wb") as file, _Progress(final.name, size) as progress:
            for chunk in chunks:
                file.write(chunk)
                progress.advance(len(chunk))
        if sha1_hash and not check_sha1(str(partial), sha1_hash):
            raise UserWarning(
                f"File {target} is downloaded but the content hash does not match. The repo may be outdated or "
                'download may be incomplete. If the "repo_url" is overridden, consider switching to the default repo.'
            )
        replace_file(str(partial), target)
    finally:
        partial.unlink(missing_ok=True)
        folder.rmdir()


def _open(url: str, verify_ssl: bool) -> tuple[int, Iterator[bytes]]:
    """How many bytes are behind an address, 0 if unknown, and the bytes.

    They come through requests where it is installed, since it knows proxies and certificates.
    """
    try:
        import requests
    except ImportError:
        answer = urllib.request.urlopen(url)
        return int(answer.headers.get("Content-Length") or 0), _read(answer)
    response = requests.get(url, stream=True, verify=verify_ssl)
    if response.status_code != 200:
        raise RuntimeError(f"Failed downloading url {url}: the server answered {response.status_code}")
    return int(response.headers.get("Content-Length") or 0), response.iter_content(chunk_size=_CHUNK)


def _read(answer: Any) -> Iterator[bytes]:
    with answer:
        while chunk := answer.read(_CHUNK):
            yield chunk


class _Progress:
    """A bar on standard error, where that is a terminal, of how much of ``total`` is done; 0 is unknown."""

    def __init__(self, name: str, total: int, unit: str = "MB", scale: float = 1e6, width: int = 30) -> None:
        self._name, self._total, self._unit, self._scale, self._width = name, total, unit, scale, width
        self._done = 0
        self._bar = Bar(name, total or None, "B", scaled=True) if shown() else None
        self._shows = self._bar is None and sys.stderr.isatty()

    def __enter__(self) -> "_Progress":
        return self

    def advance(self, amount: int) -> None:
        """Count this much as done."""
        self._done += amount
        if self._bar is not None:
            self._bar.step(amount)
        if not self._shows:
            return
        done, total = self._done / self._scale, self._total / self._scale
        part = min(self._done / self._total, 1.0) if self._total else 0.0
        bar = "#" * round(part * self._width)
        ends = f"[{bar:<{self._width}}] {part:4.0%} {done:.1f}/{total:.1f}" if self._total else f"{done:.1f}"
        print(f"\r{self._name} {ends} {self._unit}", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
        if self._shows:
            print(file=sys.stderr)


def _get_repo_url() -> str:
    """Where Gluon's data sets and models are: the first address of ``MXNET_GLUON_REPO``."""
    return _repositories()[0]


def _repositories() -> list[str]:
    """All addresses where Gluon's data sets and models may be."""
    return [address.rstrip("/") + "/" for address in str(lookup("MXNET_GLUON_REPO")).replace(",", " ").split()]


def _get_repo_file_url(namespace: str, filename: str) -> str:
    return f"{_get_repo_url()}{namespace}/{filename}"


def _is_half(dtype: Any) -> bool:
    """Whether a type has 16 bits: then BatchNorm's parameters stay float32, for the statistics' sake."""
    return dtype_of(dtype).name in ("float16", "bfloat16")


def _need(condition: Any, message: str) -> None:
    """Raise the class of error that users of MXNet catch for a wrong argument."""
    if not condition:
        raise AssertionError(message)


# --- text ------------------------------------------------------------------------------------------------------------


def _indent(text: str, spaces: int) -> str:
    """Indent every line but the first."""
    return text.replace("\n", "\n" + " " * spaces)


def _brief_print_list(items: Iterable[Any], limit: int = 7) -> str:
    """Quoted items, the middle left out where there are many."""
    names = [f"'{item}'" for item in items]
    if len(names) <= limit:
        return ", ".join(names)
    return ", ".join([*names[: limit // 2], "...", *names[-((limit + 1) // 2) :]])


# --- hooks and shapes ------------------------------------------------------------------------------------------------


class HookHandle:
    """Takes a hook off a block again: ``detach()``, or the end of a with-statement."""

    def __init__(self) -> None:
        self._hooks_dict_ref: Any = None
        self._id: int | None = None

    def attach(self, hooks_dict: "OrderedDict[int, Callable[..., Any]]", hook: Callable[..., Any]) -> None:
        """Put the hook into the dictionary; a handle does so once."""
        if self._hooks_dict_ref is not None:
            raise AssertionError("The same handle cannot be attached twice.")
        self._id = id(hook)
        hooks_dict[self._id] = hook
        self._hooks_dict_ref = weakref.ref(hooks_dict)

    def detach(self) -> None:
        """Take the hook off, if it is still there."""
        hooks = self._hooks_dict_ref()
        if hooks is not None and self._id is not None:
            hooks.pop(self._id, None)

    def __getstate__(self) -> tuple[Any, int | None]:
        return self._hooks_dict_ref(), self._id

    def __setstate__(self, state: tuple[Any, int | None]) -> None:
        self._hooks_dict_ref = weakref.ref(OrderedDict() if state[0] is None else state[0])
        self._id = state[1]

    def __enter__(self) -> "HookHandle":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.detach()


def shape_is_known(shape: Sequence[int] | None) -> bool:
    """Whether every length of a shape is known: 0 is unknown, or -1 with NumPy's shapes."""
    if shape is None:
        return False
    unknown = -1 if is_np_shape() else 0
    if not shape:
        return unknown == -1
    if min(shape) < unknown:
        raise AssertionError(f"shape dimension size cannot be less than {unknown}, while received {min(shape)}")
    return unknown not in shape


def _check_all_np_ndarrays(out: Any) -> None:
    """Raise unless every array, or symbol, of a block's outputs is one of ``mx.np``."""
    if isinstance(out, (list, tuple)):
        for item in out:
            _check_all_np_ndarrays(item)
    elif isinstance(out, (ndarray.NDArray, symbol.Symbol)) and not isinstance(
        out, (ndarray.np.ndarray, symbol.np._Symbol)
    ):
        raise TypeError(
            f"Expected outputs of mx.np under NumPy's semantics, received {type(out)}: write out.as_np_ndarray()"
        )
