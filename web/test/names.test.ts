import { expect, it } from "vitest";
import { nameOf } from "../src/names";

it("takes the name of a unit from its title", () => {
  const named = (title: string, side = "Soviet") => nameOf({ side, title });
  expect(named("Soviet Tank Corps: 7-4-9")).toEqual({ name: "Tank Corps", more: ": 7-4-9" });
  expect(named("12th Corps (Soviet mechanized corps)").name).toBe("12th Corps");
  expect(named("5 Army, infantry").name).toBe("5 Army");
  expect(named("Division", "")).toEqual({ name: "Division", more: "" });
});
