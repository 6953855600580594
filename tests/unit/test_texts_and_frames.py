"""Many texts at a time, and data frames of pandas and polars: the same results, the same frames, nothing unnamed."""

from __future__ import annotations

import ast
import datetime as dt
import json
import pickle
import re
import warnings
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import redactor as library
from redactor import Keyring, KnownValue, Mention, Note, Redactor
from redactor.engine import Redacted
from redactor.entities import Entity
from redactor.errors import SchemaError, SettingsError
from redactor.settings import load_settings
from redactor.text import Reading

ROOT = Path(__file__).parents[2]
FRAMES = {"pandas": pd.DataFrame, "polars": pl.DataFrame}
NAN = float("nan")
TEXT = "Seen by Dr. Emily Smith on 03/16/2025, SSN 536-22-8712."
NOTES: dict[str, list[Any]] = {
    "note_id": ["n1", "n2", "n3"],
    "patient_id": ["p1", "NULL", "p1"],
    "name": ["Zorbatine Quimby", "X", "Y"],
    "note": [TEXT, None, "Call (650) 555-1234."],
    "score": [1, 2, 3],
}


@pytest.fixture
def made(tmp_path: Path, keyring_path: Path) -> dict[str, Any]:
    return {"keyring": keyring_path, "home": tmp_path / "home", "detectors": ("patterns", "known")}


@pytest.fixture
def keyless(monkeypatch: pytest.MonkeyPatch) -> Redactor:
    monkeypatch.delenv("REDACTOR_KEYRING", raising=False)
    return Redactor(keyless=True, detectors=("patterns",), batch_records=2)


# -- texts


def test_a_text_that_recurs_is_read_once_for_each_patient_and_date(keyless: Redactor) -> None:
    read: list[str] = []
    (patterns,) = keyless._engine.detectors
    detect = patterns.detect
    patterns.detect = lambda notes: read.extend(note.text for note in notes) or detect(notes)  # type: ignore[method-assign, func-returns-value]
    found = keyless.texts([TEXT, "slept", TEXT, TEXT], dates=[None, None, None, dt.date(2025, 3, 16)])
    assert [one.text for one in found] == [keyless.text(one).text for one in (TEXT, "slept", TEXT, TEXT)]
    assert read[:-4].count(TEXT) == 2


