"""Asks an LLM to decide what the rules for stand-ins leave open (RedactOR, section 3.2, algorithm 3).

The LLM answers two questions. Whom does an ambiguous name mean, of those who fit? Is a name that the site's records
lack a misspelling of a similar name that they have? All other decisions, and those that it does not answer, stay with
the rules. Stand-ins come from keyed permutations and draws; the LLM never writes one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from rapidfuzz.distance import OSA

from redactor.detect.cascade.injection import speaks_to_a_model
from redactor.entities import NAMES, Entity, Role
from redactor.keys import Keyring
from redactor.lexicon import names as name_lists
from redactor.llm import prompts
from redactor.llm.cache import AnswerStore
from redactor.llm.contract import Llm
from redactor.text import Mention
from redactor.unicode_fold import label_key
from relex.identity.names import possible_readings
from relex.identity.ownership import Ownership
from relex.identity.people import Context
from relex.index import Entry
from relex.llm_questions import Asker, Question
from relex.parts import Kind, Level, Part, Pieces
from relex.prf import KeyedChoice
from relex.strategy import Strategy, Unsettled

_PROMPTS = ("cluster", "decide")
_MAX_CHOICES = 6
_MAX_NAME_LENGTH = 100  # characters of a name that is asked about
_COMPARED = frozenset({Kind.FAMILY, Kind.GIVEN})
_MIN_NAME_LENGTH = 5  # letters of a name that may be misspelled
_MAX_EDITS = 2
_ROLE_PHRASES = {
    Role.PATIENT: "the patient",
    Role.RELATIVE: "a relative or contact of the patient",
    Role.CLINICIAN: "a member of the staff",
    Role.SITE: "a member of the staff",
}


class LlmStrategy:
    """Decides by rules, and asks an LLM where the rules are unsure.

    No text of a note whose type is in `never` is sent. `context_tokens` is the length of the model's context.
    """

    reads_paragraphs = True

    def __init__(
        self,
        rules: Strategy,
        llm: Llm,
        answers: AnswerStore,
        keyring: Keyring,
        recipient: str,
        never: Collection[str] = (),
        context_tokens: int = 8_192,
    ) -> None:
        self._rules, self._never = rules, frozenset(map(label_key, never))
        self._asker = Asker(llm, answers, keyring.pseudonym("llm", recipient), context_tokens)
        self._cluster, self._decide = map(prompts.load_prompt, _PROMPTS)
        told = "\0".join((llm.model, *(prompts.load_prompt(name).version for name in _PROMPTS)))
        self.version = f"llm-{hashlib.sha256(told.encode()).hexdigest()[:12]}"

    def covers(self, entity: Entity) -> bool:
        return self._rules.covers(entity)

    def cluster(self, mention: Mention, context: Context) -> Pieces:
        return self._rules.cluster(mention, context)

    def query(self, part: Part) -> str:
        return self._rules.query(part)

    def candidates(self, part: Part, choice: KeyedChoice) -> Iterator[str]:
        return self._rules.candidates(part, choice)

    def render(self, entity: Entity, part: Part, standin: str) -> str:
        return self._rules.render(entity, part, standin)

    def prepare(self, unsettled: Sequence[Unsettled]) -> list[Pieces | None]:
        """Return the pieces of ambiguous names that the LLM settled."""
        out: list[Pieces | None] = [None] * len(unsettled)
        allowed = {
            i: u for i, u in enumerate(unsettled) if self._never.isdisjoint(map(label_key, u.mention.note_types))
        }
        self._settle_names(allowed, out)
        return out

    def decide(self, proposed: Sequence[tuple[Part, Sequence[Entry]]]) -> list[Entry | None]:
        """Decide by the rules; where they see no misspelling, let the LLM choose among names that differ by little.

        The question holds the name alone, without the notes that have it. If notes of some types must not be sent, no
        name is.
        """
        out = self._rules.decide(proposed)
        if self._never:
            return out
        questions: dict[int, Question] = {}
        near: dict[int, list[Entry]] = {}
        for i, (part, proposals) in enumerate(proposed):
            if out[i] is None and (offered := _similar(part, proposals)):
                near[i] = offered
                about = (("name", part.canonical), ("kind", part.kind.value))
                choices = tuple((("name", e.original),) for e in offered)
                questions[i] = Question(None, f"{part.kind}/{part.subkind}/{part.canonical}", about, choices)
        chosen = self._asker.choose(self._decide, list(questions.values())) if questions else []
        for i, choice in zip(questions, chosen, strict=True):
            out[i] = None if choice is None else near[i][choice]
        return out

    def _settle_names(self, unsettled: Mapping[int, Unsettled], out: list[Pieces | None]) -> None:
        """Ask whom ambiguous names in texts mean, and write the chosen readings to `out`."""
        readings: dict[int, list[Pieces]] = {}
        questions: dict[int, Question] = {}
        for i, u in unsettled.items():
            m = u.mention
            if (
                m.where != "text"
                or m.entity not in NAMES
                or m.value not in m.paragraph
                or len(m.value) > _MAX_NAME_LENGTH
            ):
                continue
            offered = _offered(m, u.context)
            descriptions = _descriptions(list(offered.values()))
            if not 2 <= len(offered) <= _MAX_CHOICES or len(set(descriptions)) < len(descriptions):
                continue
            readings[i] = list(offered)
            text = words_around(m.paragraph, m.value)
            if speaks_to_a_model(text):
                continue
            about = (("name", m.value), ("text", without_identifiers(text)))
            meant = repr([_identity(pieces) for pieces in readings[i]])
            scope = m.note if m.subject is None else ""
            questions[i] = Question(m.subject, scope, about, tuple((("who", w),) for w in descriptions), meant)
        chosen = self._asker.choose(self._cluster, list(questions.values())) if questions else []
        for i, choice in zip(questions, chosen, strict=True):
            out[i] = None if choice is None else readings[i][choice]


def _offered(mention: Mention, context: Context) -> dict[Pieces, list[Ownership]]:
    """Return the different readings of an ambiguous name, each with the owners it may have."""
    found: dict[Pieces, list[Ownership]] = {}
    for owner, pieces in possible_readings(mention, context):
        found.setdefault(pieces, []).append(owner)
    return found


def _descriptions(offered: Sequence[Sequence[Ownership]]) -> list[str]:
    """Describe the owners of each reading by role, and by name too where roles do not tell them apart."""
    roles = [_joined_alternatives(_role_phrase(o) for o in owners) for owners in offered]
    if len(set(roles)) == len(roles):
        return roles
    return [
        f"{role}: {_joined_alternatives(' '.join((*p.given, *p.family)) for o in owners for p in o.people)}"
        for role, owners in zip(roles, offered, strict=True)
    ]


def _role_phrase(owner: Ownership) -> str:
    """Return the words that describe an owner's role to the LLM."""
    if owner.level is not Level.HOUSEHOLD:
        return _ROLE_PHRASES[Role.CLINICIAN]
    role = owner.people[0].role
    return _ROLE_PHRASES.get(role, _ROLE_PHRASES[Role.RELATIVE]) if role is not None else _ROLE_PHRASES[Role.RELATIVE]


