"""The command line: one module per command, listed in `root`."""

import os

from redactor import core_files

__all__ = ["main"]


def main() -> None:
    """The console script. Imports no command: worker processes import this module again."""
    # A plugin of pydantic would see settings. To find plugins, pydantic reads the metadata of all packages, 40 ms.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    core_files.switch_off()  # worker processes inherit it
    from redactor.cli.root import main as root

    root()
