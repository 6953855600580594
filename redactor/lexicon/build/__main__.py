"""Write the generated files of the lexicon anew."""

from __future__ import annotations

from redactor.lexicon.build.generated import GENERATED, built
from redactor.lexicon.data_files import DATA

for file in GENERATED:
    target = DATA / file
    target.write_text(built(file), "utf-8")
