import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addCheck, buildEvaluation, buildReport } from "../../../../src/report/build.js";
import type { Evaluation, RecordedFacts, Report } from "../../../../src/report/report.js";
import { renderConsole } from "../../../../src/render/formats/console.js";
import { renderGithub } from "../../../../src/render/formats/github.js";
import { renderHtml } from "../../../../src/render/formats/html/html.js";
import { renderJunit } from "../../../../src/render/formats/junit.js";
import { renderMarkdown } from "../../../../src/render/formats/markdown.js";
import { columnsOf } from "../../../../src/render/safe/shown-text.js";
import type { Drift } from "../../../../src/trace/drift.js";
import type { Trace } from "../../../../src/trace/trace.js";
import { call, drift, ok, replayOf, traceOf, workflow, type StepScript } from "../../metrics/traces.js";

const config = "mcp-eval.config.json";
const SONNET = { name: "claude-sonnet-4-5", maxTokens: 4096 };

const reportOf = (command: Report["command"], evaluations: Evaluation[], name = "mcp-eval", file = config): Report =>
  buildReport({
    by: "mcpvals 0.1.0",
    command,
    suite: { name, file, hash: "0123456789ab" },
    config: {},
    evaluations,
    toolHealth: [],
    timestamp: "2024-01-15T10:30:00.000Z",
  });

/** Times and tokens as a real run has them. */
function real(trace: Trace, ms: number, tokens: [input: number, output: number] = [2600, 140]): Trace {
  const each = (one: Trace): Trace => ({
    ...one,
    steps: one.steps.map((step) => ({
      ...step,
      turns: step.turns.map((turn) => ({ ...turn, usage: { input: tokens[0], output: tokens[1] } })),
    })),
  });
  const { evidence, ...rest } = each(trace);
  return {
    ...rest,
    ms,
    ...(evidence !== undefined && { evidence: { ...evidence, recorded: each(evidence.recorded) } }),
  };
}

const CALCULATED: StepScript[] = [[[call("calculate", "42", { a: 15, b: 27 })], "The result is 42"]];
const calculator = (name = "calculator-test") => workflow({ name, state: "42", expectTools: ["calculate"] });
const passed = (name?: string): Evaluation =>
  buildEvaluation({
    workflow: calculator(name),
    trace: real(traceOf(CALCULATED, { model: SONNET }), 1800),
    config,
  });
const replayed = (name?: string, drifts: Drift[] = [], more: Partial<Trace> = {}): Evaluation =>
  buildEvaluation({
    workflow: calculator(name),
    trace: real(
      replayOf(CALCULATED, CALCULATED, { model: SONNET, ...more, evidence: { drift: drifts } } as never),
      350,
    ),
    config,
  });

const sky = buildEvaluation({
  workflow: workflow({ name: "sky", state: "green cheese", expectTools: ["get-summ"] }),
  trace: real(
    traceOf(
      [
        [
          [call("get-sum", "4", { a: 2, b: 2 })],
          [call("echo", "Rayleigh")],
          "Rayleigh scattering, after 3 thoughts. The sky is blue because short waves scatter more.",
        ],
      ],
      {
        model: SONNET,
        tools: ["get-sum", "echo"].map((name) => ({ name, inputSchema: { type: "object" } })),
        stderr: "listening\nverbose noise of the server\n",
      },
    ),
    4800,
  ),
  config,
});

