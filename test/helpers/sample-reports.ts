// Reports with everything in them that a reporter may have to show, made from traces by the code that makes real ones.
import { buildEvaluation, buildReport, buildUnjudged } from "../../src/report/build.js";
import type { Evaluation, HealthSuiteReport, Report } from "../../src/report/report.js";
import type { CallOutcome } from "../../src/trace/trace.js";
import type { MetricResult } from "../../src/metrics/result.js";
import { call, drift, ok, replayOf, traceOf, UNGROUNDED, workflow, type StepScript } from "../unit/metrics/traces.js";

const config = "suites/calc.config.json";
export const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAtUlEQVR42g3JoQEEIQwAwS/nOkgHdEAH6BjM6mgMBh2NwURHU9Yzdn4fV7iFW7mN27nGnVznHu7vI4UsZCUb2UkjJ+nkIV+HEIWoRCM6YcQknDjE6y3swq7sxu5sY0+2sw/7tQte8Io3vOOGT9zxg79ewiqsymqszjLWZDnrsF4PYRRGZTRGZxhjMpxxGK9NsIJVrGEdM2xijh3sNQIFKjToYDDB4cBrFbSgFW1oRw2dqKMH/QPBSpVrTLyLWAAAAABJRU5ErkJggg==";

/** Text that does harm wherever it is taken for more than text. */
export const EVIL = [
  `<script>globalThis.harmed = "script"</script>`,
  `<img src=x onerror="globalThis.harmed = 'onerror'">`,
  `"><svg onload=globalThis.harmed=1>`,
  "</pre></td></details></code></script></style>-->]]>",
  "```\n@octocat #1 https://evil.example [click](javascript:alert(1)) ![x](https://evil.example/x.png)\n~~~",
  "\u0000\u0001\u001b[31mred\u001b[0m \u202eevil\u202c \ufffe \ud800 \u2028",
  "::error title=owned::owned %0A%0D",
  "a|b \\| `tick` ``two`` $HOME ${x}",
].join("\n");

const order = (n: number) => ({
  id: `o-${n}`,
  customer: { name: "Ada", city: "Turin" },
  lines: [
    { sku: "A-1", quantity: 2, price: 12.5 },
    { sku: "B-7", quantity: 1, price: 99 },
  ],
  note: "first line\nsecond line\nthird line",
});
const json = (value: unknown) => ok(JSON.stringify(value));

/**
 * A run of an agent with two subagents at once, which took 400 and 900 ms, and with a tool of its own. `many`: further
 * subagents.
 */
export function agentRun(many = 0): Evaluation {
  const trace = traceOf([[[call("a", "x")], [call("look", "open")], [call("look", "sent")], "It is done."]]);
  const [step] = trace.steps;
  const [first, one, other, last] = step?.turns ?? [];
  if (step === undefined || !first || !one || !other || !last) throw new Error("the run has four turns");
  const agentUse = (id: number) => ({ type: "tool_use", id: `toolu_${id}`, name: "Agent", input: {}, own: true });
  const ids = Array.from({ length: 2 + many }, (_, at) => 100 + at);
  const begin = {
    ...first,
    ms: 100,
    calls: [],
    content: ids.map(agentUse),
    own: ids.map((id) => ({ id, given: [{ type: "text", text: `The report of ${id}.` }] })),
  };
  const more = Array.from({ length: many }, (_, at) => ({ ...last, ms: 50, subagent: 3 + at }));
  const turns = [
    begin,
    { ...one, ms: 400, subagent: 1 },
    { ...other, ms: 900, subagent: 2 },
    ...more,
    { ...last, ms: 300 },
  ];
  const agent = { name: "claude-code", version: "2.1.332" };
  const built = { ...trace, steps: [{ ...step, turns }], agent };
  return buildEvaluation({
    workflow: workflow({ name: "two-subagents" }),
    trace: built,
    config: null,
    transcripts: true,
  });
}

