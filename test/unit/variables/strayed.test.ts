// Tests that a reference which stays the same is not sent where it stands in another row.
import { expect, it } from "vitest";
import { findStrayed } from "../../../src/variables/strayed.js";

const result = (...people: string[]) => ({
  kind: "result" as const,
  result: {
    content: [
      { type: "text", text: people.map((name, at) => `- "${name}"\n- button "Delete" [ref=e${at + 30}]`).join("\n") },
    ],
  },
});
const sent = [{ at: "/ref", recorded: "e31", live: "e31" }];
const of = (prompt: string, ...now: string[]) =>
  findStrayed(sent, [{ recorded: result("Ann", "Bob", "Eve"), live: result(...now) }], [prompt]);

it("finds one below another name", () => {
  expect(of("Delete Bob.", "Bob", "Ann", "Eve")).toEqual(sent[0]);
});

it("finds none where the rows stay, or a prompt names it", () => {
  expect(of("Delete Bob.", "Ann", "Bob", "Eve")).toBeUndefined();
  expect(of("Delete e31.", "Bob", "Ann", "Eve")).toBeUndefined();
});
