"""Replaces mentions with stand-ins: cluster, query, retrieve, validate, reuse or generate, index (RedactOR, algorithm
3).

The stand-in of a part follows from the keys, its scope, its canonical form and the structured records, so that workers
agree without communicating. The index keeps two originals of a scope from sharing a stand-in, and keeps stand-ins
stable when pools or known values change.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import lru_cache, partial
from weakref import WeakKeyDictionary

from msgspec import structs

from redactor.dates import parse_day
from redactor.entities import DATES, NAMES, Entity, Role
from redactor.errors import NoStandInError
from redactor.keys import Keyring
from redactor.policy import kept_dates
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import Action, Mention
from relex.allocate import Allocator, Avoid, HouseholdParts, StandinMap
from relex.birth_numbers import WRITTEN_AFTER_BIRTH, birth_numbers, has_number, with_shifted_birth
from relex.hidden_names import Decoys, ParagraphWalk, shows_structured
from relex.identity.context import ContextBuilder, HouseholdNames, KnownValues, ScopeContext
from relex.identity.people import Context, Person
from relex.index import Index
from relex.index.codec import chart_token
from relex.organisation_acronyms import ORGANISATIONS, FullName, named_in_full, organisations_by_note
from relex.parts import Level, Part, PartKey, Pieces, has_few_values, scope_name
from relex.pending import ClusteredMention, HashedOnce, PendingMention, people_by_note
from relex.prf import KeyedChoice
from relex.strategy import Strategy, Unsettled
from relex.text_forms import folded

_MAX_CACHED = 50_000
_POLICY_ACTIONS = dict.fromkeys(DATES, Action.SHIFT) | {Entity.AGE: Action.GENERALIZE}
_NOBODY: HashedOnce[tuple[Person, ...]] = HashedOnce(())
_NONE: HashedOnce[tuple[FullName, ...]] = HashedOnce(())


class Relexicalizer:
    """Replaces mentions that the profile marks `surrogate` with stand-ins, and gives all others to the tag replacer.

    `levels` sets the scope of entities that do not use the default. In Markov mode stand-ins change along a text.
    `decoys` is the share of names in texts that vary nevertheless. The same mentions, keys, known values and index give
    the same replacements. Raises IndexUnavailableError when the index cannot be reached; then nothing of the batch is
    replaced.

    Example: `Relexicalizer(tags, RuleStrategy(), index, keyring, "enclave", "site-a",
    NoKnownValues()).replace(mentions)`.
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
        known_values: KnownValues,
        levels: Mapping[Entity, Level] | None = None,
        decoys: float = 0.0,
    ) -> None:
        by_strategy = f"/{strategy.version}" if strategy.version else ""
        self.version = f"6/{index.name}/{tags.version}{by_strategy}"
        self.ambiguous: list[int] = []
        self._tags, self._strategy = tags, strategy
        self._levels = dict.fromkeys(ORGANISATIONS, Level.SITE) | dict(levels or {})
        self._markov = tags.profile.standins == "markov"
        self._decoys = Decoys(decoys) if decoys and not self._markov else None
        self._structured: WeakKeyDictionary[ScopeContext, frozenset[PartKey]] = WeakKeyDictionary()
        self._births_elsewhere: WeakKeyDictionary[ScopeContext, frozenset[date]] = WeakKeyDictionary()
        self._known_values = known_values
        simple = not tags.profile.keep_structure
        self._contexts = ContextBuilder(known_values, self._cluster, self._level_of, self._gets_standin, simple)
        self._derived_key = keyring.pseudonym("stand-in", recipient)
        self._space = (recipient, keyring.epoch)
        self._scopes = {Level.SITE: self._scope(Level.SITE, source), Level.GLOBAL: self._scope(Level.GLOBAL, "")}
        self._choices: OrderedDict[str, KeyedChoice] = OrderedDict()
        self._chart = lru_cache(maxsize=_MAX_CACHED)(partial(chart_token, keyring))
        self._households: OrderedDict[HouseholdNames, HouseholdNames] = OrderedDict()
        self._allocator = Allocator(strategy, index, keyring, self.choice_for)
        self._replacements: OrderedDict[tuple[object, ...], tuple[str, bool]] = OrderedDict()

    @property
    def as_of(self) -> date | None:
        """The day on which ages are judged; a stream changes it between two calls."""
        return self._tags.as_of

    @as_of.setter
    def as_of(self, day: date | None) -> None:
        if day != self._tags.as_of:
            self._tags.as_of = day
            self._replacements.clear()  # names that repeat a birth date among them

    def replace(self, mentions: Sequence[Mention]) -> list[str]:
        """Return one replacement for each mention, in order."""
        out = [""] * len(mentions)
        self.ambiguous = []
        tagged: list[int] = []
        clustered: list[ClusteredMention] = []
        people = people_by_note(mentions)
        by_note = {note: HashedOnce(full) for note, full in organisations_by_note(mentions).items()}
        for i, mention in enumerate(mentions):
            if self._tags.action(mention) is not Action.SURROGATE or not self._gets_standin(mention.entity):
                tagged.append(i)
            else:
                named = by_note.get(mention.note, _NONE) if mention.entity in ORGANISATIONS else _NONE
                cached = self._cluster_or_recall(i, mention, people.get(mention.note, _NOBODY), named, clustered)
                if cached is not None:
                    out[i] = cached
        pending = self._settle(clustered)
        for i, tag in zip(
            tagged, self._tags.replace([self._with_policy_action(mentions[i]) for i in tagged]), strict=True
        ):
            out[i] = tag
        standins = self._standins(pending)
        for waiting in pending:
            out[waiting.at] = text = self._replace_pieces(waiting, standins)
            if waiting.key is not None:
                self._remember(waiting.key, text, waiting.pieces.ambiguous)
        return out

    def choice_for(self, scope: str) -> KeyedChoice:
        """Return the keyed choices of a scope, from a cache."""
        found = self._choices.get(scope)
        if found is None:
            found = self._choices[scope] = KeyedChoice(self._derived_key.digest(scope))
            if len(self._choices) > _MAX_CACHED:
                self._choices.popitem(last=False)
        return found

    # -- cluster

    def _cluster_or_recall(
        self,
        at: int,
        mention: Mention,
        record: HashedOnce[tuple[Person, ...]],
        organisations: HashedOnce[tuple[FullName, ...]],
        clustered: list[ClusteredMention],
    ) -> str | None:
        """Return the cached replacement of a mention, or add the mention to `clustered` and return None."""
        scope_context = self._contexts.for_subject(mention.subject)
        key: tuple[object, ...] | None = None
        if not (mention.note and (self._markov or self._varies(mention))):
            m = mention
            key = (scope_context, m.value, m.entity, m.role, m.where == "text", m.part, m.parts, record, organisations)
            cached = self._replacements.get(key)
            if cached is not None:
                self._replacements.move_to_end(key)
                if cached[1]:
                    self.ambiguous.append(at)
                return cached[0]
        context = replace(scope_context.context, record=record.value) if record.value else scope_context.context
        pieces = self._cluster(mention, context)
        if pieces.ambiguous:
            self.ambiguous.append(at)
        clustered.append(ClusteredMention(at, mention, scope_context, context, pieces, key, organisations.value))
        return None

    def _settle(self, clustered: Sequence[ClusteredMention]) -> list[PendingMention]:
        """Return the mentions that wait for stand-ins, after the strategy has decided what the rules leave open."""
        unsure = [c for c in clustered if c.pieces.ambiguous]
        settled = self._strategy.prepare([Unsettled(c.mention, c.context, c.pieces) for c in unsure]) if unsure else []
        by_place = dict(zip((c.at for c in unsure), settled, strict=True))
        return [self._to_pending(c, by_place.get(c.at)) for c in clustered]

    def _to_pending(self, c: ClusteredMention, settled: Pieces | None) -> PendingMention:
        """Return a clustered mention with its scope, acronyms and decoy, ready for stand-ins."""
        pieces, births = settled or c.pieces, c.scope_context.births
        if c.mention.entity in WRITTEN_AFTER_BIRTH and births and has_number(pieces):
            pieces = with_shifted_birth(pieces, self._birth_numbers(c.mention.subject, births))
        level = pieces.level or self._level_of(c.mention.entity)
        if c.mention.subject is None and level is Level.HOUSEHOLD:
            level = Level.SITE
        acronyms = named_in_full(pieces, c.scope_context.acronyms, c.organisations, self._split_organisation)
        key = None if c.pieces.ambiguous and self._strategy.reads_paragraphs else c.key
        waiting = PendingMention(c.at, c.mention, c.scope_context, pieces, level, key, acronyms)
        if c.mention.note and self._varies(c.mention):
            waiting.decoy = self._decoy(waiting)
        return waiting

    def _varies(self, mention: Mention) -> bool:
        """Tell whether equal mentions may get different replacements, because some become decoys."""
        return self._decoys is not None and mention.entity in NAMES

    def _split_organisation(self, name: FullName) -> Pieces:
        value, entity = name
        return self._cluster(Mention(value, entity), Context())

    def _cluster(self, mention: Mention, context: Context) -> Pieces:
        return self._strategy.cluster(mention, context)

    def _birth_numbers(self, subject: str | None, births: Sequence[str]) -> Mapping[str, str]:
        """Map the numbers in the household's birth dates to the numbers in the dates that the profile shifts
        them to.
        """
        dates = [Mention(b, Entity.BIRTH_DATE_TIME, subject, Role.PATIENT, "known") for b in births]
        dates = [self._with_policy_action(d) for d in dates]
        if any(self._tags.action(d) is not Action.SHIFT for d in dates):
            return {}
        return birth_numbers(births, self._tags.replace(dates))

    def _with_policy_action(self, mention: Mention) -> Mention:
        """Return the mention with the action of the policy for a date or an age: a shift or an age band."""
        if mention.entity not in _POLICY_ACTIONS:
            return mention
        action = self._tags.action(mention)
        if action in (Action.SURROGATE, Action.SHIFT) and self._is_birth_in_another_chart(mention):
            return structs.replace(mention, force=Action.TAG)
        return (
            mention
            if action is not Action.SURROGATE
            else structs.replace(mention, force=_POLICY_ACTIONS[mention.entity])
        )

    def _is_birth_in_another_chart(self, m: Mention) -> bool:
        """Tell whether a mention is a relative's birth date that another chart of the household also has.

        The other chart shifts the date by other weeks, and the difference of two shifts narrows both.
        """
        if m.entity is not Entity.BIRTH_DATE_TIME or m.role is not Role.RELATIVE or m.where == "text":
            return False
        day = parse_day(m.value)
        if m.subject is None or day is None:
            return False
        context = self._contexts.for_subject(m.subject)
        found = self._births_elsewhere.get(context)
        if found is None:
            births = map(parse_day, self._known_values.births_in_other_charts(m.subject))
            found = self._births_elsewhere[context] = frozenset(b for b in births if b is not None)
        return day in found

    def _gets_standin(self, entity: Entity) -> bool:
        """Tell whether the strategy covers the entity and the profile replaces it by stand-ins."""
        return self._strategy.covers(entity) and self._tags.profile.action(entity) is Action.SURROGATE

    def _level_of(self, entity: Entity) -> Level:
        """Return the scope level of an entity."""
        return self._levels.get(entity, Level.HOUSEHOLD)

    # -- retrieve, or generate and index

    def _standins(self, pending: Iterable[PendingMention]) -> StandinMap:
        """Return the stand-ins of all parts of the mentions, from the index or newly allocated."""
        households: dict[HouseholdNames, HouseholdParts] = {}
        shared: dict[Level, dict[PartKey, Part]] = {}
        for waiting in pending:
            if self._markov and waiting.mention.note:
                continue
            for part in waiting.indexed_parts():
                if waiting.level is Level.HOUSEHOLD:
                    scopes = self._household_scopes(waiting.scope_context)
                    if scopes not in households:
                        households[scopes] = HouseholdParts(waiting.scope_context)
                    households[scopes].add(part, self._chart(waiting.mention.subject or ""))
                else:
                    shared.setdefault(waiting.level, {})[part.key] = part
            if waiting.decoy is not None:
                shared.setdefault(Level.SITE, {})  # a decoy differs from the stand-ins of the site
        standins, site = StandinMap(), self._contexts.for_subject(None)
        if households:
            # Charts take the site's telephone numbers. One that finds no stand-ins refuses its own records, not charts.
            with suppress(NoStandInError):
                self._allocator.place_site(self._scopes[Level.SITE], site)
            self._allocator.allocate_households(households, standins)
        for level in sorted(shared):
            self._allocator.allocate_shared(
                self._scopes[level], site if level is Level.SITE else None, shared[level], standins
            )
        return standins

    def _scope(self, level: Level, name: str) -> str:
        return scope_name(*self._space, level, name)

    def _household_scopes(self, scope_context: ScopeContext) -> HouseholdNames:
        """Return the names of a household as names of scopes."""
        names = scope_context.names
        if names is None:
            raise ValueError("values of no subject have no household")
        found = self._households.get(names)
        if found is None:
            own, current, *former = (self._scope(Level.HOUSEHOLD, n) for n in (names.own, names.current, *names.former))
            found = self._households[names] = HouseholdNames(own, current, tuple(former))
            if len(self._households) > _MAX_CACHED:
                self._households.popitem(last=False)
        return found

    def _scope_of(self, waiting: PendingMention) -> str:
        """Return the name of the scope in which a mention's stand-ins hold."""
        if waiting.level is Level.HOUSEHOLD:
            return self._household_scopes(waiting.scope_context).own
        return self._scopes[waiting.level]

    def _replace_pieces(self, waiting: PendingMention, standins: StandinMap) -> str:
        """Return the text of a mention with its stand-ins, or a tag where an acronym has none."""
        out: list[str] = []
        for item in waiting.pieces.items:
            full = waiting.acronyms.get(item.key) if isinstance(item, Part) else None
            if full is None or isinstance(item, str):
                out.append(self._replace_piece(waiting, item, standins))
                continue
            name = [self._replace_piece(waiting, piece, standins) for piece in full.pieces.items] if full.pieces else []
            text = full.standin(item.surface, "".join(name))
            if text is None:
                return self._tags.replace([structs.replace(waiting.mention, force=Action.TAG)])[0]
            out.append(text)
        return kept_dates.joined(out)

    def _replace_piece(self, waiting: PendingMention, item: str | Part, standins: StandinMap) -> str:
        """Return one piece with its stand-in in the form found."""
        if isinstance(item, str):
            return item
        scope = self._scope_of(waiting)
        if self._markov and waiting.mention.note:
            standin = self._markov_standin(waiting, item, scope)
        elif waiting.decoy is not None:
            avoid = () if has_few_values(item) else self._avoided_by_decoys(waiting, standins)
            standin = self._allocator.choose_unindexed(item, waiting.decoy, avoid)
        elif has_few_values(item):
            standin = self._allocator.choose_unindexed(item, self.choice_for(scope), ())
        else:
            standin = standins.standin(scope, item)
        return self._strategy.render(waiting.mention.entity, item, standin)

    def _markov_standin(self, waiting: PendingMention, part: Part, scope: str) -> str:
        """Return the stand-in at one step of the walk of Markov mode, which no index stores."""
        choice = ParagraphWalk(self.choice_for(scope), waiting.mention.paragraph).at(part, waiting.mention.ordinal)
        return self._allocator.choose_unindexed(part, choice, waiting.scope_context.avoid)

    def _decoy(self, waiting: PendingMention) -> KeyedChoice | None:
        """Return the keyed choices of the decoy that a name in a text becomes, or None if the name keeps its
        stand-in.
        """
        site_wide = waiting.level is not Level.HOUSEHOLD
        owner = self._contexts.for_subject(None) if site_wide else waiting.scope_context
        if self._decoys is None or not shows_structured(waiting.pieces, self._structured_parts(owner)):
            return None
        choice = self.choice_for(self._scope_of(waiting))
        return self._decoys.choice_for(choice, waiting.mention, waiting.pieces)

    def _structured_parts(self, scope_context: ScopeContext) -> frozenset[PartKey]:
        """Return the keys of the parts that structured records of a scope have."""
        found = self._structured.get(scope_context)
        if found is None:
            found = self._structured[scope_context] = frozenset(part.key for part in scope_context.seeds)
        return found

    def _avoided_by_decoys(self, waiting: PendingMention, standins: StandinMap) -> Avoid:
        """Return the originals, and the stand-ins of other people in the structured records."""
        context = waiting.scope_context
        given = standins.by_scope.get(self._household_scopes(context).own, {}) if context.names else {}
        own = frozenset(folded(given[part.key]) for part in context.seeds if part.key in given)
        return *context.avoid, own, self._allocator.site_standins

    def _remember(self, key: tuple[object, ...], text: str, ambiguous: bool) -> None:
        """Cache a replacement and whether its mention was ambiguous."""
        self._replacements[key] = text, ambiguous
        if len(self._replacements) > _MAX_CACHED:
            self._replacements.popitem(last=False)
