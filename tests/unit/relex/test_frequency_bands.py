"""Frequency bands: a keyed order of a pool that keeps to the original's frequency."""

import pytest

from relex.generators._shared.frequency_bands import FrequencyBands, cut_at_ranks
from relex.prf import KeyedChoice
from relex.text_forms import folded
from tests.each_row import each_row

NAMES = [f"Name {n:04d}" for n in range(600)]
BANDS = FrequencyBands(cut_at_ranks(NAMES, (20, 100)))


def choice(n: int = 0) -> KeyedChoice:
    return KeyedChoice(f"scope {n}".encode())


def test_cut_leaves_no_band_empty():
    assert cut_at_ranks("abcdef", (2, 4)) == ["ab", "cd", "ef"]
    assert cut_at_ranks("abc", (2, 4, 9)) == ["ab", "c"]
    assert BANDS.sizes == (20, 80, 500)


@each_row("rank", [0, 19, 20, 99, 100, 599])
def test_walk_visits_the_pool_once_without_the_original_nearest_bands_first(rank):
    found = list(BANDS.candidates(folded(NAMES[rank]), choice()))
    assert sorted([*found, NAMES[rank]]) == NAMES
    bands = [BANDS.place(folded(name))[0] for name in found]
    own = BANDS.place(folded(NAMES[rank]))[0]
    assert [abs(band - own) for band in bands] == sorted(abs(band - own) for band in bands)


def test_first_candidates_collide_only_where_the_permutation_has_a_fixed_point():
    for n in range(5):
        first = [next(BANDS.candidates(folded(name), choice(n))) for name in NAMES]
        assert len(set(first)) >= len(NAMES) - 3 * 4
        assert first != [next(BANDS.candidates(folded(name), choice(n + 1))) for name in NAMES]


def test_equal_keys_give_the_same_order_and_a_tweak_another():
    one = [list(BANDS.candidates("name 0300", choice(3), tweak))[:9] for tweak in ("a", "a", "b")]
    assert one[0] == one[1] != one[2]


def test_a_value_outside_the_pool_has_no_walk():
    assert "nobody" not in BANDS
    assert list(BANDS.candidates("nobody", choice())) == []
    with pytest.raises(IndexError):
        list(BANDS.candidates_from(0, 20, choice()))


def test_values_with_the_same_fold_are_kept_once_in_the_earlier_band():
    bands = FrequencyBands([["Peña", "Pena"], ["PEÑA", "Ruiz"]])
    assert bands.sizes == (1, 1)
    assert list(bands.candidates("pena", choice())) == ["Ruiz"]
    assert FrequencyBands([["Ruiz"]], [["r"]]).place("r") == (0, 0)


def test_a_pool_of_one_has_no_stand_in():
    assert list(FrequencyBands([["Only"]]).candidates("only", choice())) == []


def test_positions_of_a_band_map_to_distinct_values():
    for band, size in enumerate(BANDS.sizes):
        first = {next(BANDS.candidates_from(band, rank, choice())) for rank in range(size)}
        assert len(first) == size
        assert sorted(BANDS.candidates_from(band, size - 1, choice())) == NAMES
