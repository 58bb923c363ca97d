"""French as people say it: what changes a line, what ends it, and what is no line at all."""

from __future__ import annotations

import pytest

from tests.fakes.reading import active_after, lines_of

ALLERGY = "Je suis allergique au latex."
ALLERGY_2 = "Je suis allergique au pollen."
BIRTHDAY = "Mon anniversaire est le 3 mai."
BIRTHDAY_2 = "Mon anniversaire est le 2 avril."
BIRTHDAY_3 = "Mon anniversaire est le 8 juin."
DIET = "Je suis végétarienne."
DIET_2 = "Je suis végane."
DIET_3 = "Je mange casher."
DIET_4 = "Je mange halal."
DISLIKES = "Je déteste Catane."
HOME = "J'habite à Valmorel."
HOME_2 = "Je vis à Valmorel."
HOME_3 = "J'habite à Kerlouan."
HOME_4 = "Je vis à Morlane."
JOB = "Je bosse chez Nordelec."
JOB_2 = "Je travaille chez Nordelec."
JOB_3 = "Je travaille chez Oxamer."
JOB_4 = "Je travaille chez Pelvox."
KIN = "Mon mari s'appelle Bertin."
KIN_2 = "Mon copain s'appelle Loïk."
LIKES = "J'aime beaucoup Catane."
LIKES_2 = "J'aime Catane."
LIKES_3 = "J'aime beaucoup Skarn."
LIKES_4 = "J'aime Skarn."
LIKES_5 = "J'aime Zarko."
NAME = "Je m'appelle Fanny Quell."
NAME_2 = "Je m'appelle Rose Lanvin."
NICK = "Appelle-moi Fanou."
NICK_2 = "Surnomme-moi Nono."
NICK_3 = "Appelle-moi Titi."
PET = "Mon chien s'appelle Rufus."
PET_2 = "J'ai un chat qui s'appelle Pixel."
PROJECT = "Je développe Ventador."
PROJECT_2 = "Je développe Orvane."
PROJECT_3 = "Je développe Mistrou."
ROLE = "Je suis comptable."
ROLE_2 = "Je suis pompière."
ROLE_3 = "Je suis serveuse."
ROLE_4 = "Je suis caissière."
SPEECH = "Je parle danois."
SPEECH_2 = "Je parle basque."
STYLE = "Donne-moi des réponses courtes."
STYLE_2 = "Je veux des réponses détaillées."
STYLE_3 = "Je veux des réponses courtes."
TOOL = "J'utilise Yordra."
TOOL_2 = "J'utilise Plumo."
TOOL_3 = "J'utilise Klipo."
UNITS = "Utilise les unités métriques."
UNITS_2 = "Donne-moi des unités impériales."

