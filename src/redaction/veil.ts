// Hides and shows all texts that leave a run for the disk, a comparison or a report, and return: secrets first, then
// the places of the machine. Code that hides or shows anything gets this and nothing else. Pure, except that it
// remembers the recording's placeholders that have no value here: those are ours when they return.
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
import { escapeWritten, showWritten } from "../places/written.js";

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
  /** Learns the live value of a placeholder: a secret, whatever it looks like. */
  learn(placeholder: string, live: string): void;
  /** Without secrets; places stay as they were, those of the cassette or of this machine. */
  redact<T>(value: T): T;
  /** The same, but numbers stay: for typed values. */
  redactTexts<T>(value: T): T;
  /** Where a known secret is in a value, as the parts of a JSON pointer, and its name. */
  find(value: unknown): { path: readonly string[]; name: string } | undefined;
  /** True for a placeholder of a secret that may be sent to the server, because it has a value here. */
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
  const left = new Set<string>();
  const hide = <T extends JsonValue>(value: T): T => places.hide(redactor.redact(escapeWritten(value, left)));
  const hideCall = (call: Call): Call => {
    const marked = markPaths(changeCall(call, (value) => escapeWritten(value, left)));
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
    hide,
    hideAgain: (value) => places.hideAgain(redactor.redact(value)),
    show(value) {
      const shown = redactor.reveal(places.show(value));
      for (const placeholder of placeholdersOf(shown)) left.add(placeholder);
      return showWritten(shown);
    },
    missing: (value) => [...places.missing(value), ...lacking(value, redactor)],
    hideCall,
    redactEvent(event) {
      if (event.type === "result") return { ...event, call: redactCall(event.call) };
      const texts = redactor.redactTexts(event);
      if (event.type === "call") return { ...event, ...texts, arguments: redactor.redact(event.arguments) };
      return event.type === "turn" ? { ...event, ...texts, content: redactor.redact(event.content) } : texts;
    },
    hideEvent: (event) =>
      event.type === "result" ? toJson({ ...event, call: hideCall(event.call) }) : hide(toJson(event)),
    redactTrace,
    learn(placeholder, live) {
      const [only] = placeholdersIn(placeholder);
      if (only !== undefined) redactor.redactWhole(live, only.name);
    },
    redact: (value) => redactor.redact(value),
    redactTexts: (value) => redactor.redactTexts(value),
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
  eachText(value, (text) => {
    lookIn(text);
    for (const inside of textsInBase64(text)) lookIn(inside);
  });
  return [...found];
}

/** The placeholders in the texts and keys of a value. */
function placeholdersOf(value: unknown): string[] {
  const found: string[] = [];
  eachText(value, (text) => {
    for (const { start, end } of placeholdersIn(text)) found.push(text.slice(start, end));
  });
  return found;
}

function eachText(value: unknown, look: (text: string) => void): void {
  if (typeof value === "string") look(value);
  else if (typeof value === "object" && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      if (!Array.isArray(value)) look(key);
      eachText(part, look);
    }
  }
}
