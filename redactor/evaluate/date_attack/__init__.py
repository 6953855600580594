"""The attack on date shifts: from a release alone, how far each subject's dates were moved (Hripcsak et al. 2016)."""
