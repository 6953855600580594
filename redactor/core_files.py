"""Core files, which would hold keys and records in the clear."""

from __future__ import annotations

import resource


def switch_off() -> None:
    """Have this process and its children write none. The hard limit stays: a program can switch them on again."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))
