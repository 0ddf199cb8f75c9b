// Tells the kind of a cassette's text before anything else in it is checked. Pure.
import { McpvalsError } from "../errors.js";
import type { Cassette } from "./schema.js";
import { isJsonObject, type JsonValue } from "../json/value.js";

/** True for a text that declares itself a session: recorded by `mcpvals proxy`, without model and expectations. */
export function isSessionValue(value: JsonValue): boolean {
  return isJsonObject(value) && value["kind"] === "session";
}

/** Throws CASSETTE_INVALID, with the fix, for a session where `kind` says so, for all else otherwise, or for an unknown kind. */
export function refuseKind(value: JsonValue, kind: "recording" | "session", file: string): void {
  if (!isJsonObject(value)) return;
  const written = value["kind"];
  if (typeof written === "string" && !["workflow", "session", "agent"].includes(written)) {
    throw new McpvalsError("CASSETTE_INVALID", `${file}:2: kind: expected workflow, session or agent, not ${written}`, {
      fix: `Restore the file (git checkout -- ${file}), or record it again.`,
    });
  }
  if (kind === "session" && written === "session") {
    throw new McpvalsError("CASSETTE_INVALID", `${file}:2: is a session, not a recording of a workflow`, {
      evidence: "`mcpvals proxy` recorded it: it has no model and no expectations.",
      fix: `To see it: mcpvals show ${file}. To play it to a client: mcpvals serve ${file}`,
    });
  }
  if (kind === "recording" && (written === "workflow" || written === "agent")) {
    const what = written === "agent" ? "an agent" : "a workflow";
    throw new McpvalsError("CASSETTE_INVALID", `${file}:2: is the recording of ${what}, not a session`, {
      fix: "A session is what `mcpvals proxy --out FILE` records.",
    });
  }
}

/** True for the recording of an agent that no suite started. */
export function isOfWrap(cassette: Cassette): boolean {
  return cassette.cassette !== 1 && cassette.agent !== undefined && cassette.agent.type === undefined;
}

/** For a recording that only its agent can play. */
export function onlyOfAnAgent(file: string): McpvalsError {
  return new McpvalsError("CASSETTE_INVALID", `${file}:2: is the recording of an agent, not of a workflow`, {
    evidence: "`mcpvals wrap --record` wrote it: its model is played to that agent only.",
    fix: `To play it: mcpvals wrap ${file} -- CMD…`,
  });
}

/** For a recording that `wrap` cannot play. */
export function notOfAnAgent(file: string): McpvalsError {
  return new McpvalsError("CASSETTE_INVALID", `${file}:2: is the recording of a workflow, not of an agent`, {
    evidence: "`mcpvals record` wrote it, with Claude in the loop of mcpvals.",
    fix: "To play it: mcpvals replay",
  });
}

/** The blobs with further entries that an unchecked session names. */
export function moreNamesIn(value: JsonValue): string[] {
  const more = isJsonObject(value) && isSessionValue(value) ? value["more"] : undefined;
  if (!Array.isArray(more)) return [];
  return more.flatMap((name) => (typeof name === "string" && /^[0-9a-f]{64}\.jsonl$/.test(name) ? [name] : []));
}
