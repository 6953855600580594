"""This module shows what became of a job."""

from __future__ import annotations

from starlette.responses import Response

from redactor.service.console.pages import Asked, NotFoundError, Page, shown


def _job(asked: Asked) -> Response:
    job = asked.console.jobs.get(asked.params["key"])
    if job is None:
        raise NotFoundError
    return shown(asked, "job.html", job=job)


PAGES = (Page("/console/jobs/{key}", _job, keeps_session=False),)
