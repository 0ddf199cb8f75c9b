import { expect, it } from "vitest";
import { Turns } from "../../../src/suite/turns.js";

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it("hands a turn to who waits longest, and to the patient when nobody else waits", async () => {
  const turns = new Turns(1);
  const got: string[] = [];
  const giveBack = await turns.take();
  const take = async (name: string, isPatient = false): Promise<void> => {
    const back = await (isPatient ? turns.takeLast() : turns.take());
    got.push(name);
    back();
  };
  const all = [take("patient", true), take("first"), take("second")];
  await settled();
  expect(got).toEqual([]);
  expect(turns.tryTake()).toBeUndefined();
  giveBack();
  // Twice is once.
  giveBack();
  await Promise.all(all);
  expect(got).toEqual(["first", "second", "patient"]);
  expect(turns.tryTake()).toBeDefined();
  expect(turns.tryTake()).toBeUndefined();
});
