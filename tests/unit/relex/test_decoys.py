"""Decoys: a share of the names in notes varies as if it had been missed; nothing else does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from redactor.entities import Entity, Role
from redactor.policy.profiles import load_profile
from redactor.policy.tag_replacer import TagReplacer
from redactor.text import KnownValue, Mention
from relex.index.embedded import EmbeddedIndex
from relex.relexicalizer import Relexicalizer
from relex.strategy import RuleStrategy
from tests.unit.golden_pseudonyms import keyring
from tests.unit.relex.test_relexicalizer import DOCTOR, DOE, WIFE, FakeKnownValues

RING = keyring(2)
PARAGRAPHS = [f"paragraph {n} about John Doe" for n in range(400)]


@pytest.fixture
def index(tmp_path: Path) -> Iterator[EmbeddedIndex]:
    with EmbeddedIndex(tmp_path / "index.db", RING) as opened:
        yield opened


def relexicalizer(index: EmbeddedIndex, decoys: float, profile: str = "hips") -> Relexicalizer:
    tags = TagReplacer(load_profile(profile), RING, "enclave")
    known = FakeKnownValues((DOCTOR,), p1=(DOE, WIFE))
    return Relexicalizer(tags, RuleStrategy(), index, RING, "enclave", "default", known, decoys=decoys)


def mention(value: str, paragraph: str = "", ordinal: int = 0, entity: Entity = Entity.PERSON) -> Mention:
    return Mention(value, entity, "p1", note=paragraph or "n", paragraph=paragraph, ordinal=ordinal)


def structured(value: KnownValue) -> Mention:
    return Mention(value.value, value.entity, "p1", value.role, "Patient.name", None, value.parts)


def shown(standins: Relexicalizer, values: Sequence[str]) -> list[str]:
    return standins.replace([mention(v, p) for v in values for p in PARAGRAPHS])


def test_without_decoys_a_name_is_the_same_everywhere(index: EmbeddedIndex) -> None:
    assert len(set(shown(relexicalizer(index, 0), ["John Doe"]))) == 1


@pytest.mark.parametrize("share", [0.05, 0.2, 1.0])
def test_the_share_of_mentions_varies(index: EmbeddedIndex, share: float) -> None:
    usual = relexicalizer(index, 0).replace([mention("John Doe")])[0]
    seen = Counter(shown(relexicalizer(index, share), ["John Doe"]))
    assert (len(PARAGRAPHS) - seen[usual]) / len(PARAGRAPHS) == pytest.approx(share, abs=0.08 if share < 1 else 0)


def test_a_decoy_recurs_as_a_missed_name_would(index: EmbeddedIndex) -> None:
    """A few decoys, each about as often as a detector misses a name."""
    usual = relexicalizer(index, 0).replace([mention("John Doe")])[0]
    seen = Counter(shown(relexicalizer(index, 0.05), ["John Doe"]))
    del seen[usual]
    assert 2 <= len(seen) <= 5 and max(seen.values()) > 1


def test_structured_values_never_vary(index: EmbeddedIndex) -> None:
    fields = [structured(DOE), structured(WIFE), Mention("John Doe", Entity.PATIENT, "p1", where="Encounter.display")]
    assert relexicalizer(index, 1).replace(fields) == relexicalizer(index, 0).replace(fields)


@pytest.mark.parametrize(
    ("value", "entity"),
    [("3/4/2024", Entity.DATE), ("45", Entity.AGE), ("12345678", Entity.MEDICAL_RECORD_NUMBER),
     ("617-555-0123", Entity.TELEPHONE_NUMBER), ("Springfield", Entity.CITY), ("Mercy Hospital", Entity.HOSPITAL),
     ("12 Elm St", Entity.STREET)],
)  # fmt: skip
def test_only_names_vary(index: EmbeddedIndex, value: str, entity: Entity) -> None:
    usual, varied = relexicalizer(index, 0), relexicalizer(index, 1)
    mentions = [mention(value, p, entity=entity) for p in PARAGRAPHS[:20]]
    assert varied.replace(mentions) == usual.replace(mentions)


def test_a_decoy_is_nobody_else(index: EmbeddedIndex) -> None:
    """No word of an original or of a stand-in of the household and site."""
    fields = relexicalizer(index, 0).replace([structured(DOE), structured(WIFE), structured(DOCTOR)])
    taken = {w for text in (*fields, "John Adam Doe", "Mary Doe", "Ann Okafor") for w in text.replace(".", " ").split()}
    for text in shown(relexicalizer(index, 1), ["John Doe", "Mary Doe"]):
        assert taken.isdisjoint(text.split()), text


def test_all_words_of_a_decoy_vary_in_the_form_found(index: EmbeddedIndex) -> None:
    standins = relexicalizer(index, 1)
    full, caps, titled, initial = standins.replace(
        [mention(v, PARAGRAPHS[0], i) for i, v in enumerate(("John Doe", "DOE, JOHN", "Mr. Doe's", "J. Doe"))]
    )
    given, family = full.split()
    assert caps.isupper() and ", " in caps and titled.startswith("Mr. ") and titled.endswith("'s")
    assert caps == f"{family}, {given}".upper() and family in titled, "a name in a paragraph has one decoy"
    assert initial == f"{given[0]}. {family}"


def test_copies_of_a_paragraph_read_the_same(index: EmbeddedIndex) -> None:
    text = "HPI. Mr. Doe is well.  His wife Mary called."
    first = [replace(mention("Mr. Doe", text), note="a"), replace(mention("Mary", text, 1), note="a")]
    copy = [replace(m, note="b", paragraph=" ".join(m.paragraph.split())) for m in first]
    for share in (0.3, 0.5, 0.8):
        standins = relexicalizer(index, share)
        assert standins.replace(first) == standins.replace(copy)


def test_the_batch_does_not_matter(index: EmbeddedIndex, tmp_path: Path) -> None:
    mentions = [mention(v, p, i) for i, p in enumerate(PARAGRAPHS[:60]) for v in ("John Doe", "Dr. Okafor", "Mary")]
    together = relexicalizer(index, 0.4).replace(mentions)
    with EmbeddedIndex(tmp_path / "other.db", RING) as other:
        standins = relexicalizer(other, 0.4)
        assert [standins.replace([m])[0] for m in reversed(mentions)][::-1] == together


def test_names_that_no_record_has_keep_their_stand_in(index: EmbeddedIndex) -> None:
    """No structured stand-in shows them; they look like missed originals as they are."""
    assert len(set(shown(relexicalizer(index, 1), ["Wanda Kowalski"]))) == 1


def test_clinicians_vary_too(index: EmbeddedIndex) -> None:
    assert len(set(shown(relexicalizer(index, 0.5), ["Dr. Okafor"]))) > 2
    assert DOCTOR.role is Role.CLINICIAN


def test_markov_ignores_decoys(index: EmbeddedIndex) -> None:
    few, many = (relexicalizer(index, share, "hips-markov") for share in (0, 1))
    assert shown(few, ["John Doe"]) == shown(many, ["John Doe"])
