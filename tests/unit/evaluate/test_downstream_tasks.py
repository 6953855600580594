"""Which tasks the records of a run and lines of texts give, and the command that measures them."""

from __future__ import annotations

import base64
import json
import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from redactor.cli import root
from redactor.cli.evaluate import app
from redactor.errors import EvaluationError
from redactor.evaluate.downstream_tasks import Example, Task, task_of_texts, tasks_of_run
from redactor.evaluate.release_pairs import record_pairs

LIMIT = 1 << 20
LOINC, SNOMED = "http://loinc.org", "http://snomed.info/sct"
TYPES = {"34117-2": "History and physical note", "18842-5": "Discharge summary"}


def concept(system: str, code: str, display: str = "") -> dict[str, Any]:
    return {"coding": [{"system": "urn:local", "code": "x"}, {"system": system, "code": code, "display": display}]}


def document(
    patient: str, text: str, code: str = "34117-2", visit: str = "", content_type: str = "text/plain", **more: Any
) -> dict[str, Any]:
    data = base64.b64encode(text.encode()).decode()
    return {
        "resourceType": "DocumentReference",
        "id": f"d-{patient}-{visit}",
        "status": "current",
        "type": concept(LOINC, code, TYPES.get(code, "")),
        "subject": {"reference": f"Patient/{patient}"},
        "content": [{"attachment": {"contentType": content_type, "data": data}}],
        "context": {"encounter": [{"reference": f"Encounter/{visit}"}]},
        **more,
    }


def encounter(patient: str, id: str, start: str) -> dict[str, Any]:
    return {
        "resourceType": "Encounter",
        "id": id,
        "status": "finished",
        "subject": {"reference": f"https://ehr.example/fhir/Patient/{patient}/_history/2"},
        "period": {"start": start},
    }


def condition(patient: str, code: str, display: str = "", status: str = "confirmed") -> dict[str, Any]:
    return {
        "resourceType": "Condition",
        "id": f"c-{patient}-{code}",
        "verificationStatus": {"coding": [{"code": status}]},
        "code": concept(SNOMED, code, display),
        "subject": {"reference": f"Patient/{patient}"},
    }


def write(path: Path, records: Iterable[Any]) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


def tasks_of(folder: Path, before: Sequence[Any], after: Sequence[Any], days: int = 30) -> tuple[Task, ...]:
    write(folder / "in" / "a.ndjson", before)
    write(folder / "out" / "records-00001.ndjson", after)
    return tasks_of_run(record_pairs(folder / "in", folder / "out", LIMIT, with_parts=True), days)


def test_the_three_tasks_and_their_labels(tmp_path: Path) -> None:
    before = [
        document("p1", "Vexholm coughs", visit="e1"),
        document("p1", "Vexholm sleeps", "18842-5", visit="e2"),
        document("p2", "Trask walks", visit="e4"),
        encounter("p1", "e1", "2020-01-01T08:00:00Z"),
        encounter("p1", "e2", "2020-01-20"),
        encounter("p1", "e3", "2020-06-01"),
        encounter("p2", "e4", "2020-02-01"),
        condition("p1", "38341003", "Hypertension"),
        condition("p1", "44054006", status="entered-in-error"),
        condition("p2", "44054006", "Diabetes"),
    ]
    after = [json.loads(json.dumps(r).replace("Patient/p", "Patient/h")) for r in before]
    for record, text in zip(after, ("[PATIENT] coughs", "[PATIENT] sleeps", "[PATIENT] walks"), strict=False):
        record["content"][0]["attachment"]["data"] = base64.b64encode(text.encode()).decode()
    after[2]["type"] = concept(LOINC, "18842-5")  # another label than before
    after[7]["code"] = {"text": "[CONDITION]"}
    for record in after[3:7]:
        record["period"]["start"] = "2020"  # no day
    types, problems, visits = tasks_of(tmp_path, before, after)

    assert types.name == "note type" and types.one_label
    assert set(types.examples) == {
        Example("p1", "Vexholm coughs", "[PATIENT] coughs", frozenset({"34117-2"}), frozenset({"34117-2"})),
        Example("p1", "Vexholm sleeps", "[PATIENT] sleeps", frozenset({"18842-5"}), frozenset({"18842-5"})),
        Example("p2", "Trask walks", "[PATIENT] walks", frozenset({"34117-2"}), frozenset({"18842-5"})),
    }
    assert types.names["18842-5"] == "Discharge summary (18842-5)"

    assert problems.name == "problem list" and not problems.one_label
    assert set(problems.examples) == {
        Example(
            "p1", "Vexholm coughs\nVexholm sleeps", "[PATIENT] coughs\n[PATIENT] sleeps", frozenset({"38341003"}),
            frozenset(),
        ),
        Example("p2", "Trask walks", "[PATIENT] walks", frozenset({"44054006"}), frozenset({"44054006"})),
    }  # fmt: skip
    assert problems.names == {"44054006": "Diabetes (44054006)"}  # a display that was not released is not shown

    assert visits.name == "next visit within 30 days"
    assert {(e.group, e.before, e.labels, e.released_labels) for e in visits.examples} == {
        ("p1", "Vexholm coughs", frozenset({"yes"}), None),
        ("p1", "Vexholm sleeps", frozenset(), None),
        ("p2", "Trask walks", frozenset(), None),
    }


