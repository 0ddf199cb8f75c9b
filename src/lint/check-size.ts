// Reports a file that is larger than its budget. Pure.
import type { Finding } from "./finding.js";
import type { LintedFile } from "./reader-findings.js";

/** Bytes. People review texts; most blobs are images. */
const BUDGETS = { text: 1024 * 1024, blob: 5 * 1024 * 1024 } as const;

/** `limit` overrides the budget. */
export function checkSize(size: number, kind: keyof typeof BUDGETS, { file }: LintedFile, limit?: number): Finding[] {
  const budget = limit ?? BUDGETS[kind];
  if (size <= budget) return [];
  const message = `${size} bytes; the budget is ${budget}`;
  const fix = "Make the server's answers smaller and record again, or raise the budget: --max-size BYTES";
  return [{ rule: "size", file, line: 1, message, fix }];
}
