"""English as people say it: what changes a line, what ends it, and what is no line at all."""

from __future__ import annotations

import pytest

from tests.fakes.reading import active_after, lines_of

HOME = "I live in Velmoor."
JOB = "I work at Tarnwick Foods."
ROLE = "I work as a plumber."
NAME = "My name is Imke Vossbeck."
NICK = "Please call me Immi."
DIET = "I'm vegetarian."
UNITS = "I use imperial units."
STYLE = "I prefer detailed answers."
BIRTHDAY = "My birthday is March 4."

# said before, said later, the line that holds then
CHANGED = [
    (HOME, "We've moved, it's Karlund now.", "Lives in Karlund."),
    (HOME, "I don't live in Velmoor anymore, I'm in Karlund now.", "Lives in Karlund."),
    (HOME, "The new place is in Karlund.", "Lives in Karlund."),
    (HOME, "Since last Friday we've been living in Karlund.", "Lives in Karlund."),
    (HOME, "I finally made the move to Karlund.", "Lives in Karlund."),
    (HOME, "We packed up and moved to Karlund.", "Lives in Karlund."),
    (HOME, "I'm no longer in Velmoor but in Karlund.", "Lives in Karlund."),
    (HOME, "Scratch that, I live in Karlund.", "Lives in Karlund."),
    (HOME, "I've settled down in Karlund with the kids.", "Lives in Karlund."),
    (HOME, "My address has changed: I'm in Karlund now.", "Lives in Karlund."),
    (HOME, "Karlund is home now.", "Lives in Karlund."),
    (HOME, "I've swapped Velmoor for Karlund.", "Lives in Karlund."),
    (HOME, "Not Velmoor any more, Karlund.", "Lives in Karlund."),
    (JOB, "As of last week I'm with Brackenhill.", "Works at Brackenhill."),
    (JOB, "I left Tarnwick Foods, these days I'm at Brackenhill.", "Works at Brackenhill."),
    (JOB, "I've switched jobs, I'm at Brackenhill now.", "Works at Brackenhill."),
    (JOB, "My new employer is called Brackenhill.", "Works at Brackenhill."),
    (JOB, "Brackenhill is my employer now.", "Works at Brackenhill."),
    (JOB, "I signed with Brackenhill and handed in my notice.", "Works at Brackenhill."),
    (JOB, "I moved from Tarnwick Foods to Brackenhill.", "Works at Brackenhill."),
    (JOB, "I go to work at Brackenhill now.", "Works at Brackenhill."),
    (JOB, "I'm working for Brackenhill since Monday.", "Works at Brackenhill."),
    (JOB, "Today was my first day at Brackenhill!", "Works at Brackenhill."),
    (ROLE, "I've retrained, I'm a beekeeper these days.", "Works as a beekeeper."),
    (ROLE, "They made me a beekeeper.", "Works as a beekeeper."),
    (ROLE, "I switched careers and became a beekeeper.", "Works as a beekeeper."),
    (ROLE, "My job is beekeeper now, not plumber.", "Works as beekeeper."),
    (ROLE, "I'm not a plumber any more, I'm a beekeeper.", "Works as a beekeeper."),
    (ROLE, "I now earn my living as a beekeeper.", "Works as a beekeeper."),
    (NAME, "I got married, my name is Imke Dorn now.", "Name is Imke Dorn."),
    (NAME, "I've changed my name to Imke Dorn.", "Name is Imke Dorn."),
    (NICK, "I go by Vossi now.", "Goes by Vossi."),
    (NICK, "Call me Vossi from now on.", "Goes by Vossi."),
    (NICK, "I'd rather be called Vossi these days.", "Goes by Vossi."),
    (DIET, "I've gone vegan.", "Diet is vegan."),
    (DIET, "I eat kosher now.", "Diet is kosher."),
    (DIET, "I switched from vegetarian to vegan.", "Diet is vegan."),
    (DIET, "I'm not vegetarian any longer, I'm pescatarian.", "Diet is pescatarian."),
    (UNITS, "Metric, please, from here on.", "Prefers Metric units."),
    (UNITS, "I've switched over to metric.", "Prefers metric units."),
    (STYLE, "Keep it short from now on.", "Prefers short answers."),
    (STYLE, "Shorter is better: I want brief answers now.", "Prefers brief answers."),
    (BIRTHDAY, "I got it wrong, my birthday is March 9.", "Birthday is March 9."),
    (BIRTHDAY, "Correction: my birthday is on March 9, not March 4.", "Birthday is March 9."),
    ("I love Quarrelsome Owls.", "I can't stand Quarrelsome Owls any more.", None),
    ("I love Quarrelsome Owls.", "I've come to hate Quarrelsome Owls.", None),
    ("I don't like Fennimore.", "I love Fennimore now.", "Likes Fennimore."),
    (HOME, "Small update, we relocated and are in Karlund these days.", "Lives in Karlund."),
    (HOME, "After ten years in Velmoor I've moved to Karlund.", "Lives in Karlund."),
    (HOME, "My new home is Karlund.", "Lives in Karlund."),
    (HOME, "I've been living in Karlund for a month now.", "Lives in Karlund."),
    (HOME, "I'm a Karlund resident now.", "Lives in Karlund."),
    (HOME, "We live in Karlund now, the boat came along too.", "Lives in Karlund."),
    (HOME, "Please note the change: I live in Karlund.", "Lives in Karlund."),
    (JOB, "New employer since Monday: Brackenhill.", "Works at Brackenhill."),
    (JOB, "I've been hired by Brackenhill.", "Works at Brackenhill."),
    (JOB, "I've moved on, I work for Brackenhill now.", "Works at Brackenhill."),
    (JOB, "I handed in my notice and now I'm at Brackenhill.", "Works at Brackenhill."),
    (JOB, "Work-wise I'm at Brackenhill nowadays.", "Works at Brackenhill."),
    (JOB, "Brackenhill hired me last month.", "Works at Brackenhill."),
    (ROLE, "I've been promoted to site manager.", "Works as site manager."),
    (ROLE, "I'm now working as a florist.", "Works as a florist."),
    (NAME, "Since the divorce my name is Imke Dorn again.", "Name is Imke Dorn."),
    (NICK, "Actually, call me Vossi instead.", "Goes by Vossi."),
    (DIET, "I've turned pescatarian.", "Diet is pescatarian."),
    (DIET, "Since January I eat vegan.", "Diet is vegan."),
    (STYLE, "From now on I'd like short answers.", "Prefers short answers."),
    (UNITS, "Let's go with metric units from now on.", "Prefers metric units."),
    (BIRTHDAY, "My birthday is actually March 9.", "Birthday is March 9."),
]

