"""The command line: one module per command, listed in `root`."""

import gc
import os
import sys

from redactor.process import NOT_ON_WINDOWS

__all__ = ["main"]


def main() -> None:
    """The console script. Imports no command: worker processes import this module again."""
    if sys.platform == "win32":
        sys.stderr.write(f"error: {NOT_ON_WINDOWS}\n")
        sys.exit(2)
    from redactor.process import switch_off_core_dumps

    # A plugin of pydantic would see settings. To find plugins, pydantic reads the metadata of all packages, 40 ms.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    switch_off_core_dumps()  # worker processes inherit it
    gc.disable()  # until the command is imported: what is imported stays, and is no garbage
    try:
        from redactor.cli.root import main as root

        root()
    finally:
        gc.enable()
