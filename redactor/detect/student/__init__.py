"""Find identifiers with the student: a token classifier with a linear-chain CRF, as shipped or from a user's folder."""

from __future__ import annotations

from redactor.detect.student.detector import Student

__all__ = ["Student"]
