"""This module says what a page of the console is, what it is given, and how it answers.

A module of pages has a tuple of `Page`; `redactor.service.console.build` lists them. Who may use a page, and what a
form may hold, stands in `redactor.service.access.ROUTES` under its path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse, Response

from redactor.keys import Keyring
from redactor.service.access import ROUTES
from redactor.service.console.background import Background
from redactor.service.console.jobs import ConflictError as ConflictError
from redactor.service.console.jobs import Jobs
from redactor.service.console.ring import Ring
from redactor.service.review.pages import TEMPLATES, add_words
from redactor.service.review.routes import ReviewPages
from redactor.service.tokens import Role
from redactor.settings import Settings
from redactor.steward.access_log import AccessLog, open_access_log

HERE = Path(__file__).parent
_SHARED = HERE.parent / "review" / "static"


@dataclass(frozen=True)
class Console:
    """The console of one service, as its pages see it.

    ring: what happened over the last hour. jobs: do what takes long. remedies: what a person can do about the reason
    of a record. navigation: the pages with a title. reviews: samples that people look at. findings: of
    drafts, by digest.
    """

    settings: Settings
    keyring: Keyring
    ring: Ring
    jobs: Jobs
    remedies: Mapping[str, str]
    navigation: Sequence[Page]
    reviews: Background[ReviewPages]
    findings: Background[Mapping[tuple[str, ...], Sequence[str]]]


@dataclass(frozen=True)
class Asked:
    """A request of a person whose session was checked, and whose form came from a page of that session.

    name, role: of the person's token; "" and None before the login. params: from the path. query, form: the values of
    each field. form_token: for the forms of the answer.
    """

    console: Console
    name: str
    role: Role | None
    path: str
    form_token: str
    params: Mapping[str, Any] = field(default_factory=dict)
    query: Mapping[str, Sequence[str]] = field(default_factory=dict)
    form: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def one(self, name: str) -> str:
        """Return a value of the form, else of the query, without white space around it; "" for a missing one."""
        return (self.form.get(name) or self.query.get(name) or ("",))[-1].strip()

    def may(self, path: str) -> bool:
        """Return whether the person may use the page of a path, as ROUTES writes it."""
        roles = ROUTES[path].roles
        return roles is None or self.role in roles


Answer = Callable[[Asked], Response]


@dataclass(frozen=True)
class Page:
    """A page answers requests for a path with a method, in the thread of the console.

    path: as in ROUTES. title: of its link in the navigation; "" for a page without one. keeps_session: whether a
    request shows that the person is there; a page that asks by itself does not.
    """

    path: str
    answer: Answer
    method: Literal["GET", "POST"] = "GET"
    title: str = ""
    keeps_session: bool = True


class NotFoundError(Exception):
    """There is no such page, or nothing of the name in its address."""


def audited(asked: Asked, what: str, *records: Mapping[str, str]) -> None:
    """Note in access.jsonl of home, before they are shown, that the person looks at the originals of records.

    what: the way, such as "console-quarantine". records: for each its "record", the record id, and what else tells
    which it is, without PHI. Raises OSError or RunError, and then nothing may be shown.
    """
    who = _who(asked)
    _log(asked).note(what, "console", *({**record, **who} for record in records))


def noted(asked: Asked, what: str, facts: Mapping[str, object]) -> None:
    """Note in access.jsonl of home what the person does, before it is done. facts: without PHI. Raises as `audited`."""
    _log(asked).note(what, "console", {**facts, **_who(asked)})


def _log(asked: Asked) -> AccessLog:
    return open_access_log(asked.console.settings, asked.console.keyring)


def _who(asked: Asked) -> dict[str, str]:
    return {"holder": asked.name, "role": asked.role.value if asked.role is not None else ""}


def shown(asked: Asked, template: str, *, status: int = 200, is_phi: bool = False, **values: object) -> Response:
    """Return a page from a template.

    is_phi: whether it shows originals, which `audited` has noted.
    """
    text = _environment().get_template(template).render(asked=asked, links=_links(asked), is_phi=is_phi, **values)
    return HTMLResponse(text.encode("utf-8", "replace"), status)  # JSON may hold half of a surrogate pair


def gone_to(path: str) -> Response:
    """Return the answer to a form that was accepted: the browser asks for another page of the console."""
    return RedirectResponse(path, 303)


@cache
def _environment() -> Environment:
    found = Environment(
        loader=FileSystemLoader([HERE / "templates", TEMPLATES]), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    add_words(found)
    found.filters["count"] = lambda n: f"{n:,}"
    return found


def _links(asked: Asked) -> list[Page]:
    return [page for page in asked.console.navigation if asked.role is not None and asked.may(page.path)]


@cache
def static_files() -> Mapping[str, tuple[bytes, str]]:
    """Return content and type of each file that pages load, by its name."""
    types = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
    paths = [_SHARED / "review.css", _SHARED / "review.js", *(HERE / "static").iterdir()]
    return {path.name: (path.read_bytes(), types[path.suffix]) for path in paths}
