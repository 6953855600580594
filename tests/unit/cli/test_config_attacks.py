"""Settings as people write them: secrets in every place, wrong names, lists, files; what is said must help and hide."""

# ruff: noqa: E501 (a case a line is easier to compare)

import json
import re
import subprocess
from pathlib import Path

import pytest

from redactor import Keyring
from tests.unit.cli.pipe_kit import COMMAND, environment, piped

pytestmark = pytest.mark.slow
SECRET = "Hunter2Vexholm"
# settings file, variables
SECRETS: list[tuple[str, dict[str, str]]] = [
    (f'[relex]\nindex = "https://u:{SECRET}@search.example:9200"\n', {}),
    (f'[relex]\nindex = "https://u:p@{SECRET}@search.example:9200"\n', {}),
    (f'[relex]\nindex = "https://search.example:9200"\nuser = "u"\npassword = "{SECRET}"\n', {}),
    ("", {"REDACTOR_RELEX__PASSWORD": SECRET}),
    (f'[streams]\nservers = "u:{SECRET}@kafka:9093"\n', {}),
    (f'[streams]\nservers = "kafka:9093"\npassword = "{SECRET}"\n', {}),
    ("", {"REDACTOR_STREAMS__PASSWORD": SECRET}),
    ("", {"REDACTOR_STREAMS": json.dumps({"password": SECRET})}),
    (f'[llm]\nbase_url = "https://u:{SECRET}@llm.example/v1"\nmodel = "m"\n', {}),
    (f'[llm]\nbase_url = "https://llm.example/v1?api_key={SECRET}"\nmodel = "m"\n', {}),
    (f'[llm]\nbase_url = "https://llm.example/v1"\nmodel = "m"\napi_key = "{SECRET}"\n', {}),
    ("", {"REDACTOR_LLM": json.dumps({"base_url": "https://llm.example/v1", "model": "m", "api_key": SECRET})}),
    (f'[site]\nalways_redact = ["{SECRET}", {{ term = "{SECRET}", entity = "PERSON" }}]\n', {}),
    (f'[site]\nallow = ["{SECRET}", {{ term = "a", context = "{SECRET}" }}]\n', {}),
    (f'[[site.patterns]]\nname = "badge"\nregex = "{SECRET}-[0-9]"\nentity = "ID"\n', {}),
    ("", {"REDACTOR_SITE": json.dumps({"always_redact": [SECRET]})}),
    ("", {"REDACTOR_SITE__ALWAYS_REDACT": json.dumps([SECRET])}),
    # wrong ones, whose message must not repeat what stands there
    (f'[relex]\npassword = ["{SECRET}"]\n', {}),
    (f'[relex]\npasswrd = "{SECRET}"\n', {}),
    (f'[streams]\npassword = "{SECRET}\n', {}),
    (f'[streams]\npassword = {SECRET}\n', {}),
    (f'[site]\nalways_redact = "{SECRET}"\n', {}),
    (f'[site]\nalways_redact = [["{SECRET}"]]\n', {}),
    (f'[[site.patterns]]\nname = "a"\nregex = "({SECRET}"\nentity = "ID"\n', {}),
    (f'[site]\nalways_redact = [{{ term = "a", entity = "{SECRET}" }}]\n', {}),
    ("", {"REDACTOR_KEYRING": '{"keys": "' + SECRET}),
    ("", {"REDACTOR_KEYRING": json.dumps({"secret": SECRET})}),
    ("", {"REDACTOR_SITE__ALWAYS_REDACT": SECRET}),
    ("", {"REDACTOR_SITE__ALWAYS_REDACT": f'["{SECRET}'}),
    ("", {"REDACTOR_STREAMS": SECRET}),
    ("", {"REDACTOR_STREAMS__PASWORD": SECRET}),
]  # fmt: skip


@pytest.mark.parametrize("row", range(len(SECRETS)))
def test_no_secret_is_shown(row: int, tmp_path: Path) -> None:
    file, environ = SECRETS[row]
    (tmp_path / "redactor.toml").write_text(file)
    for arguments in (["config"], ["config", "--json"], ["config", "--set"], ["text", "slept"]):
        _, out, err = piped(tmp_path, b"", *arguments, **environ)
        assert SECRET not in out.decode() + err, arguments
        assert "Traceback" not in err


