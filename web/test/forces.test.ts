import { expect, it } from "vitest";
import type { Post, UnitView } from "../src/generated";
import { tally } from "../src/panels/forces";

const post = (status: Post["status"]): Post => ({ unit: {} as UnitView, status });

it("counts who is where, and leaves out where nobody is", () => {
  expect(tally([post("map"), post("lost"), post("map")])).toBe("2 on the map, 1 lost");
  expect(tally([])).toBe("");
});
