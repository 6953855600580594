"""Which channels of a recording sound alike, so that one of them is heard for all."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from audio.decode import Pcm, as_float

_REST = 10 ** (-40 / 10)
"""The power of what is left of a channel when the other one is taken away, as a share of its own: -40 dB."""

_INAUDIBLE = 10 ** (-80 / 10)
"""Power of a rest in which no voice is found."""

_MOST_GAIN = 4.0
"""A channel that is fainter than this on the other one is heard itself."""


class Alike:
    """Compares all channels, block by block. Two are alike if in every block one is the other, up to its loudness and
    its sign: what is said on the one is heard on the other."""

    def __init__(self, channels: int) -> None:
        self._alike = np.ones((channels, channels), bool)

    def feed(self, pcm: Pcm) -> None:
        if len(self._alike) == 1 or not pcm.shape[1]:
            return
        sound = as_float(pcm)
        products = np.asarray(sound @ sound.T, np.float64)
        powers = np.diag(products)
        self._alike &= self._explained(products, powers, pcm.shape[1])

    def groups(self) -> list[tuple[int, ...]]:
        """The channels in groups of those that are like the first one of their group; each channel once, in order."""
        groups: list[list[int]] = []
        for channel in range(len(self._alike)):
            group = next((own for own in groups if self._alike[own[0], channel]), None)
            if group is None:
                groups.append([channel])
            else:
                group.append(channel)
        return [tuple(group) for group in groups]

    def _explained(
        self, products: npt.NDArray[np.float64], powers: npt.NDArray[np.float64], samples: int
    ) -> npt.NDArray[np.bool_]:
        """[i, j]: whether channel i holds all of channel j."""
        by = np.where(powers > 0, powers, 1.0)[:, None]
        gain = np.where(powers[:, None] > 0, products / by, 0.0)
        rest = powers[None, :] - gain * products
        faint = rest <= samples * _INAUDIBLE
        close = (rest <= _REST * powers[None, :]) & (np.abs(gain) <= _MOST_GAIN)
        explained: npt.NDArray[np.bool_] = (
            (powers[None, :] <= samples * _INAUDIBLE) | close | (faint & (np.abs(gain) <= _MOST_GAIN))
        )
        return explained
