"""A desk of a new user: an empty folder, a clean environment, and the command of the installed wheel. No checkout."""

from __future__ import annotations

import base64
import re
import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

ROOT = Path(__file__).resolve().parents[2]
_BASE64 = re.compile(r'"data":"([A-Za-z0-9+/=]+)"')


def install_wheel(folder: Path) -> Path:
    """Build the wheel and install it alone into a new environment, which sees the packages of the tests behind it.

    Returns the environment. The checkout is not in it: a path file that is named by a path file is not read.
    """
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    _run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", folder, ROOT])
    (wheel,) = folder.glob("*.whl")
    found = folder / "environment"
    _run([sys.executable, "-m", "venv", "--without-pip", found])
    (packages,) = found.glob("lib/python*/site-packages")
    (packages / "tests.pth").write_text(sysconfig.get_path("purelib") + "\n")
    _run([*pip, "--python", found / "bin/python", "install", "--no-deps", "--no-compile", wheel])
    return found


def _run(command: list[Any]) -> None:
    done = subprocess.run([*map(str, command)], cwd="/", capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


class Desk:
    """A folder, and what a person types there. settings: variables that the person has exported."""

    def __init__(self, folder: Path, environment: Path, **settings: str) -> None:
        self.folder, self.environment = folder, environment
        path = f"{environment / 'bin'}:/usr/bin:/bin"
        home = folder.with_name(f"{folder.name}-home")
        for made in (folder, home):
            made.mkdir(exist_ok=True)
        self.variables = {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8", **settings}

    def write(self, name: str, content: str | bytes) -> None:
        """Write a file of the person."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())

    def do(self, command: str, code: int = 0) -> str:
        """Return what a line of the shell prints, on both streams, with single blanks; it must exit with `code`."""
        done = subprocess.run(
            ["/bin/bash", "-o", "pipefail", "-c", command],
            env=self.variables,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        told = " ".join((done.stdout + done.stderr).split())
        assert done.returncode == code, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return told

    def released(self, out: str = "out", *, without: str = "", holding: Mapping[str, int] | None = None) -> str:
        """Return all that left as one text: names of files, their content, notes in base64 decoded, rows of Parquet.

        without: words, none of which may be there, in any case. holding: texts, and how often each must be there.
        """
        parts = []
        for path in sorted((self.folder / out).rglob("*")):
            content = str(pq.read_table(path).to_pylist()) if path.suffix == ".parquet" else path.read_text("utf-8")
            notes = [base64.b64decode(found).decode() for found in _BASE64.findall(content)]
            parts += [] if path.name == "manifest.json" else [path.name, content, *notes]
        text = "\n".join(parts)
        assert parts, "nothing left"
        left = [word for word in without.split() if word.lower() in text.lower()]
        assert not left, f"{left} left:\n{text}"
        counts = {wanted: text.count(wanted) for wanted in holding or {}}
        assert counts == (holding or {}), text
        return text