def _joined_alternatives(texts: Iterator[str]) -> str:
    return ", or ".join(sorted(set(texts)))


def _identity(pieces: Pieces) -> tuple[object, ...]:
    """Return the level and the keys that the stand-ins of a reading depend on."""
    keys = tuple(item if isinstance(item, str) else item.key for item in pieces.items)
    return (str(pieces.level), *keys)


def _similar(part: Part, proposals: Sequence[Entry]) -> list[Entry]:
    """Return the proposals that a name may misspell; a name in the census misspells nothing."""
    name = part.canonical
    if part.kind not in _COMPARED or len(name) < _MIN_NAME_LENGTH or not name.isalpha() or name_lists.usual(name):
        return []
    max_edits = _MAX_EDITS if len(name) > _MIN_NAME_LENGTH else 1
    near = {e.original: e for e in proposals if OSA.distance(e.original, name, score_cutoff=max_edits) <= max_edits}
    return [near[original] for original in sorted(near)][:_MAX_CHOICES]


# --- The words around a name ------------------------------------------------------------------------------------------

_CONTEXT_CHARACTERS = 240  # characters on either side
_NUMBERS = re.compile(r"[^\s,;]*\d{3,}[^\s,;]*|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}")
_ADDRESSES = re.compile(r"\S+@\S+|\S+://\S+")
_HIDDEN = "[ID]"


def words_around(paragraph: str, value: str) -> str:
    """Return whole words around the first place of a value in its paragraph, preferably where the value is a whole
    word.
    """
    found = re.search(rf"(?<!\w){re.escape(value)}(?!\w)", paragraph)
    at = paragraph.find(value) if found is None else found.start()
    if at < 0:
        return value
    start, end = max(0, at - _CONTEXT_CHARACTERS), min(len(paragraph), at + len(value) + _CONTEXT_CHARACTERS)
    if start and (space := _first_space(paragraph, start, at)) >= 0:
        start = space
    if end < len(paragraph) and (space := _last_space(paragraph, at + len(value), end)) >= 0:
        end = space
    return paragraph[start:end].strip()


def without_identifiers(text: str) -> str:
    """Return the text without long numbers, dates and addresses."""
    return _NUMBERS.sub(_HIDDEN, _ADDRESSES.sub(_HIDDEN, text))


def _first_space(text: str, start: int, end: int) -> int:
    return next((i for i in range(start, end) if text[i].isspace()), -1)


def _last_space(text: str, start: int, end: int) -> int:
    return next((i for i in range(end, start, -1) if text[i - 1].isspace()), -1)
