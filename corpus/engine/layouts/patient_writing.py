"""What patients and families write: posts, reviews, complaints, cards, diaries."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.transcript import some, thumbed
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join

_TEXT = read("notes/messages/patient_writing")
_POSTS = _TEXT.lines("posts")
_REPLIES = _TEXT.lines("replies")
_COMPLAINT_TOP = _TEXT.lines("complaint_top")
_COMPLAINT = _TEXT.lines("complaint")


def post_feed(c: Cast) -> Marked:
    """Posts and what others answer to them."""
    out: list[Marked] = []
    for _ in range(c.rng.randint(1, 4)):
        post = thumbed(c, some(c, _POSTS, 1, c.pick((1, 3, 5)), c.pick((" ", "\n", ". "))))
        who = c.any(
            "@{uname}",
            "{uname}",
            "{pt:short}",
            "u/{uname}",
            "{kin:given} {kin:family} > {pt:short}",
            "Anonymous member",
        )
        when = c.any(" · {shortdate}", " · 2h", " {stamp}", "", "", " posted in a private group")
        out.append(join(who, when, "\n", post) if c.chance(0.7) else post)
        if c.chance(0.5):
            out.append(thumbed(c, some(c, _REPLIES, 1, 5)))
    return join(*out, sep=c.pick(("\n", "\n\n")))


def grievance_letter(c: Cast) -> Marked:
    """A complaint of some length, with its head and its signature."""
    said = some(c, _COMPLAINT, 3, c.pick((6, 12, 20)), c.pick((" ", " ", "\n", "\n\n")))
    end = c.any(
        "Yours faithfully,\n{kin:full}", "{kin:titled_full}", "Yours in disgust,\n{kin:given} {kin:family}",
        "{pt:full}\n{email}",
        "Regards\n{kin:initial_last} ({phone})", "",
    )  # fmt: skip
    parts = [c.any(*_COMPLAINT_TOP)] if c.chance(0.8) else []
    return join(*parts, said, end, sep="\n\n")


def short_writings(pool: Sequence[str], most: int) -> Callable[[Cast], Marked]:
    """Some short texts of a pool, each by another writer."""

    def write(c: Cast) -> Marked:
        sep = c.pick(("\n", "\n\n", " ", "\n* * *\n"))
        return thumbed(c, some(c, pool, 1, c.pick((2, most, most)), sep))

    return write
