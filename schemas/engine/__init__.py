"""The record engine: walks a record by its compiled schema and writes the de-identified values and texts back."""
