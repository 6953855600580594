"""The commands `redactor schema` show schemas and profiles, and approve or withdraw them; the group also lists
`infer` and `lint`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from redactor.assemble.home import open_approvals
from redactor.cli.messages import console, fail, guarded, print_json, print_table
from redactor.cli.schema_authoring import INFER_EPILOG, LINT_EPILOG, AsJson, Name, Output, infer, lint, write_document
from redactor.entities import Entity
from redactor.keys import Keyring
from redactor.policy.profiles import Profile, parse_profile, read_profile
from redactor.settings import Settings, load_settings
from redactor.steward.schema_approval import approve as approve_document
from redactor.steward.schema_approval import approve_draft, named
from redactor.steward.schema_approval import withdraw as withdraw_approvals
from schemas.documents.approvals import Appended, Approvals, Kind
from schemas.documents.registry import Registry
from schemas.engine.compiled_schema import CompiledSchema, Leaf, Node, fields_of

app = typer.Typer(
    help="Show schemas and profiles; propose, check and approve one of your own.",
    no_args_is_help=True,
    add_completion=False,
    epilog="Example: redactor schema list",
)

IsProfile = Annotated[bool, typer.Option("--profile", help="NAME is a profile's name, or the path of its .json file.")]


# --- list and show --------------------------------------------------------------------------------------------------


@app.command("list", epilog="Example: redactor schema list")
@guarded
def list_(json: AsJson = False) -> None:
    """List all schemas: their version, the records they are for, and who approved them."""
    settings = load_settings()
    approvals = _site_approvals(settings)
    registry = Registry(settings.schema_folders, approvals)
    entries = approvals.entries() if approvals else []
    site_approvals = {e["digest"]: e for e in entries if e["kind"] == "schema" and e["action"] != "withdraw"}
    rows = [_schema_row(registry, name, site_approvals) for name in registry.names()]
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


def _site_approvals(settings: Settings) -> Approvals | None:
    """Return the site's approvals; None without a keyring."""
    return open_approvals(settings, Keyring.load(settings.keyring)) if settings.keyring else None


def _schema_row(registry: Registry, name: str, site_approvals: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
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
        registry = Registry(settings.schema_folders)
        document = registry.document(name)
    if output is not None:
        write_document(document, output)
    elif json:
        print_json(document)
    elif profile:
        _print_profile(parse_profile(document))
    else:
        _print_schema(registry.compiled(name))


def _profile_document(name: str, settings: Settings) -> dict[str, Any]:
    """Return the document of a profile. Raises ProfileError if the profile is not valid."""
    document = read_profile(name, settings.profile_dirs)
    parse_profile(document)
    return document


def _print_profile(profile: Profile) -> None:
    texts = dict(profile.tag_texts)
    rows = [[e.value, profile.action(e).value, *([texts.get(e, "")] if texts else [])] for e in Entity]
    rows += [[path, action.value, *([""] if texts else [])] for path, action in profile.paths]
    voice = profile.release_voice
    kept = "is replaced by speech of the redacted transcript" if profile.resynthesises else "stays in"
    sound = kept if voice is None else f"may leave with its voices ({voice.by}; {voice.basis})"
    title = f"{profile.name} {profile.version}; claims: {profile.claim}; sound {sound}"
    print_table(title, ["entity or path", "action", *(["text of its tag"] if texts else [])], rows)


def _print_schema(schema: CompiledSchema) -> None:
    print_table(
        f"{schema.name} {schema.version}; subject: {_dotted_paths(schema.subject)}",
        ["field", "rule", "entity", "role", "form"],
        [_field_row(path, node) for path, node in fields_of(schema.root)],
    )


def _dotted_paths(paths: Sequence[Sequence[str]]) -> str:
    return ", ".join(".".join(p) for p in paths) or "none; each record is its own scope"


def _field_row(path: str, node: Node) -> list[str]:
    entity, role = node.entity.value if node.entity else "", node.role.value if node.role else ""
    if isinstance(node, Leaf):
        form = f"one of {len(node.enum)}" if node.enum is not None else node.format
        return [path, node.rule.value, entity, role, form]
    return [path, "as its type", entity, role, node.kind.value if node.kind else node.path]


app.command(epilog=INFER_EPILOG)(infer)
app.command(epilog=LINT_EPILOG)(lint)


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
    reason: Annotated[str, typer.Option(help="Why it is approved; needed where two people have to approve.")] = "",
    draft: Annotated[
        bool, typer.Option("--draft", help="NAME is a draft; it is put into use when it is approved.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Approve the present content of a schema or profile. Earlier approvals of its name end, unless --keep is given.

    Where the setting approvers, or a profile, asks for two people, the first approval waits for that of another person,
    and ends none.
    """
    if not by.strip():
        fail("an approval needs the name of the person who gives it: --by PERSON")
    if draft and (profile or keep):
        fail("--draft goes with neither --profile nor --keep")
    settings = load_settings()
    keyring = Keyring.load(settings.keyring)
    kind: Kind = "profile" if profile else "schema"
    if draft:
        given = approve_draft(settings, keyring, name, by, reason)
    else:
        given = approve_document(settings, keyring, kind, name, by, reason, keep=keep)
    document, status = given.document, "waiting" if given.is_waiting else "approved"
    facts = {"name": document.name, "version": document.version, "digest": document.digest}
    if json:
        print_json({"kind": kind, **facts, "by": given.by, "at": given.at, "status": status})
        return
    console().print(
        f"{status}: {kind} {document.name} {document.version}, content {document.digest[:16]}", soft_wrap=True
    )
    if given.is_waiting:
        console().print("another person has to approve it too (approvers of settings or profile)", soft_wrap=True)
    elif isinstance(document, Profile) and document.release_voice is not None:
        console().print("sound may leave under it, with its voices: see docs/guide/policies.md", soft_wrap=True)
    if given.appended is not None:
        _print_warnings(given.appended)


@app.command(epilog='Example: redactor schema withdraw records/ourNotes --by "A. Reviewer"')
@guarded
def withdraw(
    name: Name,
    by: Annotated[str, typer.Option(metavar="PERSON", help="Who withdraws the approvals.")],
    profile: IsProfile = False,
    reason: Annotated[str, typer.Option(help="Why, for whoever asks later.")] = "",
    json: AsJson = False,
) -> None:
    """Withdraw every approval of a schema or profile, shipped ones included. The document need not be there."""
    if not by.strip():
        fail("a withdrawal needs the name of the person who makes it: --by PERSON")
    settings = load_settings()
    keyring = Keyring.load(settings.keyring)
    kind: Kind = "profile" if profile else "schema"
    of = named(settings, keyring, kind, name)
    at, appended = withdraw_approvals(settings, keyring, kind, of, by, reason)
    if json:
        print_json({"kind": kind, "name": of[0], "by": by.strip(), "at": at})
    else:
        console().print(f"withdrawn: {kind} {of[0]}", soft_wrap=True)
        _print_warnings(appended)


def _print_warnings(appended: Appended) -> None:
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
