"""The languages beside English that the rules read: a file of closed tables each.

    sentence ─┬─ remember, forget
              ├─ foreign?  asked, supposed, quoted, attributed: nothing
              ├─ phrases   a slot's value, in the sentence and in each of its clauses
              ├─ ceased    what the speaker says no longer holds, quoted
              ├─ correction "not X but Y", quoted
              └─ deeds     what the speaker did, quoted

What a phrase may stand beside is said by the phrase itself: a clause that denies, wishes or tells
a past habit states no slot unless the phrase is one of denial or of a polite request.
"""
