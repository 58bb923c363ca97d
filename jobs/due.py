"""When a chat or a scope is due: the gates, as SQL that the sweep and the claim both evaluate.

A scope has two: one for folding what is pending, one for its daily upkeep.

Neither is open while the endpoint that the work needs rests (`jobs.store.endpoints`). That moves no
due time: what is due stays so, and is rung once the endpoint answers.

Fragments over `chat_state cs JOIN chat c`, and over `scope_state ss`. Parameters come from
`Policy.parameters`. A gate is open or closed; a closed one has a next time at which it may open,
NULL when only an event can open it.
"""

from __future__ import annotations

CHAT_ELIGIBLE = """(
  cs.watermark < cs.last_position AND cs.quarantined_at IS NULL
  AND c.origin = 'interactive' AND c.deleted_at IS NULL AND c.memory_mode = 'on')"""

CHAT_URGENT = """(
  cs.forced_at IS NOT NULL
  OR cs.last_position - cs.watermark > :window_messages
  OR EXISTS (SELECT FROM idle_signal i WHERE i.workspace = cs.workspace AND i.chat = cs.chat
              AND i.idle_through >= cs.last_position))"""


def _rests(endpoint: str) -> str:
    return f"""EXISTS (SELECT FROM endpoint e WHERE e.id = {endpoint}
                        AND e.opened_at IS NOT NULL AND e.retry_at > memfold_now())"""


EXTRACT_RESTS = _rests(":extract_endpoint")
CONSOLIDATE_RESTS = _rests(":consolidate_endpoint")

CHAT_READY = f"""({CHAT_ELIGIBLE}
  AND (cs.not_before IS NULL OR cs.not_before <= memfold_now())
  AND (cs.last_received_at <= memfold_now() - :idle_after
       OR cs.window_since <= memfold_now() - :window_age
       OR {CHAT_URGENT}))"""

CHAT_GATE = f"({CHAT_READY} AND NOT {EXTRACT_RESTS})"

CHAT_NEXT_DUE = f"""(CASE
  WHEN NOT {CHAT_ELIGIBLE} THEN NULL
  WHEN {CHAT_URGENT} THEN greatest(cs.not_before, memfold_now())
  ELSE greatest(cs.not_before, least(cs.last_received_at + :idle_after,
                                     cs.window_since + :window_age)) END)"""

_FEEDING = """SELECT FROM chat_feed f JOIN chat_state cs USING (workspace, chat)
                     JOIN chat c USING (workspace, chat)
               WHERE f.workspace = ss.workspace AND f.scope_key = ss.scope_key"""

_PENDING = """FROM pending_episode p
               WHERE p.workspace = ss.workspace AND p.scope_key = ss.scope_key"""

_PLACEABLE = f"{_PENDING} AND p.not_before <= memfold_now()"

# a save is folded ahead of the cooldown, by code alone
SAVE_GATE = f"""(
  ss.save_due_at <= memfold_now() AND EXISTS (SELECT {_PLACEABLE}))"""

SCOPE_READY = f"""(
  EXISTS (SELECT {_PLACEABLE})
  AND (ss.not_before IS NULL OR ss.not_before <= memfold_now())
  AND CASE WHEN ss.forced_at IS NOT NULL
    THEN NOT EXISTS ({_FEEDING} AND cs.forced_at IS NOT NULL AND {CHAT_GATE})
    ELSE (ss.cooldown_until IS NULL OR ss.cooldown_until <= memfold_now())
      AND (NOT EXISTS ({_FEEDING} AND {CHAT_GATE})
           OR (SELECT count(*) {_PLACEABLE}) >= :pending_limit
           OR (SELECT min(p.pending_since) {_PLACEABLE}) <= memfold_now() - :pending_age)
    END)"""

FOLD_GATE = f"({SCOPE_READY} AND NOT {CONSOLIDATE_RESTS})"

SCOPE_GATE = f"""coalesce({FOLD_GATE} OR {SAVE_GATE}, false)"""

SCOPE_NEXT_DUE = f"""(SELECT
    least(greatest(min(p.not_before), ss.not_before,
                   CASE WHEN ss.forced_at IS NULL THEN ss.cooldown_until END),
          ss.save_due_at)
  {_PENDING} AND p.not_before < 'infinity' HAVING count(*) > 0)"""

_ZONE = "(SELECT w.time_zone FROM workspace w WHERE w.workspace = ss.workspace)"

# once a local date at most, and only when something may have expired or a snapshot is to be thinned
UPKEEP_GATE = f"""(
  ss.upkeep_on IS NOT NULL AND ss.upkeep_on <= (memfold_now() AT TIME ZONE {_ZONE})::date)"""

UPKEEP_NEXT_DUE = f"(CAST(ss.upkeep_on AS timestamp) AT TIME ZONE {_ZONE})"
