"""This module keeps drafts of schemas in a folder of home that no run reads, and changes the rules of their fields.

A draft is a document NAME.json. NAME.samples beside it holds the path of the records that it was proposed from.
"""

from __future__ import annotations

import copy
import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactor.entities import Entity
from redactor.errors import RunError, SchemaError
from redactor.files.atomic_file import atomic_private, locked
from redactor.files.own_files import check_no_links, check_own_folder, make_own_folder
from redactor.settings import Settings
from schemas.documents.redactor_flags import has_flags
from schemas.documents.registry import compiled_file, version_order
from schemas.documents.schema_files import SchemaFile, file_of, files_in, read
from schemas.engine.compiled_schema import CompiledSchema, Rule

FILE_NAME = re.compile(r"[A-Za-z0-9_-]+(?:/[A-Za-z0-9_-]+)*")
_WHAT = "the folder of drafts in home"
_CHANGED = "the draft has changed since you looked at it: look at it again"
# Keywords that go with some rules alone.
_ONLY_WITH: Mapping[str, frozenset[Rule]] = {
    "idClass": frozenset({Rule.HASH}),
    "known": frozenset({Rule.MASK, Rule.HASH}),
    "llm": frozenset({Rule.AUTODEID}),
    **dict.fromkeys(("enum", "const", "pattern", "check"), frozenset({Rule.PASS})),
    **dict.fromkeys(("entity", "role"), frozenset(Rule) - {Rule.PASS, Rule.DROP, Rule.AUTODEID}),
}
_LONGEST_PATTERN = 500
_SET, _PROPOSED = "Set by ", "; the proposal was "


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft is a document that somebody has to decide on.

    name: of its file, below the folder and without `.json`. schema: None if it is none; then `fault` says why. samples:
    the records that it was proposed from, if that is known.
    """

    name: str
    path: Path
    document: Mapping[str, Any]
    schema: CompiledSchema | None
    fault: str
    samples: Path | None

    @property
    def digest(self) -> str:
        """This is the digest to which an approval is bound; "" for what is no schema."""
        return self.schema.digest if self.schema is not None else ""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a document.

    pointer: the place of its schema in the document, as a JSON pointer. path: of keys, as findings name it, without the
    name of the record. shown: the same for people, with [] behind arrays.
    """

    pointer: str
    path: tuple[str, ...]
    shown: str
    schema: Mapping[str, Any]


def draft_path(settings: Settings, name: str) -> Path:
    """Return the file of a draft. Raises RunError for a name that no file may have, and a folder of other users."""
    if not FILE_NAME.fullmatch(name):
        raise RunError("the name of a draft has letters, digits, _ and -, with / between parts")
    folder = settings.schema_drafts
    check_own_folder(folder, _WHAT)
    if folder.is_dir():
        check_no_links(folder, _WHAT)
    return folder / f"{name}.json"


def keep_samples(draft: Path, samples: Path) -> None:
    """Keep which records a draft was proposed from."""
    with atomic_private(draft.with_suffix(".samples")) as file:
        file.write(os.fsencode(samples.absolute()))


def list_drafts(settings: Settings) -> list[Draft]:
    """Return all drafts by name. Raises RunError for a folder that other users may change."""
    folder = settings.schema_drafts
    check_own_folder(folder, _WHAT)
    if not folder.is_dir():
        return []
    check_no_links(folder, _WHAT)
    names = (path.relative_to(folder).with_suffix("").as_posix() for path in sorted(folder.rglob("*.json")))
    return [_opened(settings, name) for name in names if FILE_NAME.fullmatch(name)]


def open_draft(settings: Settings, name: str) -> Draft | None:
    """Return a draft, or None if there is none of the name. Raises RunError as `draft_path` does."""
    return _opened(settings, name) if draft_path(settings, name).is_file() else None


def _opened(settings: Settings, name: str) -> Draft:
    path = settings.schema_drafts / f"{name}.json"
    document: Mapping[str, Any] = {}
    schema, fault = None, ""
    try:
        document = read(path)
        schema = compiled_file(file_of(document, path, settings.schema_drafts))
    except SchemaError as e:
        fault = str(e)
    except (RecursionError, TypeError, AttributeError):  # a document of another form than any schema
        fault = "the document has not the form of a schema"
    beside = path.with_suffix(".samples")
    samples = Path(os.fsdecode(beside.read_bytes())) if beside.is_file() else None
    return Draft(name, path, document, schema, fault, samples)


@contextmanager
def changing(settings: Settings, name: str, digest: str | None) -> Iterator[Draft]:
    """Give a draft that nobody else changes meanwhile.

    digest: of the draft that a person has looked at. Raises RunError if there is none, or it has changed.
    """
    path = draft_path(settings, name)
    if not path.is_file():
        raise RunError("there is no draft of this name: propose one with redactor schema infer SAMPLES --draft")
    with locked(settings.schema_drafts / "drafts"):
        found = open_draft(settings, name)
        if found is None or (digest is not None and found.digest != digest):
            raise RunError(_CHANGED)
        yield found


