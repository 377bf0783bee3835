"""How fast a typical sound record is read and fully checked, beside pydantic and peers.

Peers are other packages that read or replay games: python-chess a PGN, PokerKit a hand in
its notation. They do another game's work, so the bounds are of another kind than those of
the same work done twice: they say that checking a record is no slower than one is used to.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator
from typing import Final

from measuring import Row, paired
from typical import read_and_check, typical

from allfives_cli.record.model import Record

PGN: Final = """\
[Event "Hoogovens"]
[Site "Wijk aan Zee"]
[Date "1999.01.20"]
[Round "4"]
[White "Kasparov, Garry"]
[Black "Topalov, Veselin"]
[Result "1-0"]

1. e4 d6 2. d4 Nf6 3. Nc3 g6 4. Be3 Bg7 5. Qd2 c6 6. f3 b5 7. Nge2 Nbd7 8. Bh6 Bxh6
9. Qxh6 Bb7 10. a3 e5 11. O-O-O Qe7 12. Kb1 a6 13. Nc1 O-O-O 14. Nb3 exd4 15. Rxd4 c5
16. Rd1 Nb6 17. g3 Kb8 18. Na5 Ba8 19. Bh3 d5 20. Qf4+ Ka7 21. Rhe1 d4 22. Nd5 Nbxd5
23. exd5 Qd6 24. Rxd4 cxd4 25. Re7+ Kb6 26. Qxd4+ Kxa5 27. b4+ Ka4 28. Qc3 Qxd5
29. Ra7 Bb7 30. Rxb7 Qc4 31. Qxf6 Kxa3 32. Qxa6+ Kxb4 33. c3+ Kxc3 34. Qa1+ Kd2
35. Qb2+ Kd1 36. Bf1 Rd2 37. Rd7 Rxd7 38. Bxc4 bxc4 39. Qxh8 Rd3 40. Qa8 c3
41. Qa4+ Ke1 42. f4 f5 43. Kc1 Rd2 44. Qa7 1-0
"""

HAND: Final = """\
variant = "NT"
ante_trimming_status = true
antes = [500, 500, 500]
blinds_or_straddles = [1000, 2000, 0]
min_bet = 2000
starting_stacks = [1125600, 2000000, 553500]
actions = [
  "d dh p1 Ac2d", "d dh p2 ????", "d dh p3 7h6h", "p3 cbr 7000", "p1 cbr 23000", "p2 f",
  "p3 cc", "d db Jc3d5c", "p1 cbr 35000", "p3 cc", "d db 4h", "p1 cbr 90000",
  "p3 cbr 232600", "p1 cbr 1067100", "p3 cc", "p1 sm Ac2d", "p3 sm 7h6h", "d db Jh",
]
"""

Peer = tuple[Callable[[], object], int]
"""What reads and replays a game once, and how many moves the game has."""


def rows(pairs: int) -> Iterator[Row]:
    """Measure, a row at a time."""
    data, turns = typical()
    found = paired(lambda: read_and_check(data), lambda: Record.model_validate_json(data), pairs)
    yield Row(
        "read and check / pydantic alone",
        found.ratio,
        3,
        detail=f"{_per(found.one, turns)} / {_per(found.other, turns)} a turn",
    )
    for name, move, bound, make in (
        ("python-chess", "ply", 3, chess_replay),
        ("PokerKit", "action", 12, pokerkit_replay),
    ):
        what = f"{name} by {move} / read and check by turn"
        try:
            replay, moves = make()
        except ModuleNotFoundError as missing:
            yield Row(what, None, bound, at_least=True, detail=f"no module {missing.name}")
            continue
        found = paired(replay, lambda: read_and_check(data), pairs)
        yield Row(
            what,
            found.ratio * turns / moves,
            bound,
            at_least=True,
            detail=f"{_per(found.one, moves)} a {move} / {_per(found.other, turns)} a turn",
        )


def _per(seconds: float, number: int) -> str:
    return f"{1e6 * seconds / number:.2f} µs"


def chess_replay() -> Peer:
    """Read a PGN and push its main line on a board, as python-chess's own documents show it."""
    import chess.pgn  # noqa: PLC0415 - a peer that need not be there

    def replay() -> int:
        game = chess.pgn.read_game(io.StringIO(PGN))
        assert game is not None
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
        return board.ply()

    return replay, replay()


def pokerkit_replay() -> Peer:
    """Load a hand in PokerKit's notation and go through its states."""
    from pokerkit import HandHistory  # noqa: PLC0415 - as above

    def replay() -> int:
        history = HandHistory.loads(HAND)
        for _ in history:
            pass
        return len(history.actions)

    # It warns of every card that is named and not drawn from its own deck.
    warnings.filterwarnings("ignore", module="pokerkit")

    return replay, replay()
