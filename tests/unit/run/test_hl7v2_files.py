"""HL7 v2 files, from IN to OUT: nothing planted leaves, results leave as they came, and what leaves is HL7 v2."""

from __future__ import annotations

import json
from pathlib import Path

import hl7
import pytest

from redactor.run.contracts import Summary
from tests.unit.run.hl7v2_kit import CLEAN, HOSTILE, MSH, OBR, PID, PLANTED, message
from tests.unit.run.test_note_files import Desk, desk  # noqa: F401

PATIENT = {
    "resourceType": "Patient", "id": "4417-Q", "birthDate": "1950-02-03",
    "name": [{"family": "Vexholm", "given": ["Tarquil", "Q"]}],
}  # fmt: skip


def released(desk: Desk) -> list[str]:  # noqa: F811
    """The text of each file of messages in OUT."""
    return [path.read_bytes().decode("utf-8") for path in sorted(desk.out.glob("*.hl7"))]


def only(desk: Desk) -> hl7.Message:  # noqa: F811
    (text,) = released(desk)
    return hl7.parse(text)


def test_no_planted_value_leaves(desk: Desk) -> None:  # noqa: F811
    for name, data in HOSTILE.items():
        desk.put(f"{name}.hl7", data)
    summary = desk.run()
    leaked = {v: t[:300] for t in (*released(desk), *_others(desk)) for v in PLANTED if v.casefold() in t.casefold()}
    assert not leaked
    assert summary.outcomes["released"] >= 30


def _others(desk: Desk) -> list[str]:  # noqa: F811
    return [p.read_text("utf-8") for p in desk.out.iterdir() if p.suffix in (".ndjson", ".json", ".txt")]


@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "limited-dataset", "hips"])
def test_results_units_and_codes_leave_as_they_came(desk: Desk, profile: str) -> None:  # noqa: F811
    desk.put("a.hl7", message(*CLEAN))
    desk.run(profile=profile)
    kept = only(desk).segments("OBX")
    for before, after in zip(CLEAN, kept, strict=True):
        was = before.split("|")
        assert [str(after[i]) for i in range(12)][1:] == (was + [""] * 12)[1:12], before


def test_a_message_is_valid_and_keeps_its_frame(desk: Desk) -> None:  # noqa: F811
    desk.put("a.hl7", "\x0b" + message(*CLEAN).replace("|", "#").replace("^", "$") + "\x1c\r")
    summary = desk.run()
    text = released(desk)[0]
    parsed = hl7.parse(text)
    assert text.startswith("MSH#$~\\&#") and text.endswith("\r")
    assert [str(s[0]) for s in parsed] == ["MSH", "PID", "NK1", "PV1", "OBR", *["OBX"] * 6]
    assert str(parsed.segment("MSH")[9]) == "ORU$R01$ORU_R01"
    assert summary.outcomes["released"] == 1


def test_dates_ids_and_names_by_profile(desk: Desk) -> None:  # noqa: F811
    desk.put("a.hl7", message("OBX|1|TX|1^Note^L||Mr. Vexholm improved~on 2024-03-04.||||||F"))
    desk.run("safe")
    safe = only(desk)
    assert str(safe.segment("OBR")[7]) == "2024"
    assert str(safe.segment("OBX")[5]) == "Mr. [PERSON] improved~on 2024."
    desk.run("kept", profile="limited-dataset")
    kept = only(desk)
    assert str(kept.segment("OBR")[7]) == "202403040915"
    assert str(kept.segment("PID")[3][0][0]) == str(safe.segment("PID")[3][0][0])
    desk.run("hips", profile="hips")
    hips = only(desk)
    shifted = str(hips.segment("OBR")[7])
    assert len(shifted) == 12 and shifted != "202403040915"
    family = str(hips.segment("PID")[5][0][0])
    assert family not in ("", "Vexholm") and f"Mr. {family} improved" in str(hips.segment("OBX")[5])


