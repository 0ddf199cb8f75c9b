import { expect, it } from "vitest";
import { refuseInCi } from "../../../src/suite/ci.js";

const isRefused = (CI: string | undefined, allowCi?: boolean): boolean => {
  try {
    refuseInCi("record", { env: { CI }, allowCi });
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: "REFUSED_IN_CI", message: expect.stringMatching(/^record does not run/) });
    return true;
  }
};

it.each([
  ["true", true],
  ["1", true],
  ["woodpecker", true],
  ["TRUE", true],
  ["", false],
  ["0", false],
  ["False", false],
  [undefined, false],
])("what is committed is not made in CI: CI=%s", (value, refused) => {
  expect(isRefused(value)).toBe(refused);
  expect(isRefused(value, false)).toBe(refused);
  expect(isRefused(value, true)).toBe(false);
});