def test_a_keyring_in_the_environment_is_hidden(tmp_path: Path) -> None:
    Keyring.generate().save(tmp_path / "other.json")
    content = (tmp_path / "other.json").read_text()
    long = re.findall(r"[A-Za-z0-9+/=_-]{20,}", content)
    for arguments in (["config"], ["config", "--json"], ["entities"]):
        rc, out, err = piped(tmp_path, b"", *arguments, REDACTOR_KEYRING=content)
        assert rc == 0, err
        assert long and not [one for one in long if one in out.decode() + err]


# file, variables, what the message must say
WRONG: list[tuple[str, dict[str, str], list[str]]] = [
    ('home = "h"\nproflie = "hips"\n', {}, ["profile", "line 2"]),
    ('[stie]\nallow = ["a"]\n', {}, ["site", "line 1"]),
    ('home = "h"\n\n[notes]\nname_patern = "a"\n', {}, ["name_pattern", "line 4"]),
    ('[site]\nalow = ["a"]\n', {}, ["allow", "line 2"]),
    ('[[site.patterns]]\nname = "a"\nregexp = "a"\nentity = "ID"\n', {}, ["regex", "line 3"]),
    ('shift_weeks = "many"\n', {}, ["shift_weeks", "line 1"]),
    ('shift_weeks = -4\n', {}, ["shift_weeks"]),
    ('detectors = "patterns"\n', {}, ["detectors", "["]),
    ('detectors = ["patern"]\n', {}, ["patterns"]),
    ('profile = "hip"\n', {}, ["hips"]),
    ('as_of = 2025-06-31\n', {}, ["line 1"]),
    ('as_of = "June"\n', {"REDACTOR_AS_OF": ""}, ["as_of"]),
    ('home = "h"\nhome = "g"\n', {}, ["line 2"]),
    ('site.allow = "a"\n[site]\n', {}, ["line"]),
    ('device = "gpu"\n', {}, ["cuda"]),
    ("\ufeffprofile = 'hips'\nx", {}, ["line"]),
    ("", {"REDACTOR_PROFLIE": "hips"}, ["REDACTOR_PROFILE"]),
    ("", {"REDACTOR_SITE_ALLOW": '["a"]'}, ["REDACTOR_SITE__ALLOW"]),
    ("", {"REDACTOR_DETECTORS": "patterns,known"}, ["REDACTOR_DETECTORS", '["']),
    ("", {"REDACTOR_SCHEMA_DIRS": "mine"}, ["REDACTOR_SCHEMA_DIRS", '["']),
    ("", {"REDACTOR_STUDENTS": "a=b"}, ["REDACTOR_STUDENTS", "{"]),
    ("", {"REDACTOR_SHIFT_WEEKS": "many"}, ["REDACTOR_SHIFT_WEEKS"]),
    ("", {"REDACTOR_NOTES__ENCODNG": "utf-8"}, ["REDACTOR_NOTES__ENCODNG", "notes.encoding"]),
]  # fmt: skip


@pytest.mark.parametrize("row", range(len(WRONG)))
def test_a_wrong_setting_is_named_with_its_line_and_what_was_meant(row: int, tmp_path: Path) -> None:
    file, environ, says = WRONG[row]
    (tmp_path / "redactor.toml").write_text(file)
    rc, out, err = piped(tmp_path, b"", "text", "Seen by Dr. Tarquil Vexholm", **environ)
    assert rc == 2, err
    assert not out
    assert "Traceback" not in err
    assert not [one for one in says if one not in " ".join(err.split())], err


