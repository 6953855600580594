"""One text, and lines of notes, as they come: wrong bytes, wrong lines, wrong files."""

import json
from pathlib import Path

import pytest

from tests.unit.cli.pipe_kit import faults, piped, started

pytestmark = pytest.mark.slow
NOTE = "Seen by Dr. Tarquil Vexholm, call 617-555-0142."
# name, bytes on stdin, exit code, what stdout must have, what stderr must say
TEXTS = [
    ("a note", NOTE.encode(), 0, "Seen by", ""),
    ("empty", b"", None, "", ""),
    ("white space alone", b" \n\n", None, "", ""),
    ("no UTF-8", b"Tarquil Vexholm, caf\xe9", 2, "", "UTF-8"),
    ("UTF-16", NOTE.encode("utf-16"), None, "", ""),
    ("byte order mark", b"\xef\xbb\xbf" + NOTE.encode(), 0, "Seen by", ""),
    ("NUL", b"Tarquil Vexholm\x00 was seen", None, "", ""),
    ("10 MB", b"He slept well and ate. " * 450_000, 2, "", "max_text_chars"),
    ("a line of 300,000 letters", b"a" * 300_000, 0, "aaa", ""),
]


@pytest.mark.parametrize("name", [row[0] for row in TEXTS])
def test_text_of_stdin(name: str, tmp_path: Path) -> None:
    _, given, code, shows, says = next(row for row in TEXTS if row[0] == name)
    rc, out, err = piped(tmp_path, given, "text", "-")
    assert not faults(out, err)
    assert code is None or rc == code, err
    assert shows in out.decode()
    assert says in err


def test_text_of_a_file(tmp_path: Path) -> None:
    rows = [
        ("note.txt", NOTE.encode(), 0),
        ("Vexholm.txt", b"", None),
        ("cp1252.txt", b"Tarquil Vexholm, caf\xe9", None),
        ("picture.txt", b"\x89PNG\r\n\x1a\n" + b"\x00" * 50, 2),
        ("note.rtf", b"{\\rtf1\\ansi Seen by Dr. Tarquil Vexholm.}", 0),
        ("broken.rtf", b"{\\rtf1\\ansi Seen by {{{Dr. Tarquil Vexholm", None),
        ("note.html", b"<p>Seen by Dr. Tarquil <b>Vexholm</b></p><script>Vexholm</script>", 0),
        ("Vexholm.docx", b"PK\x03\x04Vexholm", 2),
        ("Vexholm.pdf", b"%PDF-1.4 Vexholm", 2),
        ("Vexholm.json", b'{"resourceType": "Patient", "name": "Vexholm"}', None),
    ]
    for name, content, code in rows:
        (tmp_path / name).write_bytes(content)
        rc, out, err = piped(tmp_path, b"", "text", "--file", name)
        assert "Traceback" not in err, name
        assert b"Vexholm" not in out, (name, out)
        assert code is None or rc == code, (name, err)
    for arguments in (["--file", "."], ["--file", "nowhere"], ["--file", "note.txt", "a text"]):
        rc, out, err = piped(tmp_path, b"", "text", *arguments)
        assert (rc, out) == (2, b""), arguments
        assert "Traceback" not in err


def test_the_json_of_a_text_has_its_spans_by_character(tmp_path: Path) -> None:
    given = "\U0001f600 e\u0301 " + NOTE + "\r\nnext line\r\n"
    rc, out, _ = piped(tmp_path, given.encode(), "text", "-", "--json")
    answer = json.loads(out)
    assert rc == 0
    assert answer["text"].count("\r\n") == given.count("\r\n")
    assert any(given[span["start"] : span["end"]].endswith("Tarquil Vexholm") for span in answer["spans"])


GOOD = json.dumps({"id": "1", "text": NOTE}).encode() + b"\n"
# name, stdin, exit code, lines out, what stderr must say
LINES = [
    ("one", GOOD, 0, 1, ""),
    ("empty", b"", None, 0, ""),
    ("byte order mark", b"\xef\xbb\xbf" + GOOD, 0, 1, ""),
    ("windows line ends", GOOD.replace(b"\n", b"\r\n") * 2, None, None, ""),
    ("blank lines", b"\n" + GOOD + b"\n", 0, 1, ""),
    ("broken", GOOD + b'{"id": "Vexholm\n', 1, None, "1 line unreadable"),
    ("a list", b'["Vexholm"]\n', 1, None, "1 line unreadable"),
    ("no text", b'{"id": "Vexholm"}\n', 1, None, "1 line unreadable"),
    ("no id", b'{"text": "Vexholm"}\n', None, None, ""),
    ("text is null", b'{"id": "1", "text": null}\n', None, None, ""),
    ("text is a number", b'{"id": "1", "text": 7}\n', 1, None, "1 line unreadable"),
    ("id is a number", b'{"id": 7, "text": "slept"}\n', 0, 1, ""),
    ("the same id twice", GOOD + GOOD, None, None, ""),
    ("no UTF-8", GOOD.replace(b"call", b"c\xe9ll"), 1, 1, "1 line unreadable"),
    ("known is no list", b'{"id": "1", "text": "Vexholm", "known": 5}\n', 1, None, "1 line unreadable"),
    ("known is a list of numbers", b'{"id": "1", "text": "Vexholm", "known": [5]}\n', 1, None, "1 line unreadable"),
    ("an empty text", b'{"id": "1", "text": ""}\n', 0, 1, ""),
    ("a lone surrogate", b'{"id": "1", "text": "a \\ud800 b"}\n', None, None, ""),
    ("line separator of Unicode", json.dumps({"id": "1", "text": "a\u2028b"}, ensure_ascii=False).encode(), 0, 1, ""),
]  # fmt: skip


@pytest.mark.parametrize("name", [row[0] for row in LINES])
def test_detect_in_a_pipe(name: str, tmp_path: Path) -> None:
    _, given, code, lines, says = next(row for row in LINES if row[0] == name)
    rc, out, err = piped(tmp_path, given, "detect", "-", "-", "--detectors", "patterns")
    assert not [one for one in faults(b"", err) if one]
    assert code is None or rc == code, err
    assert lines is None or len(out.splitlines()) == lines, err
    assert says in err


def test_detect_ends_quietly_when_head_has_enough(tmp_path: Path) -> None:
    (tmp_path / "in").write_bytes(b"".join(json.dumps({"id": n, "text": NOTE}).encode() + b"\n" for n in range(20_000)))
    with (tmp_path / "in").open("rb") as stdin:
        process = started(tmp_path, "detect", "-", "-", "--detectors", "patterns", stdin=stdin)
        assert process.stdout and process.stderr
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read().decode()
    process.wait(100)
    assert not faults(b"", err)
    assert len(err.splitlines()) < 8
