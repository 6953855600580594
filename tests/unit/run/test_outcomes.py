"""What Bundles do to the outcomes of their entries, also where entries come apart from their head."""

from __future__ import annotations

import json
import pickle

import pytest
from msgspec.structs import replace

from redactor.keys import Keyring
from redactor.run.contracts import Processed, RawRecord, RunMetadata
from redactor.run.outcomes import apply_bundle_outcome, count, inherited_outcome, outcomes_of_records
from redactor.run.state.audit import Auditor, count_key
from redactor.run.state.commits import Commit
from redactor.run.state.progress import FileProgress
from schemas.engine.records import Outcome, Reason

ENTRY = RawRecord(b"{}", "1:1/1", part="entry")
RELEASED = Processed(Outcome.RELEASED, "r", "k", b"{}", b"{}")
HELD = Processed(Outcome.QUARANTINED, "r", "k", reason=Reason.WRONG_TYPE)
HEADS = {
    "restricted": (Processed(Outcome.WITHHELD, "b", "", reason=Reason.RESTRICTED), Outcome.WITHHELD, Reason.RESTRICTED),
    "duplicate": (Processed(Outcome.DUPLICATE, "b", ""), Outcome.DUPLICATE, None),
    "broken": (Processed(Outcome.QUARANTINED, "b", "", reason=Reason.WRONG_TYPE), Outcome.QUARANTINED,
               Reason.WRONG_TYPE),
}  # fmt: skip


@pytest.mark.parametrize("head", HEADS)
def test_an_entry_apart_from_its_bundle_shares_its_fate(head: str) -> None:
    bundle, outcome, reason = HEADS[head]
    fate = inherited_outcome(bundle)
    alone = apply_bundle_outcome(RawRecord(b"{}", "1:1/1", part="entry", blocked=fate), RELEASED)
    assert (alone.outcome, alone.reason, alone.payload, alone.entry) == (outcome, reason, None, None)
    assert alone == apply_bundle_outcome(ENTRY, RELEASED, fate), "as behind its head"


def test_an_entry_keeps_a_reason_of_its_own_unless_its_bundle_is_withheld() -> None:
    withheld, broken = (inherited_outcome(HEADS[h][0]) for h in ("restricted", "broken"))
    assert apply_bundle_outcome(ENTRY, HELD, broken) is HELD
    assert apply_bundle_outcome(ENTRY, HELD, withheld).outcome is Outcome.WITHHELD


def test_a_released_bundle_and_records_of_none_change_nothing() -> None:
    assert inherited_outcome(RELEASED) is None
    assert apply_bundle_outcome(ENTRY, RELEASED) is RELEASED
    assert apply_bundle_outcome(RawRecord(b"{}", "1:1"), RELEASED, ("withheld", "restricted-by-label")) is RELEASED


def test_what_broke_the_processor_is_the_reason_or_where_it_says_more() -> None:
    raws, key = [RawRecord(b"{}", f"1:{n}") for n in range(3)], Keyring.generate().pseudonym("record", "x")
    found = outcomes_of_records(raws, ["timed-out", "worker-died", RELEASED], key)
    assert [d.reason for d in found] == [Reason.TIMED_OUT, Reason.INTERNAL, None]
    assert found[1].where == "worker-died"


def test_what_an_llm_was_asked_is_counted_and_audited() -> None:
    asked = pickle.loads(pickle.dumps(replace(RELEASED, second={"asked": 3, "cleared": 2})))
    commit = Commit(0, FileProgress(), 0)
    count(commit, asked, times=2)
    assert (commit.counts["second", "asked"], commit.counts["second", "cleared"]) == (6, 4)
    auditor = Auditor(RunMetadata("p", "d", "c", "r", "s", "k", {}), "all", None)
    entries = [json.loads(auditor.entry("1:1", done, None, count_key(done))) for done in (asked, RELEASED)]
    assert entries[0]["llm"] == {"asked": 3, "cleared": 2}
    assert "llm" not in entries[1]
