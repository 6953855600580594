"""What processes say of themselves: phases, whether they run, and what is left of them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from redactor.errors import RunError, StoppedError
from redactor.settings import StreamsSettings
from streams.processes import CanaryStatus, process_file, read_processes, stream_name
from tests.unit.run.disk_kit import fill, small_disk


def _phases(home: Path, stream: str = "p.") -> dict[str, tuple[str, bool]]:
    return {status.name: (status.phase, runs) for status, runs in read_processes(home, stream)}


def test_a_phase_is_read_while_the_process_runs_and_after_it(tmp_path: Path) -> None:
    with process_file(tmp_path, "worker", "p.") as file:
        assert _phases(tmp_path) == {"worker-1": ("starting", True)}
        file.tell("working")
        assert _phases(tmp_path) == {"worker-1": ("working", True)}
    assert _phases(tmp_path) == {"worker-1": ("ended", False)}


def test_the_phase_keeps_its_beginning_while_counts_change(tmp_path: Path) -> None:
    ticks = iter((1.0, 2.0, 3.0))
    with process_file(tmp_path, "exporter", "", state=tmp_path / "state", clock=lambda: next(ticks)) as file:
        file.tell("exporting", forged=0)
        file.tell("exporting", forged=7)
        ((status, _),) = read_processes(tmp_path, "")
    assert (status.since, status.counts, status.state) == (2.0, {"forged": 7}, str(tmp_path / "state"))


def test_what_canaries_show_stays_while_the_phase_changes(tmp_path: Path) -> None:
    shown = CanaryStatus(5, 1, {"PATIENT": 0.5}, ("PATIENT",))
    with process_file(tmp_path, "worker", "p.") as file:
        file.note_canaries(shown)
        file.tell("working")
        ((status, _),) = read_processes(tmp_path, "p.")
        assert (status.phase, status.canaries) == ("working", shown)


@pytest.mark.parametrize(("error", "phase"), [(RunError("x"), "failed"), (StoppedError("x"), "ended")])
def test_a_process_that_failed_says_so_and_one_that_was_stopped_does_not(
    tmp_path: Path, error: RunError, phase: str
) -> None:
    with pytest.raises(RunError), process_file(tmp_path, "ingest", "p.") as file:
        file.tell("records")
        raise error
    assert _phases(tmp_path) == {"ingest-1": (phase, False)}


def test_a_command_that_never_began_has_not_failed(tmp_path: Path) -> None:
    with pytest.raises(RunError), process_file(tmp_path, "ingest", "p."):
        raise RunError("no such folder")
    assert _phases(tmp_path) == {"ingest-1": ("ended", False)}


def test_processes_at_one_time_have_files_of_their_own(tmp_path: Path) -> None:
    with (
        process_file(tmp_path, "worker", "p."),
        process_file(tmp_path, "worker", "p.") as second,
        process_file(tmp_path, "worker", "other."),
        process_file(tmp_path, "exporter", "p.", state=tmp_path / "a"),
        process_file(tmp_path, "exporter", "p.", state=tmp_path / "b"),
    ):
        second.tell("working")
        found = _phases(tmp_path)
        assert found["worker-1"] == ("starting", True) and found["worker-2"] == ("working", True)
        assert len(found) == 4 and len(_phases(tmp_path, "other.")) == 1


def test_a_process_that_was_killed_does_not_run_and_is_forgotten_when_one_is_started_again(tmp_path: Path) -> None:
    program = (
        "import sys, time; from pathlib import Path; from streams.processes import process_file\n"
        "with process_file(Path(sys.argv[1]), 'worker', 'p.') as file:\n"
        "    file.tell('working'); print('up', flush=True); time.sleep(60)\n"
    )
    with process_file(tmp_path, "worker", "p."):
        child = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE)
        try:
            assert child.stdout is not None and child.stdout.readline() == b"up\n"
            assert _phases(tmp_path)["worker-2"] == ("working", True)
        finally:
            os.kill(child.pid, signal.SIGKILL)
            child.communicate()
        assert _phases(tmp_path)["worker-2"] == ("working", False)
    with process_file(tmp_path, "worker", "p."):
        assert list(_phases(tmp_path)) == ["worker-1"]


def test_clusters_that_share_a_home_keep_their_processes_apart(tmp_path: Path) -> None:
    def name(servers: str, prefix: str = "") -> str:
        return stream_name(StreamsSettings(servers=servers, prefix=prefix))

    one, other = name("a:9092,b:9092"), name("c:9092")
    assert name("b:9092, a:9092") == one
    assert len({one, other, name("a:9092,b:9092", "x."), name("a:9092")}) == 4
    with pytest.raises(RunError), process_file(tmp_path, "worker", one) as file:
        file.tell("working")
        raise RunError("x")
    with process_file(tmp_path, "worker", other) as file:
        file.tell("kafka-away")
        assert _phases(tmp_path, one) == {"worker-1": ("failed", False)}
        assert _phases(tmp_path, other) == {"worker-1": ("kafka-away", True)}


def test_a_file_that_cannot_be_written_or_read_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with process_file(tmp_path, "worker", "p.") as file:
        for writing in ("write_bytes", "open"):
            monkeypatch.setattr(Path, writing, _full)
        file.tell("working")
        monkeypatch.undo()
        (tmp_path / "streams" / "processes" / "p.-worker-9.json").write_bytes(b'{"kind":')
        assert _phases(tmp_path) == {"worker-1": ("starting", True)}


def _full(*_: object, **__: object) -> int:
    raise OSError(28, "No space left on device")


def test_a_full_disk_is_told_in_the_space_that_the_file_has(tmp_path: Path) -> None:
    with small_disk(tmp_path, 1 << 20), process_file(tmp_path, "known-writer", "s") as file:
        file.tell("reading", forged=123_456_789)
        fill(tmp_path, 0)
        file.tell("disk-full")
        ((status, runs),) = read_processes(tmp_path, "s")
        assert runs and status.phase == "disk-full" and status.counts == {}
