// A day that a prompt shows as an example, and that a result says in another form.
import { describe, expect, it } from "vitest";
import { tell } from "./runs.js";

const turns = (opens: string, line: string, more: Record<string, string> = {}) =>
  [
    ["opening", {}, { opens, ...more }],
    ["print", { line }, "Printed."],
  ] as const;

describe("a day of a prompt that a result says in another form", () => {
  const prompt = "Print a poster with the day of the opening, like May 3, 2026";
  const line = "Opens May 3, 2026";

  it("is asked for where the day of the result differs", () => {
    const told = tell({
      prompt,
      recorded: turns("2026-05-03", line),
      checks: [turns("2026-05-17", line), turns("2026-06-08", line)],
      live: turns("2026-07-01", line),
    });
    expect(told.learned.doubtful).toMatchObject([{ call: 2, at: "/line", derived: "time" }]);
    expect(told.sent).toHaveLength(1);
  });

  it("is the prompt's where the result has it each time", () => {
    const all = turns("2026-05-03", line);
    expect(tell({ prompt, recorded: all, checks: [all, all], live: all }).green).toBe(true);
  });

  it("is the prompt's where only a time of that day differs", () => {
    const told = tell({
      prompt: "Book May 3, 2026",
      recorded: turns("2026-05-03T10:00:11Z", line),
      checks: [turns("2026-05-04T11:00:11Z", line), turns("2026-05-05T11:20:11Z", line)],
      live: turns("2026-05-06T11:00:11Z", line),
    });
    expect(told.learned.doubtful).toEqual([]);
  });
});
