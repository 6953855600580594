"""Several processes write to one store of known values, as the workers of a service do: nothing is lost or refused."""

from __future__ import annotations

import multiprocessing
import os
import signal
from pathlib import Path
from threading import BrokenBarrierError
from typing import Any

import pytest

from redactor.assemble.facade import Redactor
from redactor.assemble.home import known_head_path, known_values_path
from redactor.entities import Entity, Role
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, PersonClue
from redactor.run.state import known_database
from redactor.run.state.known_identifiers import holder
from redactor.run.state.known_store import KnownStore
from redactor.text import KnownValue
from schemas.engine.pseudonyms import IDENTIFIER
from schemas.harvest.results import ClueKind

KEYS = Keyring.generate()
EACH = 40


def name(i: int) -> KnownValue:
    return KnownValue(f"Tarquilla Vexholm{i}", Entity.PATIENT, Role.PATIENT)


def test_a_store_opens_while_another_process_goes_on_writing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the other commits between the look at the store and the look at the head is no sign of a change."""
    path, head = tmp_path / "home" / "known.db", tmp_path / "keyring.json.known"
    opened, others = known_database._open, []

    def open_and_let_another_write(*args: Any, **kwargs: Any) -> Any:
        found = opened(*args, **kwargs)
        if len(others) < 3:
            others.append(None)
            with KnownStore.open(path, KEYS, head_file=head) as other:
                other.add(f"scope{len(others)}", [name(len(others))])
        return found

    monkeypatch.setattr(known_database, "_open", open_and_let_another_write)
    for _ in range(2):  # at first there is neither a store nor a head
        with KnownStore.open(path, KEYS, head_file=head) as store:
            store.add("mine", [name(0)])
        others.clear()
    with KnownStore.open(path, KEYS, head_file=head) as store:
        assert store.get("scope3") and store.get("mine") == (name(0),)


def write(path: Path, head: Path, keys: str, mine: int, barrier: Any) -> None:
    """Store EACH charts, identifiers and clues, a commit for each, and leave without closing."""
    store = KnownStore.open(path, Keyring.load(keys), head_file=head)
    barrier.wait(60)
    for i in range(EACH):
        scope = f"chart{mine}-{i}"
        store.add(scope, [name(i)])
        store.add(f"{IDENTIFIER}{i}", [holder(f"Patient/{mine}-{i}", scope)])
        store.add_clues([PersonClue(scope, PATIENT, ClueKind.IDENTIFIER, bytes([i + 1]) * 16, bytes(8))])
        store.join()
        assert store.get(f"chart{mine}-{i}")
    os.kill(os.getpid(), signal.SIGKILL)


def test_two_processes_store_patients_at_the_same_time(tmp_path: Path, keyring_path: Path) -> None:
    path, head = tmp_path / "home" / "known.db", tmp_path / "head"
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(2)
    writers = [context.Process(target=write, args=(path, head, str(keyring_path), n, barrier)) for n in range(2)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join(120)
    assert [writer.exitcode for writer in writers] == [-signal.SIGKILL] * 2
    with KnownStore.open(path, Keyring.load(keyring_path), head_file=head) as store:  # checks every row and the head
        for i in range(EACH):
            assert store.identifiers.holders(f"{IDENTIFIER}{i}") == {f"Patient/{n}-{i}" for n in range(2)}
            assert store.members(f"chart0-{i}") == tuple(sorted(f"chart{n}-{i}" for n in range(2)))
            assert store.get(f"chart0-{i}") == (name(i),)


def patient(n: int) -> dict[str, Any]:
    return {
        "resourceType": "Patient",
        "id": f"p{n}",
        "identifier": [{"system": "urn:mrn", "value": f"7712{n:04}"}],
        "name": [{"family": "Vexholm"}],
    }


def release(home: Path, keys: str, mine: int, barrier: Any, told: Any) -> None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("REDACTOR_DETECTORS", '["patterns","known"]')
        redactor = Redactor(home=home, keyring=keys)
    try:
        barrier.wait(60)
    except BrokenBarrierError:
        return
    for n in range(mine, 2 * EACH, 2):
        (out,) = redactor.records([patient(n)])
        assert out.outcome.value == "released"
    told.send("done")


def test_two_facades_on_one_home_know_the_patients_of_both(tmp_path: Path, keyring_path: Path) -> None:
    home = tmp_path / "home"
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(2)
    pipes = [context.Pipe(duplex=False) for _ in range(2)]
    for n, (_, there) in enumerate(pipes):
        context.Process(target=release, args=(home, str(keyring_path), n, barrier, there), daemon=True).start()
        there.close()
    assert [pipe.recv() for pipe, _ in pipes] == ["done"] * 2
    redactor = Redactor(home=home, keyring=keyring_path, detectors=("patterns", "known"))
    path, head = known_values_path(redactor.settings), known_head_path(redactor.settings)
    scopes = [
        scope
        for n in range(2 * EACH)
        for scope, *_ in redactor._parts.harvester.harvest_identifiers([_record(patient(n))]).values
    ]
    with KnownStore.open(path, Keyring.load(keyring_path), head_file=head) as store:
        assert len(scopes) == 2 * EACH and all(store.identifiers.holders(scope) for scope in scopes)


def _record(data: dict[str, Any]) -> Any:
    from schemas.engine.records import RecordIn

    return RecordIn(data, "0:0")
