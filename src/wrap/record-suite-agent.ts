// Lets an agent work through a suite's workflow with the real model, and returns the run with what its cassette says of the
// agent.
import { classifyClaudeFault } from "../agent/anthropic/claude-fault.js";
import { parseUsage } from "../agent/anthropic/model-turn.js";
import { McpvalsError, messageOf } from "../errors.js";
import type { GatewayRequest } from "../gateway/server.js";
import { readLossless } from "../json/read-json.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import type { Trace, TraceEnd } from "../trace/trace.js";
import { buildAgentRun, type BuiltAgentRun, type RecordedAgentRun } from "./build-agent.js";
import type { FailedTry } from "./record-run.js";
import type { AgentStep } from "./agent-trace.js";
import { startRecording, type AgentRecording, type RecordingOptions } from "./record-agent.js";
import { describeAgentEnd, findBroken, openSuiteAgent, type SuiteAgent, type SuiteAgentRun } from "./suite-agent.js";

/** `end`: why there is no whole run; `trace`: what was seen of it, where the model answered. */
export type RecordedSuiteAgent = BuiltAgentRun | { end: TraceEnd; trace?: Trace };

/**
 * Spends tokens. Throws AGENT_MISSING, BUDGET_REACHED where no request may be made, BAD_USAGE where the price of the agent's
 * model is unknown and there is a limit in dollars, and MODEL_ACCOUNT where every workflow would meet the same fault.
 */
export async function recordSuiteAgent(run: SuiteAgentRun): Promise<RecordedSuiteAgent> {
  const { settings, stage, workflow } = run;
  const agent = await openSuiteAgent(run);
  try {
    const books = new Books(settings, () => agent.links.links.touch());
    const recording = await startRecording(agent.links, settings.env, books);
    const steps: AgentStep[] = [];
    const { type } = run.agent;
    const build = (seen: Omit<RecordedAgentRun, "name"> | undefined): BuiltAgentRun | undefined =>
      seen && buildAgentRun({ ...seen, name: workflow, type, steps }, stage.places);
    try {
      const end = await recordSteps(run, { agent, recording, books, steps });
      const whole = end === undefined ? await recording.end() : undefined;
      if (whole !== undefined && "run" in whole) {
        return build(whole.run) ?? { end: failed("the model answered no request.") };
      }
      const brokenOff = end ?? failed(whole?.refused ?? "");
      // What it spent is in the report.
      const built = build(recording.soFar());
      return { end: brokenOff, ...(built !== undefined && { trace: { ...built.trace, end: brokenOff } }) };
    } finally {
      await recording.close();
    }
  } finally {
    await agent.close();
  }
}

/** Runs one step after the other, and notes where each begins; why it went no further. */
async function recordSteps(
  { prompts, settings }: SuiteAgentRun,
  {
    agent,
    recording: { recorder, url },
    books,
    steps,
  }: { agent: SuiteAgent; recording: AgentRecording; books: Books; steps: AgentStep[] },
): Promise<TraceEnd | undefined> {
  for (const [at, user] of prompts.entries()) {
    const before = recorder.turns.length;
    steps.push({ user, from: before + 1 });
    recorder.startAgain();
    const ended = await agent.run(at + 1, url, { isReplay: false, isBusy: () => recorder.isBusy() });
    books.throwFault();
    if (settings.signal.aborted) return { kind: "cancelled", message: "The run was cancelled." };
    const broken = recorder.wasAsked() ? undefined : findBroken(agent.links);
    if (broken !== undefined) return serverFailed(broken);
    const why =
      describeAgentEnd(ended) ??
      (recorder.turns.length === before
        ? "no request for the model came. Does the agent read ANTHROPIC_BASE_URL?"
        : undefined);
    if (why !== undefined) return failed(prompts.length > 1 ? `Step ${at + 1}: ${why}` : why);
  }
  return undefined;
}

/** Keeps the books of what the agent asks the model, and refuses what may not be asked. */
class Books implements RecordingOptions {
  private fault: unknown;

  constructor(
    private readonly settings: Pick<SuiteAgentRun["settings"], "budget" | "suite">,
    private readonly touch: () => void,
  ) {}

  /** Throws why no more may be asked. */
  throwFault(): void {
    if (this.fault !== undefined) throw this.fault;
  }

  readonly refuse = async ({ body }: GatewayRequest): Promise<string | undefined> => {
    const { budget, suite } = this.settings;
    this.touch();
    try {
      budget.check();
      const asked = budget.isInDollars() ? readLossless((await body.whole())?.toString() ?? "") : undefined;
      if (isJsonObject(asked) && typeof asked["model"] === "string") {
        budget.requirePrice(asked["model"], suite.config.prices);
      }
      return undefined;
    } catch (error) {
      this.fault ??= error;
      return `nothing more may be spent: ${messageOf(error)}`;
    }
  };

  readonly onMessage = (message: JsonObject): void => {
    const { budget, suite } = this.settings;
    this.touch();
    const { model } = message;
    if (typeof model === "string") budget.add(model, parseUsage(message["usage"]), suite.config.prices);
  };

  /** What every workflow would meet ends the command. */
  readonly onFailed = (failed: FailedTry): void => {
    try {
      classifyClaudeFault(readFailed(failed), failed.model, { retries: 0 });
    } catch (error) {
      this.fault ??= error;
      if (error instanceof McpvalsError) this.settings.budget.stop(error);
    }
  };
}

function serverFailed({ message, server }: NonNullable<ReturnType<typeof findBroken>>): TraceEnd {
  const named = server === undefined ? {} : { server };
  return { kind: "server-failed", phase: "start", message: capitalize(message), ...named };
}

function failed(why: string): TraceEnd {
  return { kind: "model-error", message: capitalize(why) };
}

/** A failed try as an error of the SDK. */
function readFailed({ status, body }: FailedTry): object {
  const said = readLossless(body);
  const error = isJsonObject(said) && isJsonObject(said["error"]) ? said["error"] : {};
  return { status, type: error["type"], apiMessage: error["message"] ?? body };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
