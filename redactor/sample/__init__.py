"""This package invents people, notes and EHR sinks with exact gold, for the demo, the tests and the benchmarks."""

from redactor.sample.sink import SinkSummary, write_sink

__all__ = ["SinkSummary", "write_sink"]
