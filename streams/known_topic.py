"""This module makes and opens the messages of phi.known.v1: known values, links between charts, joins, erasures, and
days.

The topic has one partition and is compacted. A value or link has a key by which a message that is sent again replaces
the earlier message. Charts are joined to households only where the topic says so: the name of a household, and with it
the stand-ins, depends on what was known when it was joined, and so every host must join at the same messages.

A day says that a record of the stream has an event of it: workers judge ages at the newest one. Each has a key of its
own, so that compaction keeps it: whichever producer wrote last, no host goes back.

When a patient is forgotten, an empty message takes the place of each of the patient's values and links: compaction then
removes them from the topic (streams/forget.py).
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import msgspec

from redactor.detect.known.search_keys import Indexed, keys_version
from redactor.entities import Entity, Role
from redactor.errors import RunError
from redactor.keys import Keyring
from redactor.run.contracts import PATIENT, HarvestBatch, PersonClue
from redactor.run.state.event_days import DAYS, OF_STREAM
from redactor.run.state.forgotten import Erasure, Forgotten, Heir
from redactor.text import KnownValue
from schemas.harvest.results import ClueKind
from streams.sealed import Sealer

_VALUE, _BROKEN, _LINK, _JOIN, _ERASURE, _GONE, _DAY = range(7)
_ENTITIES: dict[str, Entity] = {e.value: e for e in Entity}
_ROLES: dict[str | None, Role | None] = {None: None, **{r.value: r for r in Role}}
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder().decode


class KnownMessage(NamedTuple):
    """Holds a message before it is sealed. is_link: whether it can join charts."""

    key: bytes
    body: bytes
    is_link: bool = False


@dataclass(frozen=True, slots=True)
class AddValue:
    """Adds a known value of a person in a chart, or of a site. indexed: None if this version works out the
    search keys.
    """

    scope: str
    person: bytes
    value: KnownValue
    indexed: Indexed | None


@dataclass(frozen=True, slots=True)
class AddLink:
    """Adds a clue that identifies a person of a chart in other charts."""

    clue: PersonClue


@dataclass(frozen=True, slots=True)
class Join:
    """Joins the charts that belong together by the messages before."""


@dataclass(frozen=True, slots=True)
class Gone:
    """Takes the place of a value or link of a forgotten patient, and changes nothing. attempt: id of the erasure."""

    attempt: bytes


@dataclass(frozen=True, slots=True)
class Day:
    """Says that something happened on this day in a record of the stream."""

    day: dt.date


Change = AddValue | AddLink | Join | Erasure | Gone | Day


class KnownMessages:
    """Makes and opens the messages of one topic, named in full, with the prefix.

    An instance is not for use by several threads at a time.
    """

    def __init__(self, keyring: Keyring, topic: str) -> None:
        self._topic = topic
        self._key = keyring.internal("known-message-key")
        self._sealer = Sealer(keyring)

    def from_harvest(self, batch: HarvestBatch) -> Iterator[KnownMessage]:
        """Yields the messages of the values and links of a harvested batch."""
        version = keys_version()
        for scope, person, values, indexed in batch.values:
            for i, value in enumerate(values):
                index = None if indexed is None else (version, *indexed[i])
                fields = [value.value, value.entity.value, value.role.value if value.role else None, value.parts]
                text = json.dumps(fields)
                key = self._key.token("value", scope, person.hex(), text).encode()
                try:
                    yield KnownMessage(key, _encode((_VALUE, scope, person, *fields, index)))
                except UnicodeEncodeError:  # a broken record can hold a lone surrogate
                    yield KnownMessage(key, _encode((_BROKEN, scope, person, text)))
        for clue in batch.clues:
            scope, person, kind, digest, hint = clue
            key = self._key.token("link", scope, person.hex(), str(int(kind)), digest.hex(), hint.hex()).encode()
            yield KnownMessage(key, _encode((_LINK, scope, person, int(kind), digest, hint)), is_link=True)

    def join(self, least_link: bytes) -> KnownMessage:
        """Returns the message of a join. least_link: the least key of the links since the last join, b"" without any.

        Compaction keeps the last join of each name. So there are no more joins than links, and where the links come
        again, their join comes again behind them.
        """
        return KnownMessage(self._key.token("join", least_link.decode("ascii")).encode(), _encode((_JOIN,)))

    def erasure(self, change: Erasure) -> KnownMessage:
        """Returns the message of an erasure, under a key that no other erasure has."""
        fields = (change.scopes, change.last, change.emptied, change.people, change.clues, change.heirs, change.former)
        key = self._key.token("erasure", change.id.hex(), str(int(change.last))).encode()
        return KnownMessage(key, _encode((_ERASURE, change.id, *fields)))

    def gone(self, key: bytes, attempt: bytes) -> KnownMessage:
        """Returns the empty message that takes the place of the message with this key. attempt: id of the erasure."""
        return KnownMessage(key, _encode((_GONE, attempt)))

    def day(self, day: dt.date) -> KnownMessage:
        """Returns the message of a day, which has the same key whoever sends it."""
        return KnownMessage(self._key.token("day", day.isoformat()).encode(), _encode((_DAY, day.isoformat())))

    def seal(self, message: KnownMessage) -> bytes:
        """Returns the sealed value of the message, as the topic holds it."""
        return self._sealer.seal(self._topic, message.key, message.body)

    def open(self, key: bytes | None, value: bytes | None) -> Change:
        """Opens a sealed value.

        Raises ForgedMessageError for a value that was not sealed under this keyring for this key, MissingKeyError for
        one under a key that the keyring lacks, and RunError for a genuine message of another version of Redactor.
        """
        body = self._sealer.open(self._topic, key, value)
        try:
            return self._read(body)
        except (ValueError, KeyError, TypeError):
            raise RunError(
                f"{self._topic} holds known values of another version of Redactor, which this one would miss; update "
                "Redactor on this host"
            ) from None

    def _read(self, body: bytes) -> Change:
        kind, *fields = _decode(body)
        if kind == _VALUE:
            scope, person, text, entity, role, parts, index = fields
            return AddValue(scope, person, _value(text, entity, role, parts), _indexed(index))
        if kind == _BROKEN:
            scope, person, text = fields
            return AddValue(scope, person, _value(*json.loads(text)), None)
        if kind == _LINK:
            scope, person, clue, digest, hint = fields
            return AddLink(PersonClue(scope, person, ClueKind(clue), digest, hint))
        if kind == _ERASURE:
            return _erasure(*fields)
        if kind == _DAY:
            return Day(dt.date.fromisoformat(*fields))
        if kind == _GONE:
            return Gone(*fields)
        if kind == _JOIN:
            return Join()
        raise ValueError


def least_link(messages: Iterable[KnownMessage]) -> bytes:
    """Returns the least key of the links among messages, b"" without any."""
    return min((m.key for m in messages if m.is_link), default=b"")


class Store(Protocol):
    """A store to which messages are applied: a `KnownStore`."""

    def add(
        self, scope: str, values: Iterable[KnownValue], person: bytes, indexed: Sequence[Indexed] | None
    ) -> None: ...

    def add_clues(self, clues: Iterable[PersonClue]) -> None: ...

    def join(self) -> object: ...

    def erase(self, erasure: Erasure) -> bool: ...

    def forgotten(self) -> Forgotten: ...


def apply(store: Store, changes: Iterable[Change]) -> list[int]:
    """Applies changes to the store in order; values of one person are added together.

    Skips messages of an erasure that were sent again, which could erase what others' charts were told since, and
    returns their numbers among the changes, from 0.
    """
    repeated: list[int] = []
    values: dict[tuple[str, bytes], list[AddValue]] = {}
    clues: list[PersonClue] = []

    def add() -> None:
        for (scope, person), added in values.items():
            index = [a.indexed for a in added if a.indexed is not None]
            store.add(scope, [a.value for a in added], person, index if len(index) == len(added) else None)
        values.clear()
        if clues:
            store.add_clues(clues)
            clues.clear()

    for number, change in enumerate(changes):
        if isinstance(change, AddValue):
            values.setdefault((change.scope, change.person), []).append(change)
        elif isinstance(change, AddLink):
            clues.append(change.clue)
        elif isinstance(change, Join):
            add()
            store.join()
        elif isinstance(change, Erasure):
            add()
            if not store.erase(change):
                repeated.append(number)
        elif isinstance(change, Day):
            store.add(DAYS + OF_STREAM, [KnownValue(change.day.isoformat(), Entity.DATE)], PATIENT, None)
        elif store.forgotten().has_ended(change.attempt):
            repeated.append(number)
    add()
    return repeated


def _erasure(
    message: bytes,
    scopes: Sequence[str],
    last: bool,
    emptied: Sequence[str],
    people: Sequence[tuple[str, bytes]],
    clues: Sequence[bytes],
    heirs: Sequence[tuple[str, str, str]],
    former: Sequence[tuple[str, str]],
) -> Erasure:
    them = tuple([(scope, person) for scope, person in people])
    names = tuple([(old, name) for old, name in former])
    stay = tuple([Heir(*heir) for heir in heirs])
    return Erasure(message, tuple(scopes), last, tuple(emptied), them, tuple(clues), stay, names)


def _value(text: str, entity: str, role: str | None, parts: Sequence[Sequence[str]]) -> KnownValue:
    return KnownValue(text, _ENTITIES[entity], _ROLES[role], tuple([(name, part) for name, part in parts]))


def _indexed(stored: tuple[bytes, bytes, str] | None) -> Indexed | None:
    """Returns the stored search keys; None if they are missing or of another version of the lists."""
    if stored is None or stored[0] != keys_version():
        return None
    return Indexed(stored[1], stored[2])
