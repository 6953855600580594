"""This module has the pages of schemas: a draft beside what is approved, with findings and values, and its approval."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote

from starlette.responses import Response

from redactor.assemble.detectors import build_detectors
from redactor.assemble.home import open_approvals
from redactor.entities import Entity
from redactor.errors import RedactorError, RunError, SchemaError
from redactor.service.console.pages import Asked, ConflictError, NotFoundError, Page, audited, gone_to, noted, shown
from redactor.service.refusals import RefusedError
from redactor.settings import Settings
from redactor.steward.schema_approval import approve, approve_draft, named, withdraw
from redactor.steward.schema_drafts import Draft, Field, change_field, fields_of, list_drafts, open_draft
from redactor.steward.schema_samples import DetectorReader, read_samples
from schemas.authoring.lint import lint
from schemas.documents.approvals import Approvals
from schemas.documents.redactor_flags import from_flags, has_flags
from schemas.documents.registry import Registry
from schemas.engine.compiled_schema import Rule
from schemas.engine.json_codec import encode, values_at

_LIST = "/console/schemas"
_DRAFT = _LIST + "/drafts/{draft:path}"
_ONE = _LIST + "/of/{schema:path}"
_CHANGE, _APPROVE, _WITHDRAW = _LIST + "/change", _LIST + "/approve", _LIST + "/withdraw"
_MOST_FIELDS = 2000  # that a page shows
_MOST_VALUES, _LONGEST_VALUE = 5, 80  # values of a field, and characters of one
_NO_REASON = "An approval needs a reason: say what you have read and why it may be used."

Findings = Mapping[tuple[str, ...], Sequence[str]]
"""What is wrong with a field, by the path of its keys; () is for the record."""


@dataclass(frozen=True)
class _Known:
    """A schema that runs read, of the site or with an approval of the site.

    name: of one of the site, with its version. by: the entries of its approvals.
    """

    name: str
    status: str
    digest: str
    by: Sequence[Mapping[str, str]]


def _list(asked: Asked) -> Response:
    settings = asked.console.settings
    approvals = open_approvals(settings, asked.console.keyring)
    drafts = [
        (draft, approvals.status("schema", draft.digest), approvals.first_by("schema", draft.digest))
        for draft in list_drafts(settings)
    ]
    fault, own = "", []
    try:
        own = list(_own(Registry(settings.schema_folders, approvals), approvals))
    except SchemaError as e:
        fault = str(e)
    return shown(asked, "schemas.html", drafts=drafts, own=own, fault=fault, people=approvals.people)


def _own(registry: Registry, approvals: Approvals) -> Iterator[_Known]:
    """Yield the schemas of the site, and shipped ones that somebody has approved or withdrawn here."""
    own, entries = registry.own_names(), approvals.entries()
    yield from (_known(registry, entries, name) for name in own)
    for name in sorted({e["name"] for e in entries if e["kind"] == "schema"}):
        with suppress(SchemaError):  # it is gone
            if f"{name}@{registry.compiled(name).version}" not in own:
                yield _known(registry, entries, name)


def _known(registry: Registry, entries: Sequence[Mapping[str, str]], name: str) -> _Known:
    digest = registry.digest(name)
    by = [e for e in entries if e["digest"] == digest and e["action"] != "withdraw"]
    return _Known(name, registry.status(name), digest, by)


def _one(asked: Asked) -> Response:
    """Show the rules of a schema that runs read, whoever has approved it."""
    settings = asked.console.settings
    approvals = open_approvals(settings, asked.console.keyring)
    registry = Registry(settings.schema_folders, approvals)
    try:
        one = _known(registry, approvals.entries(), asked.params["schema"])
        fields = list(fields_of(_form(registry.document(one.name))))
    except SchemaError:
        raise NotFoundError from None
    return shown(
        asked, "schema.html", one=one, schema=registry.compiled(one.name), fields=fields[:_MOST_FIELDS],
        total=len(fields), told_rule=told_rule, first=approvals.first_by("schema", one.digest),
        people=approvals.people,
    )  # fmt: skip


@dataclass(frozen=True)
class _Row:
    """A field of the draft beside the same field of the approved schema. values: of samples, if they are shown."""

    field: Field
    before: Mapping[str, Any] | None
    findings: Sequence[str]
    values: Sequence[str]

    @property
    def is_changed(self) -> bool:
        """Whether the approved schema does something else with it."""
        return self.before is None or told_rule(self.before) != told_rule(self.field.schema)


def told_rule(schema: Mapping[str, Any]) -> str:
    """Return what a document says of a field, for a person."""
    if "$ref" in schema:
        return f"as {str(schema['$ref']).rpartition('/')[2]}"
    bounds = {
        "entity": schema.get("entity"),
        "role": schema.get("role"),
        "class": schema.get("idClass"),
        "pattern": schema.get("pattern"),
        "check": schema.get("check"),
        "one of": schema.get("enum"),
        "only": schema.get("const"),
        "format": schema.get("format"),
        "llm": schema.get("llm"),
        "known": schema.get("known"),
    }
    told = [
        f"{name} {', '.join(map(str, v)) if isinstance(v, list) else v}" for name, v in bounds.items() if v is not None
    ]
    return "; ".join([str(schema.get("rule", "no rule")), *told])


def _draft_of(asked: Asked, name: str) -> Draft:
    try:
        found = open_draft(asked.console.settings, name)
    except RunError:
        found = None
    if found is None:
        raise NotFoundError
    return found


def _draft(asked: Asked) -> Response:
    draft = _draft_of(asked, asked.params["draft"])
    settings = asked.console.settings
    approvals = open_approvals(settings, asked.console.keyring)
    if draft.schema is None:
        return shown(asked, "schema_draft.html", draft=draft, rows=())
    beside = _beside(asked, draft)
    may_decide, wants_values = asked.may(_APPROVE), asked.one("values") == "1"
    if wants_values and not may_decide:
        raise RefusedError(403, "forbidden")
    fields = list(fields_of(_form(draft.document)))
    values: Mapping[tuple[str, ...], Sequence[str]] = {}
    if wants_values:
        audited(asked, "console-schema-values", {"record": f"samples of {draft.name}", "digest": draft.digest})
        values = _values(settings, draft, fields)
    findings, fault = _findings(asked, draft)
    before = {f.path: f.schema for f in fields_of(_form(beside))} if beside is not None else {}
    rows = [
        _Row(f, before.get(f.path), (findings or {}).get(f.path, ()), values.get(f.path, ()))
        for f in fields[:_MOST_FIELDS]
    ]
    named = {f.path for f in fields}
    return shown(
        asked, "schema_draft.html", is_phi=wants_values, draft=draft, rows=rows, total=len(fields), beside=beside,
        gone=[f for f in (fields_of(_form(beside)) if beside is not None else ()) if f.path not in named],
        others=[(path, told) for path, told in (findings or {}).items() if path not in named], told_rule=told_rule,
        is_linting=findings is None, fault=fault, wants_values=wants_values, may_decide=may_decide,
        approval=approvals.status("schema", draft.digest), first=approvals.first_by("schema", draft.digest),
        people=approvals.people, rules=list(Rule), all_entities=[e.value for e in Entity],
        is_flagged=has_flags(draft.document),
    )  # fmt: skip


def _form(document: Mapping[str, Any]) -> Mapping[str, Any]:
    return from_flags(document) if has_flags(document) else document


def _beside(asked: Asked, draft: Draft) -> Mapping[str, Any] | None:
    """Return the approved document of the draft's name, or of its type; None if there is none."""
    assert draft.schema is not None
    settings = asked.console.settings
    registry = Registry(settings.schema_folders, open_approvals(settings, asked.console.keyring))
    for name in (draft.schema.name, draft.schema.resource_type, draft.schema.data_type):
        try:
            if name and registry.status(name) == "approved":
                return registry.document(name)
        except SchemaError:
            continue
    return None


