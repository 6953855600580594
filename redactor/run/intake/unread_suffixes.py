"""This module names the formats that a run does not read, by the suffixes of their files."""

from __future__ import annotations

from redactor.run.contracts import FileReason

CONVERTED: dict[str, FileReason] = {
    suffix: reason
    for reason, suffixes in (
        (FileReason.WORD_PROCESSOR, ".doc .dot .odt .fodt .pages .wpd .wps .sxw"),
        (FileReason.SPREADSHEET, ".xls .xlsb .ods .fods .numbers"),
        (FileReason.PRESENTATION, ".ppt .pptx .pps .ppsx .odp .key"),
        (FileReason.PICTURE, ".png .jpg .jpeg .gif .tif .tiff .bmp .webp .heic"),
        (FileReason.MAILBOX, ".pst .ost .mbox .olm"),
        (FileReason.OTHER_ARCHIVE, ".7z .rar .bz2 .xz .tbz2 .txz .cab .iso"),
        (FileReason.OTHER_DATABASE, ".mdb .accdb .dbf .sas7bdat .sav .dta"),
    )
    for suffix in suffixes.split()
}
"""A person can convert files with these suffixes; the reason says to what."""
SOUND_SUFFIXES = frozenset({
    ".wav", ".wave", ".w64", ".rf64", ".flac", ".mp3", ".m4a", ".aac", ".ogg", ".oga", ".opus", ".weba", ".webm",
    ".amr", ".mp4", ".3gp", ".mka", ".dss", ".ds2", ".wma", ".aif", ".aiff", ".caf", ".au", ".gsm", ".awb",
})  # fmt: skip
"""Files with these suffixes go to `redactor audio`, which releases them or refuses them with a reason."""
_SOUND_MAGIC = (b"fLaC", b"OggS", b"#!AMR", b"ID3", b"caff", b".snd", b"\x02dss", b"\x03ds2")
# A suffix can hold a name ("record.Smith"): of files that are not read, only these are ever reported.
REPORTABLE = frozenset({
    ".xml", ".hl7", ".dcm", ".log", ".yaml", ".yml", ".avro", ".orc", ".feather",
}) | SOUND_SUFFIXES | CONVERTED.keys()  # fmt: skip


def is_sound(head: bytes, suffix: str) -> bool:
    """Return whether a file is a recording, by its suffix or its first 12 bytes."""
    is_riff = head[:4] in (b"RIFF", b"RF64") and head[8:12] == b"WAVE"
    return suffix in SOUND_SUFFIXES or is_riff or head.startswith(_SOUND_MAGIC)
