// Terminal escapes, bidi and invisible characters, fences, links, mentions and HTML in every field that a cassette or a server
// can fill: harmless in what the console and the JSON reporter print, and in what lint says.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderLint, renderLintGithub, renderLintJson } from "../../src/cli/lint-reporters.js";
import { renderFailure } from "../../src/cli/failure.js";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { storePlaceOf } from "../../src/cassette/store-place.js";
import { writeCassette } from "../../src/cassette/store.js";
import { McpvalsError, replay, type Report } from "../../src/index.js";
import { loadReporter } from "../../src/render/formats/index.js";
import { lint } from "../../src/lint/lint.js";
import type { JsonValue } from "../../src/json/value.js";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { fixtureServer } from "../helpers/suite-folder.js";
import { example, extras } from "../unit/cassette/example.js";

const HOSTILE =
  "\u001b[2J\u001b]0;pwned\u0007\u001b]8;;http://evil.example\u001b\\x\u202e\u2066\u200b\u0085\u009b31m\r\n\u2028```\n# <script>alert(1)</script>[a](javascript:x) @team \u0000\ud800";
/** Controls other than the line ends that we print ourselves, bidi and separators of lines. */
const HARMFUL =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- controls are what is looked for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]|[\ud800-\udbff](?![\udc00-\udfff])/;
const hidden = (char: string): string => `U+${(char.codePointAt(0) ?? 0).toString(16)}`;
const harmIn = (text: string): string | undefined => {
  const found = HARMFUL.exec(text);
  return found === null
    ? undefined
    : `${hidden(found[0])} in ${JSON.stringify(text.slice(Math.max(0, found.index - 60), found.index + 20))}`;
};

/** Every text in a value followed by what is hostile; names that must fit one another, and enumerations, are left. */
function poison(value: JsonValue, key = ""): JsonValue {
  if (typeof value === "string") {
    const isFixed = [
      "type",
      "kind",
      "workflow",
      "data",
      "mimeType",
      "protocol",
      "method",
      "startedAt",
      "id",
      "phase",
    ].includes(key);
    return isFixed || (key === "reason" && value === "timeout") ? value : `${value}${HOSTILE}`;
  }
  if (Array.isArray(value)) return value.map((part) => poison(part, key));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, poison(part, name)]));
}

let folder: string;
let reports: Report[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-text-"));
  const names = ["offline", "live", "ended"];
  const workflows = names.map((name) => ({
    name,
    description: HOSTILE,
    steps: [{ user: `${example.steps[0]?.user ?? ""}${HOSTILE}`, expectedState: HOSTILE, expectTools: [HOSTILE] }],
  }));
  const server = fixtureServer("calculator.mjs");
  await writeFile(join(folder, "mcpvals.config.json"), JSON.stringify({ server, workflows }));
  const place = storePlaceOf({ name: "mcpvals", folder, config: {} });
  for (const name of names) {
    const run = poison(structuredClone(example) as unknown as JsonValue) as unknown as typeof example;
    const end = name === "ended" ? ({ kind: "model-error", message: HOSTILE } as const) : run.end;
    const hostile = { ...run, workflow: name, end, findings: [HOSTILE] };
    await writeCassette(place, { cassette: buildCassette(hostile, extras), contract: hostile.contract });
  }
  const common = { cwd: folder, env: cleanEnvironment() };
  const file = join(folder, "mcpvals.config.json");
  reports = [
    await replay(file, { ...common, offline: true, workflows: ["offline", "ended"] }),
    await replay(file, { ...common, workflows: ["live"] }),
    await replay(file, { ...common, workflows: ["live"], afterDrift: "play", strict: true }),
  ];
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("what a cassette says", () => {
  test("reaches the reports: without that, nothing is proved here", () => {
    const text = JSON.stringify(reports);
    expect(text.split("alert(1)").length).toBeGreaterThan(20);
    expect(reports.map(({ exitCode }) => exitCode)).not.toContain(0);
  });

  test.each([
    ["console", false],
    ["console", true],
    ["json", false],
    ["json", true],
  ] as const)("is harmless in the %s reporter (debug: %s)", async (name, debug) => {
    const render = await loadReporter(name);
    expect(harmIn(render(reports, { color: false, debug, width: 100 }))).toBeUndefined();
  });

  test("comes back whole from JSON", async () => {
    const render = await loadReporter("json");
    expect(render([reports[0] as Report], { color: false, debug: true, width: 80 })).toContain("\\u001b[2J");
  });

  test("is harmless in what lint says", async () => {
    await writeFile(join(folder, "other.json"), JSON.stringify({ workflows: [{ name: "x", steps: [{ user: "y" }] }] }));
    for (const configs of [undefined, ["other.json"]]) {
      const report = await lint({ cwd: folder, env: {}, configs });
      const options = { color: false, show: (file: string) => file };
      for (const render of [renderLint, renderLintJson, renderLintGithub])
        expect(harmIn(render(report, options))).toBeUndefined();
    }
  });

  test("is harmless in an error on stderr", () => {
    const error = new McpvalsError("CASSETTE_INVALID", `x.yaml:1: ${HOSTILE}`, { evidence: HOSTILE, fix: HOSTILE });
    expect(harmIn(renderFailure(error, false))).toBeUndefined();
  });
});
