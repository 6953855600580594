"""The detector of known values: identifiers of the subject and the site, taken from structured records."""

from redactor.detect.known.detector import Known, SiteKnown
from redactor.detect.known.names import split_name

__all__ = ["Known", "SiteKnown", "split_name"]