/** A replay in which a result changed. */
export function changedRun(name = "change-an-order", transcripts = true): Evaluation {
  const recorded: StepScript[] = [
    [
      [call("find_orders", json([order(1), order(2)]), { customer: "Ada" })],
      [
        call("read_order", json({ ...order(1), status: "open" }), { id: "o-1" }),
        call("see", {
          kind: "result",
          result: {
            content: [
              { type: "text", text: "the shelf" },
              { type: "image", data: PIXEL, mimeType: "image/png" },
            ],
          },
        }),
      ],
      [call("change_order", "changed", { id: "o-1", quantity: 3 })],
      "The order is changed.",
    ],
    [[call("send_mail", "sent", { to: "ada@example.com" })], "And the mail is out."],
  ];
  const now = { ...order(1), status: "closed", closedBy: "Bob", note: "first line\nanother line\nthird line" };
  const live: StepScript[] = [
    [
      [call("find_orders", json([order(1), order(2)]), { customer: "Ada" })],
      [
        call("read_order", json(now), { id: "o-1" }),
        call("see", {
          kind: "result",
          result: {
            content: [
              { type: "text", text: "the shelf" },
              { type: "image", data: PIXEL, mimeType: "image/png" },
            ],
          },
        }),
      ],
    ],
  ];
  const where = { part: "result", step: 1, turn: 2, call: 2, tool: "read_order" } as const;
  const trace = replayOf(recorded, live, {
    end: { kind: "ungrounded", message: "Turn 3 is no evidence: the result of read_order changed." },
    evidence: {
      drift: [
        drift("volatile", {
          id: "d-0000000001",
          where: { ...where, call: 1, tool: "find_orders", path: "/content/0/json/0/at" },
        }),
        drift("changed", {
          id: "d-0000000002",
          where: { ...where, path: "/content/0/json/status" },
          recorded: "open",
          present: "closed",
          note: "Claude's next turn used it.",
        }),
        drift("additive", {
          id: "d-0000000003",
          where: { ...where, path: "/content/0/json/closedBy" },
          present: "Bob",
          recorded: undefined as never,
          accepted: true,
        }),
        drift("docs", {
          id: "d-0000000004",
          where: { part: "tool", tool: "read_order", path: "" },
          recorded: {
            name: "read_order",
            description: "Reads an order.",
            inputSchema: { type: "object", properties: { id: { type: "string" } } },
          },
          present: {
            name: "read_order",
            description: "Reads one order by its id.",
            inputSchema: { type: "object", properties: { id: { type: "string" } } },
          },
          accepted: true,
        }),
      ],
      substitutions: [{ recorded: "o-1", live: "o-17", from: { ...where, call: 1, path: "/content/0/json/0/id" } }],
      variables: [
        {
          name: "order-id",
          kind: "value",
          recorded: "o-1",
          now: "o-17",
          sent: [{ call: 2, at: "/id", token: [1, 2] }],
        },
        { name: "took", kind: "quantity", recorded: "12 ms", now: "9 ms", sent: [] },
      ],
    },
  });
  spread(trace);
  return buildEvaluation({
    workflow: workflow({
      name,
      state: "changed",
      expectTools: ["find_orders", "change_order"],
      description: "An order is found and changed.",
    }),
    trace,
    config,
    transcripts,
  });
}

/** Times and tokens as a real run has them. */
function spread(trace: ReturnType<typeof traceOf>): void {
  let at = 0.4;
  let tokens = 900;
  for (const [index, turn] of trace.steps.flatMap((step) => step.turns).entries()) {
    turn.ms = 700 + index * 380;
    turn.usage = { input: tokens, output: 60 + index * 45 };
    tokens += 420;
    at += turn.ms / 1000;
    for (const [number, one] of turn.calls.entries()) {
      one.at = at + number * 0.02;
      one.ms = 90 + index * 130 + number * 210;
    }
    at += 0.4;
  }
  trace.ms = at * 1000;
}

export function passedRun(name = "add-two-numbers", transcripts = true): Evaluation {
  const trace = traceOf([[[call("add", "42", { a: 15, b: 27 })], "The result is 42."]]);
  spread(trace);
  return buildEvaluation({
    workflow: workflow({ name, state: "42", expectTools: ["add"] }),
    trace,
    config,
    transcripts,
  });
}

export function failedRun(name = "divide", transcripts = true): Evaluation {
  const recorded: StepScript[] = [[[call("divide", "2.5", { a: 5, b: 2 })], "It is 2.5"]];
  const live: StepScript[] = [[[call("divide", ok("division is not available", { isError: true }), { a: 5, b: 2 })]]];
  const trace = replayOf(recorded, live, {
    end: UNGROUNDED,
    stderr: "Error: no divider\n    at divide (server.js:7)\n",
    findings: ["A banner on stdout."],
  });
  spread(trace);
  return buildEvaluation({
    workflow: workflow({ name, state: "2.5", expectTools: ["divide"] }),
    trace,
    config,
    transcripts,
  });
}

