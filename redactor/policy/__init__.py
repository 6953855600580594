"""This package holds profiles, which name the action for each entity, and the rules for ages, ZIP codes and date
shifts.
"""
