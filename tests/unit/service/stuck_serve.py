"""The command line with an engine that never ends the reading of a text with the word STUCK, while a file is there.

The file is `stuck` in the folder STUCK. A worker runs this file again, so that it is patched too.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from redactor.assemble.facade import Redactor
from redactor.cli import main

FILE = Path(os.environ["STUCK"]) / "stuck"
_texts = Redactor.texts


def texts(self: Redactor, given: Sequence[str], **more: Any) -> list[Any]:
    if any("STUCK" in text for text in given):
        while FILE.exists():
            time.sleep(0.02)
    return _texts(self, given, **more)


Redactor.texts = texts  # type: ignore[method-assign,assignment]

if __name__ == "__main__":
    main()
