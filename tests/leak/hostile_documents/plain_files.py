# ruff: noqa: E501 - hostile content is written as it stands in its file
"""Hostile RTF and plain text: twenty of each."""

from tests.leak.hostile_documents.kit import Plant, halves, hostile, templates

RTF, TXT = ".rtf", ".txt"

templates(
    RTF,
    r"""== hidden_text either
{\rtf1\ansi {\v «who» MRN: «m»\par}«x»\par «y»\par}
== deleted_text either
{\rtf1\ansi {\*\revtbl{«f»;}}{\deleted\revauthdel1 «who»}{\revised\revauth1 «x»}\par «y»\par}
== codes_of_fields released
{\rtf1\ansi {\field{\*\fldinst HYPERLINK "mailto:«e»"}{\fldrslt write}}{\field{\fldinst AUTHOR «f»}{\fldrslt Patient: «g» «f»}}\par «x»\par «y»\par}
== information released
{\rtf1\ansi{\info{\title «who»}{\author «g» «f»}{\operator «f»}{\doccomm MRN: «m»}{\*\company «f»}}{\*\userprops{\propname x}{\staticval «m»}}«x»\par «y»\par}
== bookmarks_and_comments released
{\rtf1\ansi {\*\bkmkstart «f»}{\*\bkmkend «f»}{\*\annotation{\*\atnid «f»}«who»}{\*\atnauthor «f»}«x»\par «y»\par}
== heads_and_feet released
{\rtf1\ansi {\header «who»\par}{\footer MRN: «m»\par}{\footnote «who»}«x»\par «y»\par}
== pictures released
{\rtf1\ansi {\pict\pngblip 89504e47«m»}{\shp{\*\shpinst{\sp{\sn wzDescription}{\sv «who»}}{\shptxt «who»\par}}}«x»\par «y»\par}
== objects released
{\rtf1\ansi {\object\objemb{\*\objclass Package}{\*\objname «f»}{\*\objdata 0105«m»}{\result «who»\par}}«x»\par «y»\par}
== unknown_destinations released
{\rtf1\ansi {\*\zzz «who»}{\*\datastore 5061746965«m»}{\*\xmlopen «f»}{\*\themedata «m»}«x»\par «y»\par}
== tables released
{\rtf1\ansi \trowd\cellx1000\cellx2000\intbl Patient:\cell «g» «f»\cell\row\intbl MRN: «m»\cell\row\pard «x»\par «y»\par}
== control_words_within_names released
{\rtf1\ansi Patient: «g» {\b «f»}\par MRN: {\cf1 «m»}\par «x»\par «y»\par}
== macros_and_templates released
{\rtf1\ansi{\*\template C:\\«f».dot}{\*\docvar {«f»}{«m»}}{\fonttbl{\f0 «f»;}}{\stylesheet{\s1 «f»;}}{\*\generator «f»;}«x»\par «y»\par}
""",
)


def _rtf(body: str, plant: Plant) -> bytes:
    return f"{{\\rtf1\\ansi {body}\\par {plant.fact} today.\\par {plant.dose} twice daily.\\par}}".encode("latin-1")


@hostile(RTF, "released")
def codes_of_letters(plant: Plant) -> bytes:
    hexed = "".join(f"\\'{ord(letter):02x}" for letter in plant.family)
    wide = "".join(f"\\u{ord(letter)} ?" for letter in plant.family)
    two = "".join(f"\\u{ord(letter)}xx" for letter in plant.family)
    return _rtf(
        f"Patient: {plant.given} {hexed}\\par Patient: {plant.given} {wide}\\par\\uc2 Patient: {plant.given} {two}",
        plant,
    )


@hostile(RTF, "released")
def hyphens_within_names(plant: Plant) -> bytes:
    one, two = halves(plant.family)
    return _rtf(f"Patient: {plant.given} {one}\\-{two}\\par Patient: {plant.given} {one}\\zwnj {two}", plant)


@hostile(RTF, "either")
def lengths_of_data_that_lie(plant: Plant) -> bytes:
    return _rtf(f"{plant.who}\\par{{\\pict\\bin999999999 {plant.mrn}}}\\bin-5 {plant.who}", plant)


@hostile(RTF, "either")
def groups_a_hundred_thousand_deep(plant: Plant) -> bytes:
    return _rtf("{" * 100_000 + plant.who + "}" * 100_000, plant)


@hostile(RTF, "either", kept="")
def groups_that_never_end(plant: Plant) -> bytes:
    return ("{\\rtf1\\ansi " + plant.text.replace("\n", "\\par ") + "{\\*\\x " * 5000).encode()