export function evilRun(text = EVIL, transcripts = true): Evaluation {
  const evil: CallOutcome = {
    kind: "result",
    result: {
      content: [
        { type: "text", text },
        { type: "image", data: text, mimeType: `image/png"><b>` },
        { type: "image", data: btoa("<svg onload=alert(1)>"), mimeType: "image/svg+xml" },
        { type: "resource", resource: { uri: text, text } },
        { type: text },
      ],
      structuredContent: { [text]: text },
    },
  };
  const script: StepScript[] = [[[call(text, ok(`${text}!`), { [text]: text })], text]];
  const other: StepScript[] = [[[call(text, evil, { [text]: text })]]];
  const trace = replayOf(script, other, {
    end: { kind: "ungrounded", message: text },
    model: { name: text, answered: text, maxTokens: 1 },
    server: { name: text, version: text, protocol: text },
    system: text,
    stderr: text,
    findings: [text],
    evidence: {
      drift: [
        drift("changed", {
          where: { part: "result", call: 1, tool: text, path: text },
          recorded: text,
          present: { [text]: [text] },
          note: text,
        }),
      ],
      substitutions: [{ recorded: text, live: text, from: { part: "result", path: text } }],
      variables: [{ name: text, kind: "value", recorded: text, now: text, sent: [{ call: 1, at: text }] }],
    },
  });
  for (const step of trace.steps) {
    step.user = text;
    for (const turn of step.turns) {
      turn.content.push({ type: "thinking", thinking: text }, { type: text, more: text });
      turn.stop = { reason: text };
    }
  }
  return buildEvaluation({
    workflow: workflow({ name: text, state: text === "" ? "x" : text, description: text }),
    trace,
    config: text,
    transcripts,
  });
}

export const judged = (evaluation: Evaluation, verdict: MetricResult["verdict"], score: number | null): Evaluation => ({
  ...evaluation,
  results: [
    ...evaluation.results,
    {
      id: "llm-judge",
      metric: "LLM Judge",
      verdict,
      passed: verdict === "passed",
      score,
      details: "It answers what was asked.",
      metadata: {},
    },
  ],
});

export const skippedRun = (name = "later"): Evaluation =>
  buildUnjudged(workflow({ name }), { verdict: "skipped", reasons: ["The config says skip."], config });
export const errorRun = (name = "overloaded"): Evaluation =>
  buildUnjudged(workflow({ name }), {
    verdict: "error",
    reasons: ["The API is overloaded. (MODEL_API)\n  529\nTry again later."],
    config,
  });
export const missingRun = (name = "not-recorded"): Evaluation =>
  buildUnjudged(workflow({ name }), { verdict: "inconclusive", reasons: ["There is no cassette of it."], config });

export const toolSuite = (name = "basics"): HealthSuiteReport => ({
  name,
  verdict: "failed",
  passed: false,
  tests: [
    { tool: "add", verdict: "passed", details: "Gave the expected result", ms: 11.6, attempts: 1, expected: 5 },
    {
      tool: "divide",
      description: "by zero",
      verdict: "failed",
      details: "expected 5, got 6",
      ms: 3,
      attempts: 2,
      expected: 5,
      actual: 6,
    },
    { tool: "sleep", verdict: "skipped", details: "Not run.", ms: 0, attempts: 0 },
  ],
});

export const reportOf = (evaluations: Evaluation[], toolHealth: HealthSuiteReport[] = [], name = "calc"): Report =>
  buildReport({
    by: "mcpvals 0.1.0",
    command: "replay",
    suite: { name, file: name === "calc" ? config : name, hash: "0123456789ab" },
    config: {},
    evaluations,
    toolHealth,
    timestamp: "2024-01-15T10:30:00.000Z",
  });

/** One of each. */
export const mixed = (): Report =>
  reportOf(
    [
      judged(passedRun(), "passed", 0.92),
      changedRun(),
      failedRun(),
      passedRun("multiply"),
      errorRun(),
      missingRun(),
      skippedRun(),
    ],
    [toolSuite()],
  );
