"""Places: the tables are complete and in the order that their readers rely on."""

from __future__ import annotations

from itertools import pairwise

from redactor.lexicon import area_codes, places


def test_cities_are_in_descending_order_and_have_coordinates() -> None:
    cities = list(places.cities())
    codes = {country.code for country in places.countries()}
    assert len(cities) > 40_000
    assert all(a.population >= b.population for a, b in pairwise(cities))
    assert all(city.where in places.STATES or city.where[1:] in codes for city in cities)
    assert all(city.name == city.name.strip() for city in cities)


def test_a_zip_area_belongs_to_its_state() -> None:
    starts, nth = places.zip_starts("627")
    assert starts[nth] == "627"
    assert {"600", "629"} <= set(starts)
    assert len(places.zip_starts("999")[0]) < 10
    assert places.zip_starts("000") == (places.zip_starts("001")[0], 0)


def test_sample_cities() -> None:
    home, abroad = places.sample_cities()
    assert all(len(row) == 5 and row[1] in places.STATES for row in home)
    assert all(len(row) == 2 for row in abroad)
    assert {state for state, _ in places.us_counties()} >= {row[1] for row in home}


def test_codes_of_a_state() -> None:
    others, region = area_codes.like("217")
    assert "312" in others
    assert "217" not in others
    assert "317" in region
    assert area_codes.like("800")[0][0] == "833"
