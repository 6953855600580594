"""Find contact data: telephone, fax and pager numbers, email addresses, URLs."""

from __future__ import annotations

from collections.abc import Iterator

from redactor.detect.patterns.rule import CodedRule, Doc, Rule, Rules, compiled, digits_of, scan, span_of
from redactor.entities import Entity
from redactor.text import Span, Strength

_EXT = r"(?:[ ,]{0,2}(?i:x|ext\.?|extension)[ .:]{0,2}[0-9]{1,6})?"
_SEP = (
    r"\s{0,2}(?i:number|no\.?|num|#|line)?\s{0,2}(?:\([^()\n0-9]{1,16}\))?\s{0,2}(?i:(?:(?:me|"
    r"him|her|us|them|back|number) )?(?:is|at|to|on|was))?\s{0,3}[:=#-]?\s{0,3}"
)
_ANY = r"(\+?\(?[0-9][0-9]{0,4}\)?(?:[ ./-]{0,2}\(?[0-9]{1,5}\)?){1,7}" + _EXT + r")"
_PHONE_CUES = (
    r"tele(?:phone)?|phone|ph|tel|tel\.|cell(?:ular)?|mobile|mob|call|called|calling|contact|"
    r"contacted|home|work|office|direct|hotline|text|texted|voicemail|whatsapp|sms|reached|"
    r"reachable|ring|dial|toll[- ]free|emergency contact|callback|call back"
)
_TLD = (
    r"(?:com|org|net|edu|gov|mil|int|info|io|biz|me|us|health|care|clinic|hospital|med|doctor|"
    r"ai|app|dev|co|ca|uk|ie|au|nz|de|fr|es|it|nl|be|ch|at|se|no|dk|fi|pl|pt|br|mx|in|jp|"
    r"cn|kr|za|eu|ru|gl|ly|tv|online|site|xyz)"
)


def _phone_length(value: str) -> bool:
    return 7 <= len(digits_of(value)) <= 18


def _international_length(value: str) -> bool:
    return _phone_length(value) and len(digits_of(value)) >= 9


def _not_a_range(value: str) -> bool | Strength:
    # "500-1000" is a dose or a range, "555-1234" a telephone number
    left, _, right = value.partition("-")
    return False if left.endswith("00") or right.endswith("000") else "weak"


def _extension_length(value: str) -> bool:
    return 3 <= len(digits_of(value)) <= 7


def _host_with_name(value: str) -> bool:
    head = value.split("/")[0]
    return not head.replace(".", "").isdigit() and len(head.split(".")[0]) > 1


