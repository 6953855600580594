"""Write spoken numbers in digits.

Numbers are atoms ("fifty-five" is one, "five five" are two), which form chains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from redactor.detect.spoken.units import Gap, Kind, Unit, word_at, words_before
from redactor.detect.spoken.words import SpokenWords

_LOCAL_PHONE, _PHONE, _LONG_PHONE = 7, 10, 11  # digits
_WORDS_BEFORE_CUE = 6  # words between a cue and its number
_SINGLE_DIGITS = 5  # digits one by one that are a number: "5, 5, 5, 0, 1"
_LISTED = 4  # digits: fewer between commas are a list
_GROUPED = {(3, 4), (3, 3, 4), (1, 3, 3, 4), (3, 2, 4)}  # digits of telephone and social security numbers
_THOUSANDS = 5  # digits
_LEAST_VALUE = 40  # the least value in a list of values about one hundred
_GREATEST_STEP, _FEWEST_NUMBERS = (
    10,
    3,
)  # the greatest step and the fewest numbers of somebody who counts by fives, tens or sevens


@dataclass(slots=True)
class Atom:
    """An atom is a number that is said as one, or a number that stands in digits.

    text: its digits. units: of the transcript, [first, end). sign: the spoken sign that joins it to the atom before;
    sign_unit: the unit of that sign. gap: before the atom. spoken: whether it is said in words.
    """

    text: str
    first: int
    end: int
    gap: Gap
    ordinal: bool = False
    digits: bool = False
    spoken: bool = True
    sign: str = ""
    sign_unit: int = -1


Formatter = Callable[[Sequence[Unit], Sequence[Atom]], list[str] | None]
"""A formatter returns what stands before each atom of a chain (" " as it was), or None. It may change their texts."""


def write_numbers(units: Sequence[Unit], words: SpokenWords, as_date: Formatter) -> list[Unit]:
    """Return the units with their numbers in digits. as_date: reads a chain as a date or time."""
    out: list[Unit] = []
    i = 0
    while i < len(units):
        chain = _chain(units, i, words)
        if not chain:
            out.append(units[i])
            i += 1
            continue
        end = chain[-1].end
        written = _is_rewritten(units, chain, words)
        if written and (between := as_date(units, chain)) is not None:
            out += _written_chain(units, chain, between)
        elif written and not any(a.ordinal for a in chain):
            out += _written_chain(units, chain, _text_before_atoms(units, chain, words))
        else:
            out += units[i:end]
        i = end
    return out


def _is_rewritten(units: Sequence[Unit], chain: Sequence[Atom], words: SpokenWords) -> bool:
    if not any(a.spoken for a in chain):
        return len(chain) >= _SINGLE_DIGITS and all(len(a.text) == 1 and not a.sign for a in chain)
    only = chain[0]
    if word_at(units, only.first - 1) in words.verb_months and word_at(units, chain[-1].end) in words.measures:
        return False  # "they march five times"
    if len(chain) > 1 or words.digits.get(units[only.first].word) != 1:
        return True
    return word_at(units, only.first - 1) not in words.pronouns and word_at(units, only.end) != words.of


def _chain(units: Sequence[Unit], i: int, words: SpokenWords) -> list[Atom]:
    """Return the atoms that follow each other from units[i] on; an ordinal ends them."""
    chain: list[Atom] = []
    at = i
    while at < len(units):
        sign, sign_at = "", -1
        if units[at].word in words.signs and (chain or units[at].word == words.point):
            sign, sign_at = words.signs[units[at].word], at
            if chain and sign == "." and units[at].gap is not Gap.SPACE:
                break  # "point oh four, point oh six"
            if (
                at + 1 >= len(units)
                or units[at + 1].gap not in (Gap.SPACE, Gap.COMMA)
                or (chain and units[at].gap is Gap.WIDE)
            ):
                break
            at += 1
        elif chain and units[at].gap is Gap.WIDE:
            break
        atom = _atom(units, at, words, inside=bool(chain))
        if atom is None or (atom.ordinal and (sign or chain)):
            break
        atom.sign, atom.sign_unit = sign, sign_at
        if chain and units[atom.first].word in words.interjections and atom.gap is not Gap.SPACE and not sign:
            following = _atom(units, atom.end, words, inside=True) if atom.end < len(units) else None
            if following is None or following.gap is Gap.WIDE:
                break
        chain.append(atom)
        at = atom.end
        if atom.ordinal:
            break
    return chain


def _atom(units: Sequence[Unit], i: int, words: SpokenWords, *, inside: bool) -> Atom | None:
    """Return the number that begins at units[i], or None. inside: whether in a chain, where letters may be zeros."""
    if i >= len(units) or units[i].kind is not Kind.WORD:
        return None
    unit = units[i]
    word, gap = unit.word, unit.gap
    if word[0].isdigit():
        if word.isdigit() and word.isascii() and not _is_attached(units, i):
            return Atom(word, i, i + 1, gap, digits=True, spoken=False)
        return None
    if word in words.repeats:
        digit = words.digits.get(word_at(units, i + 1))
        if word_at(units, i + 1) == words.letter_zero:
            digit = 0
        literal = word_at(units, i + 1)
        if digit is None and len(literal) == 1 and literal in "0123456789":
            digit = int(literal)
        if digit is None or units[i + 1].gap is not Gap.SPACE or word_at(units, i + 2) in words.scales:
            return None
        return Atom(str(digit) * words.repeats[word], i, i + 2, gap, digits=True)
    if word in words.interjections or word == words.letter_zero:
        if inside or _is_digit_next(units, i, words):
            return Atom("0", i, i + 1, gap, digits=True)
        return None
    if word in words.ordinals:
        return Atom(str(words.ordinals[word]), i, i + 1, gap, ordinal=True)
    if word in words.tens and words.ordinals.get(word_at(units, i + 1), 10) < 10 and units[i + 1].gap is Gap.SPACE:
        return Atom(str(words.tens[word] + words.ordinals[units[i + 1].word]), i, i + 2, gap, ordinal=True)
    return _cardinal(units, i, words)


def _is_attached(units: Sequence[Unit], i: int) -> bool:
    """Return whether digits stand directly beside another word: "4B", "x5"."""
    before = i > 0 and units[i - 1].end == units[i].start
    return before or (i + 1 < len(units) and units[i].end == units[i + 1].start)


def _is_digit_next(units: Sequence[Unit], i: int, words: SpokenWords) -> bool:
    if i + 1 >= len(units) or units[i + 1].gap is not Gap.SPACE:
        return False
    word = units[i + 1].word
    if word in words.interjections or word == words.letter_zero:
        return True
    return word in words.digits or word in words.teens or word in words.tens or word.isdigit() or word in words.repeats


def _cardinal(units: Sequence[Unit], i: int, words: SpokenWords) -> Atom | None:
    """Return the cardinal number that begins at units[i], or None."""
    gap, word = units[i].gap, units[i].word
    if word == words.article and _scale_at(units, i + 1, words):
        value, at = 1, i + 1
    else:
        small = _below_hundred(units, i, words)
        if small is None:
            return None
        value, at = small
    single = at == i + 1 and word in words.digits
    total = 0
    before = at
    for scale in (100, 1_000, 1_000_000, 1_000):
        if not value or _scale_at(units, at, words) != scale:
            continue
        at += 1
        if scale == 100:
            value *= 100
            value, at = _with_units_of_hundred(units, at, value, words)
        else:
            total, value = total + value * scale, 0
            following = _after_thousand(units, at, words)
            if following is not None:
                value, at = following
    return Atom(str(total + value), i, at, gap, digits=single and at == before)


def _scale_at(units: Sequence[Unit], i: int, words: SpokenWords) -> int:
    if i >= len(units) or units[i].gap is not Gap.SPACE:
        return 0
    return words.scales.get(units[i].word, 0)


def _after_thousand(units: Sequence[Unit], i: int, words: SpokenWords) -> tuple[int, int] | None:
    """Return what follows a thousand, with its end: "three", "and three", "two hundred and twelve"."""
    at = _after_and(units, i, words)
    if at >= len(units) or units[at].gap is not Gap.SPACE:
        return None
    small = _below_hundred(units, at, words)
    if small is None or not small[0]:
        return None
    value, end = small
    if _scale_at(units, end, words) == 100:
        return _with_units_of_hundred(units, end + 1, value * 100, words)
    if at == i and value < 10 and _number_goes_on(units, end, words):
        return None
    return value, end


def _with_units_of_hundred(units: Sequence[Unit], i: int, value: int, words: SpokenWords) -> tuple[int, int]:
    """Return hundreds with the number that belongs to them, and its end: "eight hundred five" is 805."""
    at = _after_and(units, i, words)
    if at < len(units) and units[at].gap is Gap.SPACE:
        small = _below_hundred(units, at, words)
        if small and small[0]:
            apart = _number_goes_on(units, small[1], words) or word_at(units, small[1]) in words.measures
            if at > i or small[0] >= 10 or not apart:
                return value + small[0], small[1]
    return value, i


def _after_and(units: Sequence[Unit], i: int, words: SpokenWords) -> int:
    return i + 1 if word_at(units, i) == words.and_ and units[i].gap is Gap.SPACE else i


def _number_goes_on(units: Sequence[Unit], i: int, words: SpokenWords) -> bool:
    return i < len(units) and units[i].gap is not Gap.WIDE and (
        _below_hundred(units, i, words) is not None or units[i].word in words.repeats or units[i].word.isdigit()
    )  # fmt: skip


def _below_hundred(units: Sequence[Unit], i: int, words: SpokenWords) -> tuple[int, int] | None:
    if i >= len(units) or units[i].kind is not Kind.WORD:
        return None
    word = units[i].word
    if word in words.digits:
        return words.digits[word], i + 1
    if word in words.teens:
        return words.teens[word], i + 1
    if word not in words.tens:
        return None
    value = words.tens[word]
    if i + 1 < len(units) and units[i + 1].gap is Gap.SPACE:
        one = words.digits.get(units[i + 1].word, 0)
        if one:
            return value + one, i + 2
    return value, i + 1


def _written_chain(units: Sequence[Unit], chain: Sequence[Atom], between: Sequence[str]) -> list[Unit]:
    out: list[Unit] = []
    for atom, before in zip(chain, between, strict=True):
        glued = before != " "
        if atom.sign:
            sign = units[atom.sign_unit]
            out.append(Unit(sign.start, sign.end, atom.sign, sign.word, sign.gap, Kind.SIGN, bool(out), changed=True))
            glued = True
        start, end = units[atom.first].start, units[atom.end - 1].end
        text = before.strip() + atom.text
        out.append(Unit(start, end, text, text, atom.gap, Kind.NUMBER, glued and bool(out), atom.spoken or glued))
    return out


def _text_before_atoms(units: Sequence[Unit], chain: Sequence[Atom], words: SpokenWords) -> list[str]:
    """Return what stands before each atom: nothing within a number, " " between numbers."""
    measured = word_at(units, chain[-1].end) in words.measures
    only = chain[0]
    if len(chain) == 1 and len(only.text) >= _THOUSANDS and only.spoken and not _is_announced(units, only.first, words):
        only.text = f"{int(only.text):,}"  # a count of platelets, say; a code is said in digits
        return [" "]
    if _is_counting(chain) and not is_cued(units, chain[0].first, words.code_cues):
        return [" "] * len(chain)
    if not is_cued(units, chain[0].first, words.code_cues):
        if _is_list_of_hundreds(chain):
            return [" " if a.digits else "" for a in chain]
        if apart := _values_over_hundred(chain):
            return apart
    groups: list[list[Atom]] = []
    for atom in chain:
        if atom.gap is not Gap.SPACE or atom.sign or not groups:
            groups.append([])
        groups[-1].append(atom)
    lengths = tuple(sum(len(a.text) for a in group) for group in groups)
    listed = measured or sum(lengths) < _LISTED
    whole = lengths in _GROUPED and not all(_is_quantity(group) for group in groups)
    out: list[str] = []
    for k, group in enumerate(groups):
        within = k > 0 and not listed and (whole or _belong_together(groups[k - 1], group))
        glued = within or bool(group[0].sign)
        out.append("" if glued else " ")
        joined = not measured or all(a.digits for a in group) or _is_hundreds(group)
        out += ["" if joined else " "] * (len(group) - 1)
    return _with_phone_hyphens(chain, out) if not measured else out


def _is_counting(chain: Sequence[Atom]) -> bool:
    """Return whether somebody counts: 93 86 79, 5 10 15 20. Of single digits nobody can tell."""
    if any(a.sign for a in chain) or all(len(a.text) == 1 for a in chain):
        return False
    counted = [int(a.text) for a in chain]
    first = counted[0] - 100 if 100 < counted[0] < 200 else counted[0]  # "one hundred ninety three eighty six"
    return any(_has_steps(numbers) for numbers in (counted, [first, *counted[1:]], counted[1:]))


def _has_steps(numbers: Sequence[int]) -> bool:
    steps = {b - a for a, b in pairwise(numbers)}
    return len(numbers) >= _FEWEST_NUMBERS and len(steps) == 1 and 0 < abs(steps.pop()) <= _GREATEST_STEP


def _is_hundreds(group: Sequence[Atom]) -> bool:
    """Return whether two atoms are one number over one hundred: "one twenty" is 120."""
    return len(group) == 2 and group[0].digits and group[0].text != "0" and len(group[1].text) == 2


def _is_list_of_hundreds(chain: Sequence[Atom]) -> bool:
    """Return whether values over one hundred follow each other: "one ten one twenty one fifteen" are 110 120 115."""
    if len(chain) < _LISTED or len(chain) % 2 or any(a.sign for a in chain):
        return False
    leads, ends = chain[::2], chain[1::2]
    return all(_is_hundreds(pair) for pair in zip(leads, ends, strict=True)) and len({a.text for a in leads}) == 1


def _values_over_hundred(chain: Sequence[Atom]) -> list[str]:
    """Return the joints of a list of values from 40 to 199 that begins over 99: "one ten one oh five ninety eight".

    The result is empty for other chains. No area code begins with one.
    """
    if any(a.sign for a in chain):
        return []
    out: list[str] = []
    i = 0
    while i < len(chain):
        following = [(len(a.text), a.digits) for a in chain[i + 1 : i + 3]]
        if chain[i].digits and chain[i].text == "1" and following[:1] == [(2, False)]:
            length = 2
        elif chain[i].digits and chain[i].text == "1" and len(following) == 2 and chain[i + 1].text == "0":
            length = 3
        elif i and len(chain[i].text) == 2 and int(chain[i].text) >= _LEAST_VALUE and not chain[i].digits:
            length = 1
        else:
            return []
        out += [" ", *[""] * (length - 1)]
        i += length
    is_phone = sum(len(a.text) for a in chain) == _LONG_PHONE and chain[1].text[0] not in "01"
    return out if out.count(" ") >= _FEWEST_NUMBERS and not is_phone else []


def _is_quantity(group: Sequence[Atom]) -> bool:
    """Return whether a group is a value like those of a list: "eighteen", "one twenty", "two hundred and four"."""
    return (len(group) == 1 and not group[0].digits) or _is_hundreds(group)


def _belong_together(before: Sequence[Atom], group: Sequence[Atom]) -> bool:
    """Return whether a comma or full stop between two groups is a pause within a number, not that of a list."""
    digits = all(a.digits for a in before), all(a.digits for a in group)
    if all(digits) or group[0].gap is not Gap.COMMA:
        return all(digits)
    return not (_is_quantity(before) and _is_quantity(group))


def _with_phone_hyphens(chain: Sequence[Atom], between: list[str]) -> list[str]:
    """Return the joints with the hyphens of a telephone number, where they fall between atoms or within one."""
    if any(a.sign for a in chain) or any(b == " " for b in between[1:]):
        return between
    n = sum(len(a.text) for a in chain)
    if n == _LONG_PHONE and chain[0].text[0] == "1":
        cuts = {1, 4, 7}
    elif n == _PHONE:
        cuts = {3, 6}
    elif n == _LOCAL_PHONE and chain[0].gap is Gap.WIDE and chain[0].first:
        cuts = {3}  # "(six one seven) five five five oh one nine nine"
    else:
        return between
    at = 0
    out = list(between)
    for k, atom in enumerate(chain):
        text = "".join(("-" if j and at + j in cuts else "") + c for j, c in enumerate(atom.text))
        if at in cuts:
            out[k] = "-"
        at += len(atom.text)
        atom.text = text
    return out


def is_cued(units: Sequence[Unit], i: int, cues: frozenset[str]) -> bool:
    """Return whether one of the words before a unit announces a code."""
    return any(word in cues for word in words_before(units, i, _WORDS_BEFORE_CUE))


def _is_announced(units: Sequence[Unit], i: int, words: SpokenWords) -> bool:
    """Return whether one of the words before a unit announces a code or another dictated number."""
    return is_cued(units, i, words.code_cues | words.dictated_cues)
