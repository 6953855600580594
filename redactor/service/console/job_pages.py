"""This module shows what became of a job."""

from __future__ import annotations

from starlette.responses import Response

from redactor.service.console.pages import Asked, NotFoundError, Page, shown
from redactor.service.refusals import RefusedError


def _job(asked: Asked) -> Response:
    job = asked.console.jobs.get(asked.params["key"])
    if job is None:
        raise NotFoundError
    if not asked.may(job.path):
        raise RefusedError(403, "forbidden")
    return shown(asked, "job.html", job=job)


PAGES = (Page("/console/jobs/{key}", _job, keeps_session=False),)