def test_a_message_and_fhir_agree(desk: Desk) -> None:  # noqa: F811
    desk.put("patient.ndjson", json.dumps(PATIENT) + "\n")
    desk.put("a.hl7", message("OBX|1|TX|1^Note^L||Tarquil Vexholm improved.||||||F"))
    desk.run(profile="hips")
    patient = json.loads(next(desk.out.glob("*.ndjson")).read_text().splitlines()[0])
    (name,) = patient["name"]
    pid = only(desk).segment("PID")
    assert str(pid[3][0][0]) == patient["id"]
    assert [str(pid[5][0][0]), str(pid[5][0][1])] == [name["family"], name["given"][0]]
    assert str(only(desk).segment("OBX")[5]) == f"{name['given'][0]} {name['family']} improved."


def test_a_crosswalk_ties_a_message_to_fhir(desk: Desk) -> None:  # noqa: F811
    desk.put("patient.ndjson", json.dumps(PATIENT | {"id": "pat-1"}) + "\n")
    desk.put("a.hl7", message("NTE|1||Seen by Dr. Ostrander."))
    (desk.root / "crosswalk.csv").write_text("mrn,id\n4417-Q,pat-1\n")
    desk.run(profile="hips", crosswalk=desk.root / "crosswalk.csv")
    patient = json.loads(next(desk.out.glob("*.ndjson")).read_text().splitlines()[0])
    assert str(only(desk).segment("PID")[5][0][0]) == patient["name"][0]["family"]


def test_texts_are_searched_for_the_other_segments(desk: Desk) -> None:  # noqa: F811
    text = "vexholm came with zephyrine to ostrander~4417-Q, V-55120, 17 quellbrook lane"
    desk.put("a.hl7", message(f"OBX|1|TX|1^Note^L||{text}||||||F"))
    desk.run()
    left = str(only(desk).segment("OBX")[5])
    assert not [v for v in PLANTED if v.casefold() in left.casefold()], left


def test_an_age_over_89_does_not_leave(desk: Desk) -> None:  # noqa: F811
    desk.put("a.hl7", message("OBX|1|NM|30525-0^Age^LN||93|a|||||F"))
    desk.run()
    assert str(only(desk).segment("OBX")[5]) == ""


def test_messages_of_one_file_leave_together(desk: Desk) -> None:  # noqa: F811
    other = message("NTE|1||Seen.").replace("4417-Q", "5518-R").replace("Vexholm", "Brindlemoor")
    desk.put("a.hl7", "FHS|^~\\&|LAB\rBHS|^~\\&\r" + message(*CLEAN) + other + "BTS|2\rFTS|1\r")
    summary = desk.run()
    assert summary.outcomes["released"] == 2
    assert released(desk)[0].count("MSH|") == 2


def test_what_has_no_rule_is_counted(desk: Desk) -> None:  # noqa: F811
    desk.put("a.hl7", message("ZPI|1|Vexholm"))
    assert desk.run().unknown_fields == {"hl7v2Message.segments.(other)": 1}


def test_other_suffixes_name_the_remedy(desk: Desk) -> None:  # noqa: F811
    desk.put("a.txt", message(*CLEAN))
    assert _reasons(desk.run()) == {"hl7-v2"}


def test_unicode_is_declared(desk: Desk) -> None:  # noqa: F811
    text = message("NTE|1||Température normale.", head=MSH + "||||||8859/1")
    desk.put("a.hl7", text.encode("latin-1"))
    desk.run()
    parsed = only(desk)
    assert str(parsed.segment("MSH")[18]) == "UNICODE UTF-8"
    assert str(parsed.segment("NTE")[3]) == "Température normale."


def _reasons(summary: Summary) -> set[str]:
    return set(summary.reasons)


def test_an_acknowledgement_and_null_values(desk: Desk, tmp_path: Path) -> None:  # noqa: F811
    desk.put("a.hl7", f"{MSH}\rMSA|AA|MSG00016\r")
    desk.put("b.hl7", message('OBX|1|ST|1^x^L||""||||||F').replace(PID, PID + '|""').replace(OBR, OBR))
    desk.run()
    texts = "".join(released(desk))
    assert "MSA|AA|" in texts and '||""|' in texts
