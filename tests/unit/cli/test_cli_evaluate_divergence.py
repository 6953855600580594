"""`redactor evaluate divergence` on files and on a run."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from redactor.cli.root import app
from tests.conftest import Command

runner = CliRunner()
SYMPTOMS = ("chest pain", "cough", "fever", "a rash", "knee pain", "dizziness", "nausea")


def write(path: Path, texts: list[str]) -> Path:
    path.write_text("".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(texts)))
    return path


def notes(doctor: str, count: int = 20) -> list[str]:
    return [f"Seen by Dr. {doctor} for {SYMPTOMS[i % 7]} since {i} days." for i in range(count)]


def called(*args: object) -> Result:
    return runner.invoke(app, ["evaluate", "divergence", *map(str, args), "--encoder", "student"])


def told(*args: object) -> dict[str, object]:
    result = called(*args, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, object] = json.loads(result.stdout)
    return found


def test_two_files_are_compared_and_the_encoder_is_named(tmp_path: Path) -> None:
    a, b = write(tmp_path / "a.jsonl", notes("Vexholm")), write(tmp_path / "b.jsonl", [*notes("Orrinvale"), " "])
    found = told(a, b)
    assert (found["texts"], found["blank"]) == ([20, 20], [0, 1]) and found["preservation"] is None
    assert "the student" in str(found["encoder"])
    divergence = found["divergence"]
    assert isinstance(divergence, dict)
    assert set(divergence) == {"ftd", "mean_shift", "spread", "jsd", "jsd_weighted"}
    for estimate in divergence.values():
        assert estimate["low"] <= estimate["value"] <= estimate["high"] and estimate["by_chance"] > 0
    shown = called(a, b)
    assert shown.exit_code == 0 and "by chance" in shown.stdout
    assert "B: 1 texts have no word" in shown.output and "hidden states" in shown.output


def test_corpora_may_be_of_different_formats(tmp_path: Path) -> None:
    (tmp_path / "b.conll").write_text("-DOCSTART- O\n\nKnee O\npain O\n\n-DOCSTART- O\n\nDr. O\nVexholm B-DOCTOR\n")
    texts = notes("Vexholm", 4)
    found = told(write(tmp_path / "a.jsonl", texts), tmp_path / "b.conll")
    assert (found["texts"], found["words"]) == ([4, 2], [len(" ".join(texts).split()), 4])


def test_texts_before_and_after_are_paired_by_id(tmp_path: Path) -> None:
    texts = notes("Vexholm")
    a = write(tmp_path / "a.jsonl", texts)
    b = write(tmp_path / "b.jsonl", [t.replace("Vexholm", "Orrinvale") for t in texts])
    lines = b.read_text().splitlines(keepends=True)
    b.write_text("".join(reversed(lines)))
    preserved = told(a, b, "--paired")["preservation"]
    assert isinstance(preserved, dict) and set(preserved) == {"cosine", "neighbours", "wasserstein"}
    assert preserved["cosine"]["value"] > 0.9 and preserved["neighbours"]["by_chance"] == pytest.approx(10 / 19)
    assert "nearest 10 texts" in called(a, b, "--paired").stdout


def test_few_texts_have_no_neighbours_instead_of_zero(tmp_path: Path) -> None:
    a = write(tmp_path / "a.jsonl", notes("Vexholm", 5))
    preserved = told(a, a, "--paired")["preservation"]
    assert isinstance(preserved, dict) and preserved["neighbours"] is None
    assert preserved["cosine"]["value"] == pytest.approx(1)


def test_ids_that_do_not_pair_stop_the_report(tmp_path: Path) -> None:
    a, b = write(tmp_path / "a.jsonl", notes("Vexholm", 6)), write(tmp_path / "b.jsonl", notes("Vexholm", 4))
    result = called(a, b, "--paired")
    assert result.exit_code == 2 and "2 texts of A have no text in B" in " ".join(result.output.split())
    assert called(a, b).exit_code == 0


@pytest.mark.parametrize(
    ("texts", "message"), [([], "A has 0 texts"), (["pain"], "A has 1"), (["", " ", "x"], "A has 1")]
)
def test_a_corpus_that_is_too_small_stops_the_report(tmp_path: Path, texts: list[str], message: str) -> None:
    a, b = write(tmp_path / "a.jsonl", texts), write(tmp_path / "b.jsonl", notes("Vexholm", 4))
    result = called(a, b)
    assert result.exit_code == 2 and message in result.output


def test_gold_without_texts_is_no_corpus(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "1", "spans": []}\n{"id": "2", "spans": []}\n')
    result = called(tmp_path / "a.jsonl", write(tmp_path / "b.jsonl", notes("Vexholm", 4)))
    assert result.exit_code == 2 and "A has 0 texts with words, of 2" in " ".join(result.output.split())


def test_audit_belongs_to_pairs(tmp_path: Path) -> None:
    a = write(tmp_path / "a.jsonl", notes("Vexholm", 4))
    result = called(a, a, "--audit", a)
    assert result.exit_code == 2 and "--paired" in result.output


def test_records_of_a_run_are_not_paired(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "records-00001.ndjson").write_text('{"resourceType": "Patient", "id": "1", "text": {}}\n')
    result = called(write(tmp_path / "a.jsonl", notes("Vexholm", 4)), tmp_path / "out", "--paired")
    assert result.exit_code == 2 and "evaluate utility" in result.output


def test_without_scipy_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [m for m in sys.modules if m.startswith("redactor.evaluate.")]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "scipy", None)
    a = write(tmp_path / "a.jsonl", notes("Vexholm", 4))
    result = called(a, a)
    assert result.exit_code == 2 and "clinical-redactor[evaluate]" in result.output


def test_the_notes_of_a_run_are_paired_with_what_it_released(
    tmp_path: Path, called: Command, keyring_path: Path
) -> None:
    source = tmp_path / "in"
    source.mkdir()
    for i, text in enumerate(notes("Vexholm", 14)):
        (source / f"{i:02}.txt").write_text(text)
    env = {
        "REDACTOR_KEYRING": str(keyring_path),
        "REDACTOR_HOME": str(tmp_path / "home"),
        "REDACTOR_DETECTORS": '["patterns"]',
    }
    done = called("run", source, tmp_path / "out", "--state", tmp_path / "state", "--profile", "redactor", env=env)
    assert done.returncode == 0, done.stderr
    command = ("evaluate", "divergence", source, tmp_path / "out", "--paired", "--encoder", "student", "--json")
    done = called(*command, env=env)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["texts"] == [14, 14] and found["preservation"]["cosine"]["value"] > 0.9
    # Paired by content: each text is nearer to its own release than to others.
    assert found["preservation"]["cosine"]["value"] > found["preservation"]["cosine"]["by_chance"]
    del env["REDACTOR_KEYRING"]
    done = called(*command, env=env)
    assert done.returncode == 2 and "REDACTOR_KEYRING" in done.stderr
