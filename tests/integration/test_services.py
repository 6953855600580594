"""The scripts behind make services: which processes they stop, and who can reach what they start."""

from __future__ import annotations

import ipaddress
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

SERVICES = Path(__file__).parents[1] / "services"
NAMES = ("opensearch", "kafka")


def _run(name: str, what: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SERVICES / f"{name}.py"), what],
        env={**os.environ, "REDACTOR_SERVICES": str(folder), **env},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("name", NAMES)
def test_stop_spares_an_unrelated_process_with_the_nodes_pid(name: str, tmp_path: Path) -> None:
    assert "nothing to stop" in _run(name, "stop", tmp_path).stdout
    pom = (SERVICES / name / "pom.xml").read_text()
    version = next(line for line in pom.splitlines() if f"<{name}.version>" in line)
    home = tmp_path / f"{name}-{version.split('>')[1].split('<')[0]}"
    home.mkdir()
    with subprocess.Popen(["sleep", "60"]) as other:
        (home / "pid").write_text(str(other.pid))
        done = _run(name, "stop", tmp_path)
        assert (done.returncode, "nothing to stop" in done.stdout, other.poll()) == (0, True, None)
        other.kill()


@pytest.mark.parametrize("name", NAMES)
def test_without_java_the_message_says_what_to_install(name: str, tmp_path: Path) -> None:
    if _run(name, "status", tmp_path).returncode == 0:
        pytest.skip("it is up: start would not look for Java")
    done = _run(name, "start", tmp_path, PATH="")
    assert done.returncode == 1
    assert "java is not on PATH" in done.stderr


def _listeners(port: int) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """The addresses on which something listens at a port, from /proc."""
    found = []
    for table, width in (("tcp", 4), ("tcp6", 16)):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            local, _, state = line.split()[1:4]
            host, _, at = local.partition(":")
            if state == "0A" and int(at, 16) == port:
                raw = bytes.fromhex(host)
                words = [raw[i : i + 4][::-1] for i in range(0, width, 4)]  # each of the machine's byte order
                address = ipaddress.ip_address(b"".join(words))
                found.append(getattr(address, "ipv4_mapped", None) or address)
    return found


@pytest.mark.services
@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="listeners are looked up in /proc")
def test_the_node_listens_on_loopback_alone(opensearch_url: str) -> None:
    found = _listeners(urlsplit(opensearch_url).port or 0)
    assert found and all(address.is_loopback for address in found)


@pytest.mark.services
@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="listeners are looked up in /proc")
def test_the_broker_and_its_controller_listen_on_loopback_alone(kafka_servers: str) -> None:
    port = int(kafka_servers.rpartition(":")[2])
    for found in (_listeners(port), _listeners(port + 1)):
        assert found and all(address.is_loopback for address in found)
