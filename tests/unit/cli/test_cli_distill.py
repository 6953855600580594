"""`redactor distill` from outside: from texts to labels, a student, a model that the runtime reads, and an ablation."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from redactor.cli.root import app

runner = CliRunner()

torch = pytest.importorskip("torch", reason="NOT TESTED: torch is absent (extra `train`)")

from redactor.detect.student import Student  # noqa: E402
from redactor.distill import model_card, training_corpus  # noqa: E402
from redactor.distill.examples import write_examples  # noqa: E402
from redactor.distill.training_corpus import Material  # noqa: E402
from redactor.errors import MaterialError  # noqa: E402
from redactor.text import Note  # noqa: E402
from tests.unit.distill import tiny_models as kit  # noqa: E402


def _distill(*args: object) -> Result:
    return runner.invoke(app, ["distill", *map(str, args)])


def _done(*args: object) -> dict[str, object]:
    found = _distill(*args, "--json")
    assert found.exit_code == 0, found.output
    value: dict[str, object] = json.loads(found.stdout)
    return value


def _mixed(path: Path, count: int) -> Path:
    """Alternates annotated examples and plain notes."""
    write_examples(path, kit.examples(count))
    with path.open("a") as out:
        for i, e in enumerate(kit.examples(count)):
            out.write(json.dumps({"id": f"plain{i}", "text": e.text}) + "\n")
    return path


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a tiny encoder, a corpus, a validation set, two voters, and the corpus's soft labels."""
    place = tmp_path_factory.mktemp("distill")
    kit.encoder(place / "encoder")
    write_examples(place / "gold.jsonl", kit.examples(90))
    write_examples(place / "held.jsonl", list(kit.examples(150))[90:])
    _mixed(place / "mixed.jsonl", 60)
    for seed in (0, 1):
        _done("train", place / f"voter{seed}", "--corpus", place / "gold.jsonl", "--encoder", place / "encoder",
              "--sequences", 300, "--seed", seed)  # fmt: skip
    _done(*_labelling(place, place / "labels.jsonl"))
    return place


def _labelling(place: Path, out: Path) -> list[object]:
    voters = ["--voter", place / "voter0", "--voter", place / "voter1" / "student"]
    return ["label", place / "mixed.jsonl", out, "--encoder", place / "encoder", *voters]


def test_from_plain_notes_to_a_model_that_the_runtime_reads(place: Path, tmp_path: Path) -> None:
    trained = _done("train", tmp_path / "run", "--corpus", place / "mixed.jsonl", "--labels", place / "labels.jsonl",
                    "--encoder", place / "encoder", "--sequences", 300)  # fmt: skip
    assert (trained["examples"], trained["with_soft_labels"]) == (120, 60)
    assert trained["by_source"] == {"made": 60, "notes": 60}
    exported = _done("export", tmp_path / "run", tmp_path / "model", "--validation", place / "held.jsonl",
                     "--price", 10, "--name", "toy", "--release", 3)  # fmt: skip
    assert isinstance(exported["calibration"], dict) and exported["calibration"]["price"] == 10
    student = Student(tmp_path / "model")
    assert student.version.startswith("toy 3-")
    assert student.detect([Note("1", "seen by Anna today.")])[0].complete
    card = json.loads((tmp_path / "model" / "student.json").read_text())
    assert card["thresholds"]["PERSON"] == exported["calibration"]["classes"]["PERSON"]["threshold"]
    assert card["temperature"] == exported["calibration"]["temperature"]
    figures = (tmp_path / "model" / model_card.FILE).read_text()
    assert figures.startswith("# toy 3\n") and "120 (60 made, 60 notes)" in figures
    assert "with soft labels of a teacher: 60" in figures and "each worth 10 false alarms" in figures
    assert re.search(rf"^\| PERSON.* \| {card['thresholds']['PERSON']:g} \|", figures, re.MULTILINE)


