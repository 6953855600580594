"""Runs every command of the guide, page by page, in an empty folder, as a reader would type them."""

from __future__ import annotations

import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from redactor.llm.endpoints import endpoint_from_settings
from redactor.settings import LlmSettings, StreamsSettings
from tests.conftest import Command
from tests.unit.llm.obliging import oblige
from tests.unit.llm.scripted_server import ScriptedServer

ROOT = Path(__file__).parents[2]
STREAMS = ROOT / "docs" / "guide" / "streams.md"
CHANGES = ROOT / "docs" / "guide" / "changing-streams.md"
LLM = ROOT / "docs" / "guide" / "llm.md"
POLICIES = ROOT / "docs" / "guide" / "policies.md"
_WITH_A_SERVER = (STREAMS, CHANGES, LLM)
PAGES = [
    *sorted(p for p in (ROOT / "docs" / "guide").glob("*.md") if p not in _WITH_A_SERVER),
    ROOT / "README.md",
]
_HELPERS = ("printf", "cat", "mkdir", "diff", "du", "touch", "rm", "sleep")  # make, quote, compare, measure files; wait
# Pages that show what the student finds. On the others a run without it does the same in half the time.
_WITH_STUDENT = ("detection", "first-run", "README")
_WITHOUT = {"REDACTOR_DETECTORS": '["patterns","known"]'}
_SHELL = {"|", ">", ">>", "<", "&", "&&"}  # the shell has to run it; every other command runs in this process
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
_TOML = re.compile(r"```toml\n(.*?)```", re.DOTALL)


def commands(page: Path) -> list[str]:
    blocks = _BLOCK.findall(page.read_text("utf-8"))
    return [line[2:] for block in blocks for line in block.splitlines() if line.startswith("$ ")]


def shown(page: Path) -> dict[str, str]:
    """Return what a page shows under its `redactor` commands, by command."""
    found: dict[str, str] = {}
    for block in _BLOCK.findall(page.read_text("utf-8")):
        for line, after in itertools.pairwise([*block.splitlines(), "$"]):
            if line.startswith("$ redactor ") and not after.startswith("$"):
                found[line[2:]] = after
    return found


def run_page(page: Path, folder: Path, fixed: Mapping[str, str], in_process: Command) -> None:
    """Run the commands of a page in a folder. fixed: environment that the page does not change."""
    told: dict[str, str] = {}
    outputs = shown(page)
    for line in commands(page):
        words = shlex.split(line, comments=True)
        given = dict(itertools.takewhile(lambda pair: pair[1], (_assignment(word) for word in words)))
        if words[0] == "export":
            told.update(_assignment(word) for word in words[1:])
            told.update(fixed)
        elif words[len(given)] == "redactor" and not _SHELL & {*words}:
            done = in_process(*words[len(given) + 1 :], env=told | given, cwd=folder)
            assert done.returncode in (0, 1), f"{line}\n{done.stderr}"
            if line in outputs:
                assert outputs[line] in (done.stdout.strip(), done.stderr.strip())
        elif "redactor" in words or words[0] in _HELPERS:
            done = _in_shell(line, folder, told)
            allowed = (0,) if words[0] in _HELPERS else (0, 1)
            assert done.returncode in allowed, f"{line}\n{done.stderr}"
        else:
            assert words[0] in ("make", "pip", "python3", "git", "source", "uv"), f"unknown command: {line}"


def _assignment(word: str) -> tuple[str, str]:
    """Name and value of NAME=VALUE; no value of another word."""
    name, _, value = word.partition("=")
    return name, value if name.isidentifier() else ""


