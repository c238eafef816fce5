/** Places and directions on a plane, y downwards, angles in degrees clockwise from east. */

export interface Point {
  x: number;
  y: number;
}

/** Where something is and where it points. */
export interface Pose extends Point {
  angle: number;
}

export interface Box extends Point {
  w: number;
  h: number;
}

/** The angle next to another that points the same way, so that nothing turns the long way round. */
export function nearest(angle: number, other: number): number {
  return angle + 360 * Math.round((other - angle) / 360);
}

/** The pose that lies `ahead` in front and `right` to the right of another. */
export function offset(pose: Pose, ahead: number, right: number): Pose {
  const turn = (pose.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return { x: pose.x + ahead * cos - right * sin, y: pose.y + ahead * sin + right * cos, angle: pose.angle };
}

export const mix = (from: number, to: number, part: number): number => from + (to - from) * part;

/** A part of the way straight from one pose to another, turned the short way. */
export function blend(from: Pose, to: Pose, part: number): Pose {
  return {
    x: mix(from.x, to.x, part),
    y: mix(from.y, to.y, part),
    angle: mix(from.angle, nearest(to.angle, from.angle), part),
  };
}

/** The bend from one pose to another: leaves along the first, arrives along the second. */
export function bend(from: Pose, to: Pose): (u: number) => Pose {
  const reach = Math.hypot(to.x - from.x, to.y - from.y) * 0.4;
  const [one, two] = [offset(from, reach, 0), offset(to, -reach, 0)];
  const at = (u: number, a: number, b: number, c: number, d: number): number => {
    const v = 1 - u;
    return v ** 3 * a + 3 * v * v * u * b + 3 * v * u * u * c + u ** 3 * d;
  };
  const slope = (u: number, a: number, b: number, c: number, d: number): number => {
    const v = 1 - u;
    return v * v * (b - a) + 2 * v * u * (c - b) + u * u * (d - c);
  };
  return (u) => ({
    x: at(u, from.x, one.x, two.x, to.x),
    y: at(u, from.y, one.y, two.y, to.y),
    angle: (Math.atan2(slope(u, from.y, one.y, two.y, to.y), slope(u, from.x, one.x, two.x, to.x)) * 180) / Math.PI,
  });
}
