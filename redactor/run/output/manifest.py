"""This module writes and checks the manifest: the files in OUT, the configuration that made them, and their counts.

Records of patients who opted out, and records under a restricting label, are in none of the counts. The manifest holds
no clock and no path: on processors of one kind the same run gives the same bytes, but for the number of the release. A
holder of the keyring can check its `mac`, and the recipient its `signature`, which covers the mac too. The module also
checks the names in OUT: output files get neutral names, since names of input files often hold names of people.
"""

from __future__ import annotations

import base64
import hmac
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from redactor.errors import RunError
from redactor.files.atomic_file import part_of, sync
from redactor.files.paths import read_regular
from redactor.keys import Keyring
from redactor.run.contracts import RunMetadata
from redactor.run.output.durable_files import sha256, write_atomic
from redactor.run.output.forms import EXTENSIONS, NOTE_TEXT
from redactor.run.output.release_numbers import give_number
from redactor.run.state.journal import Journal
from schemas.engine.json_codec import parse
from schemas.engine.records import Outcome, Reason, RecordError

FORMAT = "redactor-manifest/4"
_MAX_BYTES = 1 << 30
WRITTEN = "manifest"
"""This key in the journal holds the mac of the manifest in OUT."""
_NUMBERED = "release_number"  # key in the journal: number and content of the last release
_SIGNED = b"redactor-manifest\0"
APART = "apart"
"""This kind of count, which is not published, holds released records by type that are in no file, as heads of
Bundles.
"""
_UNPUBLISHED_REASONS = (Reason.OPTED_OUT.value, Reason.RESTRICTED.value)
DERIVED = "derived"  # hides an as_of from the input: a patient's newest shifted date minus it would be the shift


class Ledger(Protocol):
    """A ledger gives the manifest its counts; `redactor.run.state.journal.Journal` is one."""

    def get(self, key: str) -> str | None: ...

    def put(self, **values: str) -> None: ...

    def counts(self, kind: str) -> dict[str, int]:
        """Return the totals by name, sorted, of one kind: outcomes, reasons, entities, ..."""
        ...

    def file_counts(self, number: int, kind: str) -> dict[str, int]:
        """Return the counts of one file of the input, or one recording."""
        ...

    def outputs(self) -> list[tuple[str, int, str, int, int]]:
        """Return (name, number, sha256, bytes, records) of each output, by name."""
        ...

    def chains(self) -> str:
        """Return a text that is equal for equal input alone."""
        ...


def _signed_manifest(data: dict[str, Any], number: int, keyring: Keyring) -> dict[str, Any]:
    """Return the manifest of this content under a number. mac covers all other members, signature covers the mac,
    too.
    """
    numbered = data | {"release": number}
    numbered["mac"] = _mac(numbered, keyring)
    signature = keyring.signing_key(str(data["recipient"])).sign(_SIGNED + _canonical(numbered))
    return numbered | {"signature": base64.b64encode(signature).decode("ascii")}


def stated_configuration(journal: Ledger, metadata: RunMetadata) -> dict[str, Any]:
    """Return what a manifest, or a closed segment of it, states of the configuration that made its files."""
    schemas = [k.split("\t") for k in journal.counts("schema")]
    data: dict[str, Any] = {
        "profile": {"name": metadata.profile, "digest": metadata.profile_digest, "claim": metadata.claim},
        "recipient": metadata.recipient,
        "source": metadata.source,
        "key": metadata.key_id,
        "as_of": metadata.as_of or (DERIVED if journal.get("as_of") else None),
        "known_values": journal.get("known") or "all",
        "detectors": dict(sorted(metadata.detectors.items())),
        "schemas": [{"name": s[0], "version": s[1], "digest": s[2]} for s in schemas],
    }
    if metadata.llm_host is not None:
        data["llm_host"] = metadata.llm_host
    if metadata.dates is not None:
        data["dates"] = {name: value for name, value in asdict(metadata.dates).items() if value}
    if metadata.reduced:
        data["reduced"] = metadata.reduced
    if (voice := metadata.release_voice) is not None:
        data["profile"]["release_voice"] = {"by": voice.by, "basis": voice.basis}
    return data


def _content(journal: Ledger, metadata: RunMetadata, keyring: Keyring) -> dict[str, Any]:
    """Return everything that the manifest of a run states but the number of the release."""
    files = [
        {"name": name, "sha256": digest, "bytes": size, "records": n}
        | ({"types": journal.file_counts(file, "type")} if n and not name.startswith("deleted-") else {})
        for name, file, digest, size, n in journal.outputs()
    ]
    return _counted(journal, metadata, keyring) | {"files": files}


