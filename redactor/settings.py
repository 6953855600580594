"""This module reads all settings into one typed tree: redactor.toml, or the file of REDACTOR_CONFIG, then the
variables.

`redactor/settings_meanings.py` says what each setting does.
"""

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
from redactor.service_settings import CanarySettings, FhirSettings, McpSettings, OidcSettings, ServiceSettings
from redactor.setting_types import PathOrName, SettingPath, Text, require_utf8
from redactor.settings_faults import told_faults, unknown_variable, unreadable_variables
from redactor.settings_file import NAMED_BY, read_settings_file

# Variables of this project that are no settings: the settings file, and the folder of `make services`.
_NO_SETTINGS = frozenset({NAMED_BY, "REDACTOR_SERVICES"})
DETECTORS = ("patterns", "known", "student")
"""These detectors exist, and all of them are used by default."""


def _require_utf8_secret(given: SecretStr) -> SecretStr:
    require_utf8(given.get_secret_value())
    return given


def _require_foreign_variable(name: str) -> str:
    if name.upper().startswith("REDACTOR_"):
        raise ValueError("is a variable of redactor, whose secrets go to no endpoint; put the key in another variable")
    return name


class SitePatternSettings(BaseModel):
    """A pattern of the site has a name for reports, a regular expression in re2 syntax, and the entity it finds."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name: str
    regex: str
    entity: str


class AlwaysRedactSettings(BaseModel):
    """An always-redact setting names a term that is always redacted, and the entity that it counts as."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    term: str
    entity: str = "ID"


class AllowSettings(BaseModel):
    """An allow setting names a term that is no identifier, everywhere or where its context matches."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    term: str
    context: str | None = None


class SiteSettings(BaseModel):
    """These settings hold a site's redacted terms, allowed terms and patterns, and dates that its systems write for
    "unknown".
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    always_redact: tuple[str | AlwaysRedactSettings, ...] = ()
    allow: tuple[str | AllowSettings, ...] = ()
    patterns: tuple[SitePatternSettings, ...] = ()
    date_fillers: frozenset[dt.date] = frozenset()


class NotesSettings(BaseModel):
    """These settings describe notes in files of their own (.txt, .rtf, .html)."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    name_pattern: Text | None = None
    sidecar: SettingPath | None = None
    date_format: Text | None = None
    encoding: Text = "windows-1252"


class RelexSettings(BaseModel):
    """These settings describe stand-ins and their index."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    index: PathOrName = "embedded"
    index_name: Text = "redactor-stand-ins"
    user: Text | None = None
    password: Text | None = Field(default=None, repr=False)
    ca_certs: SettingPath | None = None
    timeout_s: float = Field(default=30, gt=0)
    embedding: PathOrName | None = None
    levels: dict[str, str] = Field(default_factory=dict)
    decoys: float = Field(default=0, ge=0, le=1)


_SERVER = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+):([0-9]{1,5})")


def _normalize_servers(given: str) -> str:
    """Return a list of Kafka servers without spaces. Errors do not repeat the value, which may hold a password."""
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
    """These settings describe the connection to Kafka, its topics, and how records wait and leave."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    servers: Annotated[str, AfterValidator(require_utf8), AfterValidator(_normalize_servers)] | None = None
    tls: bool = False
    ca_certs: SettingPath | None = None
    client_cert: SettingPath | None = None
    client_key: SettingPath | None = None
    mechanism: Literal["PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512"] | None = None
    user: Text | None = None
    password: Annotated[SecretStr, AfterValidator(_require_utf8_secret)] | None = None
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


MOST_PRICE = 1_000_000_000
"""The highest price, in any currency: what it gives stays a number, however many tokens and hours it is paid for."""


class LlmPrices(BaseModel):
    """These settings say what a million tokens of questions and of answers cost, in the currency of the bill."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    asked: float = Field(default=0, ge=0, le=MOST_PRICE, allow_inf_nan=False)
    answered: float = Field(default=0, ge=0, le=MOST_PRICE, allow_inf_nan=False)

    def is_set(self) -> bool:
        return bool(self.asked or self.answered)


