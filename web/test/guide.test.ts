import { expect, it } from "vitest";
import { settle } from "../src/panels/guide";

const step = (choice: string) => ({ text: "", choice, point: [], case: "" });
const steps = [step(""), step("select a"), step(""), step("move b"), step("")];

it("goes on when a choice has been made", () => {
  expect(settle(steps, 0, 0)).toBe(0);
  expect(settle(steps, 1, 0)).toBe(1);
  expect(settle(steps, 1, 1)).toBe(2);
  expect(settle(steps, 3, 2)).toBe(4);
});

it("passes over texts that somebody did not wait for", () => {
  expect(settle(steps, 0, 1)).toBe(2);
  expect(settle(steps, 0, 2)).toBe(4);
});

it("goes back to the choice that was taken back", () => {
  expect(settle(steps, 4, 1)).toBe(3);
  expect(settle(steps, 4, 0)).toBe(1);
});

it("is over when everything has been done", () => {
  expect(settle(steps, 4, 7)).toBe(5);
  expect(settle(steps, 5, 2)).toBe(5);
});
