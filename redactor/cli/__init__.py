"""This package is the command line: a module for each group of commands, which `root` lists and imports on demand."""

import gc
import os
import sys

from redactor.process import NOT_ON_WINDOWS

__all__ = ["main"]


def main() -> None:
    """Run the console script. No command is imported here, since worker processes import this module again."""
    if sys.platform == "win32":
        sys.stderr.write(f"error: {NOT_ON_WINDOWS}\n")
        sys.exit(2)
    from redactor.process import switch_off_core_dumps

    # A plugin of pydantic would see settings, and the search for plugins reads the metadata of all packages in 40 ms.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    switch_off_core_dumps()  # worker processes inherit it
    gc.disable()  # until the command is imported: imported modules stay, so that a collection would find no garbage
    try:
        from redactor.cli.root import main as root

        root()
    finally:
        gc.enable()
