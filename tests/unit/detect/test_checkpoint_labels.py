"""Label maps and label sets of checkpoints: their meaning, and which are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from redactor.detect.checkpoint import preset_names
from redactor.detect.checkpoint.labels import load_labels, read_labels
from redactor.entities import FROM_AIMI, FROM_SHIELD, Entity
from redactor.errors import ModelError
from tests.each_row import each_row
from tests.unit.detect.checkpoint_kit import KINDS


@each_row("kind", KINDS)
def test_presets_know_every_label_of_their_models(kind: str) -> None:
    labels = read_labels(KINDS[kind].labels, load_labels(KINDS[kind].preset))
    outside = [n for n, c in zip(KINDS[kind].labels, labels.column, strict=True) if c < 0]
    assert outside == ["O"]
    assert KINDS[kind].preset in preset_names()


def test_presets_agree_with_the_taxonomys_maps() -> None:
    aimi, shield = load_labels("stanford-deidentifier-v2"), load_labels("shield-deberta-v3")
    assert {k: aimi[k] for k in FROM_AIMI} == FROM_AIMI
    assert {k: shield[k] for k in FROM_SHIELD} == FROM_SHIELD


@each_row(
    ("names", "begins", "ends"),
    [
        ("O PER", "", ""),
        ("O B-PER I-PER", "B-PER", ""),
        ("O B_PER I_PER", "B_PER", ""),
        ("O B-PER I-PER E-PER S-PER", "B-PER S-PER", "E-PER S-PER"),
        ("O B-PER I-PER L-PER U-PER", "B-PER U-PER", "L-PER U-PER"),
    ],
)
def test_prefixes_mark_where_spans_begin_and_end(names: str, begins: str, ends: str) -> None:
    listed = names.split()
    labels = read_labels(listed, {"PER": Entity.PERSON})
    assert labels.entities == (Entity.PERSON,)
    assert labels.column.tolist() == [-1] + [0] * (len(listed) - 1)
    assert [n for n, is_so in zip(listed, labels.begins, strict=True) if is_so] == begins.split()
    assert [n for n, is_so in zip(listed, labels.ends, strict=True) if is_so] == ends.split()


def test_a_letter_before_a_hyphen_is_a_prefix_only_with_an_inside_label() -> None:
    labels = read_labels(["O", "E-MAIL", "PER"], {"E-MAIL": Entity.EMAIL, "PER": Entity.PERSON})
    assert labels.entities == (Entity.EMAIL, Entity.PERSON)
    assert not labels.ends.any()


def test_a_label_takes_precedence_over_its_class() -> None:
    labels = read_labels(["O", "B-X", "I-X"], {"X": Entity.ID, "B-X": Entity.AGE})
    assert [labels.entities[c] for c in labels.column[1:]] == [Entity.AGE, Entity.ID]


@each_row(
    ("names", "meaning", "message"),
    [
        (["O", "B-PER", "I-PER", "B-ORG", "I-ORG"], {"PER": Entity.PERSON}, "B-ORG"),
        (["O", "S-PER"], {"PER": Entity.PERSON}, "S-PER"),
        (["LABEL_0", "PER"], {"PER": Entity.PERSON}, "LABEL_0"),
        (["O", "MISC"], {"MISC": None}, "nothing would be found"),
        (["PER", "ORG"], {"PER": Entity.PERSON, "ORG": Entity.ID}, "map the one that means none"),
    ],
)
def test_labels_that_the_map_does_not_fit_are_refused(
    names: list[str], meaning: dict[str, Entity | None], message: str
) -> None:
    with pytest.raises(ModelError, match=message):
        read_labels(names, meaning)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"PER": "SOMEBODY"}', "PER names an unknown entity 'SOMEBODY'"),
        ('{"PER": ["PERSON"]}', "unknown entity"),
        ('["PER"]', "one JSON object"),
        ("{", "cannot be read as JSON"),
        (None, r"must be a preset \(.*openai-privacy-filter"),
    ],
)
def test_a_label_map_that_cannot_be_used_is_refused(tmp_path: Path, text: str | None, message: str) -> None:
    path = tmp_path / "map.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(ModelError, match=message):
        load_labels(str(path))
