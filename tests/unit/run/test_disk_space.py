"""How full file systems are: who is told of it, once each time, and which folders lie on them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from redactor.cli.common import disk_watch
from redactor.run import disk_space
from redactor.run.disk_space import DiskWatch, FullDisk
from streams.processes import process_file, read_processes


class Disks:
    """File systems of 100 GB, each in a folder, filled as far as `percent` says."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.percent = {"a": 50.0, "b": 50.0}
        self.root = root
        self.told: list[tuple[list[tuple[str, int]], list[str]]] = []
        for name in self.percent:
            (root / name).mkdir()
        real = Path.stat
        devices = {str(root / name): n for n, name in enumerate(self.percent)}

        def stat(path: Path, **more: Any) -> Any:
            return SimpleNamespace(st_dev=devices[str(path)]) if str(path) in devices else real(path, **more)

        monkeypatch.setattr(disk_space, "_existing", self.existing)
        monkeypatch.setattr(Path, "stat", stat)

    def existing(self, folder: Path) -> Path:
        return self.root / folder.relative_to(self.root).parts[0]

    def usage(self, path: Path) -> Any:
        used = round(self.percent[path.name] * 1e9)
        return SimpleNamespace(used=used, free=100 * 10**9 - used)

    def report(self, full: Sequence[FullDisk], new: Sequence[FullDisk]) -> None:
        self.told.append(([(d.folders, d.percent) for d in full], [d.folders for d in new]))


def test_a_file_system_over_80_percent_is_told_once_and_again_after_it_fell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disks = Disks(tmp_path, monkeypatch)
    folders = {"home": tmp_path / "a" / "home", "the state": tmp_path / "a" / "state", "OUT": tmp_path / "b" / "out"}
    watch = DiskWatch(folders, disks.report, disks.usage)
    for a, b in [(80, 50), (81, 50), (81, 50), (79, 50), (81, 95), (70, 95), (85, 95)]:
        disks.percent.update(a=a, b=b)
        watch.look()
    assert disks.told == [
        ([("home and the state", 81)], ["home and the state"]),
        ([("home and the state", 79)], []),  # neither one nor the other
        ([("home and the state", 81), ("OUT", 95)], ["OUT"]),
        ([("OUT", 95)], []),
        ([("home and the state", 85), ("OUT", 95)], ["home and the state"]),
    ]


def test_a_file_system_that_cannot_be_asked_is_left_out(tmp_path: Path) -> None:
    def gone(path: Path) -> Any:
        raise OSError

    DiskWatch({"home": tmp_path / "not" / "yet"}, lambda full, new: pytest.fail("told"), gone).look()


def test_the_warning_goes_to_the_log_and_to_the_file_of_the_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with process_file(tmp_path, "exporter", "p.", state=tmp_path / "state") as file:
        watch = disk_watch({"home": tmp_path, "OUT": tmp_path / "out"}, file)
        monkeypatch.setattr(watch, "_usage", lambda path: SimpleNamespace(used=91 * 10**9, free=9 * 10**9))
        with watch:
            file.tell("exporting")
            ((status, _),) = read_processes(tmp_path, "p.")
    assert (status.phase, status.disks) == ("exporting", {"home and OUT": 91})
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("warning: the file system of home and OUT is 91 % full, with 9.0 GB free; make room")
