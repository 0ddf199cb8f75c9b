// A pull request from a stranger: cassettes, contracts and blobs that are none. Each is one message with file, line and what
// was expected; the rest of the suite is judged all the same; nothing outside the folder is read.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { addSeal, splitSeal } from "../../src/cassette/seal.js";
import { cassetteFileOf, storePlaceOf, type StorePlace } from "../../src/cassette/store-place.js";
import { writeCassette } from "../../src/cassette/store.js";
import { replay, type Evaluation, type Report } from "../../src/index.js";
import { lint, type LintReport } from "../../src/lint/lint.js";
import type { Trace } from "../../src/trace/trace.js";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { example, extras } from "../unit/cassette/example.js";

const SECRET = "what stands outside of the folder";
const HUGE = 100 * 1024 * 1024;

/** Changes what stands above the seal, and seals it again: what only a look at the content can refuse. */
const sealed =
  (change: (body: string) => string) =>
  (file: string): void => {
    const { body } = splitSeal(readFileSync(file, "utf8"));
    const changed = change(body);
    expect(changed).not.toBe(body);
    writeFileSync(file, addSeal(changed));
  };
const put = (from: string | RegExp, to: string) => sealed((body) => body.replace(from, () => to));
const bytes = (change: (text: string) => string | Uint8Array) => (file: string) =>
  writeFileSync(file, change(readFileSync(file, "utf8")));
const line = (what: RegExp | string): RegExp =>
  new RegExp(String.raw`CASE\.yaml:\d+: .*(?:${typeof what === "string" ? what : what.source})`, "i");
const inPlaceOf =
  (kind: "blobs" | "contracts", change: (path: string) => void) =>
  (file: string): void => {
    const own = /contract: "?([0-9a-f]{12})|([0-9a-f]{64}\.\w+)/;
    const text = readFileSync(file, "utf8");
    const name = kind === "blobs" ? /[0-9a-f]{64}\.txt/.exec(text)?.[0] : `${own.exec(text)?.[1] ?? ""}.yaml`;
    change(join(file, "..", kind, name ?? ""));
  };

