"""The command line: one module per command, listed in `root`."""

import os
import resource

__all__ = ["main"]


def main() -> None:
    """The console script. Imports no command: worker processes import this module again."""
    # A plugin of pydantic would see settings. To find plugins, pydantic reads the metadata of all packages, 40 ms.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    # A core file would hold keys and records in the clear. Worker processes inherit the limit.
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
    from redactor.cli.root import main as root

    root()