def fields_of(document: Mapping[str, Any]) -> Iterator[Field]:
    """Yield the fields of a document that compiles, but those of the datatypes that it refers to."""
    return _fields(document, "", (), "")


def _fields(schema: Mapping[str, Any], pointer: str, path: tuple[str, ...], shown: str) -> Iterator[Field]:
    for key, child in schema.get("properties", {}).items():
        at, name = f"{pointer}/properties/{_escaped(key)}", f"{shown}{key}"
        while "items" in child:
            child, at, name = child["items"], f"{at}/items", f"{name}[]"
        if "properties" in child:
            yield from _fields(child, at, (*path, key), f"{name}.")
        else:
            yield Field(at, (*path, key), name, child)


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")


def change_field(
    settings: Settings,
    name: str,
    digest: str,
    pointer: str,
    rule: Rule,
    *,
    entity: Entity | None,
    id_class: str,
    pattern: str,
    by: str,
) -> None:
    """Change the rule of a field of a draft, durably, so that approvals of the content before do not count for it.

    digest: of the draft as it was shown. id_class, pattern: "" for none. by: who changes it. Raises RunError if the
    draft has changed, and SchemaError if it would be no schema any more.
    """
    with changing(settings, name, digest) as draft:
        if has_flags(draft.document):
            raise RunError("the draft has the flags of RedactOR: change it in its file")
        found = next((f for f in fields_of(draft.document) if f.pointer == pointer and "rule" in f.schema), None)
        if found is None:
            raise RunError(_CHANGED)
        document = copy.deepcopy(dict(draft.document))
        _set(_at(document, pointer), rule, entity, id_class, pattern, by)
        _write(settings, draft, document)


def _at(document: dict[str, Any], pointer: str) -> dict[str, Any]:
    found: Any = document
    for step in pointer.split("/")[1:]:
        found = found[step.replace("~1", "/").replace("~0", "~")]
    assert isinstance(found, dict)
    return found


def _set(field: dict[str, Any], rule: Rule, entity: Entity | None, id_class: str, pattern: str, by: str) -> None:
    if len(pattern) > _LONGEST_PATTERN:
        raise RunError(f"a pattern has {_LONGEST_PATTERN} characters at most")
    before = field["rule"]
    field["rule"] = rule.value
    given = {"entity": entity.value if entity is not None else "", "idClass": id_class, "pattern": pattern}
    for keyword, value in given.items():
        if value:
            field[keyword] = value
        else:
            field.pop(keyword, None)
    for keyword, rules in _ONLY_WITH.items():
        if rule not in rules:
            field.pop(keyword, None)
    if pattern:
        for other in ("check", "enum", "const"):
            field.pop(other, None)
    told = str(field.get("description", ""))
    proposed = told.partition(_PROPOSED)[2] if told.startswith(_SET) else f"{before}: {told}"
    field["description"] = f"{_SET}{by}{_PROPOSED}{proposed}"


def _write(settings: Settings, draft: Draft, document: dict[str, Any]) -> None:
    compiled_file(file_of(document, draft.path, settings.schema_drafts))
    with atomic_private(draft.path) as file:
        file.write(json.dumps(document, indent=2, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n")


def put_into_use(settings: Settings, draft: Draft) -> None:
    """Move a draft, which is approved, to where runs find it. The caller is `changing` it.

    After a crash the same call completes it. Raises RunError as `place_of` does.
    """
    target = place_of(settings, draft)
    make_own_folder(target.parent)
    with atomic_private(target) as file:
        file.write(draft.path.read_bytes())
    draft.path.with_suffix(".samples").unlink(missing_ok=True)
    draft.path.unlink(missing_ok=True)


def place_of(settings: Settings, draft: Draft) -> Path:
    """Return the file that a draft gets when it is approved. Raises RunError if runs would not find it there."""
    target = settings.own_schemas / f"{draft.name}.json"
    check_own_folder(settings.own_schemas, "the folder of schemas in home")
    if settings.own_schemas.is_dir():
        check_no_links(settings.own_schemas, "the folder of schemas in home")
    placed = file_of(dict(draft.document), target, settings.own_schemas)
    if draft.schema is None or compiled_file(placed).digest != draft.digest:
        raise RunError("the draft refers to documents that lie beside it: put them into the folder schemas of home")
    _check_others(settings, placed)
    return target


def _check_others(settings: Settings, placed: SchemaFile) -> None:
    for folder in settings.schema_folders:
        for file in files_in(folder):
            if file.path == placed.path and file.name != placed.name:
                raise RunError("the file of this name in home holds another schema: give the draft another file name")
            is_before = version_order(file.version) >= version_order(placed.version)
            if file.path != placed.path and file.name == placed.name and is_before:
                raise RunError(
                    "another file holds this schema in the same or a higher version, and runs would go on with that: "
                    "raise the version of the draft, or remove the other"
                )
