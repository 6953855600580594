"""Notes per second and core of the rules tier: patterns and known values through Engine.read, with the resolver.

    python -m benchmarks.notes [--notes 1000] [--json]

Notes are distinct and cut to about 1,024 characters; public dialogues are cut to 560 and get a dozen identifiers. Each
patient has 40 known values and ten notes, and every note is searched for the values of the source's sites, as in a run.
Rates are notes of 1,024 characters per second of CPU time in one process, of dialogues as many as there are: the best
of three thirds, after a tenth of the notes as warm-up.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import cast

from benchmarks.common import SHARED, Clock, Figure, argument, sample_lines, tell, workplace
from redactor.assemble.engines import build_engine
from redactor.assemble.home import site_scope
from redactor.assemble.runs import build_run, make_harvester
from redactor.detect.known import SiteKnown
from redactor.engine import Engine
from redactor.keys import Keyring
from redactor.policy.profiles import load_profile
from redactor.run.contracts import HarvestBatch, RawRecord
from redactor.run.pool import build_frozen
from redactor.settings import Settings
from redactor.text import KnownValue, Note
from schemas.engine import attachments

_AIM = 1_000
_SIZE = 1_024
_KNOWN = 40
_A_PATIENT = 10
_BATCH = 100
CLINICAL = SHARED / "clinical_notes_ccby.jsonl"


def kilobytes(texts: Iterable[str]) -> Iterator[str]:
    """The concatenated texts in distinct pieces of about a kilobyte that end at white space."""
    held = ""
    for text in dict.fromkeys(texts):
        held += ("\n\n" if held else "") + text
        while len(held) > _SIZE:
            at = held.rfind(" ", 0, _SIZE)
            at = at if at > _SIZE // 2 else _SIZE
            yield held[:at]
            held = held[at:].lstrip()


def _texts(lines: list[bytes]) -> Iterator[str]:
    """The texts of the sample's DocumentReferences."""
    for line in lines:
        if line.startswith(b'{"resourceType":"DocumentReference"'):
            for content in json.loads(line).get("content", ()):
                held = content["attachment"]
                read = attachments.read(held.get("contentType"), held["data"]) if "data" in held else None
                if read is not None:
                    yield read.text


def clinical(path: Path) -> Iterator[str]:
    for line in path.read_text("utf-8").splitlines():
        yield json.loads(line)["text"]


_GIVEN = ("Mary", "James", "Linda", "Robert", "Keisha", "Omar", "Priya", "Dmitri", "Chloe", "Hector", "Ingrid", "Tomas")
_FAMILY = ("Halvorsen", "Okafor", "Castellano", "Whitfield", "Nguyen", "Brannigan", "Patel", "Kowalczyk", "Abernethy")
_TOWNS = ("Dayton, OH", "Bend, OR", "Macon, GA", "Duluth, MN", "Laredo, TX", "Salem, MA", "Ocala, FL", "Fargo, ND")
_STREETS = ("Oak", "Maple", "Cedar", "Lincoln", "Juniper", "Willow", "Prospect", "Chestnut")
_SHORTEST, _CUT = 420, 560  # characters of a dialogue


def dialogues(path: Path) -> Iterator[str]:
    """The public dialogues, cut, with identifiers at their beginning and end and in the middle."""
    chosen = random.Random(29)

    def name() -> str:
        return f"{chosen.choice(_GIVEN)} {chosen.choice(_FAMILY)}"

    for line in path.read_text("utf-8").splitlines():
        document = json.loads(line)
        if document["kind"] != "dialogue" or len(document["text"]) < _SHORTEST:
            continue
        said = document["text"][:_CUT].rpartition(" ")[0]
        middle = max(said.find("\n", 200), 200)
        who, born = name(), f"{chosen.randint(1, 12)}/{chosen.randint(1, 28)}/19{chosen.randint(30, 99)}"
        day = f"{chosen.randint(1, 12):02}/{chosen.randint(1, 28):02}/20{chosen.randint(10, 25)}"
        street, town = f"{chosen.randint(10, 9999)} {chosen.choice(_STREETS)} St", chosen.choice(_TOWNS)
        zip_code, phone = chosen.randint(10000, 99999), f"({chosen.randint(201, 989)}) 555-{chosen.randint(0, 9999):04}"
        yield (
            f"Seen {day} by Dr. {name()}: {who}, DOB {born}, MRN {chosen.randint(10**6, 10**8)}.\n{said[:middle]}"
            f" My brother {name()} came along.{said[middle:]}\nLives at {street}, {town} {zip_code}."
            f" Call {phone} or {who.split()[1].lower()}@example.com."
        )


