// Tests that lines which come in another order stay below the lines that they belong to.
import { expect, it } from "vitest";
import { brokenBelow, linesBelowOf } from "../../../src/variables/lines-below.js";

const NAMES = ["ann", "bob", "eve"];
const ORDERS = [NAMES, ["bob", "eve", "ann"], ["eve", "ann", "bob"]];

/** How a page may write the rows of people. */
const FORMS: Record<string, (user: string, button: string, at: number) => string[]> = {
  indented: (user, button, at) => [`- row ${user} [e${at}]:`, `  - button Remove ${button} [e${at + 1}]`],
  "as a tree": (user, button, at) => [`├── ${user} e${at}`, `│   └── Remove ${button} e${at + 1}`],
  "below headings": (user, button, at) => [`## ${user} (${at})`, `Remove ${button}`],
  "in paragraphs": (user, button, at) => ["", `${user} ${at}`, `Remove ${button}`],
  "one after the other": (user, button, at) => [`${user} ${at}`, `Remove ${button}`],
};
const page = (form: string, users: readonly string[], buttonOf = (user: string): string => user): string[] => [
  "Users (3)",
  ...users.flatMap((user, at) => FORMS[form]?.(user, buttonOf(user), 20 + 2 * at) ?? []),
];

it.each(Object.keys(FORMS))("%s: finds a button in the row of another one", (form) => {
  const lists = ORDERS.map((users) => page(form, users));
  const [rule] = linesBelowOf(lists);
  expect(rule).toMatchObject({ is: "below" });
  if (rule === undefined) return;
  const recorded = lists[0] ?? [];
  const exchanged = page(form, ["eve", "bob", "ann"], (user) => ({ bob: "eve", eve: "bob" })[user] ?? user);
  expect(brokenBelow(rule, { recorded, live: page(form, ["eve", "bob", "ann"]) })).toBeUndefined();
  expect(brokenBelow(rule, { recorded, live: exchanged })).toBeDefined();
});

it("says nothing of lines that have no place of their own", () => {
  expect(linesBelowOf(ORDERS)).toEqual([]);
  expect(
    linesBelowOf([
      ["- a:", "  - x", "- b:", "  - y"],
      ["- b:", "  - x", "- a:", "  - y"],
      ["- a:", "  - x", "- b:", "  - y"],
    ]),
  ).toEqual([]);
});