@hostile(RTF, "either")
def huge_numbers(plant: Plant) -> bytes:
    return _rtf(f"\\u{'9' * 500} ?\\uc999999 \\uc1 \\fs{'9' * 500} \\u-99999 ?{plant.who}", plant)


@hostile(RTF, "either")
def code_pages_that_change(plant: Plant) -> bytes:
    return _rtf(
        f"\\ansicpg932{{\\fonttbl{{\\f1\\fcharset128 X;}}}}\\f1 \\'83{plant.who}\\f0\\ansicpg99999 {plant.who}", plant
    )


@hostile(RTF, "refused", named=True)
def document_under_the_name(plant: Plant) -> bytes:
    return b"PK\x03\x04" + plant.text.encode() + bytes(64)


@hostile(TXT, "either")
def marks_of_direction(plant: Plant) -> bytes:
    return plant.text.replace(plant.family, f"\u202e{plant.family[::-1]}\u202c").encode()


@hostile(TXT, "either")
def nothing_wide_within_names(plant: Plant) -> bytes:
    return (
        plant.text.replace(plant.family, "\u200b".join(plant.family))
        .replace(plant.mrn, "\u2060".join(plant.mrn))
        .encode()
    )


@hostile(TXT, "either")
def hyphens_within_names_of_text(plant: Plant) -> bytes:
    return plant.text.replace(plant.family, "\u00ad".join(plant.family)).encode()


@hostile(TXT, "either")
def letters_of_another_script(plant: Plant) -> bytes:
    return plant.text.replace(plant.family, plant.family.translate(str.maketrans("aeopcyx", "аеорсух"))).encode()


@hostile(TXT, "either")
def wide_digits(plant: Plant) -> bytes:
    return plant.text.replace(
        plant.mrn, plant.mrn.translate(str.maketrans("0123456789", "０１２３４５６７８９"))
    ).encode()


@hostile(TXT, "either")
def combining_marks(plant: Plant) -> bytes:
    return plant.text.replace(plant.family, "".join(f"{letter}\u0301" for letter in plant.family)).encode()


@hostile(TXT, "released")
def utf16_without_a_mark(plant: Plant) -> bytes:
    return b"\xff\xfe" + plant.text.encode("utf-16-le")


@hostile(TXT, "either")
def utf16_that_nobody_declares(plant: Plant) -> bytes:
    return plant.text.encode("utf-16-le")


@hostile(TXT, "either")
def utf32(plant: Plant) -> bytes:
    return plant.text.encode("utf-32")


@hostile(TXT, "refused")
def null_bytes(plant: Plant) -> bytes:
    return plant.text.replace(plant.family, "\0".join(plant.family)).encode()


@hostile(TXT, "refused")
def two_encodings(plant: Plant) -> bytes:
    return f"{plant.text}\nGrüße".encode() + "Größe".encode("latin-1")


@hostile(TXT, "either")
def marks_of_a_terminal(plant: Plant) -> bytes:
    return plant.text.replace(plant.family, f"\x1b[31m{plant.family}\x1b[0m\x08").encode()


@hostile(TXT, "released")
def returns_alone(plant: Plant) -> bytes:
    return plant.text.replace("\n", "\r").encode()


@hostile(TXT, "released")
def separators_of_unicode(plant: Plant) -> bytes:
    return plant.text.replace("\n", "\u2028\x0c\x85").encode()


@hostile(TXT, "either")
def a_line_of_two_megabytes(plant: Plant) -> bytes:
    return (plant.text + " " + "x" * 1_900_000).encode()


@hostile(TXT, "refused")
def more_text_than_is_read(plant: Plant) -> bytes:
    return (plant.text + "\n" + "word " * 450_000).encode()


@hostile(TXT, "either")
def code_of_base64(plant: Plant) -> bytes:
    import base64

    return base64.encodebytes(plant.text.encode() * 20)


@hostile(TXT, "refused")
def pdf_under_the_name(plant: Plant) -> bytes:
    return b"%PDF-1.4\n1 0 obj\n" + plant.text.encode()


@hostile(TXT, "refused")
def compound_file_under_the_name(plant: Plant) -> bytes:
    return bytes.fromhex("d0cf11e0a1b11ae1") + plant.text.encode() + bytes(64)


@hostile(TXT, "either", named=True)
def a_thousand_pages(plant: Plant) -> bytes:
    return (plant.text + "\n\x0c").encode() * 1000
