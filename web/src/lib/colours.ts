/** A colour for each seat: what the scene says, else what the seat is called, else one of eight. */
import type { SeatInfo } from "../wire";

const EIGHT = ["#d7263d", "#1b6fc2", "#1c8a4b", "#f2b705", "#7b3fa0", "#e87413", "#3aa6a6", "#8a8f98"];
const NAMED: Record<string, string> = {
  red: "#d7263d",
  blue: "#1b6fc2",
  green: "#1c8a4b",
  yellow: "#f2c40f",
  purple: "#7b3fa0",
  orange: "#e87413",
  white: "#f4f4f0",
  black: "#22262b",
  grey: "#8a8f98",
  pink: "#e56b9f",
};

export function colourOf(scene: unknown, seat: SeatInfo | Pick<SeatInfo, "seat" | "called">): string {
  return (
    sceneColour(scene, seat.seat) ?? NAMED[seat.called.toLowerCase()] ?? EIGHT[seat.seat % EIGHT.length] ?? "#888888"
  );
}

function sceneColour(scene: unknown, seat: number): string | undefined {
  const colours = (scene as { colours?: { hex?: string }[] } | null)?.colours;
  return Array.isArray(colours) ? colours[seat]?.hex : undefined;
}

/** A car that sentences name, where cars are not called like seats. */
export interface Mark {
  name: string;
  hex: string;
}

/** The cars of a scene that sentences name. */
export function marksOf(scene: unknown): Mark[] {
  return (scene as { marks?: Mark[] } | null)?.marks ?? [];
}

/** Black or white, whichever is read better on a colour: the contrast is at least 4.5 on every colour. */
export function inkOn(colour: string): string {
  const [red, green, blue] = channels(colour);
  const light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return light > 0.179 ? "#000000" : "#ffffff";
}

function channels(colour: string): [number, number, number] {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(colour);
  return hex
    ? [parseInt(hex[1] ?? "80", 16), parseInt(hex[2] ?? "80", 16), parseInt(hex[3] ?? "80", 16)]
    : [128, 128, 128];
}

function linear(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