const weather = { city: "Berlin", temperature: 72, unit: "F", sky: "clear" };
const json = (value: unknown) => ok(JSON.stringify(value));
/** A replay in which the weather is told in other units. */
function drifted(name = "book-a-table", suite = config): Evaluation {
  const recorded: StepScript[] = [
    [
      [call("get_weather", json(weather), { city: "Berlin" })],
      [call("book_table", json({ booked: true }), { city: "Berlin", outside: true })],
      "It is about 72 °F in Berlin, so I booked a table outside.",
    ],
  ];
  const live: StepScript[] = [
    [[call("get_weather", json({ ...weather, temperature: 22, unit: "C" }), { city: "Berlin" })]],
  ];
  const at = (key: string) =>
    ({ part: "result", step: 1, turn: 1, call: 1, tool: "get_weather", path: `/content/0/json/${key}` }) as const;
  return buildEvaluation({
    workflow: workflow({ name, state: "table", expectTools: ["get_weather", "book_table"] }),
    trace: real(
      replayOf(recorded, live, {
        model: SONNET,
        server: { name: "weather", version: "2.0.0", protocol: "2025-11-25" },
        end: { kind: "ungrounded", message: "The result of get_weather changed." },
        evidence: {
          drift: [
            drift("changed", { id: "d-3f2a91c0", where: at("temperature"), recorded: 72, present: 22 }),
            drift("changed", { id: "d-41aa7702", where: at("unit"), recorded: "F", present: "C" }),
          ],
        },
      }),
      2100,
    ),
    config: suite,
  });
}

/** A replay in which a called tool is gone. */
function toolGone(name: string): Evaluation {
  return buildEvaluation({
    workflow: calculator(name),
    trace: real(
      replayOf(CALCULATED, [[]], {
        model: SONNET,
        end: { kind: "ungrounded", message: "tool calculate: the tool is gone" },
        evidence: {
          drift: [
            drift("breaking", {
              id: "d-77aa01bb",
              where: { part: "tool", turn: 1, tool: "calculate", path: "" },
              recorded: { name: "calculate" },
              present: undefined as never,
              note: "the tool is gone; renamed to compute? A guess",
              acceptable: false,
            }),
          ],
        },
      }),
      120,
    ),
    config,
  });
}

function died(name = "calculator-test"): Evaluation {
  const stack = Array.from({ length: 12 }, (_, at) => `    at Module.load (node:internal/modules/${at})`).join("\n");
  const message = "The server exited with code 1 before it answered initialize";
  return buildEvaluation({
    workflow: calculator(name),
    trace: real(
      replayOf(CALCULATED, [[]], {
        model: SONNET,
        end: { kind: "server-failed", phase: "start", message },
        stderr: `Error: Cannot find module './tools.js'\n${stack}\n\nNode.js v22.20.0\n`,
        evidence: {
          drift: [
            drift("breaking", {
              id: "d-dead0001",
              where: { part: "server", path: "" },
              present: message,
              note: "the server failed",
              acceptable: false,
            }),
          ],
        },
      }),
      90,
    ),
    config,
  });
}

function notReplaying(): Evaluation {
  const recorded: RecordedFacts = {
    because: "no cassette yet",
    file: "cassettes/mcp-eval/now.yaml",
    below: [],
    check: {
      replays: false,
      varies: [],
      message:
        'Does not replay on its own server.\nIt differs on its own: call 1, now result, /content/0/text (it differs in each run: "11:00", "11:01").',
    },
    paste: { ignore: [{ tool: "now", path: "/content/0/text" }] },
  };
  const trace = traceOf([[[call("now", "11:00")], "It is 11:00."]], { model: SONNET });
  return addCheck(
    buildEvaluation({ workflow: workflow({ name: "now", state: "11:00" }), trace: real(trace, 2300), config }),
    recorded,
  );
}

const TICKET = { tool: "open_ticket", path: "/content/0/json/ticket", into: "look_up", argument: "/number" };
const CONSTANT = { into: "look_up", argument: "/number", constant: true };

