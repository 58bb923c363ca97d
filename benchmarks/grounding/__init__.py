"""Does grounding accept what was said, and refuse what was not?

    pairs       a labelled pair: asserting messages, context, a line, true or false
    scorer      shares of true and of false lines accepted, by language and family
    intervals   a share and its 95 % interval
    report      the table and the JSON

A judge is any callable from a pair to the reasons against it, so that another rule, or a fake,
can be scored on the same pairs.
"""
