"""The tests of Racetrack."""
