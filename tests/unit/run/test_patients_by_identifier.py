"""Records that name their patient by an identifier get the subject of the Patient that has it, or no dates."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from redactor import Redactor
from redactor.keys import Keyring
from redactor.steward.forget import forget
from tests.unit.run.identifier_kit import SYSTEM, Desk, Json, day_of, mrn, name_of, named, patient, record, sink

CODE = {"coding": [{"system": "http://loinc.org", "code": "8302-2"}]}


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def of(left: Sequence[Json], kind: str = "Observation") -> list[Json]:
    return [r for r in left if r["resourceType"] == kind]


def days(left: Json) -> tuple[str | None, str]:
    """The date of a record, and its text."""
    return left.get("effectiveDateTime"), left["note"][0]["text"]


def is_undated(left: Json) -> bool:
    date, text = days(left)
    return date is None and "201" not in text and "[DATE]" in text


def check_same(people: Sequence[Json], records: Sequence[Json], patients: int, each: int) -> None:
    """What left of `sink`: the records of each patient have its stand-in and its shift, whatever they name it by."""
    shifts, names, ids = {}, {}, {}
    for n, (person, by_id) in enumerate(zip(people[::2], people[1::2], strict=True)):
        date, text = days(by_id)
        name = person["name"][0]
        names[n], ids[n] = f"{name['given'][0]} {name['family']}", f"Patient/{person['id']}"
        shifts[n] = dt.date.fromisoformat(date or "") - day_of(n, 99)
        assert names[n] in text and shifts[n]
    assert len(set(shifts.values())) > patients // 3
    for n in range(patients):
        for k in range(each):
            left = records[n * each + k]
            moved = day_of(n, k) + shifts[n]
            assert days(left) == (moved.isoformat(), f"Seen on {moved.isoformat()}: {names[n]} is well.")
            search = left["subject"].get("reference", "").partition("?")[2]
            assert left["subject"].get("reference") == ids[n] or search.endswith(
                people[2 * n]["identifier"][0]["value"]
            )
            assert left["subject"].get("display", names[n]) == names[n]


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_120_records_of_30_patients_agree_with_the_rest(desk: Desk, workers: int) -> None:
    people, records = sink()
    left, summary = desk.run({"a.ndjson": [*people, *records]}, workers, batch_records=7)
    assert summary.outcomes == {"released": 180} and summary.unresolved == 0
    check_same(left[:60], left[60:], 30, 4)


def test_the_patient_may_come_after_the_record_and_in_another_file(desk: Desk) -> None:
    people, records = sink(6)
    left, _ = desk.run({"a.ndjson": [*records, *people]})
    check_same(left[24:], left[:24], 6, 4)
    first = json.dumps(left)
    left, _ = desk.run({"a.ndjson": records, "b.ndjson": people}, home=desk.root / "home2")
    by_file = sorted(left, key=lambda r: json.dumps(r))
    assert by_file == sorted(json.loads(first), key=lambda r: json.dumps(r))


def test_a_later_run_with_the_same_home_knows_them(desk: Desk) -> None:
    people, records = sink(4)
    before, _ = desk.run({"a.ndjson": people})
    left, summary = desk.run({"b.ndjson": records})
    check_same(before, left, 4, 4)
    assert summary.unresolved == 0


def bundle(*entries: tuple[str | None, Json], kind: str = "collection") -> Json:
    made = [{"resource": r} | ({} if url is None else {"fullUrl": url}) for url, r in entries]
    return {"resourceType": "Bundle", "type": kind, "entry": made}


def test_in_a_bundle_and_for_patients_without_an_id(desk: Desk) -> None:
    url = "urn:uuid:5f4cbb0e-6a23-4e5c-9a3c-2f1d0a1c7b11"
    person = {k: v for k, v in patient(1).items() if k != "id"}
    made = bundle(
        (None, record(1, 0, {"identifier": mrn(1)})),
        (None, record(1, 1, {"reference": f"Patient?identifier={SYSTEM}|{mrn(1)['value']}"})),
        (None, record(1, 2, {"reference": url})),
        (url, person),
    )
    other = record(1, 3, {"identifier": mrn(1)})
    left, _ = desk.run({"a.ndjson": [made, other]})
    (whole,) = of(left, "Bundle")
    found = [e["resource"] for e in whole["entry"] if e["resource"]["resourceType"] == "Observation"] + of(left)
    shifts = {dt.date.fromisoformat(days(r)[0] or "") - day_of(1, k) for k, r in enumerate(found)}
    assert len(found) == 4 and len(shifts) == 1
    assert len({days(r)[1].split(":")[1] for r in found}) == 1
    # Nothing refers to a Patient that has no id by one.
    assert all("Patient/" not in json.dumps(r["subject"]) for r in found)


def test_the_time_of_a_document_follows_its_subject(desk: Desk) -> None:
    day = f"{day_of(1, 1)}T10:00:00Z"
    composition = {
        "resourceType": "Composition", "status": "final", "type": CODE, "title": "x", "author": [{"display": "x"}],
        "subject": {"identifier": mrn(1)}, "date": day,
    }  # fmt: skip
    made = bundle((None, composition), kind="document") | {"timestamp": day}
    left, _ = desk.run({"a.ndjson": [patient(1), record(1, 0, {"reference": "Patient/P1"}), made]})
    (whole,) = of(left, "Bundle")
    shift = dt.date.fromisoformat(days(of(left)[0])[0] or "") - day_of(1, 0)
    moved = (day_of(1, 1) + shift).isoformat()
    assert whole["timestamp"].startswith(moved) and whole["entry"][0]["resource"]["date"].startswith(moved)
    left, _ = desk.run({"a.ndjson": [made]}, home=desk.root / "home2")
    (whole,) = of(left, "Bundle")
    assert "timestamp" not in whole and "date" not in whole["entry"][0]["resource"]


UNRESOLVED: list[Json] = [
    {"identifier": {"system": SYSTEM, "value": "MRN-1"}},
    {"identifier": {"value": mrn(1)["value"]}},  # a missing system is no system
    {"identifier": {**mrn(1), "value": mrn(1)["value"].lower()}},
    {"identifier": {**mrn(1), "system": SYSTEM + "/"}},
    {"reference": f"Patient?identifier={mrn(1)['value']}"},
    {"reference": f"Patient?identifier={SYSTEM}|{mrn(1)['value']},{SYSTEM}|MRN-2"},
    {"reference": "Patient?name=Thaddeus"},
    {"display": name_of(1)},
    {"reference": "#p"},
    {"reference": "urn:uuid:5f4cbb0e-6a23-4e5c-9a3c-2f1d0a1c7b12", "display": name_of(1)},
    {"type": "Group", "identifier": mrn(1)},
]


@pytest.mark.parametrize("subject", UNRESOLVED)
def test_a_record_whose_patient_stays_unresolved_has_no_dates(desk: Desk, subject: Json) -> None:
    held = record(
        1, 0, subject, effectivePeriod={"start": "2014-02-12", "end": "2014-02-13"}, issued="2014-02-12T10:00:00Z"
    )
    held |= {"contained": [{"resourceType": "Patient", "id": "p", "birthDate": "1950-06-07"}]}
    left, summary = desk.run({"a.ndjson": [patient(1), held]})
    (out,) = of(left)
    assert summary.unresolved == 1 and is_undated(out)
    assert not [year for year in ("2014", "1950") if year in json.dumps(out)]
    assert out["_effectiveDateTime"]["extension"][0]["valueCode"] == "masked"


@pytest.mark.parametrize(
    ("profile", "date", "text"),
    [("hipaa-safe-harbor", "2014", "2014"), ("limited-dataset", "2014", "2014"), ("redactor", None, "[DATE]")],
)
def test_profiles_that_shift_nothing_do_as_before(desk: Desk, profile: str, date: str | None, text: str) -> None:
    left, _ = desk.run({"a.ndjson": [record(1, 0, {"display": name_of(1)})]}, profile=profile)
    assert days(left[0])[0] == date and text in days(left[0])[1]


def told(kind: str, **fields: Any) -> Json:
    """A resource with a narrative that gives a date."""
    div = '<div xmlns="http://www.w3.org/1999/xhtml">Made on 2014-03-04.</div>'
    return {"resourceType": kind, "status": "active", "text": {"status": "generated", "div": div}, **fields}


TWO = [{"reference": "Patient/P1"}, {"reference": "Patient/P2"}]


@pytest.mark.parametrize(
    ("data", "is_withheld"),
    [
        (told("Observation", code=CODE, effectiveDateTime="2014-03-04"), True),
        (record(1, 0, {"reference": "Group/g"}), True),
        (told("Account", subject=TWO), True),
        (told("Procedure", encounter={"reference": "Encounter/e"}, performedDateTime="2014-03-04"), True),
        ({"dataType": "clinicalRecord", "PatientId": None, "note": "Seen on 2014-03-04."}, True),
        (record(1, 0, {"reference": "Device/d"}), False),
        (record(1, 0, {"reference": "Location/l"}), False),
        (told("Medication"), False),
        (told("ResearchStudy", period={"start": "2014-03-04"}), False),
    ],
)
def test_which_records_without_a_subject_keep_their_years(desk: Desk, data: Json, is_withheld: bool) -> None:
    left, _ = desk.run({"a.ndjson": [data]})
    assert ("2014" not in json.dumps(left[0])) is is_withheld


def test_an_identifier_of_two_patients_is_nobodys(desk: Desk) -> None:
    both = [patient(1), patient(2, identifier=[mrn(2), mrn(1)])]
    of_two, of_one = record(1, 0, {"identifier": mrn(1)}), record(2, 0, {"identifier": mrn(2)})
    left, summary = desk.run({"a.ndjson": [*both, of_two, of_one]})
    assert is_undated(of(left)[0]) and not is_undated(of(left)[1]) and summary.unresolved == 1
    # Also where the other Patient comes in a later run: what has left stays as it left.
    left, _ = desk.run({"a.ndjson": [patient(4), record(4, 0, {"identifier": mrn(4)})]})
    assert not is_undated(of(left)[0])
    left, _ = desk.run({"a.ndjson": [patient(5, identifier=[mrn(4)]), record(4, 1, {"identifier": mrn(4)})]})
    assert is_undated(of(left)[0])


def test_two_records_of_one_patient_are_one_by_the_crosswalk(desk: Desk) -> None:
    table = desk.root / "x.csv"
    table.write_text("from,to\nP1,P3\nP2,P3\n")
    both = [patient(1), patient(2, identifier=[mrn(1)])]
    left, summary = desk.run({"a.ndjson": [*both, record(1, 0, {"identifier": mrn(1)})]}, crosswalk=table)
    assert not is_undated(of(left)[0]) and summary.unresolved == 0
    assert "reference" not in of(left)[0]["subject"]  # to which of both nobody says


def test_fillers_are_nobodys_identifier(desk: Desk) -> None:
    filler = {"system": SYSTEM, "value": "UNKNOWN"}
    left, _ = desk.run({"a.ndjson": [patient(1, identifier=[filler]), record(1, 0, {"identifier": filler})]})
    assert is_undated(of(left)[0])


def test_identifiers_are_of_their_source(desk: Desk) -> None:
    desk.run({"a.ndjson": [patient(1)]}, source="one")
    left, _ = desk.run({"a.ndjson": [record(1, 0, {"identifier": mrn(1)})]}, source="two")
    assert is_undated(left[0])


def test_what_the_record_itself_says_is_searched_for_beside_what_is_known_of_the_patient(desk: Desk) -> None:
    mother = {"resourceType": "RelatedPerson", "id": "m", "address": [{"city": "Xylobury"}]}
    text = f"{name_of(1)} is back from xylobury."
    held = record(1, 0, {"identifier": mrn(1)}, contained=[mother], note=[{"text": text}])
    left, _ = desk.run({"a.ndjson": [patient(1), held]}, profile="hipaa-safe-harbor")
    told = of(left)[0]["note"][0]["text"]
    assert not [word for word in (*name_of(1).split(), "xylobury") if word in told]


# --- opt-outs


def forms(n: int) -> list[Json]:
    """Records that name the patient anywhere."""
    related = {"resourceType": "RelatedPerson", "patient": {"identifier": mrn(n)}, "active": True}
    task = {"resourceType": "Task", "status": "draft", "intent": "order", "owner": {"identifier": mrn(n)}}
    return [patient(n), record(n, 99, {"reference": f"Patient/P{n}"}), related, task] + [
        record(n, k, named(n, k)) for k in range(4)
    ]


@pytest.mark.parametrize(
    "line",
    ["P1", f"{SYSTEM}|{mrn(1)['value']}", f'"{SYSTEM} | {mrn(1)["value"].lower().upper()}",',
     f"Patient?identifier={SYSTEM}|{mrn(1)['value']}"],
)  # fmt: skip
def test_an_opt_out_reaches_records_that_name_the_patient_by_identifier(desk: Desk, line: str) -> None:
    listed = desk.listed(f"# gone\n{line}\nNOBODY\n")
    files = {"a.ndjson": [*forms(1), *forms(2)]}
    _, summary = desk.run(files, opt_out=listed)
    assert summary.outcomes == {"released": 8, "withheld": 8} and summary.reasons == {"opted-out": 8}
    assert summary.unmatched == {"opt_out": [3]}
    known = {"a.ndjson": [record(1, k, named(1, k)) for k in range(4)]}
    assert desk.run(known, opt_out=listed)[1].outcomes == {"withheld": 4}  # the Patient is known from the run before


def test_an_unresolved_record_whose_identifier_is_listed_is_opted_out(desk: Desk) -> None:
    listed = desk.listed(f"{SYSTEM}|{mrn(1)['value']}\n|MRN-9\n")
    bare = record(9, 0, {"identifier": {"value": "MRN-9"}})
    records = [*(record(1, k, named(1, k)) for k in range(4)), record(2, 0, named(2, 0)), bare]
    _, summary = desk.run({"a.ndjson": records}, opt_out=listed)
    assert summary.outcomes == {"released": 1, "withheld": 5} and summary.unmatched == {}


def test_an_identifier_of_two_patients_withholds_both(desk: Desk) -> None:
    both = [patient(1), patient(2, identifier=[mrn(2), mrn(1)]), patient(3)]
    records = [record(1, 0, {"identifier": mrn(1)}), record(2, 0, {"identifier": mrn(2)})]
    for line in (f"{SYSTEM}|{mrn(1)['value']}", "P1\nP2"):
        _, summary = desk.run({"a.ndjson": [*both, *records]}, opt_out=desk.listed(line))
        assert summary.outcomes == {"released": 1, "withheld": 4}


# --- forgetting


def test_a_forgotten_patient_has_no_identifiers(desk: Desk) -> None:
    desk.run({"a.ndjson": [patient(1), patient(2)]})
    secret = desk.settings().keyring
    forget(desk.settings(), Keyring.load(secret), "P1")
    left, _ = desk.run({"a.ndjson": [record(n, 0, {"identifier": mrn(n)}) for n in (1, 2)]})
    assert [is_undated(r) for r in left] == [True, False]


def test_quarantined_records_that_name_the_patient_by_identifier_are_purged(desk: Desk) -> None:
    def broken(n: int) -> Json:
        return record(n, 0, {"identifier": mrn(n)}, code="of a wrong type")

    _, summary = desk.run({"a.ndjson": [patient(1), patient(2), broken(1), broken(2)]})
    assert summary.outcomes == {"released": 2, "quarantined": 2}
    state = desk.root / f"state{desk.runs}"
    done = forget(desk.settings(), Keyring.load(desk.settings().keyring), "P1", states=[state])
    assert done.retractions[0].erased["quarantine"] == 1 and done.look_at == ()


# --- the library


def test_the_library_resolves_them_within_and_after_a_batch(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    told: dict[str, Any] = desk.settings().model_dump(include={"keyring", "home", "detectors", "profile", "as_of"})
    redactor = Redactor(**told)
    people, records = sink(3)
    left = [out.data or {} for out in redactor.records([*records, *people])]
    check_same(left[12:], left[:12], 3, 4)
    again = Redactor(**told)
    assert [out.data for out in again.records(records)] == left[:12]
    assert is_undated(again.record(record(8, 0, named(8, 0))))
