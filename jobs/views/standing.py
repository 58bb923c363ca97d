"""Where a chat or a scope stands, as SQL over the gates of `jobs.due`.

chat     done · working · due · quarantined ·
         waiting: deleted, machine, memory-off, endpoint, budget, backoff, quiet
scope    done · working · due · chats · waiting: unplaceable, endpoint, budget,
         backoff, put-off, cooling
"""

from __future__ import annotations

from jobs.due import CHAT_GATE, CHAT_READY, SCOPE_GATE, SCOPE_READY

DONE = "done"
QUARANTINED = "quarantined"
LEFT = frozenset({"due", "working", "chats"})  # what a worker will come to without anyone's help
FAILED = frozenset({"backoff", "endpoint"})  # waiting because a run failed

REASONS = {
    "deleted": "the chat was deleted",
    "machine": "the chat is a program's",
    "memory-off": "memory is off",
    "endpoint": "the model endpoint is left alone after it failed: see memfold doctor",
    "budget": "the day's budget has no room for it",
    "backoff": "a run failed and is tried again later",
    "quiet": "the chat is not quiet yet",
    "unplaceable": "nothing pending can be placed until the index or the policy changes",
    "put-off": "what is pending was put off",
    "cooling": "the cooldown is not over",
}

CHAT_STANDING = f"""(CASE
  WHEN cs.quarantined_at IS NOT NULL THEN 'quarantined'
  WHEN cs.watermark >= cs.last_position THEN 'done'
  WHEN EXISTS (SELECT FROM lease l WHERE l.workspace = cs.workspace AND l.kind = 'extract'
                  AND l.key = cs.chat AND l.owner IS NOT NULL) THEN 'working'
  WHEN c.deleted_at IS NOT NULL THEN 'deleted'
  WHEN c.origin = 'machine' THEN 'machine'
  WHEN c.memory_mode = 'off' THEN 'memory-off'
  WHEN {CHAT_GATE} THEN 'due'
  WHEN {CHAT_READY} THEN 'endpoint'
  WHEN cs.not_before > memfold_now()
    THEN CASE cs.error_class WHEN 'budget' THEN 'budget' ELSE 'backoff' END
  ELSE 'quiet' END)"""

_PENDING = """FROM pending_episode p
  WHERE p.workspace = ss.workspace AND p.scope_key = ss.scope_key"""

SCOPE_STANDING = f"""(CASE
  WHEN EXISTS (SELECT FROM lease l WHERE l.workspace = ss.workspace AND l.kind = 'consolidate'
                  AND l.key = ss.scope_key AND l.owner IS NOT NULL) THEN 'working'
  WHEN NOT EXISTS (SELECT {_PENDING}) THEN 'done'
  WHEN NOT EXISTS (SELECT {_PENDING} AND p.not_before < 'infinity') THEN 'unplaceable'
  WHEN {SCOPE_GATE} THEN 'due'
  WHEN {SCOPE_READY} THEN 'endpoint'
  WHEN ss.not_before > memfold_now()
    THEN CASE ss.error_class WHEN 'budget' THEN 'budget' ELSE 'backoff' END
  WHEN NOT EXISTS (SELECT {_PENDING} AND p.not_before <= memfold_now()) THEN 'put-off'
  WHEN ss.forced_at IS NULL AND ss.cooldown_until > memfold_now() THEN 'cooling'
  ELSE 'chats' END)"""
