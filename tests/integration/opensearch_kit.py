"""What tests of the OpenSearch index share: a separate index, two entries, a client with a short timeout."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from redactor.errors import IndexUnavailableError
from redactor.keys import Keyring
from relex.index import Entry
from relex.index.opensearch import OpenSearchIndex
from tests.unit.relex.index_contract import SCOPE

MERCY = Entry(SCOPE, "hospital", "mercy", "Grace")
COUNTY = Entry(SCOPE, "hospital", "county", "Hope")


@dataclass(frozen=True, slots=True)
class Bench:
    """An index name for this test only, and the bare client."""

    url: str
    name: str
    client: Any

    def open(self, keyring: Keyring, url: str = "", **settings: Any) -> OpenSearchIndex:
        return OpenSearchIndex.open(url or self.url, keyring, index=self.name, **settings)


def brief_handle(bench: Bench, keys: Keyring, url: str = "", seconds: float = 0.5) -> OpenSearchIndex:
    """A client with a short timeout. On a busy machine opening it may take longer."""
    for _ in range(50):
        with suppress(IndexUnavailableError):
            return bench.open(keys, url, timeout_s=seconds)
    return bench.open(keys, url, timeout_s=seconds)
