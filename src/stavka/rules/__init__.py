"""The numbered cases of the rulebooks: what they say, what carries them, whether they are tested.

cases     the cases of a title, and what it means that a text names one
modules   what the rule modules of a title say of them, function by function
sources   what data files, tests and the pages of docs/ say of them
index     all of that together, from the source tree or from the file that a package brings along
help      a case, or all of them, in our own words
"""

from .cases import cases_of
from .help import Chapter, Help, book, explain
from .index import Index, RulesReport, index_of, report, write_index

__all__ = [
    "Chapter",
    "Help",
    "Index",
    "RulesReport",
    "book",
    "cases_of",
    "explain",
    "index_of",
    "report",
    "write_index",
]
