"""Hostile tables, records, messages, documents and archives: no planted value leaves, and nothing is lost silently.

The files were written before the readers were looked at. How each must end stands beside it.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tests.conftest import PROOF, Command
from tests.each_row import each_row
from tests.leak.hostile_tables import (
    archives,
    clinical_documents,
    databases,
    lines,
    messages,
    parquets,
    text_tables,
    workbooks,
)
from tests.leak.hostile_tables.case import Hostile
from tests.leak.hostile_tables.judge import ended, faults

SETS: dict[str, Callable[[], Sequence[Hostile]]] = {
    "archives": archives.files,
    "databases": databases.files,
    "documents": clinical_documents.files,
    "lines": lines.files,
    "messages": messages.files,
    "parquet": parquets.files,
    "tables": text_tables.files,
    "workbooks": workbooks.files,
}
# --schema for rows with columns of their own: they leave as far as the schema knows them.
VARIANTS = [("hipaa-safe-harbor", ("--schema", "hostile/visits")), ("hips", ())]
MEMORY = 5 << 28  # bytes that a process of parsers may take: 768 MiB for a file, and its libraries
CORE = frozenset({
    "lines-in-cells.csv", "header-is-a-patient.csv", "letters-apart.xlsx", "comments.xlsx", "view.db", "cut.db",
    "zip-in-zip.zip", "names-and-comments.zip", "bomb.tgz", "hex.hl7", "kin.hl7", "instructions.xml", "entity.xml",
    "keys-are-names.ndjson",
})  # fmt: skip


@pytest.mark.slow
@each_row("name, profile, options", [(name, *variant) for name in SETS for variant in VARIANTS[: 2 if PROOF else 1]])
def test_a_hostile_file_ends_as_it_must(
    name: str,
    profile: str,
    options: tuple[str, ...],
    called: Command,
    keyring_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    files = SETS[name]()
    assert len(files) >= {"archives": 40, "documents": 40, "messages": 40, "workbooks": 40}.get(name, 16)
    place = tmp_path_factory.mktemp("hostile")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    found = faults(ended(called, files, place, keyring_path, "--profile", profile, *options), files)
    assert not found, "\n".join(found)
    assert 1024 * (resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss - before) < MEMORY


def test_the_core_of_hostile_files_ends_as_it_must(called: Command, keyring_path: Path, tmp_path: Path) -> None:
    files = [file for make in SETS.values() for file in make() if file.name in CORE]
    assert {file.name for file in files} == CORE
    found = faults(ended(called, files, tmp_path, keyring_path, "--schema", "hostile/visits"), files)
    assert not found, "\n".join(found)
