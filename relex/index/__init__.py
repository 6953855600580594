"""The index of stand-ins: one interface and two stores, an embedded one (SQLite and numpy) and OpenSearch."""

from relex.index.contract import Entry, Index, Roster

__all__ = ["Entry", "Index", "Roster"]
