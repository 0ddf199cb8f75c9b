// Several trials of a live workflow: what is counted, what is said before and after, and what is asked of the model.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { evaluate, type Config, type Evaluation, type Report, type RunOptions } from "../../../src/index.js";
import { renderConsole } from "../../../src/render/formats/console.js";
import { renderHtml } from "../../../src/render/formats/html/html.js";
import { renderGithub } from "../../../src/render/formats/github.js";
import { renderJunit } from "../../../src/render/formats/junit.js";
import { renderMarkdown } from "../../../src/render/formats/markdown.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const call = (a: number, b: number) => ({ calls: [{ tool: "add", input: { a, b } }] });
const right = [call(15, 27), { text: ["It is ", { $result: 1 }, "."] }];
const wrong = [call(15, 72), { text: ["It is ", { $result: 1 }, "."] }];
const silent = [call(15, 27), { text: "I do not know." }];
const script = {
  workflows: [
    { user: "Add 15 and 27", variants: [right, right, wrong, right, right] },
    { user: "Add 15 and 27, please", variants: [right, silent] },
    { user: "Add 15 and 27 twice", turns: right },
    { user: "Never", turns: silent },
    { user: "Break", variants: [[{ status: 400, error: { type: "invalid_request_error", message: "no" } }], right] },
  ],
};
const workflow = (name: string, user: string) => ({ name, steps: [{ user, expectedState: "It is 42" }] });
const config: Config = {
  server: fixtureServer("calculator.mjs"),
  workflows: [
    workflow("sum", "Add 15 and 27"),
    workflow("polite", "Add 15 and 27, please"),
    workflow("steady", "Add 15 and 27 twice"),
    workflow("never", "Never"),
    workflow("breaks", "Break"),
  ],
};

let model: StandIn;
let suite: SuiteFolder;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  suite = await makeSuiteFolder(config);
});
afterAll(() => suite.remove());
beforeEach(async () => {
  model = await startStandIn(script);
  env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
  return () => model.close();
});

async function run(
  workflows: string[],
  options: RunOptions = {},
  keys: Partial<Config> = {},
): Promise<{ report: Report; first: Evaluation; notes: string[]; late: boolean }> {
  await suite.configure({ ...config, ...keys });
  const notes: string[] = [];
  let late = false;
  const onProgress: RunOptions["onProgress"] = (progress) => {
    if (progress.type !== "note") return;
    notes.push(progress.message);
    if (progress.message.includes(" of each workflow")) late ||= model.requests.length > 0;
  };
  const report = await evaluate(suite.file, {
    env,
    cwd: suite.folder,
    workflows,
    concurrency: 1,
    onProgress,
    ...options,
  });
  const [first] = report.evaluations;
  if (first === undefined) throw new Error("nothing was evaluated");
  return { report, first, notes, late };
}

