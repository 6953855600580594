"""What `redactor verify` finds in a folder OUT, with the keyring and with the public key alone."""

from __future__ import annotations

import base64
import gzip
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.cli.keys import app as keys_app
from redactor.cli.verify import app
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.output import manifest
from redactor.run.output.verification import verify
from redactor.run.runner import run
from tests.crash.crash_child import METADATA, callbacks, config
from tests.unit.run.out_kit import released_of

KEYS = Keyring.generate()
PUBLIC = KEYS.public_key(METADATA.recipient)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    source = tmp_path / "in"
    source.mkdir()
    patients = [{"resource": {"resourceType": "Patient", "id": f"p{i}"}} for i in range(3)]
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": patients}
    (source / "a.ndjson").write_text("".join(json.dumps({"id": str(i), "gone": i == 4}) + "\n" for i in range(5)))
    (source / "b.json").write_text(json.dumps(bundle, indent=1))
    (source / "c.json").write_text(json.dumps([{"id": "x", "n": "two\nlines"}, {"id": "y"}]))
    (source / "d.csv.gz").write_bytes(gzip.compress(b'id,n\n1,"two\nlines"\n2,b\n'))
    run(config(source, tmp_path / "out", tmp_path / "state", KEYS), callbacks())
    return tmp_path / "out"


def test_a_folder_as_its_run_left_it_is_intact(out: Path) -> None:
    for found in (verify(out, KEYS, None), verify(out, None, PUBLIC), verify(out, KEYS, PUBLIC)):
        assert (found.faults, found.files, found.records) == ((), 5, 10)


def test_only_the_recipients_own_key_checks_it(out: Path) -> None:
    later = KEYS.next_epoch().rotated()
    assert not verify(out, later, later.public_key(METADATA.recipient)).faults
    for key in (KEYS.public_key("other"), Keyring.generate().public_key(METADATA.recipient)):
        assert "signed by somebody else" in verify(out, None, key).faults[0]
    assert "another keyring" in verify(out, Keyring.generate(), None).faults[0]


def test_every_changed_byte_of_the_manifest_is_found(out: Path) -> None:
    path = out / "manifest.json"
    data = path.read_bytes()
    for at in range(0, len(data), 7):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        for keyring, key in ((KEYS, None), (None, PUBLIC)):
            try:
                faults = verify(out, keyring, key).faults
            except RunError:
                continue
            # White space may differ, and without the keyring the mac.
            assert faults or same(out, data)


def same(out: Path, data: bytes) -> bool:
    told = json.loads(data)
    del told["mac"], told["signature"]
    return manifest.read(out)[0] == told


@pytest.mark.parametrize("kind", ["byte", "longer", "missing", "added", "swapped", "link"])
def test_a_changed_folder_is_found(out: Path, kind: str, tmp_path: Path) -> None:
    path, other = (released_of(out, out.parent / "state", n) for n in (1, 3))
    data = path.read_bytes()
    if kind == "byte":
        path.write_bytes(data.replace(b'"0"', b'"9"'))
    elif kind == "longer":
        path.write_bytes(data + data)
    elif kind == "missing":
        path.unlink()
    elif kind == "added":
        (out / "John Smith.ndjson").write_bytes(data)
    elif kind == "swapped":
        path.write_bytes(other.read_bytes())
        other.write_bytes(data)
    else:
        path.rename(tmp_path / "elsewhere")
        path.symlink_to(tmp_path / "elsewhere")
    faults = verify(out, KEYS, PUBLIC).faults
    assert faults and "Smith" not in repr(faults)


def test_with_a_keyring_the_signature_is_checked_too(out: Path) -> None:
    path = out / "manifest.json"
    told = json.loads(path.read_bytes())
    other = base64.b64encode(bytes(64)).decode()
    path.write_text(json.dumps(told | {"signature": other}))
    assert "signature" in verify(out, KEYS, None).faults[0]
    path.write_text(json.dumps(told | {"signature": ""}))
    assert verify(out, KEYS, None).faults
    for name in ("signature", "mac"):
        path.write_text(json.dumps({k: v for k, v in told.items() if k != name}))
        with pytest.raises(RunError, match="damaged"):
            verify(out, KEYS, None)


@pytest.mark.parametrize("where", ["first", "last", "deep", "escaped"])
def test_a_manifest_that_names_a_key_twice_is_refused(out: Path, where: str) -> None:
    """Two parsers could read it differently: the recipient's another recipient than ours."""
    path = out / "manifest.json"
    text = path.read_text()
    changed = {
        "first": text.replace("{", '{"recipient": "other",', 1),
        "last": text.rstrip()[:-1] + ', "records": 10}',
        "deep": text.replace('"name": "records-00001', '"name": "x", "name": "records-00001'),
        "escaped": text.replace("{", '{"r\\u0065cipient": "other",', 1),
    }[where]
    assert changed != text and json.loads(changed)
    path.write_text(changed)
    for keyring, key in ((KEYS, None), (None, PUBLIC)):
        with pytest.raises(RunError, match="damaged"):
            verify(out, keyring, key)


def test_a_manifest_that_is_a_link_is_refused(out: Path, tmp_path: Path) -> None:
    path = out / "manifest.json"
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    for keyring, key in ((KEYS, None), (None, PUBLIC)):
        with pytest.raises(RunError, match="link"):
            verify(out, keyring, key)


def test_no_manifest_and_no_key_say_what_to_do(out: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="finished run"):
        verify(tmp_path, KEYS, None)
    with pytest.raises(RunError, match="redactor keys public"):
        verify(out, None, "no key")


def test_the_commands_agree(out: Path, tmp_path: Path) -> None:
    KEYS.save(tmp_path / "keys.json")
    runner = CliRunner()
    shown = runner.invoke(keys_app, ["public", str(tmp_path / "keys.json"), "--recipient", METADATA.recipient])
    assert shown.output.strip() == PUBLIC
    (tmp_path / "sender.pub").write_text(shown.output)
    for args in ((PUBLIC,), (str(tmp_path / "sender.pub"),)):
        assert runner.invoke(app, [str(out), "--public-key", *args]).exit_code == 0
    keyring = {"REDACTOR_KEYRING": str(tmp_path / "keys.json")}
    done = runner.invoke(app, [str(out), "--json"], env=keyring)
    assert json.loads(done.stdout) == {"intact": True, "faults": [], "files": 5, "records": 10}
    released_of(out, tmp_path / "state", 1).write_bytes(b"")
    assert runner.invoke(app, [str(out)], env=keyring).exit_code == 1
    assert runner.invoke(app, [str(out)]).exit_code == 2
