"""The synthetic sink as a reader of its files sees it: valid, coherent, with exact gold."""

from __future__ import annotations

import base64
import csv
import hashlib
import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from fhir.resources.R4B import get_fhir_model_class
from stdnum.us import ssn as stdnum_ssn

from redactor.entities import Entity
from redactor.lexicon.check_digits import luhn_digit
from redactor.sample import SinkSummary, numbers, write_sink
from redactor.sample.marked import encode, escape, fill_template, join, mark, split_lines
from redactor.sample.notes import wrap
from redactor.sample.notes.kinds import KINDS
from tests.each_row import each_row

REQUIRED = {
    "Patient", "RelatedPerson", "Practitioner", "PractitionerRole", "Organization", "Location", "Coverage", "Encounter",
    "Condition", "Observation", "MedicationRequest", "Appointment", "Communication", "DiagnosticReport",
    "DocumentReference",
}  # fmt: skip


@dataclass
class Sink:
    root: Path
    summary: SinkSummary
    records: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    bundles: list[dict[str, Any]] = field(default_factory=list)

    def resources(self) -> Iterator[dict[str, Any]]:
        return (r for r in self.records.values() if r.get("resourceType", "Bundle") != "Bundle")

    def gold(self) -> Iterator[dict[str, Any]]:
        with (self.root / "gold" / "gold.ndjson").open(encoding="utf-8") as file:
            yield from map(json.loads, file)


def read(root: Path, summary: SinkSummary) -> Sink:
    sink = Sink(root, summary)
    for path in sorted((root / "records").rglob("*.*")):
        name = str(path.relative_to(root))
        if path.suffix == ".ndjson":
            for i, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
                row = json.loads(line)
                key = f"{row['resourceType']}/{row['id']}" if "resourceType" in row else str(i + 1)
                sink.records[name, key] = row
        elif path.suffix == ".json":
            bundle = json.loads(path.read_text(encoding="utf-8"))
            sink.bundles.append(bundle)
            for held in [bundle, *(e["resource"] for e in bundle["entry"])]:
                sink.records[name, f"{held['resourceType']}/{held['id']}"] = held
        else:
            with path.open(encoding="utf-8", newline="") as file:
                sink.records |= {(name, row["note_id"]): dict(row) for row in csv.DictReader(file)}
    return sink


@pytest.fixture(scope="module")
def sink(tmp_path_factory: pytest.TempPathFactory) -> Sink:
    root = tmp_path_factory.mktemp("synth")
    return read(root, write_sink(root, 40, 3))


def at_path(record: dict[str, Any], path: str) -> tuple[Any, Any]:
    node, parent = record, record
    for part in re.findall(r"[^.\[\]]+|\[\d+\]", path):
        parent, node = node, node[int(part[1:-1])] if part[0] == "[" else node[part]
    return node, parent


def decoded(attachment: dict[str, Any]) -> str:
    named = re.search(r"charset=(\S+)", attachment["contentType"])
    default = "iso-8859-1" if attachment["contentType"] == "application/pdf" else "utf-8"
    return base64.b64decode(attachment["data"]).decode(named[1] if named else default)


def references(node: Any) -> Iterator[str]:
    if isinstance(node, dict):
        if isinstance(node.get("reference"), str):
            yield node["reference"]
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)


def test_every_gold_value_is_at_its_gold_offsets(sink: Sink) -> None:
    checked = 0
    for line in sink.gold():
        if line["path"] == "$name":
            assert Path(line["file"]).name[line["start"] or 0 : line["end"]].startswith(line["value"])
            continue
        value, parent = at_path(sink.records[line["file"], line["record"]], line["path"])
        if line["start"] is not None:
            text = decoded(parent) if line["path"].endswith(".data") else value
            value = text[line["start"] : line["end"]]
        assert str(value) == line.get("surface", line["value"])
        assert Entity(line["entity"])
        checked += 1
    assert checked > 20_000
    assert sum(1 for _ in sink.gold()) == sink.summary.identifiers


def test_no_patient_name_is_unmarked_in_a_note(sink: Sink) -> None:
    marked: dict[tuple[str, str, str], list[tuple[int, int]]] = {}
    for g in sink.gold():
        if g["start"] is not None:
            marked.setdefault((g["file"], g["record"], g["path"]), []).append((g["start"], g["end"]))
    rows = [(key, r) for key, r in sink.records.items() if key[0] == "records/notes.csv"]
    assert rows
    people = {r["id"]: r["name"][0] for r in sink.resources() if r["resourceType"] == "Patient"}
    for (file, record), row in rows:
        family = people[row["patient_id"]]["family"]
        spans = marked[file, record, "note_text"]
        for found in re.finditer(rf"(?<!\w){re.escape(family)}(?!\w)", row["note_text"]):
            # A family name that is also a word or an eponym may occur there as a word.
            inside = any(a <= found.start() and found.end() <= b for a, b in spans)
            assert inside or family in {"Parkinson", "Foley", "Graves", "May", "Will", "Child", "Barrett"}


