"""Ask LLMs: about what detectors were unsure of, and to read whole notes in passes."""
