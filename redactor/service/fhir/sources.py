"""This module fetches files of resources (NDJSON) from where the setting fhir.sources allows it, and from nowhere else.

A client names the address, and the service could be led to what only it can reach. So an address is compared as it is
written; its host is resolved once, and only what is public is connected to; nothing is redirected; and size and time
are bounded.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

from redactor.service_settings import Place, place_of

MOST_FILES = 100
MOST_BYTES = 64 << 20  # of all files of a job, decompressed
_FILE_SECONDS, _JOB_SECONDS = 60.0, 300.0
_LOOK_SECONDS = 1.0  # between two looks whether the files are still wanted
_PIECE = 64 << 10
_PUBLIC = IPv6Network("2000::/3")
_TUNNELS = (IPv6Network("2001::/32"), IPv6Network("2002::/16"))  # whose addresses lead to one of IPv4


class SourceError(Exception):
    """A file cannot be had. code: a key of `refusals.MESSAGES`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Sources:
    """These are the places from which files may be fetched. prefixes: URLs that end with a slash."""

    def __init__(self, prefixes: Sequence[str]) -> None:
        self._allowed = [place for place in map(place_of, prefixes) if place is not None]

    def __bool__(self) -> bool:
        return bool(self._allowed)

    def allows(self, url: str) -> bool:
        """Return whether a URL is of a file below one of the prefixes."""
        return self._find(url) is not None

    def _find(self, url: str) -> Place | None:
        place = place_of(url)
        if place is None or place.path.endswith("/"):
            return None
        for one in self._allowed:
            same = (place.scheme, place.host, place.port) == (one.scheme, one.host, one.port)
            if same and place.path.startswith(one.path):
                return place
        return None

    def fetch(self, urls: Sequence[str], is_wanted: Callable[[], bool] = lambda: True) -> Iterator[bytes | SourceError]:
        """Yield the content of each file, or why it cannot be had.

        is_wanted: is asked in another thread; once it returns False, the connection is closed.
        """
        left, end = MOST_BYTES, time.monotonic() + _JOB_SECONDS
        for url in urls:
            try:
                found = self._get(url, left, min(_FILE_SECONDS, end - time.monotonic()), is_wanted)
                left -= len(found)
                yield found
            except SourceError as e:
                yield e
            except TimeoutError:
                yield SourceError("source-too-slow")
            except (OSError, ValueError, http.client.HTTPException, zlib.error):
                yield SourceError("source-unreachable")

    def _get(self, url: str, most: int, seconds: float, is_wanted: Callable[[], bool]) -> bytes:
        place = self._find(url)
        if place is None:
            raise SourceError("source-not-allowed")
        if seconds <= 0:
            raise TimeoutError
        with _connected(place, seconds, is_wanted) as connection:
            headers = {"Accept": "application/fhir+ndjson", "Accept-Encoding": "gzip", "Connection": "close"}
            connection.request("GET", place.path, headers=headers)
            answer = connection.getresponse()
            if answer.status != 200:  # a redirect too
                raise SourceError("source-refused")
            return b"".join(_content(answer, most))


def _content(answer: http.client.HTTPResponse, most: int) -> Iterator[bytes]:
    """Yield what was sent, decompressed. Raises SourceError for too much, another form, or less than was announced."""
    coding = (answer.getheader("Content-Encoding") or "identity").strip().lower()
    if coding not in ("identity", "gzip"):
        raise SourceError("source-refused")
    lengths = len(answer.headers.get_all("Content-Length", [])) + answer.chunked
    if lengths != 1:  # without one, its end would look like a connection that broke; two may tell two ends
        raise SourceError("source-incomplete")
    unpacked = zlib.decompressobj(31) if coding == "gzip" else None
    while data := answer.read(_PIECE):
        for piece in [data] if unpacked is None else _unpacked(unpacked, data):
            most -= len(piece)
            if most < 0:
                raise SourceError("source-too-large")
            yield piece
        if unpacked is not None and unpacked.unused_data:
            raise SourceError("source-incomplete")
    if (answer.length or 0) > 0 or (unpacked is not None and not unpacked.eof):
        raise SourceError("source-incomplete")


def _unpacked(unpacked: zlib._Decompress, data: bytes) -> Iterator[bytes]:
    while True:
        piece = unpacked.decompress(data, _PIECE)
        data = unpacked.unconsumed_tail
        yield piece
        if not data and len(piece) < _PIECE:
            return


@contextmanager
def _connected(place: Place, seconds: float, is_wanted: Callable[[], bool]) -> Iterator[http.client.HTTPConnection]:
    """Give a connection, which ends after some seconds or once it is not wanted, whatever it waits for.

    Raises TimeoutError then.
    """
    is_late, has_ended = threading.Event(), threading.Event()
    end = time.monotonic() + seconds
    sock = socket.create_connection((_address(place), place.port), min(10.0, seconds))
    if place.scheme == "https":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # without SSLKEYLOGFILE, unlike the default context
        context.load_default_certs()
        sock = context.wrap_socket(sock, server_hostname=place.host, do_handshake_on_connect=False)

    def watch() -> None:
        while (left := end - time.monotonic()) > 0 and is_wanted():
            if has_ended.wait(min(left, _LOOK_SECONDS)):
                return
        is_late.set()
        with suppress(OSError):
            socket.socket.shutdown(sock, socket.SHUT_RDWR)

    threading.Thread(target=watch, name="fhir-source", daemon=True).start()
    try:
        with closing(sock):
            if isinstance(sock, ssl.SSLSocket):
                sock.do_handshake()
            connection = http.client.HTTPConnection(f"[{place.host}]" if ":" in place.host else place.host, place.port)
            connection.sock, connection.auto_open = sock, 0  # it never connects itself, by name
            connection.default_port = 443 if place.scheme == "https" else 80
            yield connection
    except (OSError, http.client.HTTPException, SourceError, ValueError):
        if is_late.is_set():
            raise TimeoutError from None
        raise
    finally:
        has_ended.set()
    if is_late.is_set():
        raise TimeoutError


def _address(place: Place) -> str:
    """Return the address of a host, resolved once. Raises SourceError for one that is not public and not named as such.

    A host that has such an address beside others is refused.
    """
    rows = socket.getaddrinfo(place.host, place.port, type=socket.SOCK_STREAM)
    found = [ip_address(str(row[4][0]).partition("%")[0]) for row in rows]
    if not found or not all(_may_be_connected(one, place.host) for one in found):
        raise SourceError("source-not-public")
    return str(found[0])


def _may_be_connected(address: IPv4Address | IPv6Address, host: str) -> bool:
    if host == "localhost":
        return address.is_loopback
    with suppress(ValueError):
        return address == ip_address(host)  # the setting names it literally
    if isinstance(address, IPv6Address) and (address not in _PUBLIC or any(address in net for net in _TUNNELS)):
        return False
    return address.is_global and not address.is_multicast
