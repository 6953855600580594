"""The tree of errors: one root, documented once, and every error reported by the command line."""

from __future__ import annotations

import importlib
import pkgutil
import re

import redactor
import relex
import schemas
import streams
from redactor import errors
from redactor.errors import RedactorError

# Libraries of the extras, which may be missing.
OPTIONAL = {"torch", "transformers", "safetensors", "onnx", "opensearchpy", "sentence_transformers", "aiokafka"}


def descendants(root: type[Exception]) -> dict[str, int]:
    """Each class below the root with its depth."""
    found: dict[str, int] = {}
    for child in root.__subclasses__():
        if child.__module__.split(".")[0] in ("redactor", "relex", "schemas", "streams"):
            found |= {child.__name__: 1} | {name: depth + 1 for name, depth in descendants(child).items()}
    return found


def load_all() -> None:
    for package in (redactor, relex, schemas, streams):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if module.name.endswith("__main__"):
                continue
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as e:
                assert e.name is not None and e.name.split(".")[0] in OPTIONAL


def test_the_diagram_shows_every_error_at_its_depth() -> None:
    load_all()
    drawn = {}
    for line in (errors.__doc__ or "").splitlines():
        if found := re.match(r"((?:│   |    )*)[├└]── (\w+)", line):
            drawn[found[2]] = len(found[1]) // 4 + 1
    assert drawn == descendants(RedactorError)


def test_every_public_error_is_in_the_tree() -> None:
    load_all()
    strays = {
        c.__name__
        for c in Exception.__subclasses__()
        if c.__module__.split(".")[0] in ("redactor", "relex", "schemas") and not c.__name__.startswith("_")
    }
    # Readers of formats and the service over HTTP raise a RefusedError to callers in the same folder, and the tools of
    # the Model Context Protocol a CallRefusedError; pages of the console tell its application what is not there, has
    # changed, or that nobody is signed in; files that a FHIR job fetches have a SourceError. Nobody else sees them.
    named = "RedactorError RefusedError CallRefusedError ConflictError NotFoundError SignInError SourceError"
    assert strays == set(named.split())