# said before, then taken back: its line is gone, and no other takes its place
ENDED = [
    ("I use Yordrapad.", "I don't use Yordrapad any more."),
    ("I use Yordrapad.", "I gave up Yordrapad."),
    ("I use Yordrapad.", "I'm done with Yordrapad."),
    ("I use Yordrapad.", "Yordrapad and I have parted ways."),
    ("I use Yordrapad.", "I've moved away from Yordrapad."),
    ("I use Yordrapad.", "I cancelled my Yordrapad subscription."),
    ("I use Yordrapad.", "I got rid of Yordrapad."),
    ("I use Yordrapad.", "Delete what I told you about Yordrapad."),
    ("I use Yordrapad.", "Forget what I said about Yordrapad."),
    ("I'm building Zephyrling, an app for maps.", "Zephyrling is dead."),
    ("I'm building Zephyrling, an app for maps.", "I pulled the plug on Zephyrling."),
    ("I'm building Zephyrling, an app for maps.", "We shut Zephyrling down."),
    ("I'm building Zephyrling, an app for maps.", "I'm no longer working on Zephyrling."),
    ("I'm building Zephyrling, an app for maps.", "I've sold Zephyrling."),
    ("I'm building Zephyrling, an app for maps.", "I handed Zephyrling over to somebody else."),
    ("I'm building Zephyrling, an app for maps.", "I don't work on Zephyrling anymore."),
    ("I love Quarrelsome Owls.", "I lost interest in Quarrelsome Owls."),
    ("I love Quarrelsome Owls.", "Quarrelsome Owls doesn't do it for me any more."),
    ("I love Quarrelsome Owls.", "I'm over Quarrelsome Owls."),
    ("I love Quarrelsome Owls.", "I stopped playing Quarrelsome Owls."),
    ("I love Quarrelsome Owls.", "I've had enough of Quarrelsome Owls."),
    ("I love Quarrelsome Owls.", "Please delete that I like Quarrelsome Owls."),
    ("I love Quarrelsome Owls.", "You can forget about Quarrelsome Owls."),
    ("I'm allergic to latex.", "Turns out I'm not allergic to latex."),
    ("I'm allergic to latex.", "I'm not allergic to latex after all."),
    ("I'm allergic to latex.", "I no longer have a latex allergy."),
    (JOB, "I quit Tarnwick Foods."),
    (JOB, "I was laid off by Tarnwick Foods."),
    (JOB, "I don't work at Tarnwick Foods any more."),
    (JOB, "Tarnwick Foods let me go."),
    (HOME, "I've moved out of Velmoor."),
    (HOME, "I no longer live in Velmoor."),
    (HOME, "It's not true that I live in Velmoor."),
    ("My dog is called Brumbo.", "Brumbo died last night."),
    ("My dog is called Brumbo.", "I had to give Brumbo away."),
    (DIET, "I'm not vegetarian any more."),
    (DIET, "I've given up being vegetarian."),
    ("I use Yordrapad.", "I uninstalled Yordrapad for good."),
    ("I use Yordrapad.", "I've stopped using Yordrapad."),
    ("I use Yordrapad.", "I'm finished with Yordrapad."),
    ("I use Yordrapad.", "You can delete the bit about Yordrapad."),
    ("I'm building Zephyrling, an app for maps.", "I've abandoned Zephyrling."),
    ("I'm building Zephyrling, an app for maps.", "We had to cancel Zephyrling."),
    ("I love Quarrelsome Owls.", "I've gone off Quarrelsome Owls."),
    ("I love Quarrelsome Owls.", "I don't play Quarrelsome Owls any longer."),
    ("I love Quarrelsome Owls.", "Quarrelsome Owls bores me these days."),
    ("I'm allergic to latex.", "My latex allergy is gone."),
    (JOB, "I've resigned from Tarnwick Foods."),
    (JOB, "I don't work for Tarnwick Foods now."),
    (HOME, "We left Velmoor in the spring."),
    ("My dog is called Brumbo.", "Sadly Brumbo passed away."),
    (DIET, "I'm no longer a vegetarian."),
]

