"""Of each source partition the exporter takes the next offset only."""

from __future__ import annotations

from streams.envelope import SourceMarks, Verdict


def test_only_the_next_offset_is_taken() -> None:
    marks = SourceMarks({0: 5})
    assert [marks.judge(0, n) for n in (4, 6, 5, 5, 7, 6, 7)] == [
        Verdict.DUPLICATE, Verdict.AHEAD, Verdict.NEXT, Verdict.DUPLICATE, Verdict.AHEAD, Verdict.NEXT, Verdict.NEXT,
    ]  # fmt: skip
    assert marks.next_offset(0) == 8


def test_partitions_have_marks_of_their_own_and_begin_at_0() -> None:
    marks = SourceMarks({3: 9})
    assert (
        marks.judge(0, 0) is Verdict.NEXT and marks.judge(1, 1) is Verdict.AHEAD and marks.judge(3, 9) is Verdict.NEXT
    )
    assert [marks.next_offset(n) for n in (0, 1, 2, 3)] == [1, 0, 0, 10]
    assert marks.lost(1, 20) == range(1) and marks.lost(0, 20) == range(1, 20), "only 1 has seen a higher offset"


def test_what_is_settled_and_was_not_taken_is_lost() -> None:
    marks = SourceMarks({0: 5})
    assert not marks.lost(0, 5) and not marks.lost(0, 0)
    assert marks.lost(0, 8) == range(5, 8)
    marks.judge(0, 7)
    assert marks.lost(0, 20) == range(5, 7)  # 7 was seen, and is taken once the mark stands at it
    marks.skip(0, 7)
    assert marks.lost(0, 20) == range(7, 20) and marks.judge(0, 7) is Verdict.NEXT
