"""Recognise notes that speak to a model: commands, roles and answers in a text that should only be read.

No list of such phrases is complete. Other things bound the harm: an answer can clear only what was asked about, and
known values, strong rules and surer spans never are (docs/adr/0034). A note that is recognised here has nothing
cleared.
"""

from __future__ import annotations

import re

from ahocorasick_rs import AhoCorasick

from redactor.detect.readable import readable_texts
from redactor.unicode_fold import fold

# Each line: what is done to earlier commands, and words for these commands; in either order, near each other.
_COMMANDS = (
    ("ignore|disregard|override|do not follow|don't follow|no longer follow|pay no attention to|supersede|forget",
     "previous instruct|prior instruct|above instruct|earlier instruct|preceding instruct|your instruct|all instruct"
     "|these instruct|other instruct|any instruct|original instruct|initial instruct|system instruct|instructions above"
     "|instructions given|instructions before|the instructions|system prompt|previous prompt|prior prompt|above prompt"
     "|your prompt|the prompt|your rules|previous rules|all rules|the rules above|your guidelines|previous guidelines"
     "|all guidelines|previous directives|previous commands|prior commands|everything above|everything before this"
     "|your training|your programming|the guidelines|the above|the text above|previous text"),
    ("ignoriere|missachte|vergiss|befolge nicht|nicht beachten|ignorieren",
     "anweisung|instruktion|befehle|vorgaben|richtlinien|systemprompt"),
    ("ignore|ignorez|ignorer|oublie|oubliez|ne tiens pas compte|ne tenez pas compte|ne suivez pas",
     "instructions|consignes|directives|regles precedentes"),
    ("ignora|ignore|ignoren|ignorad|olvida|olvide|olviden|no sigas|haz caso omiso|haga caso omiso",
     "instrucciones|indicaciones anteriores|ordenes anteriores|reglas anteriores"),
    ("ignora|ignorate|ignori|dimentica|dimenticate|non seguire", "istruzioni|direttive precedenti|regole precedenti"),
    ("ignore|ignora|ignorem|esqueca|desconsidere|nao siga", "instrucoes|orientacoes anteriores|regras anteriores"),
    ("negeer|vergeet|volg niet", "instructies|aanwijzingen|opdrachten hierboven"),
    ("zignoruj|ignoruj|zapomnij|pomin", "instrukcje|polecenia|wytyczne"),
    ("ignorera|bortse fran|glom", "instruktioner|anvisningar"),
    ("yok say|gormezden gel|unut|dikkate alma", "talimat|yonerge|komutlar"),
    ("игнорируй|игнорируйте|проигнорируй|забудь|забудьте|не следуй", "инструкци|указани|команды|правила выше"),
    ("忽略|无视|無視|忘记|忘記|不要遵守|不要理会", "指令|指示|提示词|提示詞|规则|規則|命令"),
    ("無視|忘れて|従わない", "指示|命令|プロンプト|ルール"),
    ("무시|잊어", "지시|명령|프롬프트|규칙"),
    ("تجاهل|تجاهلي|انس", "التعليمات|الأوامر|تعليمات|القواعد"),
    ("अनदेखा|नज़रअंदाज़|भूल जा", "निर्देश|आदेश|नियम"),
    ("התעלם|התעלמי|שכח", "ההוראות|הוראות|הפקודות"),
    ("bo qua|phot lo|quen", "huong dan|chi thi|menh lenh truoc"),
    ("abaikan|lupakan", "instruksi|perintah sebelum"),
)  # fmt: skip
# Commands in a fixed wording, and what only a text for a model says, wherever it stands.
_PHRASES = (
    "prompt injection|jailbreak|developer mode|language model|you are chatgpt|you are a chatbot|you are now dan"
    "|you are a deidentif|you are the deidentif|you are now a redact|instructions for the ai|instructions to the ai"
    "|instruction to the ai|note to the ai|message to the ai|message for the ai|to the redaction|to the deidentif"
    "|to the anonymi|if you are a language|no phi in this|no phi here|contains no phi|contain no phi|free of phi"
    "|no protected health information|no personal identif|no identifiers in|contains no identif|contain no identif"
    "|not an identif|not identif information|not a real person|not real person|are fictional|is fictional"
    "|fictional patient|all names are fake|names are fictitious|is not a name|are not names|safe to release"
    "|do not redact|don't redact|never redact|need not be redacted|no redaction|not be redacted|stop redacting"
    "|do not deidentif|don't deidentif|do not anonymi|don't anonymi|not be anonymi|not be deidentif|do not mask the"
    "|do not mask any|do not flag any|do not mark any|mark everything|label everything|classify everything"
    "|treat all ranges|treat every range|clear everything|respond only with json|reply with json|answer with json"
    "|output the following|return json|begin your answer|your answer must"
    "|keine personenbezogen|nicht schwarzen|nicht anonymisier|ne pas anonymiser|sprachmodell|modele de langage"
    "|modelo de lenguaje|modelo de linguagem|modello linguistico|no es phi|ist kein phi|языковая модель|语言模型"
    "|語言模型|言語モデル|언어 모델"
)
# In folded text, where a backtick is an apostrophe.
_SHAPES = re.compile(
    r"""(?x)
    <\|[a-z_ ]{2,40}\|> | \[/?inst\] | <</?sys>> | </?(?:system|assistant|user|instructions?|prompt|thinking)> | </?s>
    | ^[ ]{0,8}\#{1,6}[ ]?(?:system|instructions?|response|assistant|user|prompt)[ ]?:? [ ]{0,8}$
    | ^[ ]{0,8}(?:system|developer|ai|gpt|chatgpt|llm)[ ]?:[ ]?\S
    | ^[ ]{0,8}(?:user|human|assistant)[ ]?:[ ]?(?:\{|\[|'''|sure\b|okay,|understood\b|certainly\b|i\ will\b)
    | ["'](?:answers?|verdict|entity|tool_calls?)["'][ ]{0,4}:
    | ["']role["'][ ]{0,4}:[ ]{0,4}["'](?:system|assistant|user)
    | \b(?:is|are)\ (?:no|not)\ phi\b | \bnot[ _-]phi\b | '''[ ]{0,4}json
    | </?text- | </?(?=[a-z]{0,9}[2-7])[a-z2-7]{10}> | \bas\ an?\ (?:large\ )?(?:ai|llm)\b
    | \b(?:dear|attention|note\ to|hello|hey|you\ are(?:\ now)?\ an)\ (?:ai|llm)\b | \bsystem\ prompts?\b
    | \b(?:each|every|all(?:\ the|\ of\ the)?)\ ids?\b | \bif\ you\ are\ an?\ (?:ai|llm|model)\b
    | \b(?:ai|llm|gpt)[ ]?(?:model|agent|system)?[ ]?[,:][ ]?(?:please|you|do|mark|ignore|answer|treat|skip)\b
    """,
    re.MULTILINE,
)
# Invisible copies of ASCII that models read and people do not.
_TAG_CHARACTERS = re.compile("[\U000e0020-\U000e007e]")
_NEAR = 40  # letters between the parts of a command
_LOOKALIKES = str.maketrans("авекмнорстухіїјѕԁԛԝαβεικνορτυχ01345780", "abekmhopctyxiijsdqwabeiknoptuxoieastbo")
_NOT_LETTERS = re.compile("[\\W_\ud800-\udfff]+")


