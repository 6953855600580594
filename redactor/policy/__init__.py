"""Profiles: what takes the place of each entity, and the rules for ages, ZIP codes and date shifts."""
