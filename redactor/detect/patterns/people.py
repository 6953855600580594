"""Find names of people by titles, credentials, relations, labels and other cues, by lists of names, and by
repetition.
"""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns import caret_names, labelled_names, listed_names, name_grammar
from redactor.detect.patterns.listed_names import is_eponymous
from redactor.detect.patterns.name_grammar import is_listed, word_at
from redactor.detect.patterns.rule import CodedRule, Doc, Rule, Word, enabled, span_of
from redactor.entities import Entity
from redactor.lexicon import titles
from redactor.lexicon import words as word_lists
from redactor.lexicon.vocabulary import is_word as is_in_vocabulary
from redactor.text import Span, Strength

_BY = (
    r"dictated|signed|electronically signed|digitally signed|authenticated|reviewed|performed|"
    r"interpreted|prepared|ordered|transcribed|verified|read|reported|completed|documented|"
    r"entered|attested|approved|recorded|written|authored|examined|referred|evaluated|seen|"
    r"assisted|accompanied|interviewed|translated|requested|collected|administered|assessed|"
    r"co-?signed|scribed|staffed|discharged|admitted"
)
_CLINICIAN_CUES = Rule(
    "clinician-cue-name",
    Entity.DOCTOR,
    (
        rf"(?i:\b(?:(?:{_BY})\s{{1,2}}by|discussed with|consulted with|consult(?:ation)? (?:from|"
        rf"by|with)|spoke (?:with|to)|case d/w|d/w|under the care of|care of|paged|signed out to|"
        rf"signed)[:,]?\s{{1,3}}(?:the )?)"
    ),
    " by|with|spoke|d/w|care of|paged|signed|consult",
    digits=False,
)
_PERSON_CUES = Rule(
    "person-cue-name",
    Entity.PERSON,
    (
        r"(?i:\b(?:my name is|(?:his|her|their|whose|patient'?s?) name (?:is|was)|the name is|"
        r"name's|named|called|known as|goes by|aka|a\.k\.a\.|also known as|nee|maiden name(?: is|"
        r" was)?|nickname(?:d)?|i am|i'm|this is|i,|lives with|here with|presents with (?:his|"
        r"her) \w{3,12},?|accompanied by|signature of|on behalf of|in care of|c/o|attn:?|sincerely,?|"
        r"regards,?|yours truly,?|thank you,?|respectfully,?|cordially,?|dear|hi|hello|hey|thanks,?|"
        r"to whom)\s{1,3})"
    ),
    (
        "name|called|known|goes by|aka|a.k.a|nee|maiden|i am|i'm|this is|i,|with|accompanied|"
        "signature|behalf|c/o|attn|sincere|regards|yours|thank|respect|cordial|dear|hi|hello|"
        "hey"
    ),
    digits=False,
)
_TITLE = CodedRule(
    "titled-name",
    (Entity.DOCTOR, Entity.PERSON),
    context="a title before the name, such as Dr., Mrs., Professor or Nurse",
    check="the form of a name; behind titles that are words, on the lists of names",
)
_CREDENTIALS = CodedRule(
    "name-with-credentials",
    (Entity.DOCTOR,),
    context="credentials behind the name, such as MD, RN or PharmD",
    check="the form of a name",
)
_RELATION = CodedRule(
    "name-after-relation",
    (Entity.PERSON, Entity.DOCTOR),
    context="a relation or profession before the name, such as wife, daughter or cardiologist",
    check="the form of a name; weak where it is not on the lists of names",
)
_REPEATED = CodedRule(
    "repeated-name",
    (Entity.PERSON, Entity.PATIENT, Entity.DOCTOR),
    context="",
    check="a part of a name that another rule found with certainty, capitalised, and no ordinary word",
)
RULES = (
    _TITLE, _CREDENTIALS, _RELATION, _CLINICIAN_CUES, _PERSON_CUES, caret_names.CARETS, labelled_names.LABELLED,
    listed_names.LISTED, listed_names.UNLISTED, listed_names.GROUP, _REPEATED,
)  # fmt: skip


def find(doc: Doc) -> Iterator[Span]:
    """Yield names of people. The parts of strong names are then searched for in the rest of the text."""
    if not doc.words:
        return
    rules = (
        _names_beside_titles,
        _names_behind_cues,
        caret_names.find,
        labelled_names.find,
        listed_names.find,
        listed_names.find_groups,
    )
    found = [*enabled(doc, (span for rule in rules for span in rule(doc)))]
    yield from found
    yield from enabled(doc, _repeated_names(doc, found))


