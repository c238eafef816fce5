/** The signs of the Danger cards, in a square of 24. */

export const SIGNS: Record<string, string> = {
  instant_damage: "M13 2 4 14H10L8 22 20 9H13L16 2Z",
  instant_repair: "M10 2H14V10H22V14H14V22H10V14H2V10H10Z",
  minor_debris: "M4 10 12 5 20 10V17L12 22 4 17Z",
  major_debris: "M1 13 7 9.500 13 13V19L7 22.500 1 19ZM11 6 17 2.500 23 6V12L17 15.500 11 12Z",
  dangerous_curve: "M5 22V14Q5 8 12 8H13V3L22 10 13 17V12H12Q9 12 9 15V22Z",
  lane_closed: "M2 7H22V13H2ZM5 13H8V22H5ZM16 13H19V22H16Z",
  repair_shop: "M2 11 12 2 22 11H19V22H14V15H10V22H5V11Z",
  critter_crossing:
    "M5 9A2.500 3 0 1 1 5 9.100ZM10 5A2.500 3 0 1 1 10 5.100ZM15 5A2.500 3 0 1 1 15 5.100Z" +
    "M20 9A2.500 3 0 1 1 20 9.100ZM12 11Q18 13 18 18 17 22 12 20.500 7 22 6 18 6 13 12 11Z",
  nitro_boost: "M3 4 12 12 3 20V15L7 12 3 9ZM11 4 22 12 11 20V15L15 12 11 9Z",
  super_size_your_combo: "M9 3H15V9H21V15H15V21H9V15H3V9H9Z",
};

/** Cards that people play for themselves. */
export const isGood = (id: string): boolean =>
  ["instant_repair", "repair_shop", "nitro_boost", "super_size_your_combo"].includes(id);
