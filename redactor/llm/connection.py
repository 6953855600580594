"""Send HTTP requests to an endpoint by the client of the openai package. No other module imports that package.

The client reads OPENAI_* variables, follows redirects with the body, obeys proxy variables, and quotes replies in its
errors. Therefore every argument is given here, only listed headers are sent, and only the types below are returned.
"""

from __future__ import annotations

import asyncio
import logging
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, cast

import httpx2
from openai import APIConnectionError, AsyncAPIResponse, AsyncOpenAI, AsyncStream, DefaultAsyncHttpxClient, Omit, omit

from redactor.llm.endpoints import Endpoint, is_local_address
from redactor.llm.retries import retry_after
from redactor.settings import LlmSettings

# By the last one the openai client knows that a response is read here.
_SENT_HEADERS = frozenset(
    {b"host", b"accept", b"content-type", b"content-length", b"connection", b"x-stainless-raw-response"}
)
_FIXED_HEADERS = {"accept-encoding": "identity", "user-agent": "clinical-redactor"}
_MOST_HINT = 4_096  # bytes that are read of an error
_MOST_REPLY = 1_000_000  # bytes of what tells of files and batches
_SLOWEST = 100_000  # bytes a second of a file that is sent or read
_COMPLETIONS = "/chat/completions"
_LOGGERS = ("openai", "httpx2", "httpcore2", "httpx", "httpcore")


@dataclass(frozen=True, slots=True)
class Received:
    """A reply with status 200. body: its bytes; None if there were more than allowed."""

    body: bytes | None


@dataclass(frozen=True, slots=True)
class Refused:
    """A reply with an error status.

    retry_after: the seconds that the endpoint asks to wait. hint: the start of the error in lower case. The hint may
    quote a text of a patient: search it for known words, and never show it.
    """

    status: int
    retry_after: float | None
    hint: bytes


@dataclass(frozen=True, slots=True)
class Lost:
    """A request without a complete reply.

    reached: whether the request may have arrived. distrusted: what is wrong with the certificate of the endpoint, to
    which nothing was sent then; "" if nothing is known to be wrong.
    """

    reached: bool
    distrusted: str = ""


class _StatusError(Exception):
    """This exception is raised when the headers of an error arrive, so that the openai client does not read its
    body.
    """

    def __init__(self, refused: Refused) -> None:
        super().__init__()
        self.refused = refused


