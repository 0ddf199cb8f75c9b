// Runs the workflows live with Claude and scores them (`eval`).
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import { isSkipped } from "../config/skip-reason.js";
import type { Suite } from "../config/suite.js";
import { buildEvaluation } from "../report/build.js";
import type { Evaluation, Report } from "../report/report.js";
import { buildRecording } from "./build-recording.js";
import { judgeWorkflow } from "./judge-workflow.js";
import { runHealthSuites } from "./health.js";
import type { RunOptions } from "../suite/options.js";
import { keepRun } from "./keep-run.js";
import { decideDue } from "../suite/leave-out.js";
import { buildLeftOutReport } from "./unrun.js";
import { requireKeys } from "./live-model.js";
import { runLive } from "./run-live.js";
import { runSuite } from "./run-suite.js";
import { withoutSecrets } from "../suite/redaction.js";
import { loadSettings, type RunSettings } from "../suite/settings.js";
import { createStages } from "../suite/stages.js";
import type { Stages } from "../suite/stage.js";

/**
 * Lets Claude work through the suite's workflows against the live server and scores them. Spends tokens. Keeps the runs
 * in `.mcpvals/last/` beside the config, for `show --last` and `record --from-last`. Throws McpvalsError for a wrong request and for a fault outside the server before anything was judged
 * (CONFIG_*, WORKFLOW_NOT_FOUND, MODEL_KEY_MISSING, COMMAND_NOT_FOUND …); a fault of the server under test goes into
 * the report.
 */
export async function evaluateSuite(suite: Suite, options: RunOptions = {}): Promise<Report> {
  const due = decideDue(suite);
  if (due.kind === "leave-out") return buildLeftOutReport(suite, "eval", due.reason, options);
  const settings = await loadSettings(suite, options);
  return withoutSecrets(settings.redactor, options, (quiet) => evaluateAll(settings, quiet));
}

async function evaluateAll(settings: RunSettings, options: RunOptions): Promise<Report> {
  const live = settings.workflows.some((workflow) => !isSkipped(workflow));
  if (live) requireKeys(settings);
  const stages = createStages(settings, { overlap: "leave" });
  const evaluate = async (written: Workflow, own: Stages): Promise<Evaluation> => {
    const stage = await own.open();
    try {
      const workflow = expandWorkflow(written, stage.env);
      const trace = await runLive(settings, { workflow, stage }, options);
      const judged = await judgeWorkflow(settings, workflow, trace, stage.places);
      const evaluation = buildEvaluation({
        workflow,
        trace,
        judge: judged?.result,
        config: settings.configName,
        transcripts: settings.transcripts,
        shown: settings.transcripts ? stage.places.redactTrace(trace) : undefined,
      });
      const recording = buildRecording({ workflow, trace, judged }, stage.places);
      const run = { command: "eval", workflow: workflow.name, evaluation, ...recording } as const;
      await keepRun(run, stage.places, settings, options);
      return evaluation;
    } finally {
      await stage.close();
    }
  };
  try {
    return await runSuite(settings, options, {
      command: "eval",
      evaluate,
      stages,
      health: () => runHealthSuites(settings),
    });
  } finally {
    await stages.close();
  }
}
