"""How much of one thing is read: far more than any course holds, and so little that what a stranger sends is read or refused within seconds."""

MOST_BYTES = 2_000_000  # of a file of text: four novels
MOST_OF_THE_THEME = 100_000_000  # bytes of a file of `templates/` and `static/`, which are held while a site is built
MOST_LETTERS = 100_000  # of a paragraph, a cell of a table, a title: forty pages without a break
MOST_QUOTES = 10  # within each other
MOST_BRACKETS = 30  # open at one place of a paragraph
MOST_REPEATED = 1_000_000  # letters of the addresses that all links of a text lead to, where few definitions may be used by many links
MOST_TERMS = 10_000  # of a vocabulary: those of a dictionary of one subject
MOST_REPEATED_VALUES = 10_000  # of a settings file, by the aliases of YAML
MOST_NESTING = 100  # levels, each list two; what lies deeper the parser leaves out, so `parse` reports it
MOST_OF_A_PICTURE = 1_000_000  # bytes from its beginning, among which its size has to stand
