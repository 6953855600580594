"""Generates FHIR's schema documents, the list of its elements' names, or that of its required elements.

python -m schemas.fhir_build r4 schemas/documents/fhir/r4
python -m schemas.fhir_build r5 schemas/documents/fhir/r5
python -m schemas.fhir_build names schemas/engine/data/element_names.txt
python -m schemas.fhir_build required schemas/engine/data/required_elements.json
"""

from __future__ import annotations

import sys
from pathlib import Path

from schemas.fhir_build.documents import make_documents, render
from schemas.fhir_build.element_lists import element_names, required_elements

LISTS = {"names": element_names, "required": required_elements}


def main(arguments: list[str]) -> int:
    """Write the documents of a release into a folder, or a list into a file, and return the exit status."""
    if len(arguments) != 2 or arguments[0] not in ("r4", "r5", *LISTS):
        sys.stderr.write("usage: python -m schemas.fhir_build r4|r5|names|required OUT\n")
        return 2
    out = Path(arguments[1])
    if arguments[0] in LISTS:
        out.write_text(LISTS[arguments[0]](), "ascii")
        return 0
    out.mkdir(parents=True, exist_ok=True)
    for name, document in make_documents(arguments[0].upper()).items():
        (out / name).write_text(render(document), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
