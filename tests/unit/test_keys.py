"""The keyring: derivation, encryption, rotation, epochs, and what happens without one."""

import base64
import hmac
import json
import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from redactor.errors import KeyringError
from redactor.keys import DerivedKey, Keyring


@pytest.fixture
def ring() -> Keyring:
    return Keyring.generate()


def test_recipients_and_purposes_share_no_pseudonym(ring: Keyring) -> None:
    tokens = {ring.pseudonym(p, r).token("123") for p in ("id", "subject") for r in ("lab a", "lab b")}
    assert len(tokens) == 4


def test_tokens_are_legal_fhir_ids(ring: Keyring) -> None:
    token = ring.pseudonym("id", "x").token("any ünïcode \ud800 value" * 100)
    assert len(token) <= 64
    assert token.isascii()
    assert token.isalnum()


def test_values_are_framed(ring: Keyring) -> None:
    key = ring.pseudonym("id", "x")
    assert key.token("ab", "c") != key.token("a", "bc") != key.token("abc")


def test_rotation_keeps_pseudonyms_and_reads_what_was_written(ring: Keyring) -> None:
    blob = ring.encrypt("quarantine", b"payload", b"id-1")
    rotated = ring.rotated()
    assert rotated.pseudonym("id", "x").token("1") == ring.pseudonym("id", "x").token("1")
    assert rotated.decrypt("quarantine", blob, b"id-1") == b"payload"
    assert rotated.encrypt("quarantine", b"payload").split(b"\0")[0] != blob.split(b"\0")[0]


def test_an_epoch_changes_pseudonyms_but_not_internal_hashes(ring: Keyring) -> None:
    later = ring.next_epoch()
    assert later.epoch == ring.epoch + 1
    assert later.key_id != ring.key_id
    assert later.pseudonym("id", "x").token("1") != ring.pseudonym("id", "x").token("1")
    assert later.internal("approval").token("1") == ring.internal("approval").token("1")


@pytest.mark.parametrize("broken", ["purpose", "context", "bytes", "ring"])
def test_decryption_fails_closed(ring: Keyring, broken: str) -> None:
    blob = ring.encrypt("known", b"secret", b"ctx")
    reader = Keyring.generate() if broken == "ring" else ring
    damaged = blob[:-1] + bytes([blob[-1] ^ 1]) if broken == "bytes" else blob
    purpose = "quarantine" if broken == "purpose" else "known"
    with pytest.raises(KeyringError):
        reader.decrypt(purpose, damaged, b"other" if broken == "context" else b"ctx")


def test_a_blob_cut_short_anywhere_is_an_error(ring: Keyring) -> None:
    blob = ring.encrypt("known", b"secret", b"ctx")
    for end in range(len(blob)):
        with pytest.raises(KeyringError):
            ring.decrypt("known", blob[:end], b"ctx")


def test_a_file_is_for_its_owner_alone_and_reads_back(ring: Keyring, tmp_path: Path) -> None:
    path = tmp_path / "deep" / "keys.json"
    ring.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert Keyring.load(path).pseudonym("id", "x").token("1") == ring.pseudonym("id", "x").token("1")
    assert Keyring.load(path.read_text()).key_id == ring.key_id


