"""Gold of six tools, whole and broken: it is read as its tool means it, or refused with where and why."""

# ruff: noqa: E501 (a case a line is easier to compare)

import json
from pathlib import Path
from typing import Any

import pytest

from tests.unit.cli.pipe_kit import piped

pytestmark = pytest.mark.slow
TEXT = "Seen by Dr. Tarquil Vexholm on 3/4/2024.\n"
NAME, DAY = (12, 27), (31, 39)
assert TEXT[slice(*NAME)] == "Tarquil Vexholm" and TEXT[slice(*DAY)] == "3/4/2024"


def i2b2(text: str = TEXT, tags: str | None = None, head: str = '<?xml version="1.0" encoding="UTF-8" ?>\n') -> str:
    tags = tags if tags is not None else (
        '<NAME id="P0" start="12" end="27" text="Tarquil Vexholm" TYPE="DOCTOR" comment="" />\n'
        '<DATE id="P1" start="31" end="39" text="3/4/2024" TYPE="DATE" comment="" />\n')  # fmt: skip
    return f"{head}<deIdi2b2>\n<TEXT><![CDATA[{text}]]></TEXT>\n<TAGS>\n{tags}</TAGS>\n</deIdi2b2>\n"


def j(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def brat(ann: str, text: str = TEXT) -> dict[str, str]:
    return {"a/1.txt": text, "a/1.ann": ann}


GOOD = {
    "id": "1",
    "text": TEXT,
    "spans": [{"start": 12, "end": 27, "label": "DOCTOR"}, {"start": 31, "end": 39, "label": "DATE"}],
}
DOCCANO = {"id": 1, "text": TEXT, "label": [[12, 27, "DOCTOR"], [31, 39, "DATE"]]}
PRESIDIO = {
    "full_text": TEXT,
    "spans": [{"entity_type": "PERSON", "entity_value": "Tarquil Vexholm", "start_position": 12, "end_position": 27}],
}
SPACY = {"text": TEXT, "ents": [{"start": 12, "end": 27, "label": "PERSON"}]}
CONLL = "Seen O\nby O\nDr. O\nTarquil B-PER\nVexholm I-PER\non O\n3/4/2024 B-DATE\n. O\n"
EMOJI = "\U0001f600 " + TEXT
NEWLINES = "Head\r\nSeen by Tarquil Vexholm\r\n"
# name, files, the path that is given, (documents, spans) or what the refusal must say
GOLD: list[tuple[str, dict[str, str | bytes], str, tuple[int, int] | str]] = [
    # our own lines
    ("own", {"g.jsonl": j(GOOD)}, "g.jsonl", (1, 2)),
    ("own with a byte order mark", {"g.jsonl": "\ufeff" + j(GOOD)}, "g.jsonl", (1, 2)),
    ("own with CRLF", {"g.jsonl": (j(GOOD) + "\n" + j({**GOOD, "id": "2"}) + "\n").replace("\n", "\r\n")}, "g.jsonl", (2, 4)),
    ("own broken in line 2", {"g.jsonl": j(GOOD) + '\n{"id": "Vexholm'}, "g.jsonl", "line 2"),
    ("own beyond the text", {"g.jsonl": j({**GOOD, "spans": [{"start": 12, "end": 99, "label": "DOCTOR"}]})}, "g.jsonl", "line 1"),
    ("own backwards", {"g.jsonl": j({**GOOD, "spans": [{"start": 27, "end": 12, "label": "DOCTOR"}]})}, "g.jsonl", "line 1"),
    ("own empty span", {"g.jsonl": j({**GOOD, "spans": [{"start": 12, "end": 12, "label": "DOCTOR"}]})}, "g.jsonl", "line 1"),
    ("own negative", {"g.jsonl": j({**GOOD, "spans": [{"start": -4, "end": 12, "label": "DOCTOR"}]})}, "g.jsonl", "line 1"),
    ("own fractions", {"g.jsonl": j({**GOOD, "spans": [{"start": 12.5, "end": 27, "label": "DOCTOR"}]})}, "g.jsonl", "line 1"),
    ("own unknown label", {"g.jsonl": j({**GOOD, "spans": [{"start": 12, "end": 27, "label": "WOMBAT"}]})}, "g.jsonl", "WOMBAT"),
    ("own the same id twice", {"g.jsonl": j(GOOD) + "\n" + j(GOOD)}, "g.jsonl", "line 2"),
    ("own without spans", {"g.jsonl": j({"id": "1", "text": TEXT})}, "g.jsonl", "spans"),
    ("own empty file", {"g.jsonl": ""}, "g.jsonl", "g.jsonl"),
    ("no UTF-8", {"g.jsonl": j(GOOD).encode().replace(b"Seen", b"S\xe9en")}, "g.jsonl", "UTF-8"),
    ("missing", {}, "g.jsonl", "No such file"),
    # i2b2 2014
    ("i2b2", {"g.xml": i2b2()}, "g.xml", (1, 2)),
    ("i2b2 folder", {"a/110-01.xml": i2b2(), "a/110-02.xml": i2b2()}, "a", (2, 4)),
    ("i2b2 with CRLF in the file", {"g.xml": i2b2("Head\n" + TEXT, '<NAME id="P0" start="17" end="32" text="Tarquil Vexholm" TYPE="DOCTOR" />').replace("\n", "\r\n")}, "g.xml", (1, 1)),
    ("i2b2 character references", {"g.xml": '<?xml version="1.0"?><deIdi2b2><TEXT>A &amp; B: Tarquil</TEXT><TAGS><NAME id="P0" start="7" end="14" text="Tarquil" TYPE="PATIENT"/></TAGS></deIdi2b2>'}, "g.xml", (1, 1)),
    ("i2b2 offsets of another text", {"g.xml": i2b2("x" + TEXT)}, "g.xml", "quotes"),
    ("i2b2 offsets in bytes", {"g.xml": i2b2("caf\u00e9 " + TEXT, '<NAME id="P0" start="18" end="33" text="Tarquil Vexholm" TYPE="DOCTOR" />')}, "g.xml", "--offsets bytes"),
    ("i2b2 no tags", {"g.xml": i2b2(tags="")}, "g.xml", (1, 0)),
    ("i2b2 no TEXT", {"g.xml": "<deIdi2b2><TAGS/></deIdi2b2>"}, "g.xml", "TEXT"),
    ("i2b2 cut off", {"g.xml": i2b2()[:-60]}, "g.xml", "g.xml"),
    ("i2b2 with entities", {"g.xml": i2b2(head='<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>')}, "g.xml", "g.xml"),
    ("i2b2 start that is no number", {"g.xml": i2b2(tags='<NAME id="P0" start="Vexholm" end="27" text="Tarquil Vexholm" TYPE="DOCTOR" />')}, "g.xml", "start"),
    ("i2b2 no TYPE", {"g.xml": i2b2(tags='<NAME id="P0" start="12" end="27" text="Tarquil Vexholm" />')}, "g.xml", None),  # type: ignore[list-item]
    ("i2b2 unknown TYPE", {"g.xml": i2b2(tags='<NAME id="P0" start="12" end="27" text="Tarquil Vexholm" TYPE="WOMBAT" />')}, "g.xml", "WOMBAT"),
    ("i2b2 overlapping", {"g.xml": i2b2(tags='<NAME start="12" end="27" text="Tarquil Vexholm" TYPE="DOCTOR" /><NAME start="20" end="27" text="Vexholm" TYPE="PATIENT" />')}, "g.xml", None),  # type: ignore[list-item]
    ("other XML", {"g.xml": "<a><b>Vexholm</b></a>"}, "g.xml", "TEXT"),
    # brat
    ("brat", brat("T1\tDOCTOR 12 27\tTarquil Vexholm\nT2\tDATE 31 39\t3/4/2024\n"), "a", (1, 2)),
    ("brat with relations, notes and events", brat("T1\tDOCTOR 12 27\tTarquil Vexholm\nR1\tis Arg1:T1 Arg2:T1\n#1\tAnnotatorNotes T1\tVexholm\nA1\tSure T1\n*\tEquiv T1 T1\nE1\tDOCTOR:T1\n"), "a", (1, 1)),
    ("brat empty ann", brat(""), "a", (1, 0)),
    ("brat without ann", {"a/1.txt": TEXT, "a/2.txt": TEXT, "a/2.ann": ""}, "a", "ann"),
    ("brat without txt", {"a/1.txt": TEXT, "a/1.ann": "", "a/3.ann": "T1\tDOCTOR 0 4\tSeen\n"}, "a", "txt"),
    ("brat discontinuous", brat("T1\tDOCTOR 12 19;20 27\tTarquil Vexholm\n"), "a", None),  # type: ignore[dict-item,list-item]
    ("brat far apart", brat("T1\tDOCTOR 12 19;31 39\tTarquil 3/4/2024\n"), "a", (1, 2)),
    ("brat of another text", brat("T1\tDOCTOR 13 28\tTarquil Vexholm\n"), "a", "quotes"),
    ("brat with CRLF", {"a/1.txt": NEWLINES, "a/1.ann": "T1\tDOCTOR 14 29\tTarquil Vexholm\r\n"}, "a", (1, 1)),
    ("brat counted without CR", {"a/1.txt": NEWLINES, "a/1.ann": "T1\tDOCTOR 13 28\tTarquil Vexholm\n"}, "a", "--offsets lf"),
    ("brat beyond the text", brat("T1\tDOCTOR 12 270\tTarquil Vexholm\n"), "a", "outside"),
    ("brat broken line", brat("T1 DOCTOR 12 27 Tarquil Vexholm\n"), "a", "line 1"),
    ("brat no number", brat("T1\tDOCTOR x y\tTarquil Vexholm\n"), "a", "line 1"),
    ("brat unknown label", brat("T1\tWOMBAT 12 27\tTarquil Vexholm\n"), "a", "WOMBAT"),
    ("brat with emoji", brat("T1\tDOCTOR 14 29\tTarquil Vexholm\n", EMOJI), "a", (1, 1)),
    ("brat with emoji in UTF-16", brat("T1\tDOCTOR 15 30\tTarquil Vexholm\n", EMOJI), "a", "--offsets utf16"),
    ("brat with a line end in a span", brat("T1\tDOCTOR 8 23\tTarquil Vexholm\n", "Seen by Tarquil\nVexholm\n"), "a", (1, 1)),
    ("brat one file", brat("T1\tDOCTOR 12 27\tTarquil Vexholm\n"), "a/1.ann", None),  # type: ignore[dict-item,list-item]
    # doccano
    ("doccano", {"g.jsonl": j(DOCCANO)}, "g.jsonl", (1, 2)),
    ("doccano labels", {"g.jsonl": j({"id": 1, "data": TEXT, "label": [[12, 27, "DOCTOR"]]})}, "g.jsonl", None),  # type: ignore[list-item]
    ("doccano entities", {"g.jsonl": j({"id": 1, "text": TEXT, "entities": [{"id": 4, "label": "DOCTOR", "start_offset": 12, "end_offset": 27}], "relations": []})}, "g.jsonl", (1, 1)),
    ("doccano nothing in it", {"g.jsonl": j({"id": 1, "text": TEXT, "label": []})}, "g.jsonl", (1, 0)),
    ("doccano too short", {"g.jsonl": j({"id": 1, "text": TEXT, "label": [[12, 27]]})}, "g.jsonl", "line 1"),
    ("doccano strings", {"g.jsonl": j({"id": 1, "text": TEXT, "label": [["12", "27", "DOCTOR"]]})}, "g.jsonl", "line 1"),
    ("doccano classification", {"g.jsonl": j({"id": 1, "text": TEXT, "label": ["positive"]})}, "g.jsonl", "line 1"),
    ("doccano overlapping", {"g.jsonl": j({"id": 1, "text": TEXT, "label": [[12, 27, "DOCTOR"], [20, 27, "PERSON"]]})}, "g.jsonl", None),  # type: ignore[list-item]
    # Presidio
    ("presidio lines", {"g.jsonl": j(PRESIDIO)}, "g.jsonl", (1, 1)),
    ("presidio list", {"g.json": j([PRESIDIO, PRESIDIO])}, "g.json", (2, 2)),
    ("presidio no spans", {"g.json": j([{"full_text": TEXT, "spans": []}])}, "g.json", (1, 0)),
    ("presidio of another text", {"g.json": j([{"full_text": "x" + TEXT, "spans": PRESIDIO["spans"]}])}, "g.json", "quotes"),
    ("presidio beyond", {"g.json": j([{"full_text": "Tarquil", "spans": PRESIDIO["spans"]}])}, "g.json", ""),
    ("presidio span of nulls", {"g.json": j([{"full_text": TEXT, "spans": [{"entity_type": None, "start_position": None, "end_position": 4}]}])}, "g.json", ""),
    # spaCy
    ("spacy object", {"g.json": j(SPACY)}, "g.json", (1, 1)),
    ("spacy lines", {"g.jsonl": j(SPACY) + "\n" + j(SPACY)}, "g.jsonl", (2, 2)),
    ("spacy tuples", {"g.json": j([[TEXT, {"entities": [[12, 27, "PERSON"], [31, 39, "DATE"]]}]])}, "g.json", (1, 2)),
    ("spacy tuples in lines", {"g.jsonl": j([TEXT, {"entities": [[12, 27, "PERSON"]]}])}, "g.jsonl", (1, 1)),
    ("spacy tuple broken", {"g.json": j([[TEXT, {"entities": [[12, "Vexholm", "PERSON"]]}]])}, "g.json", ""),
    ("spacy tuple without entities", {"g.json": j([[TEXT, {"cats": {}}]])}, "g.json", ""),
    ("json of numbers", {"g.json": "[1, 2]"}, "g.json", ""),
    ("json broken", {"g.json": '[{"text": "Vexholm'}, "g.json", ""),
    ("json nested deeply", {"g.json": "[" * 100_000}, "g.json", ""),
    # CoNLL
    ("conll", {"g.conll": CONLL}, "g.conll", (1, 2)),
    ("conll with CRLF", {"g.conll": CONLL.replace("\n", "\r\n")}, "g.conll", (1, 2)),
    ("conll two documents", {"g.conll": "-DOCSTART- -X- O O\n\n" + CONLL + "\n-DOCSTART- -X- O O\n\n" + CONLL}, "g.conll", (2, 4)),
    ("conll BILOU", {"g.bio": CONLL.replace("I-PER", "L-PER").replace("B-DATE", "U-DATE")}, "g.bio", (1, 2)),
    ("conll IOB1", {"g.iob": CONLL.replace("B-", "I-")}, "g.iob", (1, 2)),
    ("conll tabs and columns", {"g.tsv": "Tarquil\tNNP\tB-NP\tB-PER\nslept\tVB\tO\tO\n"}, "g.tsv", (1, 1)),
    ("conll tag missing", {"g.conll": "Tarquil B-PER\nVexholm\n"}, "g.conll", "line 2"),
    ("conll odd tag", {"g.conll": "Tarquil X-PER\n"}, "g.conll", "line 1"),
    ("conll unknown label", {"g.conll": "Tarquil B-WOMBAT\n"}, "g.conll", "WOMBAT"),
    ("conll empty", {"g.conll": ""}, "g.conll", ""),
    ("conll byte order mark", {"g.conll": "\ufeff" + CONLL}, "g.conll", (1, 2)),
    ("conll comments", {"g.conll": "# sent_id = 1\n" + CONLL}, "g.conll", None),  # type: ignore[list-item]
    ("conll a token of a blank line kind", {"g.conll": "Tarquil B-PER\n \nslept O\n"}, "g.conll", (1, 1)),
    # folders and others
    ("an empty folder", {"a/.keep": ""}, "a", ""),
    ("a folder of two kinds", {"a/1.xml": i2b2(), "a/1.txt": TEXT, "a/1.ann": ""}, "a", None),  # type: ignore[list-item]
    ("a folder of other files", {"a/Vexholm.docx": "x"}, "a", ""),
    ("a docx", {"g.docx": "PK"}, "g.docx", ""),
    ("a binary", {"g.jsonl": b"\x00\xff" * 40}, "g.jsonl", ""),
]  # fmt: skip


@pytest.mark.parametrize("name", [row[0] for row in GOLD])
def test_gold(name: str, tmp_path: Path) -> None:
    _, files, given, want = next(row for row in GOLD if row[0] == name)
    for path, content in files.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_bytes(content if isinstance(content, bytes) else content.encode())
    rc, out, err = piped(tmp_path, b"", "evaluate", given, "--json", "--detectors", "patterns")
    assert "Traceback" not in err
    assert "vexholm" not in err.lower()
    if isinstance(want, str):
        assert (rc, out) == (2, b""), err
        assert want in err
        return
    assert rc in (0, 1) or want is None, err
    if rc != 2 and want is not None:
        got: dict[str, Any] = json.loads(out)
        recall = got["systems"]["patterns"]["report"]["recall"]
        assert (got["documents"], recall["below"]) == want
