"""Stand-ins in the library and in runs: an index that does not answer, and repeatability."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from redactor import Redactor
from redactor.assemble.home import index_path
from redactor.entities import Entity
from redactor.errors import IndexUnavailableError, SettingsError
from redactor.keys import Keyring
from redactor.text import KnownValue
from relex.index.embedded import EmbeddedIndex
from schemas.engine.records import Outcome, Reason
from tests.unit import golden_pseudonyms

PATIENT: dict[str, Any] = {
    "resourceType": "Patient",
    "id": "p1",
    "name": [{"family": "Quackenbush", "given": ["Theodora"]}],
    "address": [{"line": ["12 Elm St"], "city": "Peoria", "state": "IL", "postalCode": "61602"}],
    "telecom": [{"system": "email", "value": "theodora.quackenbush@gmail.com"}],
}


def note(text: str) -> dict[str, Any]:
    return {
        "resourceType": "Condition",
        "id": "c1",
        "subject": {"reference": "Patient/p1"},
        "note": [{"text": text}],
    }


@pytest.fixture
def made(tmp_path: Path) -> dict[str, Any]:
    golden_pseudonyms.keyring(2).save(tmp_path / "keys.json")
    return {"keyring": tmp_path / "keys.json", "home": tmp_path / "home", "detectors": ("patterns", "known")}


def test_fields_notes_and_e_mail_addresses_agree(made: dict[str, Any]) -> None:
    redactor = Redactor("hips", **made)
    redactor.learn([PATIENT])
    patient = redactor.record(PATIENT)
    name, home = patient["name"][0], patient["address"][0]
    text = redactor.record(note("Ms. Quackenbush (Theodora) of 12 Elm St, Peoria, IL 61602."))["note"][0]["text"]
    street, city, code = home["line"][0], home["city"], home["postalCode"]
    assert text == f"Ms. {name['family']} ({name['given'][0]}) of {street}, {city}, IL {code}."
    mail = patient["telecom"][0]["value"]
    assert mail.startswith(f"{name['given'][0]}.{name['family']}@".lower()) and "example" in mail
    assert not {"Quackenbush", "Theodora", "12 Elm St", "Peoria", "61602"} & set(text.split())


def test_stand_ins_do_not_depend_on_process_or_day(made: dict[str, Any]) -> None:
    first = Redactor("hips", **made)
    first.learn([PATIENT])
    name = first.record(PATIENT)["name"]
    again = Redactor("hips", **made)
    assert again.record(note("Ms. Quackenbush"))["note"][0]["text"] == f"Ms. {name[0]['family']}"
    assert again.text("Ms. Quackenbush", patient="p1").text == f"Ms. {name[0]['family']}"


def test_known_values_of_the_caller_are_used(made: dict[str, Any]) -> None:
    redactor = Redactor("hips", **made)
    known = KnownValue("Theodora Quackenbush", Entity.PATIENT, parts=(("family", "Quackenbush"),))
    out = redactor.text("Quackenbush slept well", patient="p9", known=[known])
    assert out.text.endswith(" slept well") and "Quackenbush" not in out.text


def test_a_failing_index_quarantines_the_record_without_a_second_stand_in(
    made: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def down(*_: object) -> None:
        raise IndexUnavailableError("the index does not answer")

    redactor = Redactor("hips", **made)
    redactor.learn([PATIENT])
    name = redactor.record(PATIENT)["name"][0]
    with monkeypatch.context() as broken:
        broken.setattr(EmbeddedIndex, "put", down)
        broken.setattr(EmbeddedIndex, "rosters", down)
        fresh = Redactor("hips", **made)
        outs = list(fresh.records([PATIENT, note("Ms. Quackenbush")]))
        assert [(o.outcome, o.reason, o.data) for o in outs] == [
            (Outcome.QUARANTINED, Reason.SERVICE_UNAVAILABLE, None)
        ] * 2
    assert fresh.record(PATIENT)["name"][0] == name


@pytest.mark.parametrize("value", ["", "x", "😀", "ab\u202ecd", "محمد", "x" * 10_000, "a\x00b", "\ud800"])
def test_odd_names_are_replaced_or_stay_empty(made: dict[str, Any], value: str) -> None:
    redactor = Redactor("hips", **made)
    record = {"resourceType": "Patient", "id": "p2", "name": [{"family": value, "given": ["Ann"]}]}
    (out,) = redactor.records([record])
    if out.data is not None:
        assert not any(c.isalnum() for c in value) or value not in str(out.data["name"])


def test_an_index_of_another_keyring_stops_the_start(made: dict[str, Any], tmp_path: Path) -> None:
    redactor = Redactor("hips", **made)
    redactor.learn([PATIENT])
    redactor.record(PATIENT)
    Keyring.generate().save(tmp_path / "other.json")
    with pytest.raises(SettingsError, match="key"):
        Redactor("hips", **{**made, "keyring": tmp_path / "other.json"})


def test_a_foreign_file_in_its_place_stops_the_start(made: dict[str, Any]) -> None:
    redactor = Redactor("hips", **made)
    path = index_path(redactor.settings)
    for extra in ("-wal", "-shm"):
        path.with_name(path.name + extra).unlink(missing_ok=True)
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(SettingsError, match="index of stand-ins"):
        Redactor("hips", **made)


@pytest.mark.parametrize(
    ("relex", "says"),
    [
        ({"index": "http://127.0.0.1:1", "timeout_s": 0.5}, "index of stand-ins"),
        ({"levels": {"NOBODY": "site"}}, "relex.levels"),
        ({"levels": {"CITY": "planet"}}, "relex.levels"),
        ({"index": "http://127.0.0.1:1", "embedding": "x"}, "relex.embedding"),
    ],
)
def test_unusable_settings_are_reported(made: dict[str, Any], relex: dict[str, Any], says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        Redactor("hips", **made, relex=relex)


def test_ambiguous_names_are_counted(made: dict[str, Any]) -> None:
    redactor = Redactor("hips", **made)
    brother = {"family": "Quackenbush", "given": ["Bartholomew"]}
    redactor.learn([PATIENT | {"contact": [{"name": brother}]}])
    (out,) = redactor.records([note("Quackenbush came. Theodora Quackenbush left.")])
    assert out.entities["AMBIGUOUS_NAME"] == 1
