"""`redactor schema`: show schemas and profiles; infer, lint and approve a schema."""

from __future__ import annotations

import contextlib
import datetime as dt
import json as json_module
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from redactor.assemble.detectors import build_detectors
from redactor.assemble.home import approvals_of
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.cli.samples import read_samples
from redactor.detect import Detector
from redactor.detect.resolver import resolve
from redactor.entities import Entity
from redactor.errors import ProfileError, SchemaError
from redactor.keys import Keyring
from redactor.policy.profiles import Profile, load_profile, parse_profile, read_profile
from redactor.settings import Settings, load_settings
from redactor.text import Note, Reading
from schemas.authoring.infer import infer as infer_document
from schemas.authoring.lint import lint as lint_schema
from schemas.documents.approvals import Appended, Approvals, Kind
from schemas.documents.compile import compile_document
from schemas.documents.registry import Registry
from schemas.engine.compiled_schema import Branch, CompiledSchema, Leaf

app = typer.Typer(
    help="Show schemas and profiles; propose, check and approve one of your own.",
    no_args_is_help=True,
    add_completion=False,
    epilog="Example: redactor schema list",
)

AsJson = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="A schema's name, as in `schema list`.")]
IsProfile = Annotated[bool, typer.Option("--profile", help="NAME is a profile's name, or the path of its .json file.")]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write the document to a new file.")
]


class DetectorReader:
    """Reads notes with all detectors and the resolver. Without a replacer it needs no keyring."""

    def __init__(self, detectors: Sequence[Detector]) -> None:
        self._detectors = detectors

    def read(self, notes: list[Note]) -> list[Reading]:
        """One resolved reading per note, in order."""
        readings = [d.detect(notes) for d in self._detectors]
        return [
            Reading(
                resolve(note.text, [s for r in readings for s in r[i].spans]),
                complete=all(r[i].complete for r in readings),
            )
            for i, note in enumerate(notes)
        ]

    def finds_phi(self, texts: Sequence[str]) -> list[bool]:
        """Whether each text holds PHI, or could not be read in whole."""
        readings = self.read([Note(str(i), text) for i, text in enumerate(texts)])
        return [bool(r.spans) or not r.complete for r in readings]


# --- list and show --------------------------------------------------------------------------------------------------


@app.command("list", epilog="Example: redactor schema list")
@guarded
def list_(json: AsJson = False) -> None:
    """List all schemas: their version, the records they are for, and who approved them."""
    settings = load_settings()
    approvals = _approvals(settings)
    registry = Registry(settings.schema_dirs, approvals)
    entries = approvals.entries() if approvals else []
    site_approvals = {e["digest"]: e for e in entries if e["kind"] == "schema" and e["action"] != "withdraw"}
    rows = [_listed(registry, name, site_approvals) for name in registry.names()]
    if json:
        print_json(rows)
        return
    print_table(
        f"{len(rows)} schemas",
        ["name", "version", "for", "approval"],
        [[r["name"], r["version"], r["for"], r["approval"]] for r in rows],
    )
    if approvals is None:
        console().print("no keyring is set, so only shipped approvals are shown; see redactor keys --help")


def _approvals(settings: Settings) -> Approvals | None:
    """The site's approvals, or None without a keyring."""
    return approvals_of(settings, Keyring.load(settings.keyring)) if settings.keyring else None


