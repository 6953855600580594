"""Frames as notebooks hold them: odd indexes, types, names, missing values, and people who must be one person."""

import datetime
import warnings
from typing import Any

import pytest

from redactor import Redactor
from redactor.errors import RedactorError
from tests.unit import golden_pseudonyms

pytestmark = pytest.mark.slow
pd: Any = pytest.importorskip("pandas")
pl: Any = pytest.importorskip("polars")
NOTE = "Seen by Dr. Tarquil Vexholm on 3/4/2024, call 617-555-0142."
PHI = ("Vexholm", "Tarquil", "617-555-0142", "MRN77")


@pytest.fixture(scope="module")
def redactor(tmp_path_factory: pytest.TempPathFactory) -> Redactor:
    folder = tmp_path_factory.mktemp("frames")
    golden_pseudonyms.keyring(2).save(folder / "keys.json")
    made = Redactor(
        profile="hips", keyring=folder / "keys.json", home=folder / "home", as_of=datetime.date(2025, 6, 30)
    )
    made.learn([{"resourceType": "Patient", "id": "MRN77", "name": [{"family": "Vexholm", "given": ["Tarquil"]}]}])
    return made


def clean(frame: Any) -> None:
    text = frame.to_json() if hasattr(frame, "to_json") else frame.write_json()
    assert not [word for word in PHI if word in text]


def base(**more: Any) -> dict[str, Any]:
    return {"mrn": ["MRN77", "MRN77", "MRN78"], "note": [NOTE, None, "tarquil slept"], "kind": ["a", "b", "a"], **more}


def test_columns_order_types_and_rows_of_pandas(redactor: Redactor) -> None:
    for dtype in ("object", "string", "string[pyarrow]", "category", pd.ArrowDtype(__import__("pyarrow").string())):
        frame = pd.DataFrame(base())
        frame["note"] = frame["note"].astype(dtype)
        before = frame.copy(deep=True)
        got = redactor.frame(frame, text=["note"], patient="mrn", keep=["kind"])
        clean(got)
        assert list(got.columns) == ["mrn", "note", "kind"]
        assert got["note"].isna().tolist() == [False, True, False]
        assert str(got["note"].dtype) == str(frame["note"].dtype)
        assert got.index.equals(frame.index)
        pd.testing.assert_frame_equal(frame, before)


def test_one_text_column_as_a_string_and_columns_that_are_not_there(redactor: Redactor) -> None:
    frame = pd.DataFrame(base())
    for arguments in (
        {"text": ["nowhere"]},
        {"text": ["note"], "patient": "nowhere"},
        {"text": ["note"], "keep": ["nowhere"]},
        {"text": ["note"], "date": "nowhere"},
        {"text": []},
        {},
        {"text": ["note"], "keep": ["note"]},
        {"text": ["note", "note"]},
        {"text": ["mrn"], "patient": "mrn"},
        {"text": ["note"], "keep": ["mrn"], "patient": "mrn"},
        {"text": ["note"], "schema": "records/notesTable"},
        {"schema": "nowhere"},
        {"text": ["note"], "keep": "kind"},
    ):
        for given in (frame, pl.DataFrame(base())):
            try:
                clean(redactor.frame(given, **arguments))
            except (ValueError, KeyError, TypeError, RedactorError) as error:
                assert not [word for word in PHI if word in str(error)]
                assert len(str(error)) > 15, arguments


def test_duplicate_column_names_are_refused(redactor: Redactor) -> None:
    frame = pd.DataFrame([["MRN77", NOTE, NOTE]], columns=["mrn", "note", "note"])
    with pytest.raises(ValueError, match="one name"):
        redactor.frame(frame, text=["note"], patient="mrn")
    kept = pd.DataFrame([["MRN77", NOTE, "Tarquil Vexholm", "x"]], columns=["mrn", "note", "kind", "kind"])
    with pytest.raises(ValueError, match="one name"):
        redactor.frame(kept, text=["note"], patient="mrn", keep=["kind"])


def test_patients_with_gaps(redactor: Redactor) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for patients in ([7, None, 8], [7.0, float("nan"), 8.0], ["MRN77", None, "NULL"], ["MRN77", "", "0"]):
            for make in (pd.DataFrame, lambda data: pl.DataFrame(data, strict=False)):
                got = redactor.frame(make(base(mrn=patients)), text=["note"], patient="mrn")
                clean(got)
                column = list(got["mrn"])
                assert column[1] is None or column[1] != column[1] or column[1] is pd.NA
                assert column[0] not in patients
    numbers = redactor.frame(pd.DataFrame(base(mrn=[7, 7, 8])), text=["note"], patient="mrn")
    gaps = redactor.frame(pd.DataFrame(base(mrn=[7, None, 8])), text=["note"], patient="mrn")
    nullable = redactor.frame(
        pd.DataFrame(base(mrn=pd.array([7, None, 8], dtype="Int64"))), text=["note"], patient="mrn"
    )
    assert numbers["mrn"][0] == gaps["mrn"][0] == nullable["mrn"][0]
    halves = pd.DataFrame(base(mrn=[7.5, 7.5, 8.0]))
    with pytest.raises((ValueError, TypeError)):
        redactor.frame(halves, text=["note"], patient="mrn")


