"""Approves the shipped documents in their present form: python -m schemas.documents.approve_shipped BY DATE

For maintainers, after the documents were generated again and the difference was reviewed. It writes
documents/approved.json.
"""

from __future__ import annotations

import json
import sys

from schemas.documents.registry import Registry
from schemas.documents.schema_files import APPROVED, DOCUMENTS


def main(arguments: list[str]) -> int:
    """Write the digests of all shipped documents. Returns the exit status."""
    if len(arguments) != 2:
        sys.stderr.write("usage: python -m schemas.documents.approve_shipped BY DATE\n")
        return 2
    registry = Registry()
    digests = {name: registry.digest(name) for name in registry.names()}
    approved = {"by": arguments[0], "at": arguments[1], "digests": digests}
    (DOCUMENTS / APPROVED).write_text(json.dumps(approved, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
