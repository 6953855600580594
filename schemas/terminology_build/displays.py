"""The data file of published displays: their digests, sorted, without a text."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Mapping

from schemas.engine.published_displays import ICD_10_CM, digest
from schemas.terminology_build.code_lists import CodeSystems


def published_displays(systems: CodeSystems, icd_10_cm: Iterable[str]) -> bytes:
    """The digests of all displays. icd_10_cm: the descriptions of its codes."""
    found = {digest(url, code, text) for url, codes in systems.items() for code, text in codes.items() if text}
    found.update(digest(ICD_10_CM, "", text) for text in icd_10_cm)
    return b"".join(sorted(found))


def icd_10_cm_descriptions() -> Mapping[str, str]:
    """The codes of ICD-10-CM and their descriptions, as the package simple-icd-10-cm gives them.

    Raises ModuleNotFoundError where it is not installed; only this build needs it.
    """
    package = importlib.import_module("simple_icd_10_cm")
    codes: list[str] = package.get_all_codes()
    return {code: package.get_description(code) for code in codes if not package.is_chapter(code)}