def _span_if_name(
    rule: Rule | CodedRule, run: name_grammar.NameMatch | None, entity: Entity, strength: Strength = "strong"
) -> Iterator[Span]:
    if run is not None:
        yield span_of(rule, run.start, run.end, entity, strength)


_KIN = titles.KIN | titles.KIN_ABROAD | titles.KIN_BEFORE_NOUNS
_TITLED = titles.DOCTOR_TITLES | titles.NON_DOCTOR_TITLES | _KIN | titles.CLINICIANS
_GERMAN_ENDINGS = ("karzinom", "krebs", "infarkt", "insuffizienz", "ung", "heit", "keit", "ikerin", "iker")
_LETTERED = titles.CREDENTIALS | titles.DOTTED
_MAY_BE_TITLES = _TITLED | frozenset(map(str.lower, _LETTERED))
# "Mr. And Mrs. Doe", "Mrs. The patient": what a capital does not make a surname.
_NEVER_SURNAMES = titles.DOCTOR_TITLES | titles.NON_DOCTOR_TITLES | {"and", "or", "of", "the", "a", "patient"}


def _names_beside_titles(doc: Doc) -> Iterator[Span]:
    """Yield names beside titles, credentials, words of kin and words for clinicians."""
    words = doc.words
    for i in doc.indices(_MAY_BE_TITLES):
        word = words[i]
        low = word.lower
        if low not in _TITLED and word.text not in _LETTERED:
            continue
        if low in titles.DOCTOR_TITLES or low in titles.NON_DOCTOR_TITLES:
            yield from _name_behind_title(doc, i)
        if word.text in titles.CREDENTIALS and i > 0:
            yield from _name_before_credential(doc, i - 1, i)
        elif (
            word.text in titles.DOTTED
            and 0 < i < len(words) - 1
            and name_grammar.gap_after(doc, i) in (".", ". ")
            and word.text + words[i + 1].text in titles.CREDENTIALS
        ):
            yield from _name_before_credential(doc, i - 1, i)  # "M.D."
        if (low in _KIN or low in titles.CLINICIANS) and i + 1 < len(words):
            yield from _name_behind_relation(doc, i)


def _name_behind_title(doc: Doc, i: int) -> Iterator[Span]:
    word, low = doc.words[i], doc.words[i].lower
    between = name_grammar.gap_after(doc, i)
    if i + 1 >= len(doc.words) or between not in (" ", ". ", ".", "  ", ".  ", ".\n", "\n", ": "):
        return
    following = doc.words[i + 1]
    # "MR Conditional", "MS Contin": resonance and morphine.
    is_abbreviation = word.text in ("MR", "MS") and not following.text.isupper()
    wordy = low in titles.TITLES_THAT_ARE_WORDS or is_abbreviation
    if "." in between and low in titles.UNABBREVIATED_TITLES:
        return  # "this is the nurse. Caller: ..."
    if wordy and ((not word.text[0].isupper() and low not in ("doctor", "nurse", "miss", "mister")) or "\n" in between):
        return
    entity = Entity.DOCTOR if low in titles.DOCTOR_TITLES else Entity.PERSON
    if wordy and not is_listed(following) and not name_grammar.is_initial(following):
        return
    run = name_grammar.name_from(
        doc, i + 1, word_allowed=not wordy, lower_allowed=not wordy or low in ("doctor", "miss", "mister")
    )
    if run is None and _precedes_surname(doc, i) and _is_surname(doc, following):
        yield span_of(_TITLE, following.start, name_grammar.end_without_possessive(following), entity)
        return
    if run is None and not wordy and len(following.text) == 1 and following.text.isupper():
        yield span_of(_TITLE, following.start, following.end, entity)
        return
    yield from _span_if_name(_TITLE, run, entity)


def _precedes_surname(doc: Doc, i: int) -> bool:
    """Return whether only a surname follows the title.

    "Dr." within a sentence may also end it ("called the Dr. Then").
    """
    word = doc.words[i]
    if word.text in titles.BEFORE_SURNAMES_ALONE:
        return True
    before = doc.text[max(0, word.start - 40) : word.start].rstrip(" ")
    return word.text == "Dr" and before[-1:] in ("", ".", "\n", ":", ";", "?", "!")


