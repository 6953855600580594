"""This module holds the tools that a program calls over the Model Context Protocol, without the protocol.

A tool takes arguments of JSON and returns one text. What is refused has a code, and what to do; neither repeats the
arguments, which may be PHI.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from redactor.assemble.facade import NO_PATIENT, TOO_LONG, Redactor
from redactor.engine import Redacted
from redactor.entities import Entity
from redactor.errors import EndpointRefusedError, SchemaError, ServiceUnavailableError, SettingsError
from redactor.service.mcp.tool_files import CallRefusedError, Folders, GivenFile, check_name, tells_of
from redactor.text import Reading, detector_of
from schemas.engine.json_codec import encode, parse
from schemas.engine.records import Outcome, Reason, RecordError, RecordOut

MOST_CHARS = 200_000  # of a text; some 20 seconds of CPU time
MOST_RECORD_BYTES = 2 * 1024 * 1024
_PROFILE = Meta(description="One of the profiles that list_profiles names; the first of them if left out.")
_PATIENT = Meta(
    description="The id of the patient in the source. Texts and records of one patient then agree in stand-ins and"
    " dates, and known values of the patient are found. It is never returned."
)
_HERE = {
    Reason.MALFORMED.value: "this is no valid JSON; give one record, whole, with its quotes escaped and without NaN",
    Reason.UNKNOWN_FIELD.value: "the schema has no rule for a field of the record, and the setting unknown_fields lets"
    " no such record leave, or it has none for any: name another `schema`, or have rules added and approved",
    Reason.NO_SCHEMA.value: "no schema fits this record; name one as `schema`, or have one proposed with `redactor"
    " schema infer` and approved by a person",
    Reason.NOT_APPROVED.value: "nobody has approved the schema of this record in its present form; a person reads every"
    " rule, then: redactor schema approve",
    Reason.DETECTOR_FAILED.value: "a detector ended with an error; call again, and report it if it happens again",
    Reason.SERVICE_UNAVAILABLE.value: "a service (the index of stand-ins, or an LLM) did not answer; see that it runs,"
    " then call again",
    "profile-not-approved": "the approval of the profile has ended: a person approves it again, or starts this server"
    " under another",
    "approvals-unreadable": "the approvals of home cannot be read: a person restores them, then call again",
    "withdrawals-unreadable": "the list of the setting opt_out cannot be read: a person mends it, then call again",
    Reason.INTERNAL.value: "this is a defect of redactor; report it with the version, without the record",
    Reason.INCOMPLETE_READING.value: "the text could not be read in whole; see that the LLM, if one is set, answers"
    " (`redactor llm check`), then call again",
    Reason.WRONG_TYPE.value: "the field that `where` names holds another kind of value than its schema says;"
    " correct the record, or have the schema corrected",
    Reason.OPTED_OUT.value: "the list of the setting opt_out names the patient: nothing of this record or text leaves",
    NO_PATIENT: "the setting opt_out names patients who opted out, and a text of nobody cannot be compared with it:"
    " name the `patient`, or give a record",
    Reason.RESTRICTED.value: "a security label of the record is one that withhold_labels holds back",
    Outcome.DELETED.value: "the record is marked as entered in error, and has no content to release",
}  # what remedies for a quarantine do not say


class _Text(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(description="The text to read, as the record has it.")]
    profile: Annotated[str, _PROFILE] | None = None
    patient: Annotated[str, _PATIENT] | None = None


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    record: Annotated[
        str,
        Meta(description="One record as JSON text: a FHIR resource, or a row. A text keeps 1.00 as 1.00."),
    ]
    table: Annotated[str, Meta(description="The name of the schema of a record that names none, such as a row.")] | (
        None
    ) = msgspec.field(default=None, name="schema")
    profile: Annotated[str, _PROFILE] | None = None


class _File(msgspec.Struct, forbid_unknown_fields=True):
    path: Annotated[str, Meta(description="The path of a file (.txt, .rtf, .html, .md, .json, .ndjson) in a root.")]
    out: (
        Annotated[str, Meta(description="The name of the new file, without a suffix; generated if left out.")] | None
    ) = None
    profile: Annotated[str, _PROFILE] | None = None
    patient: Annotated[str, _PATIENT] | None = None


class _Nothing(msgspec.Struct, forbid_unknown_fields=True):
    pass


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool has a name, a description for the model that chooses it, and the type of its arguments."""

    name: str
    description: str
    arguments: type[msgspec.Struct]

    @property
    def schema(self) -> dict[str, Any]:
        """This is the JSON Schema of the arguments, an object."""
        _, parts = msgspec.json.schema_components([self.arguments])
        schema: dict[str, Any] = parts[self.arguments.__name__]
        return {key: value for key, value in schema.items() if key != "title"}


