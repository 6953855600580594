"""`redactor config` and `redactor entities`: what holds, where it comes from, and what is wrong with a setting."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactor.cli.root import app
from redactor.entities import DESCRIPTIONS, Entity
from redactor.errors import SettingsError
from redactor.keys import Keyring
from redactor.settings import load_settings
from redactor.settings_lines import lines_of
from redactor.settings_table import settings_schema
from tests.each_row import each_row

RUN = CliRunner()
ROOT = Path(__file__).parents[3]
SECRET = "gr8secret!"
FILE = f"""\
source = "north"
detectors = [
  "patterns",  # ]
  "known",
]
notes.encoding = "utf-8"
students = {{ radiology = "models/r" }}

[site]
allow = ["Ms. Zorbatine",
  {{ term = "x", context = "[a]" }}]

[[site.patterns]]
name = "badge"
regex = '''
[audio]
'''
entity = "ID"

[relex]
password = "{SECRET}"
index = "https://me:{SECRET}@search:9200"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("REDACTOR_CONFIG", raising=False)
    return tmp_path


def shown(*options: str) -> dict[str, dict[str, object]]:
    done = RUN.invoke(app, ["config", "--json", *options])
    assert done.exit_code == 0, done.stderr
    return {row["name"]: row for row in json.loads(done.stdout)["settings"]}


def test_each_setting_has_its_value_and_its_origin(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "redactor.toml").write_text(FILE)
    monkeypatch.setenv("redactor_recipient", "lab")
    monkeypatch.setenv("REDACTOR_NOTES", '{"date_format": "%Y"}')
    monkeypatch.setenv("REDACTOR_AUDIO__MARGIN", "0.3")
    monkeypatch.setenv("REDACTOR_SHIFT_WEEKS", "")
    rows = shown()
    want = {
        "source": ("north", "file", 1, None),
        "detectors": (["patterns", "known"], "file", 2, None),
        "notes.encoding": ("utf-8", "file", 6, None),
        "notes.date_format": ("%Y", "environment", None, "REDACTOR_NOTES"),
        "students": ({"radiology": "models/r"}, "file", 7, None),
        "site.patterns": ("(1 entry, hidden)", "file", 13, None),
        "recipient": ("lab", "environment", None, "redactor_recipient"),
        "audio.margin": (0.3, "environment", None, "REDACTOR_AUDIO__MARGIN"),
        "shift_weeks": (52, "default", None, None),
        "llm": (None, "default", None, None),
    }
    found = {k: tuple(rows[k][c] for c in ("value", "source", "line", "variable")) for k in want}
    assert found == want
    assert set(shown("--set")) == {name for name, row in rows.items() if row["source"] != "default"}
    table = RUN.invoke(app, ["config", "--set"]).stdout
    assert "line 6" in table and "redactor_recipient" in table and "shift_weeks" not in table


