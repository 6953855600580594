"""The library as a user calls it, and the settings that change what is released."""

from __future__ import annotations

import datetime as dt
import json
import re
import shutil
import warnings
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from redactor import Redactor
from redactor.assemble.home import open_approvals
from redactor.assemble.runs import build_run, make_processor
from redactor.errors import KeyringError, ProfileError, RunError, SettingsError
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.run.contracts import RawRecord
from redactor.run.runner import run
from redactor.settings import load_settings
from schemas.engine.records import Outcome, Reason, RecordError

ROOT = Path(__file__).parents[2]
RULES = ("patterns", "known")  # where a name without a cue must stay, unless what is tested takes it out
PATIENT: dict[str, Any] = {
    "resourceType": "Patient",
    "id": "p1",
    "name": [{"family": "Quimby", "given": ["Zorbatine"]}],
    "birthDate": "1980-05-17",
    "gender": "female",
}


@pytest.fixture
def made(tmp_path: Path, keyring_path: Path) -> dict[str, Any]:
    return {"keyring": keyring_path, "home": tmp_path / "home"}


def note(text: str, patient: str = "p1") -> dict[str, Any]:
    return {
        "resourceType": "Communication",
        "id": "c1",
        "status": "completed",
        "subject": {"reference": f"Patient/{patient}"},
        "payload": [{"contentString": text}],
    }


def said(out: dict[str, Any]) -> str:
    return str(out["payload"][0]["contentString"])


