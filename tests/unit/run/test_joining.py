"""Which charts are joined does not depend on when their clues come, or on a process that is started again."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, PersonClue
from redactor.run.state.known_store import KnownStore
from schemas.harvest.results import ClueKind

KEYS = Keyring.generate()
UNKNOWN = bytes(8)


def name(chart: str, key: str, person: bytes = b"relative") -> PersonClue:
    return PersonClue(chart, person, ClueKind.NAME, key.encode().ljust(16), UNKNOWN)


EACH_OTHER = [name("a", "ann", PATIENT), name("b", "bob", PATIENT), name("a", "bob"), name("b", "ann")]


@pytest.mark.parametrize("sizes", [(4,), (3, 1), (2, 2), (1, 1, 1, 1)])
@pytest.mark.parametrize("turn", range(4))
def test_charts_that_name_each_other_are_joined_whenever_they_do(
    tmp_path: Path, sizes: tuple[int, ...], turn: int
) -> None:
    clues = [*EACH_OTHER[turn:], *EACH_OTHER[:turn]]
    with KnownStore.open(tmp_path / "known.db", KEYS) as store:
        joined = 0
        for size in sizes:
            store.add_clues(clues[:size])
            joined += store.join().joined
            del clues[:size]
        assert joined == 1 and store.members("a") == ("a", "b")


def test_a_name_of_several_patients_decides_nothing_though_one_of_them_is_new(tmp_path: Path) -> None:
    with KnownStore.open(tmp_path / "known.db", KEYS) as store:
        store.add_clues([*EACH_OTHER[:3], name("c", "bob", PATIENT), name("c", "ann")])
        assert store.join().joined == 1
    with KnownStore.open(tmp_path / "other.db", KEYS) as store:
        store.add_clues([*EACH_OTHER[:2], name("c", "bob", PATIENT), name("c", "ann"), name("b", "ann")])
        assert store.join().joined == 0
        store.add_clues([EACH_OTHER[2]])
        assert store.join().joined == 0, "Ann names Bob, and two of that name name her"


def test_other_spellings_of_names_decide_as_well(tmp_path: Path) -> None:
    with KnownStore.open(tmp_path / "known.db", KEYS) as store:
        store.add_clues(name("a", key, PATIENT) for key in ("ann", "anna"))
        store.add_clues(name("b", key, PATIENT) for key in ("bob", "robert"))
        store.add_clues([name("c", "robert", PATIENT), name("a", "robert"), name("b", "ann"), name("c", "anna")])
        assert store.join().joined == 0
        store.add_clues([name("a", "bob")])
        assert store.join().joined == 0, "Ann names two Roberts, and both name her"


def test_a_process_that_is_started_again_joins_the_same_charts(tmp_path: Path) -> None:
    rng = random.Random(3)
    charts = [f"chart{i}" for i in range(9)]
    clues = [name(c, f"n{i // 2}", PATIENT) for i, c in enumerate(charts)]
    clues += [name(rng.choice(charts), f"n{rng.randrange(5)}", rng.randbytes(8)) for _ in range(22)]
    clues += [
        PersonClue(c, PATIENT, ClueKind.LINK, bytes([i]) * 16, UNKNOWN) for i in range(2) for c in rng.sample(charts, 2)
    ]
    joined = []
    for turn in range(12):
        rng.shuffle(clues)
        cuts = sorted(rng.sample(range(len(clues)), 6))
        with (
            KnownStore.open(tmp_path / f"{turn}.db", KEYS) as one,
            KnownStore.open(tmp_path / f"{turn}-again.db", KEYS) as again,
        ):
            for start, end in zip([0, *cuts], [*cuts, len(clues)], strict=True):
                for store in (one, again):
                    store.add_clues(clues[start:end])
                again.households._changed_keys = None  # as a new process, which looks at everything
                one.join()
                again.join()
                assert [one.household(c) for c in charts] == [again.household(c) for c in charts]
            joined.append(len({one.household(c).name for c in charts}))
    assert 1 < min(joined) < len(charts), "some were joined, and not all"
