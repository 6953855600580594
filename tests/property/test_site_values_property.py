"""Whatever was packed when: readers of a site find what its values find, unpacked."""

from __future__ import annotations

import random
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from redactor.detect.known.matcher import Matcher
from redactor.detect.known.search_text import SearchText
from redactor.keys import Keyring
from redactor.run.state import known_entries, site_tables
from redactor.run.state.known_store import KnownStore
from redactor.text import KnownValue
from tests.property.test_site_forms_property import names, texts, values

KEYS = Keyring.generate()
SITE, OTHER = "site:s", "site:t"
STEPS = ("add", "add", "add", "pack", "little", "other", "erase", "forget", "roll back", "look", "update", "open")
_numbers = count()


class _RolledBackError(Exception):
    pass


@given(
    st.lists(st.sampled_from(STEPS), min_size=4, max_size=24),
    st.lists(values, min_size=3, max_size=8),
    texts.map("".join) | texts.map(" ".join),
    st.integers(0, 4),
    st.integers(0, 2**32),
)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_readers_find_what_the_values_find(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[str],
    arriving: list[list[KnownValue]],
    written: str,
    few: int,
    seed: int,
) -> None:
    path, text = tmp_path_factory.mktemp("site") / f"known{next(_numbers)}.db", SearchText.from_text(written)
    rng, batches = random.Random(seed), iter(arriving * 10)
    held: dict[str, list[KnownValue]] = {SITE: [], OTHER: []}
    with pytest.MonkeyPatch.context() as patched, KnownStore.open(path, KEYS) as writer:
        patched.setattr(site_tables, "FEW", few)
        patched.setattr(known_entries, "MAX_OF_SITE", 2)
        reader, idle = (KnownStore.open(path, KEYS, read_only=True) for _ in range(2))

        def check(store: KnownStore) -> None:
            found = store.site_values(SITE)
            if found is None:
                assert len(set(held[SITE])) <= few
            else:
                assert set(found.find(text)) == set(Matcher(held[SITE], site=True).find(text))

        for step in steps:
            match step:
                case "add" | "other":
                    scope, new = (SITE if step == "add" else OTHER), next(batches)
                    with writer.transaction("topic", 0):
                        writer.add(scope, new)
                        if rng.random() < 0.3:
                            check(writer) if scope == OTHER else writer.site_values(SITE)
                    held[scope] += new
                case "pack":
                    writer.pack_site(SITE)
                case "little":
                    writer.pack_site(SITE, rng.randrange(4), rng.randrange(1, 9))
                case "erase" if held[SITE]:
                    gone = rng.choice(held[SITE])
                    writer._begin()
                    stored = writer._entries.prepare(SITE, gone, b"")
                    writer._entries.erase(SITE, [stored])
                    writer._forget_in_site(SITE)
                    writer._versions.note(SITE)
                    writer._changes += 1
                    writer.flush()
                    held[SITE] = [v for v in held[SITE] if v != gone]
                case "forget":
                    writer.forget([SITE])
                    held[SITE] = []
                case "roll back":
                    with pytest.raises(_RolledBackError), writer.transaction("topic", 0):
                        writer.add(SITE, next(batches))
                        writer.site_values(SITE)
                        if rng.random() < 0.5:
                            writer.forget([SITE])
                        raise _RolledBackError
                case "update":
                    version = bytes([rng.randrange(3)]) * 8
                    patched.setattr(site_tables, "keys_version", lambda version=version: version)
                case "open":
                    reader.close()
                    reader = KnownStore.open(path, KEYS, read_only=True)
            if step != "look":
                check(reader if rng.random() < 0.7 else writer)
        for store in (reader, idle, writer):
            check(store)
        reader.close()
        idle.close()


@given(st.lists(names, min_size=30, max_size=40, unique=True), st.integers(1, 7))
@settings(max_examples=10, deadline=None)
def test_tables_stay_few_and_a_value_is_seldom_packed_again(
    tmp_path_factory: pytest.TempPathFactory, known: list[KnownValue], batch: int
) -> None:
    packed = 0

    def build(values: object) -> list[bytes]:
        nonlocal packed
        held = list(values)  # type: ignore[call-overload]
        packed += len(held)
        return [b""] * 3

    path = tmp_path_factory.mktemp("site") / "known.db"
    with pytest.MonkeyPatch.context() as patched, KnownStore.open(path, KEYS) as writer:
        patched.setattr(site_tables, "FEW", 0)
        patched.setattr(site_tables, "build_tables", build)
        for at in range(0, len(known), batch):
            writer.add(SITE, known[at : at + batch])
            writer.pack_site(SITE)
        (tables,) = writer._db.execute("SELECT count(*) FROM site_table WHERE part=0").fetchone()
        steps = -(-len(known) // batch)
        assert tables <= steps.bit_length() and packed <= len(known) * (1 + steps.bit_length())
