"""What `redactor verify` finds in a folder OUT, with the keyring and with the public key alone."""

from __future__ import annotations

import base64
import gzip
import json
import shutil
from collections.abc import Callable
from dataclasses import replace
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
from redactor.run.state.journal import Journal
from tests.crash.crash_child import METADATA, callbacks, config
from tests.unit.run.out_kit import released_of

KEYS = Keyring.generate()
OTHERS = Keyring.generate()
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
    mac = data.index(json.loads(data)["mac"].encode())
    for at in (*range(0, len(data), 7), *range(mac, mac + 32)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        for keyring, key in ((KEYS, None), (None, PUBLIC)):
            try:
                faults = verify(out, keyring, key).faults
            except RunError:
                continue
            assert faults or same(out, data), "white space may differ"


def same(out: Path, data: bytes) -> bool:
    told = json.loads(data)
    left, mac, signature = manifest.read(out)
    return left | {"mac": mac, "signature": base64.b64encode(signature).decode()} == told


def test_an_edited_mac_is_found_with_the_public_key_alone(out: Path) -> None:
    path = out / "manifest.json"
    told = json.loads(path.read_bytes())
    path.write_text(json.dumps(told | {"mac": told["mac"][::-1]}))
    assert verify(out, None, PUBLIC).faults and verify(out, KEYS, None).faults


@pytest.mark.parametrize("place", ["John Smith", "John/Smith", ".hidden"])
def test_an_empty_folder_that_is_not_the_runs_is_found(out: Path, place: str) -> None:
    (out / place).mkdir(parents=True)
    (fault,) = verify(out, KEYS, PUBLIC).faults
    assert "folder" in fault and "Smith" not in fault


# -- numbers of releases


@pytest.fixture
def made(tmp_path: Path) -> Callable[..., Path]:
    """Makes OUT from a record of this name, in a home."""

    def make(name: str, to: str, home: str = "sender", keys: Keyring = KEYS, **about: str) -> Path:
        source = tmp_path / f"in-{name}"
        if not source.exists():
            source.mkdir()
            (source / "a.ndjson").write_text(json.dumps({"id": name}) + "\n")
        settings = config(source, tmp_path / to, tmp_path / f"state-{to}", keys, home=tmp_path / home)
        run(replace(settings, metadata=replace(METADATA, **about)), callbacks())
        return tmp_path / to

    return make


def number(out: Path) -> int:
    return int(json.loads((out / "manifest.json").read_bytes())["release"])


def test_every_release_to_a_recipient_has_a_higher_number(made: Callable[..., Path]) -> None:
    assert [number(made(name, name)) for name in ("a", "b", "c")] == [1, 2, 3]
    assert number(made("a", "again")) == 4, "what was released before is the newest now"
    assert number(made("a", "same")) == 4, "and the same release as the last is that release"
    assert number(made("a", "o", recipient="other")) == 1 and number(made("b", "p", source="other")) == 1


def test_the_same_run_gives_the_same_manifest(made: Callable[..., Path]) -> None:
    first, second = made("a", "first", home="one"), made("a", "second", home="two")
    third = made("a", "third", home="one")
    assert len({(out / "manifest.json").read_bytes() for out in (first, second, third)}) == 1
    before = (first / "manifest.json").read_bytes()
    made("b", "fourth", home="one")
    made("a", "first", home="one")  # finished before
    assert (first / "manifest.json").read_bytes() == before


@pytest.mark.parametrize(
    "keyring, key", [(KEYS, None), (None, PUBLIC), (KEYS, PUBLIC)], ids=["keyring", "public", "both"]
)
def test_a_release_older_than_one_seen_is_found(
    made: Callable[..., Path], tmp_path: Path, keyring: Keyring | None, key: str | None
) -> None:
    old, new = made("a", "old"), made("b", "new")
    home = tmp_path / "verifier"

    def faults(out: Path, **more: int) -> tuple[str, ...]:
        return verify(out, keyring, key, home=home, **more).faults

    assert not faults(old) and not faults(old) and not faults(new) and not faults(new)
    (fault,) = faults(old)
    assert "release 1" in fault and "release 2" in fault and "--after 0" in fault
    assert not faults(old, after=0), "for who checks an older one on purpose"
    assert faults(old), "which is not forgotten"
    assert not verify(old, keyring, key, home=tmp_path / "another").faults
    assert faults(new, after=2) and not faults(new, after=1)


def test_of_two_releases_with_one_number_the_second_is_found(made: Callable[..., Path], tmp_path: Path) -> None:
    first, second = made("a", "first"), made("b", "second", home="restored")
    assert number(first) == number(second) == 1
    assert not verify(first, None, PUBLIC, home=tmp_path / "v").faults
    assert "another release" in verify(second, None, PUBLIC, home=tmp_path / "v").faults[0]


def test_recipients_sources_and_senders_are_counted_apart(made: Callable[..., Path], tmp_path: Path) -> None:
    made("a", "a")
    outs = [made("b", "b"), made("a", "c", source="other"), made("a", "d", keys=OTHERS, home="theirs")]
    for out, keys in zip(outs, (KEYS, KEYS, OTHERS), strict=True):
        assert not verify(out, None, keys.public_key(METADATA.recipient), home=tmp_path / "v").faults


def test_a_folder_with_faults_is_not_remembered(made: Callable[..., Path], tmp_path: Path) -> None:
    old, new = made("a", "old"), made("b", "new")
    (new / "foreign").mkdir()
    assert verify(new, None, PUBLIC, home=tmp_path / "v").faults
    assert not verify(old, None, PUBLIC, home=tmp_path / "v").faults


def test_numbers_go_on_where_home_was_lost_and_its_state_was_not(made: Callable[..., Path], tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        out = made(name, name)
    shutil.rmtree(tmp_path / "sender")
    journal = Journal(tmp_path / "state-c", KEYS)
    journal.put(harvest_failed="1")  # what the manifest tells has changed
    manifest.overwrite(out, journal, METADATA, KEYS, tmp_path / "sender")
    journal.close()
    assert number(out) == 4 and number(made("d", "d")) == 5


@pytest.mark.parametrize("text", ["", "[]", '{"x": 1}', '{"x": {"number": "1", "content": ""}}'])
def test_damaged_numbers_are_told(made: Callable[..., Path], tmp_path: Path, text: str) -> None:
    out = made("a", "a")
    (tmp_path / "sender" / "releases.json").write_text(text)
    with pytest.raises(RunError, match=r"releases\.json.*remove it"):
        made("b", "b")
    (tmp_path / "v").mkdir()
    (tmp_path / "v" / "verified.json").write_text(text)
    with pytest.raises(RunError, match=r"verified\.json.*remove it"):
        verify(out, None, PUBLIC, home=tmp_path / "v")


def test_who_cannot_write_a_home_is_told_that_nothing_is_remembered(made: Callable[..., Path], tmp_path: Path) -> None:
    out = made("a", "a")
    (tmp_path / "file").touch()
    found = verify(out, None, PUBLIC, home=tmp_path / "file" / "home")
    assert not found.faults and not found.is_remembered
    assert verify(out, None, PUBLIC, home=tmp_path / "v").is_remembered


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


def test_the_commands_agree(out: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDACTOR_HOME", str(tmp_path / "verifier"))
    KEYS.save(tmp_path / "keys.json")
    runner = CliRunner()
    shown = runner.invoke(keys_app, ["public", str(tmp_path / "keys.json"), "--recipient", METADATA.recipient])
    assert shown.output.strip() == PUBLIC
    (tmp_path / "sender.pub").write_text(shown.output)
    for args in ((PUBLIC,), (str(tmp_path / "sender.pub"),)):
        assert runner.invoke(app, [str(out), "--public-key", *args]).exit_code == 0
    keyring = {"REDACTOR_KEYRING": str(tmp_path / "keys.json")}
    done = runner.invoke(app, [str(out), "--json"], env=keyring)
    assert json.loads(done.stdout) == {"intact": True, "faults": [], "files": 5, "records": 10, "release": 1}
    assert runner.invoke(app, [str(out), "--after", "1"], env=keyring).exit_code == 1
    assert runner.invoke(app, [str(out), "--after", "0"], env=keyring).exit_code == 0
    released_of(out, tmp_path / "state", 1).write_bytes(b"")
    assert runner.invoke(app, [str(out)], env=keyring).exit_code == 1
    assert runner.invoke(app, [str(out)]).exit_code == 2
