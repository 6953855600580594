"""The keyring: derivation, encryption, rotation, epochs, and what happens without one."""

import base64
import hmac
import json
import os
import random
import resource
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

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


def test_a_nonce_is_twelve_random_bytes_and_never_comes_again(ring: Keyring, tmp_path: Path) -> None:
    """AES-GCM gives texts and its key away where a nonce stands for two texts: of one process, or of two."""
    ring.save(tmp_path / "keys.json")
    nonces = []
    for _ in range(4):
        again = Keyring.load(tmp_path / "keys.json")
        for _ in range(500):
            blob = again.encrypt("known", b"same text", b"same context")
            assert len(blob) == blob.index(b"\0") + 1 + 12 + len(b"same text") + 16
            nonces.append(blob[blob.index(b"\0") + 1 :][:12])
    assert len(set(nonces)) == 2_000
    for bit in range(96):  # each is a coin: one in 10**10 tests would see it fall so often on one side
        ones = sum(int.from_bytes(nonce, "big") >> bit & 1 for nonce in nonces)
        assert 825 < ones < 1_175


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
    del data["checksum"]
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
    ring.save(path)
    with pytest.raises(KeyringError, match="never overwritten"):
        Keyring.generate().save(path)
    assert Keyring.load(path).key_id == ring.key_id
    assert [p.name for p in tmp_path.iterdir()] == ["keys.json"]
    later = ring.next_epoch()
    later.save(path, overwrite=True)
    assert Keyring.load(path).key_id == later.key_id


def test_a_link_without_a_target_counts_as_a_file(ring: Keyring, tmp_path: Path) -> None:
    (tmp_path / "keys.json").symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(KeyringError, match="never overwritten"):
        ring.save(tmp_path / "keys.json")
    assert not (tmp_path / "elsewhere.json").exists()


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


