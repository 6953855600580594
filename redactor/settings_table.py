"""This module lists the effective settings, each with its value and where it comes from, and makes their JSON Schema.

No secret is in the list: not a password, not a keyring in the environment, and no term of the site, which may be
somebody's name.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, SecretStr

from redactor.files.paths import is_path
from redactor.settings import Settings
from redactor.settings_faults import models_in, variable_of
from redactor.settings_file import settings_text
from redactor.settings_lines import Place, lines_of, nearest_line
from redactor.settings_meanings import MEANINGS

HIDDEN = "(hidden)"
_SECRETS = frozenset({("relex", "password"), ("streams", "password")})
_TERMS = frozenset({("site", "always_redact"), ("site", "allow"), ("site", "patterns")})
_SECRET_IN_URL = re.compile(r"(?<=://)\S*@|(?<=[?#])\S+")  # user and password; a query may hold a key


@dataclass(frozen=True, slots=True)
class SettingRow:
    """A row is one effective setting.

    name: with the tables around it, such as "notes.encoding". value: as JSON, secrets hidden. source: where the value
    comes from. line: in the settings file. variable: as it is written in the environment.
    """

    name: str
    value: object
    source: Literal["default", "file", "environment"]
    line: int | None = None
    variable: str | None = None


def effective_settings(settings: Settings) -> list[SettingRow]:
    """Return a row for each setting of the settings file and the environment. Raises SettingsError.

    A table of names, such as `students`, that stands in both has the entries of both, and the variable is named.
    """
    lines = lines_of(settings_text()[1])
    return [_row(place, value, lines) for place, value in _leaves(settings)]


def settings_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of redactor.toml."""
    schema = Settings.model_json_schema()
    _describe(Settings, schema, schema["$defs"], "")
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = "redactor.toml"
    return schema


def _describe(
    model: type[BaseModel], schema: dict[str, Any], models: Mapping[str, dict[str, Any]], within: str
) -> None:
    """Put its meaning beside each setting of a model's schema, and of the models in it."""
    for name, field in model.model_fields.items():
        schema["properties"][name]["description"] = MEANINGS[within + name]
        for inner in models_in(field.annotation):
            _describe(inner, models[inner.__name__], models, f"{within}{name}.")


def _leaves(model: BaseModel, within: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], object]]:
    for name in type(model).model_fields:
        value = getattr(model, name)
        if isinstance(value, BaseModel):
            yield from _leaves(value, (*within, name))
        else:
            yield (*within, name), value


def _row(place: tuple[str, ...], value: object, lines: Mapping[Place, int]) -> SettingRow:
    name, shown = ".".join(place), _shown(place, value)
    if (variable := variable_of(place)) is not None and _is_given(place, variable):
        return SettingRow(name, shown, "environment", variable=variable)
    if any(written[: len(place)] == place for written in lines):
        return SettingRow(name, shown, "file", line=nearest_line(lines, place))
    return SettingRow(name, shown, "default")


def _is_given(place: tuple[str, ...], variable: str) -> bool:
    """Return whether a variable, which may be that of a table around the place, gives the place a value."""
    depth = variable.count("__") + 1
    if depth == len(place):
        return True
    inner: Any = json.loads(os.environ[variable])
    for key in place[depth:]:
        inner = inner.get(key) if isinstance(inner, dict) else None
    return inner is not None


def _shown(place: tuple[str, ...], value: object) -> object:
    """Return a value as JSON, without what is secret."""
    if value is None:
        return None
    if place in _SECRETS or isinstance(value, SecretStr):
        return HIDDEN
    if place == ("keyring",) and not os.path.isfile(str(value)):  # noqa: PTH113 (a keyring's JSON is no path)
        return HIDDEN
    if place in _TERMS:
        n = len(value)  # type: ignore[arg-type]
        return f"({n} {'entry' if n == 1 else 'entries'}, hidden)" if n else []
    return _plain(value)


def _plain(value: object) -> object:
    if isinstance(value, bool | int | float):
        return value
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(v) for v in value]
    if isinstance(value, frozenset):
        return sorted(str(v) for v in value)
    text = str(value)
    return (_without_secrets(text) if "://" in text else text) if is_path(text) else HIDDEN


def _without_secrets(url: str) -> str:
    return _SECRET_IN_URL.sub(lambda found: "***@" if found[0].endswith("@") else "***", url)
