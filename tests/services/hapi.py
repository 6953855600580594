"""HAPI FHIR's Java client, fetched by Maven and run for a test. Standard library only."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tests.services.service import FETCH_SECONDS, Service, ServiceError, fetch

HAPI = Service("Hapi", "", (), lambda: False, lambda _home, _java: (), up_seconds=0)


def run_client(base: str, policy: str, token: str) -> subprocess.CompletedProcess[str]:
    """Run Client.java of tests/services/hapi. Raises ServiceError if there is no Java, or no jar can be had."""
    java = shutil.which("java")
    if java is None:
        raise ServiceError("java is not on PATH: install Java 17 or newer")
    fetch(HAPI, FETCH_SECONDS)
    source = Path(__file__).with_name("hapi") / "Client.java"
    jars = HAPI.folder() / "lib"
    told = [java, "-cp", f"{jars}{os.sep}*", str(source), base, policy]
    return subprocess.run(told, input=token + "\n", capture_output=True, text=True, timeout=300, check=False)
