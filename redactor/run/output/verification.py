"""Checks a folder OUT against its manifest: what the recipient, or the sender, does before relying on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactor.keys import Keyring
from redactor.run.intake.files import InputFile, list_inputs
from redactor.run.intake.raw_records import Reader
from redactor.run.output import manifest
from redactor.run.output.durable_files import sha256
from redactor.run.output.out_folder import MANIFEST

_LARGEST_RECORD = 1 << 30  # bytes


@dataclass(frozen=True, slots=True)
class Verification:
    """faults: each a sentence without data; none if OUT is as its run left it. files, records: of the manifest."""

    faults: tuple[str, ...]
    files: int
    records: int


def verify(
    out: Path, keyring: Keyring | None, key: str | None, report: Callable[[str], None] | None = None
) -> Verification:
    """Check who wrote the manifest, and names, sizes, digests and numbers of records of the files.

    keyring: checks the MAC and the signature. key: the sender's public key in hexadecimal digits, checks the signature;
    one of both is needed. report: called with the name of each file. Raises RunError where there is no manifest.
    """
    data, mac, signature = manifest.read(out)
    faults = []
    if keyring is not None:
        if not manifest.has_mac(data, mac, keyring):
            faults.append("the manifest was changed, or written under another keyring")
        elif not manifest.has_signature(data, signature, keyring.public_key(str(data["recipient"]))):
            faults.append("the manifest's signature was changed: its recipient would refuse it")
    if key is not None and not manifest.has_signature(data, signature, key):
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
    return Verification(tuple(faults), len(told), sum(int(f["records"]) for f in told.values()))


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
