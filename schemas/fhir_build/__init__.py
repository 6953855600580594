"""The generator of the FHIR schema documents. It is never imported at run time."""
