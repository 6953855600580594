"""Converts messages and documents of health information exchange (HL7 v2, C-CDA) to records and back."""
