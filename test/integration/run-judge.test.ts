// The judge through eval, record and replay: a stand-in for the OpenAI API, a stand-in for Claude, a real server.
import { createServer, type Server } from "node:http";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { evaluate, record, replay, type Config } from "../../src/index.js";

const calculator = fileURLToPath(new URL("../../fixtures/servers/calculator.mjs", import.meta.url));
const user = "What is 6 times 7?";
let folder: string;
let claude: StandIn;
let judge: Server;
let judgeUrl: string;
let asked = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-judge-"));
  const turns = [{ calls: [{ tool: "multiply", input: { a: 6, b: 7 } }] }, { text: "It is 42." }];
  claude = await startStandIn({ workflows: [{ user, turns }] });
  judge = createServer((request, response) => {
    request.resume();
    request.on("end", () => {
      asked += 1;
      const content = JSON.stringify({ reasoning: "It asked the server and said so.", score: 0.95 });
      const choice = { index: 0, finish_reason: "stop", message: { role: "assistant", content, refusal: null } };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "gpt-4o", choices: [choice] }),
      );
    });
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => judge.once("listening", resolve));
  const address = judge.address();
  judgeUrl = typeof address === "object" && address !== null ? `http://127.0.0.1:${address.port}/v1` : "";
});

afterAll(async () => {
  judge.close();
  await claude.close();
  await rm(folder, { recursive: true, force: true });
});

function config(change: Partial<Config> = {}): Config {
  return {
    server: { transport: "stdio", command: process.execPath, args: [calculator] },
    workflows: [{ name: "product", steps: [{ user, expectedState: "42" }] }],
    llmJudge: true,
    passThreshold: 0.7,
    judge: { baseURL: judgeUrl },
    ...change,
  };
}

const env = (keys: Record<string, string> = {}): Record<string, string | undefined> => ({
  PATH: process.env["PATH"],
  ANTHROPIC_API_KEY: "stand-in",
  ANTHROPIC_BASE_URL: claude.url,
  ...keys,
});

it("asked for without a key is an error before anything is spent", async () => {
  const before = claude.requests.length;
  await expect(evaluate(config(), { cwd: folder, env: env() })).rejects.toMatchObject({ code: "JUDGE_KEY_MISSING" });
  expect(claude.requests.length).toBe(before);
});

it("its verdict is recorded and replays without any key; a new rubric makes it stale, a new threshold does not", async () => {
  const recorded = await record(config(), { cwd: folder, env: env({ OPENAI_API_KEY: "stand-in" }) });
  expect(recorded.evaluations[0]?.results[3]).toMatchObject({
    metric: "LLM Judge",
    verdict: "passed",
    score: 0.95,
    details: "Score: 0.95/0.70 - It asked the server and said so.",
  });
  expect(asked).toBe(1);

  const offline = { cwd: folder, env: { PATH: process.env["PATH"] } };
  const replayed = await replay(config(), offline);
  expect(replayed).toMatchObject({ passed: true, exitCode: 0 });
  expect(replayed.evaluations[0]?.results[3]).toMatchObject({ id: "llm-judge", verdict: "passed", score: 0.95 });
  expect(replayed.evaluations[0]?.overallScore).toBe(1);

  const strict = await replay(config({ passThreshold: 0.99 }), offline);
  expect(strict.evaluations[0]?.results[3]).toMatchObject({ verdict: "failed", score: 0.95 });
  expect(strict.exitCode).toBe(1);

  const reworded = await replay(config({ judge: { baseURL: judgeUrl, rubric: "Is it polite?" } }), offline);
  expect(reworded.evaluations[0]?.results[3]).toMatchObject({ verdict: "inconclusive", score: null });
  expect(reworded.evaluations[0]?.results[3]?.details).toContain("rubric");
  expect(reworded.exitCode).toBe(3);
  expect(asked).toBe(1);
});
