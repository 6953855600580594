"""Requests that no good client sends: each gets a status or a closed connection, and the service goes on as before."""

from __future__ import annotations

import re
import select
import socket
import struct
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("argon2")
pytest.importorskip("prometheus_client")
pytest.importorskip("mcp")

from redactor.service.access import ROUTES
from redactor.service.tokens import Role, add_token
from tests.conftest import PROOF
from tests.unit.service.hostile_http import FIELDS, NAME, ODD, Hostile, Repeat, Wait, post, requests
from tests.unit.service.serve_kit import NOTE, PLANTED, WHOLE, Service, environment, served

_STATUS = re.compile(rb"(?:^|\r\n\r\n|[}\n])HTTP/1\.1 (\d{3}) ")
_RELEASED = re.compile(rb'"text":"(?:[^"\\]|\\.)*"|\{"line":\d+,"outcome":"released".*')
SECONDS = 90.0  # for the server to end a connection
MIB = 1 << 20


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory, keyring_path: Path) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("besieged")
    token = add_token(folder / "home" / "service-tokens.json", "a", Role.SUBMIT)
    env = environment(folder, keyring_path) | WHOLE
    with served(folder, env, {"submit": token}) as found:
        yield found


def _pieces(request: Hostile) -> Iterator[bytes | Wait]:
    for step in request.steps:
        if isinstance(step, Repeat):
            yield from (step.piece for _ in range(step.times))
        else:
            yield step


def _polled(link: socket.socket, events: int, seconds: float) -> int:
    """The events of a socket; a process of many files cannot ask `select.select` for them."""
    poll = select.poll()
    poll.register(link, events)
    return next((found for _, found in poll.poll(seconds * 1000)), 0)


def exchanged(service: Service, request: Hostile, patience: float) -> bytes | None:
    """Send a request while reading, and return all that came; None if the server has not ended the connection."""
    address = f"127.0.0.1:{service.port}".encode()
    got, until = bytearray(), time.monotonic() + SECONDS
    with socket.create_connection(("127.0.0.1", service.port)) as link:

        def hear(seconds: float) -> bool:
            """Read for so long; whether the server has ended the connection."""
            end = time.monotonic() + seconds
            while _polled(link, select.POLLIN, max(0.0, end - time.monotonic())):
                try:
                    if not (more := link.recv(1 << 16)):
                        return True
                except OSError:
                    return True
                got.extend(more)
            return False

        link.setblocking(False)
        for piece in _pieces(request):
            if isinstance(piece, Wait):
                if hear(piece.seconds):
                    return bytes(got)
                continue
            rest = memoryview(piece.replace(b"@HOST@", address).replace(b"@TOKEN@", service.tokens["submit"].encode()))
            while rest and time.monotonic() < until:
                events = _polled(link, select.POLLIN | select.POLLOUT, 1)
                if events & ~select.POLLOUT and hear(0):
                    return bytes(got)
                try:
                    rest = rest[link.send(rest) :] if events & select.POLLOUT else rest
                except BlockingIOError:
                    continue
                except OSError:
                    hear(1)
                    return bytes(got)
        if request.end == "reset":
            link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if request.end in ("reset", "gone"):
            return bytes(got)
        if request.end == "half":  # once an answer is there, or after some patience: the request may be half of one
            end = time.monotonic() + patience
            while time.monotonic() < end and not (got and _is_whole(bytes(got))):
                if hear(0.01):
                    return bytes(got)
            try:
                link.shutdown(socket.SHUT_WR)
            except OSError:
                return bytes(got)
        return bytes(got) if hear(until - time.monotonic()) else None


def _is_whole(got: bytes) -> bool:
    """Return whether the first answer has ended."""
    head, _, body = got.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)\ncontent-length: (\d+)", head)
    return len(body) >= int(length[1]) if length else body.endswith(b"0\r\n\r\n")


