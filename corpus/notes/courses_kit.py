"""How long clinical notes are built of parts: head, sections in any order, people in passing, addenda, signatures."""

from __future__ import annotations

from collections.abc import Callable

from corpus.engine.cast import Cast
from corpus.notes.compose import templates
from corpus.notes.dense_kit import Section, sections
from corpus.notes.papers_kit import ADULT, grid, worn
from redactor.sample.marked import Marked, join

# Somebody or something named once, between words that look the same and name nobody.
PASSING = templates(r"""
[[per|Per|as per]] {crserv} ({newdr:family}), [[hold|resume|cont.|load]] {crdrug} [[until|til|thru]] {shortdate:4}.
d/w {crserv} fellow {newdr:family}, agrees. {crabb} [[and|/]] {crabb} unchanged.
s/p {crabb} @ {crosh} {month:-2000} by {newdr:titled}; {crdev} [[in situ|left in|out]] since.
[[Seen by|Eval by|Followed by]] {crserv} ([[NP|PA|fellow|SpR|attg]] {newdr:given}) -> {crdrug}, no {crdrug}.
{crserv} ({newdr:titled}) [[signed off|s/o|following|to see]] {shortdate:-1}; {crserv} and {crserv} not
    [[needed|consulted]].
{crdev} [[by|placed by|exchanged by]] {newdr:family} {shortdate:-2}, [[pulled|d/c'd|out]] {shortdate} by {inits:upper}.
[[Transferred|X-fer|Came]] from {crosh} {shortdate:-6} ([[accepting|acc]] {dr:family}); [[bounced back|declined by]]
    {crosh} {shortdate:-9}.
{crtest} [[sent|neg|pending|QNS]] {shortdate:-2}, {shortdate:-1}; {crgerm} [[4/4|1/4|2/2|2/4]] [[bottles|sets|]] per
    {newdr:family} ([[Micro|lab]]).
BCx {shortdate:-4}, {shortdate:-3}: {crgerm} [[4/4|2/2 sets|1/2|3/4]]. BCx {shortdate:-1} NGTD. {crdrugs} [[per|as
    per]] {newdr:family}.
{crscore} [[on adm|{shortdate:-4}]], {crscore} now ({inits:upper}).
[[OK|Cleared|fine]] with {crserv} and w/ {newdr:initial_last}; not c/w {crtrial}, {crtrial}.
{kin:given} ({word}) [[asked|wants to know|worried]] re: {crdrug}; [[answered|told]] by {newdr:given} [[PharmD|RPh|RN]].
{crabb} {shortdate:-8}, {crabb} {shortdate:-2} EF {num:20-65}; read by {newdr:family}.
[[Agree|agree w/|D/w]] {inits:upper} above re {crdrug}; {crserv} [[curbside|curbsided]] ({newdr:family}).
{nurse:given} [[RN|LPN|CNA]] noted {crdev} [[leak|alarm|kinked]] at {hm}; {newdr:family} [[aware|to bedside]], {crdev}
    swapped.
Last seen [[wk of|week of]] {textdate:-40} by {pcp:titled}; next [[wk of|on]] {textdate:12} @ {hm} [[w/|with]]
    {newdr:family}.
{crdrug} since {shortdate:-20}, {crdrug} stopped {shortdate:-5} ({crabb}); dose per {newdr:family} x{ext}.
[[Old records|OSH records|Outside recs]] ({crosh}, fax {fax}): {crabb} {month:-900}, {crscore}, {crdev}, never seen by
    {crserv}.
{newdr:titled} ({crosh:b}) [[called back|rang]] {hm}: {crtest} neg there {shortdate:-11}, {crgerm} ruled out.
[[Photo|Wet read|Prelim]] by {newdr:family} ({crserv}) {hm}; final {crabb}.
[[Note|Plan]] [[reviewed|discussed]] w/ {dr:family}, {newdr:family} & {newdr:family}; {crserv} and {crserv} rounds {hm}.
On {crdrug} and {crdrug} [[since|from]] {textdate:-30}; {kin2:given} fills the box, {kin:given} drives {him} to
    {crosh:b}.
{fac} [[called for|wants]] {crtest} before {shortdate:6}; [[spoke to|asked]] {someone:given} there, {phone}.
[[Covering for|Cross-cover for]] {newdr:family} x {crfrac}: {crabb}, {crabb} ok. {inits:upper} {hm}
PCP {pcp:family} ([[{pcpsite:alias}|{pcpsite}]]) [[notified|aware]] {shortdate}; wants {crserv} f/u, not {crserv}.
Lot {lotno} {crdev}, SN {serial} [[per|opened by]] {inits:upper}; {crdev} from {crdev} tray.
""")
# Nobody in it.
CLEAN = templates(r"""
{crabbs}.
{crdrugs}
{crabb} {crfrac}, {crabb} {crfrac}.
{crgerm} ([[4/4|1/2|2/2 sets|10^5]]), [[S to|R to|I to]] {crdrugs}.
{crserv} and {crserv} recs noted. {crscore}.
{crscores}
{crdev} to [[gravity|suction|LIS]], {crdev} clamped, {crdev} [[intact|c/d/i]].
[[Not eligible|Meets criteria|As]] [[for|in]] {crtrial}; {crtrial} data reviewed.
Consider {crtest}, {crtest} vs. {crserv} consult.
[[Wean|Hold|Resume|Start|Titrate]] {crdrug}, {crdrug} prn.
{eponym} [[noted|absent|positive]]. {epo} [[neg|+]].
{crabb}: {crscore}; {crabb}: {crdrug}.
[[S/p|No h/o]] {crabb}, {crabb} or {crabb}.
{labs}
{vitals}
{neg}
{imaging}: {finding}.
Gr {num:1-4} view w/ {crdev}, {num:6-8}.5 ETT @ {num:20-24}; {crdev} not used.
{crdev} {num:8-20} Fr, {crdev} {num:1-9} mm x {num:10-40}; {crdev} removed.
[[EF|LVEF]] {num:20-65}, {crabb} {crfrac}; {crdev} interrogated, {crabb} off.
{sig}
{course}
Grace period for {crdrug} [[ends|ended]] [[soon|{weekday}]]; copay card next.
[[Hope|We hope]] to avoid {crdev}; [[may|May]] need {crabb} [[if worse|later]].
Aches [[dawn to dusk|since dawn]]; [[finds|little]] [[joy|hope|solace]] in [[music|prayer|small things]]; affect
    [[flat|full]].
{crabb} [[ruled out|resolved|unlikely]], {crabb} [[remains|persists]]; [[favor|suspect]] {crabb} over {crabb}.
[[Cultures|Cx|Tissue cx]]: {crgerm}, {crgerm}, mixed flora; {crdrug} [[MIC 0.5|zone 22|intermediate]].
[[Lines|LDA]]: {crdev}, {crdev} ({num:12-18} Fr), PIV x{num:1-3}; {crdev} site clean.
[[Gtts|Drips]]: {crdrug} {dec:0.1-9.9}, {crdrug} {num:2-40}, {crdrug} [[off|weaning]].
[[Dressing|Drsg]]: {crdev} under {crdev}, change {interval}; {crdev} boot on.
{crserv} [[clinic|service|rounds|attending]] [[tomorrow|this week|pending]]; {crserv} [[bed|consult]] [[requested|n/a]].
[[Staging|Grade|Risk]]: {stagename}; {crscore}; {crtest} [[low|high|intermediate]].
[[Protocol|Regimen]] per {crtrial}: {crdrug} q{num:2-4}wk, no {crdrug}; arm {crfrac}.
[[Intolerant of|Failed|Refractory to]] {crdrug}, {crdrug} and {crdrug}.
[[Vent|Settings]]: {crabb} {num:12-28}/{num:300-480}/{num:5-14}/{num:30-90}%, {crdev} circuit, {crabb} {num:20-110}.
[[Instruments|Tray]]: {crdev}, {crdev} x2, {crdev}; {crdev} [[missing|returned]].
[[Baker cyst|Bell palsy|Down syndrome|Graves dz|Still murmur|Hunter canal block|Rose spots|Grey Turner sign]], {crabb}.
[[Named|Draws]] [[Biden|the President|the Queen|a clock]], spelled WORLD, [[oriented to April|knew it was May]];
    {crscore}.
[[Wilson|Parkinson|Hunt|Mason|Addison|Cushing]] dz not [[likely|excluded]], {crtest} [[sent|neg]].
[[Interpreter|Language]]: [[Urdu|Tagalog|Hmong|Twi|Amharic|Somali|Farsi]] ([[phone|iPad|LL]]). Code: {crabb}.
""")
ADDENDA = templates(r"""
ADDENDUM {shortdate:1} {hm}: [[spoke w/|called]] {kin:given}; {crdrug} changed to {crdrug}. {pamono:dr3}
Attending [[addendum|attestation]]: agree w/ {pamono:dr3} [[above|note]]. {crabb} noted. {num:20-75} min CCT.
    {dr:family}
Addendum ({crserv} - {newdr:family}) {stamp:1}: {crtest} back, neg.
[[Late entry|LE]] {shortdate} {hm}: {crdev} out by {inits:upper}. {nurse:first_initial}
[[Seen and staffed|Staffed]] w/ {dr:titled}. {dr3:short} PGY{num:1-6}, pgr {pager}
Corrected {shortdate:2} by {inits:upper}: read "{crabb}" not "{crabb}".
[Copied forward from {shortdate:-1}, {inits:lower}; edited {shortdate}]
Rev'd {dr:initial_last} {hm} {shortdate:1} / {crserv} cc'd: {newdr:family}, {newdr:family}
[[Per|per]] {inits:upper}: tx {num:1-3}u [[PRBC|FFP|Plt]] ({bag}); NAEON otherwise.
Signed {dr3:full} {stamp} | cosign {dr:last_first} {shortdate:1}
""")
ENDS = templates(r"""
cc: {pcp:family}; {newdr:family} ({crserv}); {newdr:titled}, {crosh:b}; chart
[[Dict|D]]: {pamono:dr}/{inits:lower}  D: {shortdate}  T: {shortdate:1}  #{docid}
-- {dr3:initial_last}, PGY{num:1-5}, [[pgr|pager|b|bleep]] {pager} / seen w/ {dr:titled}
{dr:full}, {cred}   {numdate} {hm}
{inits:upper} {hm}
D/w: {dr:family}, {newdr:family}, {nurse:given}. {crserv}: n/a. {pamono:dr3}
Scribed by {inits:upper} for {dr:titled}
e-signed {username} {stamp}
Faxed {hm} to {pcpsite} {fax} ({inits:lower}). Copy: {kin:given}
{dr:family}/{dr3:family}/{inits:upper}
Next appt: {weekday} {shortdate:9} @ {hm} {newdr:family} clinic, [[Suite|Ste]] {num:100-640} ({ext}); {crserv} prn
Contact: {kin:short} ({word}) {kinphone}; alt {kin2:given} {otherphone}
""")