class LlmSettings(BaseModel):
    """These settings describe the LLM that is asked where the student is unsure."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    base_url: Text
    model: Text
    api_key_env: Annotated[str, AfterValidator(require_utf8), AfterValidator(_require_foreign_variable)] | None = None
    allow_hosts: tuple[str, ...] = ()
    allow_remote: bool = False
    local_hosts: tuple[str, ...] = ()
    context_tokens: int = Field(default=8_192, ge=1_024)
    passes: int = Field(default=2, ge=1, le=8)
    chunk_words: int = Field(default=256, ge=16, le=4_096)
    max_in_flight: int = Field(default=8, ge=1, le=1_024)
    ask_above: float = Field(default=0.01, gt=0, le=1)
    ask_below: float = Field(default=0.6, ge=0, le=1)
    ask_confident: float = Field(default=0.1, ge=0, lt=1)
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
    on_outage: Literal["quarantine", "redact"] = "redact"
    standins: bool = False


class AudioSettings(BaseModel):
    """These settings describe how recordings are heard, muted and released."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    model: PathOrName | None = None
    device: Literal["cpu", "cuda"] = "cpu"
    languages: tuple[Annotated[str, Field(pattern=r"^[a-z]{2,3}$")], ...] = Field(default=("en",), min_length=1)
    allow_demo_asr: bool = False
    caution: Literal["low", "default", "high"] = "default"
    margin: float | None = Field(default=None, ge=0.1, le=0.5)
    most_errors: float = Field(default=0.4, ge=0, le=1)
    strict: bool = False
    speaker_model: SettingPath | None = None
    speakers: int | None = Field(default=None, ge=2, le=20)
    speaker_distance: float | None = Field(default=None, gt=0, le=1)
    judge: Literal["mute", "rules", "llm"] = "mute"
    filling: Literal["silence", "tone"] = "silence"
    speech: Literal["espeak-ng", "flite"] | None = None
    release_damaged: bool = False
    sidecar_seconds: float = Field(default=60, ge=0)
    attempts: int = Field(default=3, ge=1, le=100)

    @model_validator(mode="after")
    def _tell_speakers(self) -> Self:
        given = sum(value is not None for value in (self.speakers, self.speaker_distance))
        if self.speaker_model is None and given:
            raise ValueError("speakers and speaker_distance are for speaker_model: give the folder of a model")
        if self.speaker_model is not None and given != 1:
            raise ValueError(
                "speaker_model needs speakers (how many speak in each recording) or speaker_distance (how far voice "
                "prints of one speaker are apart), and not both"
            )
        return self

    def of_output(self) -> dict[str, object]:
        """Return the settings that change what leaves for the same recording, as JSON values for fingerprints.

        `model`, `device` and `speaker_model` are left out, because the versions of the models cover them.
        """
        left_out = {"model", "device", "speaker_model", "sidecar_seconds", "attempts"}
        return self.model_dump(mode="json", exclude=left_out)


class Settings(BaseSettings):
    """This class holds all settings. Paths are relative to the working directory."""

    model_config = SettingsConfigDict(
        env_prefix="REDACTOR_", env_nested_delimiter="__", extra="forbid", frozen=True, env_ignore_empty=True
    )

    home: SettingPath = Field(default_factory=lambda: Path.home() / ".redactor")
    keyring: str | None = Field(default=None, repr=False)
    approvals_head: SettingPath | None = None
    known_head: SettingPath | None = None
    access_head: SettingPath | None = None
    approvers: int = Field(default=1, ge=1, le=2)
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
    log_format: Literal["text", "json"] = "text"
    notes: NotesSettings = NotesSettings()
    site: SiteSettings = Field(default=SiteSettings(), repr=False)
    relex: RelexSettings = RelexSettings()
    llm: LlmSettings | None = None
    streams: StreamsSettings = StreamsSettings()
    audio: AudioSettings = AudioSettings()
    service: ServiceSettings = ServiceSettings()
    oidc: OidcSettings | None = None
    mcp: McpSettings = McpSettings()
    fhir: FhirSettings = FhirSettings()
    canaries: CanarySettings = CanarySettings()

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

    @property
    def own_schemas(self) -> Path:
        """The folder of home to which proposals of schemas are written."""
        return self.home / "schemas"

    @property
    def schema_drafts(self) -> Path:
        """The folder of home with drafts of schemas, which no run reads."""
        return self.home / "drafts"

    @property
    def schema_folders(self) -> tuple[Path, ...]:
        """The folders of the site's schemas: that of home, if it is there, and those of `schema_dirs`."""
        own = (self.own_schemas,) if self.own_schemas.is_dir() else ()
        return tuple(dict.fromkeys((*own, *self.schema_dirs)))

    def reduced(self) -> dict[str, object]:
        """Return, as JSON values, the settings by which less is found than by default, for the console, audit and
        manifest.

        Terms that the site allows are only counted: one of them may be somebody's name.
        """
        left_out = [name for name in DETECTORS if name not in self.detectors]
        found = {
            "detectors": left_out,
            "disabled_rules": sorted(set(self.disabled_rules)),
            "allowed_terms": len(self.site.allow),
        }
        return {name: value for name, value in found.items() if value}


def load_settings(**overrides: object) -> Settings:
    """Return the settings of file and environment, with overrides; an override of None does not count.

    Raises SettingsError, also if other users own the settings file or home, or may write to one of them.
    """
    known = _NO_SETTINGS | {f"REDACTOR_{name.upper()}" for name in Settings.model_fields}
    for name in os.environ:  # pydantic ignores case
        if name.upper().startswith("REDACTOR_") and name.upper().split("__")[0] not in known:
            raise SettingsError(unknown_variable(name, Settings))
    given = {k: v for k, v in overrides.items() if v is not None}
    try:
        settings = Settings(**given)  # type: ignore[arg-type]
    except ValidationError as e:
        told = told_faults(e.errors(include_input=False), Settings, given)
        raise SettingsError(f"settings cannot be used: {told}") from None
    except UnparsedError:
        raise SettingsError(unreadable_variables(Settings)) from None
    try:
        check_own_folder(settings.home, "home")
    except RunError as e:
        raise SettingsError(str(e)) from None
    return settings
