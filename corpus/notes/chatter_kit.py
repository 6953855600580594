"""How tales of lay people are laid out, and the lines between them that name nobody: brands, shows, oaths, figures."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.notes.compose import templates
from corpus.notes.haste import hurried
from redactor.sample.marked import Marked, Near, join, mark

NOBODY = templates(r"""
{cvoath}, what a [[week|night|carry on|shift]].
{cvoath}!! {cvcash} for {cvfood}!!
Had [[half a|some|two]] {cvfood} and watched {cvtv}.
{cvtv} was on. {cvtv} after that.
We got a {cvshop} on the way and sat {cvhood}.
[[Popped|Nipped|Ran]] into {cvshop} for {cvfood}, came out with {cvcream} and a card.
{cvnan} smells of {cvcream}.
Kids wanted {cvshop}, got {cvfood} instead.
Looks like {cvfic} in that hat. {cvoath}.
{cvfic} himself could not [[open|find|fix]] that [[lid|form|tap]].
The {cvcar} wouldn't start, so we took {cvapp} there and {cvapp} back.
{cvapp} kept crashing. {cvapp} is no better.
{cvrx} at bedtime, {cvrx} if bad.
Doesn't get on with {cvrx}; [[gone back to|back on|wants]] {cvrx}.
Wore [[his|her]] [[Crocs|Levi's|Skechers|Adidas|Uggs]], size [[L|XL|8|14]]. {cvfig}.
Our {cvbeast} {cvpet} [[had the sofa|barked at the hoist|ate the wound dressing|slept on the bed]].
{cvpet} the {cvbeast} is [[fine|fat|old|back home]], before you ask.
"I can do all things", {cvbible}.
There's a {cvbible} card on the [[shelf|fridge|locker]].
[[MAR|Medi box|f/chart|Comm]] [[up to date|signed|correct]]. {cvcare} seen.
SU in bed o/a, left in [[W/C|bed|chair]]. Heating on. {cvcare}, {cvcare}.
Paid {cvcash}, parking extra.
Score was [[2-1|3-0|nil nil|4 all]]. Sang {cvsong} [[all the way|twice|in the lift]].
{cvnan} swears by {cvcream}.
{cvnan} says {cvnan} knows best.
bless {him}, {cvend} for asking
{cvoath} no. {cvfig}, not {cvfig}.
The [[Monday|Friday|Sunday]] lot are [[worse|grand|at lunch]], come [[Tues|Thurs|Sat]].
Happy [[Easter|Christmas|New Year|Diwali|Eid|birthday]] when it comes.
Been [[in|here|awake]] since half [[five|six|3]].
[[Looks about|Acts like]] twelve, drives a {cvcar}.
Sent from my [[iPhone|Galaxy|iPad|Pixel]]
Typed on {cvapp}, excuse the thumbs.
[[Grace|Hope|Faith|Joy|Patience]] is what this ward runs on.
Will you [[mark|sign|stamp]] the form? May I [[sue|wait|hope]]? Rob the [[bank|cradle]]?
Rose to go, [[may|will]] be back, [[hope|trust]] all is well. {cvend} {cvx}
{cvfig}. {cvfig}. {cvfig}. [[That's the lot|Tick, tick, tick]].
It was like something off {cvtv}.
[[He|She|The other one]] thought {cvfic} was [[at the window|Prime Minister|the doctor]].
Two {cvfood}, one {cvfood}, no pudding.
Weather [[foul|grand|muggy]], wind off the [[sea|hills|lake]]. TV: {cvtv}.
1. {cvfood} 2. {cvcream} 3. {cvrx} 4. batteries
Went in by the {cvshop} entrance, up past {cvshop}, lifts broken.
Never again with {cvapp}: [[three|four|2]] stars.
Quiz: 14/20. Raffle: {cvfood}. Song: {cvsong}.
""")


_LAYOUTS = ("\n", "\n", "\n\n", " ", "mixed", "mixed")


def tale(
    block: str, keep: float = 0.8, haste: float = 0.12, amid: float = 0.12, layouts: tuple[str, ...] = _LAYOUTS
) -> Callable[[Cast], Marked]:
    """A text whose lines come in order, most of them; "!" before a line that must be there.

    keep: how often a line stays. amid: how often one that names nobody follows. layouts: what stands between lines.
    """
    held = templates(block)

    def write(c: Cast) -> Marked:
        share = min(1.0, max(0.4, keep + c.rng.uniform(-0.2, 0.2)))
        between = c.pick((0.0, amid, amid * 2))
        kept = [t for t in held if t.startswith("!") or c.chance(share)]
        layout = c.pick(layouts)
        out: list[Marked | str] = []
        for i, t in enumerate(kept):
            if i:
                out.append(c.pick((" ", " ", "\n", "\n\n")) if layout == "mixed" else layout)
            out.append(c.say(t.removeprefix("!")))
            if c.chance(between):
                out += [" ", c.any(*NOBODY)]
        note = join(*out)
        return hurried(c, note) if c.chance(haste) else note

    return write


def book(heads: str, entries: str, ends: str, least: int = 5, most: int = 14) -> Callable[[Cast], Marked]:
    """A log: under each day's head its entries in order, each behind a time in one habit, then an end."""
    top, held, tail = templates(heads), templates(entries), templates(ends)

    def write(c: Cast) -> Marked:
        clock = c.pick(("@ ", "@ - ", "@: ", "[@] ", "- ", "* ", "@\t", "", "@hrs "))
        shape = c.pick(("%H%M", "%H:%M", "%H.%M", "%-I.%M%p", "%-I:%M"))
        gap = c.pick(("\n", "\n", "\n\n"))
        sign = c.pick(("", "", " {cvsf1:initials}", " ({cvsf2:given})", " - {cvsm1:nick}", " {cvsf1:letter}"))
        blocks = []
        for _ in range(c.pick((1, 1, 1, 2, 3))):
            count = min(len(held), c.rng.randint(least, most))
            said = [c.any(*top)]
            times = iter(sorted(c.rng.sample(range(420, 1300), count)))
            for at in sorted(c.rng.sample(range(len(held)), count)):
                minute = next(times)
                now = mark(dt.time(minute // 60, minute % 60).strftime(shape), Near.CLOCK)
                before, sign_of, after = clock.partition("@")
                head = join(before, now, after) if sign_of else before
                said.append(join(head, c.say(held[at]), c.say(sign) if c.chance(0.4) else ""))
                if c.chance(0.15):
                    said.append(c.any(*NOBODY))
            if tail and c.chance(0.8):
                said.append(c.any(*tail))
            blocks.append(join(*said, sep=gap))
        note = join(*blocks, sep="\n\n")
        return hurried(c, note) if c.chance(0.1) else note

    return write
