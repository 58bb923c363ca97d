"""The file's grammar."""

import re
import unicodedata
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.index.grammar import (
    IndexFormatError,
    body_hash,
    parse_index,
    render_body,
    render_index,
)
from memory_core.index.model import GONE, Ending, EndingKind, Entry, Index, empty_index
from memory_core.provenance import Provenance
from memory_core.sections import Section

NOW = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
KEY = "acme:__private_root/_memory/support/u-42/"
BASE32 = "0123456789abcdefghjkmnpqrstvwxyz"


def _field(text):
    return unicodedata.normalize("NFC", re.sub(" +", " ", text)).strip(" ")


fields = (
    st.one_of(
        st.text(st.characters(exclude_characters="\n", exclude_categories=["Cs"]), max_size=60),
        st.text("ab|\\;,- ^[]()", max_size=20),
        st.sampled_from(
            ["-", "大语言模型", "断路器", "Zoë's | pipe", "a\u2028b", "a\\", "\\-", "<!--"]
        ),
    )
    .map(_field)
    .filter(bool)
)
entry_ids = st.text(BASE32, min_size=7, max_size=9).map("m{}".format)
episode_ids = st.text(BASE32, min_size=16, max_size=16).map("e{}".format)
days = st.dates(min_value=date(1, 1, 1))


@st.composite
def endings(draw):
    kind = draw(st.sampled_from(EndingKind))
    linked = kind in {EndingKind.SUPERSEDED, EndingKind.MERGED}
    by = draw(st.one_of(entry_ids, st.just(GONE))) if linked else None
    return Ending(kind=kind, by=by, on=draw(days))


@st.composite
def entries(draw):
    ending = draw(st.one_of(st.none(), endings()))
    return Entry(
        id=draw(entry_ids),
        section=None if ending else draw(st.sampled_from(Section)),
        day=draw(days),
        text=draw(fields),
        provenance=draw(st.sampled_from(Provenance)),
        unverified=draw(st.booleans()),
        pinned=draw(st.booleans()),
        quoted=draw(st.booleans()),
        ending=ending,
        aliases=tuple(draw(st.lists(fields, max_size=4))),
        sources=tuple(draw(st.lists(episode_ids, min_size=1, max_size=3))),
        more=draw(st.integers(0, 40)),
    )


indexes = st.builds(
    Index,
    scope_key=st.just(KEY),
    version=st.integers(0, 10**6),
    written_at=st.datetimes(timezones=st.just(UTC)),
    entries=st.lists(entries(), max_size=8).map(tuple),
)


@given(indexes)
def test_a_rendered_index_reads_back_as_the_same_value_and_the_same_bytes(index):
    text = render_index(index)
    assert parse_index(text) == index
    assert render_index(parse_index(text)).encode() == text.encode()


@given(indexes, st.data())
def test_whatever_is_accepted_after_a_change_is_canonical_again(index, data):
    text = render_index(index)
    at = data.draw(st.integers(0, len(text)))
    changed = (
        text[:at] + data.draw(st.sampled_from(["", " ", "|", "\\", "-", "\n"])) + text[at + 1 :]
    )
    with suppress(IndexFormatError):
        assert render_index(parse_index(changed)) == changed


SAMPLE = f"""# Memory
<!-- memfold 1 | {KEY} | version 17 | 2026-11-30T20:15:00Z -->
## Preferences
- 2026-11-02 | Prefers metric units. | user-said, unverified | - | \
[e3kq9m2x7v1bt8hd4](episodes/e3kq9m2x7v1bt8hd4.md) | ^m7k2p9qa
## People
- 2026-10-14 | Manager is Zed Example. | user-said | Zed; Z. Example | \
[e9kq9m2x7v1bt8hd4](episodes/e9kq9m2x7v1bt8hd4.md), \
[e4kq9m2x7v1bt8hd4](episodes/e4kq9m2x7v1bt8hd4.md), +2 | ^m1x8c3ve
## Archive
- 2026-03-01 | Lives in Oslo. | user-said, superseded by ^m9x1aa2c 2026-11-02 | - | \
[e2kq9m2x7v1bt8hd4](episodes/e2kq9m2x7v1bt8hd4.md) | ^m2c4d8wz
"""


def test_the_documented_sample_is_canonical():
    index = parse_index(SAMPLE)
    assert render_index(index) == SAMPLE
    assert [entry.id for entry in index.active] == ["m7k2p9qa", "m1x8c3ve"]
    assert index.active[1].aliases == ("Zed", "Z. Example")
    assert index.active[1].more == 2
    assert index.archived[0].ending == Ending(
        kind=EndingKind.SUPERSEDED, by="m9x1aa2c", on=date(2026, 11, 2)
    )


def test_an_empty_index_is_two_lines():
    assert render_index(empty_index(KEY, NOW)).count("\n") == 2


def test_the_body_hash_ignores_version_and_time():
    index = parse_index(SAMPLE)
    later = replace(index, version=18, written_at=datetime(2027, 1, 1, tzinfo=UTC))
    assert body_hash(later) == body_hash(index)
    assert "version" not in render_body(index)
    assert body_hash(replace(index, entries=index.entries[1:])) != body_hash(index)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("# Memory\n", "# Memories\n", 1, "first line"),
        ("version 17", "version 017", 2, "scope, version"),
        ("2026-11-30T", "2026-02-30T", 2, "no such time"),
        ("## People", "## Persons", 5, "known heading"),
        ("## Preferences\n", "", 3, "under a heading"),
        ("- 2026-10-14", "- 2026-13-14", 6, "YYYY-MM-DD"),
        ("Prefers metric", "Prefers  metric", 4, "single-spaced"),
        (" | - | [e3", " | [e3", 4, "6 fields"),
        ("user-said, unverified", "told, unverified", 4, "provenance"),
        ("user-said, unverified", "user-said, verified", 4, "unknown mark"),
        ("superseded by", "superseded into", 8, "'by'"),
        ("Zed; Z.", "Zed;Z.", 6, "'; '"),
        ("(episodes/e3", "(episodes/e4", 4, "a source is"),
        ("^m7k2p9qa", "^u7k2p9qa", 4, "entry's id"),
        ("^m1x8c3ve\n", "^m1x8c3ve\n\n", 7, "known heading"),
        ("^m2c4d8wz\n", "^m2c4d8wz", 8, "line feed"),
        ("^m2c4d8wz\n", "^m2c4d8wz\n## Archive\n", 9, "not canonical"),
        ("user-said, superseded by ^m9x1aa2c 2026-11-02", "user-said", 8, "how it ended"),
    ],
)
def test_a_refusal_names_line_column_and_reason(old, new, line, reason):
    assert old in SAMPLE
    with pytest.raises(IndexFormatError, match=reason) as refused:
        parse_index(SAMPLE.replace(old, new, 1))
    assert refused.value.line == line
    assert f"line {line}, column {refused.value.column}" in str(refused.value)


def test_lines_out_of_the_files_order_are_not_canonical():
    head, people = SAMPLE.index("## Preferences"), SAMPLE.index("## People")
    archive = SAMPLE.index("## Archive")
    swapped = SAMPLE[:head] + SAMPLE[people:archive] + SAMPLE[head:people] + SAMPLE[archive:]
    with pytest.raises(IndexFormatError, match="not canonical"):
        parse_index(swapped)
