// What is said of a run: how far it is, who plays it, how long it takes.

import type { LabEntry, LabRate } from "./generated";

const counted = (count: number, thing: string): string =>
  `${count.toLocaleString("en")} ${thing}${count === 1 ? "" : "s"}`;

/** A stretch of time, as exactly as it can be told. */
export function timeWords(seconds: number): string {
  if (seconds < 90) return `${Math.max(1, Math.round(seconds))} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${(seconds / 3600).toFixed(1)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

/** How far an entry is, in a sentence. */
export function stateWords({ done, of, playing, left, experiment, run, cells }: LabEntry): string {
  const games = `${done.toLocaleString("en")} of ${counted(of, "game")}`;
  if (playing) {
    const time = left === null ? "" : `, about ${timeWords(left)} left`;
    const who = playing === "here" ? "Playing" : "Played by another process of this machine";
    return `${who}: ${games}${time}.`;
  }
  if (!run) return `Not begun: ${counted(of, "game")} in ${counted(cells.length, "cell")}.`;
  if (done >= of) return `All ${counted(of, "game")} played.`;
  if (!experiment) return `${games}. ${CANNOT_GO_ON}`;
  return `Stopped after ${games}.`;
}

const CANNOT_GO_ON =
  "No file of this folder goes on with it: the experiment is not here, or it, its data or the program has changed.";

export const brokenWords = (broken: number): string =>
  `${counted(broken, "game")} broke off; the report tells why.`;

const percent = (rate: number): string => `${Math.round(100 * rate)} %`;

/** A rate, and between which the true one lies. */
export const rateWords = ({ rate, low, high }: LabRate): { rate: string; range: string } => ({
  rate: percent(rate),
  range: `${Math.round(100 * low)} to ${percent(high)}`,
});

export type Order = "play" | "stop";

/** What can be done with an entry now: the order and the word on its button. */
export function orderOf({
  playing,
  experiment,
  run,
  done,
  of,
  cells,
}: LabEntry): { order: Order; words: string } | null {
  if (playing === "here") return { order: "stop", words: "Stop" };
  // A file with something wrong in it has no cells.
  if (playing || !experiment || !cells.length || done >= of) return null;
  return { order: "play", words: run ? "Go on" : "Start" };
}
