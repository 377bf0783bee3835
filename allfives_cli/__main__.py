"""`python -m allfives_cli`."""

from allfives_cli.cli import main

main()
