"""Cut off spans what their entity cannot hold: the guard is the last step of reading.

Detectors and the resolver only widen spans. A stand-in for a span that is too wide is a false fact: "furosemide 40 MG"
became "furosemide 10 LT". What may belong to an identifier stays covered; when in doubt, nothing is cut.
"""

from redactor.detect.guard.apply import TAGGED, Guarded, guard, has_cue, is_guarded
from redactor.detect.guard.shapes import is_shaped
from redactor.detect.guard.trim import is_only_a_word

__all__ = ["TAGGED", "Guarded", "guard", "has_cue", "is_guarded", "is_only_a_word", "is_shaped"]
