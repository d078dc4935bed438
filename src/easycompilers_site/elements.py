"""The elements of HTML that have no end tag. Source: the HTML standard, void elements."""

VOID = frozenset("area base br col embed hr img input link meta source track wbr".split())
