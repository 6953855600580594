"""Handoffs, sign-outs, pharmacy messages and machine alerts, with roles and initials side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.transcript import some, thumbed
from corpus.engine.layouts.word_name_messages import CLEAN
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/messages/handoffs_and_alerts")
ALERTS = _TEXT.lines("alerts")


def handoff_list(pool: Sequence[str], most: int, plain: float) -> Callable[[Cast], Marked]:
    """Lines as bullets, numbers, slashes or alone; some that name nobody between."""

    def write(c: Cast) -> Marked:
        bullet = c.pick(("", "", "", "- ", "* ", "[ ] ", "• ", "n"))
        said: list[Marked] = []
        for i, template in enumerate(c.rng.sample(list(pool), c.rng.randint(2, most)), 1):
            said.append(join(f"{i}. " if bullet == "n" else bullet, thumbed(c, c.say(template))))
            if c.chance(plain):
                said.append(join("" if bullet == "n" else bullet, c.any(*CLEAN)))
        head = c.any("", "", "[[sign out|signout|handoff|SIGN-OUT]] {looseday} {bye:dr}\n", "[[am|pm|night]] crew:\n")
        body = join(*said, sep=c.pick(("\n", "\n", "\n", "\n\n", " / ", "; ")))
        tail = c.any("", "", "", "\n{bye:nurse}", "\n- {bye:dr}", "\nthx {bye:nurse}", "\npeace, {bye:nurse2}")
        return join(head, body, tail)

    return write


def machine_alerts(c: Cast) -> Marked:
    """Alerts of machines and systems."""
    return some(c, ALERTS, 1, 7, c.pick(("\n", "\n\n", " | ")))
