"""A folder for `redactor mcp`, and the SDK's own client on a process of the command."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

ROOT = Path(__file__).parents[2]
RULES = {"REDACTOR_DETECTORS": '["patterns","known"]'}
PLANTED = ("Vexholm", "Quorvane", "4471923", "mrn-vex-77")
NOTE = "Mr. John Quorvane, MRN 4471923, was seen by Dr. Adam Vexholm on 3/4/2024."
PATIENT = {"resourceType": "Patient", "id": "mrn-vex-77", "name": [{"family": "Quorvane", "given": ["John"]}]}
Call = Callable[..., Awaitable[tuple[bool, str]]]


@dataclass(frozen=True)
class Heard:
    """What all answers of a process said, and its stderr."""

    answers: list[str]
    stderr: str

    def holds_no_original(self) -> None:
        for planted in PLANTED:
            assert planted.casefold() not in "\n".join(self.answers).casefold(), planted
            assert planted.casefold() not in self.stderr.casefold(), planted


def environment(folder: Path, keyring: Path) -> dict[str, str]:
    keys = {"REDACTOR_KEYRING": str(keyring), "REDACTOR_HOME": str(folder / "home")}
    return {**RULES, **keys, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}


def talk(
    folder: Path, env: Mapping[str, str], work: Callable[[Client, Call], Awaitable[None]], *options: str | Path
) -> Heard:
    """Start `redactor mcp OPTIONS` in a folder, let `work` call it, and close it."""
    answers: list[str] = []
    log = folder / "stderr.txt"

    async def run() -> None:
        arguments = ["-m", "redactor", "mcp", *map(str, options)]
        server = StdioServerParameters(command=sys.executable, args=arguments, env=dict(env), cwd=folder)
        with log.open("w") as errors:
            async with Client(stdio_client(server, errlog=errors), read_timeout_seconds=120) as client:

                async def call(name: str, **given: Any) -> tuple[bool, str]:
                    answer = await client.call_tool(name, given)
                    answers.append(answer.model_dump_json())
                    (content,) = answer.content
                    assert content.type == "text"
                    return answer.is_error, content.text

                await work(client, call)

    anyio.run(run)
    return Heard(answers, log.read_text())


def code_of(answer: tuple[bool, str]) -> str:
    is_error, text = answer
    assert is_error, text
    told = json.loads(text)
    assert told["what_to_do"]
    return str(told["error"])


class RawServer:
    """A process of the command that is written to byte by byte, as no client would."""

    def __init__(self, folder: Path, env: Mapping[str, str]) -> None:
        clean = {k: v for k, v in os.environ.items() if not k.startswith("REDACTOR_")}
        self._errors = (folder / "raw.txt").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "redactor", "mcp"],
            env={**clean, **env},
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
        )
        client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "raw", "version": "1"}}
        self.send({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": client})
        assert self.answer()["id"] == 0
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, message: Mapping[str, Any] | bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(message if isinstance(message, bytes) else json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def answer(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def close(self) -> tuple[int, str]:
        """Close the pipes as a client that is gone, and return the exit code and stderr."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        try:
            code = self.process.wait(60)
        finally:
            self.process.kill()
        with self._errors as errors:
            errors.seek(0)
            return code, errors.read()
