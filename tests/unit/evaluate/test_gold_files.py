"""Gold of every annotation tool is read as the same spans; what could be read wrongly is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.errors import EvaluationError
from redactor.evaluate.gold_files import read_gold
from redactor.evaluate.spans import Document, category_of_label
from tests.each_row import each_row

GOLD = Path(__file__).parent / "gold"
OFFSETS = ("i2b2", "brat", "doccano.jsonl", "doccano-relations.jsonl", "presidio.json", "spacy-train.json",
           "spacy-docs.json", "own.jsonl")  # fmt: skip
COARSE = {"DOCTOR": "PATIENT", "HOSPITAL": "LOCATION", "OTHER": "LOCATION"}
"""Presidio, spaCy and CoNLL know persons and places alone; an organisation is OTHER of SHIELD."""


def _said(document: Document) -> list[tuple[str, str]]:
    return [(document.text[s.start : s.end], category_of_label(s.label)) for s in document.gold]


def _coarse(said: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(text, COARSE.get(category, category)) for text, category in said]


@pytest.mark.parametrize("name", OFFSETS)
def test_every_tools_gold_is_the_same(name: str) -> None:
    own, read = list(read_gold(GOLD / "own.jsonl")), list(read_gold(GOLD / name))
    assert [d.text for d in read] == [d.text for d in own]
    if name in ("i2b2", "brat", "doccano.jsonl", "doccano-relations.jsonl"):
        assert [_said(d) for d in read] == [_said(d) for d in own]
    else:
        assert [_coarse(_said(d)) for d in read] == [_coarse(_said(d)) for d in own]
    assert len({d.id for d in read}) == 2


def test_conll_is_put_together_from_its_tokens() -> None:
    own, read = list(read_gold(GOLD / "own.jsonl")), list(read_gold(GOLD / "notes.tsv"))
    blank = str.maketrans("", "", " \n")
    for document, expected in zip(read, own, strict=True):
        assert document.text.translate(blank) == expected.text.translate(blank)
        got = [(text.translate(blank), category) for text, category in _coarse(_said(document))]
        assert got == [(text.translate(blank), category) for text, category in _coarse(_said(expected))]
    assert "Mr. Maren Oddvik is a 61" in read[0].text and "(617)" in read[0].text


@each_row(
    ("lines", "expected"),
    [
        ("Ann B-PER\nLee I-PER\nBo B-PER\n", ["Ann Lee", "Bo"]),
        ("Ann I-PER\nLee I-PER\n\nBo I-PER\n", ["Ann Lee", "Bo"]),  # IOB1, and a sentence ends a span
        ("Ann B-PER\nvan I-PER\nLee L-PER\nBo U-PER\nCy S-PER\n", ["Ann van Lee", "Bo", "Cy"]),  # BILOU, BIOES
        ("Ann NNP I-NP B-PER\nof IN O O\nRoe NNP B-NP B-LOC\n", ["Ann", "Roe"]),  # further columns
        ("Ann B-PER\nRoe I-LOC\n", ["Ann", "Roe"]),
    ],
)  # fmt: skip
def test_schemes_of_tags(lines: str, expected: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text(lines)
    (document,) = read_gold(path)
    assert [document.text[s.start : s.end] for s in document.gold] == expected


def test_a_file_without_a_suffix_that_tells_is_known_by_its_content(tmp_path: Path) -> None:
    for name in ("i2b2/220-01.xml", "own.jsonl", "notes.tsv", "spacy-train.json"):
        path = tmp_path / "gold.dat"
        path.write_bytes((GOLD / name).read_bytes())
        assert next(read_gold(path)).gold, name


HEAD = '<?xml version="1.0"?>'
NAME = (
    '<deIdi2b2><TEXT>{text}</TEXT><TAGS><NAME id="P0" start="0" end="6" text="Secret" TYPE="PATIENT"/></TAGS>'
    "</deIdi2b2>"
)
REFUSED = [
    ("a.xml", HEAD + NAME.format(text="  Secret"), "do not hold the text"),
    ("a.xml", HEAD + NAME.format(text="Sec"), "outside of its text"),
    ("a.xml", HEAD + NAME.replace('"6"', '"six"').format(text="Secret"), "no XML of i2b2"),
    ("a.xml", HEAD + "<!DOCTYPE d [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>" + NAME.format(text="&e;"), "no DOCTYPE"),
    ("a.xml", HEAD + "<ClinicalDocument>Secret</ClinicalDocument>", "has no TEXT"),
    ("a.xml", HEAD + "<deIdi2b2><TEXT>Secret", "no XML of i2b2"),
    ("a.xml", '<?xml version="1.0" encoding="secret-8"?><deIdi2b2/>', "no XML of i2b2"),
    ("a.ann", "T1\tName 0 6\tSecret\n", "no .txt file"),
    ("a.conll", "Secret B-PER\nSecret\n", "line 2"),
    ("a.json", '[{"full_text": "Secret", "spans": [{"start_position": 0, "entity_type": "PERSON"}]}]', "start and end"),
    ("a.json", '[{"full_text": "Secret", "spans": [{"start_position": 0, "end_position": 9, "entity_type": "P"}]}]',
     "lies"),
    ("a.jsonl", '{"id": 1, "text": "Secret", "label": [[0, 9, "PER"]]}', "lies outside"),
    ("a.jsonl", '{"id": 1, "text": "Secret", "label": [[0, "PER"]]}', "whole numbers"),
    ("a.jsonl", '{"id": 1, "text": "Secret", "label": [[2, 2, "PER"]]}', "is empty"),
    ("a.jsonl", '{"id": 1, "text": "Secret", "label": []}\n' * 2, "ids must differ"),
    ("a.json", '[{"full_text": "A Secret", "spans": [{"start_position": 0, "end_position": 6, "entity_type": "PERSON",'
     ' "entity_value": "Secret"}]}]', "do not hold the text"),
    ("a.docx", "Secret", "in no format of gold"),
]  # fmt: skip


@each_row(("name", "content", "message"), REFUSED)
def test_what_could_be_read_wrongly_is_refused_without_content(
    name: str, content: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(EvaluationError, match=message) as raised:
        list(read_gold(path))
    assert "Secret" not in str(raised.value)


def test_folders_that_are_not_gold_of_one_tool_are_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="no gold"):
        list(read_gold(tmp_path))
    (tmp_path / "secret.txt").write_text("x")
    (tmp_path / "other.ann").write_text("")
    (tmp_path / "other.txt").write_text("x")
    with pytest.raises(EvaluationError, match="files have no ") as raised:
        list(read_gold(tmp_path))
    assert "secret" not in str(raised.value)
    (tmp_path / "a.xml").write_text("")
    with pytest.raises(EvaluationError, match="several formats"):
        list(read_gold(tmp_path))
    (tmp_path / "a.xml").unlink()
    (tmp_path / "secret.txt").unlink()
    (tmp_path / "other.ann").write_text("T1\tName 0 1;3 4\tx z\n")
    (tmp_path / "other.txt").write_bytes(b"x\r\nz")
    (document,) = read_gold(tmp_path)
    assert [document.text[s.start : s.end] for s in document.gold] == ["x", "z"]
    (tmp_path / "other.ann").write_text("T1\tName 0 1;2 3\tx z\n")  # counted without the CR
    with pytest.raises(EvaluationError, match="--offsets lf"):
        list(read_gold(tmp_path))


def test_a_file_of_a_folder_is_told_by_its_number(tmp_path: Path) -> None:
    for content, where in (("{", "line 1"), ('{"id": 1, "spans": [{}]}', "line 1"), ('[{"id": 1}, 2]', "document 2")):
        (tmp_path / "jane secret.jsonl").write_text(content + "\n")
        with pytest.raises(EvaluationError, match=f"file 1 in the order of names, {where}") as raised:
            list(read_gold(tmp_path))
        assert "secret" not in str(raised.value)


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REDACTOR_DETECTORS", '["patterns"]')


@pytest.mark.usefixtures("settings")
@pytest.mark.parametrize("name", ["i2b2", "brat", "notes.tsv", "presidio.json", "own.jsonl"])
def test_the_command_reads_it_with_the_detectors_of_the_settings(name: str) -> None:
    done = CliRunner().invoke(app, ["evaluate", str(GOLD / name), "--json"])
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    (system,) = told["systems"].values()
    assert told["documents"] == 2 and system["report"]["typed_recall"]["above"] > 5


@pytest.mark.usefixtures("settings")
def test_labels_that_nobody_knows_are_listed_with_what_to_do(tmp_path: Path) -> None:
    gold = tmp_path / "g.jsonl"
    spans = [{"start": s, "end": e, "label": label} for s, e, label in ((0, 3, "Who"), (4, 6, "Weg"), (7, 11, "Weg"))]
    gold.write_text(json.dumps({"id": 1, "text": "Ann of Ebel", "spans": spans}))
    done = CliRunner().invoke(app, ["evaluate", str(gold)])
    assert done.exit_code == 2 and "Weg 2, Who 1" in done.output and "--labels" in done.output
    (tmp_path / "map.json").write_text('{"Who": "PATIENT", "Weg": null}')
    done = CliRunner().invoke(app, ["evaluate", str(gold), "--labels", str(tmp_path / "map.json"), "--json"])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["systems"]["redactor"]["report"]["recall"]["below"] == 1


def test_labels_of_other_tools_have_a_category() -> None:
    known = {"GPE": "LOCATION", "Phone-Number": "PHONE", "MedicalRecord": "ID", "per": "PATIENT", "US_SSN": "ID",
             "NORP": "IGNORED", "hospital": "HOSPITAL", "STREET_ADDRESS": "LOCATION",
             "Web": "WEB", "Who": "Who"}  # fmt: skip
    assert {label: category_of_label(label) for label in known} == known


def test_an_arguable_span_counts_neither_way(tmp_path: Path) -> None:
    gold, found, nothing = (tmp_path / f"{name}.jsonl" for name in ("gold", "found", "nothing"))
    spans = [{"start": 0, "end": 3, "label": "PATIENT", "arguable": True}, {"start": 7, "end": 11, "label": "CITY"}]
    gold.write_text(json.dumps({"id": 1, "text": "Ann of Ebel", "spans": spans}))
    found.write_text(json.dumps({"id": 1, "spans": [{"start": 0, "end": 3, "label": "PERSON"}]}))
    nothing.write_text(json.dumps({"id": 1, "spans": []}))
    done = CliRunner().invoke(app, ["evaluate", str(gold), "--pred", str(found), "--pred", str(nothing), "--json"])
    reports = [s["report"] for s in json.loads(done.stdout)["systems"].values()]
    assert [(r["recall"]["below"], r["precision"]["below"], r["alarms"]["above"]) for r in reports] == [(1, 0, 0)] * 2


@pytest.mark.parametrize("spans", ["null", "{}", '""', '[{"start": 0, "end": 3, "label": "CITY", "score": "0.5"}]'])
def test_spans_that_are_no_list_and_scores_that_are_no_number_are_errors(spans: str, tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text(f'{{"id": 1, "text": "Ann of Ebel", "spans": {spans}}}')
    done = CliRunner().invoke(app, ["evaluate", str(tmp_path / "gold.jsonl"), "--detectors", "patterns"])
    assert done.exit_code == 2 and "line 1" in done.output


def test_what_groups_the_documents_has_few_values(tmp_path: Path) -> None:
    gold = tmp_path / "gold.jsonl"
    gold.write_text("".join(json.dumps({"id": n, "text": f"Vexholm {n}", "spans": []}) + "\n" for n in range(60)))
    for field, told in (("text", "60 groups"), ("nofield", "no document")):
        done = CliRunner().invoke(app, ["evaluate", str(gold), "--detectors", "patterns", "--by", field])
        assert done.exit_code == 2 and told in done.output and "Vexholm" not in done.output


def test_a_source_of_another_tool_is_not_kept(tmp_path: Path) -> None:
    gold, found = tmp_path / "gold.jsonl", tmp_path / "found.jsonl"
    gold.write_text(json.dumps({"id": 1, "text": "Ann of Ebel", "spans": []}))
    for source, kept in (("Okafor-rule", ""), ("patterns:us-phone+student", "patterns:us-phone+student")):
        span = {"start": 0, "end": 3, "label": "PERSON", "source": source}
        found.write_text(json.dumps({"id": 1, "spans": [span]}))
        done = CliRunner().invoke(app, ["evaluate", str(gold), "--pred", str(found), "--json"])
        (cause,) = json.loads(done.stdout)["systems"]["predictions"]["report"]["causes"]
        assert cause["source"] == kept