def _findings(asked: Asked, draft: Draft) -> tuple[Findings | None, str]:
    """Return what the samples say against the draft, or why that is not known; None while it is computed."""
    if draft.samples is None:
        return {}, "It is not known from which records it was proposed, so nothing is checked."
    settings = asked.console.settings
    try:
        return asked.console.findings.value(draft.digest, partial(_lint, settings, draft)), ""
    except RedactorError as e:
        return {}, str(e)
    except OSError:
        return {}, "The samples cannot be read any more, so nothing is checked."


def _lint(settings: Settings, draft: Draft) -> Findings:
    assert draft.schema is not None and draft.samples is not None
    records = read_samples(draft.samples, settings.max_record_bytes).of_schema(draft.schema)
    if not records:
        raise RunError("none of the samples is a record of this schema, so nothing is checked")
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    root = draft.schema.root.path
    for one in lint(draft.schema, records, DetectorReader(build_detectors(settings))):
        path = one.path.removeprefix(root).removeprefix(".")
        told = f"{one.problem.value} ({one.count:,} values, {one.share:.0%})"
        found[_keys_of(draft, path)].append(told)
    return dict(found)


def _keys_of(draft: Draft, path: str) -> tuple[str, ...]:
    """Return the keys of a finding's path; one that no field has, such as a key without a rule, stays whole."""
    if not path:
        return ()
    found = (f.path for f in fields_of(_form(draft.document)) if ".".join(f.path) == path)
    return next(found, (path,))


