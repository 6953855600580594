"""Other processors than this one, by Debian's qemu-user: what runs `reader.py` there.

    python -m tests.processors.emulation     make what the emulation of aarch64 needs

An x86-64 of another kind runs this interpreter. An aarch64 needs one of its own: Debian's packages and the locked
wheels, unpacked once under the user's cache.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
_LOCK = ROOT / "requirements" / "base.txt"
_WHEELS = ("msgspec", "numpy", "onnxruntime", "tokenizers", "typing-extensions")
_PACKAGES = (
    "python3.11-minimal", "libpython3.11-minimal", "libpython3.11-stdlib", "libc6", "libstdc++6", "libgcc-s1", "zlib1g",
    "libexpat1", "libssl3", "libffi8", "libbz2-1.0", "liblzma5", "libsqlite3-0", "libuuid1",
)  # fmt: skip
# ONNX Runtime reads it, and stops where it is that of an x86-64.
_CPUINFO = """processor\t: 0
Features\t: fp asimd aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp
CPU implementer\t: 0x41
CPU architecture: 8
CPU variant\t: 0x3
CPU part\t: 0xd0c
CPU revision\t: 1

"""


class EmulationError(Exception):
    """The emulation cannot be had; the message says what is missing."""


@dataclass(frozen=True)
class Processor:
    """What runs Python there: the command before the script, and its environment."""

    command: Sequence[str]
    environment: Mapping[str, str] = field(default_factory=lambda: {"PYTHONPATH": str(ROOT)})

    def read(self, texts: Path, readings: Path) -> None:
        """Run the reader. Raises EmulationError with what it wrote last."""
        script = str(Path(__file__).with_name("reader.py"))
        done = subprocess.run(
            [*self.command, script, str(texts), str(readings)],
            env={**os.environ, **self.environment}, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode:
            raise EmulationError(f"the reader ended with {done.returncode}: {done.stderr[-2000:]}")


def this_processor() -> Processor:
    return Processor([sys.executable])


def x86_64(kind: str) -> Processor:
    """kind: a name of qemu's, such as Haswell (AVX2, no AVX-512) or Nehalem (no AVX)."""
    if platform.machine() != "x86_64":
        raise EmulationError("this interpreter is of no x86-64")
    return Processor([_emulator("qemu-x86_64"), "-cpu", kind, sys.executable])


def aarch64() -> Processor:
    """All that qemu can do of it: SVE too."""
    emulator, root = _emulator("qemu-aarch64"), _unpacked()
    python = str(root / "usr" / "bin" / "python3.11")
    return Processor([emulator, "-L", str(root), "-cpu", "max", python], {"PYTHONPATH": f"{root / 'wheels'}:{ROOT}"})


def _emulator(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise EmulationError(f"{name} is absent (Debian package qemu-user)")
    return found


def _unpacked() -> Path:
    """The folder with Python and wheels of aarch64, made at the first call."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    locked = _locked()
    mark = hashlib.sha256("\n".join((locked, *_PACKAGES)).encode()).hexdigest()[:12]
    root = cache / "redactor" / f"aarch64-{mark}"
    if (root / "complete").is_file():
        return root
    for tool in ("apt-get", "dpkg-deb"):
        if shutil.which(tool) is None:
            raise EmulationError(f"{tool} is absent: the Python of aarch64 comes from Debian's packages")
    work = root.with_suffix(".new")
    shutil.rmtree(work, ignore_errors=True)
    (work / "lists" / "partial").mkdir(parents=True)
    options = [f"-oDir::State::Lists={work / 'lists'}", "-oDebug::NoLocking=1"]
    options += [f"-oAPT::Architecture{s}=arm64" for s in ("", "s")]
    _run(["apt-get", "-qq", *options, "update"], work)
    _run(["apt-get", "-qq", *options, "download", *_PACKAGES], work)
    for package in sorted(work.glob("*.deb")):
        _run(["dpkg-deb", "-x", package.name, "."], work)
    (work / "locked.txt").write_text(locked)
    platforms = [f"--platform=manylinux_2_{n}_aarch64" for n in (17, 27, 28)]
    _run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps",
         "--only-binary=:all:", "--implementation=cp", "--python-version=3.11", *platforms, "--require-hashes",
         "--target=wheels", "-r", "locked.txt"],
        work,
    )  # fmt: skip
    (work / "proc").mkdir()
    (work / "proc" / "cpuinfo").write_text(_CPUINFO)
    (work / "complete").touch()
    work.rename(root)
    return root


def _locked() -> str:
    """The lines of the lock file, with hashes, of the wheels."""
    entries = re.finditer(r"^(\S+?)==.*(?:\n    .*)*", _LOCK.read_text(), re.MULTILINE)
    return "\n".join(entry.group() for entry in entries if entry[1] in _WHEELS) + "\n"


def _run(command: Sequence[str], folder: Path) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise EmulationError(f"{command[0]} ended with {done.returncode}: {done.stderr[-500:]}")


if __name__ == "__main__":
    print(aarch64().command)