# said before, said later, the line that holds then; None: the old one does no longer
CHANGED = [
    (HOME, "On a déménagé le mois dernier, maintenant on est à Brissac.", "Habite à Brissac."),
    (HOME, "Je n'habite plus à Valmorel mais à Brissac.", "Habite à Brissac."),
    (HOME_2, "Ça y est, on a emménagé à Brissac !", "Habite à Brissac."),
    (HOME_2, "Finalement j'ai quitté Valmorel pour Brissac.", "Habite à Brissac."),
    (HOME_2, "Mon nouvel appart est à Brissac.", "Habite à Brissac."),
    (HOME_2, "Depuis la semaine dernière je loge à Brissac.", "Habite à Brissac."),
    (HOME_2, "Non, pas Valmorel : j'habite à Brissac.", "Habite à Brissac."),
    (HOME_2, "Au fait, je me suis trompée, j'habite Brissac, pas Valmorel.", "Habite à Brissac."),
    (HOME_2, "On a fini par s'installer à Brissac avec les enfants.", "Habite à Brissac."),
    (HOME_2, ["J'ai déménagé.", "> Ah, où ça ?", "À Brissac."], "Habite à Brissac."),
    (HOME_2, "J'ai changé de ville : c'est Brissac à présent.", "Habite à Brissac."),
    (JOB, "J'ai changé de boîte, je suis chez Fabrilune maintenant.", "Travaille chez Fabrilune."),
    (JOB, "Depuis lundi je bosse pour Fabrilune.", "Travaille chez Fabrilune."),
    (JOB, "J'ai démissionné de Nordelec et rejoint Fabrilune.", "Travaille chez Fabrilune."),
    (JOB, "C'est officiel, Fabrilune m'a embauché !", "Travaille chez Fabrilune."),
    (JOB, "Mon employeur n'est plus Nordelec, c'est Fabrilune.", "Travaille chez Fabrilune."),
    (JOB, "Nouveau boulot depuis mars : Fabrilune.", "Travaille chez Fabrilune."),
    (JOB, "Ce n'est plus Nordelec qui m'emploie, mais Fabrilune.", "Travaille chez Fabrilune."),
    (ROLE, "J'ai changé de métier, je suis menuisière maintenant.", "Travaille comme menuisière."),
    (ROLE, "Je ne suis plus comptable, je suis devenue libraire.", "Travaille comme libraire."),
    (ROLE, "On m'a nommée directrice le mois dernier.", "Travaille comme directrice."),
    (ROLE, "Mon nouveau métier : apicultrice.", "Travaille comme apicultrice."),
    (NICK, "En fait, appelle-moi plutôt Fée.", "Se fait appeler Fée."),
    (NICK, "Tout le monde m'appelle Lison maintenant.", "Se fait appeler Lison."),
    (NICK, "Ne m'appelle plus Fanou, mais Lison.", "Se fait appeler Lison."),
    (NAME, "Depuis mon mariage je m'appelle Fanny Brol.", "S'appelle Fanny Brol."),
    (NAME, "J'ai repris mon nom de jeune fille : Fanny Brol.", None),
    (DIET, "Je suis passée végane cet hiver.", "Régime : végane."),
    (STYLE, "Finalement, je préfère des réponses détaillées.", "Préfère les réponses détaillées."),
    (STYLE, "Tes réponses sont trop courtes, fais-les plus détaillées à l'avenir.", None),
    (UNITS, "Je suis repassée aux unités impériales.", "Préfère les unités impériales."),
    (LIKES, "Catane, j'en ai marre, je n'y joue plus.", None),
    (LIKES, "Avec le temps j'ai fini par détester Catane.", "N'aime pas Catane."),
    (DISLIKES, "Contre toute attente, j'adore Catane maintenant.", "Aime Catane."),
    (HOME_3, "Petite mise à jour : depuis samedi on vit à Tarvel.", "Habite à Tarvel."),
    (HOME_3, "Changement d'adresse : Tarvel désormais.", None),
    (HOME_3, "Rectification, c'est à Tarvel que j'habite, plus à Kerlouan.", "Habite à Tarvel."),
    (HOME_3, "Je me suis finalement établie à Tarvel avec mon bateau.", "Habite à Tarvel."),
    (JOB_3, "La clinique Bolivent m'a recrutée en janvier.", None),
    (JOB_3, "Je viens d'être embauchée chez Bolivent.", "Travaille chez Bolivent."),
    (JOB_3, "Ça fait trois semaines que je bosse chez Bolivent.", "Travaille chez Bolivent."),
    (JOB_3, "Mon nouvel employeur s'appelle Bolivent.", "Travaille chez Bolivent."),
    (ROLE_3, "Fini le service, je suis infirmière maintenant.", "Travaille comme infirmière."),
    (ROLE_3, "Depuis septembre j'exerce comme jardinière.", "Travaille comme jardinière."),
    (NICK_2, "Je me fais appeler Gigi maintenant.", "Se fait appeler Gigi."),
    (NAME_2, "J'ai changé de nom, je m'appelle Rose Tibor.", "S'appelle Rose Tibor."),
    (DIET_3, "Je suis devenue végétarienne cette année.", "Régime : végétarienne."),
    (DIET_3, "Côté repas, c'est sans lactose maintenant.", None),
    (LIKES_3, "J'ai complètement décroché de Skarn.", None),
    (LIKES_3, "Skarn, je ne peux plus le voir en peinture.", None),
    (UNITS, "Passe aux unités impériales, s'il te plaît.", "Préfère les unités impériales."),
    (HOME_4, "Nous voilà installés à Duvray depuis hier.", "Habite à Duvray."),
    (HOME_4, "Tu peux noter que j'habite désormais à Duvray.", "Habite à Duvray."),
    (HOME_4, "Morlane c'était avant, maintenant je vis à Duvray.", "Habite à Duvray."),
    (
        HOME_4,
        ["On a encore déménagé.", "> Où habitez-vous maintenant ?", "Duvray, au bord du lac."],
        "Habite à Duvray.",
    ),
    (JOB_4, "Ça y est, j'ai signé chez Cadrane.", "Travaille chez Cadrane."),
    (JOB_4, "Je ne bosse plus pour Pelvox mais pour Cadrane.", "Travaille chez Cadrane."),
    (
        JOB_4,
        ["J'ai changé de boulot.", "> Félicitations ! Chez qui ?", "Chez Cadrane."],
        "Travaille chez Cadrane.",
    ),
    (JOB_4, "Pelvox a fermé, j'ai retrouvé du travail chez Cadrane.", "Travaille chez Cadrane."),
    (ROLE_4, "J'ai quitté la caisse, je suis devenue photographe.", "Travaille comme photographe."),
    (ROLE_4, "Mon métier a changé : je suis photographe.", "Travaille comme photographe."),
    (NICK_3, "Au lieu de Titi, appelle-moi Max.", "Se fait appeler Max."),
    (DIET_4, "Désormais je suis un régime sans sucre.", "Régime : sans sucre."),
    (UNITS_2, "Je préfère finalement les unités métriques.", "Préfère les unités métriques."),
    (LIKES_5, "Je déteste Zarko depuis la dernière mise à jour.", "N'aime pas Zarko."),
]
ENDED = [
    (HOME, "Je ne vis plus à Valmorel."),
    (HOME, "J'ai quitté Valmorel pour de bon."),
    (HOME, "Oublie que j'habite à Valmorel."),
    (HOME, "Valmorel, c'est fini, on est partis."),
    (JOB_2, "J'ai quitté Nordelec."),
    (JOB_2, "Nordelec m'a licenciée la semaine dernière."),
    (JOB_2, "Je ne suis plus chez Nordelec."),
    (JOB_2, "Nordelec et moi, c'est terminé."),
    (JOB_2, "J'ai pris ma retraite de Nordelec."),
    (ROLE_2, "Je ne suis plus pompière."),
    (ROLE_2, "J'ai arrêté d'être pompière."),
    (TOOL, "Je me suis débarrassée de Yordra."),
    (TOOL, "J'ai laissé tomber Yordra."),
    (TOOL, "Yordra, c'est fini pour moi."),
    (TOOL, "Je n'ouvre plus Yordra depuis des mois."),
    (TOOL, "J'ai désinstallé Yordra hier."),
    (TOOL, "J'ai remplacé Yordra par Zinka."),
    (TOOL, "Je suis passée de Yordra à Zinka."),
    (TOOL, "Oublie ce que j'ai dit sur Yordra."),
    (TOOL, "Supprime Yordra de ta mémoire, s'il te plaît."),
    (LIKES_2, "Catane ne m'amuse plus du tout."),
    (LIKES_2, "Je me suis lassé de Catane."),
    (LIKES_2, "J'ai arrêté Catane."),
    (LIKES_2, "Je ne suis plus fan de Catane."),
    (LIKES_2, "Je n'aime plus trop Catane."),
    (LIKES_2, "C'est faux que j'aime Catane, efface ça."),
    (ALLERGY, "En fait, je ne suis pas allergique au latex."),
    (ALLERGY, "Le médecin a confirmé que je ne suis plus allergique au latex."),
    (ALLERGY, "Mon allergie au latex a disparu."),
    (PROJECT, "J'ai mis fin à Ventador."),
    (PROJECT, "Ventador est tombé à l'eau."),
    (PROJECT, "J'ai jeté l'éponge avec Ventador."),
    (PROJECT, "Je ne m'occupe plus de Ventador."),
    (PROJECT, "On a arrêté Ventador."),
    (PROJECT, "J'ai confié Ventador à une collègue, ce n'est plus mon projet."),
    (SPEECH, "Je ne parle plus danois."),
    (PET, "Nous n'avons plus Rufus."),
    (KIN, "Bertin et moi, nous avons divorcé."),
    (DIET_2, "Je ne suis plus végane."),
    (DIET_2, "J'ai abandonné le régime végane."),
    (HOME_3, "On n'habite plus Kerlouan depuis Noël."),
    (HOME_3, "J'ai dit adieu à Kerlouan."),
    (HOME_3, "Nous avons quitté Kerlouan il y a un mois."),
    (JOB_3, "Mon contrat chez Oxamer est terminé."),
    (JOB_3, "Je me suis fait virer de chez Oxamer."),
    (JOB_3, "Je ne fais plus partie d'Oxamer."),
    (TOOL_2, "Plumo, j'ai arrêté."),
    (TOOL_2, "J'ai résilié Plumo."),
    (TOOL_2, "Je n'ai plus Plumo sur mon téléphone."),
    (TOOL_2, "J'ai troqué Plumo contre Zinka."),
    (TOOL_2, "Ne retiens plus que j'utilise Plumo."),
    (LIKES_4, "Skarn m'ennuie maintenant."),
    (LIKES_4, "J'ai perdu le goût de Skarn."),
    (LIKES_4, "Tu peux oublier que j'aime Skarn."),
    (ALLERGY_2, "Il s'avère que je ne suis pas allergique au pollen."),
    (ALLERGY_2, "Je ne suis plus allergique au pollen grâce à la désensibilisation."),
    (PROJECT_2, "Orvane, j'ai jeté l'éponge."),
    (PROJECT_2, "On a enterré Orvane la semaine dernière."),
    (PROJECT_2, "Je ne travaille plus sur Orvane."),
    (PROJECT_2, "Le projet Orvane est suspendu."),
    (PET_2, "J'ai donné Pixel à ma tante."),
    (HOME_4, "Ma vie à Morlane est derrière moi, j'ai quitté Morlane."),
    (HOME_4, "Non, je ne vis pas à Morlane."),
    (JOB_4, "Pelvox m'a mise à la porte."),
    (JOB_4, "C'est fini entre Pelvox et moi."),
    (JOB_4, "J'ai donné ma démission chez Pelvox."),
    (TOOL_3, "Je me passe de Klipo maintenant."),
    (TOOL_3, "Je n'utilise plus du tout Klipo."),
    (TOOL_3, "J'ai annulé mon abonnement à Klipo."),
    (TOOL_3, "Efface ce que je t'ai dit sur Klipo."),
    (TOOL_3, "Klipo, je l'ai désinstallé."),
    (LIKES_5, "Zarko, ça ne me dit plus rien."),
    (LIKES_5, "Je n'écoute plus Zarko."),
    (LIKES_5, "J'ai fait une croix sur Zarko."),
    (PROJECT_3, "Mistrou est abandonné."),
    (PROJECT_3, "Je laisse tomber Mistrou."),
    (PROJECT_3, "J'ai passé la main sur Mistrou."),
    (SPEECH_2, "Je ne parle plus basque depuis l'enfance."),
    (KIN_2, "Loïk et moi, on s'est séparés."),
]
# nobody says of himself here what the value would make a line of
NOTHING = [
    ("Si j'habitais à Brissac, il me faudrait une voiture.", "Brissac"),
    ("Imagine que je vive à Brissac.", "Brissac"),
    ("Quand je serai à Brissac, j'aurai un jardin.", "Brissac"),
    ("Un jour je vivrai à Brissac, j'espère.", "Brissac"),
    ("On compte déménager à Brissac l'an prochain.", "Brissac"),
    ("Mon rêve, c'est Brissac et sa plage.", "Brissac"),
    ("Ma cousine habite à Brissac.", "Habite à Brissac."),
    ("Il paraît que Brissac est très chère.", "Brissac"),
    ("Une amie m'a écrit : j'habite à Brissac maintenant.", "Brissac"),
    ("Sur le formulaire il est écrit : habite à Brissac.", "Brissac"),
    ("Traduis cette phrase : j'habite à Brissac.", "Brissac"),
    ("Comment dit-on je vis à Brissac en danois ?", "Brissac"),
    ("Par exemple, quelqu'un écrit j'habite à Brissac, que réponds-tu ?", "Brissac"),
    ("Disons que je travaille chez Fabrilune, combien d'impôts je paierais ?", "Fabrilune"),
    ("J'ai failli travailler chez Fabrilune.", "Fabrilune"),
    ("J'ai postulé chez Fabrilune, j'attends la réponse.", "Travaille chez Fabrilune."),
    ("Fabrilune m'a proposé un poste mais j'ai refusé.", "Travaille chez Fabrilune."),
    ("Mon voisin bosse chez Fabrilune depuis dix ans.", "Travaille chez Fabrilune."),
    ("Dans mon roman, je suis pompière à Brissac.", "pompière"),
    ("Jouons : je suis pompière et tu es le chat coincé.", "pompière"),
    ("Je n'ai jamais vécu à Brissac.", "Habite à Brissac."),
    ("Non, je ne suis pas à Brissac.", "Habite à Brissac."),
    ("Mon père me dit toujours : je suis allergique au travail.", "travail"),
    ("Le prospectus dit : je mange végane et je vais bien.", "végane"),
    ("Elle m'a demandé si j'utilisais Zinka.", "Utilise Zinka."),
    ("Tu me conseilles Zinka pour mes notes, c'est ça ?", "Zinka"),
    ("D'après mon frère, j'adore Catane.", "Catane"),
    ("Je pourrais utiliser Zinka pour ça.", "Zinka"),
    ("J'envisage d'adopter un chat nommé Mistral.", "Mistral"),
    ("Si on prend un chat, il s'appellera Mistral.", "Mistral"),
    ("Avant, j'habitais à Brissac.", "Habite à Brissac."),
    ("J'ai vécu à Brissac pendant mes études.", "Habite à Brissac."),
    ("Pour rire, disons que je m'appelle Zorro.", "Zorro"),
    ("Le personnage dit « je m'appelle Zorro ».", "Zorro"),
    ("Écris un dialogue qui commence par : je déteste Catane.", "Catane"),
    ("Ma sœur dit qu'elle est allergique au latex.", "latex"),
    ("Je ne sais pas si je suis allergique au latex.", "allergique à latex"),
    ("Est-ce que je suis allergique au latex ?", "latex"),
    ("On m'a conseillé de devenir végane.", "végane"),
    ("Ma fille veut que je sois végane.", "végane"),
    ("Mon ancien patron travaillait chez Fabrilune.", "Travaille chez Fabrilune."),
    ("L'annonce précise : nous utilisons Zinka au quotidien.", "Zinka"),
    ("Suppose que je travaille chez Bolivent, quel serait mon salaire ?", "Bolivent"),
    ("Mon médecin m'a raconté qu'il habite à Tarvel.", "Habite à Tarvel."),
    ("Sur son blog elle écrit : je mange sans gluten depuis dix ans.", "gluten"),
    ("Voici mon exercice de grammaire : j'habite à Tarvel.", "Tarvel"),
    ("La dame de l'accueil a dit : je m'appelle Irma.", "Irma"),
    ("J'aurais aimé vivre à Tarvel.", "Tarvel"),
    ("Je me vois bien habiter à Tarvel.", "Habite à Tarvel."),
    ("Si tout va bien, je travaille chez Bolivent en mars.", "Travaille chez Bolivent."),
    ("Bolivent me tente, mais rien n'est signé.", "Bolivent"),
    ("L'étiquette du pot indique : je suis allergique au froid.", "froid"),
    ("Mon fils adore Skarn.", "Aime Skarn."),
    ("On dirait que je suis devenue pompière, non ?", "pompière"),
    ("Joue le rôle d'un client qui dit j'utilise Zinka.", "Zinka"),
    ("Ma coach répète que je suis végane, mais c'est une blague.", "végane"),
    ("J'ai rêvé que j'habitais à Tarvel.", "Tarvel"),
    ("Je ne connais personne à Tarvel.", "Habite à Tarvel."),
    ("Je pars une semaine à Tarvel.", "Habite à Tarvel."),
    ("Je suis chez Paul ce soir.", "Travaille chez Paul."),
    ("J'ai commencé Zelda hier soir.", "Travaille chez Zelda."),
    ("Aujourd'hui je suis à Tarvel pour une régate.", "Habite à Tarvel."),
    ("Le refrain fait : j'adore Skarn, oh oui.", "Skarn"),
    ("Corrige ma phrase, je vis à Tarvel depuis longtemps.", "Tarvel"),
    ("Je suis Capricorne.", "Capricorne"),
    ("Peux-tu écrire une lettre où je dis que j'habite à Tarvel ?", "Tarvel"),
    ("Ma voisine m'a texté : je déménage à Duvray.", "Duvray"),
    ("Ça te dirait que j'habite à Duvray ?", "Duvray"),
    ("Si seulement je travaillais chez Cadrane.", "Cadrane"),
    ("On hésite entre Duvray et Morlane pour s'installer.", "Habite"),
    ("Je visite un appartement à Duvray demain.", "Habite à Duvray."),
    ("Mon collègue de chez Cadrane m'a aidée.", "Travaille chez Cadrane."),
    ("J'ai un entretien chez Cadrane lundi.", "Travaille chez Cadrane."),
    ("La chanteuse a dit qu'elle vivait à Duvray.", "Habite à Duvray."),
    ("Dans la pièce que je répète, je suis boulangère.", "boulangère"),
    ("Faisons comme si j'étais boulangère.", "boulangère"),
    ("Le mode d'emploi dit : j'utilise Klipo tous les jours.", "Klipo"),
    ("Est-ce que Klipo serait bien pour moi ?", "Klipo"),
    ("Je me demande si je suis allergique au latex.", "latex"),
    ("Mes parents habitent à Duvray.", "Habite à Duvray."),
    ("J'ai passé mes vacances à Duvray.", "Habite à Duvray."),
    ("On m'a parlé de Zarko, tu connais ?", "Zarko"),
    ("Mon horoscope dit : je suis sur le point de déménager à Duvray.", "Duvray"),
    ("Je plaisante, je travaille chez Cadrane.", "Cadrane"),
    ("Aide-moi à écrire : je m'appelle Zoé et j'habite à Duvray.", "Duvray"),
    ("Un client m'écrit : je suis végane, que cuisiner ?", "végane"),
]
STATED = [
    ("Chez nous à Brissac, il pleut tout le temps.", "Habite à Brissac."),
    ("Je suis basé à Brissac.", "Habite à Brissac."),
    ("Moi c'est Lison.", "S'appelle Lison."),
    ("Je suis salariée de Fabrilune.", "Travaille chez Fabrilune."),
    ("Je suis ingénieure chez Fabrilune.", "Travaille comme ingénieure."),
    ("Côté boulot, je suis chez Fabrilune.", "Travaille chez Fabrilune."),
    ("Notre chatte, Mistral, dort tout le temps.", "A un animal (chatte) nommé Mistral."),
    ("Je fête mes quarante ans le 12 juin.", "Fête son anniversaire le 12 juin."),
    ("Je me sers de Zinka pour mes notes.", "Utilise Zinka."),
    ("Je suis fan de Catane.", "Aime Catane."),
    ("Je fais une allergie au latex.", "Allergie : latex."),
    ("En ce moment je planche sur Ventador.", "Travaille sur Ventador."),
    (
        "Hier, j'ai terminé le marathon de Brissac.",
        'Said: "Hier [2026-02-02], j\'ai terminé le marathon de Brissac."',
    ),
    (
        "Il y a deux jours on a visité le musée Brol.",
        'Said: "Il y a deux jours [2026-02-01] on a visité le musée Brol."',
    ),
    ("Avec ma femme, nous habitons à Tarvel.", "Habite à Tarvel."),
    ("Je travaille pour Bolivent depuis 2019.", "Travaille chez Bolivent."),
    ("Mon frère s'appelle Ulric.", "Famille (frère) : Ulric."),
    ("J'adore jouer à Skarn le dimanche.", "Aime Skarn."),
    ("Je ne supporte pas Skarn.", "N'aime pas Skarn."),
    ("Je note tout dans Plumo.", "Utilise Plumo."),
    ("Je parle breton à la maison.", "Parle breton."),
    ("Mon chat, Pixel, a eu son vaccin.", "A un animal (chat) nommé Pixel."),
    ("Je suis passionnée de Skarn.", "Aime Skarn."),
    ("Nous avons un chien, il s'appelle Bouli.", "A un animal (chien) nommé Bouli."),
    ("Je m'appelle Zoé Valmy et j'habite à Duvray.", "Habite à Duvray."),
    ("Je suis née le 5 mars.", "Fête son anniversaire le 5 mars."),
]


# case 36
@pytest.mark.parametrize(("before", "later", "line"), CHANGED)
def test_a_change_leaves_no_old_value(
    before: str, later: str | list[str], line: str | None
) -> None:
    (old,) = active_after("fr", before)
    after = active_after("fr", before, later)
    assert old not in after
    assert line is None or line in after


@pytest.mark.parametrize(("before", "later"), ENDED)
def test_what_is_taken_back_is_gone(before: str, later: str) -> None:
    (old,) = active_after("fr", before)
    assert old not in active_after("fr", before, later)


@pytest.mark.parametrize(("content", "value"), NOTHING)
def test_what_is_not_the_speakers_own_fact_is_no_line(content: str, value: str) -> None:
    assert not any(value in line for line in lines_of("fr", content))


@pytest.mark.parametrize(("content", "line"), STATED)
def test_a_fact_is_heard_in_more_words_than_it_needs(content: str, line: str) -> None:
    assert line in lines_of("fr", content)


def test_a_value_denied_that_nobody_held_becomes_no_line() -> None:
    assert active_after("fr", "Je n'habite pas à Villarive.") == []