def test_the_readme_example_runs_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = re.search(r"```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL)
    assert code is not None
    monkeypatch.chdir(tmp_path)
    shown: list[Any] = []
    exec(code[1], {"print": lambda *a: shown.extend(a)})
    keys = Path("keys.json").read_bytes()
    exec(code[1], {"print": lambda *a: shown.extend(a)})
    assert Path("keys.json").read_bytes() == keys
    assert shown[: len(shown) // 2] == shown[len(shown) // 2 :]
    assert "Emily" not in shown[0]
    assert shown[-1]["gender"] == "female"
    assert shown[-1]["id"] != "p1" and shown[-1]["birthDate"] == "1980"


def test_a_birth_date_that_no_day_can_judge_is_warned_of(made: dict[str, Any]) -> None:
    patient = {"resourceType": "Patient", "id": "p1", "birthDate": "1980-05-17"}
    with pytest.warns(UserWarning, match="as_of") as warned:
        assert "birthDate" not in Redactor(**made, detectors=RULES).record(patient)
    assert "1980" not in str(warned[0].message)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        dated = Redactor(**made, detectors=RULES, as_of=dt.date(2025, 6, 30))
        assert dated.record(patient)["birthDate"] == "1980"
        Redactor(**made, detectors=RULES).record({"resourceType": "Patient", "id": "p1", "gender": "female"})


def test_harvested_values_are_found_in_later_notes(made: dict[str, Any]) -> None:
    redactor = Redactor(**made, detectors=RULES)
    text = "We told Zorbatine that her results are fine"
    redactor.learn([PATIENT])
    assert "Zorbatine" not in said(redactor.record(note(text)))
    assert "Zorbatine" not in redactor.text(text, patient="p1").text
    assert "Zorbatine" in redactor.text(text, patient="p2").text


def test_passing_numbers_are_compared_with_what_is_known(made: dict[str, Any]) -> None:
    made |= {"detectors": RULES, "profile": "limited-dataset"}
    redactor = Redactor(**made)
    npi = {"system": "http://hl7.org/fhir/sid/us-npi", "value": "1234567000"}
    patient = PATIENT | {"identifier": [{"system": "urn:x", "value": "48213377"}]}
    redactor.learn([patient, {"resourceType": "Practitioner", "id": "d1", "identifier": [npi]}])
    coded = {"resourceType": "Observation", "id": "o1", "status": "final", "code": {"text": "x"}}
    records = [
        coded | {"subject": {"reference": f"Patient/{who}"}, "valueQuantity": {"value": number, "unit": "copies/mL"}}
        for who, number in (("p1", 48213377), ("p2", 48213377), ("p2", 1234567000), ("p1", 48213378))
    ]
    released = [out.data["valueQuantity"] for out in redactor.records(records) if out.data]
    assert ["value" in quantity for quantity in released] == [False, True, False, True]
    processor = make_processor(redactor.settings, None)  # a worker of a run reads the same home
    done = processor.process([RawRecord(json.dumps(r).encode(), f"1:{i}") for i, r in enumerate(records)])
    assert [dict(d.omitted).get("known-value", 0) for d in done] == [1, 0, 1, 0]


def test_the_default_finds_a_name_that_no_rule_and_no_record_knows(made: dict[str, Any]) -> None:
    text = "saw Oluwaseun in clinic"
    assert "Oluwaseun" in Redactor(**made, detectors=RULES).text(text).text
    redactor = Redactor(**made)
    assert "Oluwaseun" not in redactor.text(text).text
    assert "Oluwaseun" not in said(redactor.record(note(text)))


def test_records_gives_every_outcome_in_order(made: dict[str, Any]) -> None:
    odd = [PATIENT, {"resourceType": "Person Smith"}, {"x": 1}, note("well")]
    outcomes = [o.outcome for o in Redactor(**made).records(odd)]
    assert outcomes == [Outcome.RELEASED, Outcome.QUARANTINED, Outcome.QUARANTINED, Outcome.RELEASED]


def test_a_record_that_is_too_deep_takes_no_other_with_it(made: dict[str, Any]) -> None:
    patient: dict[str, Any] = {"resourceType": "Patient", "id": "p1", "identifier": [{"system": "urn:x", "value": "7"}]}
    deep: Any = 1
    for _ in range(1000):
        deep = [{"extension": deep}]
    found = list(Redactor(**made).records([patient, {**patient, "extension": deep}, patient]))
    assert [(o.outcome, o.reason) for o in found] == [
        (Outcome.RELEASED, None), (Outcome.QUARANTINED, Reason.TOO_DEEP), (Outcome.RELEASED, None),
    ]  # fmt: skip


def test_a_record_that_must_not_leave_raises_a_code(made: dict[str, Any]) -> None:
    with pytest.raises(RecordError) as e:
        Redactor(**made).record({"resourceType": "Smith", "name": "Alberta Quimby"})
    assert e.value.reason is Reason.NO_SCHEMA
    assert "Smith" not in str(e.value)


def test_a_crosswalk_makes_two_ids_one_patient(made: dict[str, Any], tmp_path: Path) -> None:
    crosswalk = tmp_path / "crosswalk.csv"
    crosswalk.write_text("source,canonical\nold9,p1\nolder8,old9\n")
    plain, joined = Redactor(**made, profile="hips"), Redactor(**made, profile="hips", crosswalk=crosswalk)
    text = "Seen on 03/04/2024."
    shifted = [said(joined.record(note(text, p))) for p in ("p1", "old9", "older8")]
    assert len(set(shifted)) == 1
    assert {o.subject for o in joined.records([note("", "old9")])} == {
        o.subject for o in plain.records([note("", "p1")])
    }


def test_records_of_patients_who_opted_out_are_withheld(made: dict[str, Any], tmp_path: Path) -> None:
    listed = tmp_path / "out.txt"
    listed.write_text("# no research\np1\n")
    outs = list(Redactor(**made, opt_out=listed).records([PATIENT, note("x"), note("x", "p2")]))
    assert [o.outcome for o in outs] == [Outcome.WITHHELD, Outcome.WITHHELD, Outcome.RELEASED]
    assert outs[0].reason is Reason.OPTED_OUT
    assert outs[0].data is None


@pytest.mark.parametrize("code", ["R", "V", "42CFRPart2"])
def test_restricted_records_are_withheld(made: dict[str, Any], code: str) -> None:
    record = {**note("x"), "meta": {"security": [{"system": "http://example.org/any", "code": code}]}}
    (out,) = Redactor(**made).records([record])
    assert (out.outcome, out.reason) == (Outcome.WITHHELD, Reason.RESTRICTED)


def test_a_site_redacts_and_allows_terms_of_its_own(made: dict[str, Any]) -> None:
    site = {
        "always_redact": ("Project Nightingale", {"term": "Nia", "entity": "PERSON"}),
        "allow": ("Wren", {"term": "Martin", "context": "Martin (clip|drain)"}),
        "patterns": ({"name": "bed", "regex": "BED-[0-9]+", "entity": "ID"},),
    }
    out = Redactor(**made, site=site, detectors=RULES).text(
        "On project nightingale, in BED-12. nia gave Mr. Wren the Martin clip. Mr. Martin"
    )
    assert out.text == "On [ID], in [ID]. [PERSON] gave Mr. Wren the Martin clip. Mr. [PERSON]"


def test_an_allowed_term_that_is_a_known_value_stops_a_run(made: dict[str, Any], tmp_path: Path) -> None:

    Redactor(**made).learn([PATIENT])
    settings = load_settings(keyring=str(made["keyring"]), home=made["home"], site={"allow": ("Quimby",)})
    with pytest.raises(SettingsError) as e:
        build_run(settings, None, tmp_path / "out")
    assert "known" in str(e.value)


def test_records_need_a_keyring_and_texts_under_keyed_profiles_too(tmp_path: Path) -> None:
    with pytest.raises(KeyringError):
        Redactor(home=tmp_path)
    quick = Redactor(home=tmp_path, keyless=True)
    assert quick.text("Dr. Adam Wilson").text in ("Dr. [PERSON]", "[PERSON]")
    with pytest.raises(KeyringError):
        quick.record(PATIENT)
    with pytest.raises(KeyringError):
        Redactor(home=tmp_path, keyless=True, profile="hips")


def test_only_approved_profiles_run(made: dict[str, Any], tmp_path: Path) -> None:
    document = json.loads((ROOT / "redactor" / "policy" / "shipped" / "limited-dataset.json").read_text())
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps({**document, "profile": "mine"}))
    with pytest.raises(SettingsError, match="approve"):
        Redactor(**made, profile=str(mine))
    with pytest.raises(ProfileError):
        Redactor(**made, profile="unheard-of")


def test_workers_use_the_profile_that_the_manifest_names(made: dict[str, Any], tmp_path: Path) -> None:
    """It was read again by every worker, after a swap another approved one."""
    document = json.loads((ROOT / "redactor" / "policy" / "shipped" / "limited-dataset.json").read_text())
    mine = tmp_path / "mine.json"
    mine.write_text(json.dumps(document))
    (tmp_path / "in").mkdir()
    config, callbacks = build_run(
        load_settings(**{**made, "keyring": str(made["keyring"])}, profile=str(mine), detectors=RULES),
        tmp_path / "in",
        tmp_path / "out",
    )
    mine.write_text((ROOT / "redactor" / "policy" / "shipped" / "redactor.json").read_text())
    assert isinstance(callbacks.processor, partial)
    assert callbacks.processor.keywords["profile"].digest == config.metadata.profile_digest
    mine.write_text('{"profile": "a", "profile": "b"}')
    with pytest.raises(ProfileError, match="twice"):
        Redactor(**made, profile=str(mine))


def test_who_lets_voices_leave_stands_in_the_manifest_and_the_summary(made: dict[str, Any], tmp_path: Path) -> None:
    voice = {"by": "Privacy Board", "basis": "consent"}
    document = json.loads((ROOT / "redactor" / "policy" / "shipped" / "limited-dataset.json").read_text())
    (tmp_path / "mine.json").write_text(json.dumps({**document, "profile": "mine", "release_voice": voice}))
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.ndjson").touch()
    keyring = Keyring.load(made["keyring"])
    for name, expected in ((str(tmp_path / "mine.json"), voice), ("limited-dataset", None)):
        settings = load_settings(**{**made, "keyring": str(made["keyring"])}, profile=name, detectors=("patterns",))
        if expected is not None:
            digest = load_profile(name).digest
            open_approvals(settings, keyring).approve("profile", "mine", "1", digest, "A", "2026-01-01T00:00:00Z")
        out = tmp_path / f"out-{expected is None}"
        config, callbacks = build_run(settings, tmp_path / "in", out, tmp_path / f"state-{expected is None}")
        summary = run(config, callbacks, lambda step: None)
        assert (summary.release_voice and asdict(summary.release_voice)) == expected
        assert json.loads((out / "manifest.json").read_text())["profile"].get("release_voice") == expected


def test_over_89_is_judged_at_as_of(made: dict[str, Any]) -> None:
    old = {**PATIENT, "birthDate": "1930-01-01"}
    then = Redactor(**made, as_of=dt.date(2010, 1, 1)).record(old)
    now = Redactor(**made, as_of=dt.date(2026, 1, 1)).record(old)
    assert then["birthDate"] == "1930"
    assert "birthDate" not in now
    assert now["_birthDate"]["extension"][0]["valueCode"] == "masked"


def test_a_site_schema_that_cannot_be_compiled_stops_a_run(made: dict[str, Any], tmp_path: Path) -> None:
    from redactor.errors import SchemaError

    ours = tmp_path / "ours"
    ours.mkdir()
    document = {"title": "records/x", "version": "1", "dataType": "x", "subject": [], "type": "object"}
    (ours / "x.json").write_text(json.dumps({**document, "properties": {"a": {"type": "string", "rule": "burn"}}}))
    settings = load_settings(keyring=str(made["keyring"]), home=made["home"], schema_dirs=(ours,))
    with pytest.raises(SchemaError, match="records/x"):
        build_run(settings, None, tmp_path / "out")


def test_a_run_stops_where_its_model_is_gone_before_a_worker_reads_a_text(made: dict[str, Any], tmp_path: Path) -> None:
    from redactor.detect.student.detector import SHIPPED
    from redactor.run.runner import run

    model, records, out = tmp_path / "model", tmp_path / "records.ndjson", tmp_path / "out"
    shutil.copytree(SHIPPED, model)
    records.write_text(json.dumps(PATIENT) + "\n" + json.dumps(note("saw Oluwaseun in clinic")) + "\n")
    settings = load_settings(keyring=str(made["keyring"]), home=made["home"], student=model)
    config, callbacks = build_run(settings, records, out, workers=2)
    (model / "student.onnx").write_bytes(b"")
    with pytest.raises(RunError, match="damaged"):
        run(config, callbacks)
    assert not list(out.rglob("*.ndjson"))


def test_a_run_with_workers_does_not_start_without_its_model(made: dict[str, Any], tmp_path: Path) -> None:

    settings = load_settings(keyring=str(made["keyring"]), home=made["home"], student=tmp_path)
    with pytest.raises(SettingsError):
        build_run(settings, None, tmp_path / "out", workers=2)
