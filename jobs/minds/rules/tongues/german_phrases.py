"""How the value of each slot is stated in German."""

from __future__ import annotations

from jobs.minds.rules.tongues.german_words import (
    ANSWERS,
    DAY,
    DIET,
    DIET_WORDS,
    JOB,
    KIN,
    LIVE,
    NOUNED,
    NOW,
    PET,
    PLAY,
    SPEECH,
    START,
    STYLE,
    UNITS,
    USE,
    is_person,
    is_place,
    is_thing,
)
from jobs.minds.rules.tongues.latin import CODE, NAME, PERSON, PLACE
from jobs.minds.rules.tongues.tongue import Phrase, phrase
from memory_core.index.slots import Slot

PHRASES: tuple[Phrase, ...] = (
    *phrase(
        Slot.NAME,
        rf"^[Mm]ein (?:voller |ganzer )?Name (?:ist|lautet)(?: übrigens)? (?P<v>{PERSON})",
        rf"{START}[Ii]ch heiße{NOW} (?P<v>{PERSON})",
        rf"\b[Ii]ch bin (?:der|die) (?P<v>{PERSON})$",
        rf"^(?:[Mm]an kennt mich als|[Hh]ier (?:ist|spricht|schreibt)) (?P<v>{PERSON})$",
        rf"^(?P<v>{PERSON}) (?:ist mein Name|heiße ich|mein Name)\b",
        rf"^[Hh]eiße (?P<v>{PERSON})$",
        holds=is_person,
    ),
    *phrase(
        Slot.NICKNAME,
        rf"\b(?:[Nn]enn|[Nn]ennt|[Nn]ennen Sie|[Rr]uf) mich (?:doch |bitte |einfach |ruhig |gern )*"
        rf"(?P<v>{PERSON})",
        rf"\b(?:nennen|rufen) mich (?:alle |meist |nur |immer )*(?P<v>{PERSON})",
        rf"\b(?:[Mm]an|[Jj]eder|[Aa]lle) (?:nennt|ruft|nennen|rufen) mich (?:\w+ )?(?P<v>{PERSON})",
        rf"\b[Ss]agt? (?:einfach |ruhig |bitte )*(?P<v>{PERSON}) zu mir",
        rf"\b[Mm]ein (?:Spitzname|Rufname|Kosename)(?: ist| lautet|:) (?P<v>{PERSON})",
        rf"\b[Dd]u (?:kannst|darfst) mich (?:\w+ )?(?P<v>{PERSON}) nennen",
        rf"\b[Ii]ch (?:werde|möchte)(?: \w+)* (?P<v>{PERSON}) (?:genannt|gerufen)",
        rf"\b(?:[Ff]ür (?:dich|Freunde|alle) )bin ich (?:einfach )?(?P<v>{PERSON})$",
        holds=is_person,
        asked=True,
    ),
    *phrase(
        Slot.HOME,
        rf"\b[Ii]ch {LIVE}\b[\w ]{{0,40}}?\bin (?:der Stadt |dem Ort )?(?P<v>{PLACE})",
        rf"^{LIVE.title()}{NOW} in (?P<v>{PLACE})",
        rf"\b[Ii]n (?P<v>{PLACE}) (?:{LIVE} ich|bin ich (?:zu Hause|daheim|zuhause))",
        rf"\b(?:[Zz]u ?[Hh]ause|[Dd]aheim|[Ww]ohnhaft|[Aa]nsässig) bin ich{NOW} in (?P<v>{PLACE})",
        rf"\b[Ii]ch bin\b[\w ]{{0,30}}? in (?P<v>{PLACE}) (?:zu Hause|zuhause|daheim|wohnhaft|ansässig)",
        rf"\b[Mm]ein(?:e)? (?:\w+e[rsn]? )?(?:Zuhause|Wohnort|Zuhaus|Wohnsitz|Heimatort|Adresse|Wohnung|Haus)"
        rf"(?: ist| liegt| befindet sich|:| steht){NOW} (?:in )?(?P<v>{PLACE})",
        rf"\b[Uu]nser(?:e)? (?:neues |neue )?(?:Zuhause|Wohnort|Wohnung|Haus|Wohnsitz)"
        rf"(?: ist| liegt| steht|:){NOW} (?:in )?(?P<v>{PLACE})",
        rf"\b(?:ich bin|wir sind|bin ich|sind wir)(?: \w+){{0,4}} nach (?P<v>{PLACE})"
        rf"(?: um)?gezogen",
        rf"\b(?:Ich bin|Wir sind|Bin)(?: \w+){{0,4}} nach (?P<v>{PLACE}) (?:um)?gezogen",
        rf"\b(?:[Uu]mgezogen|Umzug)\b.*\b(?:nach|in) (?P<v>{PLACE})",
        rf"\b[Nn]ach (?P<v>{PLACE}) (?:bin ich|sind wir)(?: \w+){{0,3}} (?:um)?gezogen",
        rf"\b[Ii]ch habe (?:jetzt |nun )?meinen Wohnsitz in (?P<v>{PLACE})",
        rf"^[Ww]ir (?:wohnen|leben){NOW} in (?P<v>{PLACE})",
        holds=is_place,
    ),
    *phrase(
        Slot.ORIGIN,
        rf"\b[Ii]ch (?:komme|stamme){NOW}(?: ursprünglich)? aus (?P<v>{PLACE})",
        rf"\b[Uu]rsprünglich (?:komme|stamme|bin) ich aus (?P<v>{PLACE})",
        rf"\b[Ii]ch bin in (?P<v>{PLACE}) (?:geboren|aufgewachsen)",
        rf"\b[Mm]eine Heimat(?:stadt)? ist (?P<v>{PLACE})",
        holds=is_place,
    ),
    *phrase(
        Slot.EMPLOYER,
        rf"\b[Ii]ch (?:arbeite|jobbe|schaffe|bin){NOW} (?:bei|für) (?:der |dem |die |das )?"
        rf"(?:Firma |Unternehmen )?(?P<v>{PLACE})(?! (?:zu Besuch|im Urlaub|mit))",
        rf"\b(?:arbeite|jobbe|bin) ich{NOW} (?:bei|für) (?:der |dem )?(?:Firma )?(?P<v>{PLACE})"
        rf"(?: (?:angestellt|beschäftigt|tätig))?",
        rf"\b[Bb]ei (?:der |dem )?(?:Firma )?(?P<v>{PLACE}) (?:arbeite|jobbe) ich",
        rf"\b[Bb]ei (?P<v>{PLACE}) bin ich{NOW} (?:angestellt|beschäftigt|tätig)",
        rf"\b[Ii]ch habe{NOW} (?:einen |eine )?(?:\w+ )?(?:Job|Stelle|Anstellung|Arbeit|Posten)"
        rf" bei (?:der |dem )?(?P<v>{PLACE})",
        rf"\b[Mm]ein(?:e)? (?:\w+ )?(?:Arbeitgeber(?:in)?|Firma|Unternehmen|Betrieb|Arbeitsplatz)"
        rf"(?: ist| heißt|:| nennt sich){NOW} (?:bei )?(?:der |die |das )?(?P<v>{PLACE})",
        rf"\b(?:[Dd]ie Firma|[Dd]as Unternehmen),? (?:für die|für das|bei der|bei dem|in der) ich"
        rf" (?:arbeite|angestellt bin|tätig bin|beschäftigt bin),? (?:ist|heißt) (?P<v>{PLACE})",
        rf"\b[Ii]ch (?:verdiene|bekomme) mein (?:Geld|Gehalt)(?: \w+)? (?:bei|von) (?P<v>{PLACE})",
        rf"\b(?:gekündigt|gewechselt|Stelle|Job)\b.*\b(?:bei|zu|für) (?P<v>{PLACE})"
        rf"(?: (?:angefangen|gewechselt|begonnen|gegangen))?",
        rf"\b(?:[Ii]ch habe|habe ich)(?: \w+){{0,4}} bei (?P<v>{PLACE}) (?:angefangen|begonnen"
        rf"|angeheuert|unterschrieben|einen Job angenommen)",
        rf"\b(?:[Ii]ch bin|bin ich)(?: \w+){{0,3}} zu (?P<v>{PLACE}) gewechselt",
        rf"\b(?:[Ss]eit \w+(?: \w+)?) (?:arbeite|bin) ich (?:bei|für) (?P<v>{PLACE})",
        rf"\b[Aa]ngestellt bin ich{NOW} bei (?P<v>{PLACE})",
        holds=is_place,
    ),
    *phrase(
        Slot.ROLE,
        rf"\b(?:[Ii]ch bin|bin ich){NOW}(?: von Beruf| beruflich)?(?: eine?| als)?"
        rf" (?P<v>(?!kein)(?:\w+[er] )?{JOB})(?!\w)",
        r"\b[Bb]eruflich (?:mache|bin) ich (?:\w+ )?als (?P<v>[A-ZÄÖÜ][\w-]{3,})",
        rf"\b(?:[Ii]ch )?(?:arbeite|arbeiten|tätig|jobbe)"
        rf"(?: ich)?{NOW}(?: was)? als (?P<v>(?:\w+[er] )?[A-ZÄÖÜ][\w-]{{3,}})",
        rf"\b[Mm]ein(?:e)? (?:\w+ )?(?:Beruf|Berufsbezeichnung|Job|Position|Stelle|Rolle|Titel"
        rf"|Stellenbezeichnung|Jobtitel|Funktion|Tätigkeit)(?: \w+ \w+)?(?: ist| lautet| heißt|:"
        rf"| wäre){NOW} (?:der|die|die einer|als|als )?(?P<v>(?:\w+[er] )?[A-ZÄÖÜ][\w-]{{3,}})",
        rf"\b[Vv]on Beruf (?:bin ich|her bin ich){NOW} (?P<v>[A-ZÄÖÜ][\w-]{{3,}})",
        rf"\b[Ii]ch bin{NOW} (?P<v>[A-ZÄÖÜ][\w-]{{3,}}) von Beruf",
        r"\b[Ii]ch (?:verdiene|bestreite) (?:mein Geld|meinen Lebensunterhalt|mein Brot) als"
        r" (?P<v>[A-ZÄÖÜ][\w-]{3,})",
        rf"\b(?:[Ii]ch wurde|[Mm]an hat mich) (?:\w+ )?zu[mr] (?P<v>{JOB})(?!\w)",
    ),
    *phrase(
        Slot.FAMILY,
        rf"\b(?:[Mm]eine?|[Uu]nsere?)r? (?:\w+e[rn]? )?(?P<q>{KIN})"
        rf"(?: heißt| hat den Namen| trägt den Namen| ist die| ist der| ist|,)?"
        rf"(?: übrigens| auch)? (?P<v>{PERSON})",
        rf"\b[Dd]er Name (?:meine[rs]|unsere[rs]) (?P<q>{KIN})(?:e?s)? (?:ist|lautet) (?P<v>{PERSON})",
        rf"\b[Ii]ch habe eine?n? (?:\w+ )?(?P<q>{KIN})(?: namens|,? die| mit (?:dem )?Namen|,? der)?"
        rf" (?P<v>{PERSON})(?: heißt)?",
        rf"^(?P<v>{PERSON}) (?:ist|heißt) meine? (?:\w+e[rn]? )?(?P<q>{KIN})(?!\w)",
        rf"\b[Ii]ch bin (?:mit )?(?P<v>{PERSON})s (?P<q>Schwester|Bruder|Mutter|Vater)$",
        holds=is_person,
    ),
    *phrase(
        Slot.PET,
        rf"\b(?:[Mm]eine?|[Uu]nsere?) (?:\w+e[rsn]? )?(?P<q>{PET})"
        rf"(?: heißt| hat den Namen| hört auf den Namen| ist|,)? (?P<v>{PERSON})",
        rf"\b[Ii]ch (?:habe|besitze|halte|hab)(?: auch| noch| zu Hause| daheim)? eine?n? (?:\w+ )?"
        rf"(?P<q>{PET})(?: namens|,? (?:das|der|die)(?: auf den Namen)?|,? (?:sie|er|es) heißt| mit (?:dem )?Namen)"
        rf" (?P<v>{PERSON})",
        rf"\b[Ww]ir haben (?:auch )?eine?n? (?:\w+ )?(?P<q>{PET})(?: namens|,? (?:das|der|die))"
        rf" (?P<v>{PERSON})",
        rf"^(?P<v>{PERSON})(?: ist| heißt|,) (?:meine?|unsere?) (?:\w+e[rsn]? )?(?P<q>{PET})(?!\w)",
        rf"\b[Dd]er Name (?:meine[rs]|unsere[rs]) (?P<q>{PET})(?:e?s)? (?:ist|lautet) (?P<v>{PERSON})",
        holds=is_person,
    ),
    *phrase(
        Slot.BIRTHDAY,
        rf"\b(?:[Mm]ein Geburtstag|[Ii]ch habe|habe ich|[Mm]einen Geburtstag|feiere ich)\b.*?"
        rf"(?P<v>{DAY})(?=$|[ ,.!]| Geburtstag)(?=.*)",
        rf"(?P<v>{DAY})\b.*\b(?:Geburtstag|werde ich ein Jahr älter|geboren|auf die Welt gekommen)",
        rf"\b(?:geboren|[Gg]eburtstag)\b.*? am (?P<v>{DAY})",
        rf"\b[Ii]ch werde am (?P<v>{DAY}) (?:\d+|ein Jahr älter|älter)",
    ),
    *phrase(
        Slot.LANGUAGE,
        rf"\b(?:[Ii]ch (?:spreche|kann|beherrsche|rede)|spreche ich|beherrsche ich)\b"
        rf"[\w ]{{0,40}}?\b(?P<v>{SPEECH})(?!\w)",
        rf"\b(?P<v>{SPEECH}) (?:ist|war) meine (?:\w+ )?(?:Muttersprache|Sprache|Zweitsprache)",
        rf"\b(?P<v>{SPEECH}) (?:spreche|kann|beherrsche) ich",
        rf"\b[Mm]eine (?:\w+ )?(?:Muttersprache|Zweitsprache|Sprache)(?: ist|:) (?P<v>{SPEECH})(?!\w)",
        rf"\b(?:mit|auf) (?P<v>{SPEECH}) (?:\w+ )?(?:aufgewachsen|groß geworden)",
        rf"\b(?:[Zz]u ?[Hh]ause|[Dd]aheim|[Ii]n der Familie) (?:spreche ich|sprechen wir|reden wir)"
        rf" (?P<v>{SPEECH})(?!\w)",
        rf"\b[Ii]ch bin (?:\w+ )?(?:in )?(?P<v>{SPEECH})(?:-| )?(?:Muttersprachler(?:in)?|fließend)",
    ),
    *phrase(
        Slot.UNITS,
        rf"\b(?P<v>{UNITS})n? (?:Einheiten|Maße|Maßeinheiten|Angaben|Werte)",
        rf"\b(?:im|das|dem) (?P<v>{UNITS})n? (?:Einheitensystem|System|Maßsystem)",
        asked=True,
    ),
    *phrase(
        Slot.DIET,
        rf"\b[Ii]ch (?:bin|esse|ernähre mich|lebe|koche){NOW}(?: nur| ausschließlich| streng"
        rf"| rein| strikt| auf| überwiegend| fast nur| komplett)* (?P<v>{DIET_WORDS})(?:e[snrm]?)?(?!\w)",
        rf"\b(?:esse|ernähre|lebe) ich(?: mich)?{NOW}(?: nur)? (?P<v>{DIET})(?!\w)",
        rf"\b[Mm]ein(?:e)? (?:Ernährung|Essen|Diät|Kost|Mahlzeiten|Speiseplan|Küche|Ernährungsweise)"
        rf"(?: ist| sind| muss| müssen|:| bleibt| soll| sollte)?{NOW}(?: \w+)?"
        rf" (?P<v>{DIET})(?!\w)",
        rf"\bauf (?:eine )?(?P<v>{DIET})(?:e[snrm]?)? (?:\w+ )?(?:umgestiegen|umgestellt|Ernährung|Kost)",
        rf"\b(?:Essen|Ernährung|Mahlzeiten|Diät)\b.*[:,] .*?\b(?P<v>{DIET})(?!\w)",
        r"\b[Ii]ch (?:bin|wurde)(?: \w+)? (?P<v>Vegetarier(?:in)?|Veganer(?:in)?)(?!\w)",
        rf"\b[Ii]ch (?:halte|folge|mache){NOW} (?:mich an )?(?:eine[rn]? )?(?P<v>{DIET})(?:e[snrm]?)?"
        rf" (?:Diät|Ernährung|Kost|Lebensweise)",
    ),
    *phrase(
        Slot.ANSWER_STYLE,
        rf"\b(?P<v>{STYLE}) {ANSWERS}\b",
        rf"\b[Aa]ntworte(?:n Sie)?(?: mir)?(?: bitte| immer| künftig| ab jetzt| lieber| stets)*"
        rf" (?P<v>{STYLE})(?!\w)",
        rf"\b[Hh]alte (?:deine |die )?(?:Antworten|Erklärungen|dich)(?: bitte| immer)* (?P<v>{STYLE})",
        rf"\b[Ff]asse? dich(?: bitte)? (?P<v>{STYLE})(?!\w)",
        asked=True,
    ),
    *phrase(
        Slot.TOOL,
        rf"\b[Ii]ch {USE}{NOW}\b[\w ,-]{{0,40}}?\b(?:mit |in |auf )?(?P<v>{CODE})"
        rf"(?= (?:als|für|zum|zur|bei|im|am|an|täglich|jeden|und|seit|in|statt|auf|ein)|$|[,.!])",
        rf"\b[Mm]ein(?:e)? (?:\w+ )?(?:Editor|Texteditor|Browser|Werkzeug|Tool|Terminal|Programm|App"
        rf"|Betriebssystem|Notizprogramm|IDE|Shell|Kalender|Software|Notiz-App|Programmiersprache"
        rf"|Tracker|Datenbank|Mailprogramm|Passwortmanager|Notizen-App)(?: ist| heißt|:) (?P<v>{CODE})",
        rf"\b(?:mit|in|per|über|auf) (?P<v>{CODE})(?:,)? (?:schreibe|programmiere|arbeite|verwalte"
        rf"|organisiere|plane|mache|notiere|erledige|bearbeite|entwickle|baue) ich",
        rf"\b(?:schreibe|verwalte|organisiere|plane|mache|notiere|erledige|bearbeite|programmiere"
        rf"|sammle|tracke|verfolge|führe|halte|entwerfe|zeichne|schneide) ich\b[\w ]{{0,30}}?"
        rf" (?:mit|in|per|über) (?P<v>{CODE})(?=$|[,.! ])",
        rf"\b[Ii]ch (?:schreibe|verwalte|organisiere|plane|notiere|erledige|bearbeite|sammle|tracke"
        rf"|verfolge|führe|zeichne|schneide)\b[\w ]{{0,40}}? (?:mit|in|per|über) (?P<v>{CODE})(?=$|[,.! ])",
        rf"^(?:[Ff]ür|[Zz]um|[Bb]ei|[Zz]ur)\b[\w ]{{2,40}} (?:nutze|benutze|verwende|nehme|brauche)"
        rf" ich (?P<v>{CODE})",
        rf"\b[Ii]ch (?:setze|schwöre)\b[\w ]{{0,20}} auf (?P<v>{CODE})",
        rf"^(?P<v>{CODE}) (?:nutze|benutze|verwende) ich\b",
        holds=is_thing,
    ),
    *phrase(
        Slot.LIKES,
        rf"\b(?:[Ii]ch (?:mag|liebe)|mag ich|liebe ich){NOW} {NOUNED}",
        rf"\b{PLAY} ich{NOW}(?: gern| gerne| am liebsten)+ {NOUNED}",
        rf"\b[Ii]ch {PLAY}{NOW}(?: gern| gerne| am liebsten| leidenschaftlich| oft und gern)+"
        rf"(?: \w+)? {NOUNED}",
        rf"\b[Ii]ch {PLAY} (?:total |sehr |unheimlich |wahnsinnig )?(?:gern|gerne|am liebsten)"
        rf" {NOUNED}",
        rf"\b[Mm]ein(?:e)? (?:absolute[rs]? )?Lieblings\w+ (?:ist|heißt|sind|bleibt|:) {NOUNED}",
        rf"\b[Ii]ch bin (?:ein )?(?:großer |riesiger |echter |totaler )?(?:Fan|Liebhaber(?:in)?) von {NOUNED}",
        rf"\b[Ii]ch (?:stehe|fahre)(?: total| voll| sehr| echt)? auf {NOUNED}",
        rf"^{NOUNED} (?:mag|liebe) ich{NOW}$",
        rf"^{NOUNED} (?:macht mir|bereitet mir)(?: \w+)* (?:Spaß|Freude)",
        rf"^{NOUNED} (?:gefällt mir|finde ich|ist)(?: \w+)? (?:super|toll|klasse|großartig|spitze"
        rf"|sehr gut|richtig gut|wunderbar|mein Lieblings\w+)$",
        rf"^{NOUNED} gefällt mir(?: \w+)?$",
        rf"\b[Ii]ch (?:habe|hab)(?: \w+)? (?:Spaß|Freude) an {NOUNED}",
        rf"\b[Ii]ch (?:begeistere|interessiere) mich (?:sehr )?für {NOUNED}",
        holds=is_thing,
    ),
    *phrase(
        Slot.DISLIKES,
        rf"\b(?:[Ii]ch mag|mag ich){NOW} {NOUNED}(?: \w+)? (?:nicht|gar nicht|überhaupt nicht)\b",
        rf"\b[Ii]ch mag (?:wirklich |überhaupt |gar )?keine?n? {NOUNED}",
        rf"\b(?:[Ii]ch (?:hasse|verabscheue|verachte)|hasse ich){NOW} {NOUNED}",
        rf"^{NOUNED} (?:hasse|verabscheue) ich",
        rf"^{NOUNED} (?:finde ich|ist)(?: \w+)? (?:furchtbar|schrecklich|grässlich|doof|blöd|ätzend"
        rf"|scheußlich|eklig|grauenhaft|unerträglich|langweilig)",
        rf"^{NOUNED} (?:mag|gefällt) (?:ich|mir)(?: \w+)? (?:nicht|gar nicht|überhaupt nicht)$",
        rf"\b[Mm]it {NOUNED} kann ich (?:\w+ )?nichts anfangen",
        rf"\bkann ich {NOUNED} (?:\w+ )?nicht (?:leiden|ausstehen|ab)",
        rf"\b[Ii]ch kann {NOUNED} nicht (?:leiden|ausstehen|ab)",
        rf"^{NOUNED} kann ich (?:\w+ )?nicht (?:leiden|ausstehen|ab)",
        rf"\b[Ii]ch (?:finde|halte) {NOUNED} (?:furchtbar|schrecklich|grässlich|doof|ätzend|eklig)",
        holds=is_thing,
        denied=True,
    ),
    *phrase(
        Slot.ALLERGY,
        r"\b[Ii]ch (?:bin|reagiere)\b[\w ]{0,30}? (?:allergisch (?:gegen|auf)) (?P<v>[\w-]+)",
        r"\bgegen (?P<v>[\w-]+) (?:bin ich|allergisch)(?: (?:stark|hoch|sehr|schwer))?"
        r"(?: allergisch)?",
        r"\b(?:[Gg]egen|[Aa]uf) (?P<v>[\w-]+) (?:bin|reagiere) ich (?:\w+ )?allergisch",
        r"\b[Ii]ch (?:habe|hab|leide)\b[\w ]{0,20}? (?P<v>[A-ZÄÖÜ][\w]+)-?[Aa]llergie\b",
        r"\b[Ii]ch (?:habe|hab|leide)\b[\w ]{0,25}? Allergie gegen (?P<v>[\w-]+)",
        r"\b[Mm]eine (?:\w+ )?Allergie(?: gegen|:| ist) (?P<v>[A-ZÄÖÜ]\w+)",
        r"\b[Mm]eine (?P<v>[A-ZÄÖÜ]\w+)-Allergie\b",
    ),
    *phrase(
        Slot.PROJECT,
        rf"\b[Ii]ch (?:baue|entwickle|leite|programmiere|entwerfe|betreue|schreibe|gründe|starte"
        rf"|plane|gestalte|betreibe|verantworte){NOW} (?:(?:ein|das|unser|mein|eine|die|an einem"
        rf"|an)(?: \w+)? (?:Projekt|App|Spiel|Website|Blog|Vorhaben|Programm|Produkt|Nebenprojekt)"
        rf"(?: namens| mit (?:dem )?Namen|,? das|,? die)?,? )?(?P<v>{NAME})",
        rf"\b(?:baue|entwickle|leite|programmiere|entwerfe|betreue|starte|gestalte|betreibe) ich"
        rf"{NOW} (?:(?:ein|das|eine|die|an)(?: \w+)? (?:Projekt|App|Spiel|Website|Blog|Programm)"
        rf"(?: namens)? )?(?P<v>{NAME})",
        rf"\b[Ii]ch (?:arbeite|bastle|tüftle|sitze|werkle|schreibe|baue){NOW} an "
        rf"(?:(?:dem|einem|meinem|der|einer|meiner|unserem)(?: \w+)? (?:Projekt|App|Spiel|Programm"
        rf"|Website|Nebenprojekt|Vorhaben|Produkt|Buch|Roman|Blog)"
        rf"(?: namens|,? das| mit (?:dem )?Namen)? )?(?P<v>{NAME})",
        rf"\b(?:arbeite|bastle|tüftle|sitze|werkle) ich{NOW} an (?:(?:dem|einem|meinem)(?: \w+)?"
        rf" Projekt(?: namens)? )?(?P<v>{NAME})",
        rf"\b(?:[Mm]ein|[Uu]nser) (?:\w+ )?(?:Projekt|Nebenprojekt|Vorhaben|Hobbyprojekt|Start-up)"
        rf"(?: heißt| ist| nennt sich|:) (?P<v>{NAME})",
        rf"\b[Aa]n (?P<v>{NAME}) (?:arbeite|bastle|tüftle|baue|schreibe) ich",
        rf"\b(?:[Pp]rojekt|[Aa]pp|[Nn]ebenprojekt) namens (?P<v>{NAME})",
        holds=is_thing,
    ),
    *phrase(
        Slot.TOOL,
        rf"\b[Mm]it (?P<v>{CODE}) arbeite ich nicht mehr",
        rf"\b[Ii]ch (?:nutze|benutze|verwende|gebrauche|brauche) (?P<v>{CODE}) (?:\w+ )?nicht mehr",
        rf"\b(?P<v>{CODE}) (?:nutze|benutze|verwende|brauche) ich (?:\w+ )?nicht mehr",
        rf"^(?P<v>{CODE}) habe ich (?:abgeschafft|abgelegt|deinstalliert|ausgemustert|gelöscht)",
        rf"\b[Ii]ch arbeite nicht mehr mit (?P<v>{CODE})",
        rf"\b[Ii]ch habe (?P<v>{CODE}) (?:abgeschafft|deinstalliert|ausgemustert|abbestellt)",
        rf"\b[Ii]ch habe (?:\w+ )?aufgehört, (?P<v>{CODE}) zu (?:nutzen|benutzen|verwenden)",
        holds=is_thing,
        ended=True,
    ),
    *phrase(
        Slot.PROJECT,
        rf"^(?:Das Projekt )?(?P<v>{NAME}) (?:ist|wurde|haben wir|habe ich)(?: \w+)? (?:eingestellt"
        rf"|beendet|abgebrochen|aufgegeben|auf Eis gelegt|gestoppt|vorbei|abgesagt)",
        rf"\b[Ii]ch habe (?:das Projekt )?(?P<v>{NAME}) (?:aufgegeben|eingestellt|abgebrochen"
        rf"|hingeworfen|beerdigt|auf Eis gelegt|fallen gelassen)",
        rf"\b[Ii]ch (?:entwickle|baue|leite|betreue|programmiere) (?P<v>{NAME}) (?:\w+ )?nicht mehr",
        rf"\b[Ii]ch arbeite nicht mehr an (?:dem Projekt )?(?P<v>{NAME})",
        rf"\b[Aa]n (?P<v>{NAME}) arbeite ich (?:\w+ )?nicht mehr",
        rf"\b(?P<v>{NAME}) (?:entwickle|baue|leite|betreue) ich (?:\w+ )?nicht mehr",
        holds=is_thing,
        ended=True,
    ),
    *phrase(
        Slot.LIKES,
        rf"\b[Ii]ch (?:mag|liebe) {NOUNED}(?: \w+)? nicht mehr",
        rf"\b{NOUNED} (?:mag|liebe) ich(?: \w+)? nicht mehr",
        rf"\b[Ii]ch {PLAY} {NOUNED}(?: \w+)? nicht mehr",
        rf"\b{NOUNED} {PLAY} ich(?: \w+)? nicht mehr",
        rf"\b{NOUNED} (?:gefällt mir|macht mir|interessiert mich|begeistert mich|reizt mich)"
        rf"(?: \w+)* (?:nicht mehr|keinen Spaß mehr|keine Freude mehr)",
        rf"\b(?:keinen Spaß|keine Freude|keine Lust|kein Interesse) mehr (?:an|auf) {NOUNED}",
        rf"^{NOUNED} ist mir (?:\w+ )?(?:langweilig|fad|öde) geworden",
        holds=is_thing,
        ended=True,
    ),
    *phrase(
        Slot.EMPLOYER,
        rf"\b[Ii]ch arbeite nicht mehr (?:bei|für) (?P<v>{PLACE})",
        rf"\b[Bb]ei (?P<v>{PLACE}) (?:arbeite|bin) ich nicht mehr",
        holds=is_place,
        ended=True,
    ),
    *phrase(
        Slot.HOME,
        rf"\b[Ii]ch (?:wohne|lebe) nicht mehr in (?P<v>{PLACE})",
        rf"\b[Ii]n (?P<v>{PLACE}) (?:wohne|lebe) ich nicht mehr",
        holds=is_place,
        ended=True,
    ),
    *phrase(
        Slot.BIRTHDAY,
        rf"\b[Gg]eburtstag\b.*\bnicht (?:am )?{DAY},? sondern (?:am )?(?P<v>{DAY})",
        denied=True,
    ),
)
