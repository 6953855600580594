"""CDA documents, from IN to OUT: nothing planted leaves, results leave as they came, and what leaves is XML."""

from __future__ import annotations

import json
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from tests.unit.run.cda_kit import CLEAN, HOSTILE, PLANTED, entry, section
from tests.unit.run.test_hl7v2_files import PATIENT
from tests.unit.run.test_note_files import Desk, desk  # noqa: F401

V3 = "{urn:hl7-org:v3}"
TYPE = "{http://www.w3.org/2001/XMLSchema-instance}type"


def released(desk: Desk) -> list[str]:  # noqa: F811
    return [path.read_text("utf-8") for path in sorted(desk.out.glob("*.xml"))]


def only(desk: Desk) -> ElementTree.Element:  # noqa: F811
    (text,) = released(desk)
    return ElementTree.fromstring(text)


def found(root: ElementTree.Element, path: str) -> Iterator[dict[str, str]]:
    yield from (dict(e.attrib) for e in root.iterfind(".//" + "/".join(V3 + step for step in path.split("/"))))


def test_no_planted_value_leaves(desk: Desk) -> None:  # noqa: F811
    for name, data in HOSTILE.items():
        desk.put(f"{name}.xml", data)
    summary = desk.run()
    texts = released(desk)
    leaked = {v: t for t in texts for v in (*PLANTED, "root:", "VGFycXVpbCBWZXhob2xt") if v.casefold() in t.casefold()}
    assert not {v: t[max(0, t.casefold().find(v.casefold()) - 80) :][:200] for v, t in leaked.items()}
    for text in texts:
        ElementTree.fromstring(text)
    assert summary.outcomes["released"] >= 30
    assert set(summary.reasons) <= {"malformed-message", "bad-encoding", "too-deep", "xml"}


@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "limited-dataset", "hips"])
def test_results_units_and_codes_leave_as_they_came(desk: Desk, profile: str) -> None:  # noqa: F811
    desk.put("a.xml", CLEAN)
    desk.run(profile=profile)
    before, after = ElementTree.fromstring(CLEAN), only(desk)
    for path in ("observation/code", "observation/value", "observationRange/value/low", "observationRange/value/high",
                 "organizer/code", "section/code", "templateId", "statusCode", "interpretationCode"):  # fmt: skip
        wanted = list(found(before, path))
        assert (
            wanted
            and [{k: v for k, v in a.items() if k in w} for a, w in zip(found(after, path), wanted, strict=True)]
            == wanted
        )
    text = after.find(f".//{V3}section/{V3}text")
    assert text is not None and [e.tag.removeprefix(V3) for e in text.iter()][1:] == [
        "paragraph", "table", "thead", "tr", "th", "th", "tbody", "tr", "td", "td",
    ]  # fmt: skip
    assert "".join(text.itertext()).strip() == "Hemoglobin was normal.TestValueHemoglobin13.20 g/dL"


def test_dates_ids_and_names_by_profile(desk: Desk) -> None:  # noqa: F811
    desk.put("a.xml", section("<paragraph>Mr. Vexholm improved on 2024-03-04.</paragraph>"))
    desk.run("safe")
    safe = only(desk)
    assert [a["value"] for a in found(safe, "encompassingEncounter/effectiveTime/low")] == ["2024"]
    desk.run("kept", profile="limited-dataset")
    kept = only(desk)
    assert [a["value"] for a in found(kept, "encompassingEncounter/effectiveTime/low")] == ["202403010815"]
    assert [a["value"] for a in found(kept, "birthTime")] == ["19500203"]
    assert list(found(kept, "patientRole/id")) == list(found(safe, "patientRole/id"))
    desk.run("hips", profile="hips")
    hips = only(desk)
    family = hips.findtext(f".//{V3}patient/{V3}name/{V3}family")
    assert family not in (None, "Vexholm")
    assert f"Mr. {family} improved" in "".join(hips.find(f".//{V3}section/{V3}text").itertext())  # type: ignore[union-attr]


def test_a_document_and_fhir_agree(desk: Desk) -> None:  # noqa: F811
    desk.put("patient.ndjson", json.dumps(PATIENT) + "\n")
    desk.put("a.xml", section("Tarquil Vexholm improved."))
    desk.run(profile="hips")
    patient = json.loads(next(desk.out.glob("*.ndjson")).read_text().splitlines()[0])
    (name,) = patient["name"]
    root = only(desk)
    assert next(found(root, "patientRole/id"))["extension"] == patient["id"]
    own = root.find(f".//{V3}patient/{V3}name")
    assert own is not None
    assert (own.findtext(f"{V3}family"), own.findtext(f"{V3}given")) == (name["family"], name["given"][0])


def test_texts_are_searched_for_the_header(desk: Desk) -> None:  # noqa: F811
    desk.put("a.xml", section("vexholm came with zephyrine to ostrander; 4417-Q, V-55120, quellbrook hospital"))
    desk.run()
    text = "".join(only(desk).find(f".//{V3}section/{V3}text").itertext())  # type: ignore[union-attr]
    assert not [v for v in PLANTED if v.casefold() in text.casefold()], text


def test_times_of_bookkeeping_are_withheld_where_dates_shift(desk: Desk) -> None:  # noqa: F811
    desk.put("a.xml", CLEAN)
    desk.run(profile="hips")
    root = only(desk)
    times = [*found(root, "author/time"), root.find(f"{V3}effectiveTime").attrib]  # type: ignore[union-attr]
    assert times == [{"nullFlavor": "MSK"}] * 2


def test_an_age_over_89_does_not_leave(desk: Desk) -> None:  # noqa: F811
    code = '<code code="30525-0" codeSystem="2.16.840.1.113883.6.1" displayName="Age"/>'
    desk.put("a.xml", entry(f'{code}<value xsi:type="PQ" value="93" unit="a"/>'))
    desk.run()
    assert all("value" not in a for a in found(only(desk), "observation/value"))


def test_what_has_no_rule_is_counted(desk: Desk) -> None:  # noqa: F811
    desk.put("a.xml", HOSTILE["unknown element"])
    assert "Act.comment" in desk.run().unknown_fields