def _learnt(settings: Settings, lines: list[bytes]) -> tuple[list[tuple[KnownValue, ...]], list[KnownValue]]:
    """40 known values for each patient of the sample, and the values of the sites."""
    harvester = make_harvester(settings)
    values: dict[str, dict[KnownValue, None]] = {}
    batch: HarvestBatch = harvester.harvest([RawRecord(line, f"1:{i}") for i, line in enumerate(lines, 1)])
    for scope, _, got, _ in batch.values:
        values.setdefault(scope, {}).update(dict.fromkeys(got))
    site = list(values.pop(site_scope(settings), {}))
    spare = [v for got in values.values() for v in got]
    patients = []
    for i, own in enumerate(values.values()):
        filled = dict.fromkeys([*own, *spare[i * _KNOWN : (i + 3) * _KNOWN]])
        patients.append(tuple(filled)[:_KNOWN])
    return patients, site


def _rate(
    engine: Engine, texts: list[str], patients: list[tuple[KnownValue, ...]], size: float = _SIZE
) -> tuple[float, int]:
    notes = []
    for i, text in enumerate(texts):
        who = i // _A_PATIENT
        notes.append(Note(f"n{i}", text, f"s{who}", known=patients[who % len(patients)]))
    warm = len(notes) // 10
    engine.read(notes[:warm])
    found = 0
    rates = []
    third = -(-(len(notes) - warm) // 3)
    for begin in range(warm, len(notes), third):
        clock, some = Clock(), notes[begin : begin + third]
        for i in range(0, len(some), _BATCH):
            with clock.running():
                readings = engine.read(some[i : i + _BATCH])
            found += sum(len(r.spans) for r in readings)
        rates.append(sum(len(n.text) for n in some) / size / clock.cpu)
    return max(rates), found


def main() -> None:
    wanted = argument("notes", 1_000)
    figures = []
    with workplace() as (folder, settings):
        build_run(settings, None, folder / "out")
        lines = sample_lines(folder, patients=max(50, wanted // 5))
        patients, site = _learnt(settings, lines)
        keyring = Keyring.load(settings.keyring)

        def make() -> Engine:
            return build_engine(settings, keyring, load_profile(settings.profile), None, SiteKnown(site))

        engine = cast(Engine, build_frozen(make))
        kinds = [("the sample's notes", _texts(lines))]
        if CLINICAL.is_file():
            kinds.append(("clinical notes of the shared data", clinical(CLINICAL)))
        for name, texts in kinds:
            pieces = list(kilobytes(texts))[:wanted]
            rate, found = _rate(engine, pieces, patients)
            note = f"{len(pieces):,} notes, {found:,} spans, {_KNOWN} known values, {len(site):,} of sites"
            figures.append(Figure(f"rules tier, {name}", rate, "notes/s/core", _AIM, note=note))
        if CLINICAL.is_file():
            said = list(dialogues(CLINICAL))[:wanted]
            size = sum(map(len, said)) / len(said)
            rate, found = _rate(engine, said, patients, size)
            note = f"{len(said):,} of {size:.0f} characters, {found:,} spans"
            figures.append(
                Figure("rules tier, public dialogues with identifiers", rate, "notes/s/core", _AIM, note=note)
            )
    tell(figures)


if __name__ == "__main__":
    main()
