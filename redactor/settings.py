"""One typed tree of settings: redactor.toml (or the file that REDACTOR_CONFIG names), then REDACTOR_* variables."""

from __future__ import annotations

import datetime as dt
import os
import re
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    InitSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)
from pydantic_settings import SettingsError as UnparsedError

from redactor.errors import RunError, SettingsError
from redactor.files.own_files import check_own_folder
from redactor.files.paths import NOT_SHOWN, is_path, is_utf8
from redactor.settings_file import NAMED_BY, read_settings_file

# Variables of this project that are not settings: the settings file, and the folder of `make services`.
_OTHER_VARIABLES = frozenset({NAMED_BY, "REDACTOR_SERVICES"})
DETECTORS = ("patterns", "known", "student")
"""All that there are, and the default."""


def _checked(given: Path | str) -> Path | str:
    if not is_path(given):
        raise ValueError(f"is {NOT_SHOWN}")
    return given


def _utf8(given: str) -> str:
    if not is_utf8(given):
        raise ValueError("is not UTF-8 text")
    return given


def _utf8_secret(given: SecretStr) -> SecretStr:
    _utf8(given.get_secret_value())
    return given


def _not_ours(name: str) -> str:
    if name.upper().startswith("REDACTOR_"):
        raise ValueError("is a variable of redactor, whose secrets go to no endpoint; put the key in another variable")
    return name


SettingPath = Annotated[Path, AfterValidator(_checked)]
Text = Annotated[str, AfterValidator(_utf8)]
PathOrName = Annotated[str, AfterValidator(_utf8), AfterValidator(_checked)]


class SitePatternSettings(BaseModel):
    """A pattern of the site: a name for reports, a regular expression in re2 syntax, and the entity it finds."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str
    regex: str
    entity: str


class AlwaysRedactSettings(BaseModel):
    """A term that is always redacted, and as what."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    term: str
    entity: str = "ID"


class AllowSettings(BaseModel):
    """A term that is no identifier, everywhere or where a regular expression in re2 syntax matches around it."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    term: str
    context: str | None = None


class SiteSettings(BaseModel):
    """Terms that are always redacted, terms that are no identifiers, patterns of the site, and days that its systems
    write where they know none.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    always_redact: tuple[str | AlwaysRedactSettings, ...] = ()
    allow: tuple[str | AllowSettings, ...] = ()
    patterns: tuple[SitePatternSettings, ...] = ()
    date_fillers: frozenset[dt.date] = frozenset()


class NotesSettings(BaseModel):
    """Notes in files of their own (.txt, .rtf, .html). name_pattern: a regular expression in re2 syntax over the whole
    name of a file, else over its path below IN, with the named groups patient, note, date, type and encounter. sidecar:
    a CSV with the columns file and patient_id, and further ones. date_format: of dates in either, in the directives of
    Python's strptime. encoding: of files that are not Unicode.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    name_pattern: Text | None = None
    sidecar: SettingPath | None = None
    date_format: Text | None = None
    encoding: Text = "windows-1252"


class RelexSettings(BaseModel):
    """Stand-ins. index: "embedded", or the URL of an OpenSearch. embedding: a sentence-transformers model, by path or
    name; without one, keyed character n-grams. levels: entity -> household, site or global, to override the default.
    decoys: the share of the names in texts that get another name than their stand-in.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    index: PathOrName = "embedded"
    index_name: Text = "redactor-stand-ins"
    user: Text | None = None
    password: Text | None = None
    ca_certs: SettingPath | None = None
    timeout_s: float = Field(default=30, gt=0)
    embedding: PathOrName | None = None
    levels: dict[str, str] = Field(default_factory=dict)
    decoys: float = Field(default=0, ge=0, le=1)


_SERVER = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})")


def _server_list(given: str) -> str:
    """Servers as Kafka's clients take them. The value is not repeated in errors: it may hold a password."""
    servers = [part.strip() for part in given.split(",")]
    for server in servers:
        match = _SERVER.fullmatch(server)
        if match is None or not 0 < int(match[2]) < 65536:
            raise ValueError("is not a list of host:port, separated by commas, without a scheme, user or password")
    return ",".join(servers)