def test_days_that_are_shifted_keep_the_next_visit(tmp_path: Path) -> None:
    days = ["2020-01-01", "2020-01-20", "2020-06-01"]
    before = [document("p1", "a", visit="e0"), *(encounter("p1", f"e{i}", day) for i, day in enumerate(days))]
    after = [document("h1", "a", visit="x"), *(encounter("h1", f"x{i}", day.replace("2020", "2011"))
                                               for i, day in enumerate(days))]  # fmt: skip
    (example,) = tasks_of(tmp_path, before, after)[2].examples
    assert example.labels == example.released_labels == {"yes"}


def test_a_note_that_was_followed_too_shortly_is_left_out(tmp_path: Path) -> None:
    records = [
        document("p1", "early", visit="e1"),
        document("p1", "late", visit="e2"),
        document("p1", "on no known day", visit="e9"),
        encounter("p1", "e1", "2020-01-01"),
        encounter("p1", "e2", "2020-01-20"),
        encounter("p2", "e3", "2020-02-10"),
    ]
    visits = tasks_of(tmp_path, records, records)[2]
    assert [e.before for e in visits.examples] == ["early"]
    assert dict(visits.left_out) == {"followed for too few days": 1, "no label": 1}


def test_texts_that_are_no_examples_are_counted(tmp_path: Path) -> None:
    before = [
        document("p1", "coughs"),
        document("p1", "%PDF-1.4", content_type="application/pdf"),
        document("p1", "of nobody", subject={"display": "Vexholm"}),
        document("p1", "wrong", status="entered-in-error"),
        document("p1", "of no type", type={"text": "note"}),
        document("p1", "<html><body><p>line</p><p>next</p></body></html>", content_type="text/html"),
    ]
    types = tasks_of(tmp_path, before, before)[0]
    assert [e.before.split() for e in types.examples] == [["coughs"], ["line", "next"]]
    assert dict(types.left_out) == {"no text that can be read": 1, "no patient": 1, "no label": 1}