def _is_surname(doc: Doc, word: Word) -> bool:
    """Return whether a word that is no name elsewhere is a surname behind "Mrs.": Still, Just, To, He."""
    if doc.text[word.end : word.end + 1].isdigit():
        return False  # the letters of a code
    return word.text[0].isupper() and word.text[1:].islower() and word.key not in _NEVER_SURNAMES


def _name_before_credential(doc: Doc, i: int, at: int) -> Iterator[Span]:
    between = doc.text[doc.words[i].end : doc.words[at].start]
    if between not in (", ", " ", ",", ". ", ".,", "., ", " (", " - "):
        return
    if between in (" ", ". ") and doc.words[at].text in ("PT", "OT", "RT", "DC", "OD", "PA", "RD", "DO"):
        return  # "Smith PT" may also be "Smith, PT evaluation"
    yield from _span_if_name(_CREDENTIALS, name_grammar.name_up_to(doc, i), Entity.DOCTOR)


def _name_behind_relation(doc: Doc, i: int) -> Iterator[Span]:
    between = name_grammar.gap_after(doc, i)
    if between not in (" ", ", ", " (", " - ") or (between != " " and doc.words[i].lower in titles.KIN_BEFORE_NOUNS):
        return
    following = doc.words[i + 1]
    if (
        not name_grammar.is_capitalised(following)
        or name_grammar.is_word(following)
        or following.text.isupper() != doc.words[i].text.isupper()
    ):
        return
    run = name_grammar.name_from(doc, i + 1, limit=3)
    if run is None:
        return
    kin, text = doc.words[i].lower, doc.text[following.start : name_grammar.end_without_possessive(following)]
    # A student that knows English takes the word before for a part of a term.
    key = word_lists.plain(text)
    is_term = is_in_vocabulary(key) or key.endswith((*word_lists.CLINICAL_ENDINGS, *_GERMAN_ENDINGS))
    is_abroad = kin in titles.KIN_ABROAD and not is_term
    entity = Entity.PERSON if kin in _KIN else Entity.DOCTOR
    yield from _span_if_name(_RELATION, run, entity, "strong" if is_listed(following) or is_abroad else "weak")


def _names_behind_cues(doc: Doc) -> Iterator[Span]:
    for rule in (_CLINICIAN_CUES, _PERSON_CUES):
        if not doc.may_match(rule):
            continue
        for m in rule.regex.finditer(doc.ascii_bytes):
            end = m.end()
            i = word_at(doc, end)
            if i is None or "\n" in doc.text[end : doc.words[i].start]:
                continue
            word = doc.words[i]
            if not name_grammar.is_capitalised(word) or name_grammar.is_word(word):
                listed = (
                    name_grammar.name_from(doc, i, word_allowed=True)
                    if name_grammar.is_capitalised(word) and is_listed(word)
                    else None
                )
                if listed is None or listed.last == listed.first:
                    continue
                yield from _span_if_name(rule, listed, rule.entity)
                continue
            run = name_grammar.name_from(doc, i)
            if is_listed(word):
                yield from _span_if_name(rule, run, rule.entity)
            elif (
                run is not None
                and not word.text.isupper()
                # "a drug called Trimethoprim": an unlisted word needs a second one, or a cue with the word "name"
                and (run.last > run.first or rule is _CLINICIAN_CUES or b"ame" in m.group())
            ):
                yield from _span_if_name(rule, run, rule.entity, "weak")


def _repeated_names(doc: Doc, found: list[Span]) -> Iterator[Span]:
    """Yield further capitalised mentions of the parts of strong names."""
    parts: dict[str, Entity] = {}
    taken: set[int] = set()
    for s in found:
        i = word_at(doc, s.start)
        while i is not None and i < len(doc.words) and doc.words[i].start < s.end:
            word = doc.words[i]
            taken.add(i)
            text = word.key
            if (
                s.strength == "strong"
                and len(text) > 2
                and not name_grammar.is_never_name(word)
                and text not in name_grammar.PARTICLES
            ):
                parts.setdefault(text, s.entity)
            i += 1
    if not parts:
        return
    eponyms = word_lists.eponyms()
    for i in doc.capitalised:
        word = doc.words[i]
        text = word.key
        entity = parts.get(text)
        if (
            entity is None
            or i in taken
            or is_eponymous(doc, i)
            or name_grammar.is_word(word)
            or (text in eponyms and word.text.isupper())
        ):
            continue
        yield span_of(_REPEATED, word.start, name_grammar.end_without_possessive(word), entity)
