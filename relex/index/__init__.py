"""The index of stand-ins: one interface, two stores (embedded: SQLite and usearch; OpenSearch)."""

from relex.index.contract import Entry, Index, Roster

__all__ = ["Entry", "Index", "Roster"]
