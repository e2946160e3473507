"""im2rec: lists as MXNet's tool writes them, and records with what the options ask for."""

import io
from pathlib import Path

import numpy as np
import pytest

from mxnet._images import codecs
from mxnet.recordio import MXIndexedRecordIO, unpack, unpack_img
from mxnet.tools.im2rec import Progress, main
from tests.image.pictures import smooth


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "images"
    for number, name in enumerate(["b/x.jpg", "a/y.PNG", "a/z.jpeg", "c/d/w.jpg", "top.jpg", "b/note.txt"]):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(codecs.encode(smooth(number, 40, 60), path.suffix.lower().replace("txt", "png"), 3))
    return root


def run(*arguments: object) -> int:
    return main([str(argument) for argument in arguments])


def test_lists_are_mxnets_byte_by_byte(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    assert run("--list", "--recursive", "--no-shuffle", tmp_path / "r", folder) == 0
    assert (tmp_path / "r.lst").read_bytes() == (
        b"0\t0.000000\ttop.jpg\n1\t1.000000\ta/y.PNG\n2\t1.000000\ta/z.jpeg\n3\t2.000000\tb/x.jpg\n4\t3.000000\tc/d/w.jpg\n"
    )
    assert capsys.readouterr().out == ". 0\na 1\nb 2\nc/d 3\n"
    run("--list", "--recursive", tmp_path / "s", folder)
    assert [line.split("\t")[0] for line in (tmp_path / "s.lst").read_text().splitlines()] == ["2", "0", "4", "3", "1"]
    run("--list", tmp_path / "flat", folder)
    assert (tmp_path / "flat.lst").read_text() == "0\t0.000000\ttop.jpg\n"
    run("--list", "--recursive", "--no-shuffle", "--train-ratio", 0.4, "--test-ratio", 0.2, tmp_path / "t", folder)
    assert [len((tmp_path / f"t_{part}.lst").read_text().splitlines()) for part in ("test", "train", "val")] == [
        1,
        2,
        2,
    ]
    run("--list", "--recursive", "--chunks", 2, "--exts", ".jpg", "--", tmp_path / "c", folder)
    assert [len((tmp_path / f"c_{part}.lst").read_text().splitlines()) for part in range(2)] == [2, 1]


def test_flags_may_be_given_as_older_versions_had_them(folder: Path, tmp_path: Path) -> None:
    run("--list", "True", "--recursive=1", "--shuffle", "False", tmp_path / "old", folder)
    run("--list", "--recursive", "--no-shuffle", tmp_path / "new", folder)
    assert (tmp_path / "old.lst").read_text() == (tmp_path / "new.lst").read_text()


def records(prefix: Path) -> dict[int, bytes]:
    reader = MXIndexedRecordIO(f"{prefix}.idx", f"{prefix}.rec", "r")
    return {key: reader.read_idx(key) for key in reader.keys}


def test_records_follow_the_list_and_the_options(folder: Path, tmp_path: Path) -> None:
    run("--list", "--recursive", tmp_path / "r", folder)
    run("--pass-through", "--num-thread", 2, tmp_path / "r", folder)
    raw = records(tmp_path / "r")
    assert list(raw) == [2, 0, 4, 3, 1]
    header, body = unpack(raw[3])
    assert (header.label, header.id) == (2.0, 3)
    assert body == (folder / "b/x.jpg").read_bytes()
    run("--resize", 20, tmp_path / "r", folder)
    assert unpack_img(records(tmp_path / "r")[3])[1].shape == (20, 30, 3)
    run("--center-crop", "--encoding", ".png", "--quality", 3, "--color", 0, tmp_path / "r", folder)
    image = unpack_img(records(tmp_path / "r")[1])[1]
    assert image.shape == (40, 40)
    expected = codecs.decode((folder / "a/y.PNG").read_bytes(), 0)
    np.testing.assert_array_equal(image, expected[:, 10:50])


def test_several_labels_are_packed_if_asked(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "m.lst").write_text("7\t1\t2.5\ttop.jpg\n")
    run("--pass-through", tmp_path / "m", folder)
    assert unpack(records(tmp_path / "m")[7])[0].label == 1.0
    run("--pass-through", "--pack-label", tmp_path / "m", folder)
    assert unpack(records(tmp_path / "m")[7])[0].label.tolist() == [1.0, 2.5]


def test_what_cannot_be_read_is_left_out_and_said(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    (folder / "broken.jpg").write_text("no image")
    (tmp_path / "m.lst").write_text(
        "0\t1\ttop.jpg\n1\t1\tbroken.jpg\nx\t1\tz\nshort\n2\t1\tmissing.jpg\n3\t0\tb/x.jpg\n"
    )
    assert run(tmp_path / "m", folder) == 0
    assert list(records(tmp_path / "m")) == [0, 3]
    said = capsys.readouterr()
    assert "Parsing lst met error" in said.out
    assert "only has 1 parts" in said.out
    assert "2 images could not be read" in said.out
    assert "broken.jpg" in said.err
    assert "missing.jpg" in said.err
    assert run(tmp_path / "nothing", folder) == 1


def test_the_bar_grows_in_place_on_a_terminal() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen, log = Terminal(), io.StringIO()
    for out in (screen, log):
        bar = Progress(20, out)
        for _ in range(20):
            bar.step()
        bar.end()
    assert screen.getvalue().count("\n") == 1
    assert f"[{'#' * 30}] 20/20 images" in screen.getvalue().split("\r")[-1]
    assert log.getvalue().count("\n") == 10
    assert "[###...........................] 2/20" in log.getvalue()
