"""Values and names as somebody says them and a machine writes them down: no capitals, no stops."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.engine.layouts.conversation import halting
from corpus.engine.layouts.hasty_typing import bare, lowered
from corpus.engine.layouts.mixed_lines import Pool
from redactor.sample.marked import Marked, join

_JOINTS = (" ", " ", " ", " and ", " so ", " um ", " okay ", " and then ", " uh ", "\n", "\n", ", ", ". ", "... ")
_SPEAKERS = (
    ("nurse: ", "doctor: "), ("a ", "b "), ("> ", "> "), ("speaker 1: ", "speaker 2: "), ("rn ", "md "), ("- ", "- "),
    ("", ""), ("off: ", "on: "),
)  # fmt: skip


def spoken_facts(*pools: Pool, plain: Pool, least: int = 1, most: int = 6) -> Callable[[Cast], Marked]:
    """Between least and most utterances of the pools, each amid plain ones; one speaker or two by turns."""

    def write(c: Cast) -> Marked:
        amid = c.pick((0.3, 0.5, 0.7))
        said: list[Marked] = []
        for _ in range(c.rng.randint(least, most)):
            while c.chance(amid):
                said.append(c.any(*plain))
            said.append(c.say(c.pick(c.pick(pools))))
        if c.chance(0.5):
            said.append(c.any(*plain))
        if c.chance(0.25):
            signs = c.pick(_SPEAKERS)
            text = join(*(join(signs[i % 2], x) for i, x in enumerate(said)), sep="\n")
        else:
            text = join(*said, sep=c.pick(_JOINTS))
        if c.chance(0.4):
            text = halting(c, text, c.pick((0.02, 0.05)))
        return bare(lowered(text)) if c.chance(0.88) else text

    return write