def _is_loopback(server: str) -> bool:
    host = server.rpartition(":")[0].strip("[]")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class StreamsSettings(BaseModel):
    """Kafka. servers: "host:port", several separated by commas. ca_certs: a PEM file of the authorities that are
    trusted in place of the system's. client_cert, client_key: PEM files. prefix: stands before the name of each topic.
    partitions: of each topic but that of known values. replication: copies of each partition. retention_days: how long
    records stay in the topics. max_record_bytes: a larger record is quarantined without its content. in_flight_bytes:
    what a worker holds at a time. hold_hours: how long a record with a text waits for known values of its patient.
    after_hold: whether it then waits for a person, or is processed without them. delivery_bytes, delivery_seconds: the
    exporter closes a file at this size, or when its first record has this age.
    one_host: all workers have the same home, so that the embedded index of stand-ins serves them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    servers: Annotated[str, AfterValidator(_utf8), AfterValidator(_server_list)] | None = None
    tls: bool = False
    ca_certs: SettingPath | None = None
    client_cert: SettingPath | None = None
    client_key: SettingPath | None = None
    mechanism: Literal["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"] | None = None
    user: Text | None = None
    password: Annotated[SecretStr, AfterValidator(_utf8_secret)] | None = None
    password_file: SettingPath | None = None
    prefix: str = Field(default="", pattern=r"^[A-Za-z0-9._-]{0,200}$")
    partitions: int = Field(default=12, ge=1, le=10_000)
    replication: int = Field(default=3, ge=1, le=100)
    retention_days: int = Field(default=7, ge=1, le=3_650)
    max_record_bytes: int = Field(default=8 * 1024 * 1024, ge=1024, le=512 * 1024 * 1024)
    in_flight_bytes: int = Field(default=64 * 1024 * 1024, ge=1024)
    hold_hours: float = Field(default=72, ge=0)
    after_hold: Literal["wait", "process"] = "wait"
    delivery_bytes: int = Field(default=64 * 1024 * 1024, ge=1)
    delivery_seconds: float = Field(default=60, ge=0)
    one_host: bool = False

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if (self.client_cert is None) != (self.client_key is None):
            raise ValueError("client_cert and client_key belong together: give both or none")
        if not self.tls and (self.ca_certs or self.client_cert):
            raise ValueError("ca_certs and client_cert are for TLS: set tls = true")
        if self.password is not None and self.password_file is not None:
            raise ValueError("password and password_file: give one of them")
        has_password = self.password is not None or self.password_file is not None
        if self.mechanism is None:
            if self.user is not None or has_password:
                raise ValueError("a user or password without a mechanism: set mechanism, for example SCRAM-SHA-512")
        elif self.user is None or not has_password:
            raise ValueError("mechanism asks for user, and for password or password_file")
        elsewhere = not all(map(_is_loopback, (self.servers or "localhost:0").split(",")))
        if self.mechanism == "PLAIN" and not self.tls and elsewhere:
            raise ValueError("PLAIN without TLS sends the password readable: set tls = true")
        if self.in_flight_bytes < self.max_record_bytes:
            raise ValueError("in_flight_bytes is less than max_record_bytes: the largest record would never be read")
        return self


class LlmPrices(BaseModel):
    """What a million tokens cost, in the currency of the bill: of questions, and of answers."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    asked: float = Field(default=0, ge=0)
    answered: float = Field(default=0, ge=0)


class LlmSettings(BaseModel):
    """An LLM that is asked where the student is unsure. base_url, model: of an OpenAI-compatible endpoint. api_key_env:
    the variable that holds its key. allow_hosts, allow_remote: hosts beyond this machine need both, and https.
    context_tokens: what the model reads and writes at a time. passes: how often a note that is read whole is read.
    chunk_words: of such a note, sent at a time. max_in_flight: requests at a time, over all workers. ask_above: the
    probability from which a range below its threshold is asked about. ask_below: that below which a span that the
    student alone found is. always, never: types of notes that are read whole, and that are never sent. entities: those
    that are asked for; empty for all. token_budget: of a run. connect_seconds, first_byte_seconds, request_seconds: of
    one try. deadline_seconds: of all tries of a request. on_unsure: whether a note with open questions is quarantined,
    or what they are about is redacted. standins: whether it is also asked whom ambiguous names mean, which names of the
    staff are misspelled, and for occupations in the place of others.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    base_url: Text
    model: Text
    api_key_env: Annotated[str, AfterValidator(_utf8), AfterValidator(_not_ours)] | None = None
    allow_hosts: tuple[str, ...] = ()
    allow_remote: bool = False
    context_tokens: int = Field(default=8_192, ge=1_024)
    passes: int = Field(default=2, ge=1, le=8)
    chunk_words: int = Field(default=256, ge=16, le=4_096)
    max_in_flight: int = Field(default=8, ge=1, le=1_024)
    ask_above: float = Field(default=0.01, gt=0, le=1)
    ask_below: float = Field(default=0.6, ge=0, le=1)
    always: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    token_budget: int | None = Field(default=None, ge=1)
    prices: LlmPrices = LlmPrices()
    connect_seconds: float = Field(default=5, gt=0)
    first_byte_seconds: float = Field(default=60, gt=0)
    request_seconds: float = Field(default=120, gt=0)
    deadline_seconds: float = Field(default=300, gt=0)
    on_unsure: Literal["quarantine", "redact"] = "quarantine"
    standins: bool = False


class AudioSettings(BaseModel):
    """Recordings. model: the folder of a Whisper model for faster-whisper, or "pocketsphinx". device: what it runs on.
    languages: codes of ISO 639-1 (ISO 639-3 where there is none); a recording in another one is quarantined.
    allow_demo_asr: what pocketsphinx heard may leave. margin: seconds that are muted on both sides of PHI. strict: mute
    everything but confident words that are no PHI. judge: who decides about voice without words: nobody (all is muted),
    rules, or the LLM of `llm`. filling: what stands in place of muted sound. release_damaged: a recording with damaged
    stretches leaves with these muted, and is not quarantined. sidecar_seconds: how long `redactor audio watch` waits
    for the sidecar of a recording. attempts: how often a recording is tried that stopped a worker.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    model: PathOrName | None = None
    device: Literal["cpu", "cuda"] = "cpu"
    languages: tuple[Annotated[str, Field(pattern=r"^[a-z]{2,3}$")], ...] = Field(default=("en",), min_length=1)
    allow_demo_asr: bool = False
    margin: float = Field(default=0.2, ge=0.1, le=0.5)
    strict: bool = False
    judge: Literal["mute", "rules", "llm"] = "mute"
    filling: Literal["silence", "tone"] = "silence"
    release_damaged: bool = False
    sidecar_seconds: float = Field(default=60, ge=0)
    attempts: int = Field(default=3, ge=1, le=100)

    def of_output(self) -> dict[str, object]:
        """The settings that change what leaves for the same recording, for fingerprints, as JSON values. `model` and
        `device` are not among them: the version of a recogniser covers both."""
        return self.model_dump(mode="json", exclude={"model", "device", "sidecar_seconds", "attempts"})


