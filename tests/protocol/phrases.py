"""Phrases and refusals as a peer could send them, whatever they mean."""

from __future__ import annotations

from hypothesis import strategies as st

from core.kinds import Fact, Phrase
from protocol.rpc import Detail, Refusal

IDS = st.text(max_size=64)
FACTS = st.integers(-(2**63), 2**64 - 1) | st.text(max_size=100)


def of_facts(facts: st.SearchStrategy[Fact]) -> st.SearchStrategy[Phrase]:
    return st.builds(Phrase, IDS, st.lists(st.tuples(IDS, facts), max_size=3).map(tuple))


PHRASES = st.recursive(of_facts(FACTS), lambda deeper: of_facts(FACTS | deeper), max_leaves=6)
DETAILS: st.SearchStrategy[Detail] = st.none() | st.text() | st.builds(Refusal, PHRASES, IDS)
