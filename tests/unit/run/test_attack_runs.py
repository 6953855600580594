"""Regressions: input that once stopped a run, lost a record or leaked one. Each test is an attack that worked."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from redactor.assemble.facade import Redactor
from redactor.assemble.home import open_approvals
from redactor.assemble.records import build_registry
from redactor.assemble.runs import build_run
from redactor.errors import RunError, SettingsError
from redactor.keys import Keyring
from redactor.run.contracts import Summary
from redactor.run.release import Released, release
from redactor.run.runner import run
from redactor.run.state.journal import Journal
from redactor.run.state.quarantine import QuarantineStore
from redactor.settings import load_settings

Json = dict[str, Any]
RULES = ("patterns", "known")  # the student could find by itself what the runs below must have harvested
RESTRICTED = {"security": [{"system": "http://terminology.hl7.org/CodeSystem/v3-Confidentiality", "code": "R"}]}


def patient(n: int, **more: object) -> Json:
    return {"resourceType": "Patient", "id": f"p{n}", "name": [{"family": f"Zyxwvut{n}"}], **more}


def bundle(*entries: object, **more: object) -> Json:
    return {"resourceType": "Bundle", "type": "collection", **more, "entry": list(entries)}


def ndjson(*rows: object) -> bytes:
    return b"".join(json.dumps(r).encode() + b"\n" for r in rows)


class Desk:
    """A run with the real engine over given input."""

    def __init__(self, root: Path) -> None:
        self.root, self.source, self.out, self.state = root, root / "in", root / "out", root / "state"
        self.source.mkdir()
        Keyring.generate().save(root / "keys.json")
        self.settings = load_settings(keyring=str(root / "keys.json"), home=root / "home", detectors=RULES)

    def put(self, name: str, data: bytes) -> None:
        (self.source / name).write_bytes(data)

    def run(self, *, piped: bool = False, schema: str | None = None) -> Summary:
        return run(*build_run(self.settings, None if piped else self.source, self.out, self.state, schema))

    def release(self) -> Released:
        config, callbacks = build_run(self.settings, None, self.out, self.state)
        return release(config, callbacks.processor)

    def store(self) -> QuarantineStore:
        return QuarantineStore(self.state, Keyring.load(self.settings.keyring), create=False)

    def lines(self, name: str) -> list[Json]:
        return [json.loads(x) for x in (self.out / name).read_bytes().splitlines()]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_full_url_with_a_lone_surrogate_does_not_stop_the_run(desk: Desk) -> None:
    odd = {"fullUrl": "urn:\ud800", "resource": {"resourceType": "Nope", "id": "1", "x": "urn:\ud800"}}
    desk.put("a.json", json.dumps(bundle(odd, {"resource": patient(1)})).encode())
    assert desk.run().outcomes == {"quarantined": 1, "released": 2}
    store = desk.store()
    (entry,) = store.list("held")
    raw = store.raw(entry.id)
    store.close()
    assert raw.full_url == "urn:\ud800" and raw.part == "entry"
    assert raw.aliases == {"urn:\ud800": "Nope/1"}


def test_an_entry_without_an_id_is_found_by_its_full_url(desk: Desk) -> None:
    person = {k: v for k, v in patient(1).items() if k != "id"}
    seen = {"resourceType": "Nope", "subject": {"reference": "urn:x:1"}}
    desk.put("a.json", json.dumps(bundle({"fullUrl": "urn:x:1", "resource": person}, {"resource": seen})).encode())
    desk.run()
    store = desk.store()
    (entry,) = store.list("held")
    assert store.raw(entry.id).aliases == {"urn:x:1": "Patient/"}


def test_aliases_are_kept_with_the_entries_that_use_them(desk: Desk) -> None:
    names = [{"fullUrl": f"urn:x:{i}", "resource": patient(i)} for i in range(20)]
    seen = {"resourceType": "Nope", "subject": {"reference": "urn:x:7"}, "text": 'said \\"urn:x:8\\"'}
    desk.put("a.json", json.dumps(bundle(*names, {"resource": seen})).encode())
    desk.run()
    store = desk.store()
    (entry,) = store.list("held")
    assert store.raw(entry.id).aliases == {"urn:x:7": "Patient/p7"}
    store.close()


def test_entries_of_a_restricted_bundle_are_withheld(desk: Desk) -> None:
    desk.put("a.json", json.dumps(bundle({"resource": patient(1)}, {"resource": {}}, meta=RESTRICTED)).encode())
    assert desk.run().outcomes == {"withheld": 3}
    assert [p.name for p in desk.out.iterdir()] == ["manifest.json"]


def test_a_conditional_deletion_names_a_pseudonym_in_its_query(desk: Desk) -> None:
    gone = {"request": {"method": "DELETE", "url": "Patient?identifier=http://x.test|Zyxwvut9"}}
    desk.put("a.json", json.dumps(bundle(gone)).encode())
    desk.run()
    (notice,) = desk.lines("deleted-00001.ndjson")
    url = notice["entry"][0]["request"]["url"]
    assert url.startswith("Patient?identifier=urn:redactor:system:") and not url.endswith("/")
    assert "Zyxwvut" not in url


def test_a_linked_folder_is_reported(desk: Desk) -> None:
    (desk.root / "elsewhere").mkdir()
    (desk.root / "elsewhere" / "b.ndjson").write_bytes(ndjson(patient(2)))
    (desk.source / "link").symlink_to(desk.root / "elsewhere")
    desk.put("a.ndjson", ndjson(patient(1)))
    summary = desk.run()
    assert summary.outcomes == {"quarantined": 1, "released": 1}
    assert summary.reasons == {"link": 1}


def test_two_bundles_in_one_file_come_out_as_lines(desk: Desk) -> None:
    two = [json.dumps(bundle({"resource": patient(i)}), indent=1) for i in (1, 2)]
    desk.put("a.json", "\n".join(two).encode())
    desk.run()
    assert len(desk.lines("records-00001.ndjson")) == 2


class Dripping(io.RawIOBase):
    """A pipe that returns a given number of bytes per read."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data, self._size = io.BytesIO(data), size

    def read1(self, _: int) -> bytes:
        return self._data.read(self._size)


