"""Generates the schema documents of the OMOP Common Data Model; never imported at run time."""