def test_one_patient_is_one_stand_in_over_rows_and_columns(redactor: Redactor) -> None:
    frame = pd.DataFrame(
        {
            "mrn": ["MRN77"] * 4,
            "plan": ["Mr. Tarquil Vexholm is well.", "Vexholm is well.", "Mr. Vexholm is well.", "VEXHOLM is well."],
            "note": ["Tarquil is well."] * 4,
        }
    )
    got = redactor.frame(frame, text=["plan", "note"], patient="mrn")
    clean(got)
    surnames = {text.replace(" is well.", "").split()[-1].lower() for text in got["plan"]}
    given = {text.split()[0] for text in got["note"]}
    assert len(surnames) == 1 and len(given) == 1
    assert given.pop() in got["plan"][0]
    assert len(set(got["mrn"])) == 1
    polars = redactor.frame(pl.from_pandas(frame), text=["plan", "note"], patient="mrn")
    assert polars["plan"].to_list() == got["plan"].tolist()


def test_no_rows_and_only_missing_values(redactor: Redactor) -> None:
    for frame in (pd.DataFrame(base())[:0], pl.DataFrame(base()).clear()):
        got = redactor.frame(frame, text=["note"], patient="mrn", keep=["kind"])
        assert got.shape == (0, 3)
    for column in ([None] * 3, [float("nan")] * 3):
        got = redactor.frame(pd.DataFrame(base(note=column)), text=["note"], patient="mrn")
        assert got["note"].isna().all()
    got = redactor.frame(pl.DataFrame(base(note=[None] * 3)), text=["note"], patient="mrn")
    assert got["note"].null_count() == 3
    clean(redactor.frame(pd.DataFrame(base()).iloc[:0], schema="records/notesTable"))


def test_a_text_column_of_other_things_is_refused_by_its_name(redactor: Redactor) -> None:
    for value in ({"a": "Vexholm"}, ["Vexholm"], 7, b"Vexholm", datetime.date(2020, 1, 1)):
        frame = pd.DataFrame({"mrn": ["MRN77"], "note": [value]})
        with pytest.raises((TypeError, ValueError)) as error:
            redactor.frame(frame, text=["note"], patient="mrn")
        assert "note" in str(error.value) and "Vexholm" not in str(error.value)
    for series in (pl.Series([{"a": "Vexholm"}]), pl.Series([["Vexholm"]]), pl.Series([7]), pl.Series([b"Vexholm"])):
        with pytest.raises((TypeError, ValueError)) as error:
            redactor.frame(pl.DataFrame({"mrn": ["MRN77"], "note": series}), text=["note"], patient="mrn")
        assert "note" in str(error.value) and "Vexholm" not in str(error.value)


def test_indexes_that_hold_people_are_refused_and_those_that_number_stay(redactor: Redactor) -> None:
    frame = pd.DataFrame(base())
    for index in (
        pd.Index(["MRN77", "MRN78", "MRN79"]),
        pd.MultiIndex.from_tuples([("MRN77", 1), ("MRN77", 2), ("MRN78", 1)], names=["mrn", "row"]),
        pd.Index([5, 9, 7]),
        pd.Index([0, 0, 0]),
        pd.DatetimeIndex(["1950-02-03"] * 3),
        pd.RangeIndex(0, 3, name="Vexholm"),
        pd.RangeIndex(7741, 7744),
    ):
        odd = frame.set_axis(index)
        try:
            got = redactor.frame(odd, text=["note"], patient="mrn", keep=["kind"])
        except ValueError as error:
            assert "reset_index" in str(error) and "MRN77" not in str(error)
        else:
            clean(got)
            assert "Vexholm" not in (got.index.name or "")
            assert got.index[0] in (0, None)
    filtered = frame[frame["kind"] == "a"]
    with pytest.raises(ValueError, match="reset_index"):
        redactor.frame(filtered, text=["note"], patient="mrn")