describe("eval with several trials", () => {
  it("counts them, gives the rate with its interval, and fails below passAt", async () => {
    const { report, first } = await run(["sum"], { repeat: 5 });
    expect(first.trials).toMatchObject({ planned: 5, runs: 5, passed: 4, rate: 0.8, passAt: 1, retried: 0 });
    expect(first.trials?.sentence).toBe(
      "4 of 5 trials passed: 80% (95% interval 38% to 96%); passAt 1 is not reached.",
    );
    expect(first.trials?.each.map(({ verdict }) => verdict)).toEqual([
      "passed",
      "passed",
      "failed",
      "passed",
      "passed",
    ]);
    expect(first.verdict).toBe("failed");
    expect(report.exitCode).toBe(1);
    // Why it failed is what the failed trial shows.
    expect(first.trials?.shown).toBe(3);
    expect(first.run?.lastWords).toBe("It is 87.");
  });

  it("passes where the share of passAt passes, and never says that it is better than that", async () => {
    const { report, first } = await run(["sum"], { repeat: 5 }, { passAt: 0.8 });
    expect(first.verdict).toBe("passed");
    expect(report.exitCode).toBe(0);
    expect(first.trials?.sentence).toContain("passAt 0.8 is reached");
    expect(first.trials?.sentence).not.toMatch(/above|better/);
  });

  it("takes the workflow's own keys before the suite's, and the flag before both", async () => {
    const workflows = [{ ...workflow("sum", "Add 15 and 27"), repeat: 2, passAt: 0.5 }];
    const { first } = await run(["sum"], {}, { repeat: 3, passAt: 1, workflows });
    expect(first.trials).toMatchObject({ planned: 2, passAt: 0.5 });
    const flagged = await run(["sum"], { repeat: 4 }, { repeat: 3, workflows });
    expect(flagged.first.trials?.planned).toBe(4);
  });

  it("gives each trial a conversation of its own, and runs one as before without the key", async () => {
    await run(["steady"], { repeat: 3 });
    expect(model.requests).toHaveLength(6);
    expect(model.requests.filter(({ turn }) => turn === 1)).toHaveLength(3);
    const { first } = await run(["steady"]);
    expect(first.trials).toBeUndefined();
  });

  it("says where the paths of a flaky workflow part", async () => {
    const { first } = await run(["sum"], { repeat: 5 });
    expect(first.trials?.parting).toEqual({
      turn: 1,
      differ: "calls",
      paths: [
        { trials: [1, 2, 4, 5], passed: 4, failed: 0, did: 'add {"a":15,"b":27}', later: [] },
        { trials: [3], passed: 0, failed: 1, did: 'add {"a":15,"b":72}', later: [] },
      ],
    });
    const { first: polite } = await run(["polite"], { repeat: 2 });
    expect(polite.trials?.parting).toMatchObject({
      differ: "words",
      paths: [{ did: 'answered "It is 42."' }, { did: 'answered "I do not know."' }],
    });
    const { first: steady } = await run(["steady"], { repeat: 2 });
    expect(steady.trials?.parting).toBeUndefined();
  });

  it("makes a trial that an outside failure ended again, with a note, and does not count it", async () => {
    const { first, notes } = await run(["breaks"], { repeat: 1, sure: true }, { passAt: 0.9 });
    expect(notes.join("\n")).toMatch(/Trial 1 of breaks is made again: The Claude API failed: /);
    expect(first.trials).toMatchObject({ runs: 1, passed: 1, retried: 1 });
  });

  it("gives the mean over workflows, whose interval takes a workflow's trials as one cluster", async () => {
    const { report } = await run(["sum", "polite", "steady"], { repeat: 5 });
    expect(report.summary.passRate).toMatchObject({ workflows: 3 });
    expect(report.summary.passRate?.mean).toBeCloseTo((4 / 5 + 3 / 5 + 1) / 3);
    const words = /mean pass rate over 3 workflows: 80% \(95% interval \d+% to \d+%\)/;
    expect(renderConsole([report], { color: false, debug: false })).toMatch(words);
    expect(renderMarkdown([report])).toMatch(words);
    expect(renderGithub([report])).toMatch(/mean pass rate over 3 workflows/);
    expect(renderHtml([report])).toMatch(words);
    // One workflow alone says nothing of others.
    const { report: alone } = await run(["steady"], { repeat: 2 });
    expect(alone.summary.passRate).toBeUndefined();
  });

  it("shows it in every report", async () => {
    const { report } = await run(["sum"], { repeat: 5 });
    const texts = [
      renderConsole([report], { color: false, debug: false }),
      renderConsole([report], { color: false, debug: false, verbose: true }),
      renderMarkdown([report]),
      renderJunit([report]).replaceAll("&quot;", '"'),
      renderHtml([report]).replaceAll("&quot;", '"'),
    ];
    for (const text of texts) {
      expect(text).toContain("4 of 5 trials passed");
      expect(text).toContain("flaky");
      expect(text).toContain('add {"a":15,"b":72}');
    }
    expect(renderGithub([report])).toContain("4 of 5 trials passed");
    expect(renderMarkdown([report])).toMatch(/trial 3 failed: 2 turns, 1 call, \d+ tokens, .*End-to-End Success/);
    expect(renderHtml([report])).toMatch(
      /<th scope="row">3 \(shown\)<\/th><td class="v-failed">. failed<\/td><td>2<\/td>/,
    );
  });
});

describe("eval --sure", () => {
  it("says before a token is spent what the trials can decide", async () => {
    const { notes, late } = await run(["steady"], { repeat: 5, sure: true }, { passAt: 0.8 });
    const rule = (of: readonly string[]) => of.find((note) => note.includes(" of each workflow"));
    expect(rule(notes)).toBe(
      "At most 5 trials of each workflow, looked at after 5: --sure cannot pass a workflow at passAt 0.8: not even 5 trials that all pass are enough (17 could be), and fails one after 5 at the earliest.",
    );
    expect(late).toBe(false);
    const { notes: without } = await run(["steady"], { repeat: 5 }, { passAt: 0.8 });
    expect(rule(without)).toContain("needs 16 of 16 passed");
    const { notes: most } = await run(["never"], { sure: true }, { passAt: 0.8 });
    expect(rule(most)).toContain(
      "looked at after 5, 10, 20, 40: --sure passes a workflow at passAt 0.8 after 20 trials",
    );
  });

  it("stops at the first look that decides", async () => {
    const { report, first } = await run(["never"], { sure: true }, { passAt: 0.8 });
    expect(first.trials).toMatchObject({ planned: 40, runs: 5, passed: 0, sure: { decided: "failed", after: 5 } });
    expect(first.trials?.sentence).toContain("the pass rate is below 0.8, with an error of at most 2.5%");
    expect(report.exitCode).toBe(1);
  });

  it("is inconclusive where that stays open, with the number of trials that would decide", async () => {
    const { report, first } = await run(["steady"], { repeat: 5, sure: true }, { passAt: 0.8 });
    expect(first.verdict).toBe("inconclusive");
    expect(report.exitCode).toBe(3);
    expect(first.trials?.sentence).toContain("is undecided. At this rate, about 20 trials would decide.");
  });

  it("is refused where no number of trials proves the threshold", async () => {
    await expect(run(["steady"], { sure: true })).rejects.toMatchObject({ code: "BAD_USAGE", exitCode: 2 });
    expect(model.requests).toHaveLength(0);
  });
});