def _listed(registry: Registry, name: str, site_approvals: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    compiled = registry.compiled(name)
    entry = site_approvals.get(compiled.digest)
    approval: str = registry.status(name)
    if approval == "approved":
        approval = f"{entry['by']}, {entry['at'][:10]}" if entry is not None else "shipped"
    return {
        "name": name,
        "version": compiled.version,
        "for": compiled.resource_type or compiled.data_type or "-",
        "approval": approval,
        "digest": compiled.digest,
    }


@app.command(epilog="Example: redactor schema show fhir/r4/Patient")
@guarded
def show(name: Name, profile: IsProfile = False, output: Output = None, json: AsJson = False) -> None:
    """Show the rules of a schema, or the actions of a profile (--profile). --json and -o give the whole document."""
    settings = load_settings()
    if profile:
        document = _profile_document(name, settings)
    else:
        registry = Registry(settings.schema_dirs)
        document = registry.document(name)
    if output is not None:
        _write(document, output)
    elif json:
        print_json(document)
    elif profile:
        _print_profile(parse_profile(document))
    else:
        _print_schema(registry.compiled(name))


def _profile_document(name: str, settings: Settings) -> dict[str, Any]:
    """The document of a profile. Raises ProfileError when load_profile rejects it."""
    document = read_profile(name, settings.profile_dirs)
    parse_profile(document)
    return document


def _print_profile(profile: Profile) -> None:
    rows = [[e.value, profile.action(e).value] for e in Entity]
    voice = profile.release_voice
    sound = "stays in" if voice is None else f"may leave with its voices ({voice.by}; {voice.basis})"
    title = f"{profile.name} {profile.version}; claims: {profile.claim}; sound {sound}"
    print_table(title, ["entity", "action"], rows)


def _print_schema(schema: CompiledSchema) -> None:
    print_table(
        f"{schema.name} {schema.version}; subject: {_dotted(schema.subject)}",
        ["field", "rule", "entity", "role", "form"],
        list(_rows(schema.root, "", [])),
    )


def _dotted(paths: Sequence[Sequence[str]]) -> str:
    return ", ".join(".".join(p) for p in paths) or "none; each record is its own scope"


def _rows(branch: Branch, prefix: str, inside: list[int]) -> Iterator[list[str]]:
    """One row per field. A datatype is one row, since its rules are the same everywhere."""
    for key, node in branch.children.items():
        path = f"{prefix}{key}{'[]' if node.is_array else ''}"
        entity, role = node.entity.value if node.entity else "", node.role.value if node.role else ""
        if isinstance(node, Leaf):
            form = f"one of {len(node.enum)}" if node.enum is not None else node.format
            yield [path, node.rule.value, entity, role, form]
        elif node.kind is not None or id(node.children) in inside:
            yield [path, "as its type", entity, role, node.kind.value if node.kind else node.path]
        else:
            yield from _rows(node, f"{path}.", [*inside, id(node.children)])


# --- infer and lint -------------------------------------------------------------------------------------------------


@app.command(epilog="Example: redactor schema infer notes.csv --name records/ourNotes -o ours/ourNotes.json")
@guarded
def infer(
    samples: Annotated[
        Path, typer.Argument(metavar="SAMPLES", help="A file or folder of records (at most 2,000 are read).")
    ],
    output: Output = None,
    name: Annotated[
        str, typer.Option(help="The schema's name; its last part becomes the dataType.")
    ] = "records/proposed",
    json: AsJson = False,
) -> None:
    """Propose a schema for records from key names and values. A person must review and approve it."""
    settings = load_settings()
    read = read_samples(samples, settings.max_record_bytes)
    document = infer_document(read.records, name=name, detector=DetectorReader(build_detectors(settings)).finds_phi)
    compile_document(document, _no_references)
    if read.skipped:
        console().print(f"{read.skipped} of {read.skipped + len(read.records)} samples could not be read")
    if output is None:
        print_json(document)
        return
    _write(document, output)
    if json:
        print_json(document)
        return
    console().print(f"proposed from {len(read.records)} records: {output}", soft_wrap=True)
    console().print("review every rule; then: redactor schema lint, and redactor schema approve", soft_wrap=True)


def _no_references(name: str) -> dict[str, Any]:
    raise AssertionError("a proposed schema refers to no other document")


def _write(document: Mapping[str, Any], output: Path) -> None:
    """Write a new file. An existing file, which may be reviewed, is never overwritten."""
    output.parent.mkdir(parents=True, exist_ok=True)
    try:
        with output.open("x", encoding="utf-8") as f:
            json_module.dump(document, f, indent=2, ensure_ascii=False)
            f.write("\n")
    except FileExistsError:
        fail(f"{output} exists already and is not overwritten; choose another file")


@app.command(epilog="Example: redactor schema lint records/ourNotes notes.csv")
@guarded
def lint(
    name: Name,
    samples: Annotated[
        Path, typer.Argument(metavar="SAMPLES", help="A file or folder of records (at most 2,000 are read).")
    ],
    json: AsJson = False,
) -> None:
    """Check what a schema lets through, omits or drops in samples. Shows paths and counts; exits 1 on findings."""
    settings = load_settings()
    schema = Registry(settings.schema_dirs).compiled(name)
    read = read_samples(samples, settings.max_record_bytes)
    records = [r for r in read.records if _is_for(schema, r)]
    if not records:
        fail(f"none of the samples is a record for {schema.name}; give samples of that type")
    findings = lint_schema(schema, records, DetectorReader(build_detectors(settings)))
    rows = [
        {"path": f.path, "problem": f.problem.value, "count": f.count, "share": round(f.share, 4)} for f in findings
    ]
    if json:
        print_json({"records": len(records), "findings": rows})
    elif rows:
        table = [[r["path"], r["problem"], r["count"], f"{r['share']:.0%}"] for r in rows]
        print_table(f"{len(rows)} findings in {len(records)} records", ["field", "problem", "values", "share"], table)
    else:
        console().print(f"nothing found in {len(records)} records; this does not prove that the schema is safe")
    if rows:
        raise typer.Exit(1)


def _is_for(schema: CompiledSchema, record: Mapping[str, Any]) -> bool:
    """Whether the record is of the schema's type; a folder may hold records of several types."""
    resource_type = record.get("resourceType")
    if schema.resource_type is not None:
        return resource_type == schema.resource_type
    return resource_type is None and record.get("dataType", schema.data_type) == schema.data_type


# --- approve --------------------------------------------------------------------------------------------------------


@app.command(epilog='Example: redactor schema approve records/ourNotes --by "A. Reviewer"')
@guarded
def approve(
    name: Name,
    by: Annotated[str, typer.Option(metavar="PERSON", help="Who has read every rule and takes responsibility.")],
    profile: IsProfile = False,
    keep: Annotated[
        bool, typer.Option("--keep", help="Let earlier approvals of the name stand, to run versions side by side.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Approve the present content of a schema or profile. Earlier approvals of its name end, unless --keep is given."""
    if not by.strip():
        fail("an approval needs the name of the person who gives it: --by PERSON")
    settings = load_settings()
    approvals = approvals_of(settings, Keyring.load(settings.keyring))
    kind: Kind = "profile" if profile else "schema"
    document = _document(name, kind, settings)
    title, version, digest = document.name, document.version, document.digest
    at = _now()
    appended = approvals.approve(kind, title, version, digest, by.strip(), at, keep=keep)
    if json:
        print_json({"kind": kind, "name": title, "version": version, "digest": digest, "by": by.strip(), "at": at})
    else:
        console().print(f"approved: {kind} {title} {version}, content {digest[:16]}", soft_wrap=True)
        if isinstance(document, Profile) and document.release_voice is not None:
            console().print("sound may leave under it, with its voices: see docs/guide/policies.md", soft_wrap=True)
        _warn(appended)


@app.command(epilog='Example: redactor schema withdraw records/ourNotes --by "A. Reviewer"')
@guarded
def withdraw(
    name: Name,
    by: Annotated[str, typer.Option(metavar="PERSON", help="Who withdraws the approvals.")],
    profile: IsProfile = False,
    json: AsJson = False,
) -> None:
    """Withdraw every approval of a schema or profile, shipped ones included. The document need not be there."""
    if not by.strip():
        fail("a withdrawal needs the name of the person who makes it: --by PERSON")
    settings = load_settings()
    approvals = approvals_of(settings, Keyring.load(settings.keyring))
    kind: Kind = "profile" if profile else "schema"
    title, digest = name, ""
    with contextlib.suppress(SchemaError, ProfileError):
        document = _document(name, kind, settings)
        title, digest = document.name, document.digest
    if not digest and not any((e["kind"], e["name"]) == (kind, title) for e in approvals.entries()):
        fail(f"there is no {kind} {name!r}, and none of that name was approved; see redactor schema list")
    at = _now()
    appended = approvals.withdraw(kind, title, digest, by.strip(), at)
    if json:
        print_json({"kind": kind, "name": title, "by": by.strip(), "at": at})
    else:
        console().print(f"withdrawn: {kind} {title}", soft_wrap=True)
        _warn(appended)


def _document(name: str, kind: Kind, settings: Settings) -> Profile | CompiledSchema:
    """The present content of a profile or schema. Raises ProfileError or SchemaError."""
    if kind == "profile":
        return load_profile(name, settings.profile_dirs)
    return Registry(settings.schema_dirs).compiled(name)


def _now() -> str:
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


def _warn(appended: Appended) -> None:
    if not appended.head_kept:
        console().print(
            "the head of the approvals cannot be kept beside the keyring; an older state of home would not be noticed: "
            "name a file in the setting approvals_head",
            soft_wrap=True,
        )
    if appended.ends_earlier:
        console().print(
            "approvals.jsonl of home was gone: all earlier approvals and withdrawals have ended; "
            "unless you removed it, find out who did",
            soft_wrap=True,
        )