def test_multi_level_columns_attrs_and_subclasses(redactor: Redactor) -> None:
    frame = pd.DataFrame(base())
    frame.attrs = {"source": "Tarquil Vexholm"}
    assert not redactor.frame(frame, text=["note"], patient="mrn").attrs
    levels = pd.DataFrame([[NOTE, "MRN77"]], columns=pd.MultiIndex.from_tuples([("a", "note"), ("a", "mrn")]))
    try:
        clean(redactor.frame(levels, text=[("a", "note")], patient=("a", "mrn")))
    except (ValueError, TypeError) as error:
        assert "column" in str(error)
    numbers = pd.DataFrame([[NOTE, "MRN77"]])
    try:
        clean(redactor.frame(numbers, text=[0], patient=1))
    except (ValueError, TypeError) as error:
        assert "column" in str(error)


def test_categories_keep_no_original(redactor: Redactor) -> None:
    frame = pd.DataFrame(base())
    frame["note"] = pd.Categorical(frame["note"], categories=[NOTE, "tarquil slept", "Vexholm never used"])
    frame["kind"] = pd.Categorical(frame["kind"], categories=["a", "b", "Tarquil Vexholm"])
    got = redactor.frame(frame, text=["note"], patient="mrn", keep=["kind"])
    assert not [one for one in got["note"].cat.categories if "Vexholm" in one or "tarquil" in one]
    frame["mrn"] = pd.Categorical(frame["mrn"])
    got = redactor.frame(frame, text=["note"], patient="mrn", keep=["kind"])
    assert "MRN77" not in str(getattr(got["mrn"], "cat", got["mrn"]))
    table = pl.DataFrame(base()).with_columns(pl.col("note").cast(pl.Categorical), pl.col("mrn").cast(pl.Categorical))
    got = redactor.frame(table, text=["note"], patient="mrn")
    clean(got)


def test_what_is_no_frame_says_so(redactor: Redactor) -> None:
    lazy = pl.DataFrame(base()).lazy()
    pyarrow = pytest.importorskip("pyarrow")
    for given in (
        lazy,
        base(),
        [base()],
        pyarrow.table({"note": [NOTE]}),
        pd.Series([NOTE]),
        pl.Series([NOTE]),
        None,
        NOTE,
    ):
        with pytest.raises(TypeError) as error:
            redactor.frame(given, text=["note"])
        assert "Vexholm" not in str(error.value)
        assert given is not lazy or "collect" in str(error.value)


def test_dates_beside_the_notes(redactor: Redactor) -> None:
    days = ["2025-03-04", "2025-03-05", None]
    notes = ["Seen 3/4.", "Seen 3/4.", "Seen 3/4."]
    with pytest.raises(TypeError, match="to_datetime"):
        redactor.frame(pd.DataFrame(base(note=notes, day=days)), text=["note"], patient="mrn", date="day")
    first = [datetime.date(2025, 3, 4), datetime.date(2025, 3, 5), None]
    want = redactor.frame(pd.DataFrame(base(note=notes, day=first)), text=["note"], patient="mrn", date="day")
    assert list(want.columns) == ["mrn", "note"]
    for column in (
        [datetime.date(2025, 3, 4), datetime.date(2025, 3, 5), None],
        pd.to_datetime(pd.Series(days)),
        pd.to_datetime(pd.Series(days)).dt.tz_localize("Asia/Tokyo"),
    ):
        got = redactor.frame(pd.DataFrame(base(note=notes, day=column)), text=["note"], patient="mrn", date="day")
        assert got["note"].tolist() == want["note"].tolist()
    table = pl.DataFrame(base(note=notes, day=[datetime.date(2025, 3, 4), datetime.date(2025, 3, 5), None]))
    assert redactor.frame(table, text=["note"], patient="mrn", date="day")["note"].to_list() == want["note"].tolist()
    with pytest.raises((ValueError, TypeError)) as error:
        redactor.frame(pd.DataFrame(base(day=["Vexholm", None, None])), text=["note"], patient="mrn", date="day")
    assert "Vexholm" not in str(error.value)


def test_rows_of_a_schema_that_are_not_released_are_counted(redactor: Redactor) -> None:
    table = pd.DataFrame(
        {
            "note_id": ["n1", "n2", "n3"],
            "patient_id": ["MRN77", "MRN77", None],
            "note_date": ["2025-03-16", "Vexholm", None],
            "note_text": ["tarquil came", "x" * 3_000_000, None],
            "wombat": ["Vexholm"] * 3,
        }
    )
    for frame in (table, pl.from_pandas(table)):
        with pytest.warns(UserWarning, match="not released"):
            got = redactor.frame(frame, schema="records/notesTable")
        clean(got)
        assert got.shape[0] == 2
        assert "wombat" not in list(got.columns)
