"""`redactor evaluate convert` writes every format, for the owner alone to read, and refuses what would be lost."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from redactor.cli.root import app
from redactor.evaluate.gold_files import read_gold
from tests.each_row import each_row

OWN = Path(__file__).parents[1] / "evaluate" / "gold" / "own.jsonl"
TEXT = "Dr. Tarquil Vexholm, welder, of Ebel Clinic"
SPANS = [(4, 19, "DOCTOR"), (21, 27, "OCCUPATION"), (32, 43, "HOSPITAL")]


def convert(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["evaluate", "convert", *map(str, arguments)])


def gold(path: Path, spans: list[tuple[int, int, str]] = SPANS, **more: Any) -> Path:
    rows = [{"start": s, "end": e, "label": label} for s, e, label in spans]
    path.write_text(json.dumps({"id": "n1", "text": TEXT, "spans": rows} | more) + "\n")
    return path


@pytest.mark.parametrize("to", ["jsonl", "i2b2", "brat", "doccano", "inception", "presidio"])
def test_files_that_others_read_hold_the_same(to: str, tmp_path: Path) -> None:
    done = convert(OWN, tmp_path / "out", "--to", to, "--json")
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) == {
        "documents": 2, "spans": 18, "left_out_by_label": 0, "left_out_overlapping": 0
    }  # fmt: skip
    assert list(read_gold(tmp_path / "out", annotated=True)) == list(read_gold(OWN))
    written = [tmp_path / "out", *(tmp_path / "out").rglob("*")]
    assert {stat.S_IMODE(p.stat().st_mode) for p in written} <= {0o600, 0o700}
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("to", ["jsonl", "i2b2", "brat", "doccano", "inception", "presidio", "spacy", "conll"])
def test_gold_as_predictions_in_any_format_finds_all(to: str, tmp_path: Path) -> None:
    out = tmp_path / {"spacy": "o.json", "presidio": "o.json", "conll": "o.conll"}.get(to, "o")
    assert convert(OWN, out, "--to", to).exit_code == 0
    done = CliRunner().invoke(app, ["evaluate", str(OWN), "--pred", str(out), "--match", "exact", "--json"])
    assert done.exit_code == 0, done.output
    ((system,),) = [json.loads(done.stdout)["systems"].values()]
    assert [system["report"][name]["value"] for name in ("recall", "precision", "typed_recall")] == [1, 1, 1]


def test_nothing_is_overwritten_and_a_failure_leaves_nothing(tmp_path: Path) -> None:
    source = gold(tmp_path / "g.jsonl", text="Tarquil\fVexholm, welder, of Ebel Clinic here")
    (tmp_path / "taken").mkdir()
    for to in ("jsonl", "brat"):
        done = convert(source, tmp_path / "taken", "--to", to)
        assert done.exit_code == 2 and "never overwrites" in done.output
    for to in ("i2b2", "inception"):
        done = convert(source, tmp_path / "out", "--to", to)
        assert done.exit_code == 2 and "document 1: its text has the character U+000C" in done.output
        assert "Vexholm" not in done.output
    assert {p.name for p in tmp_path.iterdir()} == {"g.jsonl", "taken"}


@each_row(
    ("vocabulary", "expected"),
    [
        ("i2b2", ["DOCTOR", "PROFESSION", "HOSPITAL"]),
        ("shield", ["DOCTOR", "OTHER", "HOSPITAL"]),
        ("redactor", ["PERSON", "OCCUPATION", "ORGANIZATION"]),
        ("aimi", ["HCW", "OCCUPATION", "VENDOR"]),
        ("hipaa", ["NAMES", "OCCUPATION", "GEOGRAPHIC"]),
        ("presidio", ["PERSON", "OCCUPATION", "ORGANIZATION"]),
    ],
)
def test_labels_of_another_vocabulary(vocabulary: str, expected: list[str], tmp_path: Path) -> None:
    source, out = gold(tmp_path / "g.jsonl"), tmp_path / f"{vocabulary}.jsonl"
    if "OCCUPATION" in expected and vocabulary != "redactor":
        done = convert(source, out, "--to", "jsonl", "--vocabulary", vocabulary)
        assert done.exit_code == 2 and f"counterpart in {vocabulary}, with their spans: OCCUPATION 1." in done.output
        (tmp_path / "map.json").write_text('{"OCCUPATION": null}')
        done = convert(source, out, "--to", "jsonl", "--vocabulary", vocabulary, "--labels", tmp_path / "map.json")
        assert "1 span left out by their label" in done.output
        expected = [label for label in expected if label != "OCCUPATION"]
    else:
        done = convert(source, out, "--to", "jsonl", "--vocabulary", vocabulary)
    assert done.exit_code == 0, done.output
    assert [s.label for d in read_gold(out) for s in d.gold] == expected


def test_labels_by_a_map_alone(tmp_path: Path) -> None:
    (tmp_path / "map.json").write_text('{"DOCTOR": "WHO"}')
    done = convert(gold(tmp_path / "g.jsonl"), tmp_path / "o", "--to", "doccano", "--labels", tmp_path / "map.json")
    assert done.exit_code == 0
    assert json.loads((tmp_path / "o").read_text())["label"] == [[4, 19, "WHO"], *map(list, SPANS[1:])]


@pytest.mark.parametrize("to", ["conll", "spacy"])
def test_overlapping_spans_are_told(to: str, tmp_path: Path) -> None:
    source = gold(tmp_path / "g.jsonl", [*SPANS, (12, 19, "PATIENT"), (0, 2, "DOCTOR")])
    out = tmp_path / f"o.{'json' if to == 'spacy' else 'conll'}"
    done = convert(source, out, "--to", to)
    assert done.exit_code == 2 and "overlap a longer one: 1, in 1 document" in done.output
    done = convert(source, out, "--to", to, "--overlaps", "longest")
    assert done.exit_code == 0 and "1 span left out because they overlap longer ones" in done.output
    (document,) = read_gold(out)
    assert {(document.text[s.start : s.end], s.label) for s in document.gold} == {
        ("Tarquil Vexholm", "DOCTOR"), ("welder", "OCCUPATION"), ("Ebel Clinic", "HOSPITAL"), ("Dr", "DOCTOR")
    }  # fmt: skip


def test_predictions_without_texts_need_them(tmp_path: Path) -> None:
    notes, found = gold(tmp_path / "notes.jsonl"), tmp_path / "found.jsonl"
    found.write_text(
        '{"id": "n1", "spans": [{"start": 4, "end": 19, "label": "PERSON", "score": 0.9, "source": "student"}]}\n'
    )
    done = convert(found, tmp_path / "o", "--to", "brat")
    assert done.exit_code == 2 and "document 1 has spans without a text" in done.output and "--texts" in done.output
    done = convert(found, tmp_path / "o", "--to", "brat", "--texts", notes)
    assert done.exit_code == 0, done.output
    assert (tmp_path / "o" / "n1.ann").read_text() == "T1\tPERSON 4 19\tTarquil Vexholm\n"
    assert convert(found, tmp_path / "o.jsonl", "--to", "jsonl").exit_code == 0
    assert json.loads((tmp_path / "o.jsonl").read_text()) == json.loads(found.read_text())


def test_offsets_are_converted(tmp_path: Path) -> None:
    source = gold(tmp_path / "g.jsonl", [(9, 24, "DOCTOR")], text="é é " + TEXT)
    (tmp_path / "c.jsonl").write_text(source.read_text().replace('"start": 9, "end": 24', '"start": 10, "end": 25'))
    done = convert(tmp_path / "c.jsonl", tmp_path / "o", "--to", "brat")
    assert done.exit_code == 2 and "--offsets bytes" in done.output
    done = convert(tmp_path / "c.jsonl", tmp_path / "o", "--to", "brat", "--offsets", "bytes")
    assert done.exit_code == 0 and (tmp_path / "o" / "n1.ann").read_text() == "T1\tDOCTOR 8 23\tTarquil Vexholm\n"


@each_row("name", ["../n1", "/n1", ".n1", "a//b", "a\nb", "", "x" * 300, "a/./b", "a/../b"])
def test_ids_that_are_no_names_of_files(name: str, tmp_path: Path) -> None:
    done = convert(gold(tmp_path / "g.jsonl", id=name), tmp_path / "o", "--to", "brat")
    assert done.exit_code == 2 and "document 1: its id cannot be the name of a file" in done.output
    assert [p.name for p in tmp_path.iterdir()] == ["g.jsonl"]


def test_ids_with_folders_come_back(tmp_path: Path) -> None:
    convert(gold(tmp_path / "g.jsonl", id="ward 3/n1.v2"), tmp_path / "o", "--to", "i2b2")
    assert [d.id for d in read_gold(tmp_path / "o")] == ["ward 3/n1.v2"]


@pytest.mark.parametrize("to", ["brat", "conll"])
def test_labels_with_blanks(to: str, tmp_path: Path) -> None:
    done = convert(gold(tmp_path / "g.jsonl", [(4, 19, "a name")]), tmp_path / "o", "--to", to)
    assert done.exit_code == 2 and "document 1: a label is empty or has blanks" in done.output
    assert [p.name for p in tmp_path.iterdir()] == ["g.jsonl"]


def test_what_conll_holds(tmp_path: Path) -> None:
    text = "Dr. Ann-Lee Vexholm\nborn 3/4.\n"
    source = gold(tmp_path / "g.jsonl", [(4, 19, "DOCTOR"), (25, 28, "DATE")], text=text)
    assert convert(source, tmp_path / "o", "--to", "conll").exit_code == 0
    assert (tmp_path / "o").read_text() == (
        "-DOCSTART- -X- O O\n\n"
        "Dr\tO\n.\tO\nAnn\tB-DOCTOR\n-\tI-DOCTOR\nLee\tI-DOCTOR\nVexholm\tI-DOCTOR\n\n"
        "born\tO\n3\tB-DATE\n/\tI-DATE\n4\tI-DATE\n.\tO\n\n\n"
    )
