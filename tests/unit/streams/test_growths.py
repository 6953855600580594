"""An exporter whose topics get more partitions: what waited goes on, in its order, and fewer are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.errors import RunError
from redactor.run.state.journal import Journal
from streams.export import Exporter
from streams.growths import Growths
from tests.unit.streams.export_kit import KEYRING, config, feed, message, record
from tests.unit.streams.held_kit import Stream, stream
from tests.unit.streams.test_held_versions import versions
from tests.unit.streams.test_pending_deletions import copies, deletion

__all__ = ["stream"]


@pytest.mark.parametrize("place", [1, 2], ids=["old-partition", "new-partition"])
@pytest.mark.parametrize("turned", [False, True])
def test_versions_of_before_and_after_keep_their_order(stream: Stream, place: int, turned: bool) -> None:
    """Both wait for their patient when the partitions are added and the second comes; their copies overtake."""
    for n in range(3):
        stream.ingest("other", f"n{n}", partition=0)  # so that the first version has the higher offset
    stream.tell("other")
    stream.ingest("p", "note", 1, partition=0)
    stream.work()
    stream.export()
    stream.raw[2], stream.deid[2] = [], []
    stream.ingest("p", "note", 2, partition=place)
    stream.work()
    stream.export(partitions=3)
    stream.tell("p")
    stream.export(partitions=3)
    if turned:
        stream.raw = dict(sorted(stream.raw.items(), key=lambda of: -of[0]))
        stream.deid = dict(sorted(stream.deid.items(), key=lambda of: -of[0]))
    for _ in range(2):
        stream.work()
        stream.export(partitions=3)
    left = [v for v in versions(stream) if v != 1 or not turned]
    assert left[-1] == 2, "the latest version is the last to leave"
    assert sorted(stream.statuses().values())[-1] == ("superseded" if turned else "released")


def test_a_deletion_does_not_wait_for_partitions_that_were_added(tmp_path: Path) -> None:
    """Its copies went into fewer. What was created again leaves."""
    with Exporter(config(tmp_path, partitions=3)) as exporter:
        feed(exporter, copies(deletion("x"), [0, 0, 0])[:2])
        exporter.deliveries.finish()
    with Exporter(config(tmp_path, partitions=4)) as exporter:
        feed(exporter, [message(0, record("x", 2), 3)])
        exporter.deliveries.finish()
        assert exporter.outcomes() == {"deleted": 1, "released": 1}


def test_fewer_partitions_are_refused(tmp_path: Path) -> None:
    for partitions in (2, 3, 3):
        with Exporter(config(tmp_path, partitions=partitions)) as exporter:
            feed(exporter, [message(0, record(f"n{partitions}"), partitions - 1)])
    with pytest.raises(RunError, match="delivered from 3 partitions"), Exporter(config(tmp_path, partitions=2)):
        pass
    journal = Journal(tmp_path / "state", KEYRING)
    growths = Growths.of(journal)
    journal.close()
    assert [growths.before(*place) for place in ((1, 1), (2, 1), (2, 2), (3, 1))] == [1, 0, 1, 1]
