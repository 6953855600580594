"""Reads OpenSearch's address and TLS settings, and names the causes of failed connections.

Over TLS the server's certificate and its host name are always verified. No message repeats a part of the address,
because it may hold a password.
"""

from __future__ import annotations

import base64
import ssl
from typing import Any
from urllib.parse import unquote, urlsplit

from urllib3.exceptions import ProtocolError, SSLError

_ADDRESS_HELP = (
    "the address of OpenSearch must be like https://host:9200, with '/', '?', '#' and '@' in a password written %2F, "
    "%3F, %23 and %40; see docs/guide/services.md"
)
_UNTRUSTED = "OpenSearch's certificate is not trusted; set ca_certs to the file of its authority"
_OTHER_NAME = (
    "OpenSearch's certificate is for another host; use its host name in the address, or get a certificate for this "
    "name. Do not trust it by ca_certs: somebody else may have answered"
)
# By OpenSSL's X509_V_ERR_* codes, for which Python has no names.
_CERTIFICATE = {
    9: "OpenSearch's certificate is not valid yet; check this machine's clock, or get another certificate",
    10: "OpenSearch's certificate or its authority's (ca_certs) has expired; renew it, or check this machine's clock",
    62: _OTHER_NAME,
    64: _OTHER_NAME,
}
_NO_TLS = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL"})
_ALERT = "\x15\x03"  # how a TLS server begins its refusal of plain text


def client_settings(url: str, user: str | None, password: str | None, ca_certs: str | None) -> dict[str, Any]:
    """Return settings for opensearch-py from an address, http[s]://[user:password@]host[:port][/path].

    user and password override those in the address, which are percent-encoded there. Raises ValueError for invalid
    values.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:  # its text repeats what it could not parse, which may hold half a password
        raise ValueError(_ADDRESS_HELP) from None
    odd = parts.query or parts.fragment or "@" in parts.path
    if parts.scheme not in ("http", "https") or not host or odd:
        raise ValueError(_ADDRESS_HELP)
    secure = parts.scheme == "https"
    if ca_certs is not None and not secure:
        raise ValueError("ca_certs is for https:// only; begin the address of OpenSearch with https://")
    user = user if user is not None else unquote(parts.username or "") or None
    password = password if password is not None else unquote(parts.password or "")
    settings: dict[str, Any] = {
        "hosts": [{"host": host, "port": port or (443 if secure else 9200)}],
        "use_ssl": secure,
        "url_prefix": parts.path.strip("/"),
        "headers": _authorization(user, password),
    }
    if secure:
        settings["ssl_context"] = _ssl_context(ca_certs)
    return settings


def _authorization(user: str | None, password: str) -> dict[str, str]:
    """Return the header of HTTP basic authentication in UTF-8, as OpenSearch expects; the client would write
    Latin-1.
    """
    if user is None:
        if password:
            raise ValueError("OpenSearch has a password but no user; set user (relex.user) too")
        return {}
    if ":" in user:
        raise ValueError("the name of OpenSearch's user cannot contain ':'")
    return {"authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode("ascii")}


def _ssl_context(ca_certs: str | None) -> ssl.SSLContext:
    """Return a TLS context that trusts the authorities in the file only, or without one those of the system."""
    try:
        return ssl.create_default_context(cafile=ca_certs)
    except OSError:  # includes ssl.SSLError
        raise ValueError(
            "the file of OpenSearch's authority (ca_certs) cannot be read, or holds no certificate (PEM); name another"
        ) from None


def connection_problem(error: object) -> tuple[str, bool]:
    """Return why urllib3 got no answer, and whether a retry is pointless."""
    cause = error.args[0] if isinstance(error, SSLError) and error.args else None
    if isinstance(cause, ssl.SSLCertVerificationError):
        return _CERTIFICATE.get(cause.verify_code, _UNTRUSTED), True
    if isinstance(cause, ssl.SSLError) and cause.reason in _NO_TLS:
        return "the server at OpenSearch's address speaks no TLS; enable TLS there, or check host and port", True
    if isinstance(error, ProtocolError) and str(error.args[-1]).startswith(_ALERT):
        return "OpenSearch expects TLS; begin its address with https://", True
    if isinstance(error, ProtocolError) or isinstance(cause, ssl.SSLEOFError):
        return (
            "connections end without an answer; check that its address begins with the right one of http:// and https://",
            False,
        )
    if isinstance(cause, ssl.SSLError) and cause.reason:  # a name from OpenSSL's table
        return f"TLS fails with {cause.reason}", False
    return "no answer", False