def test_values_of_numpy_are_missing_or_numbers_and_no_text_is_named_by_its_place(keyless: Redactor) -> None:
    np = pytest.importorskip("numpy")
    given = [np.float32("nan"), np.datetime64("NaT"), TEXT]
    assert [one is given[i] for i, one in enumerate(keyless.texts(given))] == [True, True, False]
    for value in (np.float32(1), b"Quimby", ["Quimby"]):
        with pytest.raises(TypeError, match="value 1 ") as raised:
            keyless.texts([TEXT, value])
        assert "Quimby" not in str(raised.value)
    for wrong in ({"texts": b"Quimby"}, {"texts": [TEXT], "patients": "p"}):
        with pytest.raises(TypeError, match="lists"):
            keyless.texts(**wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a text is a str"):
        keyless.text(Path("Quimby"))  # type: ignore[arg-type]


def test_numbers_of_patients_may_be_those_of_numpy(made: dict[str, Any]) -> None:
    np = pytest.importorskip("numpy")
    redactor = Redactor("hips", **made)
    ids = ["7", 7, 7.0, np.int64(7), np.float32(7)]
    assert len({one.text for one in redactor.texts([TEXT] * 5, patients=ids)}) == 1
    for value in (7.5, float("inf"), True, np.float32(7.5)):
        with pytest.raises(TypeError, match="an id of a patient"):
            redactor.texts([TEXT], patients=[value])
    with pytest.raises(TypeError, match="make one in each process"):
        pickle.dumps(redactor)


def test_a_text_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    short = Redactor(keyless=True, detectors=("patterns",), max_text_chars=1000)
    long, fine = short.texts([TEXT * 20, TEXT])
    assert (long.text, long.complete, long.why) == ("", False, "text-too-long") and fine.complete
    assert not short.text(TEXT * 20).complete


@pytest.mark.parametrize("profile", ["hipaa-safe-harbor", "hips", "hips-markov"])
def test_texts_are_what_they_are_one_by_one(made: dict[str, Any], profile: str) -> None:
    given = [
        TEXT,
        "",
        "Ms. Lee came.",
        TEXT,
        "Dr. Emily Smith and Ms. Lee, 3/4.",
        "St. Mary's Hospital (SMH), SMH.",
    ] * 2
    patients = ["p1", None, 7, "p2", NAN, "NULL"] * 2
    dates = [dt.date(2025, 3, 16), None, dt.datetime(2025, 1, 2, 3), pd.NaT, pd.Timestamp("2025-04-01"), None] * 2
    redactor = Redactor(profile, batch_records=3, **made)
    redactor.learn([{"resourceType": "Patient", "id": "7", "name": [{"family": "Lee", "given": ["Ann"]}]}])
    together = redactor.texts(given, patients=patients, dates=dates)
    ids = ["p1", None, "7", "p2", None, None] * 2
    days = [dt.date(2025, 3, 16), None, dt.date(2025, 1, 2), None, dt.date(2025, 4, 1), None] * 2
    alone = [redactor.text(t, patient=p, date=d) for t, p, d in zip(given, ids, days, strict=True)]
    assert together == alone
    assert "536" not in str(together) and together[1].text == ""


def test_missing_texts_stay_as_they_are(keyless: Redactor) -> None:
    given = [None, "SSN 536-22-8712", NAN, pd.NA, "x"]
    found = keyless.texts(iter(given))
    assert found[0] is None and found[2] is given[2] and found[3] is pd.NA
    assert [found[1].text, found[4].text] == ["SSN [SSN_OR_TAXPAYER]", "x"]
    assert keyless.texts([]) == []


def test_texts_of_a_wrong_kind_are_refused_without_their_value(keyless: Redactor) -> None:
    for texts, more in (
        ([5551234567], {}),
        ([b"5551234567"], {}),
        ("5551234567", {}),
        (["a", "b"], {"patients": ["p1"]}),
        (["a"], {"patients": [True]}),
        (["a"], {"patients": [5551234567.5]}),
        (["a"], {"dates": ["2025-01-01"]}),
    ):
        with pytest.raises((TypeError, ValueError)) as caught:
            keyless.texts(texts, **more)  # type: ignore[arg-type]
        assert "555" not in str(caught.value)
    for call in (keyless.text, lambda wrong: next(keyless.records([wrong]))):
        with pytest.raises(TypeError, match=r"is a (str|dict), not") as caught:
            call(b"5551234567")  # type: ignore[arg-type]
        assert "555" not in str(caught.value)


# -- frames


@pytest.mark.parametrize("library_name", FRAMES)
def test_a_frame_has_the_columns_that_are_named_and_no_other(made: dict[str, Any], library_name: str) -> None:
    frame = FRAMES[library_name](NOTES)
    before = frame.to_dict()
    redactor = Redactor(**made)
    out = redactor.frame(frame, text=["note"], patient="patient_id", keep=["score"])
    assert type(out) is type(frame) and list(out.columns) == ["patient_id", "note", "score"]
    assert str(out["note"].dtype) == str(frame["note"].dtype) and str(out["score"].dtype) == str(frame["score"].dtype)
    notes, ids = out["note"].to_list(), out["patient_id"].to_list()
    assert notes[0] == redactor.text(TEXT, patient="p1").text and notes[2] == "Call [TELEPHONE_NUMBER]."
    assert notes[1] is None or pd.isna(notes[1])
    assert ids[0] == ids[2] != "p1" and (ids[1] is None or pd.isna(ids[1]))
    assert out["score"].to_list() == [1, 2, 3]
    assert str(frame.to_dict()) == str(before)
    table = redactor.record({"dataType": "notesTable", "note_id": "n", "patient_id": "p1", "note_text": ""})
    assert ids[0] == table["patient_id"]  # joins with what a run releases


@pytest.mark.parametrize("library_name", FRAMES)
def test_rows_of_a_schema_leave_by_its_rules(made: dict[str, Any], library_name: str) -> None:
    rows: dict[str, list[Any]] = {
        "note_id": ["n1", "n2"],
        "patient_id": ["p1", "p2"],
        "note_date": [dt.datetime(2025, 3, 16), None],
        "note_type": ["Progress note", "Letter"],
        "note_text": [TEXT, None],
        "surprise": ["Zorbatine", "Quimby"],
    }
    frame = FRAMES[library_name](rows)
    redactor = Redactor(**made)
    out = redactor.frame(frame, schema="records/notesTable")
    assert list(out.columns) == [name for name in rows if name != "surprise"]
    assert "Smith" not in str(out.to_dict()) and "[PERSON]" in out["note_text"].to_list()[0]
    assert out["note_date"].to_list()[0] == "2025"
    with pytest.raises(SchemaError, match="no schema"):
        redactor.frame(frame, schema="records/none")
    with pytest.raises(ValueError, match="either schema"):
        redactor.frame(frame, schema="records/notesTable", keep=["surprise"])


@pytest.mark.parametrize("library_name", FRAMES)
def test_rows_that_are_not_released_are_left_out_and_counted(made: dict[str, Any], library_name: str) -> None:
    frame = FRAMES[library_name]({"note_id": ["n1", "n2"], "note_text": ["x" * 2000, "Dr. Emily Smith"]})
    redactor = Redactor(max_text_chars=1000, **made)
    with pytest.warns(UserWarning, match="1 of 2 rows are not released and left out: text-too-long 1"):
        out = redactor.frame(frame, schema="records/notesTable")
    assert len(out) == 1 and "Smith" not in str(out.to_dict())
    with pytest.warns(UserWarning, match="1 of 1 rows"):
        assert len(redactor.frame(frame[:1], schema="records/notesTable")) == 0


@pytest.mark.parametrize("library_name", FRAMES)
def test_a_text_that_was_not_read_in_full_is_missing(keyless: Redactor, library_name: str) -> None:
    class Half:
        name, version = "half", "1"

        def detect(self, notes: Any) -> list[Reading]:
            return [Reading(complete="Smith" not in n.text) for n in notes]

    keyless._engine.detectors = (Half(),)
    with pytest.warns(UserWarning, match="1 of 2 texts of the column 'note' could not be read in full"):
        out = keyless.frame(FRAMES[library_name]({"note": ["Smith", "fine"]}), text="note")
    assert pd.isna(out["note"].to_list()[0]) and out["note"].to_list()[1] == "fine"


def test_the_index_of_pandas_leaves_only_if_it_is_named_or_numbers_the_rows(keyless: Redactor) -> None:
    frame = pd.DataFrame(NOTES)
    frame.attrs["by"] = "Smith"
    numbered = frame[::2].reset_index(drop=True)
    assert keyless.frame(numbered, text=["note"]).index.equals(numbered.index)
    for other in (
        frame.set_index("name"),
        frame.set_index(["name", "score"]),
        frame.set_index("score"),
        frame.loc[[2, 0, 1]],
        frame[1:],
    ):
        with pytest.raises(ValueError, match="index") as caught:
            keyless.frame(other, text=["note"])
        assert "Quimby" not in str(caught.value)
    with pytest.raises(ValueError, match="index"):
        keyless.frame(frame.set_index(["name", "score"]), text=["note"], keep=["score"])
    out = keyless.frame(frame.set_index("score"), text=["note"], keep=["score"])
    assert out.index.equals(frame.set_index("score").index) and out.attrs == {}
    doubled = frame.assign(score=1).set_index("score")
    assert keyless.frame(doubled, text=["note"], keep=["score"])["note"].to_list()[0] == out["note"].to_list()[0]


def test_types_of_columns_stay(keyless: Redactor) -> None:
    for dtype in ("object", "string", "category"):
        frame = pd.DataFrame({"note": pd.Series([TEXT, None, "x"], dtype=dtype)})
        out = keyless.frame(frame, text=["note"])["note"]
        assert out.dtype.name == frame["note"].dtype.name and out.isna().to_list() == [False, True, False]
    assert "Smith" not in str(out.cat.categories)
    for kind in (pl.Categorical, pl.Enum([TEXT])):
        column = keyless.frame(pl.DataFrame({"note": pl.Series([TEXT, None], dtype=kind)}), text="note")["note"]
        assert "[PERSON]" in column.to_list()[0] and column.to_list()[1] is None
    whole = pd.DataFrame({"id": [1.0, NAN, 1.0], "note": ["a", "b", "c"]})
    ids = keyless.frame(whole, text=["note"], patient="id")["id"].to_list()
    same = keyless.frame(pl.DataFrame({"id": [1, None, 1], "note": ["a", "b", "c"]}), text=["note"], patient="id")
    assert ids[0] == ids[2] == same["id"].to_list()[0] and pd.isna(ids[1])


def test_what_is_no_frame_or_names_no_column_is_refused(keyless: Redactor, tmp_path: Path) -> None:
    frame = pd.DataFrame(NOTES)
    twice = pd.DataFrame([["Smith", "Smith"]], columns=["note", "note"])
    for given, named in (
        (frame, {"text": ["nte"]}),
        (frame, {"text": ["note"], "keep": ["note"]}),
        (frame, {"text": ["note"], "patient": "note"}),
        (frame, {"text": ["note"], "date": "when"}),
        (frame, {"keep": ["score"]}),
        (frame, {"text": ["score"]}),
        (twice, {"text": ["note"]}),
        (pl.LazyFrame(NOTES), {"text": ["note"]}),
        (NOTES, {"text": ["note"]}),
    ):
        with pytest.raises((ValueError, TypeError)) as caught:
            keyless.frame(given, **named)
        assert "Smith" not in str(caught.value)
    (tmp_path / "out.txt").write_text("p1\n")
    with pytest.raises(SettingsError, match="opt_out"):
        Redactor(keyless=True, detectors=("patterns",), opt_out=tmp_path / "out.txt").frame(frame, text=["note"])


def test_empty_frames_stay_empty(made: dict[str, Any]) -> None:
    redactor = Redactor(**made)
    for make in FRAMES.values():
        empty = make({"note_id": [], "note_text": []})
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert list(redactor.frame(empty, text=["note_text"]).columns) == ["note_text"]
            assert len(redactor.frame(empty, schema="records/notesTable")) == 0


# -- what a notebook shows


def test_every_cell_of_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cells run one after another in an empty folder, and what the last line of each gives holds no name."""
    for name in ("REDACTOR_KEYRING", "REDACTOR_HOME", "REDACTOR_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    cells = json.loads((ROOT / "examples" / "notebook.ipynb").read_text("utf-8"))["cells"]
    assert all(not cell.get("outputs") for cell in cells)  # it is committed without results
    names: dict[str, Any] = {}
    shown = []
    for cell in cells:
        if cell["cell_type"] == "code":
            *body, last = ast.parse("".join(cell["source"])).body
            exec(compile(ast.Module(body, []), "cell", "exec"), names)
            is_value = isinstance(last, ast.Expr)
            tree: Any = ast.Expression(last.value) if isinstance(last, ast.Expr) else ast.Module([last], [])
            result = eval(compile(tree, "cell", "eval" if is_value else "exec"), names)
            shown.append(result.to_csv() if isinstance(result, pd.DataFrame) else repr(result))
    assert len(shown) == 6 and not [s for s in shown for name in ("Quimby", "quimby", "Smith", "555") if name in s]
    assert list(names["released"].columns) == ["patient", "note", "kind"]


def test_the_examples_of_the_guide_run(
    tmp_path: Path, keyring_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REDACTOR_DETECTORS", '["patterns"]')
    (tmp_path / "keys.json").write_bytes(keyring_path.read_bytes())
    (tmp_path / "keys.json").chmod(0o600)
    frame = pd.DataFrame({"mrn": [7], "kind": ["x"], "note": [TEXT], "note_id": ["1"], "note_text": [TEXT]})
    names: dict[str, Any] = {"frame": frame}
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "guide" / "library.md").read_text("utf-8"), re.DOTALL)
    assert len(blocks) == 4
    for block in blocks:
        exec(block, names)
    assert "[PERSON]" in capsys.readouterr().out and [r.text for r in names["results"][:1]] != [TEXT]
    assert list(names["released"].columns) == ["note_id", "note_text"]


def test_no_repr_shows_what_a_text_or_a_record_holds(
    keyless: Redactor, made: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDACTOR_KEYRING", made["keyring"].read_text())
    monkeypatch.setenv("REDACTOR_SITE__ALLOW", '["Smith"]')
    monkeypatch.setenv("REDACTOR_RELEX__PASSWORD", "Smith")
    secret = Keyring.load(made["keyring"])
    note = Note("Smith", "Dr. Smith", "p1", known=(KnownValue("Smith", Entity.PERSON, parts=(("family", "Smith"),)),))
    shown = [note, note.known[0], Mention("Smith", Entity.PERSON, note="Smith", paragraph="Smith"), load_settings()]
    shown += [
        secret,
        keyless,
        Redactor(),
        Redacted("Smith", (), complete=False, why="incomplete-reading"),
        keyless._engine,
    ]
    for one in shown:
        assert "Smith" not in repr(one) + str(one) and '"secret"' not in repr(one), type(one)
    assert repr(note) == "<Note: 9 characters, of a patient, 1 known values>"
    assert "hipaa-safe-harbor" in repr(keyless) and "patterns" in repr(keyless)
    assert repr(keyless.text("SSN 536-22-8712")) == "<Redacted: 'SSN [SSN_OR_TAXPAYER]'>"


def test_the_library_lists_its_names_and_has_types() -> None:
    assert {"Redactor", "Keyring", "Note", "Entity"} <= {*dir(library)}
    for package in ("audio", "redactor", "relex", "schemas", "streams"):
        assert (ROOT / package / "py.typed").is_file()
