"""Write a synthetic EHR sink and its gold, a household at a time, so that memory does not grow with the number of
patients.

    OUT/records/<ResourceType>.ndjson     OUT/records/bundles/*.json
    OUT/records/clinical_records.ndjson   OUT/records/notes.csv
    OUT/gold/gold.ndjson                  every planted identifier: {"file", "record", "path", "start", "end", "value",
                                          "entity", "subject"} and "surface" where the text writes the value otherwise
                                          (an escape of XML or RTF): text[start:end] == surface or value
    OUT/gold/facts.ndjson                 {"file", "record", "fact"}: restricted, entered-in-error, over-89, deceased
    OUT/gold/summary.json                 counts

start and end are characters of the text at path (of an attachment: decoded by its charset), null for a whole value.
record is "Type/id" for a resource (also inside a Bundle, whose own fields stand under "Bundle/id"), the row's number
from 1 in clinical_records.ndjson, the note_id in notes.csv. path "$name" is the file's name. Literal references repeat
ids that stand in the gold at the `id` of their resource and are not listed again.

A patient in five leaves as a transaction Bundle, in one of two styles. "post": every entry has a urn:uuid, is created,
and points to the others by it, while conditional references find clinicians and sites, which the server knows already.
"put": absolute URLs and known ids.
"""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, BinaryIO, Literal

import msgspec

from redactor.entities import Entity
from redactor.sample import numbers, places, pools
from redactor.sample.calendar_life import draw_life
from redactor.sample.calendar_records import LifeWriter
from redactor.sample.course import Chart, draw_chart
from redactor.sample.fhir import care, documents, person, world
from redactor.sample.fhir.parts import NPI, Tree
from redactor.sample.marked import Mark, Marked, Piece, join, mark, render
from redactor.sample.notes.kinds import KINDS
from redactor.sample.notes.writer import draw_scene, write_note
from redactor.sample.people import TODAY, ascii_letters_of, draw_household
from redactor.sample.places import World

BundleStyle = Literal["post", "put"]


def bundle_style(draw_chart: Chart) -> BundleStyle | None:
    """Return the style of the Bundle in which this patient's record leaves the EHR; None for NDJSON."""
    ordinal = draw_chart.person.ordinal
    if ordinal % 5 != 1:
        return None
    is_uuid = not draw_chart.person.id.startswith("pt-")
    return "post" if ordinal % 10 == 1 and is_uuid else "put"


def conditional_references(world: World) -> dict[str, Marked]:
    """Return the conditional reference to each clinician and site."""
    found = {
        d.subject: join(f"Practitioner?identifier={NPI}|", mark(d.npi, Entity.ID, d.subject))
        for staff in world.staff
        for d in staff
    }
    found |= {
        s.subject: join(f"Organization?identifier={NPI}|", mark(s.npi, Entity.ID, s.subject)) for s in world.sites
    }
    return found


def bundle_envelope(draw_chart: Chart, style: BundleStyle, trees: list[Tree]) -> tuple[Tree, list[Tree]]:
    """Return the Bundle without its resources, and the resources, which are rendered separately."""
    site, number = draw_chart.mrns[0]
    base = mark(site.base, Entity.URL, site.subject)
    entries: list[Tree] = []
    for tree in trees:
        kind, id_ = tree["resourceType"], mark(tree["id"], Entity.ID, draw_chart.person.subject)
        request: Tree
        full: Piece
        if style == "post":
            full = join("urn:uuid:", id_)
            request = {"method": "POST", "url": kind}
            if kind == "Patient":
                system = mark(site.mrn_system, Entity.URL, site.subject)
                known = mark(number, Entity.MEDICAL_RECORD_NUMBER, draw_chart.person.subject)
                request["ifNoneExist"] = join("identifier=", system, "|", known)
        else:
            full = join(base, f"/{kind}/", id_)
            request = {"method": "PUT", "url": join(f"{kind}/", id_)}
        entries.append({"fullUrl": full, "request": request})
    bundle = {
        "resourceType": "Bundle",
        "id": f"bundle-{draw_chart.person.ordinal:07d}",
        "type": "transaction",
        "entry": entries,
    }
    return bundle, trees


def with_references_replaced(node: Any, targets: dict[str, Piece], world: dict[str, Marked]) -> Any:
    """Return the tree with literal references replaced by those of `targets` (this Bundle's urns) or of `world`."""
    if type(node) is dict:
        out = {k: with_references_replaced(v, targets, world) for k, v in node.items()}
        reference = node.get("reference")
        if type(reference) is str:
            out["reference"] = targets.get(reference) or world.get(reference) or reference
        return out
    return [with_references_replaced(v, targets, world) for v in node] if type(node) is list else node


def urns_of_resources(trees: list[Tree]) -> dict[str, Piece]:
    """Return the urn by literal reference, for the resources of a "post" Bundle."""
    return {f"{t['resourceType']}/{t['id']}": f"urn:uuid:{t['id']}" for t in trees}


