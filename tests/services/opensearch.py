"""A real OpenSearch on loopback without Docker: python tests/services/opensearch.py start | stop | status

Needs Java 17 or newer, and Maven the first time (about 60 MB of jars into $REDACTOR_SERVICES, by default
~/.cache/redactor/services). For development and tests alone: no password, no TLS. Standard library only, so that it
runs before the project's environment is made.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import http.client
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

HOST, PORT = "127.0.0.1", 9201
POM = Path(__file__).with_name("opensearch") / "pom.xml"
FETCH_SECONDS, UP_SECONDS, DOWN_SECONDS = 300.0, 90.0, 30.0
NODE = f"""\
# Loopback and nothing else; a development machine's full disk does not make it read-only.
network.host: "{HOST}"
transport.port: 9301-9399
discovery.type: single-node
cluster.routing.allocation.disk.threshold_enabled: false
"""


class ServiceError(Exception):
    """The service cannot be had; the message says what to do."""


def folder() -> Path:
    """Where jars, data, log and pid of this version lie."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    root = Path(os.environ.get("REDACTOR_SERVICES") or cache / "redactor" / "services")
    version = re.search(r"<opensearch\.version>([\w.]+)<", POM.read_text("utf-8"))
    if version is None:
        raise ServiceError(f"{POM} names no opensearch.version")
    return root.resolve() / f"opensearch-{version[1]}"


def up() -> bool:
    """Whether a node answers and may be written to."""
    connection = http.client.HTTPConnection(HOST, PORT, timeout=5)
    try:
        connection.request("GET", "/_cluster/health?wait_for_status=yellow&timeout=2s")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def fetch(home: Path, seconds: float) -> None:
    """The jars, once for each version of the project file."""
    digest = hashlib.sha256(POM.read_bytes()).hexdigest()
    done = home / "complete"
    if done.is_file() and done.read_text("utf-8") == digest:
        return
    maven = shutil.which("mvn")
    if maven is None:
        raise ServiceError("mvn is not on PATH: install Maven, or use docker compose up -d opensearch")
    print(f"fetching OpenSearch into {home} ...", flush=True)
    home.mkdir(parents=True, exist_ok=True)
    # A session of its own: when time is up, Maven's Java goes with it.
    with subprocess.Popen(
        [maven, "-q", "-B", "-f", str(POM), f"-Dservice.folder={home}", "generate-resources"],
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


def start(fetch_seconds: float) -> None:
    home = folder()
    if up():
        print(f"OpenSearch is up already at http://{HOST}:{PORT}")
        return
    with socket.socket() as probe:
        if probe.connect_ex((HOST, PORT)) == 0:
            raise ServiceError(f"something else listens on port {PORT} of {HOST}; end it first")
    java = shutil.which("java")
    if java is None:
        raise ServiceError("java is not on PATH: install Java 17 or newer, or use docker compose up -d opensearch")
    fetch(home, fetch_seconds)
    config = home / "node" / "node_1" / "config"
    config.mkdir(parents=True, exist_ok=True)
    (config / "opensearch.yml").write_text(NODE, "utf-8")
    log = home / "node.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [
                *(java, "-Xms512m", "-Xmx1g", "-Dopensearch.set.netty.runtime.available.processors=false"),
                *("-cp", f"{home}/lib/*{os.pathsep}{home}/knn/*", "org.codelibs.opensearch.runner.OpenSearchRunner"),
                *("-basePath", str(home / "node"), "-numOfNode", "1", "-baseHttpPort", str(PORT - 1)),
                *("-clusterName", "redactor", "-pluginTypes", "org.opensearch.knn.plugin.KNNPlugin"),
            ],
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    pid_file(home).write_text(str(process.pid), "utf-8")
    began = time.monotonic()
    while not up():
        if process.poll() is not None:
            raise ServiceError(f"OpenSearch ended with {process.returncode} while starting; see {log}")
        if time.monotonic() - began > UP_SECONDS:
            stop()
            raise ServiceError(f"OpenSearch was not up within {UP_SECONDS:.0f} s; see {log}")
        time.sleep(0.5)
    print(f"OpenSearch is up at http://{HOST}:{PORT} (log: {log})")


def stop() -> None:
    """End the node that start began, by its pid and only if that process is still the node."""
    home = folder()
    pid = running(home)
    if pid is None:
        print("OpenSearch: nothing to stop")
        return
    os.kill(pid, signal.SIGTERM)
    began = time.monotonic()
    while running(home) is not None:
        if time.monotonic() - began > DOWN_SECONDS:
            os.kill(pid, signal.SIGKILL)
            break
        time.sleep(0.2)
    pid_file(home).unlink(missing_ok=True)
    print("OpenSearch stopped")


def pid_file(home: Path) -> Path:
    return home / "pid"


def running(home: Path) -> int | None:
    """The node's pid; None when it has ended, or the number belongs to another process by now."""
    try:
        pid = int(pid_file(home).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    with contextlib.suppress(OSError):
        os.waitpid(pid, os.WNOHANG)  # a child of this process that has ended would stay in the table
    command = ""
    if Path("/proc/self").exists():
        with contextlib.suppress(OSError):
            command = Path(f"/proc/{pid}/cmdline").read_bytes().decode("utf-8", "replace")
    else:
        shown = subprocess.run(["ps", "-p", str(pid), "-o", "command="], capture_output=True, text=True, check=False)
        command = shown.stdout
    return pid if str(home) in command else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["start", "stop", "status"])
    parser.add_argument("--fetch-seconds", type=float, default=FETCH_SECONDS, help="how long Maven may take")
    args = parser.parse_args()
    try:
        if args.what == "start":
            start(args.fetch_seconds)
        elif args.what == "stop":
            stop()
        elif not up():
            print(f"OpenSearch is down: nothing healthy at http://{HOST}:{PORT}")
            return 1
        else:
            print(f"OpenSearch is up at http://{HOST}:{PORT}")
    except ServiceError as e:
        print(f"OpenSearch: {e}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
