"""Note files: how they are read, and what a new one needs."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from typer.testing import CliRunner

from corpus.authoring import lint, preview, tables
from corpus.cli import app
from corpus.engine import catalogue, note_file
from corpus.engine.cast import Cast
from corpus.engine.fields import FIELDS
from corpus.engine.note_file import NoteFileError, parse, templates
from tests.each_row import each_row

TRAVEL = """+++
[[type]]
name = "travel_letter"
weight = 0.5
layout = "mixed_lines"
pools = ["lines"]
least = 2
most = 3
+++

== lines: What a travel letter says.
{pt:full} is [[fit|not fit]] to fly on {date:10}.
Questions to {dr:titled},
    {phone}.
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus of its own, so that what is written there does not stay."""
    monkeypatch.setattr(note_file, "ROOT", tmp_path)
    (tmp_path / "notes" / "letters").mkdir(parents=True)
    return tmp_path


def write(root: Path, name: str, text: str) -> str:
    (root / "notes" / "letters" / f"{name}.txt").write_text(text, encoding="utf-8")
    return f"notes/letters/{name}"


def test_a_type_is_one_text_file(root: Path) -> None:
    path = write(root, "travel_one", TRAVEL)
    (kind,) = catalogue.types_in(path)
    assert (kind.name, kind.weight) == ("travel_letter", 0.5)
    note = kind.write(Cast(random.Random(3), FIELDS))
    assert note.marks
    assert "{" not in note.text
    shown = [text for _, text in preview.previews(path, 1, 3)]
    assert len(shown) == 3
    assert any("|PATIENT⟧" in text or "|DOCTOR⟧" in text for text in shown)
    assert lint.lint([path]) == []


def test_templates_continue_on_indented_lines_and_resolve_escapes() -> None:
    assert templates("one\n    two\nthree\\nfour\\tfive\n\\_six\\_\n\\-\n\\-== seven\n") == (
        "one two", "three\nfour\tfive", " six ", "", "== seven",
    )  # fmt: skip


def test_sections_are_found_here_and_in_other_files(root: Path) -> None:
    write(root, "shared_lines", "== ends\nRegards\nYours\n")
    path = write(root, "naming_others", "== own\nHello\n")
    file = note_file.read(path)
    assert file.lines("own") == ("Hello",)
    assert file.lines("notes/letters/shared_lines:ends") == ("Regards", "Yours")
    assert file.lines("own + notes/letters/shared_lines:ends") == ("Hello", "Regards", "Yours")
    assert file.lines("own") is file.lines("own")
    with pytest.raises(NoteFileError, match="no section '== absent'"):
        file.block("absent")


@each_row(
    ("text", "said"),
    [
        ("+++\n[[type]]\n== a\nb\n", "no closing line"),
        ("+++\nname = \n+++\n== a\nb\n", "no TOML"),
        ("+++\ntitle = 'x'\n+++\n== a\nb\n", "holds title"),
        ("stray\n== a\nb\n", "before the first section"),
        ("== Two words\nb\n", "is no heading"),
        ("== a\nb\n== a\nc\n", "two sections"),
    ],
)
def test_a_malformed_file_says_what_is_wrong(text: str, said: str) -> None:
    with pytest.raises(NoteFileError, match=said):
        parse("notes/letters/x", text)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"mixed_lines"', '"mixed_lime"', "no layout 'mixed_lime'"),
        ("least = 2", "lest = 2", "no parameter lest"),
        ('pools = ["lines"]', 'pools = ["line"]', "no section '== line'"),
        ("{pt:full}", "{patient:full}", "no field {patient}"),
        ("[[fit|not fit]]", "[[fit|not fit", "without ']]'"),
        ("{phone}", "617-555-0134", "'617-555-0134' looks like an identifier"),
        ("{dr:titled}", "Dr. Shaw", "'Dr. Shaw' looks like an identifier"),
        ("on {date:10}", "on 04/12/2021", "looks like an identifier"),
        ("{pt:full}", "{pt:nosuch}", "cannot be written"),
        ('name = "travel_letter"\n', "", "no name"),
        ('layout = "mixed_lines"\n', "", "names no layout"),
    ],
)
def test_lint_finds_what_is_wrong(root: Path, old: str, new: str, said: str) -> None:
    assert old in TRAVEL
    path = write(root, f"broken_{abs(hash((old, new)))}", TRAVEL.replace(old, new))
    found = lint.lint([path])
    assert any(said in finding for finding in found), found
    assert all(finding.startswith(f"{path}: ") for finding in found)


def test_two_types_of_one_name_are_found(root: Path) -> None:
    lint._names.cache_clear()
    paths = [write(root, name, TRAVEL) for name in ("twice_a", "twice_b")]
    assert len([f for f in lint.lint(paths) if "another type is called 'travel_letter'" in f]) == 2
    lint._names.cache_clear()


def test_the_commands_say_what_to_do() -> None:
    runner = CliRunner()
    unknown = runner.invoke(app, ["preview", "discharge_sumary"])
    assert unknown.exit_code == 2
    assert "discharge_summary" in unknown.output
    shown = runner.invoke(app, ["preview", "discharge_summary", "--seed", "7"])
    assert shown.exit_code == 0
    assert shown.output == runner.invoke(app, ["preview", "discharge_summary", "--seed", "7"]).output
    for command in ("preview", "lint", "fields", "layouts", "digest", "make", "held-out"):
        assert "Example: python -m corpus" in runner.invoke(app, [command, "--help"]).output


def test_the_page_of_fields_is_up_to_date() -> None:
    page = (Path(note_file.__file__).parents[1] / "FIELDS.md").read_text("utf-8")
    assert tables.markdown() == page, "python -m corpus fields --markdown > corpus/FIELDS.md"
