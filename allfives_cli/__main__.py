"""The door of the program: ``allfives`` and ``python -m allfives_cli``."""

from __future__ import annotations

import sys
from typing import NoReturn

from allfives_cli.statuses import INTERRUPTED


def main() -> NoReturn:
    """Run the command line and exit with its status.

    An interrupt ends quietly from the first moment, while modules still load.
    """
    try:
        from allfives_cli.cli import run  # noqa: PLC0415 - see above

        status = run()
    except KeyboardInterrupt:
        status = INTERRUPTED
    sys.exit(status)


if __name__ == "__main__":
    main()
