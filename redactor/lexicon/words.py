"""Hold words that are no names: common and clinical words, eponyms, and what eponyms name.

data/common_words.txt: frequent English and clinical words that are also names; a known name or city that is one of them
counts only in name-like context. data/prose_words.txt: words that stand in lower case in ordinary and clinical prose,
from the sources that NOTICE lists. data/clinical_words.txt: drugs, specialties, headings and function words.
data/eponyms.txt: people who name a disease, a sign or a device. data/dictionary_names.txt: names that are words of
English. All are in plain lower case.
"""

from __future__ import annotations

import unicodedata
from functools import cache

from redactor.lexicon import data_files


def plain(word: str) -> str:
    """Return a word in lower case without diacritics, the form in which the lists hold it."""
    if word.isascii():
        return word.lower()
    return "".join(c for c in unicodedata.normalize("NFKD", word.lower()) if not unicodedata.combining(c))


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


@cache
def common_words() -> frozenset[str]:
    """Return frequent English, clinical language, eponyms, months, kin, colours."""
    return data_files.words("common_words.txt")


def is_common(word: str) -> bool:
    """Return whether a folded word is too frequent in notes to say anything about a person alone."""
    return word in common_words()


@cache
def words() -> frozenset[str]:
    """Return words of ordinary and clinical prose."""
    return data_files.words("prose_words.txt") | clinical()


@cache
def clinical() -> frozenset[str]:
    """Return drugs, specialties, headings, function words: never a name, whatever the lists of names say."""
    return data_files.words("clinical_words.txt")


@cache
def eponyms() -> frozenset[str]:
    """Return surnames that name a disease, a sign or a device as often as a person."""
    return data_files.words("eponyms.txt")


def is_prose(word: str) -> bool:
    """Return whether a folded word stands in ordinary or clinical prose."""
    return is_common(word) or word in words()


@cache
def _dictionary_names() -> frozenset[str]:
    return data_files.words("dictionary_names.txt")


def is_dictionary_name(word: str) -> bool:
    """Return whether a folded name is also a word of English that ordinary prose seldom has: gall, flower, couch."""
    return word in _dictionary_names() or f"{word}~" in _dictionary_names()


def is_mostly_name(word: str) -> bool:
    """Return whether a dictionary name is borne by many people: miller, cooper."""
    return f"{word}~" in _dictionary_names()


def is_ordinary(word: str) -> bool:
    """Return whether the lists hold a folded word as one of English or of clinical language, common or not."""
    return is_prose(word) or is_dictionary_name(word)


# Endings of clinical words: no name ends so.
CLINICAL_ENDINGS = tuple(
    word_set(
        "itis ectomy oscopy ostomy otomy emia osis pathy plasty gram graphy algia uria oma cillin mycin azole pril "
        "sartan olol statin mab nib ology scopic tion ism ous ular ial eal ive able gic tic nic mic lic ary ory ase "
        "cyte cytes penia rrhea plegia phagia trophy sclerosis pam lone sone dine pine zole vir ide ium ane ene ate "
        "ing ed ly ness ment ity coccus"
    )
)
# Words behind a name that make it the name of a thing: Parkinson disease, Lincoln Avenue.
NAMED_THINGS = word_set(
    "disease syndrome sign test catheter score scale palsy lymphoma sarcoma tumor tumour fracture procedure "
    "maneuver manoeuvre "
    "reflex phenomenon esophagus thyroiditis contracture node nodes body bodies cell cells classification "
    "criteria index stain "
    "method operation repair approach position tube drain clamp forceps retractor needle stage grade "
    "ulcer lesion line point crisis hump murmur contractions hallucinations spotted esophagectomy oesophagectomy "
    "triangle angle law formula equation nail wire pin plate virus fever chorea dystrophy ataxia anomaly "
    "malformation street "
    "avenue road hospital clinic center university college school medical st county"
)
# Words behind an eponym among a patient's known names: Parkinson's disease, a Jackson-Pratt drain.
EPONYMOUS = word_set(
    "disease diseases syndrome sign signs palsy test tests contracture fracture lymphoma sarcoma tumor tumour ulcer "
    "cyst node nodes nodule nodules score scale criteria class classification stage staging index phenomenon reflex "
    "maneuver manoeuvre position procedure operation repair incision line lines drain drains bulb bulbs catheter "
    "catheters tube tubes clamp retractor stent valve pump needle suture esophagus thyroiditis encephalopathy "
    "encephalitis anemia ataxia dystrophy chorea dementia aphasia area law rule"
)
# Words before which only an eponym stands, whoever is a patient.
_NAMED_BY_EPONYMS = word_set(
    "disease diseases syndrome sign signs palsy score scores scale criteria lymphoma sarcoma reflex phenomenon index "
    "contracture fracture thyroiditis esophagus encephalopathy classification stain chorea ataxia catheter catheters"
)
# Words behind an adjective that is a name as well.
_FINDINGS_BEHIND = {
    "frank": word_set(
        "blood bleeding hematuria haematuria hematochezia hemoptysis melena pus purulence purulent edema psychosis "
        "necrosis perforation rupture discussion"
    ),
    "grace": word_set("period"),
    "rose": word_set("bengal"),
}
# Devices whose two inventors are a person's whole name as well, compact.
_DEVICES = word_set("jacksonpratt swanganz sengstakenblakemore millerabbott")


def is_device(compact: str, after: str) -> bool:
    """Return whether a compact hyphenated name is a device, as the word after it says: Jackson-Pratt drain."""
    return compact in _DEVICES and after in EPONYMOUS


def is_clinical_term(word: str, after: str) -> bool:
    """Return whether two folded words are a clinical term although the first is a name: Babinski sign, frank blood."""
    return (word in eponyms() and after in _NAMED_BY_EPONYMS) or after in _FINDINGS_BEHIND.get(word, ())
