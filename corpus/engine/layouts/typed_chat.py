"""Chat as people type it: secure messages, channels with bots, pages, social posts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.transcript import some, thumbed
from corpus.engine.layouts.word_name_messages import CLEAN
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("phrases/word_name_messages")
_TYPED_CHAT = read("notes/messages/typed_chat")
GIVEN = _TEXT.lines("given")
WARD = _TYPED_CHAT.lines("ward")
CHANNEL = _TYPED_CHAT.lines("channel")
PAGER = _TYPED_CHAT.lines("pager")
SOCIAL = _TYPED_CHAT.lines("social")
_SENDERS = _TYPED_CHAT.lines("senders")
_HEADS = _TYPED_CHAT.lines("heads")


def chat(
    senders: Sequence[str], heads: Sequence[str], *pools: Sequence[str], most: int = 12
) -> Callable[[Cast], Marked]:
    """Messages of two to four people; some lines in a row belong to one, most stand alone."""

    def write(c: Cast) -> Marked:
        head = c.pick(heads)
        people = c.rng.sample(list(senders), min(len(senders), c.rng.randint(2, 4)))
        bare = c.chance(0.3)  # without senders
        amid = c.pick((0.0, 0.25, 0.5))
        out: list[Marked] = []
        for _ in range(c.rng.randint(2, c.pick((5, most)))):
            if c.chance(amid):
                said = thumbed(c, c.say(c.pick(c.pick((CLEAN, CLEAN, GIVEN)))))
            else:
                said = thumbed(c, c.say(c.pick(c.pick(pools))))
            who = head.replace("WHO", c.pick(people))
            out.append(said if bare or (out and c.chance(0.2)) else join(c.say(who), said))
        return join(*out, sep=c.pick(("\n", "\n", "\n\n")))

    return write


def pages(c: Cast) -> Marked:
    """Pages to a pager, one or a few."""
    head = c.pick(("", "", "PAGE {looseline} {hm}: ", "{hm} ", "{stamp} TO {pager}: ", "FROM {chat:nurse}: "))
    out = [join(c.say(head), c.say(t)) for t in c.rng.sample(PAGER, c.rng.randint(1, 6))]
    return join(*out, sep=c.pick(("\n", "\n\n", "\n--\n")))


def social_posts(c: Cast) -> Marked:
    """Posts in social media."""
    return thumbed(c, some(c, SOCIAL, 1, 5, c.pick(("\n", "\n\n", "\n---\n"))))


def channel(c: Cast) -> Marked:
    """A channel's log, its bots and people in between."""
    name = c.say("#[[ed-flow|4w-nights|rheum-triage|icu-huddle|bed-board|peds-oncall|swap-shifts]]\n")
    return join(name, chat(_SENDERS, _HEADS, CHANNEL, WARD, most=14)(c))