/** `name` has an argument that may be a variable, or what Claude wrote itself. */
function doubtful(name: string, pins = [[TICKET, CONSTANT]]): Evaluation {
  const recorded: RecordedFacts = {
    because: "no cassette yet",
    file: `cassettes/mcp-eval/${name}.yaml`,
    below: [],
    check: {
      replays: false,
      varies: [],
      message:
        'Does not replay on its own server.\nWhat to send is not known, so these turns are not played: call 2, look_up arguments, /number is "1", which may be ticket, or what Claude wrote itself.',
    },
    pins,
  };
  const trace = traceOf([[[call("open_ticket", "{}"), call("look_up", "Printer")], "Printer."]], { model: SONNET });
  return addCheck(
    buildEvaluation({ workflow: workflow({ name, state: "Printer" }), trace: real(trace, 900), config }),
    recorded,
  );
}

/** The journal of a run that broke off is named at the end of a long sentence. */
function brokenOff(): Evaluation {
  const message = "The Claude API failed: no byte came for 500 ms (modelTimeout) (after 4 retries)";
  const trace = traceOf([[[]]], { model: SONNET, end: { kind: "model-error", message } });
  return {
    ...buildEvaluation({ workflow: workflow({ name: "it", state: "x" }), trace: real(trace, 900), config }),
    recorded: {
      because: "it has no cassette; not recorded, the run broke off. Its journal is .mcpvals/journal/it.jsonl",
      below: [],
    },
  };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `workflow-${at + 1}`);

/** What a reader wants to know of a report that is not green, and the words that say it. */
interface Answers {
  "what failed": string;
  why: string;
  "what Claude did": string;
  "server or recording": string;
  "what to type": string;
}

const CASES: Record<string, { reports: Report[]; answers?: Answers }> = {
  guide: { reports: [reportOf("eval", [passed()])] },
  "failed-eval": {
    reports: [reportOf("eval", [sky, passed()])],
    answers: {
      "what failed": "Workflow: sky ✗ FAILED",
      why: "missing: get-summ (the server has no such tool; get-sum?)",
      "what Claude did": `Claude's last words: "Rayleigh scattering`,
      "server or recording": "whose:  the suite or the server",
      "what to type": "mcpvals eval mcp-eval.config.json -t sky",
    },
  },
  "drifted-replay": {
    reports: [reportOf("replay", [drifted()])],
    answers: {
      "what failed": "Workflow: book-a-table ? INCONCLUSIVE",
      why: "$.temperature   72 → 22",
      "what Claude did": `Claude's recorded answer: "It is about 72 °F`,
      "server or recording": "whose:  the server: it answers differently",
      "what to type": "mcpvals accept d-3f2a91c0 d-41aa7702",
    },
  },
  "twelve-suites": {
    reports: Array.from({ length: 12 }, (_, at) => {
      const name = `team-${at + 1}`;
      const file = `${name}/${config}`;
      const evaluations = [
        replayed("add"),
        at === 4 ? died("divide") : replayed("divide"),
        at === 7 ? drifted("book-a-table", file) : replayed("list"),
      ];
      return reportOf("replay", evaluations, name, file);
    }),
    answers: {
      "what failed": "Workflow: divide ✗ FAILED",
      why: "Error: Cannot find module './tools.js'",
      "what Claude did": `Claude's recorded answer: "The result is 42"`,
      "server or recording": "whose:  the server",
      "what to type": "mcpvals replay team-5/mcp-eval.config.json -t divide --debug",
    },
  },
  "600-workflows": {
    reports: [reportOf("replay", [...names(588).map(toolGone), ...names(12).map((name) => replayed(`fine-${name}`))])],
    answers: {
      "what failed": "588 workflows: ? INCONCLUSIVE, one cause",
      why: "the tool calculate is gone",
      "what Claude did": "Claude's recorded answer",
      "server or recording": "whose:  the server",
      "what to type": "mcpvals record mcp-eval.config.json",
    },
  },
  "accepted-drift": {
    reports: [
      reportOf("replay", [
        replayed("packing-list", [drift("changed", { id: "d-0a0b0c0d", accepted: true })]),
        replayed("trip", [drift("additive", { id: "d-11223344" })]),
      ]),
    ],
  },
  record: {
    reports: [reportOf("record", [passed(), notReplaying()])],
    answers: {
      "what failed": "Workflow: now ? INCONCLUSIVE",
      why: "Does not replay on its own server.",
      "what Claude did": `Claude's last words: "It is 11:00."`,
      "server or recording": "whose:  the server",
      "what to type": "mcpvals record --check mcp-eval.config.json -t now",
    },
  },
  "doubtful-argument": {
    reports: [reportOf("record", [doubtful("printer"), doubtful("scanner")])],
    answers: {
      "what failed": "Workflow: printer ? INCONCLUSIVE",
      why: "What to send is not known",
      "what Claude did": `Claude's last words: "Printer."`,
      "server or recording": "whose:  the recording",
      "what to type": "then: paste a pin from below into mcp-eval.config.json",
    },
  },
  "broken-off": { reports: [reportOf("record", [brokenOff()])] },
  "dead-server": {
    reports: [reportOf("replay", [died(), died("second")])],
    answers: {
      "what failed": "Workflow: calculator-test ✗ FAILED",
      why: "Error: Cannot find module './tools.js'",
      "what Claude did": `Claude's recorded answer: "The result is 42"`,
      "server or recording": "whose:  the server",
      "what to type": "mcpvals replay mcp-eval.config.json -t calculator-test -t second",
    },
  },
};

