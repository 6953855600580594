"""Measuring: spans against gold, with intervals; nothing here changes a note."""
