/** Which options of a new table can be set, and why the others cannot. */
import type { CheckedInfo, OptionInfo, Value } from "../wire";
import { listed } from "$lib/words";

export type Chosen = Record<string, Value>;
/** What the server said of a component file. */
export type Loaded = Pick<CheckedInfo, "name" | "remarks">;

/** Whether a value is the text of a component file. */
export function isFile(value: Value): boolean {
  return typeof value === "string" && value.includes("\n");
}

/** The default of an option for that number of seats. */
export function usual(option: OptionInfo, seats: number): Value {
  return seats === 1 ? option.alone : option.default;
}

/** What holds: the chosen value of an option that can be set, else its default. */
export function effective(options: OptionInfo[], chosen: Chosen, seats: number): Chosen {
  const values: Chosen = {};
  for (const option of options) {
    const hindrance = hindranceOf(options, option, values, seats);
    values[option.name] = hindrance ? usual(option, seats) : (chosen[option.name] ?? usual(option, seats));
  }
  return values;
}

/** What people call a value: as the game writes it; a number is itself. */
export function valueTitle(option: OptionInfo, value: Value): string {
  return option.titles[option.values.indexOf(value)] ?? String(value);
}

/** Why an option cannot be set now; "" if it can. Options name only earlier ones in their needs. */
export function hindranceOf(options: OptionInfo[], option: OptionInfo, values: Chosen, seats: number): string {
  if (option.seats.length && !option.seats.includes(seats)) {
    return `Only with ${listed(option.seats.map(String), "or")} ${option.seats.at(-1) === 1 ? "car" : "cars"}.`;
  }
  for (const needed of options.filter(({ name }) => name in option.needs)) {
    const value = values[needed.name];
    const wanted = option.needs[needed.name] ?? [];
    if (value === undefined || wanted.includes(value)) continue;
    const titles = wanted.map((one) => valueTitle(needed, one));
    return `Needs ${needed.title}: ${listed(titles, "or")}.`;
  }
  return "";
}

/** Whether the options of a preset hold, and nothing else differs from the defaults. */
export function isChosen(options: OptionInfo[], preset: Chosen, values: Chosen, seats: number): boolean {
  return options.every((option) => (preset[option.name] ?? usual(option, seats)) === values[option.name]);
}

export function isSwitch(option: OptionInfo): boolean {
  return option.values.length === 2 && option.values.every((value) => typeof value === "boolean");
}

/** What to send: only what differs from the defaults. */
export function toSend(options: OptionInfo[], values: Chosen, seats: number): Chosen {
  const changed = options.filter((option) => values[option.name] !== usual(option, seats));
  return Object.fromEntries(changed.map((option) => [option.name, values[option.name] ?? option.default]));
}
