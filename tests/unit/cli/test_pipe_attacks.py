"""What comes through a pipe in a hospital, whole and broken: nothing leaks or is lost, or ends in a traceback."""

# ruff: noqa: E501 (a case a line is easier to compare)

import gzip
import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.unit.cli.pipe_kit import COMMAND, environment, faults, piped, started

pytestmark = pytest.mark.slow
PATIENT = {
    "resourceType": "Patient",
    "id": "p1",
    "name": [{"family": "Vexholm", "given": ["Tarquil"]}],
    "birthDate": "1950-02-03",
    "identifier": [{"system": "http://h.example/mrn", "value": "MRN-7741"}],
}
OBSERVATION = {
    "resourceType": "Observation",
    "id": "o1",
    "status": "final",
    "code": {"text": "Potassium"},
    "subject": {"reference": "Patient/p1"},
    "note": [{"text": "Tarquil Vexholm called from 617-555-0142."}],
}
BUNDLE = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": PATIENT}, {"resource": OBSERVATION}]}


def line(record: object) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def noted(text: str) -> bytes:
    return line({**OBSERVATION, "id": "o9", "note": [{"text": text}]})


P, OBS, B = line(PATIENT), line(OBSERVATION), line(BUNDLE)
MANY = P + b"".join(line({**OBSERVATION, "id": f"o{n}"}) for n in range(1500))

# name, stdin, exit code, released lines, what stderr must say
RUNS = [
    ("two records", P + OBS, 0, 2, ""),
    ("empty", b"", 0, 0, "no record"),
    ("blank lines", b"\n \n\r\n", 0, 0, "no record"),
    ("byte order mark", b"\xef\xbb\xbf" + P + OBS, 0, 2, ""),
    ("byte order mark alone", b"\xef\xbb\xbf", 0, 0, "no record"),
    ("windows line ends", (P + OBS).replace(b"\n", b"\r\n"), 0, 2, ""),
    ("no line end at the end", (P + OBS).rstrip(), 0, 2, ""),
    ("blank lines between", P + b"\n\n" + OBS, 0, 2, ""),
    ("a broken line between", P + b'{"resourceType": "Patient", "name": "Vexholm\n' + OBS, 1, 2, "malformed-json"),
    ("cut off in the last line", P + OBS[:-40], 1, 1, "malformed-json"),
    ("bytes that are no UTF-8", P + OBS.replace(b"called", b"cal\xe9led"), 1, 1, "bad-encoding"),
    ("UTF-16", (P + OBS).decode().encode("utf-16"), None, None, ""),
    ("gzip", gzip.compress(P + OBS), None, 0, "gzip"),
    ("one pretty Bundle over many lines", json.dumps(BUNDLE, indent=2).encode(), None, None, ""),
    ("one array of records", b"[" + P.rstrip() + b"," + OBS.rstrip() + b"]\n", None, None, ""),
    ("a Bundle on a line", B + OBS, 0, 2, ""),
    ("scalars", P + b'42\n"Tarquil Vexholm"\nnull\n[]\n{}\ntrue\n', 1, 1, "quarantine"),
    ("a key twice", b'{"resourceType":"Patient","id":"p1","id":"Vexholm","name":[{"family":"Vexholm"}]}\n' + OBS, 1, 1, ""),
    ("deeply nested", P + b"[" * 200_000 + b"\n" + OBS, 1, 2, ""),
    ("deeply nested and closed", P + b"[" * 50_000 + b"]" * 50_000 + b"\n" + OBS, 1, 2, ""),
    ("deeply nested extensions", P + b'{"resourceType":"Patient","extension":[' * 3000 + b"\n" + OBS, 1, 2, ""),
    ("NaN", P + OBS.replace(b'"final"', b"NaN"), 1, 1, "malformed-json"),
    ("a number of 5,000 digits", P + OBS.replace(b'"final"', b"9" * 5000), 1, 1, ""),
    ("a line beyond the limit", P + noted("x" * 30_000) + OBS, 1, 2, "too-large"),
    ("a huge line without an end", P + b'{"a": "' + b"Vexholm " * 20_000, 1, 1, "too-large"),
    ("NUL within", P + OBS.replace(b"called", b"cal\x00led"), 1, 1, ""),
    ("NUL escaped", P + OBS.replace(b"called", b"cal\\u0000led"), None, None, ""),
    ("a lone surrogate", P + OBS.replace(b"called", b"cal\\ud800led"), None, None, ""),
    ("line separators of Unicode in a text", P + noted("Tarquil\u2028Vexholm\u2029called\u0085again"), 0, 2, ""),
    ("line ends of old Macs", (P + OBS).replace(b"\n", b"\r"), None, None, ""),
    ("an unknown dataType", P + line({"dataType": "wombat", "name": "Vexholm"}), 1, 1, "schema"),
    ("an unknown resourceType", P + line({"resourceType": "Vexholm", "id": "1"}), 1, 1, ""),
    ("a note and a resource", P + line({"dataType": "notesTable", "note_id": "n1", "patient_id": "p1", "note_text": "tarquil ate"}), None, None, ""),
    ("a note before its patient", OBS + P, 0, 2, ""),
    ("the same record twice", P + OBS + OBS, 0, None, ""),
    ("a table", b"name,mrn\nVexholm,7741\n", 1, 0, "malformed-json"),
    ("plain text", b"Tarquil Vexholm was seen.\n", 1, 0, "malformed-json"),
    ("a key that is a name", P + line({**OBSERVATION, "id": "o2", "Tarquil Vexholm": 1}), 0, 2, ""),
    ("an id that is a name", P + line({**OBSERVATION, "id": "Vexholm-Tarquil"}), 0, 2, ""),
]  # fmt: skip


