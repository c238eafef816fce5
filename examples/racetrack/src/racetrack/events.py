"""What can happen in Racetrack."""

from paddock.engine import Event

DRAWN, ONE_WAY, STOPPED, LAP, TURNED_BACK, FINISHED, DUSK = range(7)

EVENTS = (
    Event(DRAWN, "RT-02", "The lot falls on {a:car}, who moves first."),
    Event(ONE_WAY, "RT-13", "{a:car} has one way on and takes it."),
    Event(STOPPED, "RT-13", "{a:car} has no way on and stops.", moment="crash"),
    Event(LAP, "RT-20", "{a:car} crosses the line and begins lap {b}."),
    Event(TURNED_BACK, "RT-20", "{a:car} crosses the line backwards."),
    Event(FINISHED, "RT-30", "{a:car} finishes!", moment="finish"),
    Event(DUSK, "RT-32", "It gets dark after {a} rounds."),
)