def test_resources_are_valid_r4(sink: Sink) -> None:
    by_type: dict[str, list[dict[str, Any]]] = {}
    for r in sink.resources():
        by_type.setdefault(r["resourceType"], []).append(r)
    assert set(by_type) >= REQUIRED
    for kind, held in by_type.items():
        for resource in held[:25]:
            get_fhir_model_class(kind).model_validate(resource)
    for bundle in sink.bundles[:3]:
        get_fhir_model_class("Bundle").model_validate(bundle)


def test_every_reference_resolves(sink: Sink) -> None:
    known = {f"{r['resourceType']}/{r['id']}" for r in sink.resources()}
    known |= {entry["fullUrl"] for b in sink.bundles for entry in b["entry"]}
    for r in sink.resources():
        for i in r["identifier"] if isinstance(r.get("identifier"), list) else []:
            known.add(f"{r['resourceType']}?identifier={i['system']}|{i['value']}")
    forms = set()
    for r in sink.resources():
        for reference in references(r):
            if reference.startswith("#"):
                assert reference[1:] in {c["id"] for c in r["contained"]}
                forms.add("contained")
                continue
            absolute = reference.startswith("https://")
            assert ("/".join(reference.split("/")[-2:]) if absolute else reference) in known
            forms.add(next((f for f in ("urn:uuid:", "?identifier=", "https://") if f in reference), "relative"))
    assert forms == {"contained", "relative", "urn:uuid:", "?identifier=", "https://"}


def test_relatives_share_a_household_and_some_are_patients_too(sink: Sink) -> None:
    patients = {r["id"]: r for r in sink.resources() if r["resourceType"] == "Patient"}
    relatives = {r["id"]: r for r in sink.resources() if r["resourceType"] == "RelatedPerson"}
    linked = 0
    for p in patients.values():
        for link in p.get("link", []):
            twin = relatives[link["other"]["reference"].split("/")[-1].removeprefix("urn:uuid:")]
            assert twin["birthDate"] == p["birthDate"]
            assert twin["name"][0]["family"] == p["name"][0]["family"]
            linked += 1
    assert linked > 5
    assert len({p["name"][0]["family"] for p in patients.values()}) < len(patients)


def test_notes_come_in_many_types_and_notations(sink: Sink) -> None:
    attachments = [d["content"][0]["attachment"] for d in sink.resources() if d["resourceType"] == "DocumentReference"]
    types = {d["type"]["text"] for d in sink.resources() if d["resourceType"] == "DocumentReference"}
    assert len(types) >= 10
    kinds = {a["contentType"] for a in attachments}
    assert {"text/plain", "application/xhtml+xml"} <= kinds
    assert any("iso-8859-1" in k or "windows-1252" in k for k in kinds)
    assert any("rtf" in k for k in kinds)
    assert any(ord(c) > 255 for a in attachments for c in decoded(a))


def test_special_cases_are_present_and_listed_in_facts(sink: Sink) -> None:
    facts: dict[str, set[str]] = {}
    for line in (sink.root / "gold" / "facts.ndjson").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        facts.setdefault(row["fact"], set()).add(row["record"])
        assert (row["file"], row["record"]) in sink.records
    assert set(facts) == {"restricted", "entered-in-error", "over-89", "deceased"}
    deceased = {f"Patient/{r['id']}" for r in sink.resources() if "deceasedDateTime" in r}
    assert deceased == facts["deceased"]
    restricted = {f"{r['resourceType']}/{r['id']}" for r in sink.resources() if r["meta"].get("security")}
    assert restricted == facts["restricted"]
    born = {f"Patient/{r['id']}": r["birthDate"] for r in sink.resources() if r["resourceType"] == "Patient"}
    assert all(born[who] < "1937-01-01" for who in facts["over-89"])


def test_no_event_is_before_birth_or_after_the_last_day(sink: Sink) -> None:
    born = {r["id"]: r["birthDate"] for r in sink.resources() if r["resourceType"] == "Patient"}
    for r in sink.resources():
        if r["resourceType"] == "Encounter":
            who = r["subject"]["reference"].split("/")[-1].removeprefix("urn:uuid:")
            assert born[who] <= r["period"]["start"] <= r["period"]["end"] < "2026-07"


