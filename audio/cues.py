"""This module finds the words of a transcript that may stand in the place of PHI: behind cues and titles, and among
digits and letters that are said one by one.

A recogniser writes a name that it does not know as words that it knows ("has some" for Hassan), and a digit as a word
that sounds alike ("for"). No detector finds these; the words around them tell.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from audio.intervals import samples
from audio.timeline import Place
from redactor.lexicon.acronyms import is_clinical_acronym
from redactor.lexicon.names import plain_family, plain_given

_BREATH = samples(0.4)
"""The reach of a cue ends at a longer pause."""

_REACH = 6
"""The most words behind a cue that may be what it announces."""

_BETWEEN = samples(1.0)
"""The longest pause within a number or a spelled word."""

_NAME_WORDS = 2
"""The most words that are taken for a name behind a title or "name is"."""

_PLACE_WORDS = 3

_FEWEST = 3
_FEWEST_CUED = 2
"""The fewest digits or letters that make a number or a spelled word; behind a cue, words that sound alike count too."""

_MOST_OTHERS = 2

_LONGEST_ABBREVIATION = 4


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_TITLES = _words("mister mr missus mrs ms miss doctor dr nurse professor")
_NUMBER_CUES = _words("""
    number numbers phone telephone cell mobile fax extension zip code record chart account reach ends lives lived moved
    address born
""")
_SPELLING_CUES = _words("spelled spelt spell spelling letters")
CUES = (
    _TITLES
    | _NUMBER_CUES
    | _SPELLING_CUES
    | _words("""
        name names named called calls doctors patient sir madam birth birthday dob live living
        street road avenue lane drive court boulevard terrace highway apartment city town county id
        email mail website insurance policy member card social security license passport medicaid medicare plate serial
        son daughter wife husband mother father mom dad brother sister friend partner aunt uncle cousin boss neighbor
        grandson granddaughter grandmother grandfather grandma grandpa niece nephew girlfriend boyfriend fiance fiancee
        roommate caregiver hospital clinic speaking nineteen call
        january february march april june july august september october november december
    """)
)
"""Words that announce PHI."""

_BEHIND = _words(
    "street road avenue lane drive court boulevard terrace highway hospital clinic center pharmacy infirmary hospice"
)
"""Behind a name these say that it is that of a place."""

_NAMING = _words("this name that")
"""Before "is" these announce a name: "this is ..."."""

_OF_SOMEBODY = _words("the a an my your his her our their this that another every any family")
"""Behind one of these a title is a noun: "see your doctor tomorrow"."""

_NO_NAMES = _words("""
    a an the and or but if so as at by for from in into of off on out over to up with about after before because when
    while who which what that this these those there here i you he she it we they me him us them my your his her our
    their its is are was were be been am do does did done has have had will would can could should may might must shall
    not no yes ok okay please thank thanks said says say tell told tells asked asks thinks think thought wants want
    wanted gave gives give saw sees see seen called calls call came comes come went goes go ordered prescribed started
    stopped recommended reported denies denied takes took complains presents presented needs needed just also then now
    today tomorrow yesterday very well office visit visits appointment practitioner station
""")
"""Behind a title these tell that no name follows."""

_DIGITS = _words("zero oh one two three four five six seven eight nine double triple")
_LIKE_DIGITS = _words("""
    o for fore to too won ate a hate tree free sex ford fight fine sin or hundred ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
