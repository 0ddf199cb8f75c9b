// Defines a piece of a transcript, which the renderers lay out. Types only.
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
      /** After the label: a name that comes from outside; "" without one. */
      name: string;
      /** In parentheses after the label. */
      facts: string;
      parts: Part[];
      /** May be shown in part. */
      foldable: boolean;
      /** Not played, or played only for information. */
      faint: boolean;
    }
  | { kind: "drift"; drift: Drift }
  | { kind: "problem"; text: string }
  /** A line across. */
  | { kind: "rule"; text: string };
