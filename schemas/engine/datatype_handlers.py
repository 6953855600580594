"""What composites need beyond their fields: parts that belong together, and fields that their neighbours explain."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

from redactor.entities import Entity, Role
from schemas.engine import attachments
from schemas.engine.compiled_schema import Branch, Kind, Leaf, Rule
from schemas.engine.fhir_types import RESOURCE_TYPES
from schemas.engine.key_names import Meaning, read_key
from schemas.engine.primitives import scalar
from schemas.engine.quantities import answer, quantity
from schemas.engine.records import Reason, RecordError
from schemas.engine.references import target
from schemas.engine.slots import OMIT, Omit, Parts, Walk
from schemas.engine.terminologies import is_known_host, is_known_system, plausible_code
from schemas.engine.walk import Handler, Walker

Out = dict[str, Any]
_E, _R = Entity, Role
_SENSITIVE = frozenset({Rule.MASK, Rule.SHIFT, Rule.GENERALIZE})
_LITERAL = frozenset({Rule.PASS, Rule.HASH})

_TELECOM = {
    "phone": _E.TELEPHONE_NUMBER,
    "sms": _E.TELEPHONE_NUMBER,
    "pager": _E.TELEPHONE_NUMBER,
    "fax": _E.FAX_NUMBER,
    "email": _E.EMAIL,
    "url": _E.URL,
}

# Whom or what a Reference.display names, by the type it refers to. Other known types are clinical: their display is
# text.
_NAMED: dict[str, tuple[Entity, Role | None]] = {
    "Patient": (_E.PATIENT, _R.PATIENT),
    "Practitioner": (_E.DOCTOR, _R.CLINICIAN),
    "PractitionerRole": (_E.DOCTOR, _R.CLINICIAN),
    "RelatedPerson": (_E.PERSON, _R.RELATIVE),
    "Person": (_E.PERSON, None),
    "Group": (_E.PERSON, None),
    "CareTeam": (_E.PERSON, _R.OTHER),
    "Organization": (_E.HOSPITAL, _R.SITE),
    "OrganizationAffiliation": (_E.HOSPITAL, _R.SITE),
    "Location": (_E.HOSPITAL, _R.SITE),
    "HealthcareService": (_E.HOSPITAL, _R.SITE),
    "Endpoint": (_E.HOSPITAL, _R.SITE),
    "Device": (_E.DEVICE_ID, None),
}
_PERSON: tuple[Entity, Role | None] = (_E.PERSON, None)

# Urls of the extensions inside a publisher's extension: names that the publisher gave ("ombCategory").
_INNER_URL = re.compile(r"[A-Za-z][A-Za-z\-]{0,40}")


def _rule(node: Branch, key: str) -> Rule | None:
    child = node.children.get(key)
    return child.rule if isinstance(child, Leaf) and not child.many else None


def _parts(node: Branch, value: Mapping[str, Any]) -> Parts:
    """The sensitive parts of a name or address, in the record's order."""
    found: list[tuple[str, str]] = []
    for key, part in value.items():
        leaf = node.children.get(key)
        if isinstance(leaf, Leaf) and leaf.rule in _SENSITIVE:
            name = leaf.part or key
            found.extend((name, text) for v in (part if type(part) is list else (part,)) if (text := scalar(v)))
    return tuple(found)


def _whole(walker: Walker, node: Branch, value: Out, w: Walk, depth: int) -> Out:
    """HumanName, Address: each part with the whole beside it."""
    return walker.fields(node, value, w, depth, _parts(node, value))


def _telecom(walker: Walker, node: Branch, value: Out, w: Walk, depth: int) -> Out:
    """ContactPoint: its system says what the value is."""
    leaf = node.children.get("value")
    if not isinstance(leaf, Leaf) or leaf.rule not in _SENSITIVE:
        return walker.fields(node, value, w, depth)
    system, text = value.get("system"), scalar(value.get("value")) or ""
    entity = _TELECOM.get(system) if isinstance(system, str) else None
    if entity is None:
        web = text.lower().startswith(("http:", "https:", "www."))
        entity = _E.EMAIL if "@" in text else _E.URL if web else _E.TELEPHONE_NUMBER
    return walker.fields(node, value, w, depth, special={"value": walker.variant(leaf, leaf.rule, entity, leaf.role)})


def _age(walker: Walker, node: Branch, value: Out, w: Walk, depth: int) -> Out:
    """Age: the unit decides what 89 means."""
    unit = value.get("code", value.get("unit"))
    return walker.fields(node, value, w, depth, (("unit", unit),) if isinstance(unit, str) else ())