@pytest.mark.parametrize("name", [row[0] for row in RUNS])
def test_run(name: str, tmp_path: Path) -> None:
    _, given, code, released, says = next(row for row in RUNS if row[0] == name)
    rc, out, err = piped(tmp_path, given, "run", "-", "-")
    assert not faults(out, err)
    lines = out.splitlines()
    assert all(isinstance(json.loads(one), dict) for one in lines)
    assert code is None or rc == code, err
    assert rc in (0, 1, 2)
    assert released is None or len(lines) == released, err
    assert says in err


def test_the_order_the_count_and_the_ids_are_those_of_a_folder_run(tmp_path: Path) -> None:
    given = P + b"".join(line({**OBSERVATION, "id": f"o{n}"}) for n in range(700))
    rc, out, err = piped(tmp_path, given, "run", "-", "-")
    assert rc == 0, err
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "all.ndjson").write_bytes(given)
    rc, _, err = piped(tmp_path, b"", "run", "in", "out")
    assert rc == 0, err
    folder = b"".join(path.read_bytes() for path in sorted((tmp_path / "out").glob("*.ndjson")))
    assert out.splitlines() == folder.splitlines()
    for workers in ("2", "3"):
        assert piped(tmp_path, given, "run", "-", "-", "--workers", workers)[1] == out


@pytest.mark.parametrize("given", [MANY, P + OBS])
def test_head_closes_the_pipe(given: bytes, tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(given)
    with (tmp_path / "in").open("rb") as stdin:
        process = started(tmp_path, "run", "-", "-", stdin=stdin)
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read().decode()
        process.stderr.close()
    assert not faults(b"", err)
    assert process.wait(100) != 0 or given != MANY


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_in_the_middle_is_no_clean_end_and_a_second_call_sends_everything(number: int, tmp_path: Path) -> None:
    if signal.getsignal(number) is signal.SIG_IGN:
        pytest.skip("this process ignores the signal, as under nohup, and its children do")
    (tmp_path / "in").write_bytes(MANY)
    with (tmp_path / "in").open("rb") as stdin:
        process = started(tmp_path, "run", "-", "-", "--state", "state", stdin=stdin)
    assert process.stdout
    assert process.stdout.readline()
    os.kill(process.pid, number)
    out, err = process.communicate(timeout=100)
    assert process.returncode != 0
    assert not faults(out, err.decode())
    rc, out, text = piped(tmp_path, MANY, "run", "-", "-", "--state", "state")
    assert rc == 0, text
    assert len(out.splitlines()) == 1501
    assert len(set(out.splitlines())) == 1501


def test_full_and_closed_stdout_end_with_a_message(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        process = started(tmp_path, "run", "-", "-", stdout=full)
        _, err = process.communicate(P + OBS, timeout=100)
    assert process.returncode == 3
    assert not faults(b"", err.decode())
    closed = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", *COMMAND, "run", "-", "-"], input=P + OBS, env=environment(tmp_path),
                            cwd=tmp_path, capture_output=True, check=False)  # fmt: skip
    assert closed.returncode in (2, 3)
    assert not faults(b"", closed.stderr.decode())


def test_a_terminal_as_stdin_is_told_what_is_waited_for(tmp_path: Path) -> None:
    for arguments in (["run", "-", "-"], ["detect", "-", "-"], ["text"]):
        control, terminal = pty.openpty()
        process = started(tmp_path, *arguments, stdin=terminal)
        os.close(terminal)
        os.write(control, b"\x04")
        out, err = process.communicate(timeout=100)
        assert b"Ctrl-D" in err or b"stdin" in err, arguments
        assert not faults(out, err.decode())
        os.close(control)


def test_no_keyring_and_bad_settings_leave_stdout_empty(tmp_path: Path) -> None:
    for environ in ({"REDACTOR_KEYRING": ""}, {"REDACTOR_PROFILE": "nobody"}, {"REDACTOR_MAX_RECORD_BYTES": "Vexholm"}):
        rc, out, err = piped(tmp_path, P + OBS, "run", "-", "-", **environ)
        assert (rc, out) == (2, b"")
        assert not faults(out, err), environ


def test_a_summary_as_json_is_the_last_line_of_stderr(tmp_path: Path) -> None:
    rc, out, err = piped(tmp_path, P + b"{broken\n" + OBS, "run", "-", "-", "--json")
    summary = json.loads(err.splitlines()[-1])
    assert (rc, summary["records"], summary["outcomes"]) == (1, 3, {"quarantined": 1, "released": 2})
    assert len(out.splitlines()) == 2


def test_an_opt_out_withholds_from_a_pipe_too(tmp_path: Path) -> None:
    (tmp_path / "out.txt").write_text("http://h.example/mrn|MRN-7741\n")
    other = line({**OBSERVATION, "id": "o5", "subject": {"reference": "Patient/p2"}, "note": [{"text": "slept"}]})
    rc, out, err = piped(tmp_path, P + OBS + other, "run", "-", "-", REDACTOR_OPT_OUT="out.txt")
    assert rc in (0, 1)
    assert len(out.splitlines()) == 1
    assert not faults(out, err)


def test_a_slow_writer_is_served_before_it_ends(tmp_path: Path) -> None:
    process = started(tmp_path, "run", "-", "-", environ={"REDACTOR_BATCH_RECORDS": "1"})
    assert process.stdin and process.stdout
    process.stdin.write(P)
    process.stdin.flush()
    time.sleep(0.1)
    out, _ = process.communicate(OBS, timeout=100)
    assert len(out.splitlines()) == 2
