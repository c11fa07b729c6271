import { expect, test } from "vitest";
import { makerWords } from "../src/offers";
import { isOffer } from "../src/seats";
import { joinAddress, whereTo } from "../src/tables";

test("an offer is known by its table, an invitation by its secret", () => {
  expect(isOffer("83bcbdb5c889fec0")).toBe(true);
  expect(isOffer("83bcbdb5c889fec0.UDPpxXJf")).toBe(false);
});

test("the address of an offer leads to the page on which a seat is taken", () => {
  expect(whereTo(joinAddress("83bcbdb5c889fec0"))).toEqual({ join: "83bcbdb5c889fec0" });
});

test("whoever offers a seat is named with his rating, if he has one", () => {
  expect(makerWords({ name: "Anna", rating: "1540 ± 120" })).toBe("Anna (1540 ± 120)");
  expect(makerWords({ name: "", rating: "" })).toBe("Somebody");
});
