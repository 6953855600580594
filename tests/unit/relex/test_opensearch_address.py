"""The address and settings of OpenSearch: invalid values are reported without any part of a password."""

from __future__ import annotations

import pytest

from redactor.keys import Keyring
from relex.index.opensearch import OpenSearchIndex
from tests.each_row import each_row


@each_row(
    ("url", "settings", "says"),
    [
        ("https://redactor:s3cr/et@host:9200", {}, "%2F"),
        ("https://redactor:1/s3cret@host:9200", {}, "%2F"),
        ("https://redactor:s3cr#et@host:9200", {}, "%2F"),
        ("https://redactor:1?s3cret@host:9200", {}, "%2F"),
        ("https://redactor:[s3cret@host:9200", {}, "%2F"),
        ("https://redactor:s3cret℀@host:9200", {}, "%2F"),
        ("https://redactor:s3cret@host:92000", {}, "like https://host:9200"),
        ("https://host", {"password": "s3cret"}, "set user"),
        ("https://host", {"user": "a:b", "password": "s3cret"}, "':'"),
        ("http://host", {"ca_certs": "s3cret.pem"}, "https://"),
        ("https://host", {"ca_certs": "s3cret.pem"}, "cannot be read"),
        ("https://host", {"ca_certs": __file__}, "no certificate"),
    ],
)
def test_invalid_settings_are_refused_before_any_connection(url: str, settings: dict[str, str], says: str) -> None:
    with pytest.raises(ValueError, match=says) as told:
        OpenSearchIndex.open(url, Keyring.generate(), **settings)  # type: ignore[arg-type]
    assert "s3cr" not in str(told.value)
