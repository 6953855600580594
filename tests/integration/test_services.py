"""The script behind make services: which processes it stops, and who can reach what it starts."""

from __future__ import annotations

import ipaddress
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

SCRIPT = Path(__file__).parents[1] / "services" / "opensearch.py"


def _run(what: str, folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(SCRIPT), what],
        env={**os.environ, "REDACTOR_SERVICES": str(folder), **env},
        capture_output=True,
        text=True,
        check=False,
    )


def test_stop_spares_an_unrelated_process_with_the_nodes_pid(tmp_path: Path) -> None:
    assert "nothing to stop" in _run("stop", tmp_path).stdout
    version = next(
        line for line in (SCRIPT.with_suffix("") / "pom.xml").read_text().splitlines() if "<opensearch" in line
    )
    home = tmp_path / f"opensearch-{version.split('>')[1].split('<')[0]}"
    home.mkdir()
    with subprocess.Popen(["sleep", "60"]) as other:
        (home / "pid").write_text(str(other.pid))
        done = _run("stop", tmp_path)
        assert (done.returncode, "nothing to stop" in done.stdout, other.poll()) == (0, True, None)
        other.kill()


@pytest.mark.services
@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="listeners are looked up in /proc")
def test_the_node_listens_on_loopback_alone(opensearch_url: str) -> None:
    port = urlsplit(opensearch_url).port
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
    assert found and all(address.is_loopback for address in found)