def _identifier(walker: Walker, node: Branch, value: Out, w: Walk, depth: int) -> Out:
    """Identifier: the number is hashed within its system, so that equal numbers of two owners stay apart."""
    special: Out = {}
    system, number = value.get("system"), value.get("value")
    named = system if isinstance(system, str) and system else None
    if named and _rule(node, "system") is Rule.HASH:
        special["system"] = walker.references.system(named)
    if isinstance(number, str) and number and _rule(node, "value") is Rule.HASH:
        special["value"] = walker.references.identifier(named, number)
    if special:
        w.hashed = True
        w.rules.extend([Rule.HASH] * len(special))
    return walker.fields(node, value, w, depth, special=special)


def _coding(walker: Walker, node: Branch, value: Out, w: Walk, depth: int) -> Out:
    """Coding: a code of a known terminology stays; any other is a token, the same wherever it recurs."""
    system, code = value.get("system"), value.get("code")
    special: Out = {}
    known = isinstance(system, str) and is_known_system(system)
    if known and isinstance(system, str) and (not isinstance(code, str) or plausible_code(system, code)):
        if _rule(node, "system") is Rule.PASS:
            special["system"] = system
        if isinstance(code, str) and _rule(node, "code") is Rule.PASS:
            special["code"] = code
        w.rules.extend([Rule.PASS] * len(special))
    else:
        if isinstance(system, str) and _rule(node, "system") in _LITERAL:
            special["system"] = walker.references.keys.system(system)
        if isinstance(code, str) and _rule(node, "code") in _LITERAL:
            special["code"] = walker.references.keys.code(system if isinstance(system, str) else "", code)
        if special:
            w.hashed = True
            w.rules.extend([Rule.HASH] * len(special))
    return walker.fields(node, value, w, depth, special=special)


@lru_cache(maxsize=4096)
def _display(node: Branch, kind: str | None) -> tuple[Entity, Role | None] | None:
    """What a display names; None: something clinical, to be read as text."""
    kinds = (kind,) if kind else node.targets
    if not kinds or not all(k in RESOURCE_TYPES for k in kinds):
        return _PERSON
    named = {_NAMED[k] for k in kinds if k in _NAMED}
    if not named:
        return None
    return named.pop() if len(named) == 1 and all(k in _NAMED for k in kinds) else _PERSON


def _kind(value: Out, w: Walk) -> str | None:
    """The type that a reference refers to, as far as the record tells."""
    reference, declared = value.get("reference"), value.get("type")
    if isinstance(reference, str):
        if reference.startswith("#"):
            contained = w.record.data.get("contained")
            for inner in contained if isinstance(contained, list) else ():
                if isinstance(inner, dict) and inner.get("id") == reference[1:]:
                    found = inner.get("resourceType")
                    return found if isinstance(found, str) and found in RESOURCE_TYPES else None
        elif named := target(reference, w.record.aliases):
            return named[0]
    return declared if isinstance(declared, str) and declared in RESOURCE_TYPES else None


def _reference(walker: Walker, node: Branch, value: Out, w: Walk, depth: int) -> Out:
    """Reference: it follows the id it names, and its display is what the target is."""
    special: Out = {}
    reference = value.get("reference")
    if isinstance(reference, str) and reference and _rule(node, "reference") is Rule.HASH:
        special["reference"] = walker.references.reference(reference)
        w.hashed = True
        w.rules.append(Rule.HASH)
    leaf = node.children.get("display")
    if "display" in value and isinstance(leaf, Leaf) and leaf.rule in (Rule.MASK, Rule.AUTODEID):
        named = _display(node, _kind(value, w))
        rule, entity, role = (Rule.AUTODEID, None, None) if named is None else (Rule.MASK, *named)
        special["display"] = walker.variant(leaf, rule, entity, role)
    return walker.fields(node, value, w, depth, special=special)


@lru_cache(maxsize=4096)
def _url_says(url: str) -> tuple[Entity, Role | None] | None:
    """What the name in an extension's url says of a string in it: ".../patient-mothersMaidenName" is a person."""
    name = url.rstrip("/").rpartition("/")[2]
    if name.startswith(("humanname-", "iso21090-EN")):
        return _PERSON
    said = read_key(name.removeprefix("patient-"))
    if said.meaning is Meaning.SENSITIVE and said.entity is not None:
        return said.entity, said.role
    return (said.entity or _E.ID, said.role) if said.meaning is Meaning.IDENTIFIER else None


@lru_cache(maxsize=4096)
def _says_birth(url: str) -> bool:
    """Whether a date under the url is one of birth: ".../patient-birthTime"."""
    return read_key(url.rstrip("/").rpartition("/")[2].removeprefix("patient-")).entity is _E.BIRTH_DATE_TIME