TEXT = Tool(
    "deidentify_text",
    "De-identify a clinical text: identifiers are replaced as the profile says. Returns the new text alone.",
    _Text,
)
RECORD = Tool(
    "deidentify_record",
    "De-identify one record by its approved schema. Returns the new record as JSON, or the reason why it is held back.",
    _Record,
)
FILE = Tool(
    "deidentify_file",
    "De-identify a file that lies in a root, and write the result to the folder of results. Returns the name of the new"
    " file and counts; the content is not returned.",
    _File,
)
SPANS = Tool(
    "explain_spans",
    "Say what is found in a text: labels, offsets in characters, detectors and scores. No part of the text is returned."
    " A score is a probability, or null for a rule.",
    _Text,
)
PROFILES = Tool("list_profiles", "List the profiles that may be used, and what each does to which entity.", _Nothing)


@dataclass
class Tools:
    """These tools answer calls, one at a time, in the thread that made the redactors.

    redactors: by the name of the profile, the default first. remedies: what to do about a reason. folders: None if no
    root is named, in which case there is no tool for files.
    """

    redactors: Mapping[str, Redactor]
    remedies: dict[str, str]
    folders: Folders | None = None
    offered: Mapping[str, Tool] = field(init=False)

    def __post_init__(self) -> None:
        files = () if self.folders is None else (FILE,)
        self.offered = {tool.name: tool for tool in (TEXT, RECORD, *files, SPANS, PROFILES)}

    def call(self, name: str, arguments: Mapping[str, Any]) -> str:
        """Return the answer of a tool. Raises CallRefusedError, whose code and advice hold nothing of the arguments.

        Any other exception is a failure of the home or a service, or a defect.
        """
        tool = self.offered.get(name)
        if tool is None:
            raise CallRefusedError("unknown-tool", f"call one of: {', '.join(self.offered)}")
        try:
            given = msgspec.convert(arguments, tool.arguments)
        except (msgspec.ValidationError, RecursionError):
            raise CallRefusedError("wrong-arguments", f"give {_described(tool)}; all are texts") from None
        try:
            return self._answer(given, tool)
        except RecordError as e:
            raise self._refused(e.reason.value, e.where if e.reason is Reason.WRONG_TYPE else "") from None
        except SchemaError:
            raise CallRefusedError("unknown-schema", "`redactor schema list` shows the names of all schemas") from None
        except EndpointRefusedError:
            raise  # the log says what to set
        except ServiceUnavailableError as e:
            raise self._refused(e.code) from None

    def _answer(self, given: msgspec.Struct, tool: Tool) -> str:
        match given:
            case _Text() if tool is SPANS:
                return self._spans(given)
            case _Text():
                return self._released_text(given.text, given.profile, given.patient)
            case _Record():
                return self._record(given)
            case _File():
                return self._file(given)
        return self._profiles()

    def _redactor(self, profile: str | None) -> Redactor:
        name = next(iter(self.redactors)) if profile is None else profile
        if name not in self.redactors:
            raise CallRefusedError("unknown-profile", f"use one of: {', '.join(self.redactors)}; or leave it out")
        return self.redactors[name]

    def _refused(self, reason: str, where: str = "") -> CallRefusedError:
        return CallRefusedError(reason, (self.remedies | _HERE).get(reason, "a person must look at it"), where)

    def _check_read(self, found: Redacted | Reading) -> None:
        """Raise CallRefusedError for a text that was not read in whole, or must not leave."""
        if not found.complete:
            known = found.why in self.remedies or found.why in _HERE
            raise self._refused(found.why if known else Reason.INCOMPLETE_READING.value)

    def _released_text(self, text: str, profile: str | None, patient: str | None) -> str:
        redactor = self._redactor(profile)
        _check_length(text)
        found: Redacted
        (found,) = redactor.texts([text], patients=[patient])
        self._check_read(found)
        return found.text

    def _spans(self, given: _Text) -> str:
        redactor = self._redactor(given.profile)
        _check_length(given.text)
        found = redactor.detect(given.text, patient=given.patient)
        self._check_read(found)
        spans = [
            {
                "label": s.entity.value,
                "start": s.start,
                "end": s.end,
                "detectors": sorted({detector_of(source) for source in s.sources}),
                "score": s.score,
            }
            for s in found.spans
        ]
        return json.dumps({"spans": spans})

    def _record(self, given: _Record) -> str:
        redactor = self._redactor(given.profile)
        data = given.record.encode()
        if len(data) > MOST_RECORD_BYTES:
            told = f"a call reads a record of {MOST_RECORD_BYTES:,} bytes at most"
            raise CallRefusedError(Reason.TOO_LARGE.value, told)
        record = parse(data)
        if record.get("resourceType") == "Bundle":
            told = "give the resources of a Bundle one by one; `redactor run` reads whole Bundles"
            raise CallRefusedError(Reason.UNSUPPORTED_TYPE.value, told)
        redactor.learn([record], schema=given.table)
        (out,) = redactor.records([record], schema=given.table)
        if out.outcome is not Outcome.RELEASED or out.data is None:
            raise self._refused(_reason(out), out.where if out.reason is Reason.WRONG_TYPE else "")
        return encode(out.data).decode()

    def _profiles(self) -> str:
        rows = [
            {
                "profile": name,
                "version": r.profile.version,
                "claim": r.profile.claim,
                "default": i == 0,
                "actions": {entity.value: r.profile.action(entity).value for entity in Entity},
            }
            for i, (name, r) in enumerate(self.redactors.items())
        ]
        return json.dumps({"profiles": rows})

    # --- files -------------------------------------------------------------------------------------------------------

    def _file(self, given: _File) -> str:
        assert self.folders is not None
        redactor = self._redactor(given.profile)
        if given.out is not None:
            check_name(given.out)
        file = self.folders.read(given.path)
        counts: Counter[str] = Counter()
        if file.has_records:
            if given.patient is not None:
                raise CallRefusedError("wrong-arguments", "leave `patient` out: records name their patient themselves")
            original, written = file.data.decode("utf-8", "replace"), self._released(file, redactor, counts)
        else:
            original = self.folders.text_of(file, redactor.settings.notes.encoding)
            written = self._released_text(original, given.profile, given.patient).encode()
            counts["released"] = 1
        if not counts["released"]:
            return json.dumps({"file": None, "counts": counts})
        if given.out is not None:
            found = redactor.detect(given.out.replace("-", " ").replace("_", " "))
            if found.spans or not found.complete or tells_of(given.out, f"{file.below} {original}", written.decode()):
                told = "choose a name without names, numbers and words of the original, or leave `out` away"
                raise CallRefusedError("name-may-identify", told)
        name = self.folders.write(file, given.out, written, redactor.profile.name)
        return json.dumps({"file": name, "counts": counts})

    def _released(self, file: GivenFile, redactor: Redactor, counts: Counter[str]) -> bytes:
        """Return the released records of a file as JSON, and count the others by reason."""
        lines = [file.data] if file.suffix == ".json" else [x for x in file.data.split(b"\n") if x.strip()]
        records: list[dict[str, Any]] = []
        for line in lines:
            try:
                if len(line) > MOST_RECORD_BYTES:
                    raise RecordError(Reason.TOO_LARGE)
                records.append(parse(line))
            except RecordError as e:
                counts[e.reason.value] += 1
        released = []
        redactor.learn(records)
        for out in redactor.records(records):
            if out.outcome is Outcome.RELEASED and out.data is not None:
                released.append(encode(out.data))
                counts["released"] += 1
            else:
                counts[_reason(out)] += 1
        return b"".join(data + b"\n" for data in released)


def _check_length(text: str) -> None:
    if len(text) > MOST_CHARS:
        raise CallRefusedError(TOO_LONG, f"split the text: a call reads {MOST_CHARS:,} characters at most")


def _reason(out: RecordOut) -> str:
    return out.reason.value if out.reason is not None else out.outcome.value


def _described(tool: Tool) -> str:
    """Return the arguments of a tool for an error."""
    fields = msgspec.structs.fields(tool.arguments)
    if not fields:
        return "no arguments"
    return ", ".join(f"`{f.encode_name}`{'' if f.required else ' (may be left out)'}" for f in fields)


def build_tools(profiles: Sequence[str], remedies: dict[str, str], folders: Folders | None) -> Tools:
    """Build the tools over a home. profiles: which may be used, the default first; none: that of the settings.

    Raises RedactorError. The tools belong to the thread that builds them.
    """
    redactors = [Redactor(profile=name) for name in profiles] or [Redactor()]
    by_name = {r.profile.name: r for r in redactors}
    if len(by_name) != len(redactors):
        raise SettingsError("two of the profiles have the same name, by which a call chooses; name each once")
    if folders is not None:
        folders.make_out()
    return Tools(by_name, remedies, folders)
