"""The command line: one module a command group, registered here."""

from redactor.cli.root import main

__all__ = ["main"]
