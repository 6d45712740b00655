"""What a seat is asked and how far its player is with the answer, without a screen."""

from __future__ import annotations

from msgspec.structs import replace

from client.games.rising_sun import FACE
from client.table.acts import Donate, Entry, Open, Requests, Take, choice_in, name_of
from client.table.asking import Asking, Listing
from client.table.key_ring import TableKeys
from client.table.menu import Name
from client.table.scene import Scene
from core.games.rising_sun.board import PROVINCES
from core.kinds import Choice
from tests.client.tui.at_table import scene_at

KEYS = TableKeys(frozenset("MPTLOGURIq"), "G", "esc")


def asked(scene: Scene) -> Asking:
    asking = Asking()
    assert asking.ask(FACE, None, scene)
    return asking


def listed(asking: Asking, scene: Scene) -> Listing:
    return asking.list(scene, Requests(), KEYS, is_mine=asking.is_open(scene))


def with_options(scene: Scene, *choices: Choice) -> Scene:
    """Ask the same with these answers left, as when others have changed what can be done."""
    view = replace(scene.view, decision=replace(scene.view.decision, options=choices))
    return scene._replace(view=view, prompt=8)


def choices_in(scene: Scene) -> tuple[Choice, ...]:
    choices: tuple[Choice, ...] = scene.view.decision.options
    return choices


def open_group(asking: Asking, scene: Scene) -> tuple[Entry, ...]:
    group = next(entry.act for entry in listed(asking, scene).entries if isinstance(entry.act, Open))
    assert asking.open(group.row)
    return listed(asking, scene).entries


def names_and_keys(entries: tuple[Entry, ...]) -> list[tuple[Name, str]]:
    return [(name_of(entry.act), entry.key) for entry in entries]


# Asking and answering ------------------------------------------------------------------------


def test_the_same_question_is_put_once() -> None:
    scene = scene_at("tea")
    asking = asked(scene)

    assert not asking.ask(FACE, scene, scene)
    assert asking.ask(FACE, scene, scene._replace(prompt=8))


def test_an_answered_question_is_open_again_when_the_answer_is_forgotten() -> None:
    scene = scene_at("hire")
    asking = asked(scene)
    before = listed(asking, scene).entries
    asking.answered = scene.prompt
    meanwhile = listed(asking, scene).entries
    asking.answered = None

    assert any(isinstance(entry.act, Take) for entry in before)
    assert not any(isinstance(entry.act, (Take, Open)) for entry in meanwhile)
    assert listed(asking, scene).entries == before


def test_one_begins_at_the_first_answer_of_a_new_question_alone() -> None:
    scene = scene_at("tea")
    asking = asked(scene)
    first, again = listed(asking, scene), listed(asking, scene)
    asking.ask(FACE, scene, scene._replace(prompt=8, question=1))

    assert (first.is_new, again.is_new) == (True, False)
    assert listed(asking, scene._replace(prompt=8, question=1)).is_new


def test_who_waits_has_no_answers_and_nothing_to_read_or_pick() -> None:
    scene = scene_at("recruit")._replace(prompt=None)
    waiting = listed(asked(scene), scene)

    assert all(isinstance(entry.act, Donate) for entry in waiting.entries)
    assert (waiting.rules, waiting.targets) == (frozenset(), frozenset())


def test_a_player_is_called_once_for_each_prompt() -> None:
    scene = scene_at("tea")
    asking = asked(scene)

    assert [asking.announce(scene), asking.announce(scene)] == [True, False]
    assert asking.announce(scene._replace(prompt=8))


def test_a_form_opens_by_itself_once_and_never_beside_a_menu() -> None:
    bid, tea = scene_at("bid"), scene_at("tea")
    asking = asked(bid)

    assert asking.menu is None
    assert [asking.show_form(bid), asking.show_form(bid)] == [True, False]
    assert not asked(tea).show_form(tea)


# Groups, places and keys ---------------------------------------------------------------------


def test_a_group_opens_and_there_is_a_way_back() -> None:
    scene = scene_at("train")
    asking = asked(scene)
    whole = listed(asking, scene).entries
    inside = open_group(asking, scene)

    assert inside[-1].key == "esc"
    assert asking.close(FACE, scene)
    assert listed(asking, scene).entries == whole
    assert not asking.close(FACE, scene)


def test_who_looks_into_a_group_stays_there_when_others_change_the_question() -> None:
    """A gift may change what can be paid while one chooses; the same key must not mean something else."""
    scene = scene_at("train")
    asking = asked(scene)
    inside = open_group(asking, scene)
    gone = choice_in(inside[0].act)
    fewer = with_options(scene, *(choice for choice in choices_in(scene) if choice != gone))
    asking.ask(FACE, scene, fewer)

    assert names_and_keys(listed(asking, fewer).entries) == names_and_keys(inside[1:])
    dead = asking.meaning(fewer, inside[0].key)
    assert dead is not None
    assert (dead.choice, dead.words) == (gone, inside[0].label)


def test_after_an_own_answer_the_whole_question_is_shown() -> None:
    scene = scene_at("recruit")
    asking = asked(scene)
    whole = listed(asking, scene).entries
    open_group(asking, scene)
    asking.answered = scene.prompt
    asking.ask(FACE, scene, scene._replace(prompt=8))

    assert listed(asking, scene._replace(prompt=8)).entries == whole


def test_a_key_keeps_its_meaning_while_others_change_the_choices() -> None:
    scene = scene_at("tea")
    asking = asked(scene)
    before = dict(names_and_keys(listed(asking, scene).entries))
    fewer = with_options(scene, *choices_in(scene)[1:])
    asking.ask(FACE, scene, fewer)
    after = dict(names_and_keys(listed(asking, fewer).entries))

    assert after
    assert after.items() <= before.items()


def test_a_place_narrows_the_menu_down_until_one_answer_is_left() -> None:
    for question in ("raijin", "marshal", "recruit", "fujin", "use", "betray"):
        scene = scene_at(question)
        asking, answer = asked(scene), None
        while answer is None and (targets := listed(asking, scene).targets):
            before, place = asking.menu, min(targets)
            answer = asking.pick(place, PROVINCES[place])
            if before == asking.menu:
                break

        left = asking.menu.active if answer is None and asking.menu is not None else (answer,)
        assert {option.choice for option in left if option is not None} <= set(choices_in(scene)), question
        assert left, question
