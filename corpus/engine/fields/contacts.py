"""Telephones, faxes, pagers, mail addresses, web addresses, user names, network addresses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from corpus.engine.cast import Cast, Field
from corpus.engine.fields import organisations, people, phones
from corpus.engine.fields.addresses import home
from corpus.engine.fields.facilities import Organisation, invented
from corpus.engine.fields.id_shapes import labelled, one_of, shaped
from corpus.engine.words import words
from redactor.entities import Entity
from redactor.sample import numbers
from redactor.sample.marked import Marked, mark
from redactor.sample.people import ascii_letters_of

_FILE = "contacts"
Make = Callable[[Cast], str]


def _labelled(make: Make, entity: Entity, labels: str) -> Field:
    """A field of one value; spec labelled puts one of the labels before it."""

    def field(c: Cast, spec: str) -> Marked:
        found = mark(make(c), entity)
        return labelled(c, words(_FILE, labels), found) if spec == "labelled" else found

    return field


def _number(key: str) -> Make:
    """The patient's or a relative's number: the same digits throughout the note, in any written form."""

    def make(c: Cast) -> str:
        at = home(c)
        ten = c.once(f"contacts.{key}", lambda: phones.ten_digits(c, at))
        if at.country in ("US", "CA"):
            return phones.us(c, ten, extension=0.04) if not c.chance(0.03) else phones.foreign(c, "")
        return c.once(f"contacts.{key}.abroad", lambda: phones.any_number(c, ten, at))

    return make


def _office(key: str, *, free: float = 0.06) -> Make:
    """A number of an organisation or a clinician, more often with an extension."""

    def make(c: Cast) -> str:
        if c.chance(free):
            return phones.toll_free(c)
        at = home(c)
        ten = c.once(f"contacts.{key}", lambda: phones.ten_digits(c, at))
        return phones.us(c, ten, extension=0.12) if at.country in ("US", "CA") else phones.any_number(c, ten, at)

    return make


def _new_fax(c: Cast) -> str:
    at = home(c)
    return phones.any_number(c, phones.ten_digits(c, at), at)


def _extension(c: Cast) -> str:
    return one_of(c, ("#{4}", "%####", "%###", "%##", "#{5}", "%-####", "%#", "#%###", "%###-%", "%##-%##"))


# --- names in internet addresses


def _pieces(c: Cast, role: str) -> tuple[str, str]:
    """Given and family name of a person, in the letters that addresses allow."""
    name = people.person(c, role).name
    return ascii_letters_of(name.given), ascii_letters_of(name.family)


def _nickname(c: Cast) -> str:
    """An invented nickname: "sunnygarden77"."""
    parts = [c.pick(words(_FILE, "word")) for _ in range(c.pick((1, 2, 2, 2)))]
    return c.pick(("", "", "_", ".", "-")).join(parts) + shaped(
        c, c.pick(("", "#", "##", "##", "####", "19%#", "_##", "xo", "_"))
    )


def _local(c: Cast, given: str, family: str) -> str:
    """The local part of a private e-mail address."""
    g, f = given, family
    year = shaped(c, c.pick(("%#", "19%#", "%##", "#", "%", "0#", "20##")))
    draw = c.rng.random()
    if draw < 0.16:
        return f"{_nickname(c)}{'' if c.chance(0.8) else g}"
    if draw < 0.5:
        return c.pick(
            (
                f"{g}.{f}",
                f"{g}{f}",
                f"{g[0]}{f}",
                f"{g}_{f}",
                f"{f}.{g}",
                f"{f}{g[0]}",
                f"{g}-{f}",
                f"{f}{g}",
                f"{g}.{f[0]}",
            )
        )
    if draw < 0.85:
        return c.pick((f"{g}{year}", f"{g[0]}{f}{year}", f"{g}.{f}{year}", f"{g}{f}{year}", f"{f}{year}",
        f"{g[0]}.{f}{year}",
                       f"{g}_{f}{year}", f"{g}{f[0]}{year}", f"{g[:3]}{f[:4]}{year}", f"{f}_{year}"))  # fmt: skip
    word = c.pick(words(_FILE, "word"))
    return c.pick((f"{word}{g}", f"{g}{word}", f"{word}_{g}{year}", f"the.{f}s", f"{g}and{word}", f"{f}family{year}",
    f"{g}+{word}",
                   f"{g}.{f}+{word}", f"mrs.{f}", f"{g}sings", f"{word}.{f}", f"x{g}x{year}",
                   f"{f}.{g}.{word}"))  # fmt: skip


def _slug(o: Organisation, c: Cast) -> str:
    """An organisation's name as part of a host name."""
    ascii_words = [
        ascii_letters_of(word) for word in o.name.split() if ascii_letters_of(word) not in ("the", "of", "and", "user")
    ]
    short = ascii_letters_of(o.abbr)
    joined = "".join(ascii_words[: c.pick((2, 2, 3, 4))])[:24]
    return c.pick((joined, joined, short if len(short) > 2 else joined, "-".join(ascii_words[:2])[:24]))


