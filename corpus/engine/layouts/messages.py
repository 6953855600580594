"""These layouts write messages: hand-offs, threads, office mail, chat, posts and letters of patients."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from corpus.engine.cast import Cast
from corpus.engine.layouts.transcript import heard, some, thumbed
from corpus.engine.note_file import read
from redactor.sample.marked import Marked, join, split_lines

_TEXT = read("phrases/word_name_messages")
_NAMES_THAT_ARE_WORDS = read("notes/messages/names_that_are_words")
CLEAN = _TEXT.lines("clean")
IDIOMS = _NAMES_THAT_ARE_WORDS.lines("idioms")


def word_names_mixed(*pools: Sequence[str], most: int = 7) -> Callable[[Cast], Marked]:
    """Lines of several pools, with senders before them, in one of the ways of a chat."""

    def write(c: Cast) -> Marked:
        head = c.pick(("", "", "", "{chat:nurse}: ", "{hm} ", "[{time}] ", "- ", "{bye:nurse2}: ", "• ", "> "))
        lines = []
        for _ in range(c.rng.randint(2, most)):
            said = thumbed(c, c.say(c.pick(c.pick(pools))))
            lines.append(join(c.say(head), said) if head and c.chance(0.8) else said)
        return join(*lines, sep=c.pick(("\n", "\n", "\n\n", " // ", "  ")))

    return write


def messages_without_names(c: Cast) -> Marked:
    """Messages that name nobody."""
    sep = c.pick(("\n", "\n", " / ", "\n\n", "; "))
    way = some(c, c.pick((CLEAN, CLEAN, (*CLEAN, *IDIOMS), IDIOMS)), 3, 12, sep)
    return thumbed(c, way) if c.chance(0.5) else way


_HANDOFF_TEXT = read("notes/messages/handoffs_and_alerts")
ALERTS = _HANDOFF_TEXT.lines("alerts")


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


_THREAD_TEXT = read("notes/messages/message_threads")
_SIGNED = _THREAD_TEXT.lines("signed")
_NOTICES = _THREAD_TEXT.lines("notices")
_REMINDERS = _THREAD_TEXT.lines("reminders")
_GROUP_PAGE = _THREAD_TEXT.lines("group_page")


def chat_export(senders: Sequence[str], lines: Sequence[str], heads: Sequence[str]) -> Callable[[Cast], Marked]:
    """Messages of a few people, one or several in a row, with one way to show who wrote and when."""

    def write(c: Cast) -> Marked:
        head = c.pick(heads)
        people = c.rng.sample(list(senders), min(len(senders), c.rng.randint(2, 5)))
        out: list[Marked] = []
        for line in c.rng.sample(list(lines), min(len(lines), c.rng.randint(3, c.pick((8, 20))))):
            said = thumbed(c, c.say(line))
            out.append(said if out and c.chance(0.25) else join(c.say(head.replace("WHO", c.pick(people))), said))
        return join(*out, sep=c.pick(("\n", "\n", "\n\n")))

    return write


def _quote(c: Cast, text: Marked) -> Marked:
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
                note,
                c.pick(("\n\n", "\n\n________________\n", "\n")),
                _quote(c, below) if c.chance(0.4) else below,
            )
        return note

    return write


def text_reminders(c: Cast) -> Marked:
    """Reminders and short pages."""
    return some(c, c.pick((_REMINDERS, _REMINDERS, _GROUP_PAGE)), 1, 7, c.pick(("\n", "\n", "\n\n", "\n---\n")))


_MAIL_TEXT = read("notes/messages/office_mail")
SIGNS = _MAIL_TEXT.lines("signs")
OFFICE = _MAIL_TEXT.lines("office")
MAIL = _MAIL_TEXT.lines("mail")
MAIL_HEADS = _MAIL_TEXT.lines("mail_heads")
VOICEMAIL = _MAIL_TEXT.lines("voicemail")


def _quoted(c: Cast, text: Marked) -> Marked:
    sign = c.pick(("> ", "> ", ">", "| ", ">> ", "   "))
    return join(*(join(sign, line) for line in split_lines(text)), sep="\n")


def mail_thread(c: Cast) -> Marked:
    """The newest on top, the older ones quoted."""
    pool = c.pick((MAIL, MAIL, OFFICE))

    def one(head: bool) -> Marked:
        said = some(c, pool, 1, 5, c.pick((" ", "\n", "\n\n")))
        said = thumbed(c, said) if c.chance(0.5) else said
        parts = [said, c.any(*SIGNS)] if c.chance(0.85) else [said]
        sent = join(*parts, sep=c.pick(("\n", "\n\n", "  ")))
        return join(c.any(*MAIL_HEADS), c.pick(("\n", "\n\n")), sent) if head else sent

    out = one(c.chance(0.8))
    for _ in range(c.pick((0, 1, 1, 2, 3))):
        below = one(True)
        out = join(out, "\n\n", _quoted(c, below) if c.chance(0.6) else below)
    return out


def message_slips(
    pool: Sequence[str], least: int, most: int, signs: float, *more: Sequence[str], plain: float = 0.3
) -> Callable[[Cast], Marked]:
    """Notes of a few lines each, some of them signed, as one or several slips."""

    def write(c: Cast) -> Marked:
        bits: list[Marked] = []
        for _ in range(c.pick((1, 1, 2, 3))):
            said = [c.say(t) for t in c.rng.sample(pool, min(len(pool), c.rng.randint(least, most)))]
            said += [c.say(c.pick(c.pick((CLEAN, *more)))) for _ in range(2) if c.chance(plain)]
            note = thumbed(c, join(*said, sep=c.pick((" ", " ", "\n", " / "))))
            bits.append(join(note, c.pick(("\n", " ", " ")), c.any(*SIGNS)) if c.chance(signs) else note)
        return join(*bits, sep=c.pick(("\n\n", "\n---\n", "\n")))

    return write


def text_messages(pool: Sequence[str]) -> Callable[[Cast], Marked]:
    """Short messages back and forth, a line each."""

    def write(c: Cast) -> Marked:
        return thumbed(c, some(c, pool, 2, 12, c.pick(("\n", "\n", "\n\n"))))

    return write


def voicemail(c: Cast) -> Marked:
    """A voicemail as somebody or a machine wrote it down."""
    head = c.pick(("", "", "voicemail from {loosephone}: ", "VM {stamp} {looseline}\n", "Transcript ({looseline}): "))
    return join(c.say(head), heard(c, some(c, VOICEMAIL, 1, 4, " ")))


_PATIENT_TEXT = read("notes/messages/patient_writing")
_POSTS = _PATIENT_TEXT.lines("posts")
_REPLIES = _PATIENT_TEXT.lines("replies")
_COMPLAINT_TOP = _PATIENT_TEXT.lines("complaint_top")
_COMPLAINT = _PATIENT_TEXT.lines("complaint")


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


_NAMES_TEXT = read("phrases/word_name_messages")
_TYPED_CHAT = read("notes/messages/typed_chat")
GIVEN = _NAMES_TEXT.lines("given")
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