_JSON = msgspec.json.Encoder(decimal_format="number")
_CSV_COLUMNS = ("note_id", "patient_id", "note_date", "note_type", "note_text")


@dataclass(frozen=True, slots=True)
class SinkSummary:
    """The counts of a sink. resources: FHIR resources by type, those in Bundles included. rows: rows of the tables
    by file.
    """

    patients: int
    resources: Mapping[str, int]
    bundles: int
    rows: Mapping[str, int]
    identifiers: int

    @property
    def total(self) -> int:
        """Return the number of all records: resources and rows."""
        return sum(self.resources.values()) + sum(self.rows.values())


class _SinkFiles:
    """This class writes the files of a sink, and the gold for every line."""

    def __init__(self, out: Path) -> None:
        self.records, self.gold = out / "records", out / "gold"
        (self.records / "bundles").mkdir(parents=True)
        self.gold.mkdir(parents=True)
        self._open: dict[str, BinaryIO] = {}
        self._gold = (self.gold / "gold.ndjson").open("wb")
        self._facts = (self.gold / "facts.ndjson").open("wb")
        self._notes = (self.records / "notes.csv").open("w", encoding="utf-8", newline="")
        self._csv = csv.writer(self._notes, lineterminator="\n")
        self._csv.writerow(_CSV_COLUMNS)
        self.resources: Counter[str] = Counter()
        self.rows: Counter[str] = Counter()
        self.identifiers = 0
        self.bundles = 0

    def __enter__(self) -> _SinkFiles:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in (*self._open.values(), self._gold, self._facts):
            file.close()
        self._notes.close()

    def plain(self, file: str, record: str, node: Any, prefix: str = "") -> Any:
        """Return the tree without marks; the marks go to the gold under this file and record."""
        out = bytearray()

        def emit(path: str, start: int | None, end: int | None, m: Mark, surface: str) -> None:
            line = {"file": file, "record": record, "path": path, "start": start, "end": end, "value": m.value,
                    "entity": m.entity.value, "subject": m.subject}  # fmt: skip
            if surface != m.value:
                line["surface"] = surface
            out.extend(_JSON.encode(line))
            out.extend(b"\n")
            self.identifiers += 1

        made = render(node, emit, prefix)
        self._gold.write(out)
        return made

    def fact(self, file: str, record: str, fact: str) -> None:
        """Write a line of gold/facts.ndjson."""
        self._facts.write(_JSON.encode({"file": file, "record": record, "fact": fact}) + b"\n")

    def line(self, name: str, node: Any) -> None:
        """Write a line of records/name."""
        file = self._open.get(name)
        if file is None:
            file = self._open[name] = (self.records / name).open("wb")
        file.write(_JSON.encode(node) + b"\n")

    def resource(self, tree: Tree, subject: str | None, file: str | None = None) -> Any:
        """Write a FHIR resource, whose id is an identifier, too, and return it; for a Bundle (`file`) only return."""
        kind, id_ = tree["resourceType"], tree["id"]
        name = file or f"records/{kind}.ndjson"
        record = f"{kind}/{id_}"
        made = self.plain(name, record, tree | {"id": mark(id_, Entity.ID, subject or record)})
        self.resources[kind] += 1
        if tree["meta"].get("security"):
            self.fact(name, record, "restricted")
        status = tree.get("verificationStatus", {}).get("coding", [{}])[0].get("code") or tree.get("status")
        if status == "entered-in-error":
            self.fact(name, record, "entered-in-error")
        if file is None:
            self.line(f"{kind}.ndjson", made)
        return made

    def bundle(self, who: Chart, trees: list[Tree], known: dict[str, Any], style: BundleStyle) -> str:
        """Write a patient as one transaction Bundle; every second file is named after the patient, as in real sinks."""
        p = who.person
        shown = p.ordinal % 10 == 1
        stem = (
            f"{ascii_letters_of(p.name.given)}_{ascii_letters_of(p.name.family)}_{p.id}"
            if shown
            else f"bundle-{p.ordinal:07d}"
        )
        name = f"records/bundles/{stem}.json"
        if shown:
            named = mark(stem.removesuffix(f"_{p.id}"), Entity.PATIENT, p.subject)
            self.plain(name, f"Bundle/bundle-{p.ordinal:07d}", {"$name": named})
        if style == "post":
            trees = [with_references_replaced(t, urns_of_resources(trees), known) for t in trees]
        shell, held = bundle_envelope(who, style, trees)
        made = self.plain(name, f"Bundle/{shell['id']}", shell)
        for entry, tree in zip(made["entry"], held, strict=True):
            resource = self.resource(tree, p.subject, name)
            request = entry.pop("request")
            entry |= {"resource": resource, "request": request}
        (self.records / "bundles" / f"{stem}.json").write_bytes(_JSON.encode(made) + b"\n")
        self.bundles += 1
        return name

    def row(self, who: Chart, fields: dict[str, Any]) -> None:
        """Write a flat record of clinical_records.ndjson."""
        name = "clinical_records.ndjson"
        self.rows[name] += 1
        self.line(name, self.plain(f"records/{name}", str(self.rows[name]), fields))

    def note(self, id_: str, fields: dict[str, Any]) -> None:
        """Write a row of notes.csv."""
        made = self.plain("records/notes.csv", id_, fields)
        self._csv.writerow([made[column] for column in _CSV_COLUMNS])
        self.rows["notes.csv"] += 1


