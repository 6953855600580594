"""Stand-ins of a site's clinicians against an attacker without the key: with a list of the staff, and without one."""

from __future__ import annotations

import random

import pytest

from tests.leak import name_attack
from tests.leak.name_attack import Name, Rates

_MARGIN = 0.02


def site(people: int, trial: int) -> tuple[list[Name], list[Name]]:
    staff = name_attack.draw_staff(people, random.Random(f"{people} {trial}"))
    return staff, name_attack.release(staff, f"site {people} {trial}".encode())


@pytest.mark.parametrize("people", [20, 50, 100])
def test_no_substitution_of_initials_explains_the_release(people: int) -> None:
    """Before keys of their own for each surname's given names, this was found in all trials."""
    found = [name_attack.same_letters(*site(people, n), random.Random(n), steps=4_000) for n in range(3)]
    print(f"clinicians of {people} whose initials are recovered: {found}")
    assert sum(found) / len(found) < 0.15


def test_a_full_list_of_staff_names_few_by_their_initials() -> None:
    rates = [name_attack.name_staff(*site(50, n), traits=name_attack.initials_of, keys=12) for n in range(2)]
    print(f"named by initials, of 50: {rates}")
    assert sum(r.first for r in rates) / len(rates) < 2 / 50 + 0.04


def test_surnames_are_hardly_guessed_from_public_lists() -> None:
    """About twice as often as by the most frequent surnames of the population alone."""
    guessed: list[Rates] = []
    prior: list[Rates] = []
    for trial in range(3):
        staff, released = site(300, trial)
        guessed.append(name_attack.guess_surnames(staff, released))
        prior.append(name_attack.guess_by_frequency(staff))
    print(f"surnames guessed: {guessed}; prior: {prior}")
    assert sum(r.first for r in guessed) < 2 * sum(r.first for r in prior) + 3 * _MARGIN
    assert sum(r.within_five for r in guessed) < 2 * sum(r.within_five for r in prior) + 3 * _MARGIN
