"""This module builds the replacer of a profile: tags alone, or stand-ins from the index that the settings name."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from redactor.assemble.home import index_path
from redactor.engine import Replacer
from redactor.entities import Entity
from redactor.errors import SettingsError
from redactor.files.own_files import make_own_folder
from redactor.keys import Keyring
from redactor.policy.profiles import Profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.settings import Settings
from redactor.text import Action, KnownValue

if TYPE_CHECKING:
    from redactor.assemble.llm_access import LlmAccess
    from redactor.run.state.known_store import KnownStore
    from relex.identity.context import HouseholdNames, KnownValues
    from relex.index import Index
    from relex.parts import Level
    from relex.strategy import Strategy


class StoredKnownValues:
    """This class reads households and known values from the store of a home, for stand-ins.

    store: gives the store, or None if there is none. site: gives the values of the site.
    """

    def __init__(
        self, keyring: Keyring, store: Callable[[], KnownStore | None], site: Callable[[], tuple[KnownValue, ...]]
    ) -> None:
        self._keyring, self._store, self._site = keyring, store, site

    def household(self, subject: str) -> HouseholdNames:
        from redactor.run.state.households import name_alone
        from relex.identity.context import HouseholdNames

        store = self._store()
        if store is None:
            alone = name_alone(self._keyring, subject)
            return HouseholdNames(alone, alone)
        found = store.household(subject)
        return HouseholdNames(found.initial_name, found.name, found.former_names)

    def known(self, subject: str) -> tuple[KnownValue, ...]:
        store = self._store()
        return () if store is None else store.get(subject)

    def births_in_other_charts(self, subject: str) -> frozenset[str]:
        """Return the birth dates of the patients of the other charts in the subject's household."""
        store = self._store()
        if store is None:
            return frozenset()
        values = (v for scope in store.members(subject) if scope != subject for v in store.values_of_chart(scope))
        return frozenset(v.value for v in values if v.entity is Entity.BIRTH_DATE_TIME)

    def site(self) -> tuple[KnownValue, ...]:
        return self._site()

    def event_days(self, subject: str) -> tuple[str, ...]:
        """Return the sorted days of the subject's events, or () without a store; see `StoredDays.days_of`."""
        store = self._store()
        return () if store is None else store.days.days_of(subject)


def wants_standins(profile: Profile) -> bool:
    """Return whether the profile replaces any entity by a stand-in."""
    return any(profile.action(e) is Action.SURROGATE for e in Entity)


def open_index(settings: Settings, keyring: Keyring) -> Index:
    """Open the index of stand-ins that the settings name, behind a cache. Raises SettingsError if it cannot be used."""
    from redactor.errors import IndexMismatchError, IndexUnavailableError
    from relex.index.cache import CachedIndex

    relex = settings.relex
    try:
        if relex.index == "embedded":
            from relex.index.embedded import EmbeddedIndex
            from relex.index.similarity import embedder

            make_own_folder(settings.home)
            return CachedIndex(EmbeddedIndex(index_path(settings), keyring, embedder(relex.embedding)))
        if relex.embedding is not None:
            raise SettingsError("relex.embedding is for the embedded index; OpenSearch searches only keyed n-grams")
        try:
            from relex.index.opensearch import OpenSearchIndex
        except ImportError:
            raise SettingsError(
                "relex.index names an OpenSearch; install its client: pip install 'clinical-redactor[relex]'"
            ) from None
        store = OpenSearchIndex.open(
            relex.index,
            keyring,
            index=relex.index_name,
            user=relex.user,
            password=relex.password,
            ca_certs=None if relex.ca_certs is None else str(relex.ca_certs),
            timeout_s=relex.timeout_s,
        )
        return CachedIndex(store)
    except (IndexMismatchError, IndexUnavailableError, ValueError) as e:
        raise SettingsError(f"the index of stand-ins: {e}") from None


def check_index(settings: Settings, profile: Profile, seconds: float) -> None:
    """Raise IndexUnavailableError if the profile needs an index in OpenSearch that does not answer within seconds."""
    relex = settings.relex
    if relex.index == "embedded" or not wants_standins(profile):
        return
    from redactor.errors import IndexUnavailableError
    from relex.index.opensearch_client import OpenSearchStore

    ca_certs = None if relex.ca_certs is None else str(relex.ca_certs)
    store = OpenSearchStore(
        relex.index, relex.index_name, user=relex.user, password=relex.password, ca_certs=ca_certs, seconds=seconds
    )
    try:
        if store.mapping() is None:
            raise IndexUnavailableError("the index of stand-ins is gone; restore it from a snapshot")
    finally:
        store.close()


def levels(settings: Settings) -> Mapping[Entity, Level]:
    """Return the scope level of stand-ins by entity. Raises SettingsError for an unknown entity or level."""
    from relex.parts import Level

    try:
        return {Entity(name): Level(level) for name, level in settings.relex.levels.items()}
    except ValueError:
        raise SettingsError("relex.levels maps entities (redactor/entities.py) to household, site or global") from None


def build_tag_replacer(
    settings: Settings,
    keyring: Keyring,
    profile: Profile,
    as_of: dt.date | None,
    event_days: Callable[[str], Iterable[str]] | None = None,
) -> TagReplacer:
    """Build the replacer of the profile that makes no stand-ins and stores nothing.

    event_days: gives the days of a subject's events, as in TagReplacer.
    """
    weeks = settings.shift_weeks
    recipient = profile.dates.pseudonym_recipient(settings.recipient)
    return TagReplacer(
        profile,
        keyring,
        recipient,
        as_of=as_of,
        shift_weeks=weeks,
        event_days=event_days,
        fillers=settings.site.date_fillers,
    )


def build_replacer(
    settings: Settings,
    keyring: Keyring,
    profile: Profile,
    as_of: dt.date | None,
    known: KnownValues | None = None,
    access: LlmAccess | None = None,
) -> Replacer:
    """Build the replacer of the profile, which makes stand-ins if the profile asks for them.

    known: known people and places; with None, only the texts tell of them. access: the LLM, if the settings let it help
    with stand-ins; with None, rules alone decide.
    """
    event_days = known.event_days if isinstance(known, StoredKnownValues) else None
    tags = build_tag_replacer(settings, keyring, profile, as_of, event_days)
    if not wants_standins(profile):
        return tags
    from relex.identity.context import NoKnownValues
    from relex.relexicalizer import Relexicalizer
    from relex.strategy import RuleStrategy  # loads lists of names and places

    index = open_index(settings, keyring)
    strategy: Strategy = RuleStrategy()
    if settings.llm is not None and settings.llm.standins and access is not None:
        from relex.by_llm import LlmStrategy

        llm = settings.llm
        strategy = LlmStrategy(
            strategy, access.llm, access.answers, keyring, settings.recipient, llm.never, llm.context_tokens
        )
    return Relexicalizer(
        tags,
        strategy,
        index,
        keyring,
        profile.dates.pseudonym_recipient(settings.recipient),
        settings.source,
        known or NoKnownValues(),
        levels(settings),
        settings.relex.decoys,
    )
