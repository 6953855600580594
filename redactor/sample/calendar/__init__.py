"""Patients whose lives follow a real calendar: what an attack on the shift of dates has to go by."""
