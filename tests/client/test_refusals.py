"""Why something is refused: every refusal names a message, and the client has words for all of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor
from hypothesis import example, given
from hypothesis import strategies as st

import core
from client.seat.connection import closing_words, refusal
from client.texts import entries_in, sources_of, t
from client.texts.refusals import DEEPEST, said, why
from core.catalog import game_named, game_names
from core.kinds import InputError, Phrase, RulesError, listed, named, phrase
from protocol.errors import Code
from protocol.rpc import Refusal, error_record
from protocol.table.public import RepeatedError
from protocol.table.replay import ImpossibleError
from protocol.talk import LostKeyError, is_harmful
from server.server import GOODBYE
from tests.client.strays import refusals_of, spoilt_lines
from tests.protocol.phrases import PHRASES, of_facts

ROOT = Path(core.__file__).parents[1]
ERRORS = {
    *("RulesError", "MoveError", "TalkError", "InvitationError"),
    *("UnsignedLinkError", "UnswornDeedError"),
}
MADE_IN_ONE_PLACE = {  # by an error that is always about the same
    str(RepeatedError().phrase.message),
    str(LostKeyError().phrase.message),
    str(ImpossibleError(0, Phrase("")).phrase.message),
}
GENERAL = "refuse-unknown"


class Use(NamedTuple):
    """A message the program names, with the names of its arguments; no message if it is computed.

    Texts are arguments written in the program, which no language could change.
    """

    message: str
    arguments: frozenset[str]
    texts: bool
    where: str


def uses() -> Iterator[Use]:
    """Find every refusal, and every phrase."""
    for package in ("core", "protocol", "server", "client"):
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                    yield from use_in(node, node.func.id, f"{file.name}:{node.lineno}")


def use_in(call: ast.Call, name: str, where: str) -> Iterator[Use]:
    arguments = frozenset(keyword.arg or "**" for keyword in call.keywords)
    texts = any(is_text(keyword.value) for keyword in call.keywords)
    first = call.args[0]
    message = first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else ""
    if name in ERRORS:
        yield Use(message and f"refuse-{message}", arguments, texts, where)
    elif name == "fraud" and message:
        yield Use(f"fraud-{message}", arguments, texts, where)
    elif name == "phrase" and message:
        yield Use(message, arguments, texts, where)


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


USES = list(uses())


class Arguments(Visitor):
    """Collects what a message mentions."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ftl.VariableReference) -> None:  # noqa: N802
        self.names.add(node.id.name)


def messages() -> dict[str, frozenset[str]]:
    """Return all messages with the names of their arguments."""
    found = {}
    for source in sources_of("en"):
        for entry in FluentParser().parse(source).body:
            if isinstance(entry, ftl.Message) and entry.value is not None:
                arguments = Arguments()
                arguments.visit(entry.value)
                found[entry.id.name] = frozenset(arguments.names)
    return found


MESSAGES = messages()


def test_whoever_refuses_names_a_message() -> None:
    assert len(USES) > 150
    assert [use.where for use in USES if use.texts or not use.message] == []


def test_every_message_that_is_named_exists_with_exactly_its_arguments() -> None:
    assert [use for use in USES if MESSAGES.get(use.message) != use.arguments] == []


def test_no_reason_is_left_over() -> None:
    reasons = {name for name in MESSAGES if name.startswith("refuse-")}

    named = {use.message for use in USES if use.message.startswith("refuse-")}
    assert reasons == named | MADE_IN_ONE_PLACE | {GENERAL}


def test_every_alarm_has_words_and_none_is_left_over() -> None:
    alarms = {name for name in MESSAGES if name.startswith("fraud-")}
    named = {use.message for use in USES if use.message.startswith("fraud-")}
    rest = {name.replace("fraud-", "refuse-") for name in alarms - named - {"fraud-server"}}

    assert named <= alarms
    assert rest <= {name for name in MESSAGES if name.startswith("refuse-")}
    assert all(MESSAGES[name] == MESSAGES[name.replace("refuse-", "fraud-")] for name in rest)


def test_every_form_of_a_move_has_words_and_none_is_left_over() -> None:
    readers = [import_module(f"core.games.{name}.notation").READERS for name in game_names()]
    forms = {form for verbs in readers for form, _ in verbs.values()}

    assert forms == {name for name in MESSAGES if name[2:].startswith("-form-")}


VOCABULARIES = ("number_of", "name_among", "spelling.name", "spelling.seat")
"""What is told last which kind of thing a word should name."""


def test_every_kind_of_thing_in_a_line_has_words() -> None:
    calls = [
        call
        for file in (ROOT / "core").rglob("*.py")
        for call in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(call, ast.Call) and ast.unparse(call.func) in VOCABULARIES
    ]
    kinds = {kind.value for call in calls if isinstance(kind := call.args[-1], ast.Constant)}

    assert kinds == {name.removeprefix("kind-") for name in MESSAGES if name.startswith("kind-")}


def test_a_server_that_hangs_up_is_understood() -> None:
    assert closing_words(GOODBYE) == "The server is stopping. Your seat is kept."
    assert closing_words("elsewhere") == "You have taken this seat from somewhere else."


