"""This package is the FHIR interface of the service: operations, Bundles, jobs."""
