// Seats: a number and one letter.
import { expect, it } from "vitest";
import { formOf, hasForm } from "../../../src/variables/form.js";

it("may be in a row of more digits, or of fewer", () => {
  const form = formOf(["5C", "5F", "4F"], false);
  expect(["24C", "9A", "B7"].map((seat) => hasForm(form, seat))).toEqual([true, true, true]);
  expect(["024C", "240C", "24c", "24CC"].map((seat) => hasForm(form, seat))).not.toContain(true);
});
