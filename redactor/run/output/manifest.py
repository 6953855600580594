"""The manifest: the files in OUT, the configuration that made them, and counts that add up.

Records of patients who opted out, and records under a restricting label, are in none of the counts.
It holds no clock and no path: on processors of one kind the same run gives the same bytes, but for the number of the
release. A holder of the keyring can check its `mac`, and the recipient its `signature`, which covers the mac too.
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

FORMAT = "redactor-manifest/3"
_LARGEST = 1 << 30  # bytes
_WRITTEN = "manifest"  # in the journal: the mac of the manifest in OUT
_NUMBERED = "release_number"  # in the journal: number and content of the last release
_SIGNED = b"redactor-manifest\0"
APART = "apart"
"""Kind of count: released records by type that leave in no file, as heads of Bundles do in a stream. Not told."""
_UNTOLD = (Reason.OPTED_OUT.value, Reason.RESTRICTED.value)
DERIVED = "derived"  # stands for an as_of from the input: a patient's newest shifted date minus it is the shift


class Ledger(Protocol):
    """What a journal tells the manifest. `redactor.run.state.journal.Journal` is one."""

    def get(self, key: str) -> str | None: ...

    def put(self, **values: str) -> None: ...

    def counts(self, kind: str) -> dict[str, int]:
        """Totals by name, sorted, of outcomes, reasons, entities, ..."""
        ...

    def file_counts(self, number: int, kind: str) -> dict[str, int]:
        """The same of one file of the input, or one recording."""
        ...

    def outputs(self) -> list[tuple[str, int, str, int, int]]:
        """(name, number, sha256, bytes, records), by name."""
        ...

    def chains(self) -> str:
        """What was read of the input: the same for the same input alone."""
        ...


def _build(data: dict[str, Any], number: int, keyring: Keyring) -> dict[str, Any]:
    """The manifest of this content under a number. mac: over everything but itself. signature: over both."""
    numbered = data | {"release": number}
    numbered["mac"] = _mac(numbered, keyring)
    signature = keyring.signing_key(str(data["recipient"])).sign(_SIGNED + _canonical(numbered))
    return numbered | {"signature": base64.b64encode(signature).decode("ascii")}


def _content(journal: Ledger, metadata: RunMetadata, keyring: Keyring) -> dict[str, Any]:
    """All that a manifest tells but the number of the release."""
    outcomes, reasons = _told(journal.counts("outcome"), journal.counts("reason"))
    types, apart = journal.counts("type"), journal.counts(APART)
    for name, n in apart.items():
        types[name] -= n
        outcomes[Outcome.RELEASED.value] -= n
    outcomes = {name: n for name, n in outcomes.items() if n}
    schemas = [k.split("\t") for k in journal.counts("schema")]
    data: dict[str, Any] = {
        "format": FORMAT,
        "profile": {"name": metadata.profile, "digest": metadata.profile_digest, "claim": metadata.claim},
        "recipient": metadata.recipient,
        "source": metadata.source,
        "input": keyring.pseudonym("input", metadata.recipient).token(journal.chains()),
        "key": metadata.key_id,
        "as_of": metadata.as_of or (DERIVED if journal.get("as_of") else None),
        "known_values": journal.get("known") or "all",
        "harvest_failed": int(journal.get("harvest_failed") or 0),
        "detectors": dict(sorted(metadata.detectors.items())),
        "kernels": journal.counts("kernels"),
        "schemas": [{"name": s[0], "version": s[1], "digest": s[2]} for s in schemas],
        "files": [
            {"name": name, "sha256": digest, "bytes": size, "records": n}
            | ({"types": journal.file_counts(file, "type")} if n and not name.startswith("deleted-") else {})
            for name, file, digest, size, n in journal.outputs()
        ],
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
    if metadata.llm_host is not None:
        data["llm_host"] = metadata.llm_host
    if metadata.dates is not None:
        data["dates"] = {name: value for name, value in asdict(metadata.dates).items() if value}
    if metadata.reduced:
        data["reduced"] = metadata.reduced
    if (voice := metadata.release_voice) is not None:
        data["profile"]["release_voice"] = {"by": voice.by, "basis": voice.basis}
    return data


def _told(outcomes: dict[str, int], reasons: dict[str, int]) -> tuple[dict[str, int], dict[str, int]]:
    """The outcomes and reasons without those of patients who opted out and of records under a restricting label.

    How many there are is for the sender alone, whose summary and audit tell it. Of what is withheld, only versions that
    a later one superseded are told.
    """
    superseded = reasons.get(Reason.SUPERSEDED.value, 0)
    told = {name: n for name, n in outcomes.items() if name != Outcome.WITHHELD.value}
    if superseded:
        told[Outcome.WITHHELD.value] = superseded
    return dict(sorted(told.items())), {name: n for name, n in reasons.items() if name not in _UNTOLD}


def _canonical(data: dict[str, Any]) -> bytes:
    return msgspec.json.encode(data, order="sorted")


def _mac(data: dict[str, Any], keyring: Keyring) -> str:
    return keyring.internal("manifest").token(_canonical(data).decode())


def write(out: Path, journal: Ledger, metadata: RunMetadata, keyring: Keyring, home: Path | None) -> None:
    """Write OUT/manifest.json atomically. The journal remembers which it was. Raises RunError as `check_own`.

    home: of the sender, which counts its releases.
    """
    check_own(out, journal, metadata, keyring)  # another run may have begun in the same empty folder
    replace(out, journal, metadata, keyring, home)


def replace(out: Path, journal: Ledger, metadata: RunMetadata, keyring: Keyring, home: Path | None) -> None:
    """Write OUT/manifest.json atomically, without reading what is there. The journal remembers which it was."""
    content = _content(journal, metadata, keyring)
    digest = _mac(content, keyring)
    number, numbered = _last_number(journal)
    if numbered != digest:
        place = keyring.internal("release").token(metadata.source, metadata.recipient)
        number = give_number(home, place, digest, number)
        journal.put(**{_NUMBERED: f"{number} {digest}"})  # first: `check_own` knows the manifest by it after a crash
    data = _build(content, number, keyring)
    write_atomic(out / MANIFEST, msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n")
    if journal.get(_WRITTEN) != data["mac"]:
        journal.put(**{_WRITTEN: data["mac"]})


def _last_number(journal: Ledger) -> tuple[int, str]:
    """The number of this state's last release, 0 before the first, and the content that it was given to."""
    number, _, content = (journal.get(_NUMBERED) or "0 ").partition(" ")
    return int(number), content


