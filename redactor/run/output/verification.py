"""This module checks a folder OUT against its manifest, before its recipient or its sender relies on it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from redactor.keys import Keyring
from redactor.run.intake.files import InputFile, list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.run.output import manifest
from redactor.run.output.durable_files import sha256
from redactor.run.output.manifest import MANIFEST
from redactor.run.output.release_numbers import highest_seen, remember
from redactor.run.output.verified_chain import Chain

_MAX_RECORD_BYTES = 1 << 30


@dataclass(frozen=True, slots=True)
class Verification:
    """A verification tells whether OUT is as its run left it, and the newest release that was seen.

    faults: each a sentence without data; none if all is well. files, records, release: those of the manifest.
    is_remembered: whether a home stores what was seen, so that an older release is noticed later.
    """

    faults: tuple[str, ...]
    files: int
    records: int
    release: int = 0
    is_remembered: bool = False


def verify(
    out: Path,
    keyring: Keyring | None,
    key: str | None,
    report: Callable[[str], None] | None = None,
    *,
    home: Path | None = None,
    after: int | None = None,
) -> Verification:
    """Check who wrote the manifest, the names, sizes, digests and record counts of the files, and that no newer release
    is known.

    keyring: checks the MAC and the signature. key: the sender's public key in hexadecimal digits, checks the signature;
    one of both is needed. report: called with the name of each file. home: the verifier's home, which remembers
    releases of the same source to the same recipient. after: the number that the release must be above, instead of what
    home remembers. Raises RunError if there is no manifest, or if what home remembers is damaged.
    """
    data, mac, signature = manifest.read(out)
    faults = []
    if keyring is not None:
        if not manifest.has_mac(data, mac, keyring):
            faults.append("the manifest was changed, or written under another keyring")
        elif not manifest.has_signature(data, mac, signature, keyring.public_key(str(data["recipient"]))):
            faults.append("the manifest's signature was changed: its recipient would refuse it")
    if key is not None and not manifest.has_signature(data, mac, signature, key):
        faults.append("the manifest was changed, or signed by somebody else")
    if faults:
        return Verification(tuple(faults), 0, 0)  # what it says of the files is worth nothing
    if "segment" in data:
        chain = Chain(out, _path_fault, report)
        chain.check(data)
        faults, files, records = chain.faults, chain.files, chain.records
    else:
        faults, files, records = _check_files(out, data["files"], report)
    number = int(data["release"])
    sender = _sender(data, key or (keyring.public_key(str(data["recipient"])) if keyring is not None else ""))
    if fault := _number_fault(number, mac, (after, "") if after is not None else _seen(home, sender)):
        faults.append(fault)
    is_remembered = not faults and home is not None and remember(home, sender, number, mac)
    return Verification(tuple(faults), files, records, number, is_remembered)


def _check_files(
    out: Path, files: list[dict[str, Any]], report: Callable[[str], None] | None
) -> tuple[list[str], int, int]:
    """Return the faults of OUT against the one list of a run, and how many files and records it lists."""
    faults = []
    found = {f.name: f for f in list_inputs(out, whole=True) if f.name != MANIFEST}
    listed = {str(f["name"]): f for f in files}
    for name, file in listed.items():
        if report is not None:
            report(name)
        fault = "is missing" if name not in found else _file_fault(found[name], file)
        if fault:
            faults.append(f"{name} {fault}")
    if foreign := found.keys() - listed.keys():
        # Their names may hold names of people.
        faults.append(f"OUT holds {len(foreign)} files that the manifest does not name")
    if strange := _folders(out) - {parent for name in listed for parent in PurePosixPath(name).parents}:
        faults.append(f"OUT holds {len(strange)} folders in which the manifest names no file")
    return faults, len(listed), sum(int(f["records"]) for f in listed.values())


def _folders(out: Path) -> set[PurePosixPath]:
    """Return every folder in OUT. Links are listed as files."""
    return {
        PurePosixPath((Path(where) / name).relative_to(out).as_posix())
        for where, folders, _ in os.walk(out)
        for name in folders
        if not (Path(where) / name).is_symlink()
    }


def _sender(data: dict[str, Any], key: str) -> str:
    """Return the id of a sender whose releases are counted together. key: the sender's, for this recipient."""
    return hashlib.sha256("\0".join((key, str(data["recipient"]), str(data["source"]))).encode()).hexdigest()


def _seen(home: Path | None, sender: str) -> tuple[int, str]:
    return (0, "") if home is None else highest_seen(home, sender)


def _number_fault(number: int, mac: str, seen: tuple[int, str]) -> str:
    """Return what is wrong with the number of a release, or "". seen: the highest so far, and its manifest's mac."""
    highest, its_mac = seen
    if number > highest or (number == highest and mac == its_mac):
        return ""
    if number == highest and its_mac:
        return f"another release {number} of this sender was seen before: one of the two was put in place of the other"
    return (
        f"OUT is release {number} of its sender, and release {highest} was seen before: an older one was put in place "
        f"of a newer one. If you check an older one on purpose, give --after {number - 1}"
    )


def _path_fault(path: Path, listed: dict[str, Any]) -> str:
    """Return what is wrong with a file of a stream, which exists, or ""."""
    if path.is_symlink() or not path.is_file():
        return "is a link or no file"
    (found,) = list_inputs(path, whole=True)
    return _file_fault(found, listed)


def _file_fault(found: InputFile, listed: dict[str, Any]) -> str:
    """Return what is wrong with a file, or ""."""
    if found.size != listed["bytes"] or found.path is None or found.path.is_symlink():
        return "has another size or is a link"
    if sha256(found.path) != listed["sha256"]:
        return "was changed"
    if not listed["records"]:  # a text or a sound, whose record is the file of its fields or its transcript
        return ""
    records = sum(raw.part != "entry" for raw in Reader(found, _MAX_RECORD_BYTES).records())
    return "" if records == listed["records"] else "holds another number of records than the manifest says"
