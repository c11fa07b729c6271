import { expect, it } from "vitest";
import { counted, scales } from "../src/panels/ending";

it("counts things that are called alike", () => {
  expect(counted(["Tank Corps 7-4-9", "12 Army", "Tank Corps 7-4-9"])).toBe(
    "2 × Tank Corps 7-4-9, 12 Army",
  );
});

it("lets the curve touch its edges, and lies flat where nothing changes", () => {
  const standing = (move: number, value: number) => ({ move, value, turn: "", phase: "" });
  const [x, y] = scales([standing(10, -3), standing(20, 5), standing(30, 1)]);
  expect([x(10), x(30)]).toEqual([0, 400]);
  expect([y(-3), y(5)]).toEqual([120, 0]);
  const [, flat] = scales([standing(1, 2), standing(2, 2)]);
  expect(flat(2)).toBe(120);
});
