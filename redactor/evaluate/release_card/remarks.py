"""Say in words what a board should know of a release: what is wrong with it, and what no figure of its card covers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from redactor.evaluate.release_card.shown import Shown
from redactor.evaluate.release_card.state import Canaries, StateFacts
from redactor.run.contracts import FileReason


def warnings(
    data: Mapping[str, Any], facts: StateFacts | None, shown: Shown, canaries: Canaries | None
) -> Iterator[str]:
    """Yield what the signers should settle first. data: the manifest."""
    if not data["records"]:
        yield "The release is empty: no record was read."
    elif not data["outcomes"].get("released"):
        yield "No record was released."
    if shown.unread:
        yield f"Records of OUT that could not be read, and are in no figure of what OUT shows: {shown.unread:,}."
    if shown.of_nobody:
        yield (
            f"Rows of tables that name no patient (such as addresses that persons refer to), and are in no class of "
            f"patients: {shown.of_nobody:,}."
        )
    if shown.not_read:
        kinds = ", ".join(f"{ending or 'no ending'} {n:,}" for ending, n in sorted(shown.not_read.items()))
        yield f"Files whose patients, dates and texts are in no figure: {kinds}."
    if data.get("reduced"):
        yield "The settings of the run let less be found than the default does."
    if data["known_values"] == "seen":
        yield "The input was a pipe: texts were searched for identifiers of the records before them alone."
    if data.get("harvest_failed"):
        unread = data["harvest_failed"]
        yield f"Records whose names could not be read, so that texts were not searched for them: {unread:,}."
    if canaries is not None and canaries.alarm:
        yield f"Workers of the stream find too few identifiers in synthetic notes: {', '.join(canaries.alarm)}."
    if facts is None:
        return
    if facts.status == "interrupted":
        yield "The run was interrupted: OUT is not complete."
    if facts.unresolved:
        yield f"Records that name their patient by nothing that could be resolved: {facts.unresolved:,}."
    if facts.known_left_out:
        yield f"Known values that were not searched for, because a patient has too many: {facts.known_left_out:,}."


def not_covered(
    data: Mapping[str, Any], sounds: int, reasons: Mapping[str, int], facts: StateFacts | None
) -> Iterator[str]:
    """Yield what no figure of the card covers. sounds: files of sound in OUT."""
    yield (
        "Identifiers that no detector found. A release has no gold to count them by; redactor evaluate GOLD measures "
        "the detectors on annotated notes of the same kind."
    )
    yield "What a text tells without an identifier: an event in the news, an office, a rare course of disease."
    yield (
        "Further quasi-identifiers: deaths, laboratory values, family histories, drugs that a record names by "
        "reference, marital status, language, days of care, and combinations of codes that each many patients have."
    )
    yield "The order of deliveries, and what a recipient may join from other sources."
    if sounds:
        yield f"Voices: {sounds:,} files of sound leave, in which speakers can be recognised."
    else:
        yield "Sound: none is in this release."
    held = reasons.get(FileReason.ATTACHMENTS.value, 0) + data["omitted"].get("attachment-withheld", 0)
    yield (
        "Attachments that are no text (images, PDF, sound) are withheld and not looked into"
        + (f": {held:,} in this release." if held else ".")
    )
    yield (
        "Stand-ins told from missed names: redactor evaluate parrot measures that on generated patients, not on a "
        "release."
    )
    if data.get("llm_host"):
        yield "What the operator of the LLM that was asked keeps of the texts."
    if facts is None:
        yield "What only the state tells: withheld patients, fields that no rule names, unresolved records, the day."
