"""Generate FHIR's schema documents: python -m schemas.fhir_build r4|r5 OUT"""

from __future__ import annotations

import sys
from pathlib import Path

from schemas.fhir_build.documents import make_documents, render


def main(arguments: list[str]) -> int:
    """Write the documents of a release into a folder. Returns the exit status."""
    if len(arguments) != 2 or arguments[0] not in ("r4", "r5"):
        sys.stderr.write("usage: python -m schemas.fhir_build r4|r5 OUT\n")
        return 2
    out = Path(arguments[1])
    out.mkdir(parents=True, exist_ok=True)
    for name, document in make_documents(arguments[0].upper()).items():
        (out / name).write_text(render(document), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