const show = (reports: readonly Report[], more: { verbose?: boolean; quiet?: boolean } = {}): string =>
  renderConsole(reports, { color: false, debug: false, ...more });

/** The lines below each header of a workflow that did not pass, the header with them. */
const badBlocks = (text: string): string[][] =>
  text
    .split("\n\n")
    .map((block) => block.split("\n"))
    .filter(([first = ""]) => / (?:✗|\?|!) [A-Z]{5,}/.test(first));

describe("the console at 80 columns", () => {
  it.each(Object.keys(CASES))("%s is the golden text", (name) => {
    const file = new URL(`../../../fixtures/console/${name}.txt`, import.meta.url);
    const text = show(CASES[name]?.reports ?? []);
    if (process.env["UPDATE_GOLDEN"] !== undefined) writeFileSync(file, text);
    expect(text, "UPDATE_GOLDEN=1 rewrites it").toBe(readFileSync(file, "utf8"));
    // What is to be pasted is never broken.
    const laidOut = text.split("\n").filter((line) => !/^ +\{".*\}$/.test(line));
    for (const line of laidOut) expect(columnsOf(line)).toBeLessThanOrEqual(80);
  });

  it.each(Object.entries(CASES).filter(([, { answers }]) => answers !== undefined))(
    "%s answers the five questions within its first 24 lines",
    (_, { reports, answers }) => {
      const head = show(reports).split("\n").slice(0, 24).join("\n");
      for (const [question, words] of Object.entries(answers ?? {})) expect(`${question}: ${head}`).toContain(words);
    },
  );

  it("takes ten lines at most for a workflow that did not pass, and under 150 for 14 of them", () => {
    for (const { reports } of Object.values(CASES)) {
      for (const block of badBlocks(show(reports))) {
        const names_ = block.findIndex((line) => line.startsWith("    in: "));
        expect(names_ < 0 ? block.length : names_).toBeLessThanOrEqual(10);
      }
    }
    const bad = names(14).map((name, at) => {
      const one = drifted(name);
      const replay = one.replay;
      if (replay === undefined) throw new Error("no replay");
      // Each has values of its own, so each is a cause of its own.
      const own = replay.drift.map((item) => ({ ...item, present: at }));
      return { ...one, replay: { ...replay, drift: own } };
    });
    const text = show([reportOf("replay", bad)]);
    expect(badBlocks(text)).toHaveLength(14);
    expect(text.split("\n").length).toBeLessThan(150);
  });

  it("hides no workflow, however many there are", () => {
    const text = show(CASES["600-workflows"]?.reports ?? []);
    const words = new Set(text.split(/[\s,]+/));
    for (const name of names(588)) expect(words.has(name)).toBe(true);
    for (const name of names(12)) expect(words.has(`fine-${name}`)).toBe(true);
  });

  it("with quiet shows what did not pass and the sum", () => {
    expect(show([reportOf("eval", [passed()])], { quiet: true })).toBe(
      "1 workflow: 1 passed · 1.8 s · 5480 tokens spent (~$0.02)\n",
    );
    const text = show(CASES["failed-eval"]?.reports ?? [], { quiet: true });
    expect(text).toMatch(/^Workflow: sky ✗ FAILED/);
    expect(text).not.toContain("calculator-test");
    expect(text.trimEnd().split("\n").at(-1)).toContain("2 workflows: 1 passed, 1 failed");
  });

  it("with verbose is the long form", () => {
    const text = show(CASES["drifted-replay"]?.reports ?? [], { verbose: true });
    expect(text).toContain("  ? End-to-End Success: – (baseline 100%)\n");
    expect(text).toContain("    d-3f2a91c0 changed: step 1, call 1, get_weather result,\n");
  });

  it("shows each pin whole and once, in every report for people", () => {
    const { reports = [] } = CASES["doubtful-argument"] ?? {};
    const [one] = reports.map((report) => ({ ...report, evaluations: report.evaluations.slice(0, 1) }));
    if (one === undefined) throw new Error("no report");
    const plain = (html: string): string => html.replaceAll("&quot;", '"');
    const texts = [
      show(reports),
      show(reports, { verbose: true }),
      renderMarkdown([one]),
      renderGithub(reports).replaceAll("%0A", "\n").replaceAll("%2C", ","),
      plain(renderJunit([one])),
      plain(renderHtml([one])),
    ];
    for (const pin of [TICKET, CONSTANT].map((each) => JSON.stringify(each))) {
      expect(texts.map((text) => text.split(pin).length - 1)).toEqual([1, 1, 1, 1, 1, 1]);
    }
  });

  it("breaks no pin that a replay asks for", () => {
    const pin = JSON.stringify({ ...TICKET, path: "/structuredContent/tickets/0/number" });
    const note = `"1" may be ticket, or what Claude wrote itself. Say in the config which: "pins": [${pin}] or [${JSON.stringify(CONSTANT)}]`;
    const one = drifted("look");
    if (one.replay === undefined) throw new Error("no replay");
    const asked = drift("changed", {
      where: { part: "arguments", step: 1, turn: 2, call: 2, tool: "look_up", path: "/number" },
      recorded: "1",
      note,
      acceptable: false,
    });
    const reports = [reportOf("replay", [{ ...one, replay: { ...one.replay, drift: [asked] } }])];
    for (const text of [show(reports), show(reports, { verbose: true })]) {
      expect(text).toContain(pin);
      expect(text).toContain(JSON.stringify(CONSTANT));
    }
  });

  it("names the file of a run that broke off", () => {
    expect(show(CASES["broken-off"]?.reports ?? [])).toContain("it.jsonl");
  });

  it("shows the server's stderr only where it died", () => {
    expect(show(CASES["failed-eval"]?.reports ?? [])).not.toContain("verbose noise");
    expect(show(CASES["dead-server"]?.reports ?? [])).toContain("stderr: Error: Cannot find module");
  });

  it("says on an accepted drift's passes what they stand on", () => {
    const text = show([...(CASES["accepted-drift"]?.reports ?? [])]);
    expect(text).toContain("of the 2 passed: 1 on accepted drift, 1 with a new optional field\n");
    const many = [...names(10).map((name) => replayed(name)), replayed("p", [drift("changed", { accepted: true })])];
    expect(show([reportOf("replay", many)])).toContain("\n✓ p 100%  1 accepted\n");
  });
});