def test_thresholds_are_chosen_anew_without_training(place: Path, tmp_path: Path) -> None:
    first = tmp_path / "model"
    _done("export", place / "voter0", first, "--validation", place / "held.jsonl", "--release", 3)
    found = _done("calibrate", first, tmp_path / "ours", "--validation", place / "held.jsonl", "--price", 4,
                  "--release", "3.1")  # fmt: skip
    assert isinstance(found["calibration"], dict) and found["calibration"]["price"] == 4
    before, after = (json.loads((m / "student.json").read_text()) for m in (first, tmp_path / "ours"))
    assert (before["version"], after["version"], after["calibration"]["price"]) == ("3", "3.1", 4)
    assert before["sha256"] == after["sha256"]
    assert Student(tmp_path / "ours").version.startswith("model 3.1-")
    old, new = ((m / model_card.FILE).read_text() for m in (first, tmp_path / "ours"))
    assert "each worth 4 false alarms" in new and "each worth 10 false alarms" in old
    assert new.partition("## Thresholds")[0] == old.partition("## Thresholds")[0]
    assert new.partition(model_card.END)[2] == old.partition(model_card.END)[2] != ""
    assert re.search(rf"^\| PERSON.* \| {after['thresholds']['PERSON']:g} \|", new, re.MULTILINE)
    refused = _distill("calibrate", first, tmp_path / "ours", "--validation", place / "held.jsonl", "--release", 4)
    assert (
        refused.exit_code == 2
        and (tmp_path / "ours" / "student.json").read_text() == json.dumps(after, indent=1) + "\n"
    )


def test_hand_written_text_in_the_model_card_is_kept(place: Path, tmp_path: Path) -> None:
    out = tmp_path / "model"
    first = _done("export", place / "voter0", out)
    assert first["calibration"] is None
    card = out / model_card.FILE
    assert "Not calibrated" in card.read_text()
    card.write_text(card.read_text().replace("List the sources", "Ours alone. List the sources"))
    assert _distill("export", place / "voter0", out).exit_code == 2
    (out / "student.json").unlink()
    _done("export", place / "voter0", out, "--validation", place / "held.jsonl")
    assert "Ours alone." in card.read_text() and "Not calibrated" not in card.read_text()
    assert card.read_text().count(model_card.BEGIN) == card.read_text().count(model_card.END) == 1


def test_labelling_is_reproducible_and_counted(place: Path, tmp_path: Path) -> None:
    found = _done(*_labelling(place, tmp_path / "again.jsonl"))
    assert (tmp_path / "again.jsonl").read_bytes() == (place / "labels.jsonl").read_bytes()
    assert (found["examples"], found["gold"], found["labelled"], found["cost"]) == (120, 60, 60, 0.0)
    assert found["tokens"] == 2 * int(str(found["pieces"])) > 0  # each of two models reads each piece
    votes = _done(*_labelling(place, tmp_path / "votes.jsonl"), "--votes", 4)
    assert votes["tokens"] == 8 * int(str(votes["pieces"]))
    shares = [
        share
        for line in (tmp_path / "votes.jsonl").read_text().splitlines()[1:]
        for row in json.loads(line)["shares"]
        for share in row
    ]
    assert {share % 125 for share in shares} == {0}  # eight votes
    once = _done(*_labelling(place, tmp_path / "once.jsonl"), "--votes", 1)
    assert once["tokens"] == found["tokens"]


def test_tables_are_printed_without_json(place: Path, tmp_path: Path) -> None:
    found = _distill(*_labelling(place, tmp_path / "labels.jsonl"))
    assert found.exit_code == 0
    assert "pieces with a label other than O" in found.stdout and "Labelled by 2 models" in found.stdout
    for command in ("label", "train", "export", "ablate"):
        shown = _distill(command, "--help")
        assert shown.exit_code == 0 and f"Example: redactor distill {command}" in shown.stdout


@pytest.mark.slow
def test_an_ablation_writes_tables_and_plots_and_goes_on(place: Path, tmp_path: Path) -> None:
    args = ["ablate", tmp_path / "out", "--corpus", place / "mixed.jsonl", "--labels", place / "labels.jsonl",
            "--validation", place / "held.jsonl", "--encoder", place / "encoder", "--sequences", 40]  # fmt: skip
    summary = _done(*args, "--seeds", 1)
    assert list(summary["variants"]) == ["full", "without CRF", "without focal", "without soft labels"]  # type: ignore[call-overload]
    kept = {p.name: p.stat().st_mtime_ns for p in (tmp_path / "out" / "runs").iterdir()}
    found = _distill(*args, "--seeds", 2, "--sizes", "30, 60,999")
    assert found.exit_code == 0 and "without focal" in found.stdout, found.output
    after = {p.name: p.stat().st_mtime_ns for p in (tmp_path / "out" / "runs").iterdir()}
    assert after.items() >= kept.items() and len(after) == 2 * (4 + 2)
    table = (tmp_path / "out" / "ablation.md").read_text()
    assert "2 seeds" in table and "| 30 |" in table and "| 120 |" in table
    for plot in ("ablation.svg", "sizes.svg"):
        assert "<svg" in (tmp_path / "out" / plot).read_text()
    bare = ["ablate", tmp_path / "bare", "--corpus", place / "gold.jsonl", "--validation", place / "held.jsonl"]
    without = _distill(*bare, "--encoder", place / "encoder", "--sequences", 20, "--seeds", 1)
    assert without.exit_code == 0 and "is skipped" in without.stderr
    assert "without soft" not in (tmp_path / "bare" / "ablation.md").read_text()


