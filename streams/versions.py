"""This module orders the versions of a resource that an exporter holds or has delivered."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from redactor.run.state.commits import Commit, PriorReleases
from redactor.run.state.quarantine import Header
from streams.growths import Growths

Occurrence = tuple[str, int]
"""A record id and its place."""


@dataclass(slots=True)
class Version:
    """Holds a version of a resource that is in quarantine.

    file, first: place at which it first came, as in Header. was_superseded: by a version that left before this commit.
    is_overtaken: by a version that leaves with it.
    """

    file: int
    first: int
    was_superseded: bool
    is_overtaken: bool = False

    @property
    def is_superseded(self) -> bool:
        return self.was_superseded or self.is_overtaken


class Versions:
    """Orders the versions of the resources that one commit meets.

    A version is a record id at a place. It is as old as the first message that brought it: published again, it does not
    become a later version. In one partition the offset of that message is its age. Of two partitions only growths
    between them tell which version is later; without, a version that leaves counts as later than a version in
    quarantine.

    headers: of all entries of the commit's resources that are not released, purged entries included: who purged a
    version did not make it the latest.
    """

    def __init__(self, headers: Iterable[Header], commit: Commit, prior: PriorReleases, growths: Growths) -> None:
        self._commit, self._prior, self._growths = commit, prior, growths
        self._of_place: dict[Occurrence, list[Version]] = {}
        self._of_resource: dict[str, list[Version]] = {}
        self._of_entry: dict[str, Version] = {}
        for header in headers:
            self._add(header.id, (header.record_id, header.place), header.resource_key, self._in_quarantine(header))

    def _in_quarantine(self, header: Header) -> Version:
        superseded = header.status == "superseded" or self.is_behind(header.resource_key, header.file, header.first)
        if header.status == "purged":  # its status does not say any more what left of another partition
            place = self._place(header.resource_key)
            superseded = superseded or (place is not None and place[0] != header.file)
        return Version(header.file, header.first, superseded)

    def _add(self, entry: str, of: Occurrence, resource_key: str, version: Version) -> None:
        self._of_entry[entry] = version
        self._of_place.setdefault(of, []).append(version)
        if resource_key:
            self._of_resource.setdefault(resource_key, []).append(version)

    def first(self, of: Occurrence, file: int, turn: int) -> int:
        """Returns the turn at which the version first came."""
        return min((v.first for v in self._of_place.get(of, ()) if v.file == file), default=turn)

    def is_superseded(self, of: Occurrence) -> bool:
        """Tells whether the version is in quarantine, and a later version has left."""
        return any(v.is_superseded for v in self._of_place.get(of, ()))

    def is_overtaken(self, entry: str) -> bool:
        """Tells whether a later version leaves with this commit."""
        return entry in self._of_entry and self._of_entry[entry].is_overtaken

    def is_kept_back(self, entry: str) -> bool:
        """Tells whether a later version has left, with this commit or before."""
        return self._of_entry[entry].is_superseded

    def is_behind(self, resource_key: str, file: int, first: int) -> bool:
        """Tells whether a version has left that is known to be later."""
        place = self._place(resource_key)
        return place is not None and self._is_earlier((file, first), place)

    def _is_earlier(self, place: tuple[int, int], other: tuple[int, int]) -> bool:
        """Tells whether the record of one place, as file and turn, is known to be earlier than that of another."""
        if place[0] == other[0]:
            return place[1] < other[1]
        return self._growths.before(*place) < self._growths.before(*other)

    def hold(self, entry: str, of: Occurrence, resource_key: str, file: int, first: int) -> None:
        """Notes a new entry."""
        superseded = self.is_superseded(of) or self.is_behind(resource_key, file, first)
        self._add(entry, of, resource_key, Version(file, first, superseded))

    def leave(self, resource_key: str, file: int, first: int) -> None:
        """Notes a version that leaves, or equals the one that left last; the versions before it are overtaken."""
        before = self._place(resource_key)
        is_late = before is not None and self._is_earlier((file, first), before)
        self._commit.latest_places[resource_key] = before if before is not None and is_late else (file, first)
        for version in self._of_resource.get(resource_key, ()):
            own = version.file, version.first
            if own != (file, first) and not self._is_earlier((file, first), own):
                version.is_overtaken = True

    def _place(self, resource_key: str) -> tuple[int, int] | None:
        """Returns file and first turn of the latest version that has left."""
        return self._commit.latest_places.get(resource_key) or self._prior.latest_places.get(resource_key)
