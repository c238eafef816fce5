"""The check of labels finds a line or a question that names another clause than the rule behind it."""

import dataclasses
import re
from types import SimpleNamespace
from typing import Any

import pytest

from paddock.engine import Decision, Event, Game
from paddock.games._template import GAME as RIDGE_RUN
from paddock.games._template.events import CLIMBED, EVENTS
from paddock.games._template.state import SPIN_DIE
from paddock.testing import cases
from paddock.testing.labels import labels_are_true

CASE = cases(RIDGE_RUN)[0]


def with_event(event: Event) -> Game:
    """Ridge Run under another name, one of its events told differently."""
    events = tuple(event if event.kind == kept.kind else kept for kept in EVENTS)
    return dataclasses.replace(RIDGE_RUN, id="mislabelled", events=events)


def with_decision(clause: str) -> Game:
    """Ridge Run under another name, its die for a gear labelled with this clause."""
    words: Any = RIDGE_RUN.words

    def decision(t: Any, s: Any) -> Decision:
        right = words.decision(t, s)
        return Decision(clause, right.question) if s.phase == SPIN_DIE else right

    changed: Any = SimpleNamespace(**{**vars(words), "decision": decision})
    return dataclasses.replace(RIDGE_RUN, id="mislabelled", words=changed)


def test_true_labels_pass():
    labels_are_true(RIDGE_RUN, CASE)


def test_an_event_with_the_clause_of_another_rule_is_found():
    mislabelled = with_event(dataclasses.replace(EVENTS[CLIMBED], clause="RR-30"))
    with pytest.raises(
        AssertionError, match=re.escape("RR-30 “{a:car} climbs {b} to space {c}.” by climb (RR-11, RR-12)")
    ):
        labels_are_true(mislabelled, CASE)


def test_a_wrong_clause_for_one_of_an_events_numbers_is_found():
    mislabelled = with_event(dataclasses.replace(EVENTS[CLIMBED], clause_by="b", clauses={4: "RR-20"}))
    with pytest.raises(AssertionError, match=re.escape("RR-20 “{a:car} climbs")):
        labels_are_true(mislabelled, CASE)


def test_a_question_with_the_clause_of_another_rule_is_found():
    with pytest.raises(AssertionError, match=re.escape("RR-02 “A die for")) as found:
        labels_are_true(with_decision("RR-02"), CASE)
    assert "drive (RR-11, RR-12)" in str(found.value)


def test_the_message_names_the_game():
    with pytest.raises(AssertionError, match=r"^mislabelled: labels that the rules behind them do not name"):
        labels_are_true(with_decision("RR-02"), CASE)