NOTHING = [
    'Say someone writes: "I live in Karlund." What would you answer?',
    'My flyer reads "I work at Brackenhill".',
    "The form says: I live in Karlund.",
    'A friend texted me: "I live in Karlund now."',
    "Imagine I lived in Karlund.",
    "If we ever move, it will be to Karlund.",
    "I'd love to live in Karlund.",
    "I might move to Karlund next year.",
    "We're thinking of moving to Karlund.",
    "I'm about to sign with Brackenhill.",
    "I have an interview at Brackenhill.",
    "Would I like living in Karlund?",
    "Do I live in Karlund?",
    "My sister moved to Karlund.",
    "My boss says I work at Brackenhill now.",
    "She told me that I live in Karlund.",
    "Rumour has it that I work at Brackenhill.",
    "Everyone thinks I live in Karlund.",
    "People assume I'm from Karlund.",
    "In my novel, I live in Karlund.",
    "Let's play a game: I'm a pirate and I live in Karlund.",
    "You are a shop clerk and I am a customer from Karlund.",
    "I dreamt I lived in Karlund.",
    "Just kidding, I live in Karlund!",
    "I live in Karlund, just kidding.",
    "As an example, take the sentence: I work at Brackenhill.",
    "How do I say 'I live in Karlund' in French?",
    'Translate "My name is Imke Dorn" into French.',
    "Fill in the template: My name is Imke Dorn, I live in Karlund.",
    "My character lives in Karlund and works at Brackenhill.",
    "I nearly took a job at Brackenhill.",
    "I wish I worked at Brackenhill.",
    "I hope to be with Brackenhill soon.",
    "Unless I find a flat in Velmoor, I'll move to Karlund.",
    "My neighbour uses Yordrapad.",
    "My dentist recommends Yordrapad.",
    "Someone should use Yordrapad.",
    "I don't live in Karlund.",
    "No, I'm not in Karlund.",
    "I never worked at Brackenhill.",
    "I'm not a beekeeper.",
    "My dog isn't called Brumbo.",
    "I'm not allergic to latex.",
    "Nobody calls me Vossi.",
    "I used to live in Karlund.",
    "When I was a kid I lived in Karlund.",
    "The song goes: I live in Karlund.",
    "The sign says I'm allergic to latex.",
    "He wrote that I love Quarrelsome Owls.",
    "According to the app, I live in Karlund.",
    "Why does the site think I live in Karlund?",
    "Pretend that I'm vegan.",
    "Suppose I work at Brackenhill.",
    "Act as if I lived in Karlund.",
    "What if I moved to Karlund?",
    "I could move to Karlund.",
    "I was offered a job at Brackenhill.",
    "My husband wants me to move to Karlund.",
    "Tell me what to pack when I live in Karlund.",
    "I would be with Brackenhill if the pay were better.",
    "I plan to go vegan.",
    "I was told to try a low-salt diet.",
    "The headline was: my dog is called Brumbo.",
    "For the sake of argument, I live in Karlund.",
    "My cousin just moved to Karlund and loves it.",
    "Could you write a cover letter for someone who works at Brackenhill?",
    "I was thinking I could live in Karlund.",
    "Is it true that I work at Brackenhill?",
    "The email began with: I live in Karlund and need help.",
    "Grandma always said I'd end up in Karlund.",
    "Brackenhill made me an offer but I haven't decided.",
    "It would be nice to be based in Karlund.",
    "Next spring we're moving to Karlund.",
    "I'll be joining Brackenhill in May.",
    "Let's say I'm allergic to latex, what then?",
    "My friend says I'm vegan but I'm not.",
    "In the play I say: my name is Imke Dorn.",
    "Whoever lives in Karlund is lucky.",
    "I turned down the job at Brackenhill.",
    "They want me to use Yordrapad at the clinic.",
    "You should tell people to use Yordrapad.",
    "My daughter's hamster is at the vet in Karlund.",
    "Somebody signed me up as Imke Dorn by mistake.",
    "If I were vegan, what could I cook?",
]

