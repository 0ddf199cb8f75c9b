// Defines the events that a run emits as it goes on, for the journal and the progress line.
import type { Contract, Tool } from "./contract.js";
import type { Call, ModelSettings, ServerIdentity, TraceEnd, Turn } from "./trace.js";

export type RunEvent =
  | {
      type: "start";
      workflow: string;
      model: ModelSettings;
      system: string | null;
      server: ServerIdentity;
      contract: Contract;
      startedAt: string;
    }
  /** `step` and `turn` count from 1 in the run. */
  | { type: "user"; step: number; text: string }
  | { type: "tools"; turn: number; tools: readonly Tool[] }
  | {
      type: "turn";
      step: number;
      turn: number;
      content: Turn["content"];
      stop: Turn["stop"];
      usage: Turn["usage"];
      ms: number;
    }
  /** The call is about to be sent. */
  | { type: "call"; step: number; turn: number; id: number; tool: string; arguments: Call["arguments"] }
  | { type: "result"; step: number; turn: number; call: Call }
  | { type: "end"; end: TraceEnd; ms: number };
