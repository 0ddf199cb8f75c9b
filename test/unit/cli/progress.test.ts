import { describe, expect, it } from "vitest";
import type { Output } from "../../../src/cli/context.js";
import { canRepaint, hasColor } from "../../../src/cli/colour.js";
import { createLiveLines, createPlainLines } from "../../../src/cli/live-lines.js";
import { createProgress, type ProgressOptions } from "../../../src/cli/progress.js";
import { columnsOf } from "../../../src/render/safe/shown-text.js";
import type { Progress } from "../../../src/suite/options.js";
import type { RunEvent } from "../../../src/trace/events.js";
import type { CallOutcome } from "../../../src/trace/trace.js";

function collect(): Output & { text: () => string } {
  let text = "";
  const write = (more: string): Promise<void> => {
    text += more;
    return Promise.resolve();
  };
  return {
    write,
    writeCommands: write,
    isTTY: false,
    columns: 60,
    text: () => text,
  };
}

function view(live: boolean, changed: Partial<ProgressOptions> = {}) {
  const output = collect();
  let time = 0;
  const progress = createProgress({
    lines: live ? createLiveLines(output) : createPlainLines(output),
    columns: () => 60,
    color: false,
    quiet: false,
    debug: false,
    several: false,
    now: () => time,
    ...changed,
  });
  return {
    ...progress,
    text: output.text,
    wait: (ms: number) => {
      time += ms;
    },
  };
}

const plan: Progress = { type: "plan", command: "replay", suite: "travel", workflows: ["a", "b"], skipped: 1 };
const started = (workflow: string): Progress => ({ type: "started", suite: "travel", workflow });
const finished = (workflow: string, verdict: "passed" | "failed" = "passed"): Progress => ({
  type: "finished",
  suite: "travel",
  workflow,
  verdict,
  score: 1,
  ms: 1234,
});
const event = (workflow: string, event: RunEvent): Progress => ({ type: "event", suite: "travel", workflow, event });
const turn: RunEvent = {
  type: "turn",
  step: 1,
  turn: 1,
  content: [{ type: "text", text: "I'll look.\u001b[2J" }],
  stop: { reason: "tool_use" },
  usage: { input: 10, output: 5 },
  ms: 800,
};
const call: RunEvent = { type: "call", step: 1, turn: 1, id: 1, tool: "get_weather", arguments: { city: "Oslo" } };