TWO_STEPS = [
    (["I've moved.", "> Oh, where to?", "Karlund it is."], "Lives in Karlund."),
    (["I've moved.", "> Where do you live now?", "In Karlund."], "Lives in Karlund."),
    (
        ["I have a new job.", "> Congratulations! Where?", "At Brackenhill."],
        "Works at Brackenhill.",
    ),
    (["I changed jobs. It's Brackenhill now."], "Works at Brackenhill."),
    (["About my job: it's Brackenhill now."], "Works at Brackenhill."),
    (["We've moved house. The new town is Karlund."], "Lives in Karlund."),
    (["> What should I call you?", "Vossi."], "Goes by Vossi."),
    (["> What's your name?", "I'm Imke Dorn."], "Name is Imke Dorn."),
    (
        ["We've moved again.", "> Exciting! Which town do you live in now?", "Karlund."],
        "Lives in Karlund.",
    ),
    (
        ["I got a new job.", "> Nice! Who do you work for now?", "It's Brackenhill."],
        "Works at Brackenhill.",
    ),
    (["Our address changed. Karlund now."], "Lives in Karlund."),
    (["> How should I address you?", "Call me Vossi."], "Goes by Vossi."),
]

DATED = [
    ("Three days ago I passed the Kelder exam.", "2026-01-31"),
    ("I ran the Velmoor marathon last Sunday.", "2026-02-01"),
    ("Last month I visited the Kelder museum.", "2026-01"),
    ("Yesterday we adopted a cat from the Kelder shelter.", "2026-02-02"),
    ("The day before yesterday I planted Kelder roses.", "2026-02-01"),
    ("I finished the Kelder course in 2019.", "2019"),
]


@pytest.mark.parametrize(("before", "later", "line"), CHANGED)
def test_a_change_leaves_the_new_value_alone(before: str, later: str, line: str | None) -> None:
    (old,) = lines_of("en", before)
    held = active_after("en", before, later)
    assert old not in held
    assert line is None or line in held


@pytest.mark.parametrize(("before", "later"), ENDED)
def test_what_is_taken_back_is_gone(before: str, later: str) -> None:
    (old,) = lines_of("en", before)
    assert old not in active_after("en", before, later)


@pytest.mark.parametrize("content", NOTHING)
def test_what_is_not_the_speakers_own_fact_is_no_line(content: str) -> None:
    assert active_after("en", content) == []


@pytest.mark.parametrize(("turns", "line"), TWO_STEPS)
def test_a_fact_is_put_together_from_two_steps(turns: list[str], line: str) -> None:
    assert line in lines_of("en", *turns)


@pytest.mark.parametrize(("content", "day"), DATED)
def test_what_the_speaker_did_is_quoted_with_its_day(content: str, day: str) -> None:
    (line,) = lines_of("en", content)
    assert line.startswith('Said: "')
    assert day in line