def _patient_resources(rng: random.Random, who: Chart) -> list[Tree]:
    """Return all FHIR resources of a patient, the Patient first."""
    trees = list(person.person_resources(rng, who))
    for i, visit in enumerate(who.visits):
        trees += care.visit_resources(rng, who, visit)
        trees += documents.text_resources(rng, who, visit, i + who.person.ordinal)
    return trees


def _write_rows(rng: random.Random, who: Chart, files: _SinkFiles) -> None:
    """Write the patient's rows: a flat record for every second patient, one or two notes in the table for every
    third.
    """
    p = who.person
    if p.ordinal % 2 == 0:
        visit = rng.choice(who.visits)
        years = f"{p.age(visit.start.date())} years"
        files.row(
            who,
            {
                "dataType": "clinicalRecord",
                "PatientId": mark(p.id, Entity.ID, p.subject),
                "MRN": mark(who.mrn(visit.site), Entity.MEDICAL_RECORD_NUMBER, p.subject),
                "AGE": mark(years, Entity.AGE, p.subject),
                "note": write_note(draw_scene(rng, who, visit), rng.choice(KINDS)),
            },
        )
    if p.ordinal % 3 == 0:
        for _ in range(rng.randrange(1, 3)):
            visit, kind = rng.choice(who.visits), rng.choice(KINDS)
            id_ = numbers.random_uuid(rng)
            files.note(
                id_,
                {
                    "note_id": mark(id_, Entity.ID, p.subject),
                    "patient_id": mark(p.id, Entity.ID, p.subject),
                    "note_date": mark(visit.start.date().isoformat(), Entity.DATE, p.subject),
                    "note_type": kind.name,
                    "note_text": write_note(draw_scene(rng, who, visit), kind),
                },
            )


def write_sink(
    out: Path, patients: int, seed: int, progress: Callable[[int], None] | None = None, *, calendar: bool = False
) -> SinkSummary:
    """Write a sink of so many patients under `out`, byte for byte the same for the same arguments.

    progress: called with the number of patients written since its last call. calendar: whether patients live 8 to 15
    years by a real calendar, all in FHIR, without Bundles and tables. Raises ValueError for fewer than one patient,
    FileExistsError if `out` already holds a sink.
    """
    if patients < 1:
        raise ValueError("a sink needs at least one patient")
    if any((out / part).exists() for part in ("records", "gold")):
        raise FileExistsError(f"{out} already holds records or gold; name an empty folder")
    pool = pools.load_pools()
    rng = random.Random(f"{seed}:world")
    earth = places.build_world(rng, pool, patients)
    known = conditional_references(earth)
    done = 0
    with _SinkFiles(out) as files:
        for tree in world.world_resources(rng, earth):
            files.resource(tree, None)
        while done < patients:
            # Each household has a random generator, so that its content does not depend on earlier households.
            rng = random.Random(f"{seed}:{done}")
            home = draw_household(rng, pool, done, patients - done)
            for p in (x for x in home.people if x.patient):
                who = draw_chart(rng, earth, home, p)
                trees = (
                    list(LifeWriter(rng, draw_life(rng, earth, who), seed).resources())
                    if calendar
                    else _patient_resources(rng, who)
                )
                style = None if calendar else bundle_style(who)
                if style:
                    name = files.bundle(who, trees, known, style)
                else:
                    name = "records/Patient.ndjson"
                    for tree in trees:
                        files.resource(tree, p.subject)
                if not calendar:
                    _write_rows(rng, who, files)
                if p.death:
                    files.fact(name, p.subject, "deceased")
                if p.age(p.death.date() if p.death else TODAY) > 89:
                    files.fact(name, p.subject, "over-89")
            advanced = sum(x.patient for x in home.people)
            done += advanced
            if progress:
                progress(advanced)
        summary = SinkSummary(
            patients,
            MappingProxyType(dict(sorted(files.resources.items()))),
            files.bundles,
            MappingProxyType(dict(sorted(files.rows.items()))),
            files.identifiers,
        )
    (out / "gold" / "summary.json").write_bytes(
        _JSON.encode({"patients": patients, "seed": seed, "resources": dict(summary.resources),
                      "bundles": summary.bundles, "rows": dict(summary.rows), "identifiers": summary.identifiers})
        + b"\n"
    )  # fmt: skip
    return summary