const CASES: Record<string, { damage: (file: string) => void; says: RegExp }> = {
  bomb: { damage: put(/judge: \[\]/, `judge: &a []\nx: [*a, *a]`), says: line("anchors are not allowed") },
  alias: { damage: put(/judge: \[\]/, "judge: *nobody"), says: line("aliases|anchor|unidentified") },
  tag: { damage: put(/judge: \[\]/, "judge: !!js/function x"), says: line("tag") },
  "merge-key": { damage: put(/judge: \[\]/, "judge: []\n<<: { a: 1 }"), says: line("<<") },
  "two-documents": { damage: put(/judge: \[\]/, "judge: []\n---\na: 1"), says: line("document") },
  directive: { damage: sealed((body) => `%YAML 1.1\n---\n${body}`), says: line("document|directive") },
  "duplicate-key": { damage: put(/judge: \[\]/, "judge: []\njudge: []"), says: line("duplicated mapping key") },
  "unknown-key": { damage: put(/judge: \[\]/, "judge: []\nextra: 1"), says: line("extra") },
  proto: { damage: put(/judge: \[\]/, "judge: []\n__proto__: { polluted: 1 }"), says: line("__proto__") },
  "wrong-type": {
    damage: put("maxTokens: 8192", "maxTokens: many"),
    says: line("model/maxTokens: expected a whole number"),
  },
  version: {
    damage: bytes((text) => text.replace("cassette: 2", "cassette: 99")),
    says: line("version 99; .* version 2"),
  },
  "not-utf8": {
    damage: bytes((text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])])),
    says: line("not UTF-8"),
  },
  bom: { damage: bytes((text) => `\ufeff${text}`), says: line("byte order mark") },
  crlf: { damage: bytes((text) => text.replaceAll("\n", "\r\n")), says: line("CRLF") },
  nul: { damage: put(/sunny/, "su\u0000nny"), says: line("non-printable|null byte|\\u0000|character") },
  depth: { damage: put(/judge: \[\]/, `judge: ${"[".repeat(200)}${"]".repeat(200)}`), says: line("maxDepth|nesting") },
  nodes: { damage: put(/judge: \[\]/, `judge: [${"1,".repeat(2_100_000)}1]`), says: line("more than 2000000") },
  "long-line": { damage: (file) => truncateSync(file, HUGE), says: /CASE\.yaml: 104857600 bytes, at most 16777216/ },
  empty: { damage: bytes(() => ""), says: line("seal") },
  rubbish: { damage: bytes(() => "\u0001\u0002{{{"), says: line("seal") },
  "cut-off": { damage: bytes((text) => text.slice(0, 700)), says: line("expected the seal in the last line") },
  edited: { damage: bytes((text) => text.replace("sunny", "rainy")), says: line("does not fit its seal") },
  conflict: { damage: bytes((text) => text.replace("judge:", "<<<<<<< HEAD\njudge:")), says: line("conflict markers") },
  link: {
    damage: (file) => (renameSync(file, `${file}.aside`), symlinkSync("../../outside.yaml", file)),
    says: /CASE\.yaml: is not a regular file/,
  },
  folder: { damage: (file) => (rmSync(file), mkdirSync(file)), says: /CASE\.yaml: is not a regular file/ },
  "named-by-path": {
    damage: put(/workflow: .*/, "workflow: ../../x"),
    says: /CASE\.yaml belongs to the workflow "\.\.\/\.\.\/x"/,
  },
  "contract-path": {
    damage: put(/contract: "?[0-9a-f]{12}"?/, "contract: ../../outside"),
    says: line("server/contract: expected 12 hex digits"),
  },
  "blob-path": {
    damage: put(/\$text: \S+/, "$text: ../../outside.yaml"),
    says: line("expected string, received object|expected one of"),
  },
  "blob-absolute": {
    damage: put(/\$text: \S+/, "$text: /etc/hostname"),
    says: line("expected string, received object|expected one of"),
  },
  "blob-gone": {
    damage: inPlaceOf("blobs", (path) => rmSync(path)),
    says: /blobs\/[0-9a-f]{64}\.txt: this blob is missing/,
  },
  "blob-other": {
    damage: inPlaceOf("blobs", (path) => writeFileSync(path, "x")),
    says: /blobs\/\S+: its content does not fit its name/,
  },
  "blob-link": {
    damage: inPlaceOf("blobs", (path) => (rmSync(path), symlinkSync("../../../outside.yaml", path))),
    says: /blobs\/\S+: is not a regular file/,
  },
  "blob-huge": {
    damage: inPlaceOf("blobs", (path) => truncateSync(path, HUGE)),
    says: /blobs\/\S+: 104857600 bytes, at most/,
  },
  "contract-gone": {
    damage: inPlaceOf("contracts", (path) => rmSync(path)),
    says: /contracts\/\S+: this contract is missing/,
  },
  "contract-other": {
    damage: inPlaceOf("contracts", (path) => writeFileSync(path, "tools: []\n")),
    says: /contracts\/\S+: its content does not fit its name/,
  },
  "contract-link": {
    damage: inPlaceOf("contracts", (path) => (rmSync(path), symlinkSync("../../../outside.yaml", path))),
    says: /contracts\/\S+: is not a regular file/,
  },
};
const NAMES = Object.keys(CASES);

