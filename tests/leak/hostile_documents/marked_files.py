# ruff: noqa: E501 - hostile content is written as it stands in its file
"""Hostile Markdown and HTML: twenty of each."""

from tests.leak.hostile_documents.kit import Plant, halves, hostile, templates

MD, HTML = ".md", ".html"

templates(
    MD,
    """\
== front_matter released
---
title: Note of «g» «f»
patient: «g» «f»
mrn: «m»
---
«who»
«x»
«y»
== comments_of_html either
<!-- «who» MRN: «m» -->
«x» «y»
== targets_of_links released
[write](mailto:«e») to [the chart](https://ehr.example.org/patients/«m»?phone=«t») of the patient.
«x» «y»
== reference_links released
Patient: [«g» «f»][1]
«x» «y»

[1]: https://ehr.example.org/?mrn=«m» "«g» «f»"
== autolinks released
<«e»> <tel:«t»>
«x» «y»
== pictures either
![Patient: «g» «f», MRN: «m»](data:image/svg+xml;utf8,<svg><text>MRN:«m»</text></svg> "«who»")
«x» «y»
== details released
<details><summary>«who»</summary>MRN: «m»</details>
«x» «y»
== script_and_style either
<script>var who = "«who»"; // MRN: «m»</script><style>/* «who» */</style>
«x» «y»
== stress_within_names released
Patient: «g» **«f»**, MRN: «m», *«g»* __«f»__
«x» «y»
== code_blocks released
```
Patient: «g» «f»
MRN: «m»
```
    Phone: «t»
«x» «y»
== tables released
| Patient | MRN | Phone |
|---|---|---|
| «g» «f» | MRN: «m» | «t» |

«x» «y»
== footnotes released
Seen[^1]. «x» «y»

[^1]: Patient: «g» «f», MRN: «m», Email: «e»
== checklists_and_quotes released
> > Patient: «g» «f»
- [ ] Phone: «t»
1. MRN: «m»
# «who» #
«x» «y»
== hidden_comment_links either
[//]: # (Patient: «g» «f», MRN: «m»)
«x» «y»
""",
)


@hostile(MD, "either")
def entities(plant: Plant) -> bytes:
    name = "".join(f"&#{ord(letter)};" for letter in plant.family)
    return f"Patient: {plant.given} {name}\n\nMRN: {''.join(f'&#x{ord(c):x};' for c in plant.mrn)}\n\n{plant.fact} today. {plant.dose} twice daily.".encode()


@hostile(MD, "either")
def escapes_within_names(plant: Plant) -> bytes:
    one, two = halves(plant.family)
    return f"Patient: {plant.given} {one}\\_{two} and {plant.given} {one}**{two}**\n\n{plant.fact} today. {plant.dose} twice daily.".encode()


@hostile(MD, "either")
def quotes_two_thousand_deep(plant: Plant) -> bytes:
    return ("> " * 2_000 + plant.text).encode()


@hostile(MD, "either")
def brackets_two_thousand_deep(plant: Plant) -> bytes:
    return ("[" * 2_000 + plant.text + "](x)" * 2_000).encode()


@hostile(MD, "either")
def encoded_data(plant: Plant) -> bytes:
    import base64

    code = base64.b64encode(plant.text.encode() * 40).decode()
    return f"{plant.text}\n\n![x](data:image/png;base64,{code})\n".encode()


@hostile(MD, "refused", named=True)
def null_bytes(plant: Plant) -> bytes:
    return plant.text.replace(plant.family, "\0".join(plant.family)).encode()


