// Several models on the same workflows. The model is a stand-in.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeComparedSuite, type ComparedSuite } from "../helpers/compared-suite.js";

let model: ComparedSuite["model"];
let suite: ComparedSuite["suite"];
let run: ComparedSuite["run"];
let readReports: ComparedSuite["readReports"];
let close: ComparedSuite["close"];

beforeEach(async () => {
  ({ model, suite, run, readReports, close } = await makeComparedSuite());
});
afterEach(() => close());

/** How many conversations each model had. */
function conversations(): Record<string, number> {
  const found: Record<string, number> = {};
  for (const { body, turn } of model.requests) {
    const name = String((body as { model?: unknown }).model);
    if (turn === 1) found[name] = (found[name] ?? 0) + 1;
  }
  return found;
}

describe("eval --model A --model B", () => {
  it("runs both, and says in every report which is better, and by how much", async () => {
    const args = ["--model", "claude-one", "--model", "claude-two"];
    const files = ["json=r.json", "markdown=r.md", "html=r.html", "junit=r.xml", "github", "console"];
    const done = await run("eval", suite.file, ...args, ...files.flatMap((file) => ["-r", file]));
    expect(conversations()).toEqual({ "claude-one": 8, "claude-two": 8 });
    const sentence =
      "claude-two passes more often than claude-one over these 2 workflows, with an error of at most 5%: 8 of 8 against 1 of 8 trials, a difference of +88 points (95% interval +";
    expect(done.stdout.replaceAll(/\s+/g, " ")).toContain(sentence);
    for (const file of ["r.md", "r.html", "r.xml"]) {
      const text = await readFile(join(suite.folder, file), "utf8");
      expect(text.replaceAll("&#39;", "'")).toContain(sentence);
    }
    expect(await readFile(join(suite.folder, "r.html"), "utf8")).toContain(
      "<title>claude-two, sum: 100% (65% to 100%)",
    );
    expect(await readFile(join(suite.folder, "r.md"), "utf8")).toContain(
      "| `sum` | 0% (0 of 7) | 100% (7 of 7) | +100 ",
    );
    const [first, second] = await readReports("r.json");
    expect([first?.side, second?.side]).toEqual(["claude-one", "claude-two"]);
    expect(first?.comparison).toBeUndefined();
    expect(second?.comparison).toMatchObject({
      verdict: "better",
      workflows: [
        { name: "sum", verdict: "better" },
        { name: "steady", verdict: "undecided" },
      ],
      first: { spent: { input: 16_000 }, mean: { mean: 0.5 } },
    });
    // The first model's workflow failed.
    expect(done.code).toBe(1);
  });

  it("claims nothing of few trials, and says how many would show ten points", async () => {
    const done = await run("eval", suite.file, "-t", "steady", "--model", "claude-one", "--model", "claude-two");
    const words = done.stdout.replaceAll(/\s+/g, " ");
    expect(words).toContain(
      "claude-two and claude-one are not distinguishable with 1 trial on each side in this workflow: 1 of 1 against 1 of 1 trials, a difference of 0 points",
    );
    expect(words).toMatch(/A difference of 10 points takes about \d+ trials of it on each side\./);
    expect(done.code).toBe(0);
  });

  it("plans all sides before anything is spent, and one limit holds for all", async () => {
    const two = ["--model", "claude-one", "--model", "claude-two", "--repeat", "2"];
    const plan = await run("eval", suite.file, ...two, "--dry-run");
    expect(plan.stdout).toContain("demo (claude-two) (claude-two)");
    expect(plan.stdout).toContain("Plan: 4 workflows, 8 trials");
    expect(model.requests).toHaveLength(0);
    await suite.configure({ ...JSON.parse(await readFile(suite.file, "utf8")), tokenLimit: 5000 });
    const limited = await run("eval", suite.file, ...two, "-r", "json=r.json", "-r", "console");
    expect(model.requests.length).toBeLessThanOrEqual(5);
    expect(limited.stdout.replaceAll(/\s+/g, " ")).toContain("Not compared, because one side gave no verdict: ");
  });

  it.each([
    ["--sure", "could not be paired"],
    ["--bail", "leave out what the other side has run"],
    ["--last-failed", "other workflows for the second side"],
    ["--shard=1/2", "a part of the pairs"],
    ["--model=claude-one", "names claude-one twice"],
  ])("refuses %s, which would spoil it", async (flag, why) => {
    const done = await run("eval", suite.file, "--model", "claude-one", "--model", "claude-two", flag);
    expect(done).toMatchObject({ code: 2 });
    expect(done.stderr).toContain(why);
    expect(model.requests).toHaveLength(0);
  });
});
