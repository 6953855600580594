"""The words that the fields of `fields.said_in_a_room` are made of."""

from __future__ import annotations

from collections.abc import Mapping

from corpus.engine.words import words

NUMBERED = (
    "Route {n}", "Highway {n}", "old {n}", "A{n}", "Route {n} north", "County Road {n}", "I-{n}", "State Route {n}",
    "{n}th Street", "Hwy {n}", "M{n}",
)  # fmt: skip
SAINTS = words("room_talk_words", "saints")
# "the ~" is outside the mark.
SITES = words("room_talk_words", "sites")
HOMES = words("room_talk_words", "homes")
SCHOOLS = words("room_talk_words", "schools")
KIDPLACES = words("room_talk_words", "kidplaces")
CHURCHES = words("room_talk_words", "churches")
FIRMS = words("room_talk_words", "firms")
OATHS = words("room_talk_words", "oaths")
HUHS = words("room_talk_words", "huhs")
SIGHS = words("room_talk_words", "sighs")
EYES = ("D", "F", "N", "P", "T", "H", "Z", "E", "C", "O", "L", "V", "K", "R", "S", "U", "X", "A", "B")
TEETH = words("room_talk_words", "teeth")
RECALL = words("room_talk_words", "recall")
CUES: Mapping[str, tuple[str, ...]] = {
    ch: tuple(words.split("/"))
    for ch, words in {
        "a": "apple/Adam/Alpha", "b": "boy/Bravo/Bob", "c": "cat/Charlie", "d": "dog/David/Delta", "e": "Edward/egg",
        "f": "Frank/Foxtrot/fish", "g": "George/golf", "h": "Henry/hotel/house", "i": "India/ice", "j": "Juliet/John",
        "k": "kilo/king/kite", "l": "Larry/Lima/love", "m": "Mary/Mike/mother", "n": "Nancy/November/nose",
        "o": "Oscar/orange", "p": "Peter/Papa/pig", "q": "queen/Quebec", "r": "Robert/Romeo", "s": "Sam/sugar/Sierra",
        "t": "Tom/Tango/toast", "u": "uncle/uniform", "v": "Victor/van", "w": "William/whiskey/water", "x": "x-ray",
        "y": "yellow/Yankee/yoghurt", "z": "zebra/Zulu",
    }.items()
}  # fmt: skip