def _in_shell(line: str, folder: Path, told: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, **told, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    return subprocess.run(["bash", "-c", line], cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("page", [p for p in PAGES if p != POLICIES], ids=lambda p: p.stem)
def test_every_command_of_a_page_runs(page: Path, tmp_path: Path, in_process: Command) -> None:
    run_page(page, tmp_path, {} if page.stem in _WITH_STUDENT else _WITHOUT, in_process)


@pytest.mark.slow
def test_the_profiles_of_the_page_on_policies_do_what_it_says(tmp_path: Path, in_process: Command) -> None:
    assert len(shown(POLICIES)) == 2
    run_page(POLICIES, tmp_path, _WITHOUT, in_process)
    towns = {a["city"] for p in _records(tmp_path / "ehr" / "records", "Patient") for a in p["address"]}
    kept = {a["city"] for p in _records(tmp_path / "out-towns", "Patient") for a in p["address"]}
    assert kept == towns
    periods = [e["period"] for e in _records(tmp_path / "out-towns", "Encounter")]
    assert periods
    assert all("start" not in p and re.fullmatch("[0-9]{4}", p["end"]) for p in periods if "end" in p)
    births = {p["birthDate"][:4] for p in _records(tmp_path / "ehr" / "records", "Patient")}
    released = [*_records(tmp_path / "out-years", "Patient")]
    assert {p["birthDate"] for p in released if "birthDate" in p} <= births
    families = [n["family"] for p in released for n in p["name"] if "family" in n]
    assert families
    assert not any(family.startswith("[") for family in families)


def _records(folder: Path, resource_type: str) -> Iterator[dict[str, Any]]:
    for path in sorted(folder.rglob("*json")):
        for line in path.read_text("utf-8").splitlines() if path.suffix == ".ndjson" else [path.read_text("utf-8")]:
            record = json.loads(line)
            resources = [e.get("resource", {}) for e in record.get("entry", [])] or [record]
            yield from (r for r in resources if r.get("resourceType") == resource_type)


@pytest.mark.slow
@pytest.mark.parametrize("page", [STREAMS, CHANGES], ids=lambda p: p.stem)
def test_every_command_of_a_page_on_streams_runs(
    page: Path, streams: StreamsSettings, tmp_path: Path, in_process: Command
) -> None:
    own = {"SERVERS": streams.servers or "", "PREFIX": streams.prefix}
    fixed = _WITHOUT | {f"REDACTOR_STREAMS__{name}": value for name, value in own.items()}
    run_page(page, tmp_path, fixed, in_process)
    assert (tmp_path / "deliveries" / "manifest.json").is_file()


@pytest.mark.slow
def test_every_command_of_the_page_on_llms_runs(tmp_path: Path, in_process: Command) -> None:
    with ScriptedServer(oblige, models=("local",)) as server:
        run_page(LLM, tmp_path, _WITHOUT | {"REDACTOR_LLM__BASE_URL": server.url}, in_process)
        assert len(server.asked) > 10


def test_every_address_of_the_page_on_llms_can_be_asked() -> None:
    urls = re.findall(r'base_url = "([^"]+)"', LLM.read_text("utf-8"))
    hosts = [url.split("/")[2] for url in urls]
    assert {"ollama:11434", "127.0.0.1:30000", "bedrock-runtime.REGION.amazonaws.com"} <= {*hosts}
    for url, host in zip(urls, hosts, strict=True):
        listed: dict[str, Any] = {"allow_hosts": (host,), "allow_remote": True} if url.startswith("https") else {}
        endpoint_from_settings(LlmSettings(base_url=url, model="m", local_hosts=("ollama",), **listed))


def test_every_example_of_settings_of_the_page_on_llms_can_be_used() -> None:
    examples = [tomllib.loads(block)["llm"] for block in _TOML.findall(LLM.read_text("utf-8"))]
    assert len(examples) == 2
    for example in examples:
        LlmSettings(**example)
    shown = {*examples[0]} | {"api_key_env", "allow_hosts", "allow_remote", "local_hosts"}  # in comments
    assert shown == {*LlmSettings.model_fields}
    defaults = LlmSettings(base_url="", model="").model_dump(mode="json")
    own = {"base_url", "model", "always", "never", "token_budget", "prices"}
    assert {k: v for k, v in examples[0].items() if k not in own and v != defaults[k]} == {}


def test_the_guide_has_pages_with_commands() -> None:
    assert sum(len(commands(p)) for p in PAGES) > 20
