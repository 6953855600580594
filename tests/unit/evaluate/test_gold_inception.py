"""Annotations of INCEpTION are read from XMI, CAS JSON and every zip that it exports; what could harm is refused."""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import cassis
import pytest

from redactor.errors import EvaluationError
from redactor.evaluate.formats.inception import NAMED_ENTITY
from redactor.evaluate.gold_files import read_gold, with_predictions
from redactor.evaluate.spans import Document
from tests.each_row import each_row

TEXT = "\U0001f600 Seen by Tarquil Vexholm \U0001d4d0\non Monday.\n"
NAME, DAY = "Tarquil Vexholm", "Monday"
SENTENCE = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence"
PHI, CUE = "webanno.custom.Phi", "webanno.custom.Cue"
Labels = dict[str, list[tuple[str, str | None]]]


def new_cas(labels: Labels, text: str = TEXT) -> cassis.Cas:
    """Make a CAS as INCEpTION does: a sentence, and annotations of {type:feature: [(text, label)]}."""
    system = cassis.TypeSystem()
    system.create_type(SENTENCE)
    for name, features in ((NAMED_ENTITY, ("identifier", "value")), (PHI, ("kind", "comment")), (CUE, ())):
        kind = system.create_type(name)
        for feature in features:
            system.create_feature(kind, feature, "uima.cas.String")
    relation = system.create_type("webanno.custom.Kin")
    system.create_feature(relation, "Governor", PHI)
    system.create_feature(relation, "Dependent", PHI)
    system.create_feature(relation, "role", "uima.cas.String")
    cas = cassis.Cas(typesystem=system, sofa_string=text)
    cas.add(system.get_type(SENTENCE)(begin=0, end=len(text)))
    cas.add(relation(begin=0, end=1, role="kin"))
    for layer, found in labels.items():
        name, _, feature = layer.partition(":")
        for quote, label in found:
            start = text.index(quote)
            annotation = system.get_type(name)(begin=start, end=start + len(quote))
            if label is not None:
                annotation[feature] = label
            cas.add(annotation)
    return cas


def two_views() -> bytes:
    cas = new_cas({})
    cas.create_view("other").sofa_string = "Vexholm"
    return cas.to_xmi().encode()


BY_NAME: Labels = {f"{NAMED_ENTITY}:value": [(NAME, "DOCTOR"), (DAY, "DATE")]}
GOLD = [(NAME, "DOCTOR"), (DAY, "DATE")]


def files(labels: Labels = BY_NAME, text: str = TEXT) -> tuple[bytes, bytes]:
    cas = new_cas(labels, text)
    return cas.to_xmi().encode(), cas.typesystem.to_xml().encode()


