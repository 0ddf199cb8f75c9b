// Defines what lint finds in a file, and the change that fixes it if that can be automatic. Data only.
import type { RuleId } from "./rules.js";

/** A change that `--fix` makes. `from`: what the file must still contain for it. */
export type Repair =
  | { kind: "rewrite"; file: string; from: Uint8Array; to: string }
  | { kind: "move"; file: string; from: Uint8Array; target: string; to: string }
  | { kind: "create"; file: string; to: string }
  | { kind: "remove"; file: string };

export interface Finding {
  rule: RuleId;
  /** Absolute. */
  file: string;
  /** From 1. */
  line: number;
  /** One sentence; may hold recorded text. */
  message: string;
  /** The command or the change that fixes it. */
  fix: string;
  repair?: Repair;
}
