"""`python -m easycompilers_site`."""

from .cli import main

main(prog_name="easycompilers")
