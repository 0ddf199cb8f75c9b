// The trials of a workflow with a stand-in in place of a run, which passes with a known probability.
import { describe, expect, it } from "vitest";
import type { Evaluation } from "../../../src/report/report.js";
import { runTrials, type LiveTrial } from "../../../src/run/run-trials.js";
import { planTrials } from "../../../src/suite/trial-plan.js";
import { randomOf } from "../../helpers/random-servers/random.js";

const workflow = { name: "sky", steps: [{ user: "Why is the sky blue?" }] };

function evaluationOf(verdict: Evaluation["verdict"]): Evaluation {
  const passed = verdict === "passed";
  const score = passed ? 1 : 0;
  return { workflowName: "sky", verdict, passed, overallScore: score, results: [], reasons: [], settle: [] };
}

function trialOf(verdict: Evaluation["verdict"]): LiveTrial {
  return { evaluation: evaluationOf(verdict), path: undefined, keep: () => Promise.resolve() };
}

/** Trials that pass with this probability. */
async function runAt(
  rate: number,
  random: ReturnType<typeof randomOf>,
  options: { repeat?: number; sure?: boolean },
): Promise<Evaluation> {
  const plan = planTrials(workflow, { passAt: 0.8 }, options);
  const run = (): Promise<LiveTrial> => Promise.resolve(trialOf(random.chance(rate) ? "passed" : "failed"));
  const made = await runTrials({ workflow, plan, atATime: 1, signal: new AbortController().signal, run }, {});
  return made.evaluation;
}

describe("runTrials with --sure", () => {
  // At the threshold itself each of the two sentences is wrong.
  it.each([
    { rate: 0.8, runs: 2000 },
    { rate: 0.79, runs: 500 },
    { rate: 0.81, runs: 500 },
    { rate: 0.5, runs: 500 },
    { rate: 0.95, runs: 500 },
  ])("at a true rate of $rate is wrong in at most 6.5 percent of $runs runs", async ({ rate, runs }) => {
    const random = randomOf(Math.round(rate * 100));
    let wrong = 0;
    let trials = 0;
    for (let run = 0; run < runs; run++) {
      const { verdict, trials: made } = await runAt(rate, random, { sure: true });
      trials += made?.runs ?? 0;
      const isWrong = (verdict === "passed" && rate <= 0.8) || (verdict === "failed" && rate >= 0.8);
      expect(made?.sentence.includes("above 0.8, with an error")).toBe(verdict === "passed");
      if (isWrong) wrong += 1;
    }
    expect(wrong / runs).toBeLessThanOrEqual(0.065);
    if (rate === 0.5) expect(trials / runs / 40).toBeLessThan(0.55);
  });

  it("without it claims a rate and an interval, never that the rate is above or below", async () => {
    const random = randomOf(7);
    for (let run = 0; run < 200; run++) {
      const { trials } = await runAt(0.8, random, { repeat: 5 });
      expect(trials?.sentence).toMatch(
        /^\d of 5 trials passed: \d+% \(95% interval \d+% to \d+%\); passAt 0\.8 is (?:not )?reached\.$/,
      );
    }
  });
});

describe("runTrials", () => {
  const plan = (repeat: number, passAt: number) => planTrials(workflow, { passAt }, { repeat });
  const signal = new AbortController().signal;

  async function runOf(
    verdicts: Evaluation["verdict"][],
    passAt: number,
  ): Promise<{ evaluation: Evaluation; made: number }> {
    let made = 0;
    const { evaluation } = await runTrials(
      {
        workflow,
        plan: plan(verdicts.length, passAt),
        atATime: 1,
        signal,
        run: () => Promise.resolve(trialOf(verdicts[made++] ?? "error")),
      },
      {},
    );
    return { evaluation, made };
  }

  it("gives no verdict that a trial without one could change", async () => {
    expect((await runOf(["passed", "passed", "inconclusive"], 1)).evaluation.verdict).toBe("inconclusive");
    expect((await runOf(["passed", "passed", "inconclusive"], 0.6)).evaluation.verdict).toBe("passed");
    expect((await runOf(["failed", "failed", "inconclusive"], 0.6)).evaluation.verdict).toBe("failed");
  });

  it("repeats no trial that failed, and stops after two failures outside", async () => {
    const { evaluation, made } = await runOf(["failed", "failed", "failed"], 1);
    expect({ made, runs: evaluation.trials?.runs }).toEqual({ made: 3, runs: 3 });
    const broken = await runOf(["passed", "error", "error", "passed", "passed"], 1);
    expect(broken.made).toBe(3);
    expect(broken.evaluation).toMatchObject({ verdict: "error", trials: { runs: 1, retried: 1, planned: 5 } });
  });

  it("runs as many at a time as it may, and keeps them in order", async () => {
    let running = 0;
    let most = 0;
    const { evaluation } = await runTrials(
      {
        workflow,
        plan: plan(6, 0.5),
        atATime: 3,
        signal,
        run: async (number) => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
          return trialOf(number % 2 === 0 ? "failed" : "passed");
        },
      },
      {},
    );
    expect(most).toBe(3);
    expect(evaluation.trials?.each.map(({ verdict }) => verdict)).toEqual([
      "passed",
      "failed",
      "passed",
      "failed",
      "passed",
      "failed",
    ]);
  });
});
