"""The command line: one module a command group, registered in `root`."""

__all__ = ["main"]


def main() -> None:
    """The console script. A run's workers import its module again, and have no use for commands: hence no sooner."""
    from redactor.cli.root import main as root

    root()
