// Keyboard letters of the table. What a decision names as its own key comes first.

export const OVERLAY_KEYS: Record<string, string> = {
  reach: "M",
  zoc: "Z",
  supply: "S",
  control: "C",
};

export const ARROWS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

// Keys that go on while they are held down; no other chooses or ends anything twice.
export const HELD: ReadonlySet<string> = new Set(["N", "U", "R", "+", "=", "-"]);

/** The letter of a key press that is meant for the table, not for a field or the browser. */
export function letterOf(event: KeyboardEvent): string {
  if (event.ctrlKey || event.metaKey || event.altKey) return "";
  const target = event.target;
  if (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, dialog, .cover, .ending")
  )
    return "";
  return event.key.length === 1 ? event.key.toUpperCase() : event.key;
}

/** Whether a key was pressed on something that knows it itself, as a button does Enter. */
export const onButton = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && !!target.closest("button, a, summary, [role=button]");

export const KEY_HELP: readonly [string, string][] = [
  ["Arrows", "move the cursor from hex to hex"],
  ["Enter", "choose what the cursor is on; with Shift everything that can be done there"],
  ["N", "next unit or hex that can be chosen"],
  ["E", "end the phase or the step"],
  ["Esc", "put down what is in hand, back, or close what is open"],
  ["U, R", "undo, redo"],
  ["M Z S C", "overlays: reach, zones of control, supply, control"],
  ["W", "what if: try things on a copy of the game, and back"],
  ["V", "trails of the last turn"],
  ["Space, Esc", "while others play: pause the film, skip it"],
  ["H", "hide or show all units"],
  ["+ − F", "zoom in, out, whole map"],
  ["P", "replay; in it Space plays, , and . step, [ ] go by phase, { } by turn"],
  ["L", "dice and luck"],
  ["T", "the charts and tables"],
  ["G", "what the staff suggests"],
  ["O", "the forces: order of battle, what is due, losses"],
  ["B", "the rules: contents, search, notes"],
  ["I", "invite others: links and QR codes"],
  ["/", "find a hex or a place"],
];
