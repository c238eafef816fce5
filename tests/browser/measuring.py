"""What share of the window the board has at a decision: for the test that holds it, and the tool that prints it."""

from typing import Any

from paddock.games import load_game

from .site import Message, Site

SIZES = {
    (1440, 900): 0.55,
    (1366, 650): 0.50,
    (1920, 1080): 0.55,
    (768, 1024): 0.50,
    (390, 844): 0.45,
    (844, 390): 0.50,
}
DECISION = 12  # of a race: the one that is looked at
BOTS = 3
MEASURE = """async () => {
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); // everything takes its place in a new window
  const steps = 60;
  let seen = 0;
  for (let i = 0; i < steps; i++)
    for (let j = 0; j < steps; j++) {
      const top = document.elementFromPoint(((i + 0.5) / steps) * innerWidth, ((j + 0.5) / steps) * innerHeight);
      if (top?.closest('[data-drawing]')) seen += 1;
    }
  const lengths = [...document.querySelectorAll('[data-drawing] [data-mine]')].map((car) => {
    const { width, height } = car.getBoundingClientRect();
    return Math.max(width, height);
  });
  return { share: seen / steps / steps, car: Math.max(0, ...lengths) };
}"""


def without_a_clock(game_id: str) -> dict[str, Any]:
    """Where a server races by a running clock unless told, the game's own way: somebody is asked then."""
    game = load_game(game_id)
    usual = game.complete_options(BOTS + 1, {})
    return {name: usual[name] for name in game.live.OPTIONS} if game.live else {}


def come_to_a_decision(site: Site, game: str) -> Message:
    """A race against bots, driven to a decision with a choice."""
    made = site.table(game, "me", *["bot"] * BOTS, options=without_a_clock(game))
    met = 0

    def is_wanted(position: Message) -> bool:
        nonlocal met
        met += len(position["choices"]) > 1
        return met >= DECISION

    site.drive(made, is_wanted)
    return made
