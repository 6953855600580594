"""Transaction Bundles: a patient's resources as one document, with the references that such documents use.

Two styles. "post": every entry has a urn:uuid, is created, and points to the others by it, while clinicians and
sites, which the server knows already, are found by a conditional reference. "put": absolute URLs and known ids.
"""

from __future__ import annotations

from typing import Any, Literal

from redactor.entities import Entity
from redactor.sample.course import Chart
from redactor.sample.fhir.parts import NPI, Tree
from redactor.sample.marked import Marked, Piece, join, mark
from redactor.sample.places import World

Style = Literal["post", "put"]


def style_of(chart: Chart) -> Style | None:
    """How this patient's record leaves the EHR: one in five as a Bundle, the others (None) as NDJSON."""
    ordinal = chart.person.ordinal
    if ordinal % 5 != 1:
        return None
    is_uuid = not chart.person.id.startswith("pt-")
    return "post" if ordinal % 10 == 1 and is_uuid else "put"


def conditional(world: World) -> dict[str, Marked]:
    """Conditional reference by clinician or site."""
    found = {
        d.subject: join(f"Practitioner?identifier={NPI}|", mark(d.npi, Entity.ID, d.subject))
        for staff in world.staff
        for d in staff
    }
    found |= {
        s.subject: join(f"Organization?identifier={NPI}|", mark(s.npi, Entity.ID, s.subject)) for s in world.sites
    }
    return found


def envelope(chart: Chart, style: Style, trees: list[Tree]) -> tuple[Tree, list[Tree]]:
    """The Bundle without resources, and the resources, rendered separately."""
    site, number = chart.mrns[0]
    base = mark(site.base, Entity.URL, site.subject)
    entries: list[Tree] = []
    for tree in trees:
        kind, id_ = tree["resourceType"], mark(tree["id"], Entity.ID, chart.person.subject)
        request: Tree
        full: Piece
        if style == "post":
            full = join("urn:uuid:", id_)
            request = {"method": "POST", "url": kind}
            if kind == "Patient":
                system = mark(site.mrn_system, Entity.URL, site.subject)
                known = mark(number, Entity.MEDICAL_RECORD_NUMBER, chart.person.subject)
                request["ifNoneExist"] = join("identifier=", system, "|", known)
        else:
            full = join(base, f"/{kind}/", id_)
            request = {"method": "PUT", "url": join(f"{kind}/", id_)}
        entries.append({"fullUrl": full, "request": request})
    bundle = {
        "resourceType": "Bundle",
        "id": f"bundle-{chart.person.ordinal:07d}",
        "type": "transaction",
        "entry": entries,
    }
    return bundle, trees


def repoint(node: Any, targets: dict[str, Piece], world: dict[str, Marked]) -> Any:
    """The tree with literal references replaced: by targets (this Bundle's urns), or by world's conditional ones."""
    if type(node) is dict:
        out = {k: repoint(v, targets, world) for k, v in node.items()}
        reference = node.get("reference")
        if type(reference) is str:
            out["reference"] = targets.get(reference) or world.get(reference) or reference
        return out
    return [repoint(v, targets, world) for v in node] if type(node) is list else node


def urns(trees: list[Tree]) -> dict[str, Piece]:
    """Urn by literal reference, for the resources of a "post" Bundle."""
    return {f"{t['resourceType']}/{t['id']}": f"urn:uuid:{t['id']}" for t in trees}