def _letters(text: str) -> str:
    """Return letters and digits alone, so that neither spaces nor signs nor invisible characters hide a phrase."""
    return _NOT_LETTERS.sub("", fold(text, caseless=True).text)


def _roles_by_phrase() -> dict[str, tuple[tuple[int, bool], ...]]:
    """Return the roles of each phrase by its letters.

    A part of a command has the number of its line, and whether it says what is done; a whole phrase has no roles.
    """
    out: dict[str, tuple[tuple[int, bool], ...]] = {}
    for number, (verbs, objects) in enumerate(_COMMANDS):
        for words, is_verb in ((verbs, True), (objects, False)):
            for w in map(_letters, words.split("|")):
                out[w] = (*out.get(w, ()), (number, is_verb))
    return out | {_letters(w): () for w in _PHRASES.split("|")}


_TERMS = _roles_by_phrase()
_ROLES = list(_TERMS.values())
_AUTOMATON = AhoCorasick(list(_TERMS))


def speaks_to_a_model(text: str) -> bool:
    """Return whether a note holds text that is meant for a model: commands, roles, answers or marks of this program.

    The text may be encoded, spaced out, or written in other forms of letters.
    """
    return any(_part_speaks(part) for part in (text, *(r.text for r in readable_texts(text))))


def _part_speaks(text: str) -> bool:
    if _TAG_CHARACTERS.search(text) or _SHAPES.search(fold(text, caseless=True).text):
        return True
    letters = _letters(text)
    without_lookalikes = letters.translate(_LOOKALIKES)
    return _holds_phrase(letters) or (without_lookalikes != letters and _holds_phrase(without_lookalikes))


def _holds_phrase(letters: str) -> bool:
    """Return whether a phrase, or both parts of a command near each other, stand in a text without spaces and signs."""
    verbs: dict[int, int] = {}  # line -> end of its last verb, and of its last object
    objects: dict[int, int] = {}
    for term, start, end in _AUTOMATON.find_matches_as_indexes(letters, overlapping=True):
        roles = _ROLES[term]
        if not roles:
            return True
        for line, is_verb in roles:
            other = (objects if is_verb else verbs).get(line)
            if other is not None and start - other <= _NEAR:
                return True
            (verbs if is_verb else objects)[line] = end
    return False