templates(
    HTML,
    """\
== comments released
<html><body><!-- «who» MRN: «m» --><p>«x»</p><p>«y»</p><!--> «who» --></body></html>
== hidden_by_style released
<html><head><style>.h{display:none}</style></head><body><p class=h>«who»</p><p style="visibility:hidden">«who»</p><p hidden>MRN: «m»</p><p>«x»</p><p>«y»</p></body></html>
== head_of_the_page released
<html><head><title>«who»</title><meta name=author content="«g» «f»"><base href="https://«m».example.org/"><link rel=x title="«f»"></head><body><p>«x»</p><p>«y»</p></body></html>
== attributes released
<body data-mrn="«m»"><p id="«f»" title="«who»" aria-label="«f»" onclick="show('«m»')">«x»</p><img alt="«who»" src="/«m».png"><a href="mailto:«e»">«y»</a></body>
== scripts released
<body><script>var x = "«who» «m»";</script><script type="application/json">{"mrn":"«m»"}</script><p>«x»</p><p>«y»</p><noscript>«who»</noscript></body>
== templates_and_shadows released
<body><template>«who» MRN: «m»</template><p>«x»</p><p>«y»</p><textarea>«who»</textarea></body>
== forms released
<body><input name=patient value="«who»"><input type=hidden value="MRN: «m»"><select><option>«who»</option><option label="«who»"></select><p>«x»</p><p>«y»</p><datalist><option value="«f»"></datalist></body>
== frames released
<body><iframe srcdoc="&lt;p&gt;«who»&lt;/p&gt;" src="/«m»"></iframe><object data="/«m»"><p>«who»</p></object><p>«x»</p><p>«y»</p></body>
== pictures_in_the_page released
<body><svg><title>«who»</title><desc>«m»</desc><text>«who»</text><metadata>«f»</metadata></svg><img src="data:image/svg+xml,%3Csvg%3E«m»"><p>«x»</p><p>«y»</p></body>
== details released
<body><details><summary>«who»</summary><p>MRN: «m»</p></details><dialog>«who»</dialog><p>«x»</p><p>«y»</p></body>
== nested_tables released
<table><tr><td>Patient:<td>«g» «f»<table><tr><td>MRN: «m»<table><tr><td>«x»</table></table><tr><td>«y»</table>
== conditional_comments released
<body><!--[if mso]><p>«who»</p><![endif]--><![if !mso]><p>«x»</p><![endif]><p>«y»</p></body>
== sections_of_xml either
<body><![CDATA[«who» MRN: «m»]]><?php echo "«who»" ?><p>«x»</p><p>«y»</p></body>
== odd_tags released
<body><p/«m» title='>«who»'>«x»</p><x-«f»>«y»</x-«f»><p title="«f»>"></p></body>
== deleted_text released
<body><p><del>«who»</del> <s>MRN: «m»</s> <ins>«x»</ins></p><p>«y»</p><ruby>«g»<rt>«f»</rt></ruby></body>
""",
)


@hostile(HTML, "either")
def entities_in_names(plant: Plant) -> bytes:
    name = "".join(f"&#{ord(letter)}" + (";" if n % 2 else "&shy;") for n, letter in enumerate(plant.family))
    return f"<body><p>Patient: {plant.given} {name}</p><p>MRN: {'<wbr>'.join(plant.mrn)}</p><p>{plant.fact} today.</p><p>{plant.dose} twice daily.</p></body>".encode()


@hostile(HTML, "released")
def tags_within_names(plant: Plant) -> bytes:
    letters = "".join(f"<b>{letter}</b><i></i><!-- x -->" for letter in plant.family)
    return f"<body><p>Patient: {plant.given} {letters}</p><p>{plant.fact} today.</p><p>{plant.dose} twice daily.</p></body>".encode()


@hostile(HTML, "either")
def tags_a_hundred_thousand_deep(plant: Plant) -> bytes:
    return ("<div>" * 100_000 + "".join(f"<p>{line}</p>" for line in plant.lines)).encode()


@hostile(HTML, "either", kept="")
def tags_that_never_end(plant: Plant) -> bytes:
    return (f"<body><p>{plant.fact} today.</p>" + "<a " * 5_000 + f'<p title="{plant.who}').encode()


@hostile(HTML, "either")
def utf7_by_meta(plant: Plant) -> bytes:
    return b"<meta charset=utf-7><body>+ADw-p+AD4-" + plant.text.encode() + b"+ADw-/p+AD4-"


@hostile(HTML, "either")
def two_charsets(plant: Plant) -> bytes:
    return b"\xef\xbb\xbf<meta charset=utf-16><body>" + "".join(f"<p>{line}</p>" for line in plant.lines).encode()