def _counted(journal: Ledger, metadata: RunMetadata, keyring: Keyring) -> dict[str, Any]:
    """Return what a manifest states but its files and the number of the release."""
    outcomes, reasons = _published_counts(journal.counts("outcome"), journal.counts("reason"))
    types, apart = journal.counts("type"), journal.counts(APART)
    for name, n in apart.items():
        types[name] -= n
        outcomes[Outcome.RELEASED.value] -= n
    outcomes = {name: n for name, n in outcomes.items() if n}
    data: dict[str, Any] = {
        "format": FORMAT,
        **stated_configuration(journal, metadata),
        "input": keyring.pseudonym("input", metadata.recipient).token(journal.chains()),
        "harvest_failed": int(journal.get("harvest_failed") or 0),
        "kernels": journal.counts("kernels"),
        "records": sum(outcomes.values()),
        "outcomes": outcomes,
        "reasons": reasons,
        "types": {name: n for name, n in types.items() if n},
        "rules": journal.counts("rule"),
        "entities": journal.counts("entity"),
        "omitted": journal.counts("omitted"),
    }
    if asked := journal.counts("second"):
        data["llm"] = asked
    return data


def _published_counts(outcomes: dict[str, int], reasons: dict[str, int]) -> tuple[dict[str, int], dict[str, int]]:
    """Return outcomes and reasons without those of patients who opted out and of records under a restricting label.

    How many there are is for the sender alone, whose summary and audit state it. Of withheld records, only versions
    that a later one superseded are counted.
    """
    superseded = reasons.get(Reason.SUPERSEDED.value, 0)
    published = {name: n for name, n in outcomes.items() if name != Outcome.WITHHELD.value}
    if superseded:
        published[Outcome.WITHHELD.value] = superseded
    return dict(sorted(published.items())), {name: n for name, n in reasons.items() if name not in _UNPUBLISHED_REASONS}


def _canonical(data: dict[str, Any]) -> bytes:
    return msgspec.json.encode(data, order="sorted")


def _mac(data: dict[str, Any], keyring: Keyring) -> str:
    return keyring.internal("manifest").token(_canonical(data).decode())


def write(out: Path, journal: Ledger, metadata: RunMetadata, keyring: Keyring, home: Path | None) -> None:
    """Write OUT/manifest.json atomically, after a check that no other run has written there; the journal remembers its
    mac.

    home: that of the sender, which counts its releases. Raises RunError as `check_manifest_of_run`.
    """
    check_manifest_of_run(out, journal, metadata, keyring)  # another run may have begun in the same empty folder
    overwrite(out, journal, metadata, keyring, home)


def overwrite(out: Path, journal: Ledger, metadata: RunMetadata, keyring: Keyring, home: Path | None) -> None:
    """Write OUT/manifest.json atomically, without reading what is there; the journal remembers its mac."""
    _overwrite(out, journal, _content(journal, metadata, keyring), keyring, home)


def overwrite_head(
    out: Path, journal: Ledger, metadata: RunMetadata, keyring: Keyring, home: Path | None, segment: dict[str, Any]
) -> None:
    """Write OUT/manifest.json as `overwrite` does. segment: what it states of its files and of earlier segments."""
    _overwrite(out, journal, _counted(journal, metadata, keyring) | segment, keyring, home)