# In a game -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_there_are_words_for_whatever_the_rules_refuse(name: str) -> None:
    refused = list(refusals_of(game_named(name)))

    assert len({error.phrase.message for error in refused}) > 10
    assert [error for error in refused if said(error.phrase) == t(GENERAL)] == []


@pytest.mark.parametrize("name", game_names())
def test_there_are_words_for_every_line_that_is_no_move(name: str) -> None:
    unread = list(spoilt_lines(game_named(name), 1))

    assert len({error.phrase.message for _, error in unread}) > 2
    assert [line for line, error in unread if said(error.phrase) == t(GENERAL)] == []


def test_a_reason_names_things_by_the_glossary_and_ends_with_the_rule() -> None:
    facts = {"clan": named("clan", "koi"), "piece": named("piece", "oni-of-blood")}
    error = RulesError("rs-no-figure-in", "RS-10.1", **facts, province=named("province", "oshu"))

    assert why(error) == "Koi has no Oni of Blood in Oshu. (RS-10.1)"


def test_who_has_no_words_writes_ids_and_arguments() -> None:
    error = RulesError("rs-not-on-display", "RS-11.1", card=named("card", "yurei"))

    assert str(error) == "refuse-rs-not-on-display[card=card-yurei] (RS-11.1)"


def test_a_reason_may_have_another_in_it() -> None:
    inner = RulesError("rs-no-gifts-in-war", "RS-4.2").phrase
    error = RulesError("cannot-give", seat=named("clan", "koi"), goods=listed([2, 3, 4]), why=inner)

    assert why(error) == "Koi cannot give 2 and 3 and 4: Nobody can give anything away in the War Phase."


def test_what_is_no_refusal_speaks_for_itself() -> None:
    assert why(InputError("This is no log.")) == "This is no log."


# From servers that are no friends -------------------------------------------------------------

ODD = {
    "a message that nobody knows": phrase("refuse-never-heard-of"),
    "no message": Phrase(""),
    "a term": Phrase("-brand"),
    "a form that a message does not have": Phrase("clan-koi.nothing"),
    "an argument too few": phrase("refuse-no-table"),
    "an argument that nobody knows": phrase("refuse-no-table", table=named("clan", "nobody")),
}


@pytest.mark.parametrize("odd", ODD.values(), ids=list(ODD))
def test_what_cannot_be_said_is_said_in_general_with_the_rule(odd: Phrase) -> None:
    error = refusal(error_record(Code.REFUSED, Refusal(odd, "RS-7.2")))

    assert str(error) == "That was refused, for a reason this program has no words for. (RS-7.2)"


def test_too_many_phrases_in_each_other_are_not_said() -> None:
    deep = phrase("refuse-game-over")
    for _ in range(DEEPEST - 1):
        deep = phrase("refuse-no-table", table=deep)

    assert said(deep).startswith("There is no table There is no table")
    assert said(phrase("refuse-no-table", table=deep)) == t(GENERAL)


def test_a_number_where_words_should_be_and_words_where_a_number_should_be() -> None:
    assert said(phrase("refuse-no-table", table=7)) == "There is no table 7 here."
    assert said(phrase("amount-coin", number="many")) == "many coins"


def test_neither_a_reason_nor_its_rule_steers_the_terminal() -> None:
    nasty = phrase("refuse-no-table", table="\x1b[2J\u202e\n")
    error = refusal(error_record(Code.REFUSED, Refusal(nasty, "\x1b]0;\a")))

    assert str(error) == r"There is no table \x1b[2J\u202e\n here. (\x1b]0;\x07)"


def test_a_server_that_hangs_up_for_a_strange_reason_is_survived() -> None:
    assert closing_words("\x1b[2J") == closing_words("stops.plain") == t("closing-unknown")


def test_a_refusal_without_a_phrase_is_survived() -> None:
    assert str(refusal(error_record(Code.REFUSED))) == "The server answered with an error: refused."


KNOWN = sorted(name for source in sources_of("en") for name in entries_in(source))
FACTS = st.integers(-(2**63), 2**64 - 1) | st.text(max_size=20) | PHRASES
ARGUMENTS = sorted(set().union(*MESSAGES.values()))


@given(
    st.builds(
        Phrase,
        st.sampled_from(KNOWN),
        st.lists(st.tuples(st.sampled_from(ARGUMENTS), FACTS), max_size=8).map(tuple),
    )
    | of_facts(FACTS)
)
@example(Phrase("plain-help"))
def test_whatever_a_server_gives_as_a_reason_something_harmless_is_said(odd: Phrase) -> None:
    sentence = said(odd)

    assert sentence
    assert not any(map(is_harmful, sentence))


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (
            PermissionError(13, "Permission denied", "home/play"),
            "home/play cannot be used: Permission denied.",
        ),
        (OSError("something else"), "something else"),
    ],
)
def test_what_the_system_says_about_a_file_is_a_sentence(error: OSError, sentence: str) -> None:
    assert why(error) == sentence
