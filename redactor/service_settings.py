"""This module has the settings of `redactor serve`, a class for each group."""

from __future__ import annotations

import re
from ipaddress import ip_address
from typing import Annotated, Literal, NamedTuple, Self
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, model_validator

from redactor.setting_types import SettingPath

_URL = re.compile(
    r"(https?)://([a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::([0-9]{1,5}))?((?:/[A-Za-z0-9_~.-]+)*/?)"
)
_PORTS = {"http": 80, "https": 443}


def is_https_or_loopback(url: str) -> bool:
    """Return whether a URL is https, or http of this machine, and nothing but scheme, host, port and path."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port  # raises for a port that is no number
    except ValueError:
        return False
    if not host or not url.isascii() or not url.isprintable() or parts.query or parts.fragment or "@" in parts.netloc:
        return False
    if parts.scheme != "http":
        return parts.scheme == "https"
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _require_address(given: str) -> str:
    if not is_https_or_loopback(given):
        raise ValueError("is no address such as https://login.example/tenant, without a user, query or fragment")
    return given


Address = Annotated[str, AfterValidator(_require_address)]
Word = Annotated[str, Field(pattern=r"^[\x21-\x7e]{1,255}$")]


class McpSettings(BaseModel):
    """These settings say whether the service speaks the Model Context Protocol, and which files clients may name."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    http: bool = False
    roots: tuple[SettingPath, ...] = ()
    out: SettingPath | None = None

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if bool(self.roots) != (self.out is not None):
            raise ValueError("roots and out belong together: files are read from the one and written into the other")
        return self


CALLBACK = "/console/callback"
"""The issuer sends browsers here, at the end of a sign-in."""


class OidcSettings(BaseModel):
    """These settings say whose JSON Web Tokens the service accepts, which roles their claims give, and whether people
    sign in to the console with the issuer.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    issuer: Address
    audience: Word
    jwks_url: Address | None = None
    roles_claim: Word = "roles"
    roles: dict[str, Literal["submit", "review", "approve", "admin"]] = Field(min_length=1)
    algorithms: tuple[
        Literal["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"], ...
    ] = Field(default=("RS256", "ES256"), min_length=1)
    leeway_s: float = Field(default=30, ge=0, le=300)
    client_id: Word | None = None
    client_secret: SecretStr | None = None
    redirect_url: Address | None = None
    scopes: tuple[Word, ...] = ("openid", "profile")

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if (self.client_id is None) != (self.redirect_url is None):
            raise ValueError("client_id and redirect_url belong together: with both, people sign in to the console")
        if self.client_secret is not None and (self.client_id is None or not self.client_secret.get_secret_value()):
            raise ValueError("client_secret is not empty, and belongs to client_id")
        if self.redirect_url is not None and urlsplit(self.redirect_url).path != CALLBACK:
            raise ValueError(f"redirect_url is the address of the service and {CALLBACK}")
        if "openid" not in self.scopes:
            raise ValueError("scopes lacks openid, without which no issuer signs in anybody")
        return self


class Place(NamedTuple):
    """A place is where a URL of a file leads. path: with its first slash."""

    scheme: str
    host: str
    port: int
    path: str


def place_of(url: str) -> Place | None:
    """Return where a URL leads. None for one with a user, a query, an escape, a dot segment, or anything unusual."""
    found = _URL.fullmatch(url)
    if found is None or {".", ".."} & {*found[4].split("/")}:
        return None
    port = int(found[3] or _PORTS[found[1]])
    return Place(found[1], found[2].strip("[]"), port, found[4] or "/") if 0 < port < 1 << 16 else None


def _require_source(given: str) -> str:
    if place_of(given) is None or not given.endswith("/") or not is_https_or_loopback(given):
        raise ValueError(
            "is no address such as https://files.example/export/: in small letters up to the path, with a slash at its"
            " end, and without a user, query, fragment, escapes or dots; http is for this machine alone"
        )
    return given


Source = Annotated[str, AfterValidator(_require_source)]


class FhirSettings(BaseModel):
    """These settings say from where jobs of the FHIR interface fetch files that clients name."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    sources: tuple[Source, ...] = ()


class ServiceSettings(BaseModel):
    """These settings say how many workers `redactor serve` has, what each accepts at a time, and how long it waits."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    workers: int = Field(default=1, ge=1, le=256)
    memory_mb: int | None = Field(default=None, ge=64)
    requests: int = Field(default=32, ge=1, le=10_000)
    streams: int = Field(default=4, ge=1, le=10_000)
    recordings: int = Field(default=4, ge=1, le=1000)
    queue_seconds: float = Field(default=0.05, ge=0)
    body_bytes: int = Field(default=1 << 20, ge=1024, le=64 << 20)
    body_seconds: float = Field(default=30, gt=0)
    engine_seconds: float = Field(default=120, gt=0)
    hung_seconds: float = Field(default=60, ge=3)
    idempotency_hours: float = Field(default=24, gt=0, le=720)


class CanarySettings(BaseModel):
    """These settings say how often a service or a worker of a stream reads a synthetic note, and which recall sets off
    the alarm.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)
    rate: float = Field(default=0, ge=0, le=3600)
    alarm_below: float = Field(default=0.9, ge=0, le=1)
    window: int = Field(default=100, ge=1, le=10_000)