let folder: string;
let place: StorePlace;
let report: Report;
let linted: LintReport;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-hostile-"));
  place = storePlaceOf({ name: "mcpvals", folder, config: {} });
  writeFileSync(join(folder, "outside.yaml"), SECRET);
  const workflows = [...NAMES, "sound"].map((name) => ({ name, steps: [{ user: promptOf(name) }] }));
  writeFileSync(
    join(folder, "mcpvals.config.json"),
    JSON.stringify({ server: { transport: "stdio", command: "node" }, workflows }),
  );
  for (const name of [...NAMES, "sound"]) {
    const run = runOf(name);
    await writeCassette(place, { cassette: buildCassette(run, extras), contract: run.contract });
  }
  for (const name of NAMES) CASES[name]?.damage(cassetteFileOf(place, name));
  report = await replay(join(folder, "mcpvals.config.json"), { offline: true, env: cleanEnvironment(), cwd: folder });
  linted = await lint({ cwd: folder, env: {} });
  // The time that all of it may take: a file that never ends would use it up.
}, 90_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

function promptOf(name: string): string {
  return `Do ${name}`;
}
/** A run with a contract and a blob of its own. */
function runOf(name: string): Trace {
  const run = structuredClone(example);
  run.workflow = name;
  for (const step of run.steps) {
    step.user = promptOf(name);
    for (const turn of step.turns) {
      turn.content = turn.content.filter((block) => block["name"] === undefined || block["name"] === "get_weather");
      turn.calls = turn.calls.filter(({ tool }) => tool === "get_weather");
      for (const { outcome } of turn.calls) {
        const text = `${name} `.repeat(10_000);
        if (outcome.kind === "result")
          outcome.result = {
            content: [
              { type: "text", text: '{"sky":"sunny"}' },
              { type: "text", text },
            ],
          };
      }
    }
  }
  for (const step of run.steps) step.turns = step.turns.filter(({ content }) => content.length > 0);
  run.contract.instructions = name;
  return run;
}
const evaluationOf = (name: string): Evaluation => {
  const found = report.evaluations.find(({ workflowName }) => workflowName === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
};

describe("replay", () => {
  test("ends, inconclusive, and judges the sound one", () => {
    expect(evaluationOf("sound")).toMatchObject({ verdict: "passed", reasons: [] });
    expect(report.exitCode).toBe(3);
  });

  test.each(NAMES)("refuses %s with one message", (name) => {
    const { verdict, reasons, passed, overallScore } = evaluationOf(name);
    expect({ verdict, passed, overallScore, count: reasons.length }).toEqual({
      verdict: "inconclusive",
      passed: false,
      overallScore: null,
      count: 1,
    });
    const [reason = ""] = reasons;
    expect(reason.split("\n")[0]).toMatch(new RegExp((CASES[name]?.says.source ?? "").replace("CASE", name), "i"));
    expect(reason.split("\n")[0]).toMatch(/\(CASSETTE_[A-Z_]+\)$/);
    expect(reason.split("\n").length).toBeGreaterThan(1);
  });

  test("reads nothing from outside, and shows nothing of it", () => {
    expect(JSON.stringify(report)).not.toContain(SECRET);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe("lint", () => {
  test("finds each of them, and says nothing of what is outside", () => {
    const found = JSON.stringify(linted.findings);
    expect(found).not.toContain(SECRET);
    for (const name of NAMES.filter((one) => !/^(?:blob|contract)-/.test(one) && one !== "folder")) {
      const file = cassetteFileOf(place, name);
      expect(
        linted.findings.filter((finding) => finding.file === file),
        `${name}`,
      ).not.toEqual([]);
    }
    for (const rule of ["missing-blob", "missing-contract", "wrong-hash", "invalid", "size"] as const) {
      expect(linted.findings.map((finding) => finding.rule)).toContain(rule);
    }
  });

  test("--fix mends none of what it does not understand, and leaves the rest readable", async () => {
    const { findings } = await lint({ cwd: folder, env: {}, fix: true });
    expect(findings.length).toBeGreaterThan(20);
    expect(readdirSync(folder).toSorted()).toEqual(
      ["cassettes", "mcpvals.config.json", "outside.yaml", ".mcpvals"].toSorted(),
    );
    expect(readFileSync(join(folder, "outside.yaml"), "utf8")).toBe(SECRET);
  });
});
