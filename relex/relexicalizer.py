"""The replacer with stand-ins: cluster, query, retrieve, validate, reuse or generate, index (RedactOR, algorithm 3).

What a part becomes follows from the keys, its scope, its canonical form and what structured records told, so that
workers agree without talking; the index remembers it, keeps two originals of a scope from sharing a stand-in, and holds
what was given although pools and known values change later.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from redactor.entities import DATES, NAMES, Entity
from redactor.keys import Keyring
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Action, Mention
from relex.allocate import Allocator, Held
from relex.identity import names
from relex.identity.context import ContextBuilder, KnownValues, ScopeContext
from relex.identity.scopes import scope_name
from relex.index import Index
from relex.markov import Walk
from relex.parts import Context, Key, Level, Part, Person, Pieces, small
from relex.prf import KeyedChoice
from relex.strategy import Strategy

_REMEMBERED = 50_000
_SITE_ENTITIES = frozenset({Entity.HOSPITAL, Entity.PHARMACY, Entity.DIAGNOSTIC_LABS, Entity.ORGANIZATION})
_POLICED = dict.fromkeys(DATES, Action.SHIFT) | {Entity.AGE: Action.GENERALIZE}


@dataclass(slots=True)
class _Job:
    """A mention on its way. at: its place in the batch. key: what its replacement is remembered under."""

    at: int
    mention: Mention
    home: ScopeContext
    pieces: Pieces
    level: Level
    key: tuple[object, ...] | None


class Relexicalizer:
    """Stand-ins for what the profile gives `surrogate`; everything else goes to the tag replacer.

    levels: how far an entity's stand-ins reach, where it is not the default. markov: stand-ins change along a text.
    Same mentions, keys, known values and index: same replacements. Raises IndexUnavailableError when the index cannot
    be asked; nothing of the batch is then replaced.
    """

    name = "stand-ins"

    def __init__(
        self,
        tags: TagReplacer,
        strategy: Strategy,
        index: Index,
        keyring: Keyring,
        recipient: str,
        source: str,
        facts: KnownValues,
        levels: Mapping[Entity, Level] | None = None,
    ) -> None:
        self.version = f"1/{index.name}/{tags.version}"
        self.ambiguous: list[int] = []
        self._tags, self._strategy = tags, strategy
        self._levels = dict.fromkeys(_SITE_ENTITIES, Level.SITE) | dict(levels or {})
        self._markov = tags.profile.standins == "markov"
        self._contexts = ContextBuilder(facts, self._cluster, self._level, self._replaced)
        self._purpose = keyring.pseudonym("stand-in", recipient)
        self._space = (recipient, keyring.epoch)
        self._scopes = {Level.SITE: self._scope(Level.SITE, source), Level.GLOBAL: self._scope(Level.GLOBAL, "")}
        self._choices: OrderedDict[str, KeyedChoice] = OrderedDict()
        self._allocator = Allocator(strategy, index, keyring, self.choice_for)
        self._done: OrderedDict[tuple[object, ...], tuple[str, bool]] = OrderedDict()

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        """One replacement a mention, in order."""
        out = [""] * len(mentions)
        self.ambiguous = []
        tagged: list[int] = []
        jobs: list[_Job] = []
        together = _together(mentions)
        for i, mention in enumerate(mentions):
            if self._tags.action(mention) is not Action.SURROGATE or not self._replaced(mention.entity):
                tagged.append(i)
            elif (done := self._begin(i, mention, together.get(mention.note, ()), jobs)) is not None:
                out[i] = done
        for i, tag in zip(tagged, self._tags.replace([self._policed(mentions[i]) for i in tagged]), strict=True):
            out[i] = tag
        held = self._held(jobs)
        for job in jobs:
            out[job.at] = text = "".join(self._piece(job, item, held) for item in job.pieces.items)
            if job.key is not None:
                self._remember(job.key, text, job.pieces.ambiguous)
        return out

    def choice_for(self, scope: str) -> KeyedChoice:
        """The randomness of a scope."""
        found = self._choices.get(scope)
        if found is None:
            found = self._choices[scope] = KeyedChoice(self._purpose.digest(scope))
            if len(self._choices) > _REMEMBERED:
                self._choices.popitem(last=False)
        return found

    # -- cluster

    def _begin(self, at: int, mention: Mention, record: tuple[Person, ...], jobs: list[_Job]) -> str | None:
        home = self._contexts.of(mention.subject)
        key: tuple[object, ...] | None = None
        if not (self._markov and mention.note):
            m = mention
            key = (home, m.value, m.entity, m.role, m.where == "text", m.part, m.parts, record)
            done = self._done.get(key)
            if done is not None:
                self._done.move_to_end(key)
                if done[1]:
                    self.ambiguous.append(at)
                return done[0]
        context = replace(home.context, record=record) if record else home.context
        pieces = self._cluster(mention, context)
        if pieces.ambiguous:
            self.ambiguous.append(at)
        level = pieces.level or self._level(mention.entity)
        if mention.subject is None and level is Level.HOUSEHOLD:
            level = Level.SITE
        jobs.append(_Job(at, mention, home, pieces, level, key))
        return None

    def _cluster(self, mention: Mention, context: Context) -> Pieces:
        return self._strategy.cluster(mention, context)

    def _policed(self, mention: Mention) -> Mention:
        """Dates and ages have no stand-ins but what policy makes of them: a shift, a band."""
        if mention.entity not in _POLICED or self._tags.action(mention) is not Action.SURROGATE:
            return mention
        return replace(mention, force=_POLICED[mention.entity])

    def _replaced(self, entity: Entity) -> bool:
        return self._strategy.covers(entity) and self._tags.profile.action(entity) is Action.SURROGATE

    def _level(self, entity: Entity) -> Level:
        return self._levels.get(entity, Level.HOUSEHOLD)

    # -- retrieve, or generate and index

    def _held(self, jobs: Iterable[_Job]) -> Held:
        """The stand-ins of all parts that the jobs need, from the index or new in it."""
        households: dict[tuple[str, ...], tuple[ScopeContext, dict[Key, Part]]] = {}
        wide: dict[Level, dict[Key, Part]] = {}
        for job in jobs:
            if self._markov and job.mention.note:
                continue
            for part in job.pieces.stored():
                if job.level is Level.HOUSEHOLD:
                    scopes = tuple(self._scope(Level.HOUSEHOLD, m) for m in job.home.members)
                    households.setdefault(scopes, (job.home, {}))[1][part.key] = part
                else:
                    wide.setdefault(job.level, {})[part.key] = part
        held = Held()
        if households:
            self._allocator.households(households, held)
        for level in sorted(wide):
            site = self._contexts.of(None)
            self._allocator.wide(self._scopes[level], site if level is Level.SITE else None, wide[level], held)
        return held

    def _scope(self, level: Level, name: str) -> str:
        return scope_name(*self._space, level, name)

    def _home_scope(self, job: _Job) -> str:
        if job.level is Level.HOUSEHOLD:
            return self._scope(Level.HOUSEHOLD, job.home.members[0])
        return self._scopes[job.level]

    def _piece(self, job: _Job, item: str | Part, held: Held) -> str:
        if isinstance(item, str):
            return item
        scope = self._home_scope(job)
        if self._markov and job.mention.note:
            standin = self._wandering(job, item, scope)
        elif small(item):
            standin = self._allocator.first(item, self.choice_for(scope), ())
        else:
            standin = held.standin(scope, item)
        return self._strategy.render(job.mention.entity, item, standin)

    def _wandering(self, job: _Job, part: Part, scope: str) -> str:
        """Markov mode: the stand-in of this step of the walk; nothing of it is kept."""
        choice = Walk(self.choice_for(scope), job.mention.paragraph).at(part, job.mention.ordinal)
        return self._allocator.first(part, choice, job.home.avoid)

    def _remember(self, key: tuple[object, ...], text: str, ambiguous: bool) -> None:
        self._done[key] = text, ambiguous
        if len(self._done) > _REMEMBERED:
            self._done.popitem(last=False)


def _together(mentions: Sequence[Mention]) -> dict[str, tuple[Person, ...]]:
    """The people whom each note names."""
    found: dict[str, list[Mention]] = {}
    for mention in mentions:
        if mention.note and mention.entity in NAMES:
            found.setdefault(mention.note, []).append(mention)
    return {note: names.read_together(there) for note, there in found.items()}