def test_each_value_says_where_it_comes_from(tmp_path: Path) -> None:
    (tmp_path / "redactor.toml").write_text(
        '# head\nprofile = "hips"\nrecipient = "file"\n\n[notes]\nencoding = "utf-8"\n\n[[site.patterns]]\nname = "b"\n'
        'regex = "B[0-9]"\nentity = "ID"\n'
    )
    rc, out, err = piped(tmp_path, b"", "config", "--json", "--set", REDACTOR_RECIPIENT="variable")
    assert rc == 0, err
    got = {one["name"]: one for one in json.loads(out)["settings"]}
    assert (got["profile"]["line"], got["profile"]["source"] != "default") == (2, True)
    assert (got["recipient"]["value"], got["recipient"]["variable"]) == ("variable", "REDACTOR_RECIPIENT")
    assert got["notes.encoding"]["line"] == 6
    assert got["site.patterns"]["line"] == 8
    assert "source" not in got
    rc, out, _ = piped(tmp_path, b"", "--config", "redactor.toml", "config", "--json")
    assert json.loads(out)["settings_file"].endswith("redactor.toml")


def test_settings_that_others_may_write_and_missing_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "redactor.toml").write_text('profile = "hips"\n')
    (tmp_path / "redactor.toml").chmod(0o666)
    rc, _, err = piped(tmp_path, b"", "config")
    assert rc == 2 and "chmod" in err
    (tmp_path / "redactor.toml").unlink()
    for arguments, environ in (
        (["--config", "gone.toml", "config"], {}),
        (["config"], {"REDACTOR_CONFIG": "gone.toml"}),
    ):
        rc, _, err = piped(tmp_path, b"", *arguments, **environ)
        assert rc == 2 and "names no file" in err and "Traceback" not in err
    (tmp_path / "d.toml").mkdir()
    rc, _, err = piped(tmp_path, b"", "--config", "d.toml", "config")
    assert rc == 2 and "Traceback" not in err


def test_completion_of_three_shells_completes_commands_options_and_profiles(tmp_path: Path) -> None:
    for shell in ("bash", "zsh", "fish"):
        script = subprocess.run(
            [*COMMAND, "--show-completion", shell],
            env=environment(tmp_path),
            capture_output=True,
            text=True,
            check=False,
        )
        if script.returncode:  # typer asks which shell it is, and takes no name where it can tell
            script = subprocess.run(["env", "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION=1", *COMMAND, "--show-completion", shell],
                                    env=environment(tmp_path), capture_output=True, text=True, check=False)  # fmt: skip
        assert "redactor" in script.stdout or "complet" in script.stdout, script.stderr
        assert "Traceback" not in script.stderr


def test_the_schema_takes_the_examples_of_the_guide_and_refuses_wrong_ones(tmp_path: Path) -> None:
    import tomllib

    jsonschema = pytest.importorskip("jsonschema")
    _, out, _ = piped(tmp_path, b"", "config", "--schema")
    check = jsonschema.validators.validator_for(json.loads(out))(json.loads(out))
    check.check_schema(json.loads(out))
    root = Path(__file__).parents[3]
    blocks = [
        block
        for page in [*sorted((root / "docs" / "guide").glob("*.md")), root / "README.md"]
        for block in re.findall(r"```toml\n(.*?)```", page.read_text(), re.S)
    ]
    assert len(blocks) > 8
    for block in blocks:
        errors = [one.message for one in check.iter_errors(json.loads(json.dumps(tomllib.loads(block), default=str)))]
        assert not errors, (block, errors)
    for file in [row[0] for row in WRONG if row[0]]:
        try:
            content = tomllib.loads(file)
        except tomllib.TOMLDecodeError:
            continue
        if file.startswith(("detectors = [", "profile", "as_of")):
            continue
        assert list(check.iter_errors(json.loads(json.dumps(content, default=str)))), file


def test_entities_of_profiles(tmp_path: Path) -> None:
    for profile in ("hipaa-safe-harbor", "limited-dataset", "hips", "hips-markov", "redactor"):
        rc, out, err = piped(tmp_path, b"", "entities", "--json", "--profile", profile)
        assert rc == 0, err
        assert len(json.loads(out)["entities"] if isinstance(json.loads(out), dict) else json.loads(out)) > 40
    (tmp_path / "Vexholm.json").write_text("{broken")
    for profile in ("nobody", "Vexholm.json", "gone.json"):
        rc, out, err = piped(tmp_path, b"", "entities", "--profile", profile)
        assert (rc, out) == (2, b"")
        assert "Traceback" not in err
