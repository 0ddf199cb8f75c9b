// Decides which workflows `record` records: those that a replay, made first and free of charge, cannot judge.
import { existsSync } from "node:fs";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import { buildUnjudged } from "../report/build.js";
import { NOTHING_APPLIES, nothingApplies } from "../metrics/workflow-verdict.js";
import type { Evaluation } from "../report/report.js";
import type { RecordOptions } from "../suite/options.js";
import { replayTakes } from "./replay-takes.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stages } from "../suite/stage.js";
import { evaluateOn } from "../suite/teardown.js";

export type RecordDecision =
  | { record: true; because: string }
  /** `evaluation` is what the report says of the workflow. */
  | { record: false; because: string; evaluation: Evaluation };

/** Decides on one workflow, and says why. */
export async function decideRecording(
  workflow: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: RecordOptions,
): Promise<RecordDecision> {
  const mode = options.mode ?? "changed";
  if (mode === "all") return { record: true, because: "--mode all" };
  if (!existsSync(cassetteFileOf(storePlaceOf(settings.suite), workflow.name))) {
    return { record: true, because: "it has no cassette" };
  }
  if (mode === "missing") {
    const because = "it has a cassette";
    const reasons = [`Not recorded: ${because} (--mode missing).`];
    return {
      record: false,
      because,
      evaluation: buildUnjudged(workflow, { verdict: "skipped", reasons, config: null }),
    };
  }
  let why: string | undefined;
  const evaluation = await evaluateOn(stages, async (own) => {
    const { evaluation: played, takes } = await replayTakes(workflow, settings, own, {});
    for (const take of takes) if (take.kind === "unplayable") why ??= take.why;
    return played;
  });
  if (why !== undefined) return { record: true, because: firstLine(why) };
  const keep = (because: string): RecordDecision => ({
    record: false,
    because,
    evaluation: { ...evaluation, recorded: { because, below: [] } },
  });
  switch (evaluation.verdict) {
    case "inconclusive":
      if (nothingApplies(evaluation.results)) return keep(NOTHING_APPLIES);
      return { record: true, because: `replay is inconclusive: ${firstLine(evaluation.reasons[0] ?? "see replay")}` };
    case "failed":
      // Recording it would make the fault the baseline.
      return (options.workflows ?? []).length > 0
        ? { record: true, because: "it fails on evidence, and was named with -t" }
        : keep("it fails on evidence; name it with -t to record it all the same");
    case "passed":
      return keep("replay passes; --mode all records it again");
    case "error":
    case "skipped":
      return keep(firstLine(evaluation.reasons[0] ?? evaluation.verdict));
  }
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? text;
}
