"""How the line of each slot reads, in each language a line can be said in.

A line stays in the language of its message. `{v}` is the value, `{q}` the qualifier. Within a
language no two templates can read the same line.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Template:
    """The two lines of a slot in one language."""

    line: str
    ended: str  # the line of a value that was taken back


TEMPLATES: Mapping[str, Mapping[str, Template]] = {
    "en": {
        "name": Template("Name is {v}.", "Name is no longer {v}."),
        "nickname": Template("Goes by {v}.", "No longer goes by {v}."),
        "home": Template("Lives in {v}.", "No longer lives in {v}."),
        "origin": Template("Is from {v}.", "Is not from {v}."),
        "employer": Template("Works at {v}.", "No longer works at {v}."),
        "role": Template("Works as {v}.", "No longer works as {v}."),
        "pet": Template("Has a {q} named {v}.", "No longer has a {q} named {v}."),
        "family": Template("Has a {q}: {v}.", "No longer has a {q}: {v}."),
        "birthday": Template("Birthday is {v}.", "Birthday is not {v}."),
        "language": Template("Speaks {v}.", "No longer speaks {v}."),
        "units": Template("Prefers {v} units.", "No longer prefers {v} units."),
        "diet": Template("Diet is {v}.", "Diet is no longer {v}."),
        "answer style": Template("Prefers {v} answers.", "No longer prefers {v} answers."),
        "tool": Template("Uses {v}.", "No longer uses {v}."),
        "allergy": Template("Is allergic to {v}.", "Is no longer allergic to {v}."),
        "project": Template("Is working on {v}.", "No longer works on {v}."),
        "likes": Template("Likes {v}.", "No longer likes {v}."),
        "dislikes": Template("Dislikes {v}.", "No longer dislikes {v}."),
    },
    "de": {
        "name": Template("Heißt {v}.", "Heißt nicht mehr {v}."),
        "nickname": Template("Wird {v} genannt.", "Wird nicht mehr {v} genannt."),
        "home": Template("Wohnt in {v}.", "Wohnt nicht mehr in {v}."),
        "origin": Template("Kommt aus {v}.", "Kommt nicht aus {v}."),
        "employer": Template("Arbeitet bei {v}.", "Arbeitet nicht mehr bei {v}."),
        "role": Template("Arbeitet als {v}.", "Arbeitet nicht mehr als {v}."),
        "pet": Template("Haustier ({q}) heißt {v}.", "Hat kein Haustier ({q}) {v} mehr."),
        "family": Template("Familie ({q}): {v}.", "Nicht mehr Familie ({q}): {v}."),
        "birthday": Template("Hat am {v} Geburtstag.", "Hat nicht am {v} Geburtstag."),
        "language": Template("Spricht {v}.", "Spricht nicht mehr {v}."),
        "units": Template("Bevorzugt {v} Einheiten.", "Bevorzugt nicht mehr {v} Einheiten."),
        "diet": Template("Ernährung: {v}.", "Ernährung nicht mehr: {v}."),
        "answer style": Template("Bevorzugt {v} Antworten.", "Bevorzugt nicht mehr {v} Antworten."),
        "tool": Template("Nutzt {v}.", "Nutzt {v} nicht mehr."),
        "allergy": Template("Ist allergisch gegen {v}.", "Ist nicht mehr allergisch gegen {v}."),
        "project": Template("Arbeitet an {v}.", "Arbeitet nicht mehr an {v}."),
        "likes": Template("Mag {v}.", "Mag {v} nicht mehr."),
        "dislikes": Template("Mag {v} nicht.", "Lehnt {v} nicht mehr ab."),
    },
    "es": {
        "name": Template("Se llama {v}.", "Ya no se llama {v}."),
        "nickname": Template("Le dicen {v}.", "Ya no le dicen {v}."),
        "home": Template("Vive en {v}.", "Ya no vive en {v}."),
        "origin": Template("Es de {v}.", "No es de {v}."),
        "employer": Template("Trabaja en {v}.", "Ya no trabaja en {v}."),
        "role": Template("Trabaja como {v}.", "Ya no trabaja como {v}."),
        "pet": Template("Su mascota ({q}) se llama {v}.", "Ya no tiene mascota ({q}): {v}."),
        "family": Template("Familia ({q}): {v}.", "Ya no es familia ({q}): {v}."),
        "birthday": Template("Cumple años el {v}.", "No cumple años el {v}."),
        "language": Template("Habla {v}.", "Ya no habla {v}."),
        "units": Template("Prefiere unidades {v}.", "Ya no prefiere unidades {v}."),
        "diet": Template("Dieta: {v}.", "Su dieta ya no es {v}."),
        "answer style": Template("Prefiere respuestas {v}.", "Ya no prefiere respuestas {v}."),
        "tool": Template("Usa {v}.", "Ya no usa {v}."),
        "allergy": Template("Tiene alergia a {v}.", "Ya no tiene alergia a {v}."),
        "project": Template("Su proyecto es {v}.", "Su proyecto ya no es {v}."),
        "likes": Template("Le gusta {v}.", "Ya no le gusta {v}."),
        "dislikes": Template("No le gusta {v}.", "Ya no le disgusta {v}."),
    },
    "fr": {
        "name": Template("S'appelle {v}.", "Ne s'appelle plus {v}."),
        "nickname": Template("Se fait appeler {v}.", "Ne se fait plus appeler {v}."),
        "home": Template("Habite à {v}.", "N'habite plus à {v}."),
        "origin": Template("Vient de {v}.", "Ne vient pas de {v}."),
        "employer": Template("Travaille chez {v}.", "Ne travaille plus chez {v}."),
        "role": Template("Travaille comme {v}.", "Ne travaille plus comme {v}."),
        "pet": Template("A un animal ({q}) nommé {v}.", "N'a plus d'animal ({q}) nommé {v}."),
        "family": Template("Famille ({q}) : {v}.", "N'est plus de la famille ({q}) : {v}."),
        "birthday": Template("Fête son anniversaire le {v}.", "N'a pas son anniversaire le {v}."),
        "language": Template("Parle {v}.", "Ne parle plus {v}."),
        "units": Template("Préfère les unités {v}.", "Ne préfère plus les unités {v}."),
        "diet": Template("Régime : {v}.", "Son régime n'est plus {v}."),
        "answer style": Template("Préfère les réponses {v}.", "Ne préfère plus les réponses {v}."),
        "tool": Template("Utilise {v}.", "N'utilise plus {v}."),
        "allergy": Template("Allergie : {v}.", "N'a plus d'allergie : {v}."),
        "project": Template("Travaille sur {v}.", "Ne travaille plus sur {v}."),
        "likes": Template("Aime {v}.", "N'aime plus {v}."),
        "dislikes": Template("N'aime pas {v}.", "Ne déteste plus {v}."),
    },
    "ja": {
        "name": Template("名前は{v}。", "もう名前は{v}ではない。"),
        "nickname": Template("呼び名は{v}。", "もう呼び名は{v}ではない。"),
        "home": Template("{v}に住んでいる。", "もう{v}に住んでいない。"),
        "origin": Template("{v}の出身。", "{v}の出身ではない。"),
        "employer": Template("勤め先は{v}。", "もう勤め先は{v}ではない。"),
        "role": Template("職業は{v}。", "もう職業は{v}ではない。"),
        "pet": Template("ペット（{q}）の名前は{v}。", "もうペット（{q}）の{v}はいない。"),
        "family": Template("家族（{q}）の名前は{v}。", "もう家族（{q}）の{v}はいない。"),
        "birthday": Template("誕生日は{v}。", "誕生日は{v}ではない。"),
        "language": Template("{v}を話す。", "もう{v}を話さない。"),
        "units": Template("単位は{v}がよい。", "もう単位は{v}ではない。"),
        "diet": Template("食事は{v}。", "もう食事は{v}ではない。"),
        "answer style": Template("{v}回答がよい。", "もう{v}回答ではない。"),
        "tool": Template("{v}を使っている。", "もう{v}を使っていない。"),
        "allergy": Template("{v}アレルギーがある。", "もう{v}アレルギーはない。"),
        "project": Template("{v}に取り組んでいる。", "もう{v}に取り組んでいない。"),
        "likes": Template("{v}が好き。", "もう{v}が好きではない。"),
        "dislikes": Template("{v}が好きではない。", "もう{v}が嫌いではない。"),
    },
    "zh": {
        "name": Template("名叫{v}。", "不再名叫{v}。"),
        "nickname": Template("称呼是{v}。", "称呼不再是{v}。"),
        "home": Template("住在{v}。", "不再住在{v}。"),
        "origin": Template("来自{v}。", "不是来自{v}。"),
        "employer": Template("在{v}工作。", "不再在{v}工作。"),
        "role": Template("职业是{v}。", "职业不再是{v}。"),
        "pet": Template("宠物（{q}）叫{v}。", "不再有宠物（{q}）{v}。"),
        "family": Template("家人（{q}）叫{v}。", "不再有家人（{q}）{v}。"),
        "birthday": Template("生日是{v}。", "生日不是{v}。"),
        "language": Template("会说{v}。", "不再会说{v}。"),
        "units": Template("偏好{v}单位。", "不再偏好{v}单位。"),
        "diet": Template("饮食是{v}。", "饮食不再是{v}。"),
        "answer style": Template("偏好{v}的回答。", "不再偏好{v}的回答。"),
        "tool": Template("使用{v}。", "不再使用{v}。"),
        "allergy": Template("对{v}过敏。", "不再对{v}过敏。"),
        "project": Template("正在做{v}。", "不再做{v}。"),
        "likes": Template("喜欢{v}。", "不再喜欢{v}。"),
        "dislikes": Template("不喜欢{v}。", "不再讨厌{v}。"),
    },
}
