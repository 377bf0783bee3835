"""Records, checking, replay and refereed play for the domino game All Fives."""