_SENDER = CodedRule(
    "sender-by-last-digits",
    (Entity.TELEPHONE_NUMBER,),
    context="the whole number elsewhere in the text",
    check="four digits and a colon that begin a line, behind a time in brackets or not",
)
RULES: tuple[Rule | CodedRule, ...] = (
    Rule(
        "email",
        Entity.EMAIL,
        r"[A-Za-z0-9][A-Za-z0-9._%+'-]{0,63}@[A-Za-z0-9][A-Za-z0-9.-]{0,250}\.[A-Za-z]{2,24}",
        "@",
        digits=False,
    ),
    Rule(
        "email-without-tld",
        Entity.EMAIL,
        r"[A-Za-z0-9._%+'-]{1,64}@[A-Za-z0-9-]{2,63}\b",
        "@",
        strength="weak",
        digits=False,
    ),
    Rule(
        "email-spelled-out",
        Entity.EMAIL,
        (
            r"(?i:\b[a-z0-9._%+-]{2,40}\s?(?:\[at\]|\(at\)|\sat\s)\s?[a-z0-9-]{2,40}\s?(?:\[dot\]|"
            r"\(dot\)|\sdot\s|\.)\s?(?:com|org|net|edu|gov|uk|ca)\b)"
        ),
        " at |[at]|(at)",
        digits=False,
    ),
    Rule("url-with-scheme", Entity.URL, r"(?i:\b(?:https?|ftps?|sftp|file)://[^\s<>\"')\]}]+)", "://", digits=False),
    Rule(
        "url-www",
        Entity.URL,
        r"(?i:\bwww\.[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,6}(?:[/?#][^\s<>\"')\]}]*)?)",
        "www.",
        digits=False,
    ),
    Rule(
        "url-domain",
        Entity.URL,
        (
            rf"(?i:\b((?:[a-z0-9][a-z0-9-]{{0,62}}\.){{1,6}}{_TLD}(?:/[^\s<>\"')\]}}]*)?))(?:$|[^0-9A-Za-z@.-]|"
            rf"\.(?:$|[^0-9A-Za-z]))"
        ),
        ".",
        check=_host_with_name,
        digits=False,
    ),
    Rule(
        "fax-labelled",
        Entity.FAX_NUMBER,
        r"(?i:\b(?:fax|facsimile|telefax|fx)\b)" + _SEP + _ANY,
        "fax|facs|fx",
        check=_phone_length,
    ),
    Rule(
        "phone-labelled",
        Entity.TELEPHONE_NUMBER,
        rf"(?i:\b(?:{_PHONE_CUES})\b\.?)" + _SEP + _ANY,
        (
            "tel|ph|cell|mob|call|contact|home|work|office|direct|hotline|text|voicemail|whatsapp|"
            "sms|reach|ring|dial|toll"
        ),
        check=_phone_length,
    ),
    Rule(
        "us-phone",
        Entity.TELEPHONE_NUMBER,
        (
            r"(?:^|[^0-9A-Za-z.+-])((?:\+?[0-9]{1,3}[ .-]{0,2})?(?:\([0-9]{3}\)[ .-]{0,2}|[0-9]{3}[ .-]{1,2})"
            r"[0-9]{3}[ .-]{1,2}[0-9]{4}"
        )
        + _EXT
        + r")\b",
    ),
    Rule(
        "international-phone",
        Entity.TELEPHONE_NUMBER,
        r"(?:^|[^0-9A-Za-z.])((?:\+|00)[1-9][0-9]{0,2}(?:[ ./-]{0,2}\(?[0-9]{1,5}\)?){2,7}" + _EXT + r")\b",
        "+|00",
        check=_international_length,
    ),
    Rule(
        "uk-phone",
        Entity.TELEPHONE_NUMBER,
        (
            r"(?:^|[^0-9A-Za-z.+/-])(\(?0[1-9][0-9]{0,3}\)?[ -]{1,2}[0-9]{2,4}(?:[ -]{1,2}[0-9]{2,4})"
            r"{1,3}|\(0[0-9]{1,4}\) ?[0-9]{4,8}|0[1-9][0-9]{1,3}[ -][0-9]{6,8}|0[1-9][0-9]{9})\b"
        ),
        "0",
        check=_phone_length,
    ),
    Rule(
        "toll-free-phone",
        Entity.TELEPHONE_NUMBER,
        r"(?:^|[^0-9A-Za-z.+-])(1[-. ]8(?:00|33|44|55|66|77|88)[-. ][0-9A-Z]{3}[-. ]?[0-9A-Z]{4})\b",
        "8",
    ),
    Rule(
        "local-phone",
        Entity.TELEPHONE_NUMBER,
        r"(?:^|[^0-9A-Za-z.,+/-])([2-9][0-9]{2}-[0-9]{4})(?:$|[^0-9A-Za-z-])",
        "-",
        strength="weak",
        check=_not_a_range,
    ),
    Rule(
        "pager-or-extension",
        Entity.TELEPHONE_NUMBER,
        r"(?i:\b(?:pager|beeper|bleep|paged at|pgr|page|bpr|ext|extension|ext\.)\b)"
        + _SEP
        + r"([0-9](?:[ -]?[0-9]){2,9})\b",
        "page|beeper|bleep|pgr|bpr|ext",
        check=_extension_length,
    ),
    Rule(
        "phone-labelled-after",
        Entity.TELEPHONE_NUMBER,
        (
            r"(?:^|[^0-9A-Za-z.+/-])([+(]{0,2}[0-9](?:[ ().-]{0,2}[0-9]){6,17})\s{0,2}[-,(\\]{0,2}\s{0,2}(?i:office|"
            r"fax|cell|home|mobile|work|phone|tel)\b"
        ),
        "office|fax|cell|home|mobile|work|phone|tel",
        check=_phone_length,
    ),
    Rule(
        "european-phone",
        Entity.TELEPHONE_NUMBER,
        (
            r"(?:^|[^0-9A-Za-z./-])([0-9]{2}(?:-[0-9]{2}){3,4}|[0-9]{2}(?:\.[0-9]{2}){3,4})"
            r"(?:$|[^0-9A-Za-z./-]|[.](?:$|\s))"
        ),
        strength="weak",
    ),
    _SENDER,
    Rule("phone-extension", Entity.TELEPHONE_NUMBER, r"(?:^|[\s(,;])((?i:x)-?[0-9]-?[0-9]{3,4})\b", "x"),
)


_RULES = Rules(rule for rule in RULES if isinstance(rule, Rule))
_LINE_OF_SENDER = compiled(r"(?m)^[ \t]{0,4}(?:[\[(][^\])\n]{1,30}[\])] ?)?([0-9]{4}) ?:(?:[ \t]|$)")
_LONG_NUMBER = compiled(r"(?:[0-9][ ()./-]{0,2}){6,14}[0-9]")


def find(doc: Doc) -> Iterator[Span]:
    """Yield telephone, fax and pager numbers, email addresses and URLs."""
    yield from scan(doc, _RULES)
    if doc.has_digit and _SENDER.name not in doc.off:
        yield from _senders(doc)


def _senders(doc: Doc) -> Iterator[Span]:
    """Yield senders of messages named by the end of their number, where the text holds the whole number too."""
    lines = [m.span(1) for m in _LINE_OF_SENDER.finditer(doc.ascii_bytes)]
    if not lines:
        return
    ends = {digits_of(doc.ascii[slice(*m.span())])[-4:] for m in _LONG_NUMBER.finditer(doc.ascii_bytes)}
    yield from (span_of(_SENDER, a, b, Entity.TELEPHONE_NUMBER) for a, b in lines if doc.ascii[a:b] in ends)
