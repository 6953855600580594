"""Render the HTML pages of reports, one file each, without scripts, with nothing that is loaded from elsewhere; and
their JSON twins.

This package needs jinja2, which the extra `evaluate` installs.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import msgspec

import redactor


def render_page(template: str, **values: Any) -> str:
    """Return the page of a template in this folder, such as "report.html"; text in the values is escaped.

    A value that a template names and that is not given raises jinja2.UndefinedError.
    """
    return _environment().get_template(template).render(version=redactor.__version__, **values)


def encode_twin(figures: Any) -> str:
    """Return the figures of a page as the text of its JSON twin: for people and machines, with null in place of NaN."""
    return msgspec.json.format(msgspec.json.encode(figures), indent=2).decode() + "\n"


@cache
def _environment() -> jinja2.Environment:
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
