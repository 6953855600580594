"""Texts too long to be read: detection takes time in proportion to the text, and a batch waits for its longest text."""

from __future__ import annotations

from schemas.engine.records import Reason, RecordError
from schemas.engine.walk_state import WalkState


def check_text_lengths(state: WalkState, size: int, limit: int) -> None:
    """Raise TEXT_TOO_LONG where a text or value for the detectors or the replacer has more than `limit` characters.

    size: bytes of the record in JSON. None of its texts has more characters, decoded or not.
    """
    if size <= limit:
        return
    for text in state.texts:
        if len(text.text) > limit:
            raise RecordError(Reason.TEXT_TOO_LONG, text.key)
    for value in state.values:
        if len(value.mention[0]) > limit:
            raise RecordError(Reason.TEXT_TOO_LONG, value.key)
    if any(len(token.words) > limit for token in state.tokens):
        raise RecordError(Reason.TEXT_TOO_LONG, state.schema.name)