class Connection:
    """A connection holds the kept-alive connections to one endpoint. It belongs to one event loop."""

    def __init__(self, endpoint: Endpoint, settings: LlmSettings) -> None:
        silence_loggers()
        fixed = {**_FIXED_HEADERS, **endpoint.headers}
        self._headers = [(name.encode(), value.encode()) for name, value in fixed.items()]
        self._whole = settings.request_seconds
        timeout = httpx2.Timeout(
            connect=settings.connect_seconds,
            read=settings.first_byte_seconds,
            write=settings.first_byte_seconds,
            pool=None,
        )
        http = DefaultAsyncHttpxClient(
            follow_redirects=False,
            trust_env=False,
            transport=_LocalTransport(_tls(endpoint)) if endpoint.is_local else _LaneTransport(_tls(endpoint)),
            timeout=timeout,
            event_hooks={"request": [self._strip], "response": [_raise_for_status]},
        )
        self._client = AsyncOpenAI(
            api_key="unused",  # the header is set in _strip
            admin_api_key="",
            organization="",
            project="",
            webhook_secret="",
            base_url=endpoint.base_url,
            timeout=timeout,
            max_retries=0,
            default_headers={"authorization": "unused"},
            default_query=dict(endpoint.query),
            http_client=http,
        )

    async def post(self, body: bytes, most: int) -> Received | Refused | Lost:
        """Send a request for a completion once. most: the most bytes of the reply that are read."""
        sent = self._client.post(
            _COMPLETIONS,
            cast_to=httpx2.Response,
            content=body,
            stream=True,
            stream_cls=AsyncStream[object],
            options={"headers": {"content-type": "application/json"}},
        )
        return await self._received(sent, most)

    async def models(self, most: int) -> Received | Refused | Lost:
        """Ask the endpoint once for the list of its models. most: as for `post`."""
        sent = self._client.get("/models", cast_to=httpx2.Response, stream=True, stream_cls=AsyncStream[object])
        return await self._received(sent, most)

    async def upload(self, name: str, content: bytes) -> Received | Refused | Lost:
        """Send the file of a batch once."""
        files = self._client.files.with_streaming_response
        opening = files.create(file=(name, content, "application/jsonl"), purpose="batch")
        return await self._received(_opened(opening), _MOST_REPLY, len(content))

    async def files(self, after: str | None) -> Received | Refused | Lost:
        """Ask once for a page of the files of batches. after: the last id of the page before."""
        files = self._client.files.with_streaming_response
        return await self._received(
            _opened(files.list(purpose="batch", limit=1_000, after=_or_omit(after))), _MOST_REPLY
        )

    async def content(self, file: str, most: int) -> Received | Refused | Lost:
        """Ask once for the content of a file. most: as for `post`."""
        files = self._client.files.with_streaming_response
        return await self._received(_opened(files.content(file)), most, most)

    async def delete(self, file: str) -> Received | Refused | Lost:
        """Ask once to delete a file."""
        return await self._received(_opened(self._client.files.with_streaming_response.delete(file)), _MOST_REPLY)

    async def create_batch(self, file: str) -> Received | Refused | Lost:
        """Ask once to answer the requests of a file."""
        batches = self._client.batches.with_streaming_response
        opening = batches.create(completion_window="24h", endpoint="/v1/chat/completions", input_file_id=file)
        return await self._received(_opened(opening), _MOST_REPLY)

    async def batches(self, after: str | None) -> Received | Refused | Lost:
        """Ask once for a page of the batches. after: the last id of the page before."""
        batches = self._client.batches.with_streaming_response
        return await self._received(_opened(batches.list(limit=100, after=_or_omit(after))), _MOST_REPLY)

    async def batch(self, id_: str) -> Received | Refused | Lost:
        """Ask once how far a batch is."""
        return await self._received(_opened(self._client.batches.with_streaming_response.retrieve(id_)), _MOST_REPLY)

    async def cancel_batch(self, id_: str) -> Received | Refused | Lost:
        """Ask once to cancel a batch."""
        return await self._received(_opened(self._client.batches.with_streaming_response.cancel(id_)), _MOST_REPLY)

    async def _received(self, sent: Awaitable[object], most: int, size: int = 0) -> Received | Refused | Lost:
        """Return the reply. size: the bytes of a file, for which there is more time."""
        response: httpx2.Response | None = None
        try:
            async with asyncio.timeout(self._whole + size / _SLOWEST):
                response = cast("httpx2.Response", await sent)
                return Received(await _read_body(response, most))
        except _StatusError as e:
            return e.refused
        except APIConnectionError as e:
            unconnected = isinstance(e.__cause__, httpx2.ConnectError | httpx2.ConnectTimeout)
            return Lost(not unconnected, _fault_of_certificate(e))
        except TimeoutError:
            return Lost(reached=True)
        except Exception:  # any other exception of those packages may quote the reply
            return Lost(reached=True)
        finally:
            if response is not None:
                await response.aclose()

    async def close(self) -> None:
        await self._client.close()

    async def _strip(self, request: httpx2.Request) -> None:
        """Keep only listed headers in a request, so that no cookie, credential or header of another source is sent."""
        kept = [(name, value) for name, value in request.headers.raw if name.lower() in _SENT_HEADERS]
        request.headers = httpx2.Headers(kept + self._headers)


async def _opened(opening: AbstractAsyncContextManager[AsyncAPIResponse[Any]]) -> httpx2.Response:
    """Return the response of a request, which the caller reads within bounds and closes."""
    response = await opening.__aenter__()
    return response.http_response


def _or_omit(after: str | None) -> str | Omit:
    return omit if after is None else after


class _LaneTransport(httpx2.AsyncBaseTransport):
    """This transport has one lane, an HTTP transport with one kept-alive connection, for each request under way.

    httpcore's pool looks at every connection when a request begins and when it ends; with 64 connections that took a
    third of the CPU time of a request. The number of lanes is bounded by the number of requests that the caller sends
    at a time.
    """

    def __init__(self, tls: ssl.SSLContext) -> None:
        self._tls = tls
        self._lanes: list[httpx2.AsyncHTTPTransport] = []
        self._free: list[httpx2.AsyncHTTPTransport] = []

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        lane = self._free.pop() if self._free else self._another()
        try:
            response = await lane.handle_async_request(request)
        except BaseException:
            self._free.append(lane)
            raise
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        return httpx2.Response(
            response.status_code,
            headers=response.headers,
            stream=_LaneStream(response.stream, lambda: self._free.append(lane)),
            extensions=response.extensions,
        )

    async def aclose(self) -> None:
        for lane in self._lanes:
            await lane.aclose()

    def _another(self) -> httpx2.AsyncHTTPTransport:
        limits = httpx2.Limits(max_connections=1, max_keepalive_connections=1, keepalive_expiry=30)
        lane = httpx2.AsyncHTTPTransport(verify=self._tls, trust_env=False, limits=limits)
        self._lanes.append(lane)
        return lane