@pytest.mark.parametrize("content", ["", "{}", "[]", "not json", '{"format": "other/9"}'])
def test_a_missing_or_damaged_keyring_is_an_error_that_shows_no_secret(tmp_path: Path, content: str) -> None:
    path = tmp_path / "keys.json"
    path.write_text(content)
    path.chmod(0o600)
    with pytest.raises(KeyringError, match="damaged"):
        Keyring.load(path)
    with pytest.raises(KeyringError, match="redactor keys init"):
        Keyring.load(tmp_path / "absent.json")
    with pytest.raises(KeyringError, match="REDACTOR_KEYRING"):
        Keyring.load(None)


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660, 0o620, 0o602, 0o666])
def test_a_file_that_others_can_open_is_refused(ring: Keyring, tmp_path: Path, mode: int) -> None:
    path = tmp_path / "keys.json"
    ring.save(path)
    path.chmod(mode)
    with pytest.raises(KeyringError, match=f"chmod 600 {path}"):
        Keyring.load(path)
    path.chmod(0o400)
    assert Keyring.load(path).key_id == ring.key_id


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file to another user")
def test_a_mounted_secret_of_another_user_may_be_read_by_the_group(ring: Keyring, tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    ring.save(path)
    os.chown(path, 4321, os.getegid())
    path.chmod(0o440)
    assert Keyring.load(path).key_id == ring.key_id
    path.chmod(0o444)
    with pytest.raises(KeyringError, match="chmod 600"):
        Keyring.load(path)


def test_a_short_secret_is_refused(ring: Keyring, tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    ring.save(path)
    data = json.loads(path.read_text())
    data["pseudonym"][0]["secret"] = "AAAA"
    with pytest.raises(KeyringError) as e:
        Keyring.load(json.dumps(data))
    assert "AAAA" not in str(e.value)


@pytest.mark.parametrize("quoted", ["'{}'", '"{}"', " {}\n", "\ufeff{}"])
def test_json_in_quotes_is_read(ring: Keyring, tmp_path: Path, quoted: str) -> None:
    ring.save(tmp_path / "keys.json")
    text = (tmp_path / "keys.json").read_text()
    assert Keyring.load(quoted.replace("{}", text)).key_id == ring.key_id
    assert Keyring.load(json.dumps(json.dumps(json.loads(text)))).key_id == ring.key_id


@pytest.mark.parametrize("damage", ["x{}", "[{}]", "({})", "KEYRING={}", "'{}", "{}, ", "{}{}"])
def test_a_value_that_may_hold_secrets_is_not_echoed(ring: Keyring, tmp_path: Path, damage: str) -> None:
    ring.save(tmp_path / "keys.json")
    text = (tmp_path / "keys.json").read_text()
    secrets = [k["secret"] for kind in ("pseudonym", "encryption") for k in json.loads(text)[kind]]
    for source in (damage.replace("{}", text), damage.replace("{}", json.dumps(json.loads(text))), *secrets):
        with pytest.raises(KeyringError) as e:
            Keyring.load(source)
        shown = repr(e.value) + repr(e.value.__cause__)
        assert not any(secret[:12] in shown for secret in secrets)


def test_changes_at_the_same_time_lose_no_key(ring: Keyring, tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    ring.save(path)
    with ThreadPoolExecutor(6) as pool:
        made = list(pool.map(lambda _: Keyring.change(path, Keyring.rotated), range(6)))
    last = Keyring.load(path)
    assert all(last.decrypt("known", keyring.encrypt("known", b"x")) == b"x" for keyring in made)


def test_a_link_to_a_keyring_stays_a_link(ring: Keyring, tmp_path: Path) -> None:
    target, link = tmp_path / "real" / "keys.json", tmp_path / "keys.json"
    ring.save(target)
    link.symlink_to(target)
    Keyring.change(link, Keyring.next_epoch)
    assert link.is_symlink() and Keyring.load(target).epoch == 2


def test_a_new_keyring_replaces_nothing(ring: Keyring, tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    ring.save(path, new=True)
    with pytest.raises(FileExistsError):
        Keyring.generate().save(path, new=True)
    assert Keyring.load(path).key_id == ring.key_id
    assert [p.name for p in tmp_path.iterdir()] == ["keys.json"]


def test_digests_and_tokens_are_those_of_the_standard_library(ring: Keyring) -> None:
    secret = ring.pseudonym("id", "x").digest("seed")
    for key in (secret, secret[:5], secret * 3):
        derived = DerivedKey(key)
        for values in (("",), ("a", "b"), ("ünïcode \ud800", "y" * 300, "")):
            encoded = [value.encode("utf-8", "surrogatepass") for value in values]
            framed = b"".join(len(data).to_bytes(8, "big") + data for data in encoded)
            digest = hmac.digest(key, framed, "sha256")
            assert derived.digest(*values) == digest
            assert derived.token(*values) == base64.b32encode(digest[:20]).decode().lower()