def test_identifiers_hide_in_odd_places(sink: Sink) -> None:
    paths = {re.sub(r"\[\d+\]", "", g["path"]) for g in sink.gold()}
    expected = {
        "subject.display", "comment", "note.text", "note.authorString", "content.attachment.title", "code.text",
        "meta.source", "meta.tag.display", "alias", "position.latitude", "payload.contentString",
        "udiCarrier.carrierHRF", "text.div", "entry.fullUrl", "entry.request.url",
        "entry.request.ifNoneExist", "contained.name.family",
        "_birthDate.extension.valueDateTime",
        "extension.extension.valueString", "extension.valueAddress.city", "address.extension.extension.valueDecimal",
        "identifier.system", "conclusion", "presentedForm.data", "presentedForm.title",
        "note_text", "PatientId", "$name",
    }  # fmt: skip
    assert expected <= paths


def test_equal_seeds_give_equal_bytes_and_other_seeds_differ(tmp_path: Path) -> None:
    def digest(name: str, seed: int) -> str:
        write_sink(tmp_path / name, 4, seed)
        files = sorted(p for p in (tmp_path / name).rglob("*") if p.is_file())
        parts = [str(p.relative_to(tmp_path / name)).encode() + p.read_bytes() for p in files]
        return hashlib.sha256(b"\0".join(parts)).hexdigest()

    assert digest("a", 11) == digest("b", 11)
    assert digest("c", 12) != digest("d", 11)


def test_counts_add_up_and_progress_reaches_the_end(tmp_path: Path) -> None:
    steps: list[int] = []
    made = write_sink(tmp_path, 7, 1, steps.append)
    assert sum(steps) == 7
    held = read(tmp_path, made)
    assert sum(made.resources.values()) == sum(1 for r in held.resources() if "resourceType" in r)
    assert made.resources["Patient"] == 7
    assert made.total == len(held.records) - made.bundles


def test_a_sink_is_never_overwritten(tmp_path: Path) -> None:
    write_sink(tmp_path, 1, 1)
    with pytest.raises(FileExistsError):
        write_sink(tmp_path, 1, 1)
    with pytest.raises(ValueError, match="at least one"):
        write_sink(tmp_path / "none", 0, 1)


@each_row("seed", range(20))
def test_numbers_carry_their_check_digits(seed: int) -> None:
    rng = random.Random(seed)
    npi = numbers.npi(rng)
    assert len(npi) == 10
    assert luhn_digit("80840" + npi[:-1]) == npi[-1]
    assert luhn_digit("7992739871") == "3"  # the textbook's example
    dea = numbers.dea(rng, "Doe")
    d = [int(c) for c in dea[2:]]
    assert (d[0] + d[2] + d[4] + 2 * (d[1] + d[3] + d[5])) % 10 == d[6]
    ssn = numbers.ssn(rng)
    assert stdnum_ssn.is_valid(ssn) or ssn.startswith("9")
    assert re.fullmatch(
        r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", numbers.random_uuid(rng)
    )
    assert re.fullmatch(r"[A-HJ-NPR-Z0-9]{17}", numbers.vin(rng))


def test_marks_survive_joining_filling_escaping_and_wrapping() -> None:
    name = mark("Hart & Sons\u2019 Łódź", Entity.HOSPITAL, "Organization/1")
    note = fill_template(
        "At {where} on {day:-2}:\nOK {{}}", lambda f, s: name if f == "where" else mark("3/4" + s, Entity.DATE)
    )
    assert [note.text[m.start : m.end] for m in note.marks] == [m.value for m in note.marks] == [name.text, "3/4-2"]
    assert note.text.endswith("OK {}")
    for wrapped, surface in (
        (wrap.to_xhtml(note), "Hart &amp; Sons\u2019 Łódź"),
        (wrap.to_rtf(note), "Hart & Sons\\u8217? \\u321?\\u243?d\\u378?"),
    ):
        first = wrapped.marks[0]
        assert wrapped.text[first.start : first.end] == surface
        assert first.value == name.text
    assert [len(x.marks) for x in split_lines(note)] == [2, 0]
    assert escape(note, str.upper).text == note.text.upper()
    assert join("a", name, "b").marks[0].start == 1
    with pytest.raises(UnicodeEncodeError):
        encode(note, "iso-8859-1")


def test_every_kind_of_note_has_its_own_code() -> None:
    assert len({k.name for k in KINDS}) == len({k.loinc for k in KINDS}) == len(KINDS) >= 13