@pytest.mark.parametrize("first", [b"", b"\xef\xbb\xbf", b"\n\n"])
def test_how_a_pipe_cuts_its_lines_changes_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch, first: bytes) -> None:
    data = first + ndjson(patient(1)) + b'{"resourceType": "Patient", "id\n' + ndjson(patient(2), patient(3))
    seen = []
    for size in (1, 7, 1 << 20):
        desk.out, desk.state = desk.root / f"out{size}", desk.root / f"state{size}"
        monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": Dripping(data, size)}))
        assert desk.run(piped=True).outcomes == {"quarantined": 1, "released": 3}
        seen.append((desk.state / "audit.ndjson").read_bytes())
    assert seen[0] == seen[1] == seen[2]


def test_a_broken_first_line_does_not_fail_the_others(desk: Desk) -> None:
    desk.put("a.json", b'{"resourceType": "Patient", "id\n' + ndjson(patient(1), patient(2)))
    assert desk.run().outcomes == {"quarantined": 1, "released": 2}


def test_one_value_over_several_lines_is_one_value(desk: Desk) -> None:
    desk.put("a.json", b'{"resourceType": "Patient", "name": [\n{"family": "Zyxwvut"},\n{"family": "Zyxwvut2"}\n]}')
    desk.put("b.json", b'{"resourceType": "Patient", "contact": [{"name":\n{"family": "Zyxwvut"}\n}]}')
    assert desk.run().outcomes == {"released": 2}
    names = sorted(p.name for p in desk.out.iterdir())
    assert names == ["manifest.json", "records-00001.json", "records-00002.json"]


def table(desk: Desk, columns: list[Any], names: list[str]) -> None:
    pq.write_table(pa.Table.from_arrays(columns, names=names), desk.source / "a.parquet")
    schema = {
        "title": "records/rows",
        "version": "1.0",
        "subject": [],
        "id": "rid",
        "type": "object",
        "properties": {
            "rid": {"type": "string", "rule": "hash", "entity": "ID"},
            "said": {"type": "string", "rule": "autoDeID"},
            "at": {"type": "string", "rule": "mask", "entity": "DATE", "format": "dateTime"},
        },
    }
    (desk.root / "schemas").mkdir()
    (desk.root / "schemas" / "rows.json").write_text(json.dumps(schema))
    desk.settings = desk.settings.model_copy(update={"schema_dirs": (desk.root / "schemas",)})
    keyring = Keyring.load(desk.settings.keyring)
    digest = build_registry(desk.settings, keyring).digest("records/rows")
    open_approvals(desk.settings, keyring).approve("schema", "records/rows", "1.0", digest, "P", "2026-01-01")


def test_a_row_that_python_cannot_hold_fails_alone(desk: Desk) -> None:
    n = 1200
    times = [1_700_000_000_000_000] * n
    times[3] = 2**60  # the year 38505
    table(desk, [pa.array([str(i) for i in range(n)]), pa.array(times, pa.timestamp("us"))], ["rid", "at"])
    assert desk.run(schema="records/rows").outcomes == {"quarantined": 1, "released": n - 1}


def test_duplicate_column_names_lose_no_column(desk: Desk) -> None:
    table(desk, [pa.array(["1"]), pa.array(["a"]), pa.array(["b"])], ["rid", "said", "said"])
    assert desk.run(schema="records/rows").outcomes == {"quarantined": 1}


def broken_then_cured(desk: Desk) -> None:
    """A run that quarantined one of two records, for a cause that is fixed now."""
    desk.put("a.ndjson", ndjson(patient(1), patient(2, x="odd")))
    desk.settings = desk.settings.model_copy(update={"unknown_fields": "quarantine"})
    assert desk.run().outcomes == {"quarantined": 1, "released": 1}
    desk.settings = desk.settings.model_copy(update={"unknown_fields": "drop"})


