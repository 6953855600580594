"""Where OpenSearch is and how it is spoken to: its address taken apart, TLS, and words for connections that failed.

Over TLS the server's certificate is always checked, its name included. No message repeats a part of the address, for
a password may stand in it.
"""

from __future__ import annotations

import base64
import ssl
from typing import Any
from urllib.parse import unquote, urlsplit

from urllib3.exceptions import ProtocolError, SSLError

_ADDRESS_HELP = (
    "the address of OpenSearch must be like https://host:9200, '/', '?', '#' and '@' in a password written %2F, %3F, "
    "%23 and %40; see docs/guide/services.md"
)
_UNTRUSTED = "OpenSearch's certificate is not trusted; set the file of its authority (ca_certs)"
_OTHER_NAME = (
    "OpenSearch's certificate is for another host; use the name that it is for in the address, or have one made for "
    "this name, and do not trust it by ca_certs: somebody else may have answered"
)
# By OpenSSL's X509_V_ERR_*, which Python gives no names.
_CERTIFICATE = {
    9: "OpenSearch's certificate is not valid yet; see to this machine's clock, or have another one made",
    10: "OpenSearch's certificate has expired, or its authority's (ca_certs); renew it, or see to this machine's clock",
    62: _OTHER_NAME,
    64: _OTHER_NAME,
}
_NO_TLS = frozenset({"WRONG_VERSION_NUMBER", "HTTP_REQUEST", "UNKNOWN_PROTOCOL"})
_ALERT = "\x15\x03"  # how a TLS server's refusal of plain text begins


def client_settings(url: str, user: str | None, password: str | None, ca_certs: str | None) -> dict[str, Any]:
    """What opensearch-py needs. url: http[s]://[user:password@]host[:port][/path].

    user and password go before those in the address, which are percent-coded there. Raises ValueError for what cannot
    be used.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:  # whose text repeats what it could not read, a half password too
        raise ValueError(_ADDRESS_HELP) from None
    odd = parts.query or parts.fragment or "@" in parts.path
    if parts.scheme not in ("http", "https") or not host or odd:
        raise ValueError(_ADDRESS_HELP)
    secure = parts.scheme == "https"
    if ca_certs is not None and not secure:
        raise ValueError("ca_certs is for https:// alone; begin the address of OpenSearch with https://")
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
    """In UTF-8, as OpenSearch reads it; the client would write Latin-1."""
    if user is None:
        if password:
            raise ValueError("there is a password for OpenSearch and no user; set user (relex.user) too")
        return {}
    if ":" in user:
        raise ValueError("the user of OpenSearch cannot have ':' in the name")
    return {"authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode("ascii")}


def _ssl_context(ca_certs: str | None) -> ssl.SSLContext:
    """Whom to trust: those in the file alone, else those whom the system knows."""
    try:
        return ssl.create_default_context(cafile=ca_certs)
    except OSError:  # ssl.SSLError is one
        raise ValueError(
            "the file of OpenSearch's authority (ca_certs) cannot be read, or holds no certificate as PEM; name another"
        ) from None


def connection_problem(error: object) -> tuple[str, bool]:
    """Why there was no answer, and whether no further try can mend it. error: of urllib3."""
    cause = error.args[0] if isinstance(error, SSLError) and error.args else None
    if isinstance(cause, ssl.SSLCertVerificationError):
        return _CERTIFICATE.get(cause.verify_code, _UNTRUSTED), True
    if isinstance(cause, ssl.SSLError) and cause.reason in _NO_TLS:
        return "what answers at OpenSearch's address speaks no TLS; give it TLS, or see to host and port", True
    if isinstance(error, ProtocolError) and str(error.args[-1]).startswith(_ALERT):
        return "OpenSearch wants TLS; begin its address with https://", True
    if isinstance(error, ProtocolError) or isinstance(cause, ssl.SSLEOFError):
        return "connections end without an answer; see that its address begins as it should, http:// or https://", False
    if isinstance(cause, ssl.SSLError) and cause.reason:  # a name out of OpenSSL's table
        return f"TLS fails with {cause.reason}", False
    return "no answer", False
