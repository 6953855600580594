"""Says in a resource what was done to it: codes of HL7 v3 ObservationValue in meta.security."""

from __future__ import annotations

from typing import Any

from schemas.engine.walk_state import WalkState

OBSERVATION_VALUE = "http://terminology.hl7.org/CodeSystem/v3-ObservationValue"


def add_security_labels(data: dict[str, Any], state: WalkState) -> None:
    """Add to meta.security what was done, after the record's own labels."""
    codes = []
    if state.masked:
        codes.append("MASKED")
    if state.hashed:
        codes.append("PSEUDED")
    if state.redacted or state.omitted:
        codes.append("REDACTED")
    if not codes:
        return
    meta = data.get("meta")
    if not isinstance(meta, dict):
        meta = data["meta"] = {}
    held = meta.setdefault("security", [])
    present = {(c.get("system"), c.get("code")) for c in held if isinstance(c, dict)}
    held.extend(
        {"system": OBSERVATION_VALUE, "code": code} for code in codes if (OBSERVATION_VALUE, code) not in present
    )
