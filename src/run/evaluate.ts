// Runs the workflows live with Claude and scores them (`eval`).
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import type { Suite } from "../config/suite.js";
import { buildEvaluation } from "../report/build.js";
import type { Evaluation, Report } from "../report/report.js";
import { judgeWorkflow } from "./judge-workflow.js";
import { runHealthSuites } from "./health.js";
import type { RunOptions } from "../suite/options.js";
import { requireKeys } from "./live-model.js";
import { runLive } from "./run-live.js";
import { runSuite } from "./run-suite.js";
import { withoutSecrets } from "../suite/redaction.js";
import { loadSettings, type RunSettings } from "../suite/settings.js";
import { createStages, type Stages } from "../suite/stage.js";

/**
 * Lets Claude work through the suite's workflows against the live server and scores them. Spends tokens, writes
 * nothing. Throws McpvalsError for a wrong request and for a fault outside the server before anything was judged
 * (CONFIG_*, WORKFLOW_NOT_FOUND, MODEL_KEY_MISSING, COMMAND_NOT_FOUND …); a fault of the server under test goes into
 * the report.
 */
export async function evaluateSuite(suite: Suite, options: RunOptions = {}): Promise<Report> {
  const settings = await loadSettings(suite, options);
  return withoutSecrets(settings.redactor, options, (quiet) => evaluateAll(settings, quiet));
}

async function evaluateAll(settings: RunSettings, options: RunOptions): Promise<Report> {
  const live = settings.workflows.some((workflow) => workflow.skip !== true);
  if (live) requireKeys(settings);
  const stages = createStages(settings);
  const evaluate = async (written: Workflow, own: Stages): Promise<Evaluation> => {
    const stage = await own.open();
    try {
      const workflow = expandWorkflow(written, stage.env);
      const trace = await runLive(settings, { workflow, stage }, options);
      const judged = await judgeWorkflow(settings, workflow, trace, stage.places);
      return buildEvaluation({
        workflow,
        trace,
        judge: judged?.result,
        config: settings.configName,
        transcripts: settings.transcripts,
        shown: settings.transcripts ? stage.places.redactTrace(trace) : undefined,
      });
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