def test_no_secret_and_no_term_of_the_site_is_shown(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Keyring.generate().save(folder / "keys.json")
    keyring = (folder / "keys.json").read_text()
    (folder / "redactor.toml").write_text(FILE)
    monkeypatch.setenv("REDACTOR_STREAMS__USER", "u")
    monkeypatch.setenv("REDACTOR_STREAMS__MECHANISM", "SCRAM-SHA-256")
    monkeypatch.setenv("REDACTOR_STREAMS__PASSWORD", SECRET)
    for value in (keyring, json.loads(keyring)["pseudonym"][0]["secret"]):
        monkeypatch.setenv("REDACTOR_KEYRING", value)
        for options in ([], ["--json"]):
            done = RUN.invoke(app, ["config", *options])
            assert done.exit_code == 0 and "(hidden)" in done.stdout
            said = done.output
            assert not any(s in said for s in (SECRET, "Zorbatine", json.loads(keyring)["pseudonym"][0]["secret"]))
    monkeypatch.setenv("REDACTOR_KEYRING", "keys.json")
    assert shown()["keyring"]["value"] == "keys.json"
    assert shown()["relex.index"]["value"] == "https://***@search:9200"
    monkeypatch.setenv("REDACTOR_LLM", json.dumps({"base_url": f"https://llm.example/v1?key={SECRET}", "model": "m"}))
    assert shown()["llm.base_url"]["value"] == "https://llm.example/v1?***"
    monkeypatch.setenv("REDACTOR_RELEX__INDEX", f"https://u:p@{SECRET}@search:9200")
    assert shown()["relex.index"]["value"] == "https://***@search:9200"


def test_lines_of_settings_are_those_of_the_file() -> None:
    text = (
        '# \u2028\nhome = """a\n[b]\n"""\r\n[a."b.c"]\nd = {e = [1, {f = 2}]}\n[[t]]\n[t.u]\nv = 1\n[[t]]\nv = 2\nbad ='
    )
    lines = lines_of(text)
    assert lines[("home",)] == 2 and ("b",) not in lines
    assert lines[("a", "b.c")] == 5 and lines[("a", "b.c", "d", "e", 1, "f")] == 6
    assert lines[("t", 0, "u", "v")] == 9 and lines[("t", 1, "v")] == 11
    many = "x = [\n" + '"a",\n' * 20_000 + "]\ny = 1\n"
    assert lines_of(many)[("y",)] == 20_003


@each_row(
    ("content", "said"),
    [
        ('\ndetector = ["known"]', ("detector (redactor.toml line 2)", "did you mean detectors?")),
        ('encoding = "x"', ("did you mean notes.encoding?",)),
        ('[notes]\nencodng = "x"', ("notes.encodng (redactor.toml line 2)", "did you mean notes.encoding?")),
        ('[[site.patterns]]\nname = "a"', ("site.patterns.0.regex (redactor.toml line 1)",)),
        ('zzz = "Smith"', ("zzz (redactor.toml line 1)", "redactor config lists all")),
        ('detectors = "Smith"', ('detectors = ["one", "two"]', 'REDACTOR_DETECTORS=\'["one"')),
        ('[notes]\n[site]\npatterns = "Smith"', ("line 3", "REDACTOR_SITE__PATTERNS='[")),
        ('notes = "Smith"', ("a line [notes]",)),
        ("shift_weeks = 0", ("shift_weeks (redactor.toml line 1)",)),
    ],
)
def test_a_fault_of_the_file_is_told_with_its_line_and_what_to_write(content: str, said: tuple[str, ...]) -> None:
    Path("redactor.toml").write_text(content + "\n")
    done = RUN.invoke(app, ["config"])
    assert done.exit_code == 2 and "Smith" not in done.output
    assert all(part in done.stderr for part in said), done.stderr
    Path("redactor.toml").unlink()


@each_row(
    ("name", "value", "said"),
    [
        ("REDACTOR_DETECTOR", "Smith", "did you mean REDACTOR_DETECTORS?"),
        ("REDACTOR_ZZZ", "Smith", "redactor config lists all"),
        ("REDACTOR_DETECTORS", "Smith,known", 'REDACTOR_DETECTORS=\'["one", "two"]\''),
        ("REDACTOR_STUDENTS", "Smith", 'REDACTOR_STUDENTS=\'{"name"'),
        ("REDACTOR_SITE__ALLOW", "Smith", 'REDACTOR_SITE__ALLOW=\'["one"'),
        ("REDACTOR_DETECTORS", '"Smith"', "detectors (variable REDACTOR_DETECTORS): this setting is a list"),
        ("REDACTOR_NOTES__ENCODNG", "Smith", "did you mean notes.encoding?"),
        ("redactor_shift_weeks", "Smith", "(variable redactor_shift_weeks)"),
    ],
)
def test_a_fault_of_the_environment_is_told_with_its_variable(name: str, value: str, said: str) -> None:
    done = RUN.invoke(app, ["config"], env={name: value})
    assert done.exit_code == 2 and "Smith" not in done.output and said in done.stderr, done.stderr


def test_an_argument_of_the_library_is_told_without_a_line(folder: Path) -> None:
    (folder / "redactor.toml").write_text("shift_weeks = 3\n")
    with pytest.raises(SettingsError, match="used: shift_weeks: "):
        load_settings(shift_weeks=0)


def test_the_shipped_schema_is_that_of_the_settings_and_accepts_what_they_accept() -> None:
    import jsonschema  # here, since it takes a second and a half of each process that only collects this file

    done = RUN.invoke(app, ["config", "--schema"])
    schema = json.loads(done.stdout)
    assert (ROOT / "redactor" / "settings-schema.json").read_text("utf-8") == done.stdout
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate({"detectors": ["known"], "notes": {"encoding": "utf-8"}, "llm": None}, schema)
    for wrong in ({"detectors": "known"}, {"detector": []}, {"notes": {"x": 1}}, {"shift_weeks": 0}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(wrong, settings_schema())


def test_entities_are_listed_with_hipaas_letter_and_the_action_of_a_profile() -> None:
    rows = json.loads(RUN.invoke(app, ["entities", "--json"]).stdout)["entities"]
    assert [row["entity"] for row in rows] == [*Entity] == [*DESCRIPTIONS]
    assert rows[0] == {"entity": "PERSON", "hipaa": "A", "is": DESCRIPTIONS[Entity.PERSON], "action": "tag"}
    hips = json.loads(RUN.invoke(app, ["entities", "--json", "--profile", "hips"]).stdout)
    assert hips["profile"].startswith("hips@") and hips["entities"][0]["action"] == "surrogate"
    assert [row["hipaa"] for row in rows if row["entity"] == "OCCUPATION"] == [None]
    table = RUN.invoke(app, ["entities"]).stdout
    assert "MEDICAL_RECORD_NUMBER" in table and "the number of a patient's chart" in table
    assert RUN.invoke(app, ["entities", "--profile", "nobody"]).exit_code == 2
