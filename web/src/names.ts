// What a unit is called where there is little room: its title begins with its name.

import type { UnitView } from "./generated";

/** The name without its side, and what else the title tells.
 * "Soviet Tank Corps: 7-4-9" is a Tank Corps. */
export function nameOf({ side, title }: Pick<UnitView, "side" | "title">): {
  name: string;
  more: string;
} {
  const own = title.startsWith(`${side} `) ? title.slice(side.length + 1) : title;
  const [name = own] = own.split(/[:,(]/);
  return { name: name.trim(), more: own.slice(name.length) };
}
