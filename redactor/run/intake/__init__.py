"""This package reads the input of a run: files in any form, split into records; Bundles; the patient lists."""
