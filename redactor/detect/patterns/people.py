"""Names of people: by titles, credentials, labels, kin and other cues, by the lists of names, and once found, again."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns import lexicon, name_cues, name_grammar
from redactor.detect.patterns.rule import Doc, Rule, Word, hit
from redactor.entities import Entity
from redactor.text import Span, Strength

_BY = (
    r"dictated|signed|electronically signed|digitally signed|authenticated|reviewed|performed|"
    r"interpreted|prepared|ordered|transcribed|verified|read|reported|completed|documented|"
    r"entered|attested|approved|recorded|written|authored|examined|referred|evaluated|seen|"
    r"assisted|accompanied|interviewed|translated|requested|collected|administered|assessed|"
    r"co-?signed|scribed|staffed|discharged|admitted"
)
_DOCTOR_CUES = Rule(
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
_ROLE = (
    r"patient|pt|client|child|resident|subject|member|insured|subscriber|guarantor|beneficiary|"
    r"mother|father|spouse|wife|husband|son|daughter|parent|guardian|emergency contact|next of kin|"
    r"nok|contact|contact person|witness|informant|employee|caller|caregiver|healthcare proxy|"
    r"poa|policy holder|cardholder|account holder|recipient|sender|from|to|re"
)
_STAFF = (
    r"attending|attending physician|attending md|surgeon|assistant surgeon|assistant|first assistant|"
    r"anesthesiologist|anesthetist|referring|referring physician|referring provider|referring md|"
    r"referred by|primary care|primary care physician|primary care provider|pcp|provider|"
    r"physician|doctor|clinician|nurse|rn|author|therapist|consultant|consulting physician|"
    r"consultants?|ordering|ordering physician|ordering provider|requesting physician|radiologist|"
    r"pathologist|cardiologist|resident physician|intern|fellow|pharmacist|dictated by|dictating|"
    r"transcribed by|transcriptionist|signed by|electronically signed by|e-signed by|reviewed by|"
    r"performed by|interpreted by|prepared by|reported by|ordered by|seen by|staff|case manager|"
    r"social worker|interpreter|gp|cc|scribe|technologist|technician|sonographer|midwife|"
    r"investigator|principal investigator|coordinator|admitting|admitting physician|discharging physician|"
    r"supervising physician|family physician|family doctor"
)
_LABELS = Rule(
    Entity.PERSON,
    (
        rf"(?im:(?:^|[;,|(\t>~*]|\s{{2}}|[.:]\s)[ \t>*~-]{{0,4}}({_ROLE}|(?:(?:{_ROLE}|full|first|"
        rf"last|middle|maiden|preferred|legal|given|family|birth|print(?:ed)?)(?:'s)?[ _-]?)?name|"
        rf"surname|forename|alias(?:es)?)?((?:{_STAFF})(?:'s)?(?: name)?)?[ \t]{{0,3}}(?:\([^()"
        rf"\n]{{1,20}}\))?[ \t]{{0,2}}[:=][ \t]{{0,4}})"
    ),
    ":|=",
    digits=False,
)


def find(doc: Doc) -> Iterator[Span]:
    """Names of people. What a cue has shown to be a name is then found again in the rest of the text, part by part."""
    if not doc.words:
        return
    found = [*_titles(doc), *_cues(doc), *_labels(doc), *_listed(doc)]
    yield from found
    yield from _again(doc, found)


def _span(run: name_grammar.Run | None, entity: Entity, strength: Strength = "strong") -> Iterator[Span]:
    if run is not None:
        yield hit(run.start, run.end, entity, strength)


_TITLED = name_cues.DOCTOR_TITLES | name_cues.PEOPLE_TITLES | name_cues.KIN | name_cues.CLINICIANS
_LETTERED = name_cues.CREDENTIALS | name_cues.DOTTED


def _titles(doc: Doc) -> Iterator[Span]:
    words = doc.words
    for i, word in enumerate(words):
        low = word.lower
        if low not in _TITLED and word.text not in _LETTERED:
            continue
        if low in name_cues.DOCTOR_TITLES or low in name_cues.PEOPLE_TITLES:
            yield from _titled(doc, i)
        if word.text in name_cues.CREDENTIALS and i > 0:
            yield from _credential(doc, i - 1, i)
        elif (
            word.text in name_cues.DOTTED
            and 0 < i < len(words) - 1
            and name_grammar.gap(doc, i) in (".", ". ")
            and word.text + words[i + 1].text in name_cues.CREDENTIALS
        ):
            yield from _credential(doc, i - 1, i)  # "M.D."
        if (low in name_cues.KIN or low in name_cues.CLINICIANS) and i + 1 < len(words):
            yield from _relative(doc, i)


def _titled(doc: Doc, i: int) -> Iterator[Span]:
    word, low = doc.words[i], doc.words[i].lower
    between = name_grammar.gap(doc, i)
    if i + 1 >= len(doc.words) or between not in (" ", ". ", ".", "  ", ".  ", ".\n", "\n", ": "):
        return
    wordy = low in name_cues.WORD_TITLES
    if "." in between and low in name_cues.WHOLE_TITLES:
        return  # "this is the nurse. Caller: ..."
    if wordy and ((not word.text[0].isupper() and low not in ("doctor", "nurse", "miss", "mister")) or "\n" in between):
        return
    entity = Entity.DOCTOR if low in name_cues.DOCTOR_TITLES else Entity.PERSON
    if wordy and not _is_listed(doc.words[i + 1]) and not name_grammar.initial(doc.words[i + 1]):
        return
    run = name_grammar.forward(doc, i + 1, loose=not wordy, lower=not wordy or low in ("doctor", "miss", "mister"))
    if run is None and not wordy and len(doc.words[i + 1].text) == 1 and doc.words[i + 1].text.isupper():
        yield hit(doc.words[i + 1].start, doc.words[i + 1].end, entity)
        return
    yield from _span(run, entity)


def _credential(doc: Doc, i: int, at: int) -> Iterator[Span]:
    between = doc.text[doc.words[i].end : doc.words[at].start]
    if between not in (", ", " ", ",", ". ", ".,", "., ", " (", " - "):
        return
    if between in (" ", ". ") and doc.words[at].text in ("PT", "OT", "RT", "DC", "OD", "PA", "RD", "DO"):
        return  # "Smith PT" reads as well "Smith, PT evaluation"
    yield from _span(name_grammar.backward(doc, i), Entity.DOCTOR)


def _relative(doc: Doc, i: int) -> Iterator[Span]:
    between = name_grammar.gap(doc, i)
    if between not in (" ", ", ", " (", " - "):
        return
    nxt = doc.words[i + 1]
    if not name_grammar.capital(nxt) or name_grammar.is_word(nxt) or nxt.text.isupper() != doc.words[i].text.isupper():
        return
    run = name_grammar.forward(doc, i + 1, limit=3)
    if run is None:
        return
    listed = _is_listed(doc.words[i + 1])
    yield from _span(
        run, Entity.PERSON if doc.words[i].lower in name_cues.KIN else Entity.DOCTOR, "strong" if listed else "weak"
    )


def _is_listed(word: Word) -> bool:
    text = name_grammar.base(word)
    return text in lexicon.given() or text in lexicon.family()


def _word_at(doc: Doc, offset: int) -> int | None:
    """The index of the first word that starts at or within two characters behind an offset."""
    words = doc.words
    low, high = 0, len(words)
    while low < high:
        mid = (low + high) // 2
        if words[mid].start < offset:
            low = mid + 1
        else:
            high = mid
    return low if low < len(words) and words[low].start <= offset + 2 else None


def _cues(doc: Doc) -> Iterator[Span]:
    for rule in (_DOCTOR_CUES, _PERSON_CUES):
        if not doc.may_hold(rule):
            continue
        for m in rule.regex.finditer(doc.data):
            end = m.end()
            i = _word_at(doc, end)
            if i is None or "\n" in doc.text[end : doc.words[i].start]:
                continue
            word = doc.words[i]
            if not name_grammar.capital(word) or name_grammar.is_word(word):
                listed = (
                    name_grammar.forward(doc, i, loose=True)
                    if name_grammar.capital(word) and _is_listed(word)
                    else None
                )
                if listed is None or listed.last == listed.first:
                    continue
                yield from _span(listed, rule.entity)
                continue
            run = name_grammar.forward(doc, i)
            if _is_listed(word):
                yield from _span(run, rule.entity)
            elif (
                run is not None
                and not word.text.isupper()
                # "a drug called Trimethoprim": a word on no list needs a second one, or a cue that speaks of a name
                and (run.last > run.first or rule is _DOCTOR_CUES or b"ame" in m.group())
            ):
                yield from _span(run, rule.entity, "weak")


def _labels(doc: Doc) -> Iterator[Span]:
    if not doc.may_hold(_LABELS):
        return
    for m in _LABELS.regex.finditer(doc.data):
        patient, staff = m.span(1), m.span(2)
        if (patient[0] < 0) == (staff[0] < 0):
            continue
        end = m.end()
        label = m.group(1 if patient[0] >= 0 else 2).decode("ascii").lower()
        entity = (
            Entity.DOCTOR
            if staff[0] >= 0
            else Entity.PATIENT
            if "patient" in label or label in ("pt", "name")
            else Entity.PERSON
        )
        yield from _labelled(doc, end, entity, "name" in label or label in ("surname", "forename"))


def _labelled(doc: Doc, offset: int, entity: Entity, sure: bool) -> Iterator[Span]:
    """The name in a field. sure: the label says that it is a name, so that words and lower case are accepted."""
    i = _word_at(doc, offset)
    if i is None or "\n" in doc.text[offset : doc.words[i].start]:
        return
    words = doc.words
    if words[i].lower in name_cues.DOCTOR_TITLES or words[i].lower in name_cues.PEOPLE_TITLES:
        return  # the rule on titles reads on from here
    listed = _is_listed(words[i])
    if not sure and name_grammar.is_word(words[i]) and not (listed and name_grammar.capital(words[i])):
        return
    run = name_grammar.forward(doc, i, loose=True, lower=sure)
    if run is None:
        return
    spoken = wordy = False
    if not sure and run.first == run.last:
        # "Patient: Buckle up" is speech, "Patient: Buckle" a name, "Patient: Okey." may be either
        between = name_grammar.gap(doc, run.last)
        spoken, wordy = between[:1] in (".", ",", "?", "!", "'"), name_grammar.is_word(words[i])
        if wordy:  # "Client: White, affect flat": the student knows it from "Patient: Well, yes"
            if not listed or name_grammar.never(words[i]) or between[:1] not in (",", ".", "\n", ";", ""):
                return
        else:
            closed = between[:1] in ("", "\n", "\t", ";", "(", ".") or between[:2] == "  "
            behind = words[run.last + 1] if run.last + 1 < len(words) else None
            closed = closed or (
                between == ", " and behind is not None and name_grammar.capital(behind) and _is_listed(behind)
            )
            closed = closed or name_grammar.base(words[i]) in lexicon.plain_given()
            if not closed or not (listed or name_grammar.capital(words[i])):
                return
    last = run.last
    end = run.end
    # "Doe, John Q."
    if (
        name_grammar.gap(doc, last) in (", ", ",")
        and last + 1 < len(words)
        and not words[last + 1].text.isupper() | (words[last + 1].text in name_cues.CREDENTIALS)
    ):
        more = name_grammar.forward(doc, last + 1, loose=False, lower=sure, limit=3)
        end = more.end if more is not None and (sure or _is_listed(words[last + 1])) else end
    elif (
        name_grammar.gap(doc, last) in (", ", ",")
        and last + 1 < len(words)
        and sure
        and words[last + 1].text not in name_cues.CREDENTIALS
    ):
        more = name_grammar.forward(doc, last + 1, loose=True, limit=3)
        end = more.end if more is not None else end
    # "Doe, John" is a name, whoever says it
    yield hit(run.start, end, entity, "weak" if wordy or (spoken and end == run.end) else "strong")


def _listed(doc: Doc) -> Iterator[Span]:
    """Pairs and single names that the lists know."""
    words = doc.words
    given, family, plain = lexicon.given(), lexicon.family(), lexicon.plain_given()
    surnames = lexicon.plain_family()
    skip = -1
    for i, word in enumerate(words):
        if i <= skip or not word.text[0].isupper() or len(word.text) < 2:
            continue
        text = name_grammar.base(word)
        if name_grammar.never(word):
            continue
        if text not in given:
            if not name_grammar.is_word(word):
                run = _unlisted(doc, i)
                if run is not None:
                    skip = run.last
                    yield from _span(run, Entity.PERSON, "weak")
                elif text in surnames and not word.text.isupper() and not _eponymous(doc, i):
                    yield hit(word.start, word.end - (2 if word.lower.endswith("'s") else 0), Entity.PERSON, "weak")
            continue
        run = name_grammar.forward(doc, i, loose=text in family, limit=4)
        if run is not None and run.last > run.first and not _eponymous(doc, run.last):
            tail = name_grammar.base(words[run.last])
            wordy = text not in plain
            if wordy and (tail not in family or name_grammar.is_word(words[run.last]) or word.text.isupper()):
                continue
            skip = run.last
            yield from _span(run, Entity.PERSON, "strong" if not wordy and tail in family else "weak")
        elif text in plain and not _eponymous(doc, i):
            end = word.end - (2 if word.lower.endswith("'s") else 0)
            yield hit(word.start, end, Entity.PERSON, "weak")


def _unlisted(doc: Doc, i: int) -> name_grammar.Run | None:
    """A name that begins with a word on no list, if its shape ("Faina D. Yefremova") or its surname tells it."""
    words = doc.words
    if words[i].text.isupper():
        return None
    run = name_grammar.forward(doc, i, limit=4)
    if run is None or run.last == run.first or _eponymous(doc, run.last):
        return None
    inner = words[run.first + 1 : run.last]
    if any(name_grammar.initial(w) for w in inner) and not name_grammar.initial(words[run.last]):
        return run
    ends = (words[run.first], words[run.last])
    # two words on no list, each written as a name is: a name, unless they are medicine ("Serous Otitis")
    named = all(w.text[1:].islower() and not w.lower.endswith(name_cues.CLINICAL_ENDINGS) for w in ends)
    return run if named else None


def _eponymous(doc: Doc, i: int) -> bool:
    words = doc.words
    if i + 1 < len(words) and words[i + 1].lower in name_cues.THINGS and name_grammar.gap(doc, i) in (" ", "  ", "-"):
        return True
    return name_grammar.base(words[i]) in lexicon.eponyms() and words[i].lower.endswith("'s")


def _again(doc: Doc, found: list[Span]) -> Iterator[Span]:
    """Parts of names that a cue has shown, wherever else they stand capitalised."""
    parts: dict[str, Entity] = {}
    taken: set[int] = set()
    for s in found:
        i = _word_at(doc, s.start)
        while i is not None and i < len(doc.words) and doc.words[i].start < s.end:
            word = doc.words[i]
            taken.add(i)
            text = name_grammar.base(word)
            if (
                s.strength == "strong"
                and len(text) > 2
                and not name_grammar.never(word)
                and text not in name_grammar.PARTICLES
            ):
                parts.setdefault(text, s.entity)
            i += 1
    if not parts:
        return
    eponyms = lexicon.eponyms()
    for i, word in enumerate(doc.words):
        if i in taken or not word.text[0].isupper():
            continue
        text = name_grammar.base(word)
        entity = parts.get(text)
        if (
            entity is None
            or _eponymous(doc, i)
            or name_grammar.is_word(word)
            or (text in eponyms and word.text.isupper())
        ):
            continue
        yield hit(word.start, word.end - (2 if word.lower.endswith("'s") else 0), entity)
