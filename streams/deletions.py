"""Deletions that name no patient: Bundle entries without a resource that delete anything but a Patient.

The versions of the resource stand in its patient's partition of phi.raw.v1, which the deletion does not tell. So a copy
goes into every partition. Where the versions are, it stands behind those that were published before it, and ahead of
those that come later.
"""

from __future__ import annotations

from collections.abc import Mapping

from redactor.run.contracts import RawRecord
from schemas.engine import json_codec
from schemas.engine.records import RecordError
from schemas.engine.references import reference_target


def deleted_resource(raw: RawRecord, aliases: Mapping[str, str]) -> tuple[str, str] | None:
    """Type and id of the resource that an entry without a resource deletes. None of anything else.

    aliases: as in RawRecord. Raises RecordError for an entry that cannot be read.
    """
    if raw.part != "entry" or raw.data or raw.error is not None:
        return None
    request = json_codec.parse(raw.entry or b"{}").get("request")
    if not isinstance(request, Mapping) or request.get("method") != "DELETE" or not isinstance(request.get("url"), str):
        return None
    url = request["url"]
    # Of a conditional deletion nothing says which resource is meant.
    deleted = reference_target(url, aliases) if "?" not in url else None
    return deleted if deleted is not None and all(deleted) else None


def goes_everywhere(raw: RawRecord) -> bool:
    """Whether a copy of the record goes into every partition."""
    try:
        deleted = deleted_resource(raw, {})  # producers and workers must decide alike, and aliases do not all travel
    except (RecordError, RecursionError):
        return False
    return deleted is not None and deleted[0] != "Patient"
