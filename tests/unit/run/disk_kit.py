"""A file system of its own for a folder of a test, which can be filled and freed."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def small_disk(folder: Path, size: int) -> Iterator[None]:
    """Mount a file system of a size in bytes on a folder. The test is skipped where nobody may."""
    mount, unmount = shutil.which("mount"), shutil.which("umount")
    if os.geteuid() or mount is None or unmount is None:
        pytest.skip("only root may mount a file system")
    made = subprocess.run([mount, "-t", "tmpfs", "-o", f"size={size},mode=700", "none", folder], capture_output=True)
    if made.returncode:
        pytest.skip("this system lets nobody mount a file system")
    try:
        yield
    finally:
        subprocess.run([unmount, "-l", folder], check=True)


def fill(folder: Path, left: int) -> Path:
    """Fill the disk of a folder but for some bytes, and return the file that takes the space."""
    file = folder / "other-files"
    with file.open("wb", buffering=0) as out:
        try:
            while out.write(bytes(4_096)) == 4_096:
                pass
        except OSError:
            pass
    os.truncate(file, max(0, file.stat().st_size - left))
    return file
