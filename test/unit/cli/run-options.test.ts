import { describe, expect, it } from "vitest";
import type { CommandName } from "../../../src/cli/flags.js";
import { parseArguments } from "../../../src/cli/parse-arguments.js";
import { buildRecordOptions, buildReplayOptions, buildRunOptions } from "../../../src/cli/run-options.js";
import type { Invocation } from "../../../src/cli/invocation.js";

function invoke(...args: [CommandName, ...string[]]): Invocation {
  const parsed = parseArguments(args);
  if (parsed.kind !== "command") throw new Error("asks for a text");
  return parsed.invocation;
}
const run = (...args: [CommandName, ...string[]]) => buildRunOptions(invoke(...args), "linux");
const record = (...args: string[]) => buildRecordOptions(invoke("record", ...args), "linux");
const replay = (...args: string[]) => buildReplayOptions(invoke("replay", ...args), "linux");

describe("options of a run", () => {
  it("says nothing that no flag says, so that the config can", () => {
    for (const options of [run("eval"), record(), replay()]) {
      expect(Object.values(options).filter((value) => value !== undefined)).toEqual([]);
    }
  });

  it("takes every common flag", () => {
    expect(
      run("eval", "-t", "a", "--workflow", "b*", "--model", "m", "--timeout", "500", "-j", "3", "--bail", "2", "--llm"),
    ).toEqual({
      workflows: ["a", "b*"],
      model: "m",
      server: undefined,
      timeout: 500,
      concurrency: 3,
      bail: 2,
      llmJudge: true,
    });
  });

  it("knows --llm-judge as --llm", () => {
    expect(run("eval", "--llm-judge").llmJudge).toBe(true);
  });

  it("bails after one without a number, and leaves what follows alone", () => {
    const invocation = invoke("eval", "--bail", "suite.json");
    expect(buildRunOptions(invocation, "linux").bail).toBe(1);
    expect(invocation.configs).toEqual(["suite.json"]);
    expect(run("eval", "--bail").bail).toBe(1);
    expect(run("eval", "--bail=3").bail).toBe(3);
  });

  it("keeps strings that look like numbers", () => {
    expect(run("eval", "-t", "000123", "--model", "1e3")).toMatchObject({ workflows: ["000123"], model: "1e3" });
    expect(invoke("eval", "007").configs).toEqual(["007"]);
  });

  it.each([
    [["-j", "0"], /--concurrency takes a number of workflows, a whole number of 1 or more, not "0"/],
    [["-j", "1.5"], /--concurrency/],
    [["--timeout", "abc"], /--timeout takes milliseconds.*"abc"/],
    [["--timeout", "30s"], /--timeout/],
    [["--timeout", "-5"], /--timeout/],
    [["--timeout", "1", "--timeout", "2"], /--timeout is given 2 times/],
    [["--bail", "0"], /--bail/],
    [["--bail", "-1"], /--bail/],
    [["--model"], /--model needs a value/],
    [["--model", "--debug"], /--model needs a value/],
    [["-t", ""], /--workflow needs a value/],
    [["--url", "ftp://x"], /--url takes an http or https URL/],
    [["--url", "localhost"], /--url takes an http or https URL/],
  ])("refuses %j", (flags, message) => {
    expect(() => run("eval", ...flags)).toThrow(message);
  });
});

describe("replay with the judge live", () => {
  it("takes limits, a plan and an answer to it", () => {
    expect(replay("--judge", "live", "--max-budget-usd", "0.5", "--token-limit", "900", "-y")).toMatchObject({
      judge: "live",
      maxBudgetUsd: 0.5,
      tokenLimit: 900,
    });
  });

  it.each([["--max-budget-usd", "1"], ["--token-limit", "1"], ["--dry-run"], ["--yes"]])(
    "alone has a use for %s",
    (...flags) => {
      expect(() => replay(...flags)).toThrow(/has no meaning in replay without --judge live/);
    },
  );

  it("is the only other way to judge", () => {
    expect(() => replay("--judge", "recorded")).toThrow(/--judge takes live, not "recorded"/);
  });
});

describe("the server named on the command line", () => {
  it("is split as a shell does", () => {
    expect(run("replay", "--command", "node 'my server.js' --x").server).toEqual({
      command: "node",
      args: ["my server.js", "--x"],
    });
  });

  it("stands whole behind --, flags and all", () => {
    const invocation = invoke("replay", "a.json", "-d", "--", "node", "s.js", "--debug", "--", "-t", "x y");
    expect(buildRunOptions(invocation, "linux").server).toEqual({
      command: "node",
      args: ["s.js", "--debug", "--", "-t", "x y"],
    });
    expect(invocation.configs).toEqual(["a.json"]);
  });

  it("can be a URL", () => {
    expect(run("eval", "--url", "http://127.0.0.1:3000/mcp").server).toEqual({ url: "http://127.0.0.1:3000/mcp" });
  });

  it("is named once", () => {
    expect(() => run("eval", "--url", "http://x", "--", "node")).toThrow(/give one of them/);
    expect(() => run("eval", "--url", "http://x", "--command", "node")).toThrow(/give one of them/);
  });

  it("is named at all behind --", () => {
    expect(() => run("eval", "--")).toThrow(/no command after --/);
  });
});

describe("record", () => {
  it("takes its flags", () => {
    expect(record("--mode", "all", "--no-check", "--allow-ci")).toMatchObject({
      mode: "all",
      check: false,
      allowCi: true,
    });
    expect(record("--check")).toMatchObject({ checkOnly: true, checks: undefined, checkClock: undefined });
    expect(record("--check", "5", "--no-check-clock")).toMatchObject({ checkOnly: true, checks: 5, checkClock: false });
    expect(record("--try")).toMatchObject({ tryReadings: true });
    expect(record("--check").tryReadings).toBeUndefined();
    expect(record("--check=3")).toMatchObject({ checkOnly: true, checks: 3 });
  });

  it("does not take a config for the number of checks", () => {
    expect(invoke("record", "--check", "demo.config.json")).toMatchObject({ configs: ["demo.config.json"] });
    expect(invoke("record", "demo.config.json", "--check")).toMatchObject({ configs: ["demo.config.json"] });
  });

  it.each([
    [["--mode", "some"], /--mode takes changed or missing or all, not "some"/],
    [["--check", "--no-check"], /exclude each other/],
    [["--check", "0"], /whole number of 1/],
    [["--check=11"], /at most 10/],
    [["--no-check", "--no-check-clock"], /no meaning/],
    [["--no-check", "--try"], /no meaning/],
    [["--check", "--mode", "all"], /--mode has no meaning/],
  ])("refuses %j", (flags, message) => {
    expect(() => record(...flags)).toThrow(message);
  });
});

describe("replay", () => {
  it("takes its flags", () => {
    expect(
      replay(
        "--offline",
        "-u",
        "--allow-ci",
        "--after-drift",
        "play",
        "--fail-on",
        "regression",
        "--on-inconclusive",
        "warn",
      ),
    ).toMatchObject({
      offline: true,
      updateScores: true,
      allowCi: true,
      afterDrift: "play",
      failOn: "regression",
      onInconclusive: "warn",
    });
    expect(replay("--strict").strict).toBe(true);
  });

  it("refuses --model and says why", () => {
    expect(() => replay("--model", "m")).toThrow(/the model is recorded/);
  });

  it("refuses another server beside --offline", () => {
    expect(() => replay("--offline", "--", "node")).toThrow(/no other server/);
  });
});
