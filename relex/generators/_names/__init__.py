"""Holds the names that stand-ins are drawn from, and the orders in which candidates are tried."""
