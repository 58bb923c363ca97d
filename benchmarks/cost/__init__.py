"""What a long conversation costs to remember, by what it is spent on, beside its peers.

conversation   LoCoMo's conv-26 and the facts that its authors noted
model          a scripted model that knows these facts and no others
pipeline       import, sweep, extraction and fold of the conversation; again; session by session
drivers        what the requests and answers were spent on
table          the bill beside those of peers
"""
