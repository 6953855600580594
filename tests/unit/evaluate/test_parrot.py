"""The parrot attack, over names written by hand and over a small generated sink."""

from __future__ import annotations

import json
import math

from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.evaluate.parrot import Attacker, NoteName, attack, name_words, with_misses
from tests.each_row import each_row

SHOWN = frozenset({"chang", "kevin", "okafor"})


def name(original: str, standin: str, missed: bool = False, household: str = "h") -> NoteName:
    return NoteName(household, original, standin, SHOWN, missed)


def test_a_name_without_a_structured_stand_in_is_taken_for_an_original() -> None:
    names = [
        name("John Doe", "Kevin Chang"),
        name("Mr. Doe", "Mr. Chang"),
        name("Wanda", "Tina"),  # in no structured record: a false alarm
        name("DOE, J.", "CHANG, K.", missed=True),
        name("J. D.", "K. C.", missed=True),  # initials say nothing
    ]
    found = attack(names)
    assert (found.precision.value, found.recall.value, found.found) == (0.5, 0.5, 2)


def test_an_attacker_may_leave_lone_given_names_alone() -> None:
    names = [name("Wanda", "Tina"), name("Wanda Kowalski", "Tina Nowak"), name("Mr. Smith", "x", missed=True)]
    assert (attack(names).found, attack(names, Attacker.SURNAMES).found, attack(names, Attacker.FULL).found) == (
        3,
        2,
        1,
    )


def test_one_shared_word_is_enough_to_be_a_stand_in() -> None:
    assert attack([name("Ann Doe", "Mia Chang"), name("Ann Okafor", "x", missed=True)]).found == 0


def test_nothing_found_gives_no_precision() -> None:
    none = attack([name("John Doe", "Kevin Chang")])
    assert math.isnan(none.precision.value) and math.isnan(none.recall.value) and none.found == 0


def test_titles_and_initials_are_no_words_of_a_name() -> None:
    assert name_words("Dr. J. O'Neil, MD") == {"oneil"} and name_words("J.D.") == frozenset()


def test_misses_are_drawn_by_the_seed() -> None:
    names = [name(f"John Doe{n}", "Kevin Chang") for n in range(500)]
    some = with_misses(names, 0.1, 1)
    assert with_misses(names, 0.1, 1) == some != with_misses(names, 0.1, 2)
    assert 25 < sum(n.missed for n in some) < 80
    assert all(n.released == (n.original if n.missed else n.standin) for n in some)


def test_the_command_prints_the_three_side_by_side() -> None:
    call = ["evaluate", "parrot", "--patients", "3", "--missed", "3", "--json"]
    told = CliRunner().invoke(app, call)
    assert told.exit_code == 0
    assert [(r["setup"]["profile"], r["setup"]["decoys"]) for r in json.loads(told.stdout)] == [
        ("hips", 0),
        ("hips", 0.05),
        ("hips-markov", 0),
    ]


@each_row("missed", ["", "none", "0", "101", "1;2"])
def test_percentages_are_checked(missed: str) -> None:
    told = CliRunner().invoke(app, ["evaluate", "parrot", "--missed", missed])
    assert told.exit_code == 2 and "--missed needs percentages" in told.output


def test_a_file_of_gold_is_still_the_default() -> None:
    assert "GOLD.jsonl" in CliRunner().invoke(app, ["evaluate", "gold", "--help"]).output
    assert CliRunner().invoke(app, ["evaluate", "missing.jsonl", "--pred", "missing.jsonl"]).exit_code == 2
    assert "parrot" in CliRunner().invoke(app, ["evaluate", "--help"]).output
