"""A data card takes from a state only what is whole: its journal, its audit and its quarantine."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from redactor.errors import RunError
from redactor.evaluate.release_card.state import read_state
from redactor.keys import Keyring
from redactor.run.output import manifest
from redactor.run.state.journal import Journal
from redactor.run.state.quarantine import QuarantineStore
from tests.conftest import Command
from tests.unit.evaluate.release_kit import Release, known_patients


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, called: Command, keyring_path: Path) -> Release:
    """A release of 25 patients; one more record is in quarantine."""
    release = Release(tmp_path_factory.mktemp("release"), called, keyring_path)
    source = release.folder / "in.ndjson"
    source.write_text("".join(json.dumps(r) + "\n" for r in [*known_patients(), {"ward": "5 West"}]))
    assert release.run(source, "limited-dataset")["outcomes"]["quarantined"] == 1
    return release


@pytest.fixture
def copy(made: Release, tmp_path: Path) -> Release:
    return made.copied(tmp_path)


def _empty_audit(state: Path) -> None:
    (state / "audit.ndjson").write_bytes(b"")


def _cut_audit(state: Path) -> None:
    path = state / "audit.ndjson"
    path.write_bytes(path.read_bytes()[:-1])


def _overwrite_audit(state: Path) -> None:
    with (state / "audit.ndjson").open("r+b") as file:
        file.seek(700)
        file.write(b"\xff" * 40)


def _forge_audit(state: Path) -> None:
    path = state / "audit.ndjson"
    path.write_bytes(path.read_bytes().replace(b'"outcome":"released"', b'"outcome":"withheld"', 1))


def _remove_audit(state: Path) -> None:
    (state / "audit.ndjson").unlink()


def _remove_quarantine(state: Path) -> None:
    (state / "quarantine.db").unlink()


def _empty_quarantine(state: Path) -> None:
    (state / "quarantine.db").write_bytes(b"")


def _remove_journal(state: Path) -> None:
    (state / "journal.db").unlink()


@pytest.mark.parametrize(
    ("attack", "told"),
    [
        (_empty_audit, "audit.ndjson) is not whole"), (_cut_audit, "is not whole"), (_overwrite_audit, "is not whole"),
        (_forge_audit, "is not whole"), (_remove_audit, "is not whole"),
        (_remove_quarantine, "if its quarantine.db was removed"), (_empty_quarantine, "the quarantine is not as"),
        (_remove_journal, "no state of a run"),
    ],
)  # fmt: skip
def test_a_state_that_is_not_whole_is_refused(copy: Release, attack: Callable[[Path], None], told: str) -> None:
    attack(copy.state)
    done = copy.say("--state", copy.state, "--report", copy.folder / "card", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr
    assert "restore the state folder from a backup" in done.stderr or "redactor runs" in done.stderr
    assert not (copy.folder / "card").exists()


def test_what_an_interrupted_commit_wrote_of_the_audit_does_not_count(copy: Release) -> None:
    whole = copy.card("--state", copy.state)
    with (copy.state / "audit.ndjson").open("ab") as file:
        file.write(b'{"record": "cut o')
    assert copy.card("--state", copy.state) == whole


def test_bytes_of_the_journal_that_are_overwritten_change_no_figure(copy: Release, keyring_path: Path) -> None:
    """Every third of a page is overwritten in turn: what holds rows or pages is refused, and the rest is unused."""
    keyring, (_, mac, _) = Keyring.load(keyring_path), manifest.read(copy.out)
    journal = copy.state / "journal.db"
    whole, facts = journal.read_bytes(), read_state(copy.state, keyring, mac)
    refused = 0
    for at in range(100, len(whole), 1365):
        journal.write_bytes(whole[:at] + b"\xa5" * 64 + whole[at + 64 :])
        try:
            assert read_state(copy.state, keyring, mac) == facts
        except RunError:
            refused += 1
    assert refused > 0


def test_a_quarantine_that_lacks_what_the_journal_counts_is_refused(copy: Release, keyring_path: Path) -> None:
    (copy.state / "quarantine.db").unlink()
    keyring = Keyring.load(keyring_path)
    with closing(Journal(copy.state, keyring)) as journal:
        QuarantineStore(copy.state, keyring, journal.run).close()
    done = copy.say("--state", copy.state)
    assert done.returncode == 2
    assert "holds 0 of the 1 records that the journal counts" in done.stderr