@pytest.mark.parametrize("command", ["label", "train", "export", "ablate"])
def test_without_torch_a_command_says_what_to_install(
    place: Path, tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    out = tmp_path / "out"
    args = {
        "label": ["label", place / "mixed.jsonl", out, "--voter", place / "voter0"],
        "train": ["train", out, "--corpus", place / "gold.jsonl"],
        "export": ["export", place / "voter0", out],
        "ablate": ["ablate", out, "--corpus", place / "gold.jsonl", "--validation", place / "held.jsonl"],
    }[command]
    found = _distill(*args)
    assert found.exit_code == 2
    assert "torch" in found.stderr and "clinical-redactor[train]" in found.stderr
    assert not out.exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("label exists", "OUT exists"),
        ("label none", "no file at IN"),
        ("label voter", "no trained student"),
        ("train trained", "holds a trained student"),
        ("train encoder", "no such encoder"),
        ("train labels", "none of the corpus's examples"),
        ("train missing", "--corpus"),
        ("train nothing", "--corpus"),
        ("train other", "another corpus"),
        ("export plain", "no annotated text"),
        ("ablate sizes", "whole numbers"),
        ("ablate plain", "no annotated text"),
    ],
)
def test_commands_that_cannot_run_say_what_to_do(place: Path, tmp_path: Path, wrong: str, said: str) -> None:
    plain = tmp_path / "plain.jsonl"
    plain.write_text('{"id": "x", "text": "boris seen today"}\n')
    encoder = ["--encoder", place / "encoder"]
    voter = ["--voter", place / "voter0", *encoder]
    corpus, held, out = place / "gold.jsonl", place / "held.jsonl", tmp_path / "out"
    begun = tmp_path / "begun"
    if wrong == "train other":
        training_corpus.prepare_corpus(begun, Material(corpus=held), kit.tokenizer(), lambda n: None)
    args = {
        "label exists": ["label", plain, held, *voter],
        "label none": ["label", tmp_path / "absent.jsonl", out, *voter],
        "label voter": ["label", plain, out, "--voter", tmp_path, *encoder],
        "train trained": ["train", place / "voter0", "--corpus", corpus, *encoder],
        "train encoder": ["train", out, "--corpus", corpus, "--encoder", tmp_path],
        "train labels": ["train", out, "--corpus", held, "--labels", place / "labels.jsonl", *encoder],
        "train missing": ["train", out, "--corpus", tmp_path / "absent.jsonl", *encoder],
        "train nothing": ["train", out, *encoder],
        "train other": ["train", begun, "--corpus", corpus, *encoder],
        "export plain": ["export", place / "voter0", out, "--validation", plain],
        "ablate sizes": ["ablate", out, "--corpus", corpus, "--validation", held, "--sizes", "5,many"],
        "ablate plain": ["ablate", out, "--corpus", corpus, "--validation", plain, *encoder],
    }[wrong]
    found = _distill(*args)
    assert found.exit_code == 2 and said in found.stderr, found.output
    assert "boris" not in found.output and "unexpected" not in found.stderr


def test_training_material_is_made_once_and_kept_with_the_run(tmp_path: Path) -> None:
    write_examples(tmp_path / "twelve.jsonl", kit.examples(12))
    write_examples(tmp_path / "other.jsonl", kit.examples(13))
    made = Material(tmp_path / "twelve.jsonl")
    read: list[int] = []
    first, about = training_corpus.prepare_corpus(tmp_path, made, kit.tokenizer(), read.append)
    assert about["examples"] == 12 and about["by_source"] == {"made": 12} and read
    read.clear()
    again, same = training_corpus.prepare_corpus(tmp_path, made, kit.tokenizer(), read.append)
    assert not read and same == about and (again.ids == first.ids).all() and (again.labels == first.labels).all()
    assert len(training_corpus.kept_texts(tmp_path)) == 12 and training_corpus.kept_texts(tmp_path / "absent") == []
    with pytest.raises(MaterialError, match="new folder"):
        training_corpus.prepare_corpus(tmp_path, Material(tmp_path / "other.jsonl"), kit.tokenizer(), read.append)