def zipped(members: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return data.getvalue()


def export(user: str, labels: Labels = BY_NAME) -> bytes:
    xmi, types = files(labels)
    return zipped({f"{user}.xmi": xmi, "TypeSystem.xml": types})


def said(document: Document) -> list[tuple[str, str]]:
    return [(document.text[s.start : s.end], s.label) for s in document.gold]


def read(path: Path, **options: Any) -> dict[str, list[tuple[str, str]]]:
    return {d.id: said(d) for d in read_gold(path, annotated=True, **options)}


def placed(tmp_path: Path, members: dict[str, bytes]) -> Path:
    for name, data in members.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


def test_offsets_of_utf16_become_characters() -> None:
    xmi, _ = files()
    begin = TEXT.index(NAME)
    assert f'begin="{begin + 1}"'.encode() in xmi  # the emoji counts twice in the file


def test_a_file_beside_its_type_system_and_a_folder_of_them(tmp_path: Path) -> None:
    xmi, types = files()
    placed(tmp_path, {"a/n1.xmi": xmi, "a/n2.xmi": xmi, "a/TypeSystem.xml": types})
    assert read(tmp_path / "a" / "n1.xmi") == {"n1": GOLD}
    assert read(tmp_path / "a") == {"n1": GOLD, "n2": GOLD}
    (document,) = read_gold(tmp_path / "a" / "n1.xmi")
    assert document.text == TEXT


def test_cas_json_has_its_own_types(tmp_path: Path) -> None:
    (tmp_path / "n1.json").write_text(new_cas(BY_NAME).to_json())
    assert read(tmp_path / "n1.json") == {"n1": GOLD}
    assert read(tmp_path) == {"n1": GOLD}


def test_a_type_system_is_not_needed_for_what_every_project_has(tmp_path: Path) -> None:
    cas = new_cas(BY_NAME)
    cas.remove(cas.select("webanno.custom.Kin")[0])
    placed(tmp_path, {"n1.xmi": cas.to_xmi().encode()})
    assert read(tmp_path / "n1.xmi") == {"n1": GOLD}


PROJECT: dict[str, bytes] = {
    "exportedproject.json": b"{}",
    "source/n1.txt": TEXT.encode(),
    "annotation/n1.txt/ann.zip": export("ann"),
    "annotation/n1.txt/INITIAL_CAS.zip": export("INITIAL_CAS", {}),
    "annotation/n2.txt/webanno123export.zip": export("ann"),
    "annotation/n2.txt/webanno456export.zip": export("INITIAL_CAS", {}),
    "annotation_ser/n1.txt/ann.ser": b"\0",
}
CURATED = {"curation/n1.txt/CURATION_USER.zip": export("CURATION_USER", {f"{NAMED_ENTITY}:value": [(DAY, "DATE")]})}
XMI, TYPES = files()
JSON = new_cas(BY_NAME).to_json().encode()


@each_row(
    ("members", "expected", "told"),
    [
        ({"n1.xmi": XMI, "TypeSystem.xml": TYPES}, {"n1": GOLD}, 0),
        ({"a/ann.xmi": XMI, "b/ann.xmi": XMI, "TypeSystem.xml": TYPES}, {"a": GOLD, "b": GOLD}, 0),
        ({"c/a.xmi": XMI, "c/b.xmi": XMI, "c/TypeSystem.xml": TYPES}, {"c/a": GOLD, "c/b": GOLD}, 0),
        ({"n1.json": JSON}, {"n1": GOLD}, 0),
        ({"a.zip": export("a"), "b.zip": export("b", {f"{CUE}:": [(NAME, None)]})}, {"a": GOLD, "b": []}, 0),
        (PROJECT, {"n1.txt": GOLD, "n2.txt": GOLD}, 0),
        (PROJECT | {"annotation/n3/INITIAL_CAS.zip": export("INITIAL_CAS")}, {"n1.txt": GOLD, "n2.txt": GOLD}, 1),
        (PROJECT | CURATED, {"n1.txt": GOLD[1:]}, 1),
        ({f"my project/{name}": data for name, data in (PROJECT | CURATED).items()}, {"n1.txt": GOLD[1:]}, 1),
        ({"annotation/n1.txt/ann.json": JSON, "annotation/n1.txt/INITIAL_CAS.json": b"{}"}, {"n1.txt": GOLD}, 0),
    ],
)  # fmt: skip
def test_every_zip(
    members: dict[str, bytes], expected: dict[str, list[tuple[str, str]]], told: int, tmp_path: Path
) -> None:
    path = tmp_path / "export.zip"
    path.write_bytes(zipped(members))
    heard: list[str] = []
    assert read(path, tell=heard.append) == expected
    assert len(heard) == told


OWN: Labels = {f"{PHI}:kind": [(NAME, "DOCTOR"), (DAY, "DATE")]}
REMARKED: Labels = OWN | {f"{PHI}:comment": [(DAY, "sure")]}


def test_a_layer_of_ones_own_is_found(tmp_path: Path) -> None:
    placed(tmp_path, {"n1.zip": export("ann", OWN)})
    assert read(tmp_path / "n1.zip") == {"ann": GOLD}


def test_of_several_layers_one_is_named(tmp_path: Path) -> None:
    path = placed(tmp_path, {"n1.zip": export("ann", OWN | BY_NAME)}) / "n1.zip"
    with pytest.raises(EvaluationError, match=f"several layers.*{NAMED_ENTITY}:value, {PHI}:kind; .*--layer"):
        read(path)
    assert read(path, layer=f"{PHI}:kind") == {"ann": GOLD}
    with pytest.raises(EvaluationError, match=f"no layer {PHI}:sort; it has .*{PHI}:kind"):
        read(path, layer=f"{PHI}:sort")


@each_row(
    ("members", "message"),
    [
        ({"n1.zip": export("a", OWN | {f"{PHI}:kind": [(NAME, None)]})}, f"1 annotations of {PHI} have no label"),
        ({"n1.zip": export("a", {f"{NAMED_ENTITY}:value": [(NAME, "DOCTOR"), (DAY, None)]})}, "1 .* of .*value"),
        ({"n1.zip": export("a", {f"{CUE}:": [(NAME, None)]})}, f"1 annotations of {CUE} have no label"),
        ({"n1.zip": zipped({"a.xmi": XMI, "b.xmi": files(OWN)[0], "TypeSystem.xml": TYPES})}, "several layers"),
        ({"n1.zip": zipped(PROJECT | {"annotation/n1.txt/bob.zip": export("bob")})}, "1 documents have several annot"),
        ({"n1.zip": zipped({"annotation/n1.txt/INITIAL_CAS.zip": export("INITIAL_CAS")})}, "nobody annotated"),
        ({"n1.zip": zipped({"a.txt": b"Vexholm"})}, "holds no .xmi"),
        ({"n1.zip": b"PK\3\4 Vexholm"}, "is no zip, or is damaged"),
        ({"n1.zip": zipped({"../n1.xmi": XMI})}, "leads out of the zip"),
        ({"n1.zip": zipped({"/n1.xmi": XMI})}, "leads out of the zip"),
        ({"n1.zip": zipped({"n1.xmi": b" " * (8 << 20)})}, "unpacks to more"),
        ({"n1.zip": zipped({"a.zip": zipped({"b.xmi": XMI, "c.xmi": XMI})})}, "several documents in a zip"),
        ({"n1.xmi": b"<x>Vexholm</x>"}, "types that its type"),
        ({"n1.xmi": XMI[:-40], "TypeSystem.xml": TYPES}, "no UIMA CAS"),
        ({"n1.xmi": XMI}, "types that its type system lacks"),
        ({"n1.xmi": XMI.replace(b"<xmi", b'<!DOCTYPE x [<!ENTITY e "Vexholm">]><xmi', 1), "TypeSystem.xml": TYPES},
         "DOCTYPE"),
        ({"n1.xmi": XMI, "TypeSystem.xml": b'<!DOCTYPE x SYSTEM "file:///etc/passwd">' + TYPES.split(b"?>", 1)[1]},
         "DOCTYPE"),
        ({"n1.xmi": re.sub(rb'begin="11"', b'begin="1"', XMI), "TypeSystem.xml": TYPES}, "within a character"),
        ({"n1.xmi": re.sub(rb'end="26"', b'end="9999"', XMI), "TypeSystem.xml": TYPES}, "outside of its text"),
        ({"n1.xmi": re.sub(rb'end="26"', b'end="11"', XMI), "TypeSystem.xml": TYPES}, "is empty"),
        ({"n1.json": new_cas(BY_NAME).to_json().replace('"begin": 11', '"begin": 1').encode()}, "within a character"),
        ({"n1.xmi": two_views(), "TypeSystem.xml": TYPES}, "several texts"),
        ({"n1.tsv": b"#FORMAT=WebAnno TSV 3.3\n#Text=Vexholm\n"}, "export it as UIMA CAS XMI"),
        ({"n1.json": json.dumps({"%TYPES": {}, "%FEATURE_STRUCTURES": "Vexholm"}).encode()}, "no UIMA CAS"),
    ],
)  # fmt: skip
def test_what_could_be_read_wrongly_is_refused_without_content(
    members: dict[str, bytes], message: str, tmp_path: Path
) -> None:
    for old in tmp_path.iterdir():
        old.unlink()
    placed(tmp_path, members)
    with pytest.raises(EvaluationError, match=message) as raised:
        read(next(p for p in tmp_path.iterdir() if p.name.startswith("n1")))
    assert "Vexholm" not in str(raised.value)


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cassis", None)
    with pytest.raises(EvaluationError, match=re.escape("pip install 'clinical-redactor[evaluate]'")):
        read(placed(tmp_path, {"n1.xmi": XMI}) / "n1.xmi")
    assert list(read_gold(placed(tmp_path, {"n1.ann": b"", "n1.txt": b"x"}) / "n1.ann"))


def test_an_address_of_xmi_in_a_text_makes_no_xmi(tmp_path: Path) -> None:
    row = {"id": 1, "text": "http://www.omg.org/XMI", "spans": []}
    assert read(placed(tmp_path, {"n1.jsonl": json.dumps(row).encode()}) / "n1.jsonl") == {"1": []}


def test_predictions_of_inception_meet_gold_of_another_format(tmp_path: Path) -> None:
    xmi, types = files()
    placed(tmp_path, {"pred/n1.xmi": xmi, "pred/TypeSystem.xml": types})
    (document,) = with_predictions([Document("n1", TEXT, (), ())], tmp_path / "pred")
    assert [TEXT[s.start : s.end] for s in document.predicted] == [NAME, DAY]
