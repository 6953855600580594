"""What programs give to `Redactor.texts`: missing values, wrong types, many, twice, by threads."""

import datetime
import decimal
import pickle
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from redactor import Redactor
from tests.unit import golden_pseudonyms

pytestmark = pytest.mark.slow
NOTE = "Seen by Dr. Tarquil Vexholm, call 617-555-0142."


@pytest.fixture(scope="module")
def redactor(tmp_path_factory: pytest.TempPathFactory) -> Redactor:
    folder = tmp_path_factory.mktemp("texts")
    golden_pseudonyms.keyring(2).save(folder / "keys.json")
    return Redactor(
        profile="hips", keyring=folder / "keys.json", home=folder / "home", as_of=datetime.date(2025, 6, 30)
    )


def test_missing_values_stay_as_they_are(redactor: Redactor) -> None:
    pandas, numpy = pytest.importorskip("pandas"), pytest.importorskip("numpy")
    missing = [None, float("nan"), pandas.NA, pandas.NaT, numpy.nan, numpy.float32("nan"), numpy.datetime64("NaT")]
    results = redactor.texts([missing[0], NOTE, *missing[1:]])
    assert results[1] is not None and "Vexholm" not in results[1].text
    for given, got in zip(missing, [results[0], *results[2:]], strict=True):
        assert got is given or got != got, given


def test_empty_texts_and_empty_lists(redactor: Redactor) -> None:
    assert redactor.texts([]) == []
    for one in redactor.texts(["", " ", "\n\n", "\ufeff"]):
        assert one is not None and one.complete


@pytest.mark.parametrize(
    "value",
    [7, 7.5, True, b"Vexholm", ["Vexholm"], {"a": "Vexholm"}, ("Vexholm",), decimal.Decimal(7), float("inf"),
     datetime.date(2020, 1, 1), object(), bytearray(b"Vexholm")],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_what_is_no_text_is_refused_without_its_value(value: object, redactor: Redactor) -> None:
    with pytest.raises(TypeError) as error:
        redactor.texts([NOTE, value])  # type: ignore[list-item]
    assert "Vexholm" not in str(error.value)
    assert "1" in str(error.value) or "2" in str(error.value)


def test_a_lone_string_or_bytes_is_no_list(redactor: Redactor) -> None:
    for given in (NOTE, NOTE.encode(), 7, None):
        with pytest.raises(TypeError):
            redactor.texts(given)  # type: ignore[arg-type]


def test_a_str_subclass_generators_series_and_arrays(redactor: Redactor) -> None:
    pandas, numpy = pytest.importorskip("pandas"), pytest.importorskip("numpy")

    class Text(str):
        pass

    want = [redactor.text(NOTE).text, redactor.text("slept").text]
    for given in (
        [Text(NOTE), Text("slept")],
        (one for one in [NOTE, "slept"]),
        pandas.Series([NOTE, "slept"], index=[7, 9]),
        pandas.Series([NOTE, "slept"], dtype="string"),
        pandas.Series([NOTE, "slept"], dtype="category"),
        numpy.array([NOTE, "slept"]),
        numpy.array([NOTE, "slept"], dtype=object),
    ):
        assert [one.text for one in redactor.texts(given)] == want


def test_patients_of_the_wrong_length_and_kind(redactor: Redactor) -> None:
    for patients in (["p1"], ["p1"] * 3, "p1", [b"p1", b"p1"], [["p1"], ["p1"]], [1.5, 2.5], [float("inf")] * 2):
        with pytest.raises((TypeError, ValueError)) as error:
            redactor.texts([NOTE, NOTE], patients=patients)  # type: ignore[arg-type]
        assert "p1" not in str(error.value)
    for dates in (["2025-03-04"], ["Vexholm", "2025-03-04"], [7, 8]):
        with pytest.raises((TypeError, ValueError)) as error:
            redactor.texts([NOTE, NOTE], patients=["p1", "p1"], dates=dates)  # type: ignore[arg-type]
        assert "Vexholm" not in str(error.value)


def test_whole_floats_are_the_numbers_that_they_stand_for(redactor: Redactor) -> None:
    numpy = pytest.importorskip("numpy")
    texts = [f"{NOTE} Seen 3/4/2024."] * 5
    found = redactor.texts(texts, patients=["7", 7, 7.0, numpy.int64(7), numpy.float64(7)])
    assert len({one.text for one in found}) == 1


def test_many_rows_with_duplicates_give_what_text_gives(redactor: Redactor) -> None:
    texts = [f"Dr. Tarquil Vexholm saw bed {n % 50} on 3/4/2024." for n in range(3_000)]
    found = redactor.texts(texts, patients=["p1"] * 3_000)
    assert len(found) == 3_000
    singles = {text: redactor.text(text, patient="p1").text for text in texts[:50]}
    assert all(one is not None and one.text == singles[text] for one, text in zip(found, texts, strict=True))


def test_duplicates_of_other_patients_are_their_own(redactor: Redactor) -> None:
    text = "Dr. Tarquil Vexholm came on 3/4/2024."
    found = redactor.texts([text] * 4, patients=["p1", "p2", "p1", "p2"])
    assert found[0].text == found[2].text and found[1].text == found[3].text
    assert found[0].text == redactor.text(text, patient="p1").text
    assert found[1].text == redactor.text(text, patient="p2").text


def test_threads_share_a_redactor_without_a_home(tmp_path: Path) -> None:
    texts = [f"Dr. Tarquil Vexholm saw bed {n} on 3/4/2024." for n in range(20)]
    redactor = Redactor(keyless=True, home=tmp_path)
    want = [redactor.text(text).text for text in texts]
    with ThreadPoolExecutor(6) as threads:
        assert [one.text for one in threads.map(redactor.text, texts)] == want
        assert [[one.text for one in got] for got in threads.map(redactor.texts, [texts] * 3)] == [want] * 3


def test_pickles_hold_no_original_and_a_redactor_says_what_to_do(redactor: Redactor) -> None:
    found = redactor.text(NOTE)
    again = pickle.loads(pickle.dumps(found))
    assert (again.text, again.complete) == (found.text, found.complete)
    assert b"Vexholm" not in pickle.dumps(found)
    try:
        assert b'"secret"' not in pickle.dumps(redactor)
    except TypeError as error:
        assert "process" in str(error)


def test_reprs_show_neither_texts_nor_secrets(redactor: Redactor) -> None:
    found = redactor.text(NOTE)
    for value in (found, [found], redactor, found.spans, redactor.texts([NOTE, None])):
        assert "Vexholm" not in repr(value) and "0142" not in repr(value)
    assert "texts" in dir(redactor) and "frame" in dir(redactor)


def test_a_text_beyond_the_limit_and_a_lone_surrogate(redactor: Redactor) -> None:
    long, odd, fine = redactor.texts(["Vexholm " * 300_000, "Dr. Vexholm \ud800 came", "slept"])
    assert not long.complete and "Vexholm" not in long.text
    assert "Vexholm" not in odd.text
    assert fine.text == "slept"


def test_a_path_is_no_text(redactor: Redactor) -> None:
    with pytest.raises(TypeError):
        redactor.text(Path("Vexholm.txt"))  # type: ignore[arg-type]