def judged(service: Service, request: Hostile, patience: float = 1) -> str:
    """Return what is wrong with the answer to a request, or ""."""
    got = exchanged(service, request, patience)
    if got is None:
        return "the connection stays open"
    statuses = [int(status) for status in _STATUS.findall(got)]
    if wrong := [status for status in statuses if status >= 500 and status != 503]:
        return f"status {wrong[0]}"
    final = [status for status in statuses if status >= 200]
    while len(final) > 1 and final[-1] == 400:  # what follows a request is no HTTP
        final.pop()
    if len(final) > request.most:
        return f"answers {final}"
    if got and not got.startswith(b"HTTP/1.1 "):
        return "no HTTP"
    told = _RELEASED.sub(b"", got)
    return "".join(f"repeats {value}" for value in PLANTED if value.encode() in told)


def wrong_of(
    service: Service, given: list[Hostile], patience: float = 1, at_once: int = 1
) -> list[tuple[str, str, str]]:
    with ThreadPoolExecutor(at_once) as pool:
        found = pool.map(lambda request: judged(service, request, patience), given)
        return [(one.group, told, repr(one.steps)[:300]) for one, told in zip(given, found, strict=True) if told]


def holds(service: Service) -> None:
    """Assert that the service lives, answers, and tells nothing of what was sent."""
    assert service.process.poll() is None
    assert service.ask("POST", "/v1/text", {"text": NOTE}).status == 200
    for _ in range(300):  # what clients that are gone have asked for is still being read
        metrics = service.ask("GET", "/metrics").body.decode()
        if "redactor_active_requests 0.0" in metrics:
            break
        time.sleep(0.1)
    assert not any(value in metrics + service.told() for value in PLANTED)
    assert not re.search(r'status="5(?!03)', metrics) and "redactor_active_requests 0.0" in metrics
    assert not re.findall(r".*(?:Traceback|please report|error).*", service.told())


def memory(service: Service) -> int:
    """Return the most bytes that each process of the service has ever held, in sum."""
    pids, found = [service.process.pid], 0
    while pids:
        folder = Path("/proc") / str(pids.pop())
        found += int(re.findall(r"VmHWM:\s+(\d+) kB", (folder / "status").read_text())[0]) * 1024
        pids += map(int, (folder / "task" / folder.name / "children").read_text().split())
    return found


def test_a_hundred_of_all_kinds_get_a_status_or_a_closed_connection(service: Service) -> None:
    quick = [request for request in requests() if not request.is_slow and request.end != "read"]
    first = {request.group: request for request in reversed(quick)}
    core = [*first.values(), *quick[:: len(quick) // 80]]
    assert len(core) >= 100 and len(requests()) >= 1000
    assert wrong_of(service, core, patience=0.5, at_once=4) == []
    holds(service)


@pytest.mark.slow
def test_odd_bodies_are_refused_by_every_route_of_the_table(service: Service) -> None:
    bodies = (*ODD, *(b'{"resourceType":' + field + b"}" for field in FIELDS))
    given = []
    for path, access in ROUTES.items():
        place = re.sub(r"\{\w+\}", NAME.decode(), path).encode()
        for kind, body in product(sorted(access.types), bodies):
            given.append(Hostile(path, (post(place, body, kind.encode()),)))
    assert len(given) > 500
    assert wrong_of(service, given if PROOF else given[::3], patience=10, at_once=4) == []
    holds(service)


@pytest.mark.slow
def test_all_of_them_get_a_status_or_a_closed_connection(service: Service) -> None:
    service.ask("POST", "/v1/text", {"text": NOTE})
    before = memory(service) if sys.platform == "linux" else 0
    given = requests()
    quick = [request for request in given if not request.is_slow][:: 1 if PROOF else 3]
    assert wrong_of(service, quick, patience=10, at_once=4) == []
    holds(service)
    slow = [request for request in given if request.group == "slow"]
    assert wrong_of(service, slow, at_once=len(slow)) == []
    holds(service)
    streamed = [request for request in given if request.group == "streamed" and PROOF]
    assert wrong_of(service, streamed) == []
    holds(service)
    after = memory(service) if sys.platform == "linux" else 0
    print(Counter(request.group for request in given), f"{(after - before) / MIB:.0f} MiB more")
    assert after - before < 256 * MIB
