import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildEvaluation } from "../../../../src/report/build.js";
import type { Report } from "../../../../src/report/report.js";
import { renderGithub } from "../../../../src/render/formats/github.js";
import { commandsOf, linesOf } from "../../../helpers/workflow-commands.js";
import {
  evilRun,
  failedRun,
  missingRun,
  mixed,
  passedRun,
  reportOf,
  skippedRun,
  toolSuite,
} from "../../../helpers/sample-reports.js";
import { traceOf, workflow } from "../../metrics/traces.js";

const names = (reports: Report[]): string[] => commandsOf(renderGithub(reports)).map(({ name }) => name);

describe("renderGithub", () => {
  it("annotates what failed as error and what is inconclusive as warning, at the config, and ends with one notice", () => {
    const commands = commandsOf(renderGithub([mixed()]));
    expect(commands.map(({ name, properties }) => `${name} ${properties["title"]}`)).toEqual([
      "error divide: failed",
      "error overloaded: error",
      "error basics / divide: by zero: failed",
      "warning change-an-order: inconclusive",
      "warning not-recorded: inconclusive",
      "notice mcpvals: Some Evaluations Failed",
    ]);
    expect(commands[0]?.properties["file"]).toBe("suites/calc.config.json");
    expect(commands[0]?.message).toContain("Tool Call Health: failed (0%), was passed (100%)");
    expect(commands[4]?.message).toBe(
      [
        "There is no cassette of it.",
        "whose: the recording: there is none that can be replayed",
        "then: mcpvals record suites/calc.config.json -t not-recorded",
      ].join("\n"),
    );
    expect(commands[5]?.message).toBe(
      "7 workflows: 2 passed, 1 failed, 1 error, 2 inconclusive, 1 skipped · 10.4 s · 4770 tokens spent, 0 of 1 tool suites passed, overall score –\n1 skipped in calc (later): The config says skip.",
    );
  });

  it("is one notice where all is well", () => {
    expect(renderGithub([reportOf([passedRun(), skippedRun()])])).toBe(
      "::notice title=mcpvals%3A All Evaluations Passed%2C 1 Skipped::2 workflows: 1 passed, 1 skipped · 3.0 s · 2385 tokens spent, overall score 100%25%0A1 skipped in calc (later): The config says skip.\n",
    );
  });

  it("warns where nothing was evaluated", () => {
    expect(names([reportOf([skippedRun()])])).toEqual(["warning", "notice"]);
    expect(names([{ ...reportOf([]), verdict: "error" }])).toEqual(["error", "notice"]);
  });

  it("shows ten of a level at most, and counts the rest", () => {
    const suite = (at: number) => toolSuite(`suite-${at}`);
    const many = (number: number) => [
      reportOf(
        [missingRun()],
        Array.from({ length: number }, (_, at) => suite(at)),
      ),
    ];
    expect(names(many(10))).toEqual([...Array.from({ length: 10 }, () => "error"), "warning", "notice"]);
    const commands = commandsOf(renderGithub(many(600)));
    expect(commands).toHaveLength(12);
    expect(commands[9]?.properties["title"]).toBe("mcpvals: 591 more");
  });

  it("is one annotation for all workflows of one cause, with their names", () => {
    const commands = commandsOf(renderGithub([reportOf([failedRun("one"), failedRun("two"), failedRun("three")])]));
    expect(commands.map(({ properties }) => properties["title"])).toEqual([
      "one and 2 more: failed",
      "mcpvals: Some Evaluations Failed",
    ]);
    expect(commands[0]?.message).toContain("in: one, two, three");
  });

  it("says the cause of a server that did not start, once", () => {
    const cause = "ModuleNotFoundError: No module named 'nothing'";
    const stderr = `Traceback (most recent call last):\n  File "/srv/dead.py", line 2, in <module>\n${cause}`;
    const end = {
      kind: "server-failed",
      phase: "start",
      message: `the server exited with code 1\n${stderr}`,
    } as const;
    const evaluation = buildEvaluation({ workflow: workflow(), trace: { ...traceOf([]), end, stderr }, config: null });
    const [error] = commandsOf(renderGithub([reportOf([evaluation])]));
    expect(error?.message.split("\n").slice(0, 2)).toEqual(["the server exited with code 1", cause]);
    expect(error?.message.split(cause)).toHaveLength(2);
  });

  it("is one command a line, whatever was recorded", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom(
          "\n",
          "\r",
          "%",
          ":",
          ",",
          "::error ::x",
          "##[error]x",
          "##vso[a]",
          "%0A",
          "\u2028",
          "\u0085",
        ),
        minLength: 1,
        maxLength: 20,
      }),
    );
    fc.assert(
      fc.property(text, (evil) => {
        const text = renderGithub([reportOf([evilRun(evil, false)], [toolSuite(evil)], evil)]);
        const commands = commandsOf(text);
        expect(linesOf(text)).toHaveLength(commands.length);
        expect(text).not.toMatch(/##(?:vso|teamcity)?\[/i);
        expect(commands.map(({ name }) => name).join()).toMatch(/^error,((error|warning),)?notice$/);
        for (const { properties } of commands.slice(0, -1)) expect(Object.keys(properties)).toEqual(["file", "title"]);
      }),
      { numRuns: 100 },
    );
    expect(commandsOf(renderGithub([reportOf([evilRun()])]))[0]?.message.length).toBeLessThan(4096);
  });
});