_STYLES = ("{0}:", "{0}", "{1}:", "{1}", "{1} --", "** {0} **", "[{0}]", "## {0}", "# {1}", "<{0}>", ">> {0}")


def _spread(c: Cast, pool: tuple[str, ...], odds: float) -> list[Marked]:
    return [c.say(c.pick(pool))] if c.chance(odds) else []


def _said(c: Cast, s: Section, keep: float) -> list[Marked]:
    """Lines of a section with people in passing and clean words between, as the note's habit has it."""
    amid, clean = c.once("course amid", lambda: (c.pick((0.1, 0.2, 0.3)), c.pick((0.2, 0.4, 0.7))))
    out: list[Marked] = []
    for t in [t for t in s.lines if c.chance(keep)] or [c.pick(s.lines)]:
        out.append(c.say(t))
        if s.kind != "form":
            out += _spread(c, CLEAN, clean) + _spread(c, PASSING, amid)
    return out


def _body(c: Cast, s: Section, keep: float) -> Marked:
    if s.kind == "rows":
        return grid(c, s.lines[0], s.lines[1:], 3, 9)
    said = _said(c, s, keep)
    if s.kind == "form":
        gap = c.once("course gap", lambda: c.pick(("\n", "\n", "   ", " | ", "    ", "; ")))
        return join(*said, sep=gap)
    if s.kind == "list":
        sign = c.once("course sign", lambda: c.pick(("{}. ", "{}) ", "- ", "", "#", "* ", "-", "{}.", "# {}: ")))
        return join(*(join(sign.format(i), x) for i, x in enumerate(said, 1)), sep="\n")
    return join(*said, sep=c.once("course stop", lambda: c.pick((" ", " ", "  ", "\n"))))


