"""This module reads HL7 v2 messages of a stream, in MLLP frames, in a batch or one after another, as records."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactor.run.intake.files import ByteSource
from redactor.run.intake.note_text import decode
from schemas.engine.records import Reason, RecordError
from schemas.exchange.hl7v2_read import Json, read_message

_START = re.compile(rb"(?:^|[\r\n\x0b\x1c])[ \t]*(?=(?:MSH|FHS|BHS|BTS|FTS)[^A-Za-z0-9])")
_BREAKS = b"\r\n\x0b\x1c \t"
_LONGEST_START = 64
# Table 0211 (MSH-18) -> the encoding that Python names, of those that hold ASCII as it is.
_SHEETS = {
    "": "",
    "ASCII": "",
    "UNICODE UTF-8": "utf-8",
    "GB 18030-2000": "gb18030",
    "BIG-5": "big5",
    "KS X 1001": "euc_kr",
}
_ISO_8859 = re.compile(r"8859/([0-9]{1,2})")


def messages(source: ByteSource, limit: int, encoding: str) -> Iterator[tuple[Json | RecordError, bytes]]:
    """Yield the record of each message, or why it is none, with its bytes; of a message that is too long, none.

    limit: bytes of the longest message. encoding: that of bytes that are not ASCII where MSH-18 names none.

    Headers and trailers of files and batches are left out.
    """
    for data in _split(source, limit):
        if data is None:
            yield RecordError(Reason.TOO_LARGE), b""
            continue
        data = data.strip(_BREAKS)
        if not data or data[:3] in (b"FHS", b"BHS", b"BTS", b"FTS"):
            if data and re.search(rb"[\r\n]", data):  # a batch's header that more than itself stands behind
                yield RecordError(Reason.MALFORMED_MESSAGE, "batch"), data
            continue
        try:
            yield read_message(_text(data, encoding)), data
        except RecordError as e:
            yield e, data


def _split(source: ByteSource, limit: int) -> Iterator[bytes | None]:
    """Yield what stands between two starts of messages; None for what is longer than the limit."""
    held, is_oversize = b"", False
    searched = 0
    while block := source.read():
        held += block
        while (start := _START.search(held, max(1, searched))) is not None:
            yield None if is_oversize or start.start() > limit else held[: start.start()]
            held, is_oversize, searched = held[start.end() :], False, 0
        searched = max(0, len(held) - _LONGEST_START)
        if len(held) > limit:
            held, is_oversize, searched = held[-_LONGEST_START:], True, 0
    yield None if is_oversize or len(held) > limit else held


def _text(data: bytes, encoding: str) -> str:
    """Return the text of a message. Raises RecordError, BAD_ENCODING."""
    fields = data.split(b"\r", 1)[0].split(b"\n", 1)[0].split(data[3:4] or b"|")
    named = fields[17].decode("latin-1").strip().upper() if len(fields) > 17 else ""
    sheet = _SHEETS.get(named)
    if sheet is None and (numbered := _ISO_8859.fullmatch(named)):
        sheet = f"iso-8859-{numbered[1]}"
    if sheet is None:
        raise RecordError(Reason.BAD_ENCODING, "MSH.18")
    text = decode(data, sheet or encoding or "windows-1252")
    if text is None:
        raise RecordError(Reason.BAD_ENCODING, "MSH.18")
    return text
