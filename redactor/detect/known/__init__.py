"""Find known values: identifiers of the subject and the site that structured records gave."""

from redactor.detect.known.detector import Known, SiteKnown
from redactor.detect.known.names import split_name

__all__ = ["Known", "SiteKnown", "split_name"]