def chart(
    block: str, *titles: str, settle: Callable[[Cast], object] = ADULT, keep: float = 0.85, shuffle: float = 0.4
) -> Callable[[Cast], Marked]:
    """A long note: the first section is its head, the rest come in order or in none; addenda and ends behind."""
    head, *rest = sections(block)

    def write(c: Cast) -> Marked:
        settle(c)
        style, between = c.pick(_STYLES), c.pick(("\n\n", "\n", "\n", "\n\n"))
        parts = [s for s in rest if c.chance(0.88)]
        if c.chance(shuffle):
            c.rng.shuffle(parts)
        out = [x for x in (c.any(*titles),) if x.text] if titles else []
        out.append(_body(c, head, keep))
        for s in parts:
            name, laid = c.say(s.heading).text, _body(c, s, keep)
            if name:
                above = style.format(name, name.upper())
                laid = join(above, "\n" if s.kind == "rows" else c.pick(("\n", " ")), laid)
            out += [laid, *_spread(c, ADDENDA, 0.1)]
        out += _spread(c, ADDENDA, 0.5) + _spread(c, ADDENDA, 0.25)
        out += [c.say(t) for t in c.rng.sample(ENDS, c.pick((1, 2, 2, 3)))]
        return worn(c, join(*out, sep=between))

    return write


def scraps(*pools: tuple[str, ...], least: int = 2, most: int = 8) -> Callable[[Cast], Marked]:
    """A short piece of a chart: lines of the pools, a line each or run together."""

    def write(c: Cast) -> Marked:
        said = [c.say(c.pick(c.pick(pools))) for _ in range(c.rng.randint(least, most))]
        return worn(c, join(*said, sep=c.pick(("\n", "\n", " ", " ", "\n- "))))

    return write
