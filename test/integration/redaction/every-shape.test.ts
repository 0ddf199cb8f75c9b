// Secrets of every shape, generated from the patterns and in any case, go through a recording, a replay and a proxied session:
// none is in any byte that is written, told or printed.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, replay, type Config, type Report } from "../../../src/index.js";
import { findShapes, SHAPES } from "../../../src/redaction/shapes.js";
import type { Progress } from "../../../src/suite/options.js";
import { Recorder } from "../../../src/session/tape/proxy-recorder.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { exampleOf } from "../../helpers/shape-examples.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";
import { filesIn, journalsIn, printed } from "../../helpers/written-texts.js";

const EACH = 2;
const KEY = "MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn1ygWyF8PbnGy0AHB7";
/** What is no single pattern. */
const others = [
  { kind: "url-password", example: "redis://:pa/ss?w#rd@cache:6379", secrets: ["pa/ss?w#rd"] },
  { kind: "url-parameter", example: "https://example.com/cb?Access_Token=qwrtzpsdfghj", secrets: ["qwrtzpsdfghj"] },
  { kind: "private-key", example: `-----BEGIN PRIVATE KEY-----\n${KEY}\n${KEY}x`, secrets: [KEY] },
];

/** Examples that stand in a line of their own, and the secrets in them. */
const examples = SHAPES.flatMap((shape) => {
  const usable = fc.sample(exampleOf(shape), { numRuns: 400, seed: 20261128 }).flatMap((example) => {
    const secrets = [...`- ${example} -`.matchAll(shape.pattern)]
      .map((match) => match[1] ?? match[0])
      .filter((secret) => secret.length >= 8 && shape.accepts(secret));
    return secrets.length > 0 && /^[\x20-\x7e]+$/.test(example) && !/["\\]/.test(example)
      ? [{ kind: shape.kind, example, secrets }]
      : [];
  });
  return usable.slice(0, EACH);
}).concat(others);

const text = examples.map(({ example }) => `- ${example} -`).join("\n");
const SAID = "said.txt";

const config = (folder: string): Config => ({
  server: fixtureServer("leaky.mjs", "--say-file", join(folder, SAID)),
  workflows: [
    {
      name: "tell",
      steps: [{ user: `Tell me all of\n${text}` }],
      expectTools: ["forms", { tool: "fail", fails: true }, "check"],
    },
  ],
});
const script = {
  workflows: [
    {
      match: "Tell me all",
      turns: [
        {
          text: `I know\n${text}`,
          calls: [
            { tool: "forms", input: {} },
            { tool: "fail", input: {} },
          ],
        },
        { calls: [{ tool: "check", input: { token: text, note: JSON.stringify({ a: text }) } }] },
        { text: "Done." },
      ],
    },
  ],
};

let suite: SuiteFolder;
let model: StandIn;
beforeAll(async () => {
  suite = await makeSuiteFolder({ server: fixtureServer("leaky.mjs") });
  await suite.configure(config(suite.folder));
  await writeFile(join(suite.folder, SAID), text);
  model = await startStandIn(script);
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

function leaksIn(written: string): string[] {
  return examples.flatMap(({ kind, secrets }) =>
    secrets.filter((secret) => written.includes(secret)).map((secret) => `${kind}: ${secret}`),
  );
}

const isWritten = (name: string): boolean => name !== SAID && !name.endsWith(".config.json");

async function leaksBelow(folder: string): Promise<string[]> {
  const files = await filesIn(folder, isWritten);
  expect(files.length).toBeGreaterThan(1);
  return files.flatMap(({ file, text: written }) => leaksIn(written).map((leak) => `${file}: ${leak}`));
}

it("has examples of every shape, and sees them", () => {
  for (const { kind } of SHAPES) expect(examples.map((example) => example.kind)).toContain(kind);
  expect(new Set(findShapes(text).map(({ kind }) => kind)).size).toBe(new Set(examples.map(({ kind }) => kind)).size);
  expect(leaksIn(text).length).toBeGreaterThanOrEqual(examples.length);
});

it("none is in what a recording and a replay write, tell or print", async () => {
  const env = cleanEnvironment({ ANTHROPIC_API_KEY: "canary-api-key-0123456789", ANTHROPIC_BASE_URL: model.url });
  for (const use of [record, replay]) {
    const told: Progress[] = [];
    const journals: string[] = [];
    const report: Report = await use(suite.file, {
      env,
      cwd: suite.folder,
      transcripts: true,
      onProgress: (each) => {
        told.push(each);
        journals.push(...journalsIn(suite.folder));
      },
    });

    if (use === record) expect(report.evaluations[0]?.verdict).toBe("passed");
    if (use === record) expect(journals.join("\n")).toContain("[redacted:github-token-");
    expect(leaksIn(journals.join("\n"))).toEqual([]);
    expect(leaksIn(await printed(report, told))).toEqual([]);
    expect(await leaksBelow(suite.folder)).toEqual([]);
  }
}, 60_000);

it("none is in the journal or the cassette of a proxied session", async () => {
  const folder = join(suite.folder, "proxied");
  const out = join(folder, "session.yaml");
  const told: string[] = [];
  const options = {
    out,
    name: "session",
    mode: "number",
    startedAt: "2026-11-27T20:39:00.000Z",
    records: true,
  } as const;
  const recorder = new Recorder({ ...options, server: { command: "node", args: [] } }, (message) => told.push(message));
  await recorder.start();
  const params = { name: "tell", arguments: { text, inside: JSON.stringify({ text }) } };
  const result = {
    content: [
      { type: "text", text },
      { type: "text", text: JSON.stringify({ text }) },
    ],
  };
  const push = (from: "client" | "server", message: object): void =>
    recorder.push(from, 1, Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: 1, ...message })}\n`));
  push("client", { method: "tools/call", params });
  push("server", { result });
  // What is no JSON is read line by line, so a key is not seen as one.
  const noise = examples.filter(({ kind }) => kind !== "private-key").map(({ example }) => `- ${example} -\n`);
  recorder.push("server", 2, Buffer.from(noise.join("")));
  recorder.flush();
  const [journal = ""] = (await filesIn(folder, (name) => name.endsWith(".jsonl"))).map(({ text: written }) => written);
  expect(journal).toContain("[redacted:github-token-");
  expect(leaksIn(journal)).toEqual([]);
  await recorder.finish(3, () => {});
  expect(told).toEqual([]);
  expect(await leaksBelow(folder)).toEqual([]);
});

it("a session whose last look finds one is not written, and its journal is gone", async () => {
  const folder = join(suite.folder, "refused");
  const told: string[] = [];
  const options = {
    out: join(folder, "session.yaml"),
    name: "session",
    mode: "number",
    startedAt: "2026-11-27T20:39:00.000Z",
    records: true,
  } as const;
  const recorder = new Recorder(
    { ...options, server: { command: "node", args: ["--token", "canary-0123456789"] } },
    (message) => told.push(message),
  );
  await recorder.start();
  const signed = { type: "thinking", thinking: "Hm.", signature: "canary-0123456789" };
  recorder.push(
    "server",
    1,
    Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/x", params: signed })}\n`),
  );
  await recorder.finish(2, () => {});
  expect(told).toEqual([
    expect.stringMatching(
      /session\.yaml was not written: the secret token is in its text\. The journal of the session is removed$/,
    ),
  ]);
  expect((await filesIn(folder)).map(({ file }) => file)).toEqual(["/.mcpvals/.gitignore"]);
});
