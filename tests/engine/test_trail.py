"""A trail is an append-only list; its forks are independent lists that share their common beginning."""

import pytest

from paddock.engine.race.trail import Trail


def test_it_reads_like_a_list():
    trail = Trail("abcd")
    assert len(trail) == 4
    assert list(trail) == ["a", "b", "c", "d"]
    assert (trail[0], trail[-1], trail[1:3], trail[::-1]) == ("a", "d", ["b", "c"], ["d", "c", "b", "a"])
    assert list(reversed(trail)) == ["d", "c", "b", "a"]
    assert trail == ["a", "b", "c", "d"]
    assert trail != ["a"]
    with pytest.raises(IndexError):
        trail[4]


def test_a_fork_goes_its_own_way():
    trail = Trail([1, 2])
    one, two = trail.fork(), trail.fork()
    one.append(3)
    two.extend([4, 5])
    trail.append(6)
    assert (list(trail), list(one), list(two)) == ([1, 2, 6], [1, 2, 3], [1, 2, 4, 5])


def test_what_a_fork_has_added_is_not_seen_from_behind():
    trail = Trail([1, 2])
    trail.fork().append(3)
    assert (len(trail), trail[-1], trail[:], list(trail)) == (2, 2, [1, 2], [1, 2])
    with pytest.raises(IndexError):
        trail[2]
    assert trail.fork() == trail


def test_a_trail_that_was_read_from_elsewhere_shares_nothing():
    items = [1, 2]
    trail = Trail(items)
    trail.append(3)
    assert items == [1, 2]
