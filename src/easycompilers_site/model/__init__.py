"""What a site is, as plain values. Everything that came from a file knows its place."""

from .blocks import Block, Broken, Component, Goal, Heading, Inline, Prose, Text, walk
from .facts import Facts, Labelled, told
from .outcomes import Failure, Outcome, Outcomes, Stream, Value
from .site import Chapter, Course, Package, Part, Planned, Site, Term

__all__ = ["Block", "Broken", "Chapter", "Component", "Course", "Facts", "Failure", "Goal", "Heading", "Inline", "Labelled",
           "Outcome", "Outcomes", "Package", "Part", "Planned", "Prose", "Site", "Stream", "Term", "Text", "Value", "told", "walk"]
