"""Texts of patients who opted out never leave the library, and detect() replaces and stores nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from redactor import Keyring, Redactor
from redactor.assemble.home import known_head_path, known_values_path, open_approvals
from redactor.assemble.records import record_keys
from redactor.costs import Tier
from redactor.errors import NotInForceError, SettingsError
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_store import KnownStore
from schemas.engine.records import RecordError

NOTE = "Tarquil Vexholm called Dr. Emily Quillstrand on 3/4/2024."


@pytest.fixture
def made(tmp_path: Path, keyring_path: Path) -> dict[str, Any]:
    return {"keyring": keyring_path, "home": tmp_path / "home", "detectors": ("patterns", "known")}


def opted(folder: Path, *lines: str) -> Path:
    path = folder / "opt-out.txt"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_a_text_of_a_patient_who_opted_out_is_not_returned(made: dict[str, Any], tmp_path: Path) -> None:
    redactor = Redactor(**made, opt_out=opted(tmp_path, "# by request", "Patient/p1"))
    held = redactor.text(NOTE, patient="p1")
    assert (held.text, held.spans, held.complete, held.why) == ("", (), False, "opted-out")
    other = redactor.text(NOTE, patient="p2")
    assert other.complete and "Quillstrand" not in other.text and other.text
    assert redactor.text(NOTE, patient="P1").why == "opted-out"  # as records: case alone releases nobody


def test_a_text_without_a_patient_is_refused_while_a_list_is_set(made: dict[str, Any], tmp_path: Path) -> None:
    redactor = Redactor(**made, opt_out=opted(tmp_path, "p1"))
    for patient in (None, "", "  ", "NULL"):  # the last is one of nobody_ids
        with pytest.raises(SettingsError, match="opt_out"):
            redactor.text(NOTE, patient=patient)
    with pytest.raises(SettingsError, match="opt_out"):
        redactor.texts([NOTE])
    with pytest.raises(SettingsError, match="opt_out"):
        redactor.audio(tmp_path / "never-read.wav")
    with pytest.raises(RecordError, match="opted-out"):
        redactor.audio(tmp_path / "never-read.wav", patient="p1")


def test_each_of_many_texts_is_held_for_its_own_reason(made: dict[str, Any], tmp_path: Path) -> None:
    redactor = Redactor(**made, opt_out=opted(tmp_path, "p1"), max_text_chars=1000)
    found = redactor.texts(
        [NOTE, NOTE, NOTE, None, "x" * 1001, "x" * 1001], patients=["p1", "p2", None, "p1", "p2", "p1"]
    )
    why = [one if one is None else one.why for one in found]
    assert why == ["opted-out", "", "no-patient", None, "text-too-long", "opted-out"]
    assert [one.text for one in found if one is not None and not one.complete] == [""] * 4
    assert found[1] == redactor.text(NOTE, patient="p2")


def test_lists_are_compared_by_crosswalk_and_identifier(made: dict[str, Any], tmp_path: Path) -> None:
    crosswalk = tmp_path / "crosswalk.csv"
    crosswalk.write_text("source,canonical\nmrn-7,p7\n")
    redactor = Redactor(**made, opt_out=opted(tmp_path, "p7", "http://hospital.example/mrn|88"), crosswalk=crosswalk)
    assert redactor.text(NOTE, patient="mrn-7").why == "opted-out"
    assert redactor.text(NOTE, patient="p8").complete
    identifier = [{"system": "http://hospital.example/mrn", "value": "88"}]
    redactor.learn([{"resourceType": "Patient", "id": "p8", "identifier": identifier}])
    assert redactor.text(NOTE, patient="p8").why == "opted-out"


def test_a_text_of_a_patient_who_was_forgotten_for_good_is_not_returned(made: dict[str, Any], tmp_path: Path) -> None:
    redactor = Redactor(**made)
    redactor.learn([{"resourceType": "Patient", "id": "p1", "name": [{"family": "Vexholm"}]}])
    assert redactor.text(NOTE, patient="p1").complete
    settings = redactor.settings
    keyring = Keyring.load(settings.keyring)
    with KnownStore.open(known_values_path(settings), keyring, head_file=known_head_path(settings)) as store:
        store.erase(Erasure(b"1" * 16, (record_keys(settings, keyring).subject("p1"),)))
    after = Redactor(**made)
    assert after.text(NOTE, patient="p1").why == "opted-out"
    assert after.text(NOTE, patient="p2").complete and after.text(NOTE).complete


def test_a_list_holds_without_a_keyring_too(tmp_path: Path) -> None:
    made = Redactor(keyless=True, home=tmp_path, detectors=("patterns",), opt_out=opted(tmp_path, "p1"))
    assert made.text(NOTE, patient="p1").why == "opted-out" and made.text(NOTE, patient="p2").complete


def test_a_list_that_cannot_be_read_is_told_at_once(made: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="opt_out"):
        Redactor(**made, opt_out=tmp_path / "missing.txt")


def test_detect_gives_the_spans_and_stores_nothing(made: dict[str, Any], tmp_path: Path) -> None:
    redactor = Redactor(**made, profile="hips")
    before = _content(tmp_path)
    found = redactor.detect("😀 " + NOTE, patient="p1")
    assert _content(tmp_path) == before
    named = {("😀 " + NOTE)[span.start : span.end] for span in found.spans}
    assert found.complete and {"Emily Quillstrand", "3/4/2024"} <= named
    redactor.text("😀 " + NOTE, patient="p1")
    assert _content(tmp_path) != before  # a stand-in is stored
    with pytest.raises(TypeError):
        redactor.detect(7)  # type: ignore[arg-type]


def test_detect_finds_known_values_and_reads_no_text_that_is_too_long(made: dict[str, Any]) -> None:
    redactor = Redactor(**made, max_text_chars=1000)
    redactor.learn([{"resourceType": "Patient", "id": "p1", "name": [{"family": "Blixorn"}]}])
    (span,) = redactor.detect("The blixorn family came.", patient="p1").spans
    assert (span.start, span.end) == (4, 11) and redactor.detect("x" * 1001).why == "text-too-long"


def _content(folder: Path) -> dict[str, bytes]:
    return {str(p): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_a_list_counts_as_it_is_when_a_text_or_a_record_comes(made: dict[str, Any], tmp_path: Path) -> None:
    path = opted(tmp_path, "p1")
    redactor = Redactor(**made, opt_out=path)
    patient = {"resourceType": "Patient", "id": "p2"}
    assert redactor.text(NOTE, patient="p2").complete
    assert [out.outcome for out in redactor.records([patient])] == ["released"]
    path.write_text("p1\np2\n")
    assert redactor.text(NOTE, patient="p2").why == "opted-out"
    assert [out.outcome for out in redactor.records([patient])] == ["withheld"]
    path.write_text("p1\n")
    assert redactor.text(NOTE, patient="p2").complete
    path.unlink()
    with pytest.raises(NotInForceError, match="opt_out"):
        redactor.text(NOTE, patient="p2")
    for learn in (False, True):
        with pytest.raises(NotInForceError, match="opt_out"):
            list(redactor.records([patient], learn=learn))
    path.write_text("p1\n")
    fresh = Redactor(**made, opt_out=path)
    path.unlink()
    with pytest.raises(NotInForceError, match="opt_out"):  # before it has opened what learns
        list(fresh.records([patient], learn=True))


def test_a_profile_counts_while_it_is_approved(made: dict[str, Any]) -> None:
    redactor = Redactor(**made)
    approvals = open_approvals(redactor.settings, Keyring.load(redactor.settings.keyring))
    name, digest, by = redactor.profile.name, redactor.profile.digest, ("A. Steward", "2026-01-31")
    calls: list[Callable[[], object]] = [
        lambda: redactor.text(NOTE),
        lambda: redactor.texts([NOTE]),
        lambda: redactor.detect(NOTE),
        lambda: list(redactor.records([{"resourceType": "Patient", "id": "p2"}])),
    ]
    assert all(call() for call in calls)
    approvals.withdraw("profile", name, digest, *by)
    for call in calls:
        with pytest.raises(NotInForceError, match="withdrawn"):
            call()
    approvals.approve("profile", name, "1", digest, *by)
    assert all(call() for call in calls)


def test_a_patient_is_the_same_however_the_id_is_written_and_the_id_is_known(
    made: dict[str, Any], tmp_path: Path
) -> None:
    redactor = Redactor(**made, profile="hips", opt_out=opted(tmp_path, "OUT7"))
    text = "Patient PTX88121b came on 3/4/2024; file PTX88121b."
    spelled = ["PTX88121b", " PTX88121b ", "Patient/PTX88121b", "http://x.example/Patient/PTX88121b", '"PTX88121b",']
    assert len({done.text for done in redactor.texts([text] * 5, patients=spelled)}) == 1
    assert "PTX88121b" not in redactor.text(text, patient="PTX88121b").text
    for written in (" OUT7 ", "OUT7\n", "Patient/OUT7", "http://x.example/Patient/OUT7", '"OUT7",'):
        assert redactor.text(NOTE, patient=written).why == "opted-out"
    short = "5 mg at 12, HR 100"  # ids that are words of medicine take none away
    assert {redactor.text(short, patient=one).text for one in ("5", "12", "100", "mg")} == {short}


@pytest.mark.parametrize("written", ["OUT7", " OUT7 ", "Patient/OUT7", "http://x.example/fhir/Patient/OUT7"])
def test_a_row_is_withheld_however_it_writes_the_id(made: dict[str, Any], tmp_path: Path, written: str) -> None:
    redactor = Redactor(**made, opt_out=opted(tmp_path, "OUT7"))
    row = {"note_id": "n1", "patient_id": written, "note_text": NOTE}
    assert [out.outcome for out in redactor.records([row], schema="records/notesTable")] == ["withheld"]


def test_what_texts_and_records_cost_is_counted_by_tier(made: dict[str, Any]) -> None:
    redactor = Redactor(**made)
    assert redactor.costs.done == 0
    redactor.text(NOTE)
    redactor.detect(NOTE)
    redactor.texts([NOTE, "Seen by Dr. Quillstrand."])
    list(redactor.records([{"resourceType": "Observation", "id": "1", "status": "final", "note": [{"text": NOTE}]}]))
    costs = redactor.costs
    assert (costs.begun, costs.done) == (4, 4) and costs.texts >= 5 and costs.characters >= 4 * len(NOTE)
    assert costs.of(Tier.PATTERNS).cpu > 0 and costs.of(Tier.OTHER).cpu > 0 and costs.of(Tier.STUDENT).cpu == 0
