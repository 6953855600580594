"""Known values: finds in free text what the structured records said of its subject and its site."""

from redactor.detect.known.detector import Known, SiteKnown
from redactor.detect.known.names import split_name

__all__ = ["Known", "SiteKnown", "split_name"]
