// Lets an agent work through a suite's workflow with the real model, and returns the run with what its cassette says of the
// agent.
import { parseUsage } from "../agent/anthropic/model-turn.js";
import { messageOf } from "../errors.js";
import type { GatewayRequest } from "../gateway/server.js";
import { readLossless } from "../json/read-json.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import type { TraceEnd } from "../trace/trace.js";
import { buildAgentRun, type BuiltAgentRun } from "./build-agent.js";
import type { AgentStep } from "./agent-trace.js";
import { startRecording } from "./record-agent.js";
import { describeAgentEnd, findBroken, openSuiteAgent, type SuiteAgentRun } from "./suite-agent.js";

/** `end`: why there is no run. */
export type RecordedSuiteAgent = BuiltAgentRun | { end: TraceEnd };

/**
 * Spends tokens. Throws AGENT_MISSING, BUDGET_REACHED where no request may be made, and BAD_USAGE where the price of the
 * agent's model is unknown and there is a limit in dollars.
 */
export async function recordSuiteAgent(run: SuiteAgentRun): Promise<RecordedSuiteAgent> {
  const { settings, stage, prompts, workflow } = run;
  const { budget, suite, env } = settings;
  const agent = await openSuiteAgent(run);
  let fault: unknown;
  const refuse = ({ body }: GatewayRequest): string | undefined => {
    agent.links.links.touch();
    try {
      budget.check();
      const asked = budget.isInDollars() ? readLossless(body.toString()) : undefined;
      if (isJsonObject(asked) && typeof asked["model"] === "string") {
        budget.requirePrice(asked["model"], suite.config.prices);
      }
      return undefined;
    } catch (error) {
      fault ??= error;
      return `nothing more may be spent: ${messageOf(error)}`;
    }
  };
  const onMessage = (message: JsonObject): void => {
    agent.links.links.touch();
    const { model } = message;
    if (typeof model === "string") budget.add(model, parseUsage(message["usage"]), suite.config.prices);
  };
  try {
    const recording = await startRecording(agent.links, env, { onMessage, refuse });
    try {
      const steps: AgentStep[] = [];
      for (const [at, user] of prompts.entries()) {
        const before = recording.recorder.turns.length;
        steps.push({ user, from: before + 1 });
        recording.recorder.startAgain();
        const isBusy = (): boolean => recording.recorder.isBusy();
        const ended = await agent.run(at + 1, recording.url, { isReplay: false, isBusy });
        if (fault !== undefined) throw fault;
        if (settings.signal.aborted) return { end: { kind: "cancelled", message: "The run was cancelled." } };
        const broken = recording.recorder.wasAsked() ? undefined : findBroken(agent.links);
        if (broken !== undefined) return serverFailed(broken);
        const why =
          describeAgentEnd(ended) ??
          (recording.recorder.turns.length === before
            ? "no request for the model came. Does the agent read ANTHROPIC_BASE_URL?"
            : undefined);
        if (why !== undefined) return failed(prompts.length > 1 ? `Step ${at + 1}: ${why}` : why);
      }
      const whole = await recording.end();
      if ("refused" in whole) return failed(whole.refused);
      const { type } = run.agent;
      const built = buildAgentRun({ ...whole.run, name: workflow, type, steps }, stage.places);
      return built ?? failed("the model answered no request.");
    } finally {
      await recording.close();
    }
  } finally {
    await agent.close();
  }
}

function serverFailed({ message, server }: NonNullable<ReturnType<typeof findBroken>>): { end: TraceEnd } {
  const named = server === undefined ? {} : { server };
  return { end: { kind: "server-failed", phase: "start", message: capitalize(message), ...named } };
}

function failed(why: string): { end: TraceEnd } {
  return { end: { kind: "model-error", message: capitalize(why) } };
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
