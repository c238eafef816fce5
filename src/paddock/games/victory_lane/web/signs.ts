/** The signs of maneuvers on Action cards, lines in a field of 24 by 18. */

export const SIGNS: Record<string, string> = {
  draft: "M2 4 8 9 2 14M8 4 14 9 8 14M14 4 20 9 14 14",
  ride: "M2 4 8 9 2 14M8 4 14 9 8 14M14 4 20 9 14 14",
  crossover: "M2 5H18M14 1 18 5 14 9M22 13H6M10 9 6 13 10 17",
  side_draft: "M21 5H5M9 1 5 5 9 9M3 15H21",
  paint: "M12 1 14 7 21 9 14 11 12 17 10 11 3 9 10 7Z",
  slingshot: "M3 16C3 6 10 4 20 4M15 0 20 4 15 8",
  lane_bonus: "M3 9H17M10 2V16",
  dialed: "M3 9H17M10 2V16",
};
