"""This module has the first page of the console, and the pages without an answer of their own."""

from __future__ import annotations

from starlette.responses import Response

from redactor.service.console.pages import Asked, Page, shown
from redactor.service_settings import CALLBACK


def _start(asked: Asked) -> Response:
    return shown(asked, "start.html")


def _of_the_door(asked: Asked) -> Response:
    raise AssertionError(asked.path)


PAGES = (
    Page("/console/", _start, title="Start"),
    Page("/console/logout", _of_the_door, "POST"),
    Page("/console/sign-in", _of_the_door),
    Page(CALLBACK, _of_the_door),
    Page("/console/signed-in", _of_the_door),
    Page("/console/static/{name}", _of_the_door),
)
