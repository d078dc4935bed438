"""Small pictures for course cells: numbers in, an SVG out, with a text form and the numbers as a table.

    from coursekit import lines
    lines({"loss": [2.3, 1.1, 0.7]}, title="Training", y_label="loss")
"""

from .bars import Bars, bars
from .heatmap import Heatmap, heatmap
from .lines import Lines, lines
from .picture import Picture
from .table import Table, table

__all__ = ["Bars", "Heatmap", "Lines", "Picture", "Table", "bars", "heatmap", "lines", "table"]