def test_a_bundle_gives_its_patient_and_pairs_its_entries(tmp_path: Path) -> None:
    def bundle(*records: Any) -> dict[str, Any]:
        return {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": r} for r in records]}

    note = document("x", "coughs", subject={"reference": "urn:uuid:anything"})
    other = document("x", "sleeps", subject={"reference": "urn:uuid:anything"})
    ill = condition("x", "38341003", "Hypertension") | {"subject": {"reference": "urn:uuid:anything"}}
    patient = {"resourceType": "Patient", "id": "p1"}
    before, after = bundle(patient, note, ill), bundle(patient, ill, note)
    types, problems, _ = tasks_of(tmp_path, [before], [after])
    assert [(e.group, e.before, e.after) for e in types.examples] == [("p1", "coughs", "coughs")]
    assert [(e.group, e.labels) for e in problems.examples] == [("p1", {"38341003"})]
    guest = document("p2", "walks")  # a resource of another patient, which a search included
    types = tasks_of(tmp_path, [bundle(patient, note, guest)], [bundle(patient, note, guest)])[0]
    assert [(e.group, e.before) for e in types.examples] == [("p1", "coughs"), ("p2", "walks")]
    wrong = document("x", "of another patient", status="entered-in-error")
    types = tasks_of(tmp_path, [bundle(patient, wrong, note)], [bundle(patient, note)])[0]  # errors are deleted
    assert [(e.before, e.after) for e in types.examples] == [("coughs", "coughs")]
    before, after = bundle(patient, note, other, ill), bundle(patient, other, ill)
    with pytest.raises(EvaluationError, match="no DocumentReference was released with a text: 2 not released"):
        tasks_of(tmp_path, [before], [after])


WRONG_SHAPES = (None, 7, "Vexholm", [], [7], {}, {"Vexholm": 1}, [{"reference": 7, "coding": 7, "attachment": 7}])


@pytest.mark.parametrize("field", ["type", "subject", "content", "context", "date", "status", "resourceType"])
@pytest.mark.parametrize("value", WRONG_SHAPES, ids=repr)
def test_fields_of_any_shape_are_read(field: str, value: Any, tmp_path: Path) -> None:
    records = [document("p1", "coughs", visit="e1") | {field: value}, document("p2", "sleeps", visit="e2")]
    for period in WRONG_SHAPES:
        records.append(
            encounter("p1", "e1", "2020") | {"period": period} | ({field: value} if field == "subject" else {})
        )
        records.append(condition("p2", "1") | {"code": period, "verificationStatus": period})
    assert "sleeps" in {e.before for e in tasks_of(tmp_path, records, records)[0].examples}


# --- lines of texts ---------------------------------------------------------------------------------------------------


def rows(folder: Path, before: Sequence[Any], after: Sequence[Any] | None = None) -> tuple[Path, Path]:
    write(folder / "before.jsonl", before)
    write(folder / "after.jsonl", before if after is None else after)
    return folder / "before.jsonl", folder / "after.jsonl"


def test_lines_of_texts_become_a_task(tmp_path: Path) -> None:
    before = [
        {"id": 1, "text": "Vexholm coughs", "ward": True, "mrn": 7},
        {"id": "2", "text": "  ", "ward": False, "mrn": 7},
        {"id": "3", "text": "Trask walks", "ward": False, "mrn": "8"},
    ]
    after = [{"id": "3", "text": "[NAME] walks"}, {"id": "1", "text": "[NAME] coughs"}, {"id": "2", "text": ""}]
    task = task_of_texts(*rows(tmp_path, before, after), "ward", "mrn")
    assert task.one_label and not task.from_records and task.left_out == {"no text that can be read": 1}
    assert set(task.examples) == {
        Example("7", "Vexholm coughs", "[NAME] coughs", frozenset({"true"})),
        Example("8", "Trask walks", "[NAME] walks", frozenset({"false"})),
    }
    several = [{"id": "1", "text": "a", "codes": ["I10", "J45"]}, {"id": "2", "text": "b", "codes": []}]
    task = task_of_texts(*rows(tmp_path, several), "codes", None)
    assert not task.one_label and [e.labels for e in task.examples] == [{"I10", "J45"}, frozenset()]
    assert [e.group for e in task.examples] == ["1", "2"]


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ([{"id": "1", "text": "a", "l": "x"}], [], "after.jsonl lacks a text of before.jsonl, line 1"),
        ([{"id": "1", "text": "a", "l": "x"}], [{"id": "1", "text": "a"}, {"id": "2", "text": "a"}], "1 texts of"),
        ([{"id": "1", "text": "a"}], None, "line 1: no label in the field 'l'"),
        ([{"id": "1", "text": "a", "l": None}], None, "line 1: no label"),
        ([{"id": "1", "text": "a", "l": {"Vexholm": 1}}], None, "line 1: no label"),
        ([{"id": "1", "text": "a", "l": "x"}, {"id": "1", "text": "b", "l": "x"}], None, "line 2: the id of"),
        ([{"id": "1", "text": "a", "l": "x"}, {"id": "2", "text": "b", "l": ["x"]}], None, "is a list in some lines"),
        ([{"id": "1", "l": "x"}], None, 'line 1: a line needs "id" and "text"'),
        (["Vexholm"], None, "line 1: no JSON object"),
        ([], None, "holds no texts"),
    ],
)  # fmt: skip
def test_lines_that_cannot_be_used_are_named(
    before: list[Any], after: list[Any] | None, told: str, tmp_path: Path
) -> None:
    with pytest.raises(EvaluationError, match=told) as error:
        task_of_texts(*rows(tmp_path, before, after), "l", None)
    assert "Vexholm" not in str(error.value)


