"""Fixtures of runs."""

from __future__ import annotations

import multiprocessing
from types import SimpleNamespace

import pytest

from redactor.run.recordings import jobs, workers


@pytest.fixture(autouse=True)
def workers_of_recordings_are_forked(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    """They have what a test patched, and start faster. The mark "spawned" leaves them as they are."""
    if request.node.get_closest_marker("spawned") is not None:
        return
    forked = SimpleNamespace(get_context=lambda _: multiprocessing.get_context("fork"))
    monkeypatch.setattr(workers, "multiprocessing", forked)
    for module in (jobs, workers):
        monkeypatch.setattr(module, "pickle", SimpleNamespace(dumps=lambda build: build, loads=lambda build: build))
