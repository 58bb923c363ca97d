"""Sentences in which an assistant says that it did something: a closed table of six languages.

Advice, plans, offers and questions are none.
"""

from __future__ import annotations

import re

from memory_core.text.tokens import content_stems

_IRREGULAR = (
    r"sent|set|made|wrote|written|built|ran|run|put|did|done|paid|bought|sold|took|taken|gave|given"
    r"|began|begun|chose|chosen|drew|drawn|kept|left|found|got|held|laid|led|met|reset|rebuilt"
    r"|rewrote|rewritten|shut|spent|split|withdrew|withdrawn"
)
_DID = rf"(?:\w{{2,}}ed|{_IRREGULAR})"
_DEED = (  # in the passive only these: "Oslo was founded in 1048" is nobody's deed
    r"booked|sent|created|scheduled|updated|deleted|moved|added|removed|saved|configured|deployed"
    r"|installed|merged|uploaded|ordered|cancell?ed|reserved|submitted|published|fixed|set up|paid"
    r"|renamed|committed|pushed|confirmed"
)
_NO_DEED = (
    r"(?:recommended|suggested|advised|noticed|wanted|hoped|liked|loved|needed|assumed|tried"
    r"|planned|intended|wished|considered|understood|realized|realised|mentioned|agreed|proposed"
    r"|offered|wondered|believed|supposed|preferred|noted|remembered|recalled|learned|learnt"
    r"|gathered|assumed|found|got)"
)
_CLAIM = re.compile(
    rf"\bI(?:['’]ve| have)?(?: (?:just|now|already|also|successfully|then|finally))? "
    rf"(?!{_NO_DEED}\b){_DID}\b"
    rf"|\b(?:has|have|was|were|is|are) (?:now |just |already |successfully )?(?:been )?"
    rf"(?:{_DEED})\b"
    rf"|^\W*(?:done|{_DEED})\b"
    r"|\bich habe\b.*\b(?:\w*ge\w{2,}(?:t|en)|\w{2,}iert|\w{2,}(?:t|en))\b"
    r"|\b(?:wurden?|ist jetzt|ist nun)\b.*\b(?:\w*ge\w{2,}(?:t|en)|\w{2,}iert)\b"
    r"|\bhe \w+(?:ado|ido|to|cho)\b|\b(?:ha|han) sido \w+|\b(?:ya )?está (?:hecho|listo)\b"
    r"|\b(?:reservé|envié|creé|programé|actualicé|configuré|añadí|borré|moví|compré|pagué)\b"
    r"|\bj['’]ai (?:bien |déjà )?\w+(?:é|ée|és|i|u|is|it)\b|\ba été \w+(?:é|ée|is|it|u)\b"
    r"|(?:しました|いたしました|済みです|完了)|(?:我已|已经|已經|已为|已為|已完成|完成了|好了)",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\?|？|\b(?:if|would|could|should|shall|may|might|will|want me to|wenn|würde|sollte"
    r"|si quieres|podría|si tu veux|pourrais)\b|(?:ましょうか|ますか|吗|嗎|要不要)",
    re.IGNORECASE,
)


def claims_deed(sentence: str) -> bool:
    """Tell whether an assistant says in a sentence that it did something."""
    return bool(_CLAIM.search(sentence)) and not _OPEN.search(sentence)


def is_record(sentence: str) -> bool:
    """Tell whether a sentence records something: a deed, or a thing with a number, code or date."""
    return claims_deed(sentence) or any(character.isdigit() for character in sentence)


def nearest_sentence(line: str, sentences: list[str]) -> str:
    """Return the sentence that shares most content with a line; the first of those that tie."""
    stems = content_stems(line)
    return max(sentences, key=lambda s: len(stems & content_stems(s)), default="")
