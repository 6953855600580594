"""This package builds FHIR R4 resources as trees of plain JSON and marked texts (see `redactor.sample.marked`)."""
