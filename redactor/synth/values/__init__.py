"""The values that the notes of the training corpus hold, a module for each sort; `FIELDS` is what templates can name."""

from __future__ import annotations
