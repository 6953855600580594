"""Answers of LLMs as workers find them: reads and writes per second, disk an answer, and the ledger of tokens.

    python -m benchmarks.llm_cache [--answers 200000] [--batch 64] [--json]

An answer has 180 bytes. A read asks for a batch of random ones in the file, decrypted; "alone" is a batch of one. A
write stores a batch in one transaction, on the disk on return.
"""

from __future__ import annotations

import random
from contextlib import closing

from benchmarks.common import Clock, Figure, argument, tell, workplace
from redactor.keys import Keyring
from redactor.llm.cache import AnswerCache, Entry, answer_key
from redactor.llm.ledger import FileLedger, Usage

_READS = 20_000
_READ, _ALONE, _TURNS = 100_000, 20_000, 20_000
_RESERVATION = 50  # microseconds


def main() -> None:
    count, batch = argument("answers", 200_000), argument("batch", 64)
    rng = random.Random(3)
    with workplace() as (folder, settings):
        keyring = Keyring.load(settings.keyring)
        key = keyring.pseudonym("llm", "enclave")
        keys = [answer_key(key, f"subject{n // 50}", "judge", "1", "model", f"chunk {n}") for n in range(count)]
        with closing(AnswerCache(folder / "llm.db", keyring)) as cache:
            write, read, alone = Clock(), Clock(), Clock()
            with write.running():
                for at in range(0, count, batch):
                    some = range(at, min(at + batch, count))
                    cache.add([Entry(keys[n], f"subject{n // 50}", rng.randbytes(180)) for n in some])
            found = 0
            with read.running():
                for _ in range(_READ // batch):
                    found += len(cache.get([keys[rng.randrange(count)] for _ in range(batch)]))
            with alone.running():
                for _ in range(_ALONE):
                    found += len(cache.get([keys[rng.randrange(count)]]))
            with closing(AnswerCache(folder / "llm.db", keyring)):
                pass  # the log is written back
        size = sum(file.stat().st_size for file in folder.glob("llm.db*"))
        assert found > _READ // 2
        with closing(FileLedger(folder, None)) as ledger:
            turn = Clock()
            with turn.running():
                for _ in range(_TURNS):
                    ledger.reserve(500)
                    ledger.settle(500, Usage(400, 50))
    reads = _READ // batch * batch
    tell(
        [
            Figure("reads", reads / read.cpu, "a second of CPU time", _READS, note=_by_the_clock(reads / read.wall)),
            Figure("reads, alone", _ALONE / alone.cpu, "a second of CPU time", note=_by_the_clock(_ALONE / alone.wall)),
            Figure("writes", count / write.cpu, "a second of CPU time", note=_by_the_clock(count / write.wall)),
            Figure("disk an answer", size / count, "bytes", note=f"{size / 1e6:,.0f} MB with the log"),
            Figure("reserve and settle", turn.cpu / _TURNS * 1e6, "us of CPU time", 2 * _RESERVATION, less=True),
        ]
    )


def _by_the_clock(rate: float) -> str:
    return f"{rate:,.0f} by the clock"


if __name__ == "__main__":
    main()
