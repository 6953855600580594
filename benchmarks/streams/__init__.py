"""Benchmarks of the streams over a real Kafka: `python -m benchmarks.streams`."""
