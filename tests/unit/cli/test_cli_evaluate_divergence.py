"""`redactor evaluate divergence` on files and on a run."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from redactor.cli.root import app
from redactor.keys import Keyring
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


def test_emptied_texts_are_a_loss_that_is_told_first(tmp_path: Path) -> None:
    texts = [*notes("Vexholm", 24), " "]
    a = write(tmp_path / "a.jsonl", texts)
    b = write(tmp_path / "b.jsonl", [text if i % 4 else "" for i, text in enumerate(texts)])
    found = told(a, b, "--paired")
    assert (found["emptied"], found["texts"], found["blank"]) == (6, [18, 18], [1, 7])
    whole, kept = told(b, b, "--paired")["preservation"], found["preservation"]
    assert isinstance(whole, dict) and isinstance(kept, dict)
    for figure in ("cosine", "neighbours"):
        for value in ("value", "on_all", "by_chance"):
            assert kept[figure][value] == pytest.approx(whole[figure][value] * 18 / 24)
        assert kept[figure]["low"] < kept[figure]["value"] < kept[figure]["high"]
    assert kept["cosine"]["value"] == pytest.approx(0.75) and kept["wasserstein"] == whole["wasserstein"]
    shown = called(a, b, "--paired").stdout
    assert "texts that were emptied" in shown and "6 of 24" in shown
    assert shown.index("6 of 24") < shown.index("FTD")
    for given in ((a, a, "--paired"), (a, b)):
        assert "emptied" not in called(*given).output and not told(*given)["emptied"]


def test_figures_of_few_texts_have_a_remark(tmp_path: Path) -> None:
    few = write(tmp_path / "few.jsonl", notes("Vexholm", 3))
    shown = " ".join(called(few, few, "--paired").output.split())
    assert "3 texts are fewer than a hundred" in shown and "3 texts are fewer than the 384 numbers" in shown


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


class NotesRun:
    """Fourteen notes, what a run released of them, and the command on both."""

    def __init__(self, folder: Path, called: Command, keyring: Path) -> None:
        self.folder, self.source, self.out = folder, folder / "in", folder / "out"
        self.source.mkdir()
        for i, text in enumerate(notes("Vexholm", 14)):
            (self.source / f"{i:02}.txt").write_text(text)
        self._called = called
        home = {"REDACTOR_HOME": str(folder / "home"), "REDACTOR_DETECTORS": '["patterns"]'}
        self.env = {"REDACTOR_KEYRING": str(keyring), **home}
        given = ("run", self.source, self.out, "--state", folder / "state", "--profile", "redactor")
        done = called(*given, env=self.env)
        assert done.returncode == 0, done.stderr

    def compare(self, *more: str | Path, **env: str) -> Any:
        command = ("evaluate", "divergence", self.source, self.out, "--paired", "--encoder", "student", "--json", *more)
        return self._called(*command, env=self.env | env)


@pytest.fixture
def run_of_notes(tmp_path: Path, called: Command, keyring_path: Path) -> NotesRun:
    return NotesRun(tmp_path, called, keyring_path)


def test_the_notes_of_a_run_are_paired_with_what_it_released(run_of_notes: NotesRun) -> None:
    for audit in ((), ("--audit", run_of_notes.folder / "state" / "audit.ndjson")):
        done = run_of_notes.compare(*audit)
        assert done.returncode == 0, done.stderr
        found = json.loads(done.stdout)
        assert found["texts"] == [14, 14] and found["preservation"]["cosine"]["value"] > 0.9
        # Paired by content: each text is nearer to its own release than to others.
        assert found["preservation"]["cosine"]["value"] > found["preservation"]["cosine"]["by_chance"]
    del run_of_notes.env["REDACTOR_KEYRING"]
    done = run_of_notes.compare()
    assert done.returncode == 2 and "REDACTOR_KEYRING" in done.stderr


@pytest.mark.parametrize("with_audit", [False, True])
def test_notes_that_may_be_paired_wrongly_are_refused(with_audit: bool, run_of_notes: NotesRun) -> None:
    audit = ("--audit", run_of_notes.folder / "state" / "audit.ndjson") if with_audit else ()
    assert run_of_notes.compare(*audit, REDACTOR_RECIPIENT="other").returncode == 0, "OUT says whose it is"
    Keyring.generate().save(run_of_notes.folder / "other.json")
    done = run_of_notes.compare(*audit, REDACTOR_KEYRING=str(run_of_notes.folder / "other.json"))
    assert done.returncode == 2 and "set REDACTOR_KEYRING to that of the run" in " ".join(done.stderr.split())
    done = run_of_notes.compare(*audit, REDACTOR_NOTES__NAME_PATTERN="(?P<patient>[0-9]+).txt")
    assert done.returncode == 2 and "with the settings of the run" in " ".join(done.stderr.split())
    one, other = run_of_notes.source / "00.txt", run_of_notes.source / "99.txt"
    one.rename(other)
    done = run_of_notes.compare(*audit)
    assert done.returncode == 2 and "OUT was not made of IN as it is now" in " ".join(done.stderr.split())
    other.rename(one)
    (run_of_notes.out / "records-00001.txt").unlink()
    done = run_of_notes.compare(*audit)
    assert done.returncode == 2 and "records-00001.txt is missing" in " ".join(done.stderr.split())


def test_notes_are_paired_after_a_new_epoch_of_keys(run_of_notes: NotesRun) -> None:
    later = run_of_notes.folder / "later.json"
    Keyring.load(run_of_notes.env["REDACTOR_KEYRING"]).next_epoch().save(later)
    assert run_of_notes.compare(REDACTOR_KEYRING=str(later)).returncode == 0


def test_the_audit_of_another_run_is_refused(run_of_notes: NotesRun) -> None:
    audit = run_of_notes.folder / "audit.ndjson"
    audit.write_bytes((run_of_notes.folder / "state" / "audit.ndjson").read_bytes())
    done = run_of_notes.compare("--audit", audit)
    assert done.returncode == 2 and "the audit is not that of the run" in " ".join(done.stderr.split())