def _overwrite(out: Path, journal: Ledger, content: dict[str, Any], keyring: Keyring, home: Path | None) -> None:
    digest = _mac(content, keyring)
    number, numbered = _last_number(journal)
    if numbered != digest:
        place = keyring.internal("release").token(content["source"], content["recipient"])
        number = give_number(home, place, digest, number)
        journal.put(**{_NUMBERED: f"{number} {digest}"})  # first: `check_own` knows the manifest by it after a crash
    data = _signed_manifest(content, number, keyring)
    write_atomic(out / MANIFEST, msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")
    if journal.get(WRITTEN) != data["mac"]:
        journal.put(**{WRITTEN: data["mac"]})


def _last_number(journal: Ledger) -> tuple[int, str]:
    """Return the number of this state's last release, 0 before the first, and the content that it was given to."""
    number, _, content = (journal.get(_NUMBERED) or "0 ").partition(" ")
    return int(number), content


def claim_out(out: Path, journal: Ledger) -> None:
    """Raise RunError if OUT has a manifest that the journal never wrote. Called before `overwrite`."""
    if journal.get(WRITTEN) is None:
        if (out / MANIFEST).exists():
            raise RunError("OUT holds the manifest of another state; name an empty folder for OUT, and a new --state")
        journal.put(**{WRITTEN: ""})


def wrote(journal: Ledger, mac: str) -> bool:
    """Return whether the manifest with this mac is the last one that the journal has written."""
    return journal.get(WRITTEN) == mac


def check_not_newer(out: Path, journal: Ledger, keyring: Keyring) -> None:
    """Raise RunError if the manifest in OUT has a number that the journal has not given: the state is an older copy.

    A manifest that cannot be read, or was not written under the keyring, proves nothing.
    """
    try:
        data, mac, _ = read(out)
    except (RunError, OSError):
        return
    if has_mac(data, mac, keyring) and data["release"] > _last_number(journal)[0]:
        raise RunError(
            "the manifest in OUT is newer than this state: the state was restored from a backup or copied, and would "
            "deliver records again. Use the state that wrote the manifest; without it, name an empty folder for OUT "
            "and a new --state"
        )


def check_manifest_of_run(out: Path, journal: Ledger, metadata: RunMetadata, keyring: Keyring) -> None:
    """Raise RunError if OUT holds another manifest than the one that this run has written there.

    After a crash behind `write_atomic` the journal does not know the manifest, but makes it again.
    """
    if not (out / MANIFEST).exists() and not (out / MANIFEST).is_symlink():
        return
    data, mac, _ = read(out)
    known_macs = (
        journal.get(WRITTEN),
        _signed_manifest(_content(journal, metadata, keyring), _last_number(journal)[0], keyring)["mac"],
    )
    if mac not in known_macs or not has_mac(data, mac, keyring):
        raise RunError(
            "OUT holds the manifest of another run, or a changed one, and nothing was written; name the OUT that this "
            "state belongs to, or an empty folder (if only its manifest was changed: remove manifest.json, and repeat "
            "the run)"
        )


def read(out: Path) -> tuple[dict[str, Any], str, bytes]:
    """Return the manifest of OUT without mac and signature, its mac, and its signature. Raises RunError."""
    if (out / MANIFEST).is_symlink():
        raise RunError("the manifest is a link, whose target may change; ask for OUT again, or name the OUT of a run")
    try:
        raw, _ = read_regular(out / MANIFEST, _MAX_BYTES)
        data = parse(raw)
        if data["format"] != FORMAT:
            raise ValueError("format")
        return data, str(data.pop("mac")), base64.b64decode(data.pop("signature"), validate=True)
    except FileNotFoundError:
        raise RunError("there is no manifest; name the OUT of a finished run") from None
    except (ValueError, KeyError, TypeError, RecursionError, RecordError):
        raise RunError("the manifest is damaged or of another version; ask for OUT again") from None


def has_mac(data: dict[str, Any], mac: str, keyring: Keyring) -> bool:
    """Return whether a run under this keyring wrote the manifest."""
    return hmac.compare_digest(mac.encode(), _mac(data, keyring).encode())


def has_signature(data: dict[str, Any], mac: str, signature: bytes, key: str) -> bool:
    """Return whether the holder of this public key wrote the manifest and its mac.

    Raises RunError for an invalid key.
    """
    try:
        verifier = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
    except ValueError:
        raise RunError(
            "the public key is not 64 hexadecimal digits; its sender shows it with: redactor keys public"
        ) from None
    try:
        verifier.verify(signature, _SIGNED + _canonical(data | {"mac": mac}))
    except InvalidSignature:
        return False
    return True


MANIFEST = "manifest.json"
RELEASED = "released-00001.ndjson"


def _allowed_names(out: Path, journal: Journal) -> set[str]:
    """Return the names that this run may have in OUT now: journaled files, and those that a crash left out of the
    journal.
    """
    names = {name for name, *_ in journal.outputs()}
    if (out / MANIFEST).exists():  # which was checked to be this run's
        names.add(RELEASED)
    # Numbers of files in OUT are drawn once all of the input is read: a file in progress may have any of them.
    for n in range(1, journal.last_number() + 1) if journal.numbers("read") else ():
        names.add(f"deleted-{n:05d}.ndjson")
        names.update(f"records-{n:05d}.{x}" for x in (*EXTENSIONS.values(), NOTE_TEXT))
    names.add(MANIFEST)
    return names | {part_of(Path(name)).name for name in names}


def check_out(out: Path, journal: Journal) -> None:
    """Raise RunError unless OUT holds all files of the journal, and no file that this run cannot have there.

    Released records that an interrupted release wrote behind the journaled size are cut off. The manifest must have
    been checked before.
    """
    if any(p.is_symlink() for p in out.iterdir()):
        raise RunError("OUT holds links, and a run makes none; find out who made them, and name an empty folder")
    if foreign := {p.name for p in out.iterdir()} - _allowed_names(out, journal):
        raise RunError(
            f"OUT holds {len(foreign)} files that are not this run's; name the OUT it wrote, or an empty folder"
        )
    is_unnamed = not (out / MANIFEST).exists()
    sizes = {name: size for name, _, _, size, _ in journal.outputs()}
    for name, _, digest, size, _ in journal.outputs():
        path = out / name
        if not path.is_file() or (path.stat().st_size != size and name != RELEASED) or path.stat().st_size < size:
            raise RunError(
                "OUT lacks files that this run has put there; give the original OUT folder, or use a new --state"
            )
        if is_unnamed and name != RELEASED and sha256(path) != digest:
            raise RunError(f"OUT holds another {name} than this run has put there; name the OUT it wrote")
    released = out / RELEASED
    if RELEASED not in sizes:
        released.unlink(missing_ok=True)
    elif released.stat().st_size > sizes[RELEASED]:
        with released.open("r+b") as f:
            f.truncate(sizes[RELEASED])
        sync(released)
