"""`redactor text`, `redactor detect` and the root: a quick look, a file of notes, and errors on bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.cli.root import app
from tests.each_row import each_row

RUN = CliRunner()


def test_text_shows_tags_and_json_the_spans() -> None:
    plain = RUN.invoke(app, ["text", "Seen by Dr. Adam Wilson"])
    # Whether the title belongs to the name is left to the detectors.
    assert plain.stdout in ("Seen by Dr. [PERSON]\n", "Seen by [PERSON]\n")
    data = json.loads(RUN.invoke(app, ["text", "Seen by Dr. Adam Wilson", "--json"]).stdout)
    (span,) = data["spans"]
    assert "Seen by Dr. Adam Wilson"[span["start"] : span["end"]] in ("Adam Wilson", "Dr. Adam Wilson")
    assert span["label"] == "DOCTOR"


def test_text_reads_stdin() -> None:
    assert RUN.invoke(app, ["text", "-"], input="SSN 536-22-8712").stdout.strip() == "SSN [SSN_OR_TAXPAYER]"


@each_row(
    ("name", "content", "said"),
    [
        ("note.txt", "\ufeffJosé, SSN 536-22-8712".encode("utf-16"), "SSN [SSN_OR_TAXPAYER]"),
        ("note.rtf", rb"{\rtf1 SSN 536-22-8712}", "SSN [SSN_OR_TAXPAYER]"),
        ("NOTE.HTML", b"<p>SSN <b>536</b>-22-8712</p>", "SSN [SSN_OR_TAXPAYER]"),
        ("note", "Herr Jos\xe9, SSN 536-22-8712".encode("cp1252"), "SSN [SSN_OR_TAXPAYER]"),
    ],
)
def test_text_reads_a_file_as_a_run_does(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    (tmp_path / name).write_bytes(content)
    done = RUN.invoke(app, ["text", "--file", str(tmp_path / name)])
    assert done.exit_code == 0 and said in done.stdout and "536" not in done.output


def test_text_reads_no_file_that_a_run_would_quarantine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("smith.xml").write_text("<?xml version='1.0'?><x>SSN 536-22-8712</x>")
    Path("smith.txt").write_bytes(b"SSN 536-22-8712 \0\1")
    for name, said in (("smith.xml", "redactor run"), ("smith.txt", "bad-encoding"), ("none", "cannot be read")):
        done = RUN.invoke(app, ["text", "--file", name])
        assert done.exit_code == 2 and said in done.stderr and "536" not in done.output
    assert RUN.invoke(app, ["text", "a", "--file", "smith.txt"]).exit_code == 2


def test_a_path_in_place_of_a_text_is_read_as_a_text_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("note.txt").write_text("SSN 536-22-8712")
    done = RUN.invoke(app, ["text", "note.txt"])
    assert done.exit_code == 0 and done.stdout == "note.txt\n" and "redactor text --file FILE" in done.stderr
    assert "--file" not in RUN.invoke(app, ["text", "x" * 5000 + "/\n{"]).stderr


def test_text_of_stdin_keeps_its_line_ends_and_is_utf8() -> None:
    done = RUN.invoke(app, ["text", "-", "--json"], input="\ufeffSeen.\r\nCall (650) 555-1234.\r\n".encode())
    told = json.loads(done.stdout)
    assert told["text"] == "Seen.\r\nCall [TELEPHONE_NUMBER].\r\n" and told["spans"][0]["start"] == 12
    wrong = RUN.invoke(app, ["text", "-"], input=b"Quimby \xe9")
    assert (wrong.exit_code, wrong.stdout) == (2, "") and "not UTF-8" in wrong.stderr and "Quimby" not in wrong.stderr


def test_a_text_beyond_the_limit_is_refused_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_MAX_TEXT_CHARS", "1000")
    done = RUN.invoke(app, ["text", "Seen by Dr. Emily Quimby. " * 40])
    assert (done.exit_code, done.stdout) == (2, "") and "raise max_text_chars" in done.stderr


def test_detect_reads_a_first_line_with_a_byte_order_mark() -> None:
    note = '\ufeff{"id": "a", "text": "Call (650) 555-1234"}\n'.encode()
    done = RUN.invoke(app, ["detect", "-", "-", "--detectors", "patterns"], input=note)
    assert done.exit_code == 0 and len(json.loads(done.stdout)["spans"]) == 1


def test_detect_works_in_a_pipe() -> None:
    lines = '{"id": "a", "text": "SSN 536-22-8712"}\n\n{"id": "Smith"}\n'
    done = RUN.invoke(app, ["detect", "-", "-", "--detectors", "patterns", "--json"], input=lines)
    assert done.exit_code == 1
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row.get("id") for row in rows] == ["a", None] and rows[0]["spans"][0]["label"] == "SSN_OR_TAXPAYER"
    assert json.loads(done.stderr) == {"notes": 1, "unreadable": 1} and "Smith" not in done.output


def test_text_under_a_keyed_profile_needs_a_keyring() -> None:
    done = RUN.invoke(app, ["text", "on 3/4/2024", "--profile", "hips"])
    assert done.exit_code == 2
    assert "redactor keys init" in done.stderr


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_detect_gives_spans_of_the_original_text(tmp_path: Path) -> None:
    notes = [
        {"id": "a", "text": "Dr. José Müller\u200b, tel ６１７-555-0142"},
        {"id": 7, "text": "zorbatine was seen", "subject": "s", "known": [{"value": "Zorbatine", "entity": "PATIENT"}]},
        {"id": "c", "text": ""},
        {"id": "d", "text": "Zorbatine", "known": ["Zorbatine"]},
    ]
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps(n) + "\n" for n in notes) + "\n", "utf-8")
    assert RUN.invoke(app, ["detect", str(source), str(target), "--detectors", "patterns,known"]).exit_code == 0
    rows = lines(target)
    assert [r["id"] for r in rows] == ["a", "7", "c", "d"]
    found = [
        [(n["text"][s["start"] : s["end"]], s["label"]) for s in r["spans"]] for n, r in zip(notes, rows, strict=True)
    ]  # type: ignore[index,attr-defined]
    assert ("６１７-555-0142", "TELEPHONE_NUMBER") in found[0]
    assert found[1] == [("zorbatine", "PATIENT")]
    assert found[3] == [("Zorbatine", "PERSON")]
    assert set(rows[0]["spans"][0]) == {"start", "end", "label", "score", "source"}  # type: ignore[index]


def test_the_source_of_a_span_names_detector_and_rule(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"id": 1, "text": "fields 650-555-1234 here"}))
    assert RUN.invoke(app, ["detect", str(source), str(target), "--detectors", "patterns"]).exit_code == 0
    (span,) = lines(target)[0]["spans"]  # type: ignore[misc]
    assert span["source"] == "patterns:us-phone"


def test_detect_lists_its_rules() -> None:
    rules = json.loads(RUN.invoke(app, ["detect", "--list-rules", "--json"]).stdout)
    (phone,) = [rule for rule in rules if rule["name"] == "us-phone"]
    assert phone == {
        "name": "us-phone",
        "entities": ["TELEPHONE_NUMBER"],
        "strength": "strong",
        "context": "",
        "check": "",
        "disabled": False,
    }
    assert "us-phone" in RUN.invoke(app, ["detect", "--list-rules"]).stdout
    assert RUN.invoke(app, ["detect"]).exit_code == 2


def test_the_list_of_rules_marks_those_that_settings_disable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_DISABLED_RULES", '["us-phone"]')
    rules = json.loads(RUN.invoke(app, ["detect", "--list-rules", "--json"]).stdout)
    assert [rule["name"] for rule in rules if rule["disabled"]] == ["us-phone"]
    assert "us-phone (disabled)" in RUN.invoke(app, ["detect", "--list-rules"]).stdout


@pytest.mark.parametrize("names", ["", "patterns,", "everything"])
def test_an_empty_or_unknown_detector_is_refused(tmp_path: Path, names: str) -> None:
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps({"id": 1, "text": "x"}))
    done = RUN.invoke(app, ["detect", str(source), str(tmp_path / "out.jsonl"), "--detectors", names])
    assert done.exit_code == 2 and "choose from" in done.output


def test_the_student_runs_by_default_and_gives_scores(tmp_path: Path) -> None:
    text = "saw Oluwaseun in clinic"
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"id": 1, "text": text}))
    assert RUN.invoke(app, ["detect", str(source), str(target), "--detectors", "patterns,known"]).exit_code == 0
    assert lines(target)[0]["spans"] == []
    assert RUN.invoke(app, ["detect", str(source), str(target)]).exit_code == 0
    (span,) = lines(target)[0]["spans"]  # type: ignore[misc]
    assert text[span["start"] : span["end"]] == "Oluwaseun"
    assert span["source"] == "student" and 0 < span["score"] <= 1


def test_detect_reports_invalid_lines_and_continues(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    bad = ['{"id": "Smith"}', "Smith", '{"id": 1, "text": 5}', '{"id": 1, "text": "x", "known": [{"entity": "NOPE"}]}']
    source.write_text("\n".join([*bad, '{"id": "z", "text": "SSN 536-22-8712"}']))
    done = RUN.invoke(app, ["detect", str(source), str(target)])
    assert done.exit_code == 1
    rows = lines(target)
    assert [r.get("line") for r in rows] == [1, 2, 3, 4, None]
    assert "Smith" not in target.read_text() + done.stdout + done.stderr
    assert rows[-1]["spans"]


def test_detectors_can_be_chosen_and_an_unknown_one_is_named(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text('{"id": 1, "text": "SSN 536-22-8712"}')
    assert RUN.invoke(app, ["detect", str(source), str(target), "--detectors", "known"]).exit_code == 0
    assert lines(target)[0]["spans"] == []
    done = RUN.invoke(app, ["detect", str(source), str(target), "--detectors", "oracle"])
    assert done.exit_code == 2
    assert "patterns" in done.stderr


COMMANDS = (
    "sample, run, text, detect, keys init, schema list, schema show, schema infer, schema lint, schema approve, "
    "quarantine list, quarantine show, quarantine release, quarantine purge"
)


@each_row("command", COMMANDS.split(", "))
def test_every_command_has_help_with_an_example(command: str) -> None:
    done = RUN.invoke(app, [*command.split(), "--help"])
    assert done.exit_code == 0
    assert "Example" in done.stdout


def test_an_unknown_setting_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_PROFIL", "hips")
    done = RUN.invoke(app, ["text", "x"])
    assert done.exit_code == 2
    assert "REDACTOR_PROFIL" in done.stderr


def test_a_wrong_setting_is_named_and_its_value_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_SHIFT_WEEKS", "Smith")
    done = RUN.invoke(app, ["text", "x"])
    assert done.exit_code == 2
    assert "shift_weeks" in done.stderr
    assert "Smith" not in done.stderr


def test_detect_does_not_write_over_its_input(tmp_path: Path) -> None:
    notes = tmp_path / "notes.jsonl"
    notes.write_text('{"id": "1", "text": "Seen by Dr. Adam Wilson"}\n')
    before = notes.read_bytes()
    link = tmp_path / "link.jsonl"
    link.symlink_to(notes)
    for target in (notes, link):
        done = RUN.invoke(app, ["detect", str(notes), str(target)])
        assert done.exit_code == 2 and "another file" in done.stderr
    assert notes.read_bytes() == before