/** What a terminal shows in the end: the two sequences that live lines use. */
function screen(text: string): string[] {
  const rows: string[] = [""];
  for (const part of text.replaceAll("\u001b", "ESC").split(/(ESC\[\d+AESC\[J|\n)/)) {
    const up = /ESC\[(\d+)A/.exec(part);
    if (up !== null) rows.splice(rows.length - 1 - Number(up[1]), Number.POSITIVE_INFINITY, "");
    else if (part === "\n") rows.push("");
    else rows[rows.length - 1] += part;
  }
  return rows;
}

describe("progress without a terminal", () => {
  it("prints the plan, notes, and one line per finished workflow, and nothing in between", () => {
    const { tell, text } = view(false);
    for (const one of [plan, { type: "note", message: "careful" } as const, started("a"), event("a", turn)]) tell(one);
    tell(finished("a"));
    tell(finished("b", "failed"));
    expect(text()).toBe("replay travel: 2 workflows, 1 skipped\ncareful\n✓ a 1.2s\n✗ b 1.2s\n");
  });

  it("prints turns, calls and outcomes with debug, shortened and harmless", () => {
    const { tell, text } = view(false, { debug: true });
    tell(started("a"));
    tell(event("a", turn));
    tell(event("a", call));
    const outcome: CallOutcome = { kind: "result", result: { content: [{ type: "text", text: "x".repeat(1000) }] } };
    const facts = { id: 1, tool: "get_weather", arguments: {}, notifications: [], serverRequests: [], at: 0, ms: 12 };
    tell(event("a", { type: "result", step: 1, turn: 1, call: { ...facts, outcome } }));
    tell(event("a", { type: "end", end: { kind: "max-turns", limit: 20, message: "20 turns" }, ms: 1 }));
    const lines = text().split("\n");
    expect(lines[0]).toBe("  a  turn 1  claude: I'll look.\\u001b[2J (tool_use, 10 in, 5 out, 0.8s)");
    expect(lines[1]).toBe('  a  turn 1  call 1: get_weather {"city":"Oslo"}');
    expect(lines[2]).toMatch(/^ {2}a {2}turn 1 {2}result 1 after 0\.0s: \{"content".*x…$/);
    expect(lines[2]?.length).toBeLessThan(260);
    expect(lines[3]).toBe("  a  max-turns: 20 turns");
  });

  it("prints nothing when quiet, also with debug", () => {
    const { tell, text } = view(false, { quiet: true, debug: true });
    for (const one of [plan, started("a"), event("a", turn), finished("a")]) tell(one);
    expect(text()).toBe("");
  });

  it("names the suite of a workflow where several suites run", () => {
    const { tell, text } = view(false, { several: true, debug: true });
    for (const one of [started("a"), event("a", call), finished("a")]) tell(one);
    expect(text()).toBe('  travel / a  turn 1  call 1: get_weather {"city":"Oslo"}\n✓ travel / a 1.2s\n');
  });

  it("escapes control characters in names", () => {
    const { tell, text } = view(false);
    tell(finished("evil\u001b]0;title\u0007\u202e"));
    expect(text()).toBe("✓ evil\\u001b]0;title\\u0007\\u202e 1.2s\n");
  });
});

describe("progress on a terminal", () => {
  it("keeps one line per running workflow with turns, calls and time, and a bar below", () => {
    const { tell, tick, wait, text } = view(true);
    for (const one of [plan, started("a"), started("b"), event("a", turn), event("a", call)]) tell(one);
    wait(2500);
    tick();
    expect(screen(text())).toEqual([
      "replay travel: 2 workflows, 1 skipped",
      "  a  ▪  1 turn, 1 call, 2.5s",
      "  b    0 turns, 0 calls, 2.5s",
      `  ${"░".repeat(20)} 0/2 workflows`,
      "",
    ]);
    tell(finished("a"));
    expect(screen(text())).toEqual([
      "replay travel: 2 workflows, 1 skipped",
      "✓ a 1.2s",
      "  b    0 turns, 0 calls, 2.5s",
      `  ${"█".repeat(10)}${"░".repeat(10)} 1/2 workflows`,
      "",
    ]);
    tell(finished("b"));
    expect(screen(text())).toEqual(["replay travel: 2 workflows, 1 skipped", "✓ a 1.2s", "✓ b 1.2s", ""]);
  });

  it("never lets a live line be wider than the terminal, which would break the repainting", () => {
    const { tell, text } = view(true);
    tell(plan);
    tell(started("名".repeat(200)));
    for (let at = 0; at < 50; at++) tell(event("名".repeat(200), turn));
    const live = screen(text()).at(1) ?? "";
    expect(live).toContain("50 turns");
    expect(columnsOf(live)).toBeLessThan(60);
  });

  it("takes the live lines away when it ends", async () => {
    const output = collect();
    const lines = createLiveLines(output);
    lines.print("stays");
    lines.repaint(["goes", "goes too"]);
    await lines.clear();
    expect(screen(output.text())).toEqual(["stays", ""]);
  });
});

describe("colours", () => {
  const tty = { isTTY: true };
  it.each([
    ["a terminal", tty, {}, undefined, true],
    ["a pipe", { isTTY: false }, {}, undefined, false],
    ["a dumb terminal", tty, { TERM: "dumb" }, undefined, false],
    ["NO_COLOR", tty, { NO_COLOR: "1" }, undefined, false],
    ["an empty NO_COLOR", tty, { NO_COLOR: "" }, undefined, true],
    ["FORCE_COLOR in a pipe", { isTTY: false }, { FORCE_COLOR: "1" }, undefined, true],
    ["FORCE_COLOR=0", tty, { FORCE_COLOR: "0" }, undefined, false],
    ["--no-color against FORCE_COLOR", tty, { FORCE_COLOR: "1" }, true, false],
  ] as const)("%s", (_name, output, env, flag, color) => {
    expect(hasColor(output, env, flag)).toBe(color);
  });

  it("repaints on a terminal, not in CI", () => {
    expect(canRepaint(tty, {})).toBe(true);
    expect(canRepaint(tty, { CI: "true" })).toBe(false);
    expect(canRepaint({ isTTY: false }, {})).toBe(false);
  });
});
