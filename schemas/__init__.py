"""Handles structured records: schemas, the engine that applies them, and tools to write them."""