def test_a_changed_byte_of_a_keyring_file_gives_no_other_pseudonym(ring: Keyring, tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    ring.next_epoch().rotated().save(path)
    data, chosen = path.read_bytes(), random.Random(1)
    token = Keyring.load(path).pseudonym("id", "x").token("1")
    loaded = 0
    for at in range(len(data)):
        for new in (data[at] ^ 1, data[at] ^ 32, chosen.randrange(32, 127)):
            path.write_bytes(data[:at] + bytes([new]) + data[at + 1 :])
            try:
                found = Keyring.load(path)
            except KeyringError:
                continue
            loaded += 1
            assert found.pseudonym("id", "x").token("1") == token
            assert found.rows() == ring_rows(data)
    assert loaded < 300  # white space


def ring_rows(data: bytes) -> list[dict[str, str]]:
    return Keyring.load(data.decode()).rows()


def without_checksum(ring: Keyring, path: Path) -> dict[str, Any]:
    ring.next_epoch().rotated().save(path)
    data: dict[str, Any] = json.loads(path.read_text())
    del data["checksum"]
    return data


@pytest.mark.parametrize(
    ("use", "at", "change"),
    [
        ("pseudonym", 0, {"epoch": 2}), ("pseudonym", 1, {"epoch": 1}), ("pseudonym", 1, {"epoch": 3}),
        ("pseudonym", 0, {"epoch": 1.0}), ("pseudonym", 0, {"epoch": "1"}), ("pseudonym", 0, {"epoch": True}),
        ("pseudonym", 0, {"epoch": None}), ("pseudonym", 0, {"format": 2.0}), ("pseudonym", 0, {"format": 3}),
        ("pseudonym", 0, {"format": True}), ("pseudonym", 0, {"id": "a\nb"}), ("pseudonym", 0, {"id": ""}),
        ("encryption", 0, {"id": "a\0b"}), ("encryption", 0, {"id": 7}), ("encryption", 0, {"id": "é"}),
        ("encryption", 0, {"id": "e" * 65}), ("encryption", 0, {"secret": ""}), ("encryption", 0, {"secret": None}),
        ("encryption", 0, {"secret": base64.b64encode(bytes(33)).decode()}),
        ("encryption", 1, {"secret": base64.b64encode(bytes(31)).decode()}),
    ],
)  # fmt: skip
def test_a_keyring_that_no_version_wrote_is_refused(
    ring: Keyring, tmp_path: Path, use: str, at: int, change: dict[str, Any]
) -> None:
    data = without_checksum(ring, tmp_path / "keys.json")
    assert Keyring.load(json.dumps(data)).epoch == 2
    data[use][at] |= change
    with pytest.raises(KeyringError, match="damaged"):
        Keyring.load(json.dumps(data))


@pytest.mark.parametrize("use", ["pseudonym", "encryption"])
def test_two_keys_of_one_id_are_refused(ring: Keyring, tmp_path: Path, use: str) -> None:
    data = without_checksum(ring, tmp_path / "keys.json")
    data[use][1]["id"] = data[use][0]["id"]
    with pytest.raises(KeyringError, match="damaged"):
        Keyring.load(json.dumps(data))


def test_a_member_that_stands_twice_is_refused(ring: Keyring, tmp_path: Path) -> None:
    data = json.dumps(without_checksum(ring, tmp_path / "keys.json"))
    other = json.dumps(without_checksum(Keyring.generate(), tmp_path / "other.json")["pseudonym"])
    for twice in (data[:-1] + f', "pseudonym": {other}}}', data.replace('"epoch"', '"epoch": 1, "epoch"')):
        with pytest.raises(KeyringError, match="damaged"):
            Keyring.load(twice)


@pytest.mark.parametrize("checksum", ["", "0" * 64, None, 0, []])
def test_another_checksum_is_refused(ring: Keyring, tmp_path: Path, checksum: object) -> None:
    data = without_checksum(ring, tmp_path / "keys.json")
    with pytest.raises(KeyringError, match="damaged"):
        Keyring.load(json.dumps(data | {"checksum": checksum}))


def test_a_file_without_a_checksum_gets_one_when_it_is_rotated(ring: Keyring, tmp_path: Path) -> None:
    path = tmp_path / "keys.json"
    path.write_text(json.dumps(without_checksum(ring, path)))
    token = Keyring.load(path).pseudonym("id", "x").token("1")
    assert Keyring.change(path, Keyring.rotated).pseudonym("id", "x").token("1") == token
    assert "checksum" in json.loads(path.read_text())


@pytest.mark.parametrize("kind", ["fifo", "folder", "device", "huge"])
def test_a_keyring_that_is_no_file_is_refused_at_once(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "keys.json"
    if kind == "fifo":
        os.mkfifo(path, 0o600)
    elif kind == "folder":
        path.mkdir()
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        with path.open("wb") as file:
            file.truncate(1 << 32)
        path.chmod(0o600)
    with pytest.raises(KeyringError, match="cannot be read"):
        Keyring.load(path)


@pytest.mark.parametrize("form", ["{}", "'{}'", '"{}"', " {}", "x{}", "a/{}", "{}{}"])
def test_a_keyring_in_place_of_a_path_is_neither_changed_nor_shown_nor_made_into_a_file(
    ring: Keyring, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    ring.save(tmp_path / "keys.json")
    text = form.replace("{}", json.dumps(json.loads((tmp_path / "keys.json").read_text())))
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    for given in (text, Path(text)):
        for call in (
            lambda p: Keyring.change(p, Keyring.rotated),
            lambda p: Keyring.change(p, Keyring.next_epoch),
            lambda p: Keyring.generate().save(p, overwrite=True),
            lambda p: Keyring.generate().save(p),
        ):
            with pytest.raises(KeyringError) as e:
                call(given)
            assert '"secret"' not in str(e.value) and ring.key_id not in str(e.value)
    assert list(Path().iterdir()) == []


def test_a_process_that_holds_a_keyring_writes_no_core_file() -> None:
    before = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (before[1], before[1]))
    try:
        Keyring.generate()
        assert resource.getrlimit(resource.RLIMIT_CORE) == (0, before[1])
    finally:
        resource.setrlimit(resource.RLIMIT_CORE, before)