def _host(c: Cast) -> str:
    """The domain of the note's hospital: the same throughout the note."""
    site = organisations.held(c, "site")
    tld = c.pick(("org", "org", "com", "edu", "net", "health", "gov", "nhs.uk" if site.home.country == "GB" else "org"))
    return c.once("contacts.host", lambda: f"{_slug(site, c)}.{tld}")


def _firm_host(c: Cast) -> str:
    o = organisations.held(c, c.pick(("employer", "school", "agency", "pharmacy", "firm")))
    return f"{_slug(o, c)}.{c.pick(words(_FILE, 'tld'))}"


def _any_host(c: Cast) -> str:
    return f"{invented(c).lower()}{c.pick(('', '', 'health', 'med', '-care', 'online'))}.{c.pick(words(_FILE, 'tld'))}"


def _veiled(c: Cast, address: str) -> str:
    """An obfuscated e-mail address, or one in the capitals of some system."""
    local, _, host = address.partition("@")
    draw = c.rng.random()
    if draw < 0.02:
        return c.pick((f"{local} [at] {host.replace('.', ' dot ')}", f"{local} at {host.replace('.', ' dot ')}",
        f"{local}[at]{host}",
                       f"{local} (at) {host}", f"{local} AT {host}", f"{local} @ {host}"))  # fmt: skip
    if draw < 0.06:
        return address.upper()
    return f"{local.title()}@{host}" if draw < 0.1 else address


def _mail_of(role: str, *, work: float) -> Make:
    def make(c: Cast) -> str:
        given, family = _pieces(c, role)
        if c.chance(work):
            host = _host(c) if c.chance(0.6) else _firm_host(c)
            local = c.pick((f"{given}.{family}", f"{given[0]}{family}", f"{family}{given[0]}", f"{given}{family[0]}",
            f"{family}.{given}",
                            f"{given[0]}.{family}", f"{given}_{family}", f"{given[0]}{family}{shaped(c, '%')}", family,
                            given))  # fmt: skip
            return f"{local}@{'' if c.chance(0.85) else c.pick(('mail.', 'med.', 'students.', 'hs.', 'cs.'))}{host}"
        return f"{_local(c, given, family)}@{c.pick(words(_FILE, 'mail')) if c.chance(0.85) else _any_host(c)}"

    return make


def _doctor_mail(c: Cast) -> str:
    return _veiled(c, c.once("contacts.dremail", lambda: _mail_of("dr", work=0.92)(c)))


def _email(c: Cast) -> str:
    def make() -> str:
        if c.chance(0.06):
            box = c.pick(("info", "records", "frontdesk", "intake", "appointments", "billing", "help", "noreply",
            "referrals", "office",
                          "pharmacy", "no-reply", "medicalrecords", "admin", "hr", "scheduling", "nurses",
                          "contact"))  # fmt: skip
            return f"{box}@{_host(c) if c.chance(0.5) else _any_host(c)}"
        return _mail_of("pt", work=0.14)(c)

    return _veiled(c, c.once("contacts.email", make))


# --- the web


def _url(c: Cast, host: str) -> str:
    """Some address at a host, with and without its scheme."""
    draw = c.rng.random()
    sub = "www." if draw < 0.45 else f"{c.pick(words(_FILE, 'hostword'))}." if draw < 0.65 else ""
    scheme = c.pick(("https://", "https://", "http://")) if c.chance(0.5) or not sub else ""
    if not sub and c.chance(0.45):
        scheme = ""
    path = ""
    if c.chance(0.5):
        path = "/" + c.pick(words(_FILE, "path"))
        draw = c.rng.random()
        if draw < 0.12:
            key = c.pick(("id", "pid", "mrn", "token", "ref", "q", "user", "pt"))
            path += f"?{key}={one_of(c, ('%#####', '^{10}', '@@####', '%####&v=2'))}"
        elif draw < 0.22:
            path += "/" + one_of(c, ("%####", "%######", "^{8}", "@@@###", "dr-~{6}", "~{5,9}"))
        elif draw < 0.28:
            path += c.pick(("/", "#top", ".html", "#section2"))
    return f"{scheme}{sub}{host}{path}"


def _any_url(c: Cast) -> str:
    draw = c.rng.random()
    if draw < 0.25:
        return _url(c, _host(c))
    if draw < 0.45:
        return _url(c, _firm_host(c))
    if draw < 0.75:
        return _url(c, _any_host(c))
    if draw < 0.8:
        return one_of(
            c,
            (
                "http://10.%#.%#.1##:80%#/~{4,7}",
                "https://192.168.%.1##/~{5}",
                "ftp://files.~{5,8}.org/~{4}.zip",
                "file://srv%#/share/~{6}.doc",
            ),
        )
    scheme = c.pick(("https://", "https://", "http://", "", ""))
    given, family = _pieces(c, "pt")
    own = c.pick((f"{given}{family}", f"{given}.{family}", f"{given}-{family}", _nickname(c), f"help-{given}-{family}",
                  shaped(c, "%########"), shaped(c, "^{11}"), f"{family}{shaped(c, '##')}"))  # fmt: skip
    return f"{scheme}{c.pick(words(_FILE, 'site'))}/{own}"