class Settings(BaseSettings):
    """All settings. Paths are relative to the working directory."""

    model_config = SettingsConfigDict(
        env_prefix="REDACTOR_", env_nested_delimiter="__", extra="forbid", frozen=True, env_ignore_empty=True
    )

    home: SettingPath = Field(default_factory=lambda: Path.home() / ".redactor")
    keyring: str | None = None
    approvals_head: SettingPath | None = None
    known_head: SettingPath | None = None
    source: Text = "default"
    recipient: Text = "enclave"
    profile: PathOrName = "hipaa-safe-harbor"
    detectors: tuple[str, ...] = DETECTORS
    disabled_rules: tuple[str, ...] = ()
    student: SettingPath | None = None
    student_labels: PathOrName | None = None
    students: dict[str, SettingPath] = Field(default_factory=dict)
    threads: int | None = Field(default=None, ge=1)
    device: Literal["cpu", "cuda"] = "cpu"
    unknown_fields: Literal["drop", "quarantine"] = "drop"
    fhir_version: Literal["auto", "R4", "R5"] = "auto"
    schema_dirs: tuple[SettingPath, ...] = ()
    profile_dirs: tuple[SettingPath, ...] = ()
    as_of: dt.date | None = None
    shift_weeks: int = Field(default=52, ge=1, le=520)
    crosswalk: SettingPath | None = None
    opt_out: SettingPath | None = None
    nobody_ids: tuple[str, ...] = ("NULL", "\\N", "None", "N/A", "nan", "", "0", "-1")
    withhold_labels: tuple[str, ...] = ("R", "V", "42CFRPart2")
    known_hosts: tuple[str, ...] = ()
    max_record_bytes: int = Field(default=64 * 1024 * 1024, ge=1024)
    max_text_chars: int = Field(default=2_000_000, ge=1000)
    batch_bytes: int = Field(default=1024 * 1024, ge=1024)
    batch_records: int = Field(default=500, ge=1)
    notes: NotesSettings = NotesSettings()
    site: SiteSettings = SiteSettings()
    relex: RelexSettings = RelexSettings()
    llm: LlmSettings | None = None
    streams: StreamsSettings = StreamsSettings()
    audio: AudioSettings = AudioSettings()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        return init_settings, env_settings, InitSettingsSource(settings_cls, read_settings_file())

    def reduced(self) -> dict[str, object]:
        """By what less is found than by default, as JSON values; empty for none. For the console, audit and manifest.

        Terms that the site allows are only counted: one may be somebody's name.
        """
        left_out = [name for name in DETECTORS if name not in self.detectors]
        found = {
            "detectors": left_out,
            "disabled_rules": sorted(set(self.disabled_rules)),
            "allowed_terms": len(self.site.allow),
        }
        return {name: value for name, value in found.items() if value}


def load_settings(**overrides: object) -> Settings:
    """Settings from file and environment, with overrides (None means not given).

    Raises SettingsError, also where others own the settings file or home, or may write to one of them.
    """
    known = _OTHER_VARIABLES | {f"REDACTOR_{name.upper()}" for name in Settings.model_fields}
    for name in os.environ:
        # pydantic ignores case
        if name.upper().startswith("REDACTOR_") and name.upper().split("__")[0] not in known:
            raise SettingsError(f"{name} is not a setting; see docs/guide/install.md for their names")
    try:
        settings = Settings(**{k: v for k, v in overrides.items() if v is not None})  # type: ignore[arg-type]
    except ValidationError as e:
        fields = "; ".join(f"{'.'.join(map(str, x['loc']))}: {x['msg']}" for x in e.errors(include_input=False))
        raise SettingsError(f"settings cannot be used: {fields}") from None
    except UnparsedError:
        raise SettingsError(
            "a REDACTOR_ variable cannot be read: lists and tables are JSON there, "
            "as in REDACTOR_SCHEMA_DIRS='[\"mine\"]'"
        ) from None
    try:
        check_own_folder(settings.home, "home")
    except RunError as e:
        raise SettingsError(str(e)) from None
    return settings
