"""Build schemas/engine/data: python -m schemas.terminology_build HL7_CODE_SYSTEMS UCUM_CODES OUT

HL7_CODE_SYSTEMS: a gzipped JSON object {system url: {code: display}} of the complete code systems of HL7 Terminology.
UCUM_CODES: a JSON object {"prefixes": [code], "units": [{"code", "metric"}]} from ucum-essence.xml. The development
dependency fhir.resources gives the codes that FHIR itself defines. NOTICE credits all three.
"""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

from schemas.terminology_build.code_lists import published_codes
from schemas.terminology_build.units import ucum_units
from schemas.terminology_build.vocabulary import terminology_words


def build(code_systems: Path, ucum: Path) -> dict[str, str]:
    """File name -> text of each data file."""
    systems = json.loads(gzip.decompress(code_systems.read_bytes()))
    return {
        "published_codes.txt": published_codes(systems),
        "terminology_words.txt": terminology_words(systems),
        "ucum_units.txt": ucum_units(json.loads(ucum.read_text("utf-8"))),
    }


def main(arguments: list[str]) -> int:
    """Write the data files. Returns the exit status."""
    if len(arguments) != 3:
        sys.stderr.write("usage: python -m schemas.terminology_build HL7_CODE_SYSTEMS UCUM_CODES OUT\n")
        return 2
    code_systems, ucum, out = map(Path, arguments)
    for name, text in build(code_systems, ucum).items():
        (out / name).write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
