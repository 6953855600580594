"""This package attacks date shifts: from a release alone it computes how far each subject's dates were moved
(Hripcsak et al. 2016).
"""
