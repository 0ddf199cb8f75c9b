// How large the HTML report of very many workflows is, and how long Chromium takes from a file on the disk to `load`.
// Needs a build, and Chromium in /usr/bin. Alone: node bench/html.mjs [--tiny]
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { CHROMIUM, CHROMIUM_ARGS } from "../src/build/chromium.mjs";
import { buildEvaluation, buildReport } from "../dist/report/build.js";
import { renderHtml } from "../dist/render/formats/html/html.js";
import { goal, median, ms, printTable, sized } from "./measure.mjs";

const WORKFLOWS = sized(10_000, 600);
const FAILED = sized(100, 6);
const ROUNDS = sized(5, 1);

async function benchHtml() {
  if (CHROMIUM === undefined) {
    console.log("\nskipped: the HTML report, for there is no Chromium in /usr/bin");
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-bench-"));
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_ARGS });
  try {
    const file = join(folder, "report.html");
    await writeFile(file, renderReport());
    const times = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const time = await timeLoad(browser, file);
      // The first round fills the disk's cache.
      if (round > 0) times.push(time);
    }
    const megabytes = (await stat(file)).size / 1e6;
    const what = `HTML of ${WORKFLOWS} workflows, ${FAILED} failed`;
    printTable(`${what} (median of ${ROUNDS})`, [
      ["size", `${megabytes.toFixed(1).padStart(7)} MB`, goal(`${what}: size`, megabytes, "MB", { most: 10 })],
      ["until `load`", ms(median(times)), goal(`${what}: until \`load\``, median(times), "ms", { most: 2000 })],
    ]);
  } finally {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function timeLoad(browser, file) {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file).href);
  const time = await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd");
  await page.close();
  return time;
}

/** The report of runs of one call each. */
function renderReport() {
  const evaluations = Array.from({ length: WORKFLOWS }, (_, at) => {
    const trace = traceOf(at, at < FAILED);
    const [{ user }] = trace.steps;
    const workflow = { name: trace.workflow, steps: [{ user, expectedState: "shipped", expectTools: ["look_up"] }] };
    return buildEvaluation({ workflow, trace, config: "mcp-eval.config.json", transcripts: true });
  });
  const report = buildReport({
    by: "mcpvals",
    command: "eval",
    suite: { name: "orders", file: "mcp-eval.config.json", hash: "0123456789ab" },
    config: { server: { transport: "stdio", command: "node" }, workflows: [] },
    evaluations,
    toolHealth: [],
    timestamp: "2026-11-29T10:00:00.000Z",
  });
  return renderHtml([report]);
}

function traceOf(at, isFailed) {
  const tools = [{ name: "look_up", description: "Looks up an order.", inputSchema: { type: "object" } }];
  const text = isFailed
    ? `There is no order ${at}`
    : JSON.stringify({ order: at, state: "shipped", box: `b-${at * 7}` });
  const args = { customer: `Ada ${at}` };
  const turn = (content, reason, calls) => ({
    content,
    stop: { reason },
    calls,
    tools,
    usage: { input: 800 + (at % 100), output: 30 + (at % 17) },
    ms: 900 + (at % 500),
    retries: 0,
  });
  const outcome = { kind: "result", result: { content: [{ type: "text", text }], isError: isFailed } };
  const call = {
    id: 1,
    tool: "look_up",
    arguments: args,
    outcome,
    notifications: [],
    serverRequests: [],
    at: 1,
    ms: 12,
  };
  return {
    workflow: `order-${at}`,
    sources: { model: "live", server: "live" },
    model: { name: "claude-sonnet-5-5", maxTokens: 8192 },
    system: null,
    instructions: true,
    server: { name: "orders", version: "1.0.0", protocol: "2025-06-18" },
    dispatch: "serial",
    contract: { server: {}, capabilities: {}, tools },
    steps: [
      {
        user: `Order ${at}: what is its state?`,
        turns: [
          turn([{ type: "tool_use", id: "toolu_1", name: "look_up", input: args }], "tool_use", [call]),
          turn([{ type: "text", text: isFailed ? "I do not know." : `Order ${at} is shipped.` }], "end_turn", []),
        ],
      },
    ],
    end: { kind: "completed" },
    findings: [],
    stderr: "",
    startedAt: "2026-11-29T10:00:00.000Z",
    ms: 2000 + (at % 900),
  };
}

await benchHtml();
