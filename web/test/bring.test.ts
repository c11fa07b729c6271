import { expect, it } from "vitest";
import { playersFor, titleOf } from "../src/bring";
import type { TitleInfo } from "../src/generated";

const title = (slug: string, sides: string[]): TitleInfo => ({
  slug,
  sides,
  name: slug,
  subtitle: "",
  scenarios: [],
  options: [],
  players: ["person", "random", "cadet"],
  liveries: {},
  bands: {},
  glyphs: {},
  data: "",
  lesson: null,
  shelf: "",
  first_case: "1.0",
  first_game: "",
  picture: "",
});
const titles = [title("reds", ["White", "Red"]), title("east", ["Soviet", "Chinese"])];
const chosen = { slug: "reds", players: { White: "cadet", Red: "person" } };

it("reads of which title a file is", () => {
  expect(titleOf('{"stavka": 1, "title": "reds", "scenario": "x"}\n{"side": "Red"}')).toBe("reds");
  expect(titleOf("# a position\ntitle: east\nturn: 3")).toBe("east");
  expect(titleOf("hello")).toBe("");
});

it("keeps the chosen players for the chosen title, and has some for any other", () => {
  expect(playersFor("title: reds", titles, chosen)).toEqual(chosen.players);
  expect(playersFor("title: east", titles, chosen)).toEqual({ Soviet: "person", Chinese: "cadet" });
  expect(playersFor("nonsense", titles, chosen)).toEqual(chosen.players);
});
