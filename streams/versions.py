"""The order of the versions of a resource, as far as the quarantine of an exporter holds some of them.

A version is as old as the first message that brought it: published again, it does not become a later one. In one
partition the offset of that message is its age. Of two partitions nothing tells which version is later; what leaves
counts as later than what is in quarantine.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from redactor.run.state.journal import Commit, PriorReleases
from redactor.run.state.quarantine import Header


@dataclass(slots=True)
class Version:
    """A version in quarantine. file, first: where it first came, as in Header. was_superseded: by one that left before
    this commit. is_overtaken: by one that leaves with it.
    """

    file: int
    first: int
    was_superseded: bool
    is_overtaken: bool = False

    @property
    def is_superseded(self) -> bool:
        return self.was_superseded or self.is_overtaken


class Versions:
    """The versions that one commit meets, and their order. headers: of all entries of the commit's resources that are
    not released, purged ones included: who purged a version did not make it the latest.
    """

    def __init__(self, headers: Iterable[Header], commit: Commit, prior: PriorReleases) -> None:
        self._commit, self._prior = commit, prior
        self._of_record: dict[str, list[Version]] = {}
        self._of_resource: dict[str, list[Version]] = {}
        self._of_entry: dict[str, Version] = {}
        for header in headers:
            self._add(header.id, header.record_id, header.resource_key, self._in_quarantine(header))

    def _in_quarantine(self, header: Header) -> Version:
        superseded = header.status == "superseded" or self.is_behind(header.resource_key, header.file, header.first)
        if header.status == "purged":  # its status does not say any more what left of another partition
            place = self._place(header.resource_key)
            superseded = superseded or (place is not None and place[0] != header.file)
        return Version(header.file, header.first, superseded)

    def _add(self, entry: str, record_id: str, resource_key: str, version: Version) -> None:
        self._of_entry[entry] = version
        self._of_record.setdefault(record_id, []).append(version)
        if resource_key:
            self._of_resource.setdefault(resource_key, []).append(version)

    def first(self, record_id: str, file: int, turn: int) -> int:
        """The turn at which the version first came."""
        return min((v.first for v in self._of_record.get(record_id, ()) if v.file == file), default=turn)

    def is_superseded(self, record_id: str) -> bool:
        """Whether the version is in quarantine, and a later one has left."""
        return any(v.is_superseded for v in self._of_record.get(record_id, ()))

    def is_overtaken(self, entry: str) -> bool:
        """Whether a later version leaves with this commit."""
        return entry in self._of_entry and self._of_entry[entry].is_overtaken

    def is_kept_back(self, entry: str) -> bool:
        """Whether a later version has left, with this commit or before."""
        return self._of_entry[entry].is_superseded

    def is_behind(self, resource_key: str, file: int, first: int) -> bool:
        """Whether a later version of the same partition has left."""
        place = self._place(resource_key)
        return place is not None and place[0] == file and place[1] > first

    def hold(self, entry: str, record_id: str, resource_key: str, file: int, first: int) -> None:
        """Note a new entry."""
        superseded = self.is_superseded(record_id) or self.is_behind(resource_key, file, first)
        self._add(entry, record_id, resource_key, Version(file, first, superseded))

    def leave(self, resource_key: str, file: int, first: int) -> None:
        """Note a version that leaves."""
        before = self._place(resource_key)
        latest = max(first, before[1]) if before is not None and before[0] == file else first
        self._commit.latest_places[resource_key] = file, latest
        for version in self._of_resource.get(resource_key, ()):
            if version.file != file or version.first < first:
                version.is_overtaken = True

    def _place(self, resource_key: str) -> tuple[int, int] | None:
        """File and first turn of the latest version that has left."""
        return self._commit.latest_places.get(resource_key) or self._prior.latest_places.get(resource_key)
