// Finds what may have made Claude act differently in the second of two recordings.
import { describePlace } from "../trace/describe-drift.js";
import type { JsonValue } from "../json/value.js";
import type { Drift } from "../trace/drift.js";
import { turnsOf } from "../trace/read.js";
import type { Trace } from "../trace/trace.js";
import type { PlayedBeside } from "../diff/recordings/play-beside.js";
import type { Cause } from "./review.js";
import { factsOf, isExplained } from "../trace/drift-classes.js";

/** Returns what Claude was given differently before its first different turn; likeliest first. Never empty. */
export function findCauses(before: Trace, after: Trace, played: PlayedBeside): Cause[] {
  const { drift, differsFrom } = played;
  const called = new Set([before, after].flatMap((trace) => toolsCalled(trace)));
  const ofServer = drift.flatMap((one) => causeOf(one) ?? []);
  const likely = ofServer.filter(({ kind, tool }) => kind === "result" || tool === undefined || called.has(tool));
  const causes = [
    ...ofPrompts(before, after, differsFrom?.step),
    ...ofSettings(before, after),
    ...likely,
    ...ofServer.filter((cause) => !likely.includes(cause)),
  ];
  if (causes.length > 0) return causes;
  return differsFrom === undefined
    ? [{ kind: "expectations", what: "Claude did the same, so what is expected or how it is scored changed" }]
    : [{ kind: "chance", what: "nothing that Claude was given before differed" }];
}

function toolsCalled(trace: Trace): string[] {
  return turnsOf(trace).flatMap(({ calls }) => calls.map(({ tool }) => tool));
}

function ofPrompts(before: Trace, after: Trace, lastStep = Number.POSITIVE_INFINITY): Cause[] {
  const causes: Cause[] = [];
  if (before.system !== after.system) {
    causes.push({ kind: "prompt", what: "the system prompt", before: before.system, after: after.system });
  }
  const steps = Math.min(lastStep, Math.max(before.steps.length, after.steps.length));
  for (let at = 0; at < steps; at++) {
    const [one, other] = [before.steps[at]?.user, after.steps[at]?.user];
    if (one !== other)
      causes.push({ kind: "prompt", what: `step ${at + 1}, the user's message`, ...values(one, other) });
  }
  return causes;
}

function ofSettings(before: Trace, after: Trace): Cause[] {
  const causes: Cause[] = [];
  const compare = (kind: "model" | "settings", what: string, one?: JsonValue, other?: JsonValue): void => {
    if (one !== other) causes.push({ kind, what, ...values(one, other) });
  };
  compare("model", "the model", before.model.name, after.model.name);
  if (causes.length === 0) {
    compare("model", "the model that answered", before.model.answered, after.model.answered);
  }
  compare("settings", "maxTokens", before.model.maxTokens, after.model.maxTokens);
  compare("settings", "temperature", before.model.temperature, after.model.temperature);
  compare("settings", "instructions", before.instructions, after.instructions);
  return causes;
}

/** Undefined for what Claude is not given, and for what differs on its own. */
function causeOf(drift: Drift): Cause | undefined {
  const { class: kind, where, recorded, present } = drift;
  const place = { ...(where.tool === undefined ? {} : { tool: where.tool }), path: where.path };
  const seen = values(recorded, present);
  switch (where.part) {
    case "result": {
      if (isExplained(drift) || !factsOf(kind).isGiven) return undefined;
      const { tool: _, path: __, ...rest } = where;
      return { kind: "result", what: describePlace({ ...rest, path: "" }), ...place, ...seen };
    }
    case "tool":
      if (where.path === "/description")
        return { kind: "description", what: "the description of a tool", ...place, ...seen };
      if (where.path === "/inputSchema")
        return { kind: "contract", what: "the input schema of a tool", ...place, ...seen };
      if (where.path !== "") return undefined;
      return { kind: "contract", what: recorded === undefined ? "a new tool" : "a tool that is gone", ...place };
    case "instructions":
      return factsOf(kind).isGiven ? { kind: "description", what: instructionsOf(where.server), ...seen } : undefined;
    case "arguments":
    case "server":
    case "model":
    case "run":
      return undefined;
  }
}

function instructionsOf(server: string | undefined): string {
  return server === undefined ? "the server's instructions" : `the instructions of ${server}`;
}

function values(before: JsonValue | undefined, after: JsonValue | undefined): Pick<Cause, "before" | "after"> {
  return { ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}
