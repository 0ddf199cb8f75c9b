// A piece of a transcript: what the renderers lay out. Types only.
import type { Drift } from "../../trace/drift.js";
import type { Part } from "./shown.js";

export type Role = "system" | "user" | "claude" | "thinking" | "call" | "result" | "failed" | "server" | "contract";

export type TranscriptPiece =
  | { kind: "fact"; name: string; text: string }
  | { kind: "step"; number: number; of: number }
  | {
      kind: "said";
      role: Role;
      label: string;
      /** Behind the label: what somebody else called it; "" without. */
      name: string;
      /** In parentheses behind the label. */
      facts: string;
      parts: Part[];
      /** May be shown in part. */
      foldable: boolean;
      /** Not played, or only played for information. */
      faint: boolean;
    }
  | { kind: "drift"; drift: Drift }
  | { kind: "problem"; text: string }
  /** A line across. */
  | { kind: "rule"; text: string };