def test_a_line_without_its_patient_is_named(tmp_path: Path) -> None:
    paths = rows(tmp_path, [{"id": "1", "text": "a", "l": "x", "mrn": None}])
    with pytest.raises(EvaluationError, match="line 1: no field 'mrn', which names the patient"):
        task_of_texts(*paths, "l", "mrn")


# --- the command ------------------------------------------------------------------------------------------------------


def called(*arguments: object) -> Any:
    return CliRunner().invoke(app, ["downstream", *map(str, arguments)])


def ward_rows(patients: int) -> tuple[list[Any], list[Any]]:
    rng = random.Random(3)
    before, after = [], []
    for i in range(patients):
        doctor, finding = rng.choice([("Quillfeather", "wheezing"), ("Ostrander", "fracture")])
        ward = "lungs" if doctor == "Quillfeather" else "bones"
        before.append({"id": str(i), "text": f"{doctor} saw {finding}", "ward": ward, "mrn": i // 2})
        after.append({"id": str(i), "text": f"[DOCTOR] saw {finding}"})
    return before, after


def test_the_command_reports_on_texts(tmp_path: Path) -> None:
    paths = rows(tmp_path, *ward_rows(120))
    done = called(*paths, "--label", "ward", "--group", "mrn", "--json")
    assert done.exit_code == 0, done.output
    (task,) = json.loads(done.stdout)["tasks"]
    assert (task["patients"], task["examples"], task["verdict"], task["labels_kept"]) == (60, 120, "kept", None)
    assert task["scores"]["macro F1"]["released"] == {"value": 1.0, "low": 1.0, "high": 1.0}
    done = called(*paths, "--label", "ward", "--group", "mrn")
    assert "kept" in done.output and "+0.000 [+0.000, +0.000]" in done.output
    assert "words taken out alone" in done.output and "no text" not in done.output


def test_emptied_texts_and_the_same_file_twice_are_told(tmp_path: Path) -> None:
    before, after = ward_rows(120)
    (same, _) = rows(tmp_path, before)
    assert "no text differs" in " ".join(called(same, same, "--label", "ward").output.split())
    for row in after[:7]:
        row["text"] = ""
    paths = rows(tmp_path, before, after)
    assert "7 of them have no text any more" in " ".join(called(*paths, "--label", "ward").output.split())
    (task,) = json.loads(called(*paths, "--label", "ward", "--json").stdout)["tasks"]
    assert (task["emptied"], task["changed"]) == (7, 120)


class Run:
    """The records of fifty patients, and what a run released of them."""

    def __init__(self, folder: Path, keyring: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        rng = random.Random(seed)
        records = []
        for i in range(50):
            code = rng.choice(list(TYPES))
            text = f"{TYPES[code]}\nVexholm{i} {'stays' if code == '34117-2' else 'goes home'}"
            records.append(document(f"p{i}", text, code))
        self.source, self.out, self.state = folder / "in", folder / "out", folder / "state"
        folder.mkdir()
        write(self.source / "a.ndjson", records)
        monkeypatch.setenv("REDACTOR_KEYRING", str(keyring))
        monkeypatch.setenv("REDACTOR_HOME", str(folder / "home"))
        monkeypatch.setenv("REDACTOR_DETECTORS", '["patterns"]')
        given = ["run", self.source, self.out, "--state", self.state, "--profile", "redactor"]
        done = CliRunner().invoke(root.app, list(map(str, given)))
        assert done.exit_code == 0, done.output


def test_the_command_reports_on_a_run_and_says_what_it_did_not_measure(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Run(tmp_path / "run", keyring_path, 4, monkeypatch)
    done = called(run.source, run.out, "--audit", run.state / "audit.ndjson", "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert [(t["name"], t["verdict"], t["labels_kept"]) for t in told["tasks"]] == [
        ("note type", "kept", 1.0), ("note type, first line left out", "kept", 1.0),
    ]  # fmt: skip
    assert {label["name"] for label in told["tasks"][0]["labels"]} == {
        f"{name} ({code})" for code, name in TYPES.items()
    }
    assert told["refused"] == [
        "problem list: no example has a label",
        "next visit within 90 days: no example has a text, a patient and a label (no label: 50)",
    ]
    done = called(run.source, run.out)
    assert "not measured: problem list" in done.output
    assert "released records give the same labels for 100.0%" in " ".join(done.output.split())


def test_a_release_of_other_patients_is_refused(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, other = (Run(tmp_path / f"run{seed}", keyring_path, seed, monkeypatch) for seed in (4, 5))

    def told(*given: object) -> str:
        done = called(*given)
        assert done.exit_code == 2, done.output
        return " ".join(done.output.split())

    assert "OUT was not made of IN" in told(run.source, other.out)
    audit = other.state / "audit.ndjson"
    assert "the audit is not that of the run" in told(run.source, run.out, "--audit", audit)
    with (run.out / "records-00001.ndjson").open("r+b") as file:
        file.truncate(9000)
    assert "records-00001.ndjson" in told(run.source, run.out)
    monkeypatch.delenv("REDACTOR_KEYRING")
    assert "set REDACTOR_KEYRING" in told(other.source, other.out)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("nowhere", "before.jsonl"), "IN is not a file or folder"),
        (("before.jsonl", "nowhere"), "OUT is not a file or folder"),
        (("before.jsonl", "after.jsonl"), "--label FIELD"),
        (("before.jsonl", "after.jsonl", "--label", "ward", "--audit", "a"), "--audit belongs to a run's OUT"),
        (("in", "after.jsonl", "--label", "ward"), "IN is a folder and OUT is a file"),
        (("in", "out", "--label", "ward"), "--label and --group belong to lines of texts"),
        (("in", "out"), "there is no manifest"),
        (("before.jsonl", "after.jsonl", "--label", "ward"), "5 patients are too few; at least 20 are needed"),
    ],
)
def test_what_cannot_be_measured_ends_with_an_error(
    arguments: tuple[str, ...], told: str, tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDACTOR_KEYRING", str(keyring_path))
    rows(tmp_path, *ward_rows(5))
    write(tmp_path / "in" / "a.ndjson", [condition("p1", "1")])
    write(tmp_path / "out" / "records-00001.ndjson", [condition("p1", "1")])
    named = [part if part.startswith("-") or part in ("ward", "a") else tmp_path / part for part in arguments]
    done = called(*named)
    assert done.exit_code == 2
    assert told in " ".join(done.output.split())


def test_without_scikit_learn_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "sklearn", None)
    for name in [n for n in sys.modules if n.startswith(("sklearn.", "redactor.evaluate.downstream"))]:
        if name != "redactor.evaluate.downstream_tasks":
            monkeypatch.delitem(sys.modules, name)
    done = called(*rows(tmp_path, *ward_rows(5)), "--label", "ward")
    assert done.exit_code == 2 and "clinical-redactor[evaluate]" in done.output
