"""House styles: whatever they do to a text, each mark stays on what it marked."""

from __future__ import annotations

import random
import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from corpus.engine.noise import styles
from corpus.engine.noise.edits import before_lines, rewrite, sub
from redactor.entities import Entity
from redactor.sample.marked import Marked, Piece, join, mark

_ALL = {**styles.TRAIN, **styles.UNSEEN}
_SLIPS = {"typed", "scanned"}  # change a character or two of some identifiers
_LOSSY = {*_SLIPS, "misdecoded"}
_KEEPS_WORDS = {"wrapped", "spaced", "carriage", "indented", "run_on", "unbroken", "capitals", "lower", "title_case",
                "stray_capitals", "airy", "joined", "columns", "typeset"}  # fmt: skip

_VALUES = st.sampled_from(
    ["Ann Lee Doe", "O'Neil-Straße, Zoë A.", "A.D.", "12/3/2019", "the 3rd of May", "45-year-old", "MRN-00482-7", "x",
     "(555) 010-7788", "ann.doe@example.org", "12 Elm St., Apt. 4", "Łukasz", "São José", "7", "BÉLA I. NAGY"]
)  # fmt: skip
_BETWEEN = st.one_of(
    st.sampled_from(
        [" ", "\n", "\n\n", " was seen by Dr. ", ".Next ", "MRN: ", "\nName: ", ", ", "'s mother ", " - ", '"', "\r\n",
         "\nThe patient with a history of hypertension was admitted for shortness of breath. Labs: Na 138, K 4.2.\n",
         " Pulse 120/80; follow up in 3 weeks as needed, continue metoprolol 25 mg... \n\n  Plan:\n1. Rest. ", ""]
    ),
    st.text("abc XYZ.,:;\n\t-'\"%/0123Éß", max_size=20),
)  # fmt: skip


@st.composite
def notes(draw: st.DrawFn) -> Marked:
    pieces: list[Piece] = [draw(_BETWEEN)]
    for value in draw(st.lists(_VALUES, max_size=6)):
        pieces += (mark(value, Entity.PERSON, "Patient/p"), draw(_BETWEEN) or " ")
    return join(*pieces)


def _key(text: str) -> str:
    """The letters and digits of a text alone."""
    return "".join(c for c in unicodedata.normalize("NFKD", text).casefold() if c.isalnum())


def _sound(before: Marked, after: Marked, exact: bool) -> None:
    assert len(after.marks) == len(before.marks)
    last = 0
    for old, new in zip(before.marks, after.marks, strict=True):
        assert (new.entity, new.subject, new.value) == (old.entity, old.subject, old.value)
        assert last <= new.start < new.end <= len(after.text)
        last = new.end
        surface = after.text[new.start : new.end]
        assert surface == surface.strip()
        if exact:
            # A quoted e-mail's sign within a name that runs on is no letter
            assert _key(surface) == _key(old.value)
        else:
            lost = 3 * sum(not c.isascii() for c in old.value)
            assert OSA.distance(_key(surface), _key(old.value)) <= 3 + lost


def _outside(note: Marked) -> str:
    at, out = 0, []
    for m in note.marks:
        out.append(note.text[at : m.start])
        at = m.end
    return "".join([*out, note.text[at:]])


