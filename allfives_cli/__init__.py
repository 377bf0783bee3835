"""Records, checking, replay and refereed play for the domino game All Fives."""

__version__ = "0.1.0"
