import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { columnsOf } from "../../../../src/render/safe/shown-text.js";
import { renderTranscriptText, type TextOptions } from "../../../../src/render/transcript/render-transcript-text.js";
import type { Shown } from "../../../../src/render/transcript/shown.js";
import type { JsonValue } from "../../../../src/json/value.js";
import type { CallOutcome } from "../../../../src/trace/trace.js";
import { nastyString } from "../../../helpers/arbitrary-json.js";
import { diff, run, text, turn, withResult } from "./example.js";
import { bestOf } from "../../../helpers/best-of.js";

const show = (shown: Shown, options: Partial<TextOptions> = {}): string =>
  renderTranscriptText(shown, { color: false, width: 80, full: false, timeless: false, ...options });

describe("a transcript for the terminal", () => {
  it("reads from top to bottom", () => {
    expect(show({ run })).toBe(`Workflow  case
File      cassettes/demo/case.yaml
Model     stand-in (asked for claude-test), at most 1000 tokens a turn
Server    users 1.0.0, protocol 2025-11-25
Recorded  2026-11-27T20:39:00.000Z by mcpvals 0.1.0
Scores    end-to-end-success 100%

════ Step 1 of 1 ═══════════════════════════════════════════════════════════════

User
  What is Ann's email?

Claude (turn 1, 1.2 s, 12 tokens)
  I look her up.

Call 1 get_user
  {"id":7}

Result 1 (0.0 s)
  {"id":7,"email":"ann@old.example"}

Claude (turn 2, 1.2 s, 12 tokens)
  ann@old.example
`);
  });

  it("has the classes of drift in its margin, both values, and a line across where the ground ends", () => {
    expect(show({ run, diff }, { timeless: true })).toBe(`           Workflow  case
           Model     stand-in (asked for claude-test), at most 1000 tokens a
                     turn
           Server    users 1.0.0, protocol 2025-11-25
           Scores    end-to-end-success 100%
           Beside it the last replay: inconclusive
           Drift     1 changed, 1 docs
docs       d-11111111 server, /version
           - "1.0.0"
           + "1.1.0"

           ════ Step 1 of 1 ════════════════════════════════════════════════════

           User
             What is Ann's email?

           Claude (turn 1)
             I look her up.

           Call 1 get_user
             {"id":7}

           Result 1
             {"id":7,"email":"ann@old.example"}
changed    d-0a1b2c3d /content/0/json/email
           - "ann@old.example"
           + "ann@new.example"

──── From turn 2 on, the recording proves nothing ──────────────────────────────

           Claude (turn 2)
             ann@old.example
`);
  });

  it("shows what was put in place of recorded arguments", () => {
    const live = [{ user: "Go", turns: [turn(1, "", text("ok"), { id: "u_789" })] }];
    const recorded = [{ user: "Go", turns: [turn(1, "", text("ok"), { id: "u_123" })] }];
    const shown = show({ run: { ...run, steps: recorded }, diff: { ...diff, drift: [], steps: live } });
    expect(shown).toContain(`Call 1 get_user (turn 1, 1.2 s, 12 tokens)
             {"id":"u_123"}

           Sent now
             {"id":"u_789"}
`);
  });

  it("folds a long result and says how much is left out", () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join("\n");
    const folded = show(withResult(text(lines)));
    expect(folded).toContain("  line 12\n  … 28 more lines (--full)\n");
    expect(folded).not.toContain("line 13");
    expect(show(withResult(text(lines)), { full: true })).toContain("  line 40\n");
  });

  it("folds a line of megabytes in no time", () => {
    const trace = withResult(text("x".repeat(5_000_000)));
    expect(bestOf(500, () => void show(trace))).toBeLessThan(500);
    const folded = show(trace);
    expect(folded.split("\n").length).toBeLessThan(50);
    expect(folded).toMatch(/… \d{5} more lines/);
  });

  it("names binary contents by type and size, and links", () => {
    const data = Buffer.alloc(3000).toString("base64");
    const content: JsonValue[] = [
      { type: "image", mimeType: "image/png", data },
      { type: "image", mimeType: "image/png", data: { $base64: "ab12.png" } },
      { type: "audio", mimeType: "audio/wav", data: "" },
      { type: "resource_link", uri: "file:///a.txt", name: "a" },
      { type: "resource", resource: { uri: "x://y", mimeType: "text/plain", text: "inside" } },
    ];
    const shown = show(withResult({ kind: "result", result: { content } }));
    expect(shown).toContain(`  (image, image/png, 3.0 kB)
  (image, image/png, blobs/ab12.png, not here)
  (audio, audio/wav, 0 B)
  (link file:///a.txt)
  (in addition to the resource_link)
  {"name":"a"}
  (resource x://y, text/plain)
  inside
`);
  });

  it("shows structured content only where it says more than the text", () => {
    const result = (words: string, structuredContent: object) =>
      show(
        withResult({
          kind: "result",
          result: { content: [{ type: "text", text: words }], structuredContent } as never,
        }),
      );
    expect(result('{"a":1}', { a: 1 })).not.toContain("structured");
    expect(result("a file", { content: "a file" })).not.toContain("structured");
    expect(result("a file", { content: "another" })).toContain('(structured content)\n  {"content":"another"}');
  });

  it("says how a call failed, and how a run ended", () => {
    const failed: CallOutcome = { kind: "result", result: { content: [], isError: true } };
    expect(show(withResult(failed))).toContain("Result 1 (failed, 0.0 s)\n  (nothing)\n");
    const none = { kind: "none", reason: "timeout", message: "No answer within 30 s" } as const;
    expect(show(withResult(none))).toContain("(no answer (timeout): No answer within 30 s)");
    const end = { kind: "max-turns", limit: 3, message: "Three turns and no end" } as const;
    expect(show({ run: { ...run, end } })).toMatch(/\n──── Three turns and no end ─+\n$/);
  });

  it("shows JSON as a value only where nothing of its text is lost", () => {
    expect(show(withResult(text('{"a": 1.0}')))).toContain('  {"a": 1.0}\n');
    expect(show(withResult(text("[9007199254740993]")))).toContain("  [9007199254740993]\n");
  });

  it("without times is the same for the same run on another day", () => {
    const later: Shown = {
      run: { ...run, file: "/tmp/x", recorded: { at: "2027-01-01T00:00:00.000Z", by: "mcpvals 9" } },
    };
    expect(show(later, { timeless: true })).toBe(show({ run }, { timeless: true }));
  });

  it("fits its width, and lets no text move the cursor or hide, whatever is recorded", () => {
    fc.assert(
      fc.property(
        nastyString,
        nastyString,
        fc.integer({ min: 60, max: 120 }),
        fc.boolean(),
        (one, two, width, full) => {
          const stopped = { ...turn(undefined, one), stop: { reason: `${one}${two}` } };
          const steps = [{ user: one, turns: [turn(1, two, text(one)), stopped] }];
          const drift = diff.drift.map((item) => ({ ...item, recorded: two, present: `${one}\n${two}` }));
          for (const shown of [
            { run: { ...run, steps, workflow: two } },
            { run: { ...run, steps }, diff: { ...diff, drift } },
          ]) {
            const plain = show(shown, { width, full });
            for (const line of plain.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(width);
            expect(plain.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\ufeff]|\p{Cs}/u);
            const colours = stripVTControlCharacters(show(shown, { width, full, color: true }));
            const trimmed = colours.split("\n").map((line) => line.trimEnd());
            expect(trimmed.join("\n")).toBe(plain);
          }
        },
      ),
    );
  });
});
