"""Machine text: segments, objects, markup, settings, log lines and queries."""

from __future__ import annotations

from corpus.engine.cast import Cast
from corpus.engine.layouts.printed_grid import Write
from corpus.engine.note_file import templates
from corpus.engine.note_type import Block
from redactor.sample.marked import Marked, join


def record_block(block: Block, least: int, most: int, ordered: bool = True) -> Write:
    """Some of the templates of a raw string, one a line, exactly as they stand."""
    pool = templates(block)

    def write(c: Cast) -> Marked:
        places = c.rng.sample(range(len(pool)), min(len(pool), c.rng.randint(least, most)))
        places = sorted(places) if ordered else places
        return join(*(c.say(pool[i]) for i in places), sep=c.pick(("\n", "\n", "\n", "\n\n")))

    return write


def one_record_of(*writers: Write) -> Write:
    """One of several layouts."""
    return lambda c: c.pick(writers)(c)


def bulk_labels(write: Write, least: int, most: int) -> Write:
    return lambda c: join(*(write(c) for _ in range(c.rng.randint(least, most))), sep="\n")