@pytest.mark.parametrize("change", [{"profile": "hips"}, {"recipient": "other"}, {"source": "other"}])
def test_a_release_under_another_profile_is_refused(desk: Desk, change: Json) -> None:
    broken_then_cured(desk)
    before = (desk.out / "manifest.json").read_bytes()
    own = desk.settings
    desk.settings = own.model_copy(update=change)
    with pytest.raises(RunError, match="under another"):
        desk.release()
    assert (desk.out / "manifest.json").read_bytes() == before
    desk.settings = own
    assert len(desk.release().released) == 1


def test_a_release_does_not_go_to_the_out_of_another_run(desk: Desk) -> None:
    broken_then_cured(desk)
    own = desk.out, desk.state
    desk.out, desk.state = desk.root / "out2", desk.root / "state2"
    desk.put("b.ndjson", ndjson(patient(3)))
    desk.run()
    other = (desk.out / "manifest.json").read_bytes()
    desk.state = own[1]
    with pytest.raises(RunError, match="OUT"):
        desk.release()
    assert (desk.out / "manifest.json").read_bytes() == other


@pytest.mark.parametrize("then", ["run", "release"])
def test_an_interrupted_release_leaves_nothing_in_out(desk: Desk, monkeypatch: pytest.MonkeyPatch, then: str) -> None:
    broken_then_cured(desk)

    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "release_entries", stop)
        with pytest.raises(KeyboardInterrupt):
            desk.release()
    desk.settings = desk.settings.model_copy(update={"unknown_fields": "quarantine"})
    if then == "run":
        assert desk.run().outcomes == {"quarantined": 1, "released": 1}
    else:
        assert desk.release().released == ()
    told = json.loads((desk.out / "manifest.json").read_bytes())["files"]
    assert [p.name for p in sorted(desk.out.iterdir())] == ["manifest.json", *(f["name"] for f in told)]


def test_places_inside_one_another_are_refused_before_anything_is_written(desk: Desk) -> None:
    desk.settings = desk.settings.model_copy(update={"home": desk.out / "home"})
    with pytest.raises(RunError, match="inside one another"):
        desk.run()
    assert not desk.out.exists()


@pytest.mark.parametrize(("name", "value"), [("Redactor_Profil", "hips"), ("REDACTOR_DETECTORS", "known")])
def test_a_misspelt_variable_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=r"Redactor_Profil|variable REDACTOR_DETECTORS .* a list is JSON"):
        load_settings()


def test_purging_a_bundle_does_not_release_its_entries(desk: Desk) -> None:
    desk.put("a.json", json.dumps(bundle({"resource": patient(1)}, type="none")).encode())
    assert desk.run().outcomes == {"quarantined": 2}
    store = desk.store()
    store.purge(["00001-00000001"])
    store.close()
    assert desk.release().held == {"00001-00000002": "bundle-held"}


def doctor(name: str) -> Json:
    return {"resourceType": "Practitioner", "id": f"d-{name}", "name": [{"family": name, "given": ["Orla"]}]}


def told(name: str) -> Json:
    return {"resourceType": "Communication", "status": "completed", "payload": [{"contentString": f"{name} was told"}]}


def test_a_note_on_a_pipe_is_searched_for_the_clinicians_before_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["Zyxwvutana", "Zyxwvutano"]
    rows = [doctor(names[0]), told(names[0]), doctor(names[1]), told(names[1]), told(names[0])]
    desk.settings = desk.settings.model_copy(update={"batch_records": 2})
    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": io.BytesIO(ndjson(*rows))}))
    assert desk.run(piped=True).outcomes == {"released": 5}
    assert b"Zyxwvut" not in b"".join(p.read_bytes() for p in desk.out.iterdir())


def test_a_text_is_searched_for_the_clinicians_that_were_learned(desk: Desk) -> None:
    redactor = Redactor(keyring=desk.settings.keyring, home=desk.settings.home, detectors=RULES)
    assert "Zyxwvutana" in redactor.text("Zyxwvutana was told").text
    redactor.learn([doctor("Zyxwvutana")])
    assert "Zyxwvutana" not in redactor.text("Zyxwvutana was told").text
    assert "Zyxwvutana" not in json.dumps(redactor.record(told("Zyxwvutana")))


@pytest.mark.parametrize("then", [(2,), (1, 2), ()])
def test_other_records_on_a_resumed_pipe_are_refused(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, then: tuple[int, ...]
) -> None:
    def give(*numbers: int) -> None:
        data = ndjson(*(patient(n) for n in numbers))
        monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": io.BytesIO(data)}))

    give(1)
    desk.run(piped=True)
    give(1)
    assert desk.run(piped=True).outcomes == {"released": 1}
    give(*then)
    with pytest.raises(RunError, match="new --state"):
        desk.run(piped=True)
