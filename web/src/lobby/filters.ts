/** Which tables of the lobby are listed. */
export interface Wanted {
  /** of this game; "" for all */
  game: string;
  /** of this kind; "" for all */
  kind: "" | "open" | "racing" | "over";
}
