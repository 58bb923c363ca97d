"""Ranking, pure: relevance by words, and the fusion of several orders into one.

Each way of looking at the candidates gives an order of its own; only ranks are fused, so a score
in one unit never meets one in another. Fusing grains (a message, three around it, seven, the whole
session) tells more than fusing engines does.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

Item = TypeVar("Item", bound=Hashable)

RANK_CONSTANT = 10  # how slowly a rank loses weight; 60, the usual one, hardly tells ranks apart
_SATURATION = 1.6  # BM25's k1
_LENGTH_SHARE = 0.75  # BM25's b


@dataclass(frozen=True, kw_only=True, slots=True)
class Order:
    """One order of candidates, best first, and how much it counts."""

    ranks: Mapping[Any, int]  # from 1; what is absent has no rank
    weight: float = 1.0


def fuse(orders: Sequence[Order]) -> dict[Any, float]:
    """Return each candidate's score by reciprocal rank fusion; the first in all orders has 1."""
    full = sum(order.weight for order in orders) / (RANK_CONSTANT + 1)
    scores: dict[Any, float] = {}
    for order in orders:
        for item, rank in order.ranks.items():
            share = order.weight / (RANK_CONSTANT + rank) / full
            scores[item] = scores.get(item, 0.0) + share
    return scores


def order_by(scores: Mapping[Item, float], *, weight: float = 1.0) -> Order:
    """Rank by falling score; equal ones share a rank, and what scores nothing has none."""
    falling = sorted((score for score in scores.values() if score > 0), reverse=True)
    first: dict[float, int] = {}
    for rank, score in enumerate(falling, start=1):
        first.setdefault(score, rank)
    return Order(
        ranks={item: first[score] for item, score in scores.items() if score > 0}, weight=weight
    )


def relevance(count: float, length: float, rarity: float) -> float:
    """Return BM25's share of one term in one text.

    Args:
        count: how often the text has the term.
        length: of the text, as a multiple of the usual one.
        rarity: the term's weight.
    """
    damped = _SATURATION * (1 - _LENGTH_SHARE + _LENGTH_SHARE * length)
    return rarity * count * (_SATURATION + 1) / (count + damped)


def rarity(having: int, of: int) -> float:
    """Return BM25's weight of a term that so many of the texts have."""
    return math.log(1 + (max(of, having) - having + 0.5) / (having + 0.5))
