import { expect, it } from "vitest";
import { Budget } from "../../../src/suite/budget.js";

const usage = { input: 1000, output: 100 };
const prices = { known: { input: 1, output: 1 } };

it("in dollars ends with the first answer whose price is unknown: no limit could be kept", () => {
  const command = new Budget({ maxBudgetUsd: 1 });
  const suite = new Budget({}, command);
  suite.add("known", usage, prices);
  suite.check();
  suite.add("other", usage, prices);
  expect(() => suite.check()).toThrow(
    "The budget of $1 cannot be kept: the price of other, which answered, is unknown.",
  );
  const ofSuite = new Budget({ maxBudgetUsd: 1 }, new Budget());
  ofSuite.add("other", usage, prices);
  expect(() => ofSuite.check()).toThrow("cannot be kept");
});

it("in tokens needs no price", () => {
  const budget = new Budget({ tokenLimit: 2000 });
  budget.add("other", usage, {});
  budget.check();
  budget.add("other", usage, {});
  expect(() => budget.check()).toThrow("The token limit of 2000 is reached: 2200 tokens are spent.");
});
