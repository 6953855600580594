"""Check the URL, the key and the library of an LLM endpoint before anything is sent to it."""

from __future__ import annotations

import importlib.util
import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from urllib.parse import parse_qsl

from redactor.errors import SettingsError
from redactor.settings import LlmSettings

# Narrower than RFC 3986, so that all parsers read the same host: no user, no percent-encoding, no backslash, no
# trailing dot, ASCII only.
_LABEL = r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?"
_URL = re.compile(
    rf"(?P<scheme>https?)://(?:\[(?P<v6>[0-9A-Fa-f:.]+)\]|(?P<name>{_LABEL}(?:\.{_LABEL})*))"
    r"(?::(?P<port>[0-9]{1,5}))?(?P<path>(?:/[A-Za-z0-9._~-]*)*)(?:\?(?P<query>[A-Za-z0-9._~=&-]*))?"
)
_NUMBER = re.compile(r"0[xX][0-9A-Fa-f]*|[0-9]+")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_KEY = re.compile(r"[!-~]+")
_PORTS = {"http": 80, "https": 443}
# Without link-local addresses, at which clouds offer the credentials of a machine, and without those shared by
# customers of a provider.
_LOCAL_NETWORKS = tuple(
    map(ip_network, ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7"))
)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An endpoint is a checked address of an LLM server.

    base_url: the URL without its query. host: the name or address with the port, for manifest and audit. remote:
    whether the server is another machine. is_local: whether it may be connected to at local addresses alone. headers:
    the header that holds the API key, if there is a key.
    """

    base_url: str
    query: Mapping[str, str]
    host: str
    remote: bool
    is_local: bool
    headers: Mapping[str, str] = field(repr=False)


def remote_host(settings: LlmSettings) -> str | None:
    """Return the host and port of an endpoint on another machine, else None. Raises SettingsError as
    `endpoint_from_settings` does.
    """
    where = endpoint_from_settings(settings)
    return where.host if where.remote else None


def endpoint_from_settings(settings: LlmSettings) -> Endpoint:
    """Return the endpoint that the settings name. Raises SettingsError, whose message shows neither the URL nor a
    key.
    """
    match = _URL.fullmatch(settings.base_url)
    if match is None:
        raise SettingsError(
            "[llm] base_url is not a URL like http://127.0.0.1:8000/v1 or https://host/v1: without user, password, "
            "percent-encoding or a dot after the host"
        )
    scheme, port = match["scheme"], int(match["port"] or _PORTS[match["scheme"]])
    if not 0 < port < 65_536:
        raise SettingsError("[llm] base_url has a port that does not exist")
    address = _ip_address_of(match["v6"] or match["name"], match["v6"] is not None)
    name = address or match["name"].lower()
    host = f"[{name}]:{port}" if ":" in name else f"{name}:{port}"
    remote = not (ip_address(address).is_loopback if address else name == "localhost")
    if name == "localhost":
        _check_localhost(port)
    is_local = remote and bool({name, host} & set(map(_normalized_host, settings.local_hosts)))
    if is_local:
        _check_local(name, port)
    elif remote:
        _check_remote(settings, scheme, name, host)
    query = dict(parse_qsl(match["query"] or "", keep_blank_values=True))
    base_url = f"{scheme}://{host}{match['path'].rstrip('/')}"
    return Endpoint(base_url, query, host, remote, is_local, _headers(_api_key(settings), "api-version" in query))


def _ip_address_of(host: str, bracketed: bool) -> str | None:
    """Return the IP address in its canonical form; None for a name. Hosts that some parsers read as an address and
    others as a name, such as 127.1, raise SettingsError.
    """
    try:
        address = ip_address(host)
    except ValueError:
        if bracketed or _NUMBER.fullmatch(host.rpartition(".")[2]):
            raise SettingsError(
                "[llm] base_url has a host that is no IP address: write all four numbers, or a name"
            ) from None
        return None
    if bracketed != (address.version == 6):
        raise SettingsError("[llm] base_url: IPv6 addresses stand in brackets, and no others")
    return str(address)


def _check_localhost(port: int) -> None:
    """Raise SettingsError if localhost resolves to another machine: a line in a hosts file is enough for that."""
    if not all(ip_address(address.partition("%")[0]).is_loopback for address in _addresses_of("localhost", port)):
        raise SettingsError("[llm] base_url: localhost is another machine here; write 127.0.0.1 or [::1]")


def _addresses_of(name: str, port: int) -> list[str]:
    """Return the addresses of a name; [] if it has none, so that nothing can be sent to it."""
    try:
        return [str(to[0]) for *_, to in socket.getaddrinfo(name, port, type=socket.SOCK_STREAM)]
    except OSError:
        return []


def is_local_address(address: str) -> bool:
    """Return whether an IP address belongs to this machine or to a private network."""
    found = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    return any(found.version == network.version and found in network for network in _LOCAL_NETWORKS)


def _check_local(name: str, port: int) -> None:
    """Raise SettingsError if a name of local_hosts has an address that is not local. Each connection checks that anew,
    since the addresses of a name may change.
    """
    if not all(map(is_local_address, _addresses_of(name, port))):
        raise SettingsError(
            "[llm] base_url names a host of [llm] local_hosts that has an address outside private networks: list it in "
            "allow_hosts instead, with allow_remote = true and https"
        )


def _check_remote(settings: LlmSettings, scheme: str, name: str, host: str) -> None:
    if not {name, host} & {_normalized_host(entry) for entry in settings.allow_hosts}:
        raise SettingsError(
            "[llm] base_url names a host beyond this machine that is not allowed: texts of patients would be sent "
            "there. If they may be, add it to [llm] allow_hosts, or to local_hosts if it is a container beside "
            "this one or a machine of your private network"
        )
    if not settings.allow_remote:
        raise SettingsError(
            "[llm] base_url names a host beyond this machine: if texts of patients may be sent there, set [llm] "
            "allow_remote = true"
        )
    if scheme != "https":
        raise SettingsError("[llm] base_url: hosts beyond this machine are asked over https alone")


def _normalized_host(entry: str) -> str:
    """Return an entry of allow_hosts in the form of `Endpoint.host`: a host or address, with or without a port."""
    entry = entry.strip().lower()
    try:
        return str(ip_address(entry.removeprefix("[").removesuffix("]")))
    except ValueError:
        return entry


def _api_key(settings: LlmSettings) -> str | None:
    """Return the API key. No message shows the name of the variable, since a key may stand in api_key_env by
    mistake.
    """
    if settings.api_key_env is None:
        return None
    if not _VARIABLE.fullmatch(settings.api_key_env):
        raise SettingsError(
            "[llm] api_key_env is not the name of a variable: put the key in a variable, and name it here"
        )
    key = os.environ.get(settings.api_key_env, "").strip()
    if not key:
        raise SettingsError("the variable that [llm] api_key_env names is not set: set it to the key of the endpoint")
    if not _KEY.fullmatch(key):
        raise SettingsError("the variable that [llm] api_key_env names holds spaces or characters that no key has")
    return key


def _headers(key: str | None, azure: bool) -> dict[str, str]:
    """Return the header with the key. Azure, recognised by an api-version in the URL, expects a header of another
    name.
    """
    if key is None:
        return {}
    return {"api-key": key} if azure else {"authorization": f"Bearer {key}"}


def require_openai() -> None:
    """Raise SettingsError if the package openai, which the extra `llm` brings, is not installed."""
    if importlib.util.find_spec("openai") is None:
        raise SettingsError("[llm] needs the package openai: install it with pip install 'clinical-redactor[llm]'")
