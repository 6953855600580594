"""What tells that stored answers no longer count: an erasure that a stream told this home, beside those of its own."""

from __future__ import annotations

from pathlib import Path

from redactor.assemble.home import known_values_path
from redactor.keys import Keyring
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_store import KnownStore
from redactor.service.withdrawals import Withdrawals
from redactor.settings import load_settings


def test_an_erasure_that_a_stream_told_is_seen_in_other_processes(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path)
    mine, before = Withdrawals(settings), Withdrawals(settings).state()
    with KnownStore.open(known_values_path(settings), Keyring.generate()) as store:
        assert mine.state() == before
        store.erase(Erasure(b"1" * 16, ("patient",)))
        after = mine.state()
        assert after != before and after == Withdrawals(settings).state()
        store.erase(Erasure(b"1" * 16, ("patient",)))
        assert mine.state() == after
