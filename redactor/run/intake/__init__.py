"""What a run reads: files in any form, split into records; Bundles; the crosswalk and the opt-out list."""
