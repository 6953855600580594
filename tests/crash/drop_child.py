"""A reader of a drop folder, to be killed. It writes to LEDGER what it was handed and what it has finished or failed.

Usage: python -m tests.crash.drop_child DIR STATE KEYRING LEDGER. It ends when nothing waits and DIR/../stop exists.
"""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from redactor.keys import Keyring
from redactor.run.dropfolder import DropFolder
from schemas.engine.records import Reason

SETTLE = 0.01


def main(path: str, state: str, keys: str, ledger: str) -> None:
    log = os.open(ledger, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    key = Keyring.load(keys).internal("drop-folder")
    with DropFolder(Path(path), Path(state), key, SETTLE, max_claims=20) as folder:
        os.write(log, b"start\n")
        while True:
            claims = folder.scan()
            for claim in claims:
                assert hashlib.sha256(claim.path.read_bytes()).hexdigest() == claim.digest
                os.write(log, f"handed {claim.number} {claim.digest}\n".encode())
            for claim in claims[::2]:
                if claim.number % 5 == 0:
                    folder.fail(claim, Reason.INTERNAL)
                else:
                    folder.finish([claim])
                os.write(log, f"ended {claim.number} {claim.digest}\n".encode())
            folder.finish(claims[1::2])
            for claim in claims[1::2]:
                os.write(log, f"ended {claim.number} {claim.digest}\n".encode())
            if not claims and not folder.pending.waiting and (Path(path).parent / "stop").exists():
                return
            folder.wait(0.02)


if __name__ == "__main__":
    main(*sys.argv[1:])
