"""The closed list of headings of an index, in their order."""

from __future__ import annotations

from enum import StrEnum


class Section(StrEnum):
    """A heading under which an active line stands; the order here is the file's order."""

    PROFILE = "Profile"
    PREFERENCES = "Preferences"
    PEOPLE = "People"
    WORK = "Work"
    PROJECTS = "Projects"
    EVENTS = "Events"
    PROCEDURES = "Procedures"
    OTHER = "Other"


ARCHIVE_HEADING = "Archive"
