// The one way on which texts leave a run for the disk, a comparison or a report, and come back: secrets first, then the
// places of the machine. Whoever hides or shows anything is given this and nothing else. Pure.
import { changeCall, changeTrace } from "../trace/change-trace.js";
import type { Places } from "../places/places.js";
import { toJson } from "../json/to-json.js";
import type { JsonValue } from "../json/value.js";
import type { RunEvent } from "../trace/events.js";
import type { Call, Trace } from "../trace/trace.js";
import { textsInBase64 } from "./reveal.js";
import { redactPaths, type PathRule } from "./path-rules.js";
import { placeholdersIn, writePlaceholder } from "./placeholder.js";
import type { Redactor } from "./redactor.js";

export interface Veil extends Places {
  /** A call, with the places in its result that the config calls secret. */
  hideCall(call: Call): Call;
  /** An event as progress may tell it: without secrets, in the terms of this machine. */
  redactEvent(event: RunEvent): RunEvent;
  /** An event as a journal may keep it. */
  hideEvent(event: RunEvent): JsonValue;
  /** A run without secrets; its places stay, and what is hidden already. */
  redactTrace(trace: Trace): Trace;
  /** Learns the secrets of a value, to hide them also where they come in another form. */
  study(value: unknown): void;
  /** Learns what stands for a placeholder on the live side: a secret, whatever it looks like. */
  learn(placeholder: string, live: string): void;
  /** Without secrets, in the terms of the cassette or of this machine as it was. */
  redact<T>(value: T): T;
  /** Where a secret that is known stands in a value, as a JSON pointer's parts, and its name. */
  find(value: unknown): { path: readonly string[]; name: string } | undefined;
  /** True of a placeholder of a secret that may be given to the server, because it has a value here. */
  isAtHand(placeholder: string): boolean;
}

export interface VeilParts {
  redactor: Redactor;
  places: Places;
  paths: readonly PathRule[];
}

/** Puts redaction and places together. */
export function createVeil({ redactor, places, paths }: VeilParts): Veil {
  const markPaths = (call: Call): Call => redactPaths(call, paths, (value, kind) => redactor.redactWhole(value, kind));
  const redactCall = (call: Call): Call => changeCall(markPaths(call), (value) => redactor.redact(value));
  const hideCall = (call: Call): Call => {
    const marked = markPaths(call);
    redactor.study([marked.outcome, marked.arguments]);
    const hidden = changeCall(marked, (value) => places.hide(redactor.redact(value)));
    redactor.noteSaid([hidden.outcome, hidden.notifications, hidden.serverRequests]);
    return hidden;
  };
  const redactTrace = (trace: Trace): Trace => {
    const redacted = changeTrace(trace, (value) => redactor.redact(value), redactCall);
    const { evidence } = trace;
    return evidence === undefined
      ? redacted
      : { ...redacted, evidence: { ...evidence, recorded: redactTrace(evidence.recorded) } };
  };
  return {
    hide: (value) => places.hide(redactor.redact(value)),
    hideAgain: (value) => places.hideAgain(redactor.redact(value)),
    show: (value) => redactor.reveal(places.show(value)),
    missing: (value) => [...places.missing(value), ...lacking(value, redactor)],
    hideCall,
    redactEvent(event) {
      if (event.type === "result") return { ...event, call: redactCall(event.call) };
      const texts = redactor.redactTexts(event);
      if (event.type === "call") return { ...event, ...texts, arguments: redactor.redact(event.arguments) };
      return event.type === "turn" ? { ...event, ...texts, content: redactor.redact(event.content) } : texts;
    },
    hideEvent: (event) =>
      event.type === "result"
        ? toJson({ ...event, call: hideCall(event.call) })
        : places.hide(redactor.redact(toJson(event))),
    redactTrace,
    learn(placeholder, live) {
      const [only] = placeholdersIn(placeholder);
      if (only !== undefined) redactor.redactWhole(live, only.name);
    },
    redact: (value) => redactor.redact(value),
    find: (value) => redactor.find(value),
    study: (value) => redactor.study(value),
    isAtHand: (placeholder) => redactor.isAtHand(placeholder),
  };
}

/** Placeholders of secrets without a value, each once. */
function lacking(value: unknown, redactor: Redactor): string[] {
  const found = new Set<string>();
  const lookIn = (text: string): void => {
    for (const { name } of placeholdersIn(text)) {
      const placeholder = writePlaceholder(name);
      if (!redactor.isAtHand(placeholder)) found.add(placeholder);
    }
  };
  const look = (part: unknown): void => {
    if (typeof part === "string") {
      lookIn(part);
      for (const text of textsInBase64(part)) lookIn(text);
    } else if (typeof part === "object" && part !== null) Object.values(part).forEach(look);
  };
  look(value);
  return [...found];
}
