"""What the services for development share: jars by Maven, a Java process that is started, found again and stopped.

A service's folder holds lib/ (jars), its data, its log and the pid of its process. Standard library only, so that it
runs before the project's environment is made.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import hashlib
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

HOST = "127.0.0.1"
FETCH_SECONDS, DOWN_SECONDS = 300.0, 30.0
_started: list[subprocess.Popen[bytes]] = []


class ServiceError(Exception):
    """The service cannot be had; the message says what to do."""


@dataclass(frozen=True)
class Service:
    """One service.

    name: for people; its small letters name pom, folder and image. url: where clients connect. ports: all that it
    listens on. up: whether it answers. command: the arguments of Java, given the folder; writes the configuration.
    up_seconds: how long it may take to start. home: the folder of a node of one's own.
    """

    name: str
    url: str
    ports: Sequence[int]
    up: Callable[[], bool]
    command: Callable[[Path, str], Sequence[str]]
    up_seconds: float
    home: Path | None = None

    @property
    def key(self) -> str:
        return self.name.lower()

    @property
    def pom(self) -> Path:
        return Path(__file__).with_name(self.key) / "pom.xml"

    def folder(self) -> Path:
        """Where jars, data, log and pid of this version lie."""
        if self.home is not None:
            return self.home
        cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        root = Path(os.environ.get("REDACTOR_SERVICES") or cache / "redactor" / "services")
        version = re.search(rf"<{self.key}\.version>([\w.]+)<", self.pom.read_text("utf-8"))
        if version is None:
            raise ServiceError(f"{self.pom} names no {self.key}.version")
        return root.resolve() / f"{self.key}-{version[1]}"


def fetch(service: Service, seconds: float) -> None:
    """The jars, once for each version of the project file."""
    home = service.folder()
    digest = hashlib.sha256(service.pom.read_bytes()).hexdigest()
    done = home / "complete"
    if done.is_file() and done.read_text("utf-8") == digest:
        return
    maven = shutil.which("mvn")
    if maven is None:
        raise ServiceError(f"mvn is not on PATH: install Maven, or use docker compose up -d {service.key}")
    print(f"fetching {service.name} into {home} ...", flush=True)
    home.mkdir(parents=True, exist_ok=True)
    # A session of its own: when time is up, Maven's Java goes with it.
    with subprocess.Popen(
        [maven, "-q", "-B", "-f", str(service.pom), f"-Dservice.folder={home}", "generate-resources"],
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            code = process.wait(seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            raise ServiceError(f"Maven took over {seconds:.0f} s; run it again, it goes on where it was") from None
    if code != 0:
        raise ServiceError(f"Maven ended with {code}; see its lines above")
    done.write_text(digest, "utf-8")


def start(service: Service, fetch_seconds: float = FETCH_SECONDS) -> None:
    home = service.folder()
    if service.up():
        print(f"{service.name} is up already at {service.url}")
        return
    for port in service.ports:
        if _is_taken(port):
            raise ServiceError(f"something else listens on port {port} of {HOST}; end it first")
    java = shutil.which("java")
    if java is None:
        raise ServiceError(f"java is not on PATH: install Java 17 or newer, or use docker compose up -d {service.key}")
    fetch(service, fetch_seconds)
    command = [java, *service.command(home, java)]
    log = home / "node.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=_end_with_parent if service.home is not None else None,
        )
    _started.append(process)
    pid_file(home).write_text(str(process.pid), "utf-8")
    began = time.monotonic()
    while not service.up():
        if process.poll() is not None:
            raise ServiceError(f"{service.name} ended with {process.returncode} while starting; see {log}")
        if time.monotonic() - began > service.up_seconds:
            stop(service)
            raise ServiceError(f"{service.name} was not up within {service.up_seconds:.0f} s; see {log}")
        time.sleep(0.5)
    print(f"{service.name} is up at {service.url} (log: {log})")


def _end_with_parent() -> None:
    """Of a node of one's own: Linux kills it when the test that started it is killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL, 0, 0, 0)  # PR_SET_PDEATHSIG


def beside(service: Service, home: Path) -> Path:
    """Make the folder of another node of a service, with the service's jars. Returns the absolute folder.

    Raises ServiceError where the service was never started.
    """
    jars, home = service.folder(), home.resolve()
    if not (jars / "complete").is_file():
        raise ServiceError("its jars are not here: make services")
    home.mkdir(parents=True, exist_ok=True)
    if not (home / "lib").exists():
        (home / "lib").symlink_to(jars / "lib")
        shutil.copy(jars / "complete", home)
    return home


def kill(service: Service) -> None:
    """End the service's process as a crash would."""
    pid = running(service.folder())
    if pid is None:
        raise ServiceError(f"{service.name} is not running")
    os.kill(pid, signal.SIGKILL)
    # The kernel closes the sockets a moment after the process has ended.
    while running(service.folder()) is not None or any(map(_is_taken, service.ports)):
        time.sleep(0.05)


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((HOST, port)) == 0


def stop(service: Service) -> None:
    """End the process that start began, by its pid and only if that process is still the service."""
    home = service.folder()
    pid = running(home)
    if pid is None:
        print(f"{service.name}: nothing to stop")
        return
    os.kill(pid, signal.SIGTERM)
    began = time.monotonic()
    while running(home) is not None:
        if time.monotonic() - began > DOWN_SECONDS:
            os.kill(pid, signal.SIGKILL)
            break
        time.sleep(0.2)
    pid_file(home).unlink(missing_ok=True)
    print(f"{service.name} stopped")


def pid_file(home: Path) -> Path:
    return home / "pid"


def running(home: Path) -> int | None:
    """The service's pid; None when it has ended, or the number belongs to another process by now."""
    try:
        pid = int(pid_file(home).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    for process in _started:
        process.poll()  # a child of this process that has ended would stay in the table
    command = ""
    if Path("/proc/self").exists():
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
    else:
        shown = subprocess.run(["ps", "-p", str(pid), "-o", "command="], capture_output=True, text=True, check=False)
        command = shown.stdout
    return pid if str(home) in command else None


def main(service: Service, description: str | None) -> int:
    """The command line of a service's script. Gives the exit code."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["start", "stop", "status"])
    parser.add_argument("--fetch-seconds", type=float, default=FETCH_SECONDS, help="how long Maven may take")
    args = parser.parse_args()
    try:
        if args.what == "start":
            start(service, args.fetch_seconds)
        elif args.what == "stop":
            stop(service)
        elif not service.up():
            print(f"{service.name} is down: nothing healthy at {service.url}")
            return 1
        else:
            print(f"{service.name} is up at {service.url}")
    except ServiceError as e:
        print(f"{service.name}: {e}", file=sys.stderr)
        return 1
    return 0