def _extension(host: Callable[[str], bool]) -> Handler:
    def extension(walker: Walker, node: Branch, value: Out, w: Walk, depth: int) -> Out | Omit:
        """Extension: a publisher's url stays. One whose value was dropped has nothing left to say and goes."""
        url = value.get("url")
        outer = w.extension_known
        known = isinstance(url, str) and (host(url) or (outer and _INNER_URL.fullmatch(url) is not None))
        special: Out = {}
        if isinstance(url, str) and _rule(node, "url") in _LITERAL:
            if known and _rule(node, "url") is Rule.PASS:
                special["url"] = url
                w.rules.append(Rule.PASS)
            else:
                special["url"] = walker.references.keys.uri(url)
                w.hashed = True
                w.rules.append(Rule.HASH)
        leaf = node.children.get("valueString")
        if "valueString" in value and isinstance(url, str) and isinstance(leaf, Leaf) and leaf.rule is Rule.AUTODEID:
            named = _url_says(url)
            if named is not None:
                special["valueString"] = walker.variant(leaf, Rule.MASK, *named)
        if isinstance(url, str) and _says_birth(url):
            for key in ("valueDateTime", "valueDate"):
                leaf = node.children.get(key)
                if isinstance(leaf, Leaf) and leaf.rule is Rule.MASK:
                    special[key] = walker.variant(leaf, Rule.MASK, _E.BIRTH_DATE_TIME, leaf.role)
        w.extension_known = known
        out = walker.fields(node, value, w, depth, special=special)
        w.extension_known = outer
        return out if any(key != "url" for key in out) else OMIT

    return extension


def _attachment(walker: Walker, node: Branch, value: Out, w: Walk, depth: int) -> Out:
    """Attachment, Binary: data that can be read is a text; any other is withheld."""
    # Size and digest are of the original.
    special: Out = {key: OMIT for key in ("size", "hash") if _rule(node, key) not in (None, Rule.DROP)}
    kind, data, url = value.get("contentType"), value.get("data"), value.get("url")
    kind = kind if isinstance(kind, str) else None
    leaf = node.children.get("data")
    readable = None
    withheld = False
    if data is not None and isinstance(leaf, Leaf) and leaf.rule is Rule.AUTODEID:
        special["data"] = OMIT
        readable = attachments.read(kind, data) if isinstance(data, str) else None
        withheld = readable is None
    if kind is not None and _rule(node, "contentType") is Rule.PASS:
        says = readable.content_type if readable else attachments.bare_type(kind)
        special["contentType"] = OMIT if says is None else says
        w.rules.append(Rule.PASS)
        if says is None:
            w.omit("not-allowed")
    if isinstance(url, str) and url and _rule(node, "url") is Rule.HASH:
        special["url"] = walker.references.reference(url)
        w.hashed = True
        w.rules.append(Rule.HASH)
    out = walker.fields(node, value, w, depth, special=special)
    if withheld:
        w.omit("attachment-withheld")
        w.miss(out, "data", None)
        if not w.loose:
            out.setdefault("_data", {})  # where the mark will go; an empty object would be dropped before
    elif readable is not None and isinstance(leaf, Leaf):
        w.rules.append(leaf.rule)
        out["data"] = walker.defer(readable.text, w, out, "data", None, leaf, readable.write)
    return out


def _resource(restricted: Callable[[Mapping[str, Any]], bool]) -> Handler:
    def resource(walker: Walker, node: Branch, value: Out, w: Walk, depth: int) -> Out | Omit:
        """A resource inside a resource: walked by its own schema, in the outer one's scope."""
        if restricted(value):
            raise RecordError(Reason.RESTRICTED, node.path)
        return walker.inner(walker.schema_of(value, w), value, w, depth + 1)

    return resource


def handlers(
    known_hosts: Collection[str], restricted: Callable[[Mapping[str, Any]], bool]
) -> tuple[dict[Kind, Handler], Callable[[str], bool]]:
    """The handler of each kind that needs one, and the test for publishers' urls that they share.

    known_hosts: of the site's choosing, beside the publishers'. restricted: whether a resource's labels withhold it.
    """
    extra = tuple(sorted(known_hosts))
    host: Callable[[str], bool] = lru_cache(maxsize=8192)(lambda uri: is_known_host(uri, extra))
    made: dict[Kind, Handler] = {
        Kind.HUMAN_NAME: _whole,
        Kind.ADDRESS: _whole,
        Kind.CONTACT_POINT: _telecom,
        Kind.AGE: _age,
        Kind.QUANTITY: quantity,
        Kind.ANSWER: answer,
        Kind.IDENTIFIER: _identifier,
        Kind.CODING: _coding,
        Kind.REFERENCE: _reference,
        Kind.EXTENSION: _extension(host),
        Kind.ATTACHMENT: _attachment,
        Kind.BINARY: _attachment,
        Kind.RESOURCE: _resource(restricted),
    }
    return made, host
