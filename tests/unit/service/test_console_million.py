"""A quarantine of 1,000,000 entries: a page is right, reads its own rows alone, and takes no memory for the others."""

from __future__ import annotations

import os
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from redactor.keys import Keyring
from redactor.run.contracts import RawRecord
from redactor.run.state.journal import Journal
from redactor.run.state.quarantine import Entry, QuarantineStore
from redactor.run.state.quarantine_lists import Filter, count_entries, matching, page_of
from tests.conftest import Command
from tests.unit.service.console_kit import Steward, add_tokens, words
from tests.unit.service.serve_kit import environment, served

REASONS = ("no-schema", "malformed-json", "too-large", "wrong-type", "patient-unseen")
SIZE = 1_000_000


def fill(state: Path, keyring: Keyring, size: int) -> None:
    """Add entries of ten files; the reason of an entry follows from its turn, and every seventh is purged."""
    with closing(QuarantineStore(state, keyring)) as store:
        store.add([Entry(1, 1, RawRecord(b'{"name": "Vexholm"}', "1:1"), "record1", REASONS[1], "")])
        per_file = size // 10
        blob = b"x" * 200
        rows = (
            (
                f"{n // per_file + 1:05d}-{n % per_file + 1:08d}", n // per_file + 1, n % per_file + 1, f"1:{n}", "",
                f"r{n}", REASONS[(n % per_file + 1) % 5], "", 200, 0, "held" if (n % per_file + 1) % 7 else "purged",
                blob, None, "", "", -1, 0, 0, -1, 0,
            )
            for n in range(1, size)
        )  # fmt: skip
        with store.transaction() as db:
            db.executemany(f"INSERT INTO entries VALUES({','.join('?' * 20)})", rows)


@pytest.fixture(scope="module")
def keyring(keyring_path: Path) -> Keyring:
    return Keyring.load(keyring_path)


def test_pages_go_through_a_filter_in_order_and_back(tmp_path: Path, keyring: Keyring) -> None:
    fill(tmp_path, keyring, 2_000)
    with closing(QuarantineStore(tmp_path, keyring, read_only=True)) as store:
        counts = count_entries(store)
        everything = store.list()
        for chosen in (Filter(), Filter("held"), Filter("", "too-large"), Filter("held", "too-large"), Filter("x")):
            wanted = [h.id for h in everything if chosen.status in ("", h.status) and chosen.reason in ("", h.reason)]
            assert chosen.number(counts) == len(wanted) and matching(store, chosen, counts) == wanted
            forward, last = [], ""
            while page := page_of(store, chosen, counts, 97, last):
                forward += [h.id for h in page]
                last = page[-1].id
            assert forward == wanted
            back: list[str] = []
            while page := page_of(store, chosen, counts, 97, back[0] if back else "", -1):
                back = [h.id for h in page] + back
            assert back == wanted
        plans = store.db.execute(
            "EXPLAIN QUERY PLAN SELECT file, turn, id FROM entries WHERE status='held' AND"
            " reason='too-large' AND (file, turn)>(3, 4) ORDER BY file, turn LIMIT 9"
        ).fetchall()
        assert [p[3] for p in plans if "TEMP" in p[3]] == [] and "COVERING INDEX by_reason" in plans[0][3]


@pytest.fixture(scope="module")
def million(tmp_path_factory: pytest.TempPathFactory, keyring: Keyring) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("million")
    state = folder / "home" / "runs" / "large"
    state.mkdir(parents=True)
    Journal(state, keyring).close()
    fill(state, keyring, SIZE)
    yield folder


@pytest.mark.slow
def test_a_million_entries_are_paged_in_constant_memory(
    million: Path, keyring: Keyring, keyring_path: Path, called: Command
) -> None:
    """CONSOLE_FIGURES=1 prints what a page takes."""
    state = million / "home" / "runs" / "large"
    tracemalloc.start()
    with closing(QuarantineStore(state, keyring, read_only=True)) as store:
        counts = count_entries(store)
        assert Filter().number(counts) == SIZE
        tracemalloc.reset_peak()
        for start in ("", "00005-00050000", "00010-00099000"):
            assert len(page_of(store, Filter("held"), counts, 101, start)) == 101
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    tracemalloc.stop()
    env = environment(million, keyring_path)
    with served(million, env, add_tokens(called, env), "--console") as service:
        person = Steward(service, "admin")
        asked = ["/console/quarantine"]
        page = person.get("/console/quarantine").body.decode()
        path = page.partition('href="/console/quarantine/')[2].partition('"')[0]
        at = f"/console/quarantine/{path}"
        asked += [
            at, f"{at}?after=00005-00050000", f"{at}?reason=too-large&status=held&after=00010-00099000",
            f"{at}?before=00005-00050000", f"{at}/entries/00005-00050000", f"{at}/entries/00001-00000001/original",
        ]  # fmt: skip
        for one in asked:
            began = time.perf_counter()
            answer = person.get(one)
            took = time.perf_counter() - began
            assert answer.status == 200, (one, words(answer))
            if os.environ.get("CONSOLE_FIGURES"):
                memory = Path(f"/proc/{service.process.pid}/status").read_text().partition("VmHWM:")[2].split()[0]
                print(f"{took:.3f} s  {int(memory) // 1024} MiB  {one}")
        assert "1,000,000 entries match" in words(person.get(at))
