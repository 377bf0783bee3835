"""Pictures that stand alone: one a turn of a match, or one of a position."""

from __future__ import annotations

from collections.abc import Iterator

from allfives_cli.checking.replay import Replay
from allfives_cli.explain import Explanation
from allfives_cli.record.model import Record
from allfives_cli.show.arranging import Arrangement
from allfives_cli.show.scenes import NOBODY, acts
from allfives_cli.show.strips import Labels
from allfives_cli.show.svg import picture
from allfives_cli.text.catalog import Catalog


def pictures(
    record: Record, replayed: Replay, say: Catalog, labels: Labels
) -> Iterator[tuple[str, str]]:
    """A picture of the table after every turn, with a name for its file: ``02-07.svg``.

    The pictures of one round have one scale, and no tile moves from one to the next.
    """
    for act in acts(record, replayed, NOBODY):
        for scene in act.scenes:
            if scene.explained is not None:
                drawn = picture_of(scene.explained, say, labels, scene.arrangement)
                yield f"{scene.round:02}-{scene.turn:02}.svg", drawn


def picture_of(
    explained: Explanation, say: Catalog, labels: Labels, arrangement: Arrangement | None = None
) -> str:
    """A picture of the table after one turn; what was played in it is marked."""
    state = explained.state
    address = f"{explained.round}.{explained.turn}"
    title = say.say("page.position", turn=address, sum=explained.sum)
    return picture(
        state.layout,
        state.rules,
        labels,
        title=title,
        last=explained.tile,
        arrangement=arrangement,
    )
