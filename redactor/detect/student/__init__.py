"""The student: a token classifier with a linear-chain CRF, as shipped or from a folder of the user's."""

from __future__ import annotations

from redactor.detect.student.detector import Student

__all__ = ["Student"]
