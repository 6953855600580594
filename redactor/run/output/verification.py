"""Checks a folder OUT against its manifest: what the recipient, or the sender, does before relying on it."""

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

_LARGEST_RECORD = 1 << 30  # bytes


@dataclass(frozen=True, slots=True)
class Verification:
    """faults: each a sentence without data; none if OUT is as its run left it, and the newest release that was seen.

    files, records, release: of the manifest. is_remembered: whether a home holds what was seen, so that an older
    release is noticed.
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
    """Check who wrote the manifest, names, sizes, digests and numbers of records of the files, and that it is no older
    release than one that was seen.

    keyring: checks the MAC and the signature. key: the sender's public key in hexadecimal digits, checks the signature;
    one of both is needed. report: called with the name of each file. home: of who verifies, remembers releases of the
    same source to the same recipient. after: the number that the release must be above, in place of what home
    remembers. Raises RunError where there is no manifest, and where what home remembers is damaged.
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
    found = {f.name: f for f in list_inputs(out) if f.name != MANIFEST}
    told = {str(f["name"]): f for f in data["files"]}
    for name, file in told.items():
        if report is not None:
            report(name)
        fault = "is missing" if name not in found else _fault(found[name], file)
        if fault:
            faults.append(f"{name} {fault}")
    if foreign := found.keys() - told.keys():
        # Their names may hold names of people.
        faults.append(f"OUT holds {len(foreign)} files that the manifest does not name")
    if strange := _folders(out) - {parent for name in told for parent in PurePosixPath(name).parents}:
        faults.append(f"OUT holds {len(strange)} folders in which the manifest names no file")
    number = int(data["release"])
    sender = _sender(data, key or (keyring.public_key(str(data["recipient"])) if keyring is not None else ""))
    if fault := _older(number, mac, (after, "") if after is not None else _seen(home, sender)):
        faults.append(fault)
    is_remembered = not faults and home is not None and remember(home, sender, number, mac)
    records = sum(int(f["records"]) for f in told.values())
    return Verification(tuple(faults), len(told), records, number, is_remembered)


def _folders(out: Path) -> set[PurePosixPath]:
    """Every folder in OUT. Links are listed as files."""
    return {
        PurePosixPath((Path(where) / name).relative_to(out).as_posix())
        for where, folders, _ in os.walk(out)
        for name in folders
        if not (Path(where) / name).is_symlink()
    }


def _sender(data: dict[str, Any], key: str) -> str:
    """Whose releases are counted together. key: the sender's, of this recipient."""
    return hashlib.sha256("\0".join((key, str(data["recipient"]), str(data["source"]))).encode()).hexdigest()


def _seen(home: Path | None, sender: str) -> tuple[int, str]:
    return (0, "") if home is None else highest_seen(home, sender)


def _older(number: int, mac: str, seen: tuple[int, str]) -> str:
    """What is wrong with the number of a release, or nothing. seen: the highest so far, and its manifest's mac."""
    highest, its_mac = seen
    if number > highest or (number == highest and mac == its_mac):
        return ""
    if number == highest and its_mac:
        return f"another release {number} of this sender was seen before: one of the two was put in place of the other"
    return (
        f"OUT is release {number} of its sender, and release {highest} was seen before: an older one was put in place "
        f"of a newer one. If you check an older one on purpose, give --after {number - 1}"
    )


def _fault(found: InputFile, told: dict[str, Any]) -> str:
    """What is wrong with a file, or nothing."""
    if found.size != told["bytes"] or found.path is None or found.path.is_symlink():
        return "has another size or is a link"
    if sha256(found.path) != told["sha256"]:
        return "was changed"
    if not told["records"]:  # a text or a sound, whose record is the file of its fields or its transcript
        return ""
    records = sum(raw.part != "entry" for raw in Reader(found, _LARGEST_RECORD).records())
    return "" if records == told["records"] else "holds another number of records than the manifest says"
