"""The tools that are measured, their environments, and what they answer."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
ADAPTER = Path(__file__).with_name("adapter.py")
_MOST_SECONDS = 3_600
# One thread, no reports of usage, no downloads of models. Installers keep the settings of whoever runs this.
_STILL = {
    **dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"),
    **dict.fromkeys(("DO_NOT_TRACK", "DATAFOG_NO_TELEMETRY", "HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE"), "1"),
    "PYTHONHASHSEED": "0",
}


class ToolError(Exception):
    """A tool that cannot be measured; the message says what happened."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool in one configuration. adapter: a function of `adapter.py`. option: what that function is given.

    requirement: what pip installs; None for this project, which runs in the environment of the benchmark.
    """

    name: str
    adapter: str
    requirement: str | None
    option: str = ""
    about: str = ""


PATTERNS = Tool("Redactor, patterns", "redactor", None, "patterns", "the rules alone, without known values")
DEFAULT = Tool(
    "Redactor, default", "redactor", None, "patterns,student", "rules and the shipped model, without known values"
)
OURS = (PATTERNS, DEFAULT)
_PRESIDIO = "presidio-analyzer==2.2.366"
PEERS = (
    Tool("Presidio", "presidio", _PRESIDIO, "", "default recognisers, a blank spaCy pipeline: no model, so no names"),
    Tool("OpenMed, sweep", "openmed", "openmed==3.1.0", "", "its sweep for structured identifiers; no model"),
    Tool("Phileas", "phileas", "phileas-redact==1.0.0", "", "every filter that needs no service"),
    Tool("scrubadub", "scrubadub", "scrubadub==2.0.1", "", "default detectors"),
    Tool("DataFog", "datafog", "datafog==4.9.0", "", "default engine: regular expressions"),
    Tool("Philter", "philter", "philter-lite==0.6.0", "", "the maintained fork of philter-ucsf, configuration delta"),
)
UNMEASURED = {
    "philter-ucsf 1.0.3": "pip installs it without the packages that it imports (nltk, chardet, numpy), and it needs "
    "the same data of NLTK as its fork, which is measured in its place where that data is",
    "pyDeid": "the package `pydeid` 0.0.1 holds one empty module; the tool of that name is not on the index",
    "deduce": "it is made for Dutch, and the sets are English",
    "deidentify, robust-deid, bert-deid": "each needs weights that its package does not hold",
    "pii-codex": "it runs Presidio with a model that it downloads",
}
"""What was looked at and is not run, with the reason."""


def with_model(model: str) -> Tool:
    """Return Presidio with a spaCy model, by its name or folder, that is installed in Presidio's environment."""
    return Tool(f"Presidio, {model}", "presidio", _PRESIDIO, model, f"default recognisers and the spaCy model {model}")


def environment(tool: Tool, cache: Path) -> Path:
    """Return the interpreter of the tool's environment; make the environment if it is not there.

    Raises ToolError if pip cannot install the tool.
    """
    if tool.requirement is None:
        return Path(sys.executable)
    folder = cache / tool.requirement.replace("==", "-")
    python = folder / "bin" / "python"
    done = folder / "installed"
    if not done.exists():
        subprocess.run([sys.executable, "-m", "venv", "--clear", folder], check=True)
        install: list[str | Path] = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            tool.requirement,
        ]
        ended = subprocess.run(install, capture_output=True, text=True, check=False)
        if ended.returncode:
            raise ToolError(f"pip could not install it: {_last_line(ended.stderr)}")
        done.touch()
    return python


@dataclass(frozen=True, slots=True)
class Answers:
    """What a tool said about the texts of a set.

    claims: the labels that it says it finds. packages: versions by name. rows: by id of the text, as `adapter.py`
    writes them; a text without a row got no answer because the tool's process had died.
    """

    claims: Sequence[str]
    packages: Mapping[str, str]
    rows: Mapping[str, Mapping[str, Any]]


def read(
    tool: Tool, python: Path, texts: Mapping[str, str], folder: Path, adapter: Path = ADAPTER, *, again: bool = True
) -> Answers:
    """Let a tool read texts, by id, in a process of its own. folder: where the texts and its answers are kept.

    again: False takes the answers that an earlier call left in the folder for the same texts. Raises ToolError if the
    tool did not start, or took more than an hour.
    """
    folder.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps({"id": i, "text": t}) + "\n" for i, t in texts.items())
    stem = "-".join(["".join(c for c in tool.name if c.isalnum()), hashlib.sha256(lines.encode()).hexdigest()[:12]])
    source, target = folder / f"{stem}.in.jsonl", folder / f"{stem}.out.jsonl"
    if again or not target.exists():
        source.write_text(lines, encoding="utf-8")
        target.unlink(missing_ok=True)
        mine = {"PYTHONPATH": str(ROOT)} if tool.requirement is None else {}
        rest = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        command: list[str | Path] = [python, "-P", adapter, tool.adapter, source, target, tool.option]
        try:
            ended = subprocess.run(
                command, env={**rest, **_STILL, **mine}, capture_output=True, text=True, check=False,
                timeout=_MOST_SECONDS,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise ToolError(f"it took more than {_MOST_SECONDS} s for {len(texts)} texts") from None
        if not target.exists():
            raise ToolError(f"it did not start: {_last_line(ended.stderr)}")
    head, *rows = (json.loads(line) for line in target.read_text("utf-8").splitlines())
    return Answers(head["claims"], head["packages"], {row["id"]: row for row in rows})


def merged(rounds: Sequence[Answers]) -> Answers:
    """Return the answers of the first round, with the least CPU time that each text took in any round.

    Other work on a machine makes a text slower and never faster. A text on which rounds differ has "differs".
    """
    rows = {}
    for i, first in rounds[0].rows.items():
        others = [a.rows.get(i, {}) for a in rounds[1:]]
        differs = any(
            [o.get(k) for k in ("spans", "error")] != [first.get(k) for k in ("spans", "error")] for o in others
        )
        rows[i] = {**first, "cpu": min(r["cpu"] for r in (first, *others) if r), "differs": differs}
    return Answers(rounds[0].claims, rounds[0].packages, rows)


def _last_line(stderr: str) -> str:
    """Return the last line of an error that is no notice of pip."""
    told = [line.strip() for line in stderr.splitlines() if line.strip() and not line.startswith("[notice]")]
    return told[-1][:200] if told else "no message"