def claim(out: Path, journal: Ledger) -> None:
    """Raise RunError where OUT has a manifest, and the journal never wrote one there. Called before `replace`."""
    if journal.get(_WRITTEN) is None:
        if (out / MANIFEST).exists():
            raise RunError("OUT holds the manifest of another state; name an empty folder for OUT, and a new --state")
        journal.put(**{_WRITTEN: ""})


def check_not_newer(out: Path, journal: Ledger, keyring: Keyring) -> None:
    """Raise RunError where the manifest in OUT names files that the journal does not: the state is an older copy.

    What cannot be read, or was not written under the keyring, tells nothing.
    """
    try:
        data, mac, _ = read(out)
    except (RunError, OSError):
        return
    if has_mac(data, mac, keyring) and {f["name"] for f in data["files"]} - {name for name, *_ in journal.outputs()}:
        raise RunError(
            "the manifest in OUT names deliveries that this state does not know: the state was restored from a backup "
            "or copied, and would deliver their records again. Use the state that made them; without it, name an empty "
            "folder for OUT and a new --state"
        )


def check_own(out: Path, journal: Ledger, metadata: RunMetadata, keyring: Keyring) -> None:
    """Raise RunError where OUT holds another manifest than the one that this run has written there.

    After a crash behind `write_atomic` the journal does not remember it, but makes it again.
    """
    if not (out / MANIFEST).exists() and not (out / MANIFEST).is_symlink():
        return
    data, mac, _ = read(out)
    own = (
        journal.get(_WRITTEN),
        _build(_content(journal, metadata, keyring), _last_number(journal)[0], keyring)["mac"],
    )
    if mac not in own or not has_mac(data, mac, keyring):
        raise RunError(
            "OUT holds the manifest of another run, or a changed one, and nothing was written; name the OUT that this "
            "state belongs to, or an empty folder (if only its manifest was changed: remove manifest.json, and repeat "
            "the run)"
        )


def read(out: Path) -> tuple[dict[str, Any], str, bytes]:
    """The manifest of OUT without mac and signature, its mac, and its signature. Raises RunError."""
    if (out / MANIFEST).is_symlink():
        raise RunError("the manifest is a link, whose target may change; ask for OUT again, or name the OUT of a run")
    try:
        raw, _ = read_regular(out / MANIFEST, _LARGEST)
        data = parse(raw)
        if data["format"] != FORMAT:
            raise ValueError("format")
        return data, str(data.pop("mac")), base64.b64decode(data.pop("signature"), validate=True)
    except FileNotFoundError:
        raise RunError("there is no manifest; name the OUT of a finished run") from None
    except (ValueError, KeyError, TypeError, RecursionError, RecordError):
        raise RunError("the manifest is damaged or of another version; ask for OUT again") from None


def has_mac(data: dict[str, Any], mac: str, keyring: Keyring) -> bool:
    """Whether a run under this keyring wrote the manifest."""
    return hmac.compare_digest(mac.encode(), _mac(data, keyring).encode())


def has_signature(data: dict[str, Any], mac: str, signature: bytes, key: str) -> bool:
    """Whether the holder of this public key wrote the manifest, mac included. Raises RunError for what is no key."""
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


def _own_names(out: Path, journal: Journal) -> set[str]:
    """The names that this run may have in OUT now: journaled files, and those that a crash left out of the journal."""
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

    Released records that an interrupted release wrote after the journaled size are cut off. The manifest must have been
    checked before.
    """
    if any(p.is_symlink() for p in out.iterdir()):
        raise RunError("OUT holds links, and a run makes none; find out who made them, and name an empty folder")
    if foreign := {p.name for p in out.iterdir()} - _own_names(out, journal):
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
