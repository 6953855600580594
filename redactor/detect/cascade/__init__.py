"""The LLM tier of detection: asks about what detectors were unsure of, and reads whole notes in passes."""
