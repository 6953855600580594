"""Recordings: decoded, heard, muted and proven. Nothing here keeps a journal or knows where files come from."""

import redactor.process  # noqa: F401  # the telemetry of onnxruntime is off before a module of this package imports it
