"""Make the pages of the reference from the code, so that they cannot differ from it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from redactor.cli.remedies import REMEDIES
from redactor.cli.root import COMMANDS, load_command
from redactor.entities import DESCRIPTIONS, Entity
from redactor.policy.profiles import SHIPPED, load_profile
from redactor.run.contracts import REASONS, FileReason
from redactor.run.intake.kinds import READ_SUFFIXES
from redactor.run.intake.unread_suffixes import CONVERTED, SOUND_SUFFIXES
from redactor.settings_table import settings_schema
from schemas.engine.records import Reason

ROOT = Path(__file__).parents[2]
_SPECIAL = re.compile(r"[\\*_\[\]<>#|]")
_PAGE_OF_GUIDE = re.compile(r"docs/(guide/([\w-]+)\.md)")

# Reasons of records that are withheld, not quarantined: no remedy is needed.
_WITHHELD = {
    Reason.OPTED_OUT: "The list of the setting `opt_out` names the patient. Nothing is to be done.",
    Reason.RESTRICTED: "The record carries a label of the setting `withhold_labels`. Nothing is to be done.",
}

# Suffixes; what they stand for; as what the content leaves; the extra that reads it.
_READ = (
    (".ndjson .jsonl", "records, one a line: FHIR or other JSON", "`.ndjson`", ""),
    (".json", "a record, a Bundle or an array of records", "`.ndjson` or `.json`", ""),
    (".csv .tsv", "a table", "`.csv`", ""),
    (".parquet", "a table", "`.parquet`", "parquet"),
    (".hl7", "HL7 v2 messages", "`.hl7`", ""),
    (".xml", "a C-CDA document", "`.xml`", ""),
    (
        ".txt .md .rtf .html .htm",
        "a note: plain text, Markdown, RTF or HTML",
        "`.txt`, and `.json` for what is known",
        "",
    ),
    (".docx .docm", "a document of Word", "as a note", ""),
    (".pdf", "a PDF with a text layer", "as a note", "formats"),
    (".eml", "a mail", "as a note", ""),
    (".msg", "a mail of Outlook", "as a note", "formats"),
    (".xlsx .xlsm", "a workbook of Excel", "a `.csv` for each sheet", "formats"),
    (".db .sqlite .sqlite3", "a database of SQLite", "a `.csv` for each table", ""),
    (".zip .tar .tgz", "an archive; also `.tar.gz` and `.tar.zst`", "each file in it as it would leave alone", ""),
)


def _md(text: str) -> str:
    """Return a text for Markdown: characters of its syntax escaped, but for code; pages of the guide become links."""
    parts = text.split("`")
    parts[::2] = [_SPECIAL.sub(lambda c: f"&#{ord(c[0])};", part) for part in parts[::2]]
    return _PAGE_OF_GUIDE.sub(r"[guide: \2](../\1)", "`".join(parts))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '?')) else '.'}"


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (columns, ["---"] * len(columns), *rows))


def _code(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def commands() -> dict[str, Any]:
    """Return every command of the command line, by its words, such as "redactor keys init"."""
    found: dict[str, Any] = {}
    for name in COMMANDS:
        command = load_command(name)
        found[f"redactor {name}"] = command
        found |= {f"redactor {name} {sub}": inner for sub, inner in getattr(command, "commands", {}).items()}
    return found


def _command_page() -> str:
    parts = [
        "# Commands",
        "Each section is what `--help` prints. `--config FILE`, in front of or behind any command, names the settings"
        " file. Exit codes: 0, done; 1, done, with records in quarantine or findings; 2, could not run, with what to"
        " do; 3, the disk is full.",
        _table(("Command", "What it does"), [(f"`redactor {n}`", _md(help_)) for n, help_ in COMMANDS.items()]),
    ]
    for name, command in commands().items():
        parts += [f"{'##' if name.count(' ') == 1 else '###'} {name}", *_command_section(name, command)]
    return "\n\n".join(parts) + "\n"


def _command_section(name: str, command: Any) -> Iterator[str]:
    context = command.context_class(command, info_name=name)
    yield from (_md(" ".join(paragraph.split())) for paragraph in (command.help or "").split("\n\n"))
    if getattr(command, "commands", None):
        inner = ((f"{name} {sub}", " ".join(c.get_short_help_str(300).split())) for sub, c in command.commands.items())
        yield _table(("Command", "What it does"), [(f"`{words}`", _md(told)) for words, told in inner])
    else:
        yield f"```text\n{command.get_usage(context).removeprefix('Usage: ')}\n```"
        records = [record for p in command.params if (record := p.get_help_record(context)) and "--help" not in p.opts]
        if records:
            yield _table(("Argument or option", "Meaning"), [(f"`{name}`", _md(told)) for name, told in records])
    if command.epilog:
        before, _, example = command.epilog.partition("Example: ")
        if before:
            yield _md(before.strip())
        if example:
            yield f"Example:\n\n```sh\n{example}\n```"


def settings() -> dict[str, Mapping[str, Any]]:
    """Return the JSON Schema of every setting, tables and entries of lists included, by its name."""
    schema = settings_schema()
    return dict(_settings(schema["properties"], schema["$defs"], ""))


def _settings(properties: Any, models: Any, within: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, told in properties.items():
        yield within + name, told
        for ref in _refs(told):
            yield from _settings(models[ref]["properties"], models, f"{within}{name}.")


def _refs(told: Mapping[str, Any]) -> list[str]:
    """Return the names of the models that a schema refers to, those of entries of lists included."""
    return re.findall(r'"\$ref": "#/\$defs/(\w+)"', json.dumps(told))


def _settings_page() -> str:
    parts = [
        "# Settings",
        "Settings come from `redactor.toml` in the working directory, or from the file that `redactor --config FILE`"
        " or else `REDACTOR_CONFIG` names, then from environment variables, which take precedence. In the environment,"
        " lists and tables are JSON. `redactor config` shows the value of each setting and where it comes from;"
        " `redactor config --schema` prints a JSON Schema for editors.",
    ]
    found = settings()
    tables = [name for name, told in found.items() if "." not in name and _refs(told)]
    top = [name for name in found if "." not in name and name not in tables]
    parts += ["## Top level", _settings_table(top, found)]
    for table in tables:
        within = [name for name in found if name.startswith(f"{table}.")]
        parts += [f"## \\[{table}\\]", _md(found[table]["description"]), _settings_table(within, found)]
    return "\n\n".join(parts) + "\n"


def _settings_table(names: Iterable[str], found: Mapping[str, Mapping[str, Any]]) -> str:
    rows = []
    for name in names:
        told = found[name]
        is_entry = name.rpartition(".")[0] in found and "array" in _types(found[name.rpartition(".")[0]])
        variable = "" if is_entry else f"<br><small>`{_variable(name)}`</small>"
        written = f'<a id="{name}"></a>`{name}`{variable}'
        rows.append((written, _md(told["description"]), _type(told), _default(name, told)))
    return _table(("Setting and variable", "What it does", "Type", "Default"), rows)


def _variable(name: str) -> str:
    return f"REDACTOR_{name.replace('.', '__').upper()}"


def _types(told: Mapping[str, Any]) -> set[str]:
    return {str(part.get("type")) for part in (told, *told.get("anyOf", ()))}


def _type(told: Mapping[str, Any]) -> str:
    """Return the type of a setting in words."""
    if variants := [part for part in told.get("anyOf", ()) if part.get("type") != "null"]:
        return " or ".join(_type(part) for part in variants)
    if "enum" in told:
        return " or ".join(f"`{value}`" for value in told["enum"])
    kind = told.get("type", "table")
    if kind == "array":
        return f"list: {_type(told['items'])}"
    if kind == "object":
        return f"table: name to {_type(told['additionalProperties'])}"
    words = {"string": "text", "boolean": "`true` or `false`", "integer": "whole number"}
    bounds = [f"{sign} {told[key]:,}" for key, sign in _BOUNDS.items() if key in told]
    return ", ".join([told.get("format") or words.get(kind, kind), *bounds])


_BOUNDS = {"minimum": "at least", "exclusiveMinimum": "over", "maximum": "at most"}


def _default(name: str, told: Mapping[str, Any]) -> str:
    if name == "home":
        return "`~/.redactor`"
    if _refs(told) and not isinstance(told.get("default"), list):
        return ""
    if "default" not in told and "object" not in _types(told):
        return "required"
    value = told.get("default")
    if value in (None, [], {}, ""):
        return "none"
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


def _entity_page() -> str:
    profiles = [load_profile(p.stem) for p in sorted(SHIPPED.glob("*.json"))]
    rows = [
        (
            f'<a id="{e.value}"></a>`{e.value}`',
            e.info.hipaa.value if e.info.hipaa else "",
            _md(DESCRIPTIONS[e]),
            *(p.action(e).value for p in profiles),
        )
        for e in Entity
    ]
    return "\n\n".join((
        "---\nhide: [toc]\n---",
        "# Entities",
        "An entity is a type of identifier. HIPAA is the letter of the identifier in 45 CFR 164.514(b)(2)(i); further"
        " columns name the action of each shipped profile: [policies](../guide/policies.md) says what the actions do."
        " `redactor entities` prints the same for a profile of your own.",
        _table(("Entity", "HIPAA", "What it is", *(p.name for p in profiles)), rows),
    )) + "\n"  # fmt: skip


def _reason_page() -> str:
    parts = [
        "# Reasons and remedies",
        "A record or file that is not released has one of these reasons. The summary of a run, the audit, the manifest"
        " and `redactor quarantine list` name it; none of them shows a value.",
    ]
    for title, kind in (("Of records", Reason), ("Of files and messages", FileReason)):
        parts.append(f"## {title}")
        for reason in (r for r in REASONS.values() if isinstance(r, kind)):
            told = _WITHHELD[reason] if reason in _WITHHELD else _sentence(REMEDIES[reason.value])  # type: ignore[index]
            parts += [f"### {reason.value}", _md(told)]
    return "\n\n".join(parts) + "\n"


def _format_page() -> str:
    read = [(_code(suffixes.split()), what, leaves, extra and f"`{extra}`") for suffixes, what, leaves, extra in _READ]
    assert {*" ".join(row[0] for row in _READ).split()} == READ_SUFFIXES, "say in _READ what each suffix stands for"
    by_reason: dict[FileReason, list[str]] = {}
    for suffix, reason in CONVERTED.items():
        by_reason.setdefault(reason, []).append(suffix)
    refused = [(_code(s), f"`{r.value}`", _md(_sentence(REMEDIES[r.value]))) for r, s in by_reason.items()]
    sound = (_code(sorted(SOUND_SUFFIXES)), "`audio-input`", _md(_sentence(REMEDIES["audio-input"])))
    return "\n\n".join((
        "# Formats",
        "This page lists the files that are read, as what their content leaves, and the files that are refused.",
        "## What is read",
        "Any file but Parquet and archives may be packed as `.gz` or `.zst`. What leaves is never packed, never the"
        " original container, and never has the name of an input file. A file that needs an extra says so without it:"
        " `pip install 'clinical-redactor[formats]'`.",
        _table(("Suffix", "What it is", "Leaves as", "Extra"), read),
        "Which parts of a file are read, and which are dropped: [documents, mails, workbooks and"
        " databases](../guide/formats.md), [notes](../guide/notes.md), [HL7 v2 and CDA](../guide/exchange-formats.md)."
        " What becomes of a field of a record or table is written in its [schema](../guide/schemas.md).",
        "## What is refused",
        _table(("Suffix", "Reason", "What to do"), [*refused, sound]),
        "A file with any other suffix is `unreadable-input`. Damaged, encrypted and hostile files have reasons of"
        " their own: [reasons and remedies](reasons.md#of-files-and-messages).",
    )) + "\n"  # fmt: skip


PAGES: dict[str, Callable[[], str]] = {
    "reference/commands.md": _command_page,
    "reference/settings.md": _settings_page,
    "reference/entities.md": _entity_page,
    "reference/reasons.md": _reason_page,
    "reference/formats.md": _format_page,
}
"""This maps the path of each page in the site to what makes it."""


@cache
def links() -> dict[str, str]:
    """Return the place in the reference of each word that pages write as code: a command, a setting, an entity, ..."""
    found = {name: f"reference/commands.html#{name.replace(' ', '-')}" for name in commands()}
    found |= {name: f"reference/settings.html#{name}" for name in settings() if "." in name or "_" in name}
    found |= {entity.value: f"reference/entities.html#{entity.value}" for entity in Entity}
    return found | {code: f"reference/reasons.html#{code}" for code in REASONS if "-" in code}
