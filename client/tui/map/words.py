"""What is written in an area, in as much detail as its room allows.

The name is always there, then who is there with what force, then their pieces, then the reward. Where room is
short, details are dropped from the end of that list, and nothing is ever cut off.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from itertools import chain, product, takewhile
from typing import Final, NamedTuple, TypeAlias

from client.tui.map.facts import NOBODY, AreaFacts, Atlas, Holding, Mark
from client.tui.map.plan import SEA, MapPlan
from client.tui.map.rooms import AreaRoom, Slot
from client.tui.map.styles import MapStyle


class Role(Enum):
    """What a word says, which decides how it looks."""

    NAME = "name"
    WAR = "war"
    REWARD = "reward"
    CLAN = "clan"
    MORE = "more"
    LEGEND = "legend"
    SPACE = "space"


class Word(NamedTuple):
    """A piece of text that is never broken."""

    text: str
    role: Role
    clan: int = NOBODY


class Writing(NamedTuple):
    """Words in their place on the map."""

    row: int
    column: int
    words: tuple[Word, ...]


Line: TypeAlias = tuple[Word, ...]
Heads: TypeAlias = tuple[tuple[tuple[Line, ...], Line], ...]
"""Ways to begin: lines of their own, and words that lead the others."""
SPACE: Final = Word(" ", Role.SPACE)
WIDE: Final[tuple[Line, ...]] = ((SPACE,),)
TIGHT: Final[tuple[Line, ...]] = ((),)


class Pens(NamedTuple):
    """What writing takes: the names and signs of the game, and how the map looks."""

    atlas: Atlas
    style: MapStyle
    is_wordy: bool = False  # a large map has words in place of signs

    def sign(self, mark: Mark) -> str:
        return mark.ascii if self.style.is_ascii else mark.sign


Detail: TypeAlias = Callable[[Holding, Pens], str]


def written(area: int, facts: AreaFacts, room: AreaRoom, pens: Pens) -> tuple[Writing, ...]:
    """Write the most detailed text that fits the room of an area."""
    texts = (_fitted(version, room.slots) for version in _versions(area, facts, pens))
    text = next(filter(None, texts), [])
    return tuple(Writing(slot.row, slot.start_of(length_of(line), room.axis), line) for slot, line in text)


def length_of(line: Line) -> int:
    return sum(len(word.text) for word in line)


# From much to little --------------------------------------------------------------------------


class Version(NamedTuple):
    """One way to write an area: lines of their own, then words that may share lines."""

    head: tuple[Line, ...]
    clans: Line
    gap: Line


def _versions(area: int, facts: AreaFacts, pens: Pens) -> Iterator[Version]:
    if facts.is_out:
        atlas = pens.atlas
        texts = filter(None, ((atlas.names[area],), atlas.halves[area], (atlas.codes[area],)))
        return (Version(tuple((Word(word, Role.LEGEND),) for word in words), (), ()) for words in texts)
    return (_dense_versions if pens.atlas.is_dense else _wide_versions)(area, facts, pens)


def _dense_versions(area: int, facts: AreaFacts, pens: Pens) -> Iterator[Version]:
    """Give up names before figures, and figures before pieces; some names may go on in a second line."""
    name, code = (Word(text, Role.NAME) for text in (pens.atlas.names[area], pens.atlas.codes[area]))
    war, reward = war_words(facts, pens), reward_words(facts, pens)
    heads = (
        (spaced(name, *war), reward),
        ((name,), spaced(*war, *reward)),
        (spaced(name, *war, *reward),),
    )
    short_heads = (
        (spaced(code, *war, *reward),),
        ((code, *war, *reward),),
        ((code, *war), reward),
        ((name, *war),),
        ((code, *war),),
    )
    halves = tuple((Word(half, Role.NAME),) for half in pens.atlas.halves[area])
    for titled in (with_title, with_title_close) if pens.is_wordy else ():
        yield Version(heads[0], clan_words(facts, pens, titled), ())
    if pens.is_wordy:
        yield Version(heads[0], tuple(titles_and_pieces(facts, pens)), ())
    for detail in (with_pieces_close, with_kinds, with_force):
        clans = clan_words(facts, pens, detail)
        yield from (Version(head, clans, ()) for head in heads)
        if halves:
            yield Version((*halves, spaced(*war, *reward)), clans, ())
            yield Version(halves, (*war, *reward, *clans), (SPACE,))
        yield from (Version(head, clans, ()) for head in short_heads)
    force = clan_words(facts, pens, with_force)
    yield Version(((code,),), (*force, *war), ())
    yield Version(((code, *war, *force),), (), ())
    yield Version(((code,),), force, ())
    yield Version(((code,),), (), ())


def _wide_versions(area: int, facts: AreaFacts, pens: Pens) -> Iterator[Version]:
    """Return the ways to write an area, from much detail to little."""
    name, code = (Word(text, Role.NAME) for text in (pens.atlas.names[area], pens.atlas.codes[area]))
    war, reward = war_words(facts, pens), reward_words(facts, pens)
    alone: Heads = (
        ((spaced(name, *war), reward), ()),
        (((name, *war), reward), ()),
        ((spaced(name, *war, *reward),), ()),
    )
    rich: Heads = (*alone, ((spaced(name, *war),), reward))
    if pens.is_wordy:
        words = spaced(name, *war), worded_reward(facts, pens)
        yield Version(words, clan_words(facts, pens, with_title), WIDE[0])
        yield Version(words, clan_words(facts, pens, with_pieces), WIDE[0])
    bare: Heads = ((spaced(name, *war),), ()), (((name, *war),), ())
    short: Heads = (((code, *war, *reward),), ()), (((code, *war),), ())
    for heads, details, gaps in (
        (rich, (with_pieces, with_pieces_close, with_kinds), WIDE),
        (bare, (with_pieces_close, with_kinds), WIDE),
        (rich, (with_lasting,), WIDE),
        (alone, (with_lasting,), TIGHT),
        ((*bare, *short), (with_lasting, with_force), WIDE + TIGHT),
    ):
        told = [clan_words(facts, pens, detail) for detail in details]
        for clans, (head, lead), gap in product(told, heads, gaps):
            yield Version(head, (*lead, *clans), gap)
    if len(facts.holdings) > 1:
        more = Word(f"+{len(facts.holdings) - 1}", Role.MORE)
        yield Version(((code, *war),), (*clan_words(facts, pens, with_force)[:1], more), ())
    yield Version(((name,),), (), ())
    yield Version(((code,),), (), ())


def spaced(*words: Word) -> Line:
    return tuple(part for word in words for part in (SPACE, word))[1:]


def war_words(facts: AreaFacts, pens: Pens) -> Line:
    if not facts.war and not facts.is_fought:
        return ()
    glyphs = pens.style.glyphs
    return (Word(f"{glyphs.fight if facts.is_fought else glyphs.flag}{facts.war or ''}", Role.WAR),)


def reward_words(facts: AreaFacts, pens: Pens) -> Line:
    parts = zip(facts.reward, pens.atlas.rewards, strict=bool(facts.reward))
    text = "".join(f"{number}{pens.sign(mark)}" for number, mark in parts if number)
    return (Word(f"{pens.atlas.reward_lead}{text}", Role.REWARD),) if text else ()


def worded_reward(facts: AreaFacts, pens: Pens) -> Line:
    """Write a reward with its units, as beside the map."""
    parts = zip(facts.reward, pens.atlas.rewards, strict=bool(facts.reward))
    text = " ".join(f"{number}{mark.unit or pens.sign(mark)}" for number, mark in parts if number)
    return (Word(f"{pens.atlas.reward_lead}{text}", Role.REWARD),) if text else ()


def clan_words(facts: AreaFacts, pens: Pens, detail: Detail) -> Line:
    return tuple(Word(detail(holding, pens), Role.CLAN, holding.clan) for holding in facts.holdings)


def with_title(holding: Holding, pens: Pens) -> str:
    """Koi 5 ●3▲★■: as with_pieces, by its whole name."""
    return f"{pens.atlas.titles[holding.clan]} {holding.force} {counted(holding, pens)}".rstrip()


def with_title_close(holding: Holding, pens: Pens) -> str:
    return f"{pens.atlas.titles[holding.clan]} {holding.force}{counted(holding, pens)}"


def titles_and_pieces(facts: AreaFacts, pens: Pens) -> Iterator[Word]:
    """Koi 5, and ●3▲★■ as a word of its own, for the next line."""
    for holding in facts.holdings:
        words = f"{pens.atlas.titles[holding.clan]} {holding.force}", counted(holding, pens)
        yield from (Word(word, Role.CLAN, holding.clan) for word in words if word)


def with_pieces(holding: Holding, pens: Pens) -> str:
    """K5 ●3▲★■: a clan, its force, and its pieces."""
    return f"{with_force(holding, pens)} {counted(holding, pens)}"


def with_pieces_close(holding: Holding, pens: Pens) -> str:
    return f"{with_force(holding, pens)}{counted(holding, pens)}"


def with_kinds(holding: Holding, pens: Pens) -> str:
    signs = "".join(pens.sign(mark) for mark, _ in pieces_of(holding, pens))
    return f"{with_force(holding, pens)}{signs}"


def with_lasting(holding: Holding, pens: Pens) -> str:
    signs = "".join(pens.sign(mark) for mark, _ in pieces_of(holding, pens) if mark.is_lasting)
    return f"{with_force(holding, pens)}{signs}"


def with_force(holding: Holding, pens: Pens) -> str:
    return f"{pens.atlas.clans[holding.clan]}{holding.force}"


def counted(holding: Holding, pens: Pens) -> str:
    numbers = ((mark, str(number) if number > 1 else "") for mark, number in pieces_of(holding, pens))
    return "".join(pens.sign(mark) + number for mark, number in numbers)


def pieces_of(holding: Holding, pens: Pens) -> list[tuple[Mark, int]]:
    kinds = zip(pens.atlas.pieces, holding.pieces, strict=True)
    return [(mark, number) for mark, number in kinds if number]


# Into the room --------------------------------------------------------------------------------


def _fitted(version: Version, slots: Sequence[Slot]) -> list[tuple[Slot, Line]] | None:
    """Write from the row that puts the text nearest to the middle; None if no row will do."""
    words = (*chain(*version.head), *version.clans)
    if length_of(words) > sum(slot.width for slot in slots):
        return None
    texts = [text for start in range(len(slots)) if (text := _from_row(version, slots[start:]))]
    middle = slots[0].row + slots[-1].row if slots else 0
    return min(texts, key=lambda text: abs(text[0][0].row + text[-1][0].row - middle), default=None)


def _from_row(version: Version, slots: Sequence[Slot]) -> list[tuple[Slot, Line]] | None:
    head = [line for line in version.head if line]
    text = list(zip(slots, head, strict=False))
    if len(text) < len(head) or any(length_of(line) > slot.width for slot, line in text):
        return None
    left = list(version.clans)
    for slot in slots[len(head) :]:
        line = _filled(left, version.gap, slot.width)
        if not line:
            break
        text.append((slot, line))
    return None if left else text


def _filled(left: list[Word], gap: Line, width: int) -> Line:
    """Take from a list as many words as a line holds."""
    line: Line = ()
    while left:
        longer = (*line, *(gap if line else ()), left[0])
        if length_of(longer) > width:
            break
        line = longer
        del left[0]
    return line


def one_line(area: int, facts: AreaFacts, width: int, pens: Pens) -> Line:
    """Write an area in a single row, as far as it goes."""
    versions = (chain(*version.head, version.clans) for version in _versions(area, facts, pens))
    lines = (spaced(*(word for word in words if word != SPACE)) for words in versions)
    return next((line for line in lines if length_of(line) <= width), ())


def legend_of(plan: MapPlan, pens: Pens) -> tuple[Writing, ...]:
    """Explain the signs of the pieces in the upper left corner, as far as there is open sea."""
    widths = list(takewhile(bool, (_open_sea(plan, row) for row in range(plan.height))))
    lines = _listed(pens, widths) or _packed(pens, widths)
    return tuple(Writing(row, 0, words) for row, words in enumerate(lines) if words)


def _listed(pens: Pens, widths: list[int]) -> list[Line]:
    """Give a line to each piece, if there is room for all."""
    marks = (*pens.atlas.pieces, *pens.atlas.notes)
    lines: list[Line] = [(Word(f"{pens.sign(mark)} {mark.name}", Role.LEGEND),) for mark in marks]
    fits = [length_of(line) <= width for line, width in zip(lines, widths, strict=False)]
    return lines if sum(fits) == len(lines) else []


def _packed(pens: Pens, widths: list[int]) -> list[Line]:
    marks = sorted((*pens.atlas.pieces, *pens.atlas.notes), key=lambda mark: -len(mark.name))
    left = [Word(f"{pens.sign(mark)}{mark.name}", Role.LEGEND) for mark in marks]
    return [_filled(left, (SPACE,), width) for width in widths]


def _open_sea(plan: MapPlan, row: int) -> int:
    """Count the cells of a row from the left that no land or route comes near."""
    taken = {x for route in plan.routes for x, y in route.dots if y // 2 == row}
    rows = plan.pixels[max(0, 2 * row - 2) : 2 * row + 2]
    taken |= {x for line in rows for x, area in enumerate(line) if area != SEA}
    return max(0, min(taken, default=plan.width) - 1)
