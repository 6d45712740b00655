"""What a player should hear before something that cannot simply be taken back."""

from __future__ import annotations

from collections.abc import Iterator

from client.seat.news import Heard
from client.table.deal_words import promise_words
from client.table.errands import Doubt
from client.table.face import Face
from client.table.menu import Option
from client.table.reasons import some_dice
from client.table.scene import Scene
from client.table.sentences import choice_words
from client.table.words import clans
from client.texts import t
from core.deals import Status
from core.foresight import broken_by, own_pledges
from core.kinds import Choice
from protocol.entries import AskedBack


def doubt_about(face: Face, scene: Scene, option: Option) -> Doubt | None:
    """Ask about an answer that is grave, leaves something undone or on offer, or breaks a promise."""
    choice = option.choice
    what, warning = face.warning_about(scene.view, choice) if option.is_grave else (option.words, "")
    offers = offers_left(scene) if option.ends_talk else ()
    left = (*offers, *face.left_undone(scene.view, choice))
    warnings = [*filter(None, [warning]), *left, *promises_broken_by(scene, choice)]
    return Doubt(what, "\n".join(warnings)) if option.is_grave or warnings else None


def doubt_about_seal(face: Face, scene: Scene, choice: Choice) -> Doubt | None:
    """Ask before something is sealed: the last to seal cannot change it any more."""
    if not scene.is_sealing:
        return None
    is_last = scene.seals is not None and scene.seals.missing == (scene.seat,)
    left = (*face.left_undone(scene.view, choice), *promises_broken_by(scene, choice))
    warnings = [t("warn-seal-last" if is_last else "warn-seal"), *left]
    return Doubt(t("sure-seal", answer=face.answer_words(choice)), "\n".join(warnings))


def doubt_about_undo(story: list[Heard], scene: Scene, question: AskedBack, reason: str) -> Doubt:
    """Say what would be taken back, as everybody who is asked sees it; it may not be what was meant."""
    what = choice_words(scene.game, story, question, scene.seat) or t("undo-last")
    is_alone = all(row.is_bot or row.seat == scene.seat for row in scene.info.seats)
    return Doubt(t("undo-alone" if is_alone else "undo-ask", what=what.rstrip(".")), reason)


def promises_broken_by(scene: Scene, choice: Choice) -> Iterator[str]:
    """Return which of this player's promises an answer would break."""
    assert scene.seat is not None
    pledges = own_pledges(scene.deals.values(), scene.seat)
    for pledge in broken_by(scene.game, pledges, scene.view, choice, some_dice()):
        promise = promise_words(scene.game, pledge.promise)
        yield t("warn-promise", who=clans(scene, [pledge.to]), promise=promise)


def offers_left(scene: Scene) -> Iterator[str]:
    """Say whose deals wait for this player's answer, and who has to answer this player's."""
    standings = [s.deal for s in scene.deals.values() if s.status is Status.OPEN]
    theirs = dict.fromkeys(deal.seat for deal in standings if deal.to == scene.seat)
    own = dict.fromkeys(deal.to for deal in standings if deal.seat == scene.seat)
    yield from (t("warn-offered", who=clans(scene, [seat])) for seat in theirs)
    yield from (t("warn-offering", who=clans(scene, [seat])) for seat in own)