def _values(settings: Settings, draft: Draft, fields: Sequence[Field]) -> Mapping[tuple[str, ...], Sequence[str]]:
    """Return a few distinct values of each field. Raises ConflictError if the samples cannot be read."""
    if draft.samples is None or draft.schema is None:
        raise ConflictError("it is not known from which records the draft was proposed")
    try:
        records = read_samples(draft.samples, settings.max_record_bytes).of_schema(draft.schema)
    except OSError:
        raise ConflictError("the samples cannot be read any more") from None
    found: dict[tuple[str, ...], dict[str, None]] = {f.path: {} for f in fields}
    for record in records:
        for path, seen in found.items():
            if len(seen) < _MOST_VALUES:
                for value in values_at(record, path):
                    if value is not None and len(seen) < _MOST_VALUES:
                        seen[(value if isinstance(value, str) else encode(value).decode())[:_LONGEST_VALUE]] = None
    return {path: list(seen) for path, seen in found.items()}


def _change(asked: Asked) -> Response:
    draft = _draft_of(asked, asked.one("draft"))
    rule, entity = asked.one("rule"), asked.one("entity")
    if rule not in list(Rule) or (entity and entity not in list(Entity)):
        raise RefusedError(400, "bad-request")
    noted(asked, "console-schema-change", {"draft": draft.name, "digest": draft.digest})
    change_field(
        asked.console.settings, draft.name, asked.one("digest"), asked.one("field"), Rule(rule),
        entity=Entity(entity) if entity else None, id_class=asked.one("id_class"), pattern=asked.one("pattern"),
        by=asked.name,
    )  # fmt: skip
    return gone_to(f"{_LIST}/drafts/{draft.name}")


def _approve(asked: Asked) -> Response:
    """Approve a draft, or a schema of the site; what the command line does is done by the same functions."""
    reason, digest = asked.one("reason"), asked.one("digest")
    if not reason:
        raise ConflictError(_NO_REASON)
    settings, keyring = asked.console.settings, asked.console.keyring
    if name := asked.one("draft"):
        draft = _draft_of(asked, name)
        noted(asked, "console-schema-approve", {"draft": draft.name, "digest": digest})
        given = approve_draft(settings, keyring, draft.name, asked.name, reason, digest)
        return gone_to(f"{_LIST}/drafts/{draft.name}" if given.is_waiting else _LIST)
    noted(asked, "console-schema-approve", {"digest": digest})
    approve(settings, keyring, "schema", asked.one("name"), asked.name, reason, digest=digest)
    return gone_to(f"{_LIST}/of/{quote(asked.one('name'))}")


def _ask_to_withdraw(asked: Asked) -> Response:
    """Show the names that the site has approved; a shipped schema is typed, since there are hundreds."""
    approvals = open_approvals(asked.console.settings, asked.console.keyring)
    entries = approvals.entries()
    found = {e["name"] for e in entries if e["kind"] == "schema" and _stands(approvals.status("schema", e["digest"]))}
    last = {e["name"]: e for e in entries if e["kind"] == "schema" and e["action"] == "withdraw"}
    withdrawn = sorted(((name, e) for name, e in last.items() if name not in found), key=lambda one: one[1]["at"])
    there: Sequence[str] = ()
    with suppress(SchemaError):  # approvals are withdrawn whatever the folders of schemas hold
        there = Registry(asked.console.settings.schema_folders, approvals).names()
    return shown(
        asked, "schema_withdraw.html", names=sorted(found), chosen=asked.one("name"), withdrawn=withdrawn, there=there
    )


def _stands(status: str) -> bool:
    return status in ("approved", "waiting")


def _withdraw(asked: Asked) -> Response:
    reason, settings, keyring = asked.one("reason"), asked.console.settings, asked.console.keyring
    if not reason:
        raise ConflictError("A withdrawal needs a reason: say what is wrong with the schema.")
    of = named(settings, keyring, "schema", asked.one("name"))
    noted(asked, "console-schema-withdraw", {"schema": of[0], "digest": of[1]})
    withdraw(settings, keyring, "schema", of, asked.name, reason)
    return gone_to(_WITHDRAW)


PAGES = (
    Page(_LIST, _list, title="Schemas"),
    Page(_DRAFT, _draft),
    Page(_ONE, _one),
    Page(_CHANGE, _change, "POST"),
    Page(_APPROVE, _approve, "POST"),
    Page(_WITHDRAW, _ask_to_withdraw),
    Page(_WITHDRAW, _withdraw, "POST"),
)
