"""The index of stand-ins: one interface, two stores (embedded: SQLite and usearch; OpenSearch)."""

from relex.index.contract import Entry, Index, IndexMismatchError, IndexUnavailableError, Roster

__all__ = ["Entry", "Index", "IndexMismatchError", "IndexUnavailableError", "Roster"]
