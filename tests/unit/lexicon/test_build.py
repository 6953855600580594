"""The committed files equal what their builders produce from the packages named in their first lines."""

from __future__ import annotations

import pytest

from redactor.lexicon.build.generated import GENERATED, built, head
from redactor.lexicon.data_files import DATA


@pytest.mark.parametrize("file", GENERATED)
def test_a_generated_file_is_what_its_builder_makes(file: str) -> None:
    found = DATA.joinpath(file).read_text("utf-8")
    if found.partition("\n")[0] != head(file).rstrip("\n"):
        pytest.skip(f"{file} was made with other versions")
    assert found == built(file)
