"""Threads of messages: ward chat, exported groups, portal threads with quotes, reminders."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.transcript import some, thumbed
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join, split_lines

_TEXT = read("notes/messages/message_threads")
_SIGNED = _TEXT.lines("signed")
_NOTICES = _TEXT.lines("notices")
_REMINDERS = _TEXT.lines("reminders")
_GROUP_PAGE = _TEXT.lines("group_page")


def chat_export(senders: Sequence[str], split_lines: Sequence[str], heads: Sequence[str]) -> Callable[[Cast], Marked]:
    """Messages of a few people, one or several in a row, with one way to show who wrote and when."""

    def write(c: Cast) -> Marked:
        head = c.pick(heads)
        people = c.rng.sample(list(senders), min(len(senders), c.rng.randint(2, 5)))
        out: list[Marked] = []
        for line in c.rng.sample(list(split_lines), min(len(split_lines), c.rng.randint(3, c.pick((8, 20))))):
            said = thumbed(c, c.say(line))
            out.append(said if out and c.chance(0.25) else join(c.say(head.replace("WHO", c.pick(people))), said))
        return join(*out, sep=c.pick(("\n", "\n", "\n\n")))

    return write


def _quoted(c: Cast, text: Marked) -> Marked:
    """With a sign of quoting before each of its lines."""
    sign = c.pick(("> ", "> ", ">", "| ", "    "))
    return join(*(join(sign, line) for line in split_lines(text)), sep="\n")


def quoted_thread(heads: Sequence[str], matter: Sequence[str]) -> Callable[[Cast], Marked]:
    """Messages, the newest on top, the older ones quoted or below a line."""

    def one(c: Cast) -> Marked:
        parts = [some(c, matter, 1, 5, c.pick((" ", " ", "\n", "\n\n")))]
        parts += [c.any(*_SIGNED)] if c.chance(0.75) else []
        parts += [c.any(*_NOTICES)] if c.chance(0.25) else []
        return join(*parts, sep=c.pick(("\n", "\n\n", "\n\n")))

    def write(c: Cast) -> Marked:
        note = join(c.any(*heads), "\n\n", one(c)) if c.chance(0.7) else one(c)
        for _ in range(c.pick((0, 1, 1, 2, 4))):
            below = join(c.any(*heads), "\n", one(c))
            note = join(
                note, c.pick(("\n\n", "\n\n________________\n", "\n")), _quoted(c, below) if c.chance(0.4) else below
            )
        return note

    return write


def text_reminders(c: Cast) -> Marked:
    """Reminders and short pages."""
    return some(c, c.pick((_REMINDERS, _REMINDERS, _GROUP_PAGE)), 1, 7, c.pick(("\n", "\n", "\n\n", "\n---\n")))
