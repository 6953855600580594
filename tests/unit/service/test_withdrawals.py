"""What tells that stored answers no longer count: an erasure that a stream told this home, beside those of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.assemble.home import known_values_path, open_approvals
from redactor.errors import NotInForceError
from redactor.keys import Keyring
from redactor.run.state.forgotten import Erasure
from redactor.run.state.known_store import KnownStore
from redactor.service.withdrawals import Withdrawals
from redactor.settings import load_settings


def test_an_erasure_that_a_stream_told_is_seen_in_other_processes(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path)
    keyring = Keyring.generate()
    mine, before = Withdrawals(settings, keyring), Withdrawals(settings, keyring).state()
    with KnownStore.open(known_values_path(settings), keyring) as store:
        assert mine.state() == before
        store.erase(Erasure(b"1" * 16, ("patient",)))
        after = mine.state()
        assert after != before and after == Withdrawals(settings, keyring).state()
        store.erase(Erasure(b"1" * 16, ("patient",)))
        assert mine.state() == after


def test_the_withdrawal_of_an_approval_counts_and_an_approval_does_not(tmp_path: Path) -> None:
    settings, keyring = load_settings(home=tmp_path), Keyring.generate()
    mine = Withdrawals(settings, keyring)
    before = mine.state()
    approvals = open_approvals(settings, keyring)
    approvals.approve("schema", "records/visit", "1.0", "a" * 64, "A. Steward", "2026-01-31")
    assert mine.state() == before
    approvals.withdraw("schema", "records/visit", "a" * 64, "A. Steward", "2026-01-31")
    after = mine.state()
    assert after != before and after == Withdrawals(settings, keyring).state()
    approvals.approve("schema", "records/visit", "1.0", "a" * 64, "A. Steward", "2026-01-31")
    assert mine.state() == after
    (tmp_path / "approvals.jsonl").write_text("damaged\n")
    with pytest.raises(NotInForceError, match="approvals"):
        mine.state()
