// Renders the recorded and the present picture of a tool result side by side.
import type { Transcript } from "../../../report/transcript.js";
import { isJsonObject, type JsonValue } from "../../../json/value.js";
import type { DriftPlace } from "../../../trace/drift.js";
import { resultContentOf } from "../../../trace/read.js";
import type { CallOutcome } from "../../../trace/trace.js";
import { contentBlock } from "./content.js";
import type { Markup } from "./markup.js";
import { beside } from "./side-by-side.js";

/** Undefined where the place is not in a picture, or a side has none there. */
export function picturesOf({ part, call, path }: DriftPlace, transcript: Transcript | undefined): Markup | undefined {
  const at = /^\/content\/(\d+)\/data$/.exec(path)?.[1];
  if (part !== "result" || at === undefined) return undefined;
  const calls = transcript?.steps.flatMap((step) => step.turns.flatMap((turn) => turn.calls)) ?? [];
  const { recorded, outcome } = calls.find(({ id }) => id === call) ?? {};
  const [was, is] = [pictureAt(recorded, Number(at)), pictureAt(outcome, Number(at))];
  return was === undefined || is === undefined ? undefined : beside(contentBlock(was), contentBlock(is));
}

function pictureAt(outcome: CallOutcome | undefined, at: number): JsonValue | undefined {
  const block = outcome?.kind === "result" ? resultContentOf(outcome)?.[at] : undefined;
  return block !== undefined && isJsonObject(block) && block["type"] === "image" ? block : undefined;
}