@pytest.mark.parametrize("name", sorted(_ALL))
@given(note=notes(), seed=st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_a_style_keeps_each_mark_on_its_identifier(name: str, note: Marked, seed: int) -> None:
    written = _ALL[name](random.Random(seed), note)
    _sound(note, written, exact=name not in _LOSSY)
    if name in _KEEPS_WORDS:
        assert _key(_outside(written)) == _key(_outside(note))


@given(note=notes(), seed=st.integers(0, 10_000), unseen=st.booleans())
@settings(max_examples=200, deadline=None)
def test_one_or_two_styles_and_the_name_of_them(note: Marked, seed: int, unseen: bool) -> None:
    name, written = styles.apply(random.Random(seed), note, unseen=unseen)
    parts = name.split("+")
    assert set(parts) <= (set(styles.UNSEEN) if unseen else {styles.PLAIN, *styles.TRAIN})
    _sound(note, written, exact=not _LOSSY & set(parts))
    if name == styles.PLAIN:
        assert written == note
    assert (name, written) == styles.apply(random.Random(seed), note, unseen=unseen)


def test_the_styles_held_out_are_no_part_of_training() -> None:
    assert not set(styles.UNSEEN) & set(styles.TRAIN)
    assert len(styles.UNSEEN) >= 2


def test_most_notes_are_plain_and_every_style_comes_up() -> None:
    rng = random.Random(1)
    names = [styles.apply(rng, Marked("Seen today."))[0] for _ in range(6000)]
    assert 0.52 < names.count(styles.PLAIN) / len(names) < 0.58
    seen = {part for name in names for part in name.split("+")}
    assert seen == {styles.PLAIN, *styles.TRAIN}
    cased = sum(name.split("+")[0] == "lower" for name in names)
    assert 0.06 < cased / len(names) < 0.10


_NOTE = join(
    "Name: ", mark("Ann Lee Doe", Entity.PERSON), "\nThe patient was seen by Dr. ", mark("Roe", Entity.DOCTOR),
    ". MRN: ", mark("00482", Entity.ID), ", BP 120/80.\n", mark("5/4", Entity.DATE), " she is well.",
)  # fmt: skip


def _surfaces(note: Marked) -> list[str]:
    return [note.text[m.start : m.end] for m in note.marks]


def test_known_answers() -> None:
    rng = random.Random(0)
    heard = [styles.TRAIN["heard"](random.Random(seed), _NOTE) for seed in range(200)]
    assert all(_surfaces(h) == ["ann lee doe", "roe", "00482", "5/4"] for h in heard)
    said = "name ann lee doe the patient was seen by dr roe mrn 00482 bp 120 over 80 5/4 she is well"
    assert said in {h.text.strip() for h in heard}
    quoted = styles.UNSEEN["quoted"](rng, _NOTE)
    assert len({line[0] for line in quoted.text.split("\n")}) == 1
    assert _surfaces(quoted)[3] == "5/4"
    piped = styles.UNSEEN["piped"](random.Random(2), _NOTE)
    assert piped.text.startswith("Name|Ann Lee Doe|")
    joined = styles.UNSEEN["joined"](rng, _NOTE)
    assert "Ann Lee DoeThe patient" in joined.text
    assert _surfaces(joined) == _surfaces(_NOTE)
    assert styles.TRAIN["carriage"](rng, _NOTE).text == _NOTE.text.replace("\n", "\r\n")
    short = styles.TRAIN["abbreviated"](
        random.Random(5), join("Patient with a history of ", mark("Doe", Entity.PERSON))
    )
    assert re.fullmatch(r"(?:Pt|Patient) (?:w/|with) a (?:h/o|history of) Doe", short.text)


def test_a_name_runs_on_from_line_to_line_and_stays_one_mark() -> None:
    note = join("x" * 85 + " ", mark("Ann Doe", Entity.PERSON), " " + "y" * 50)
    cut = {_surfaces(styles.TRAIN["wrapped"](random.Random(s), note))[0] for s in range(400)}
    assert "Ann Doe" in cut
    assert any(re.fullmatch(r"Ann\n\s*Doe", c) for c in cut)


def test_identifiers_get_slips_now_and_then_and_are_marked_all_the_same() -> None:
    for name in _SLIPS:
        changed = sum(_surfaces(styles.TRAIN[name](random.Random(s), _NOTE))[0] != "Ann Lee Doe" for s in range(1000))
        assert 80 < changed < 220, name


def test_edits_within_a_mark_at_its_border_and_over_it() -> None:
    note = join("ab", mark("cd", Entity.ID), "ef")
    inner = rewrite(note, [(0, 1, ""), (3, 3, "--"), (4, 4, "!")])
    assert (inner.text, _surfaces(inner)) == ("bc--d!ef", ["c--d"])
    before = rewrite(note, [(2, 2, ">")])
    assert (before.text, _surfaces(before)) == ("ab>cdef", ["cd"])
    with pytest.raises(ValueError, match="border"):
        rewrite(note, [(1, 3, "")])
    with pytest.raises(ValueError, match="border"):
        rewrite(note, [(3, 5, "")])
    with pytest.raises(ValueError, match="overlaps"):
        rewrite(note, [(0, 2, ""), (1, 2, "")])
    with pytest.raises(ValueError, match="nothing is left"):
        rewrite(note, [(2, 4, "")])


def test_substitution_knows_outside_from_inside() -> None:
    note = join("a-", mark("b-c", Entity.ID), "-d")
    dash = re.compile("-")
    assert sub(note, dash, lambda m: "+").text == "a+b-c+d"
    assert sub(note, dash, lambda m: "+", "inside").text == "a-b+c-d"
    assert sub(note, dash, lambda m: "", "both").text == "abcd"
    assert _surfaces(sub(note, dash, lambda m: "", "both")) == ["bc"]
    assert sub(note, dash, lambda m: None, "both") == note


def test_what_stands_before_a_line_is_no_part_of_the_mark_that_opens_it() -> None:
    note = join(mark("Ann\nDoe", Entity.PERSON), "\n\nend")
    assert before_lines(note, lambda: "- ").text == "- Ann\nDoe\n\n- end"
    inside = before_lines(note, lambda: "> ", inside=True)
    assert (inside.text, _surfaces(inside)) == ("> Ann\n> Doe\n\n> end", ["Ann\n> Doe"])