""")
_LETTERS = _words("b c d e f g h j k l m n p q r s t u v w x y z")
_LIKE_LETTERS = _words(
    "a i o see sea be bee dee he gee age eye jay kay okay el em am an in oh pea pee queue cue are our ask as es tea "
    "tee you we double ex why zee"
)


def in_reach(texts: Sequence[str], placed: Sequence[Place]) -> set[int]:
    """Returns the positions of the words behind a cue, up to the next pause and six words at the most, and of the three
    words before a kind of place. texts: the words as `plain` gives them.
    """
    found = _reach(texts, placed, CUES)
    for index, text in enumerate(texts):
        if text in _BEHIND:
            found.update(range(max(index - _PLACE_WORDS, 0), index + 1))
    return found


def misheard(texts: Sequence[str], placed: Sequence[Place], unsure: Collection[int]) -> set[int]:
    """Returns the positions of words that stand in the place of a name, of a digit or of a letter.

    texts: the words as `plain` gives them. unsure: positions of the words that may have been others.
    """
    numbers = _reach(texts, placed, _NUMBER_CUES)
    spelled = _reach(texts, placed, _SPELLING_CUES)
    found = set(_behind_titles(texts, placed))
    for run in _one_by_one(texts, placed, unsure, _DIGITS, _LIKE_DIGITS, numbers):
        found.update(run)
    for run in _one_by_one(texts, placed, unsure, _LETTERS, _LIKE_LETTERS, spelled):
        if run[0] in spelled or not _is_abbreviation("".join(texts[run[0] : run[-1] + 1])):
            found.update(run)
    return found


def _is_abbreviation(letters: str) -> bool:
    """Tells whether letters said one by one are an abbreviation of medicine and no name: "e k g", not "l e e"."""
    is_name = letters in plain_family() or letters in plain_given()
    return len(letters) <= _LONGEST_ABBREVIATION and is_clinical_acronym(letters) and not is_name


def _reach(texts: Sequence[str], placed: Sequence[Place], cues: Collection[str]) -> set[int]:
    found: set[int] = set()
    left = 0
    for index, text in enumerate(texts):
        if index and _pause(placed, index) > _BREATH:
            left = 0
        if left:
            found.add(index)
            left -= 1
        if text in cues or (text == "is" and index and texts[index - 1] in _NAMING):
            left = _REACH
    return found


def _behind_titles(texts: Sequence[str], placed: Sequence[Place]) -> Iterator[int]:
    for index, text in enumerate(texts):
        before = texts[index - 1] if index else ""
        is_told = text == "is" and before == "name"
        if not is_told and (text not in _TITLES or before in _OF_SOMEBODY):
            continue
        for at in range(index + 1, min(index + 1 + _NAME_WORDS, len(texts))):
            if _pause(placed, at) > _BREATH or (texts[at] in _NO_NAMES and not (is_told and at == index + 1)):
                break
            yield at


def _one_by_one(
    texts: Sequence[str],
    placed: Sequence[Place],
    unsure: Collection[int],
    surely: Collection[str],
    alike: Collection[str],
    cued: Collection[int],
) -> Iterator[range]:
    """Yields the positions of each number or word that is said digit by digit or letter by letter.

    surely: digits (letters). alike: words that a recogniser takes for them. Two other words may stand between two of
    either if they are unsure. cued: positions in the reach of a cue.
    """
    fits = [index for index, text in enumerate(texts) if text in surely or text in alike]
    run: list[int] = []
    for index in [*fits, len(texts)]:
        if run and not _continues(run[-1], index, placed, unsure):
            known = sum(texts[at] in surely for at in run)
            if known >= _FEWEST or (len(run) >= _FEWEST_CUED and run[0] in cued):
                yield range(run[0], run[-1] + 1)
            run = []
        run.append(index)


def _continues(last: int, index: int, placed: Sequence[Place], unsure: Collection[int]) -> bool:
    if (
        index == len(placed)
        or index - last > _MOST_OTHERS + 1
        or any(at not in unsure for at in range(last + 1, index))
    ):
        return False
    return all(_pause(placed, at) <= _BETWEEN for at in range(last + 1, index + 1))


def _pause(placed: Sequence[Place], index: int) -> int:
    """Returns the samples between a word and the word before it; none where a time is not known."""
    before, after = placed[index - 1], placed[index]
    if not (before.exact and after.exact):
        return 0
    return after.intervals[0][0] - before.intervals[0][1]
