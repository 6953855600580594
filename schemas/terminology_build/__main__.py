"""Builds schemas/engine/data: python -m schemas.terminology_build HL7_CODE_SYSTEMS UCUM_CODES OUT

HL7_CODE_SYSTEMS: a gzipped JSON object {system url: {code: display}} of the complete code systems of HL7 Terminology.
UCUM_CODES: a JSON object {"prefixes": [code], "units": [{"code", "metric"}]} from ucum-essence.xml. The development
dependency fhir.resources gives the codes that FHIR itself defines, and simple-icd-10-cm (pip install
simple-icd-10-cm==1.5.0) the descriptions of ICD-10-CM. NOTICE credits all four.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from schemas.terminology_build.data_files import (
    CodeSystems,
    icd_10_cm_descriptions,
    published_codes,
    published_displays,
    terminology_words,
    ucum_units,
)


def build(code_systems: Path, ucum: Path) -> dict[str, str]:
    """Return the text of each text file, by file name."""
    systems = read_code_systems(code_systems)
    return {
        "published_codes.txt": published_codes(systems),
        "terminology_words.txt": terminology_words(systems),
        "ucum_units.txt": ucum_units(json.loads(ucum.read_text("utf-8"))),
    }


def read_code_systems(path: Path) -> CodeSystems:
    """Return the code systems of a file HL7_CODE_SYSTEMS."""
    systems: CodeSystems = json.loads(gzip.decompress(path.read_bytes()))
    return systems


def main(arguments: list[str]) -> int:
    """Write the data files and return the exit status."""
    if len(arguments) != 3:
        sys.stderr.write("usage: python -m schemas.terminology_build HL7_CODE_SYSTEMS UCUM_CODES OUT\n")
        return 2
    code_systems, ucum, out = map(Path, arguments)
    for name, text in build(code_systems, ucum).items():
        (out / name).write_text(text, "utf-8")
    displays = published_displays(read_code_systems(code_systems), icd_10_cm_descriptions().values())
    (out / "published_displays.bin").write_bytes(displays)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
