"""Generates the schema documents of OMOP tables: python -m schemas.omop_build FIELD_LEVEL.csv OUT"""

from __future__ import annotations

import sys
from pathlib import Path

from schemas.omop_build.documents import make_documents, render


def main(arguments: list[str]) -> int:
    """Write the documents into a folder and return the exit status."""
    if len(arguments) != 2:
        sys.stderr.write("usage: python -m schemas.omop_build FIELD_LEVEL.csv OUT\n")
        return 2
    out = Path(arguments[1])
    out.mkdir(parents=True, exist_ok=True)
    for name, document in make_documents(Path(arguments[0])).items():
        (out / name).write_text(render(document), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
