"""What is filled in and not given yet stays, without a screen."""

from __future__ import annotations

from pathlib import Path

from client.local.kept import KeptDraft, keep_draft
from client.table.asking import Drafting
from client.table.scene import Scene, Seals
from core.decisions import Allocation
from protocol.round import RoundStage
from tests.client.tui.at_table import scene_at

BID, OTHER = Allocation((1, 0, 0, 0)), Allocation((0, 1, 0, 0))


def sealed(choice: Allocation) -> Scene:
    bid = scene_at("bid")
    return bid._replace(sealed=choice, seals=Seals(RoundStage.OPEN, False, (bid.seat or 0,), ()))


def test_a_draft_outlives_the_program_for_its_own_question_alone(tmp_path: Path) -> None:
    scene = scene_at("bid")
    Drafting(tmp_path).save(scene, BID)
    again, later = Drafting(tmp_path), Drafting(tmp_path)
    again.recall(scene)
    later.recall(scene._replace(prompt=8))
    later.recall(scene._replace(prompt=None))

    assert (again.choice, later.choice) == (BID, None)


def test_what_is_on_the_screen_is_newer_than_what_is_on_the_disk(tmp_path: Path) -> None:
    drafting = Drafting(tmp_path)
    drafting.save(scene_at("bid"), BID)
    drafting.choice = OTHER
    drafting.recall(scene_at("bid"))

    assert drafting.choice == OTHER


def test_a_draft_that_cannot_be_read_is_none(tmp_path: Path) -> None:
    scene = scene_at("bid")
    assert scene.prompt is not None
    keep_draft(tmp_path, KeptDraft(scene.info.table, scene.prompt, "nonsense"))
    drafting = Drafting(tmp_path)
    drafting.recall(scene)

    assert drafting.choice is None


def test_what_is_sealed_is_the_draft_until_seals_are_open(tmp_path: Path) -> None:
    drafting = Drafting(tmp_path)
    scene = sealed(BID)
    drafting.save(scene, BID)
    drafting.follow(None, scene)
    assert drafting.choice == BID
    drafting.follow(scene, scene_at("bid"))
    drafting.recall(scene)

    assert drafting.choice is None
