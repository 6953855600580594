"""Words that are also names: a known name or city that is one of them counts only in name-like context."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def common_words() -> frozenset[str]:
    """The words of words.txt, folded: frequent English, clinical language, eponyms, months, kin, colours."""
    lines = files("redactor.detect.known").joinpath("words.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def is_common(word: str) -> bool:
    """Whether a folded word is frequent enough in notes to say nothing about a person by itself."""
    return word in common_words()


def word_set(text: str) -> frozenset[str]:
    """A table of words, written as one text."""
    return frozenset(text.split())


# What an eponym is followed by: Parkinson's disease, a Jackson-Pratt drain.
EPONYMOUS = word_set(
    "disease diseases syndrome sign signs palsy test tests contracture fracture lymphoma sarcoma tumor tumour ulcer "
    "cyst node nodes nodule nodules score scale criteria class classification stage staging index phenomenon reflex "
    "maneuver manoeuvre position procedure operation repair incision line lines drain drains bulb bulbs catheter "
    "catheters tube tubes clamp retractor stent valve pump needle suture esophagus thyroiditis encephalopathy "
    "encephalitis anemia ataxia dystrophy chorea dementia aphasia area law rule"
)
# Devices whose two inventors are a person's whole name as well, compact.
_DEVICES = word_set("jacksonpratt swanganz sengstakenblakemore millerabbott")


def is_device(compact: str, after: str) -> bool:
    """Whether a hyphenated name, compact, is that of a device which the word after it names: Jackson-Pratt drain."""
    return compact in _DEVICES and after in EPONYMOUS
