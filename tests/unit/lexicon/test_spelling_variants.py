"""Spellings of one name, and names that only look alike."""

from __future__ import annotations

from redactor.lexicon import data_files
from redactor.lexicon.names import canonical
from redactor.lexicon.spelling_variants import is_feminine_of, listed_spellings, may_be_spelled
from tests.each_row import each_row


@each_row(
    ("written", "name"),
    [
        ("mohammed", "muhammad"), ("hussein", "hussain"), ("yousef", "yusuf"), ("sergey", "sergei"),
        ("ivanov", "ivanova"), ("ivanova", "ivanov"), ("pushkina", "pushkin"), ("kowalska", "kowalski"),
        ("tolstaya", "tolstaya"), ("dostoevskaya", "dostoevsky"), ("petroff", "petrov"), ("iwanowa", "ivanova"),
        ("thomson", "thompson"), ("mueller", "muller"), ("oneill", "oneil"), ("mcdonald", "macdonald"),
        ("kathryn", "katherine"), ("harris0n", "harrison"), ("harrlson", "harrison"), ("thornpson", "thompson"),
        ("wi1liam", "william"), ("philips", "phillips"), ("clarke", "clark"), ("tchaikovsky", "chaikovsky"),
        ("catharina", "katarina"), ("shaun", "sean"),
    ],
)  # fmt: skip
def test_spellings_of_one_name(written: str, name: str) -> None:
    assert may_be_spelled(written, name) and may_be_spelled(name, written)


@each_row(
    ("a", "b"),
    [
        ("hussain", "hassan"), ("maria", "mario"), ("eric", "erica"), ("mina", "nina"), ("harris", "harrison"),
        ("garrison", "harrison"), ("steven", "stevens"), ("lee", "li"), ("john", "jonathan"), ("petrov", "popov"),
        ("ivanov", "ivanovic"), ("martin", "marton"), ("young", "yang"), ("chen", "chan"), ("wang", "wong"),
        ("smith", "schmidt"), ("kim", "kimura"), ("anna", "hannah"), ("adam", "adams"), ("robert", "roberts"),
        ("barros", "barrow"), ("long", "lang"), ("ova", "ov"), ("martina", "marta"), ("johnson", "johnston"),
        ("daniel", "daniels"), ("miller", "muller"), ("white", "wright"), ("min", "ming"),
    ],
)  # fmt: skip
def test_names_that_only_look_alike(a: str, b: str) -> None:
    assert not may_be_spelled(a, b) and not may_be_spelled(b, a)


def test_a_name_is_on_one_line_of_the_list() -> None:
    words = [word for line in data_files.lines("spelling_variants.txt") for word in line.split()]
    assert len(words) == len(set(words))
    assert all(canonical(word) == word for word in words)
    assert "muhammad" in listed_spellings("mohamed") and listed_spellings("zxqw") == ()


def test_gendered_forms() -> None:
    assert is_feminine_of("ivanova", "ivanov") and not is_feminine_of("ivanov", "ivanova")
    assert not is_feminine_of("nova", "nov")
