"""The services that tests marked `services` need: where they are, and what is said when they are not there."""

from __future__ import annotations

import os
import urllib.request
import warnings

import pytest

OPENSEARCH = os.environ.get("REDACTOR_OPENSEARCH_URL", "http://127.0.0.1:9201")  # no test sees the variable itself


@pytest.fixture(scope="session")
def opensearch_url() -> str:
    """A real OpenSearch; without one the tests that ask for it are skipped, and a warning says so."""
    try:
        with urllib.request.urlopen(
            f"{OPENSEARCH}/_cluster/health?wait_for_status=yellow&timeout=20s", timeout=30
        ) as told:
            told.read()
    except OSError:
        why = "NOT TESTED against OpenSearch, which does not answer: make services, or set REDACTOR_OPENSEARCH_URL"
        warnings.warn(why, stacklevel=1)
        pytest.skip(why)
    return OPENSEARCH
