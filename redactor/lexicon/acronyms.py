"""Form acronyms of organisations: "MGH" of Massachusetts General Hospital.

An acronym takes the first letters of the words, of those that carry meaning or of all, up to or before the words that
say what kind of organisation it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache

from redactor.lexicon.words import clinical, word_set, words

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_MINOR_WORDS = word_set("of the and for at in on de la del von und y et a an")
_KIND_WORDS = word_set(
    "hospital hospitals medical center centre clinic clinics health healthcare system systems institute foundation "
    "group campus network services llc inc corporation corp company partners associates pharmacy laboratory "
    "laboratories"
)
# Acronyms of clinical prose that the lists of words lack.
_CLINICAL = word_set(
    "abg aki ama ana apc aps asd bid bnp brca bun ccu cml cmv cns cpr cps crp csf cva cvp dka dnr dvt ecg eeg "
    "egd ekg emg ems esr fev gcs gerd gfr gtt hcg hdl hep hiv hpi hpv icd ivf kub ldh ldl lfts lmp loc lvef "
    "mca mch mcv mds mvp nka nicu npo nsaid nstemi ocd pac pcn pcr pet pft pfts picu pmh pnd pod ppd prn psa "
    "ptsd ptt pud pvc pvd qid rbc rom ros sah sle sob stemi tah tia tid tpn tsh uti vsd wbc "
)
_LENGTHS = range(3, 8)


class AcronymForm(Enum):
    """Tell which words an acronym stands for: those that carry meaning or all, with the words of kind or without."""

    CONTENT = (False, True)
    NAME = (False, False)
    ALL = (True, True)
    ALL_OF_NAME = (True, False)


@lru_cache(maxsize=8_192)
def acronyms(name: str) -> dict[str, AcronymForm]:
    """Return the acronyms of a name in capitals, and the form of each; {} for a name of fewer than three words."""
    found: dict[str, AcronymForm] = {}
    for form in AcronymForm:
        text = acronym(name, form)
        if len(text) in _LENGTHS:
            found.setdefault(text, form)
    return found


def acronym(name: str, form: AcronymForm) -> str:
    """Return the acronym of a name in a form, in capitals."""
    return "".join(_letters(name, *form.value))


def _letters(name: str, with_minor_words: bool, with_kind: bool) -> Iterator[str]:
    found = [m[0] for m in _WORD.finditer(name.replace("-", " "))]
    while not with_kind and len(found) > 1 and found[-1].lower() in _KIND_WORDS:
        found.pop()
    return (word[0].upper() for word in found if with_minor_words or word.lower() not in _MINOR_WORDS)


def is_clinical_acronym(text: str) -> bool:
    """Return whether an acronym means something in clinical prose: CBC, MRI, NICU."""
    lower = text.lower()
    return lower in _CLINICAL or lower in words() or lower in clinical()