class _LocalTransport(_LaneTransport):
    """This transport connects to local addresses alone. It resolves the name of a request once, and connects to the
    address that it has checked, so that no second answer of a name server can lead elsewhere.
    """

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        name, url = request.url.host, request.url
        try:
            found = await asyncio.get_running_loop().getaddrinfo(name, url.port, type=socket.SOCK_STREAM)
        except OSError:
            raise httpx2.ConnectError("the name has no address", request=request) from None
        addresses = sorted({str(to[0]) for *_, to in found}, key=lambda address: (":" in address, address))
        if not addresses or not all(map(is_local_address, addresses)):
            raise httpx2.ConnectError("the name has an address that is not local", request=request)
        checked = httpx2.Request(
            request.method,
            url.copy_with(host=addresses[0]),
            headers=request.headers,  # Host holds the name
            stream=request.stream,
            extensions={**request.extensions, "sni_hostname": name},
        )
        return await super().handle_async_request(checked)


class _LaneStream(httpx2.AsyncByteStream):
    """The body of a reply. Closing it frees its lane."""

    def __init__(self, stream: httpx2.AsyncByteStream, free: Callable[[], None]) -> None:
        self._stream = stream
        self._free: Callable[[], None] | None = free

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._stream.__aiter__()

    async def aclose(self) -> None:
        free, self._free = self._free, None
        try:
            await self._stream.aclose()
        finally:
            if free is not None:
                free()


async def _raise_for_status(response: httpx2.Response) -> None:
    # For what is no completion, such as a file that was made or deleted, servers have other statuses of success.
    if response.status_code == 200 or (response.is_success and not response.request.url.path.endswith(_COMPLETIONS)):
        return
    hint = b""
    if response.status_code in (400, 413, 422):
        async for part in response.aiter_raw():
            hint += part[: _MOST_HINT - len(hint)]
            if len(hint) >= _MOST_HINT:
                break
    await response.aclose()
    asked_for = retry_after(response.headers.get("retry-after"))
    raise _StatusError(Refused(response.status_code, asked_for, hint.lower()))


async def _read_body(response: httpx2.Response, most: int) -> bytes | None:
    """Return the body; None if it is larger than allowed. The rest is not read and nothing is decompressed, since a few
    bytes may hold gigabytes.
    """
    length = response.headers.get("content-length", "")
    if length.isdecimal() and len(length) < 20 and int(length) > most:
        return None
    parts: list[bytes] = []
    size = 0
    async for part in response.aiter_raw():
        size += len(part)
        if size > most:
            return None
        parts.append(part)
    return b"".join(parts)


# The codes of OpenSSL (X509_V_ERR_*), with what they say of a certificate.
_FAULTS = {
    9: "is not valid yet",
    10: "has expired",
    18: "is self-signed",
    19: "is signed by an authority that this system does not trust",
    20: "is signed by an authority that this system does not trust",
    23: "is revoked",
    62: "is that of another host",
    64: "is that of another address",
}


def _fault_of_certificate(error: BaseException) -> str:
    """Return what is wrong with the certificate of the endpoint, or "" if the error has another cause.

    The message of the error may hold names of the certificate, which is the other side's text.
    """
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, ssl.SSLCertVerificationError):
        cause = cause.__cause__ or cause.__context__
    return "" if cause is None else _FAULTS.get(cause.verify_code, "cannot be verified")


def _tls(endpoint: Endpoint) -> ssl.SSLContext:
    """Return a context with the authorities that the system trusts. For http it trusts nobody and is cheap to make."""
    if endpoint.base_url.startswith("https:"):
        context = ssl.create_default_context()
        context.keylog_filename = None  # type: ignore[assignment]  # SSLKEYLOGFILE would store what decrypts requests
        return context
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)


def silence_loggers() -> None:
    """Silence the loggers of these packages, whatever OPENAI_LOG says, because they log headers and reasons of
    replies.
    """
    for name in (*_LOGGERS, *logging.root.manager.loggerDict):
        if name.partition(".")[0] in _LOGGERS:
            logger = logging.getLogger(name)
            logger.setLevel(logging.CRITICAL + 1)
            logger.propagate = False