def _portal(c: Cast) -> str:
    host = _host(c)
    forms = (f"https://mychart.{host}", f"mychart.{host}", f"https://portal.{host}/login", f"portal.{host}",
    f"https://{host}/mychart",
             f"https://www.{host}/patient-portal", f"https://patient.{host}/MyChart/Authentication/Login",
             f"www.{host}/portal",
             f"https://my.{host}", f"{host.split('.')[0]}.followmyhealth.com",
             f"https://{host.split('.')[0]}.athenahealth.com",
             f"https://health.healow.com/{host.split('.')[0]}", f"https://myhealth.{host}/#/login",
             f"https://secure.{host}/pay")  # fmt: skip
    return c.once("contacts.portal", lambda: c.pick(forms))


def _handle(c: Cast) -> str:
    def make() -> str:
        given, family = _pieces(c, "pt")
        name = _nickname(c) if c.chance(0.45) else _local(c, given, family).replace("+", "_")
        return f"{'@' if c.chance(0.75) else ''}{name.title() if c.chance(0.1) else name}"

    return c.once("contacts.handle", make)


def _username(c: Cast) -> str:
    def make() -> str:
        given, family = _pieces(c, c.pick(("dr", "nurse", "pt", "staff")))
        g, f = given, family
        name = c.pick((f"{g[0]}{f}", f"{g[0]}{f}{shaped(c, '%')}", f"{g[0]}{f[:6]}", f"{f}{g[0]}", f"{f}{g[:2]}",
        f"{g}.{f}", f"{g}{f[0]}", f"{f[:4]}{g[:2]}",
                       f"{g[:2]}{f[:3]}{shaped(c, '##')}", f"{g}{shaped(c, '##')}", f"{f[:5]}{g[0]}{shaped(c, '#')}",
                       f"{g[0]}.{f}", _nickname(c),
                       shaped(c, "~{2,3}#{3,5}"), shaped(c, "@#{5}"), shaped(c, "~#{6}"),
                       f"{g[0]}{shaped(c, '~')}{f[0]}{shaped(c, '#{1,3}')}",
                       f"{f}_{g[0]}", f"{g}_{f}", f"adm-{f}", f"svc_{shaped(c, '~{4,6}')}", f"HOSP\\{g[0]}{f}",
                       f"CORP\\{f}{g[0]}", f"{f}.{shaped(c, '##')}"))  # fmt: skip
        return name.upper() if c.chance(0.18) else name

    return c.once("contacts.username", make)


def _ip(c: Cast) -> str:
    draw = c.rng.random()
    if draw < 0.62:
        return numbers.ip_address(c.rng)
    if draw < 0.78:
        return ".".join(str(c.rng.randrange(1, 255)) for _ in range(4))
    groups = [f"{c.rng.getrandbits(16):x}" for _ in range(8)]
    if draw < 0.88:
        groups = [group.zfill(4) for group in groups]
        return ":".join(groups).upper() if c.chance(0.3) else ":".join(groups)
    if draw < 0.94:
        return ":".join(groups)
    return c.pick(
        (
            f"fe80::{':'.join(groups[:4])}",
            f"2001:db8::{groups[0]}",
            f"2600:{groups[0]}:{groups[1]}::{groups[2]}",
            f"fd00::{groups[3]}",
        )
    )


_TELEPHONE, _FAX = Entity.TELEPHONE_NUMBER, Entity.FAX_NUMBER
FIELDS: Mapping[str, Field] = MappingProxyType({
    "phone": _labelled(_number("phone"), _TELEPHONE, "phone"),
    "mobile": _labelled(_number("mobile"), _TELEPHONE, "phone"),
    "kinphone": _labelled(_number("kinphone"), _TELEPHONE, "phone"),
    "drphone": _labelled(_office("drphone", free=0.02), _TELEPHONE, "phone"),
    "sitephone": _labelled(_office("sitephone"), _TELEPHONE, "phone"),
    "fax": _labelled(_new_fax, _FAX, "fax"),
    "sitefax": _labelled(_office("sitefax", free=0.03), _FAX, "fax"),
    "pager": _labelled(phones.pager, _TELEPHONE, "pager"),
    "ext": _labelled(_extension, _TELEPHONE, "ext"),
    "email": _labelled(_email, Entity.EMAIL, "email"),
    "dremail": _labelled(_doctor_mail, Entity.EMAIL, "email"),
    "url": _labelled(_any_url, Entity.URL, "url"),
    "siteurl": _labelled(lambda c: c.once("contacts.siteurl", lambda: _url(c, _host(c))), Entity.URL, "url"),
    "portal": _labelled(_portal, Entity.URL, "url"),
    "handle": _labelled(_handle, Entity.USERNAME, "handle"),
    "username": _labelled(_username, Entity.USERNAME, "username"),
    "ip": _labelled(_ip, Entity.IP_ADDRESS, "ip"),
})  # fmt: skip
