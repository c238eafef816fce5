/** A stage with cars on it. */

import { Passing } from "./passing.svelte";
import { Playing } from "./playing.svelte";
import type { Pose } from "./poses";

/** V is a view, D a car as it is drawn, E an effect. */
export abstract class Cars<V extends { cars: unknown[] }, D extends Pose, E extends { ms: number }> extends Playing<V> {
  cars: D[] = $state([]);
  readonly effects = new Passing<E>();
  /** the car the camera follows */
  star: number | null = $state(null);

  /** How a car stands in a position. */
  abstract atRest(view: V, car: V["cars"][number]): D;

  protected standing(view: V): D[] {
    return view.cars.map((car) => this.atRest(view, car));
  }

  protected override rest(view: V): void {
    this.star = null;
    this.cars = this.standing(view);
  }

  car(number: number): D {
    const car = this.cars[number];
    if (!car) throw new RangeError(`there is no car ${number}`);
    return car;
  }
}
