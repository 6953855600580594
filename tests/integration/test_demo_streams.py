"""`make demo-streams` over the real Kafka: all but refused records leave, and a person sees what came of a note."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.services import demo_streams as demo

pytestmark = pytest.mark.slow  # four processes load their engines


def test_all_but_what_is_refused_leaves(
    tmp_path: Path, kafka_servers: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REDACTOR_STREAMS__SERVERS", kafka_servers)
    monkeypatch.delenv("REDACTOR_PROFILE", raising=False)
    assert demo.main([str(tmp_path / "demo"), "--patients", "2"]) == 0
    shown = "".join(capfd.readouterr())
    held = re.findall(r"in quarantine: (\S+) +│ +(\d+)", shown)
    assert held == [("malformed-json", "1"), ("no-schema", "2")]
    assert "One patient" in shown and "One note" in shown and "deliveries is intact" in shown
