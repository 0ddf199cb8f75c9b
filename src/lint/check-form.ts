// Compares a sealed text with its canonical form, and checks whether the seal fits. Pure.
import { splitSeal } from "../cassette/seal.js";
import type { Finding } from "./finding.js";
import type { EditedText } from "./open-edited.js";

/**
 * A seal covers the contents, so a formatter does not break it, and its changes can be undone. Renews a seal that does
 * not fit only with `mayBeSealed`, where the user named the file.
 */
export function checkForm(edited: EditedText, canonical: string, mayBeSealed: boolean): Finding[] {
  const { text, seal, place, bytes } = edited;
  if (text === canonical) return [];
  const { file } = place;
  const { body } = splitSeal(canonical);
  const saysTheSame = canonical === `${body}seal: ${seal ?? ""}\n`;
  const own = splitSeal(text);
  const isSealed = saysTheSame || own.sealed === "fits";
  const findings: Finding[] = [];
  if (isSealed || own.body !== body) {
    // Restore the form even if the seal does not fit, but do not give it a new seal for that.
    const to = isSealed ? canonical : `${body}${seal === undefined ? "" : `seal: ${seal}\n`}`;
    const message = `is not in canonical form${saysTheSame ? "; its contents are as recorded" : ""}`;
    const repair = { kind: "rewrite", file, from: bytes, to } as const;
    if (text !== to) {
      const line = firstDifference(text, to);
      findings.push({ rule: "canonical-form", file, line, message, fix: "Run `mcpvals lint --fix`.", repair });
    }
  }
  if (isSealed) return findings;
  const repair = { kind: "rewrite", file, from: bytes, to: canonical } as const;
  return [...findings, { ...brokenSeal(edited), ...(mayBeSealed ? { repair } : {}) }];
}

/** The finding for a seal that is missing or does not fit. */
export function brokenSeal({ place, text, seal }: EditedText): Finding {
  const { shown, file } = place;
  const message =
    seal === undefined
      ? "has no seal: it was cut off or edited"
      : "does not fit its seal: it was edited by hand, or git merged it line by line";
  const fix = `Restore it (git checkout -- ${shown}), or record the workflow again. If you have looked at every line: mcpvals lint --fix ${shown}`;
  return { rule: "seal", file, line: text.trimEnd().split("\n").length, message, fix };
}

function firstDifference(text: string, canonical: string): number {
  const lines = text.split("\n");
  const others = canonical.split("\n");
  const at = lines.findIndex((line, index) => line !== others[index]);
  return at < 0 ? lines.length : at + 1;
}
