import { describe, expect, test } from "vitest";
import { configSchema } from "../../../src/config/schema.js";
import type { Config } from "../../../src/config/schema-written.js";
import { pairConfigs } from "../../../src/review/pair-configs.js";
import { watchConfig, type ConfigChange } from "../../../src/review/watch-config.js";

function change(before: Config, after: Config, file = "a.config.json"): ConfigChange {
  return { file, before: configSchema.parse(before), after: configSchema.parse(after), base: "0123456789ab" };
}

const seen = (before: Config, after: Config): string[] =>
  watchConfig(change(before, after)).flatMap(({ what, evidence }) => evidence.map(({ label }) => `${what}: ${label}`));

const suite = (workflow: object, more: Config = {}): Config => ({
  workflows: [{ name: "w", steps: [{ user: "Do it." }], ...workflow }],
  ...more,
});

describe("of a config", () => {
  test.each<[string, Config, Config, string[]]>([
    [
      "an expectation that is gone",
      suite({ steps: [{ user: "Do it.", expectedState: "done" }] }),
      suite({}),
      ["expectations changed: step 1, expectedState"],
    ],
    [
      "expected tools that changed",
      suite({ expectTools: ["a", "b"] }),
      suite({ expectTools: ["a"] }),
      ["expectations changed: expectTools"],
    ],
    [
      "a tool that may be called now",
      suite({ forbidTools: ["rm", "mv"] }),
      suite({ forbidTools: ["mv"] }),
      ["expectations changed: forbidTools"],
    ],
    [
      "a tool test that allows more time",
      { toolHealthSuites: [{ name: "t", tests: [{ name: "add", maxLatency: 10 }] }] },
      { toolHealthSuites: [{ name: "t", tests: [{ name: "add", maxLatency: 9000 }] }] },
      ["tests of tools changed or are gone: t, add/maxLatency"],
    ],
    [
      "a warning in place of a failure",
      suite({}),
      suite({}, { onInconclusive: "warn" }),
      ["less is needed to pass: onInconclusive"],
    ],
    [
      "a judge that is not asked any more",
      suite({}, { llmJudge: true }),
      suite({}),
      ["less is needed to pass: llmJudge"],
    ],
    [
      "places that may differ",
      suite({}),
      suite({}, { varies: [{ tool: "a", path: "/x" }] }),
      ["more places may differ on their own: varies"],
    ],
  ])("%s needs eyes", (_, before, after, expected) => {
    expect(seen(before, after)).toEqual(expected);
  });

  test.each<[string, Config, Config]>([
    ["a new expectation", suite({}), suite({ steps: [{ user: "Do it.", expectedState: "done" }], toolOrder: "exact" })],
    ["fewer accepted classes", suite({}), suite({}, { accept: [] })],
    [
      "the default, written out",
      suite({}),
      suite({}, { accept: ["additive", "docs"], passThreshold: 0.8, failOn: "any" }),
    ],
    ["a workflow that runs again", suite({ skip: true }), suite({})],
    ["tests in another order", healthOf("a", "b"), healthOf("b", "a")],
    ["a new workflow", { workflows: [] }, suite({})],
  ])("%s does not", (_, before, after) => {
    expect(seen(before, after)).toEqual([]);
  });

  test("a config that was moved is one change, and not workflows that are gone", () => {
    const gone = change(suite({ forbidTools: ["rm"] }), {}, "old.config.json");
    const come = change({}, suite({}), "new.config.json");
    const paired = pairConfigs([come, gone]);
    expect(paired.map(({ file }) => file)).toEqual(["new.config.json"]);
    expect(paired.flatMap(watchConfig).map(({ what }) => what)).toEqual(["expectations changed"]);
    const other = change({}, { workflows: [{ name: "x", steps: [{ user: "Do x." }] }] }, "new.config.json");
    expect(pairConfigs([other, gone])).toHaveLength(2);
  });
});

function healthOf(...names: string[]): Config {
  return { toolHealthSuites: [{ name: "t", tests: names.map((name) => ({ name })) }] };
}
