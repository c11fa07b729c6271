// What a computer player wanted, drawn on the map: rings for what it wanted to attack, long arrows
// for units that were to gather somewhere.

import type { Intention, Wish } from "./generated";
import type { HexMap } from "./geometry";

// An arrow ends so far before the middle of its hex, in sides of one.
const SHORT = 0.45;

export function wishesSvg(intentions: readonly Intention[], map: HexMap): string {
  return intentions.map((intention) => intentionSvg(intention, map)).join("");
}

function intentionSvg({ attack, hex, origins }: Intention, map: HexMap): string {
  const to = map.get(hex);
  if (!to) return "";
  const ring = `<path class="wished ${attack ? "attack" : ""}" d="${map.path(to, attack ? 1 : 6)}"/>`;
  const arrows = origins.map((label) => {
    const from = map.get(label);
    if (!from) return "";
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const part = 1 - (SHORT * map.side) / Math.hypot(dx, dy);
    // Bent, so that ways beside each other can be told apart.
    const [bendX, bendY] = [from.x + dx / 2 - dy * 0.12, from.y + dy / 2 + dx * 0.12];
    return `<path class="wish-way" marker-end="url(#wish-head)" d="M${from.x} ${from.y}Q${bendX} ${bendY} ${from.x + dx * part} ${from.y + dy * part}"/>`;
  });
  return ring + arrows.join("");
}

/** The wish that was thought of last before a move, of any side but one's own. */
export function wishAt(wishes: readonly Wish[], move: number, own: string): Wish | null {
  return wishes.findLast((wish) => wish.side !== own && wish.move <= move) ?? null;
}
