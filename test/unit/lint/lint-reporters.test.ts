import { describe, expect, test } from "vitest";
import { renderLint, renderLintGithub, renderLintJson } from "../../../src/cli/lint-reporters.js";
import type { Finding } from "../../../src/lint/finding.js";
import type { LintReport } from "../../../src/lint/lint.js";

const finding: Finding = { rule: "seal", file: "/p/cassettes/a.yaml", line: 12, message: "does not fit", fix: "Look." };
const report = (more: Partial<LintReport> = {}): LintReport => ({
  findings: [],
  fixed: [],
  count: { cassettes: 2, contracts: 1, blobs: 0, configs: 0, data: 0 },
  unconfigured: [],
  notRun: [],
  faults: [],
  ...more,
});
const options = { color: false, show: (file: string) => file.replace("/p/", "") };
const hostile = "a\u001b[2J\u202ex\u0007\n::error::b\r\n%0A</script><b>`@team`\u2028";

describe("the console", () => {
  test("says what was looked at where nothing is found", () => {
    expect(renderLint(report(), options)).toBe("Nothing found in 2 cassettes, 1 contract, 0 blobs.\n");
  });

  test("groups by file, with line, rule and way out, and counts what --fix would mend", () => {
    const mendable: Finding = { ...finding, line: 3, rule: "leftover", repair: { kind: "remove", file: finding.file } };
    expect(renderLint(report({ findings: [mendable, finding] }), options)).toBe(
      [
        "cassettes/a.yaml",
        "      3  does not fit  leftover",
        "         Look.",
        "     12  does not fit  seal",
        "         Look.",
        "",
        "2 findings in 1 file; looked at 2 cassettes, 1 contract, 0 blobs.",
        "1 can be fixed by: mcpvals lint --fix",
        "",
      ].join("\n"),
    );
  });

  test("says of a new seal that only a person knows whether that run was", () => {
    const text = renderLint(report({ fixed: [finding] }), options);
    expect(text).toContain("Fixed cassettes/a.yaml");
    expect(text).toContain("is sealed as it is now. Only you know whether that run really happened");
  });

  test("says where nobody looked for orphans", () => {
    expect(renderLint(report({ unconfigured: ["/p/cassettes/old"] }), options)).toContain(
      "No config uses cassettes/old",
    );
  });
});

describe("recorded text", () => {
  const findings = [{ ...finding, message: hostile, fix: hostile, file: `/p/${hostile}` }];

  test.each([
    ["console", renderLint],
    ["json", renderLintJson],
    ["github", renderLintGithub],
  ])("moves no cursor, turns no line and starts no command in %s", (_, render) => {
    const text = render(report({ findings, fixed: findings, unconfigured: [hostile] }), options);
    // oxlint-disable-next-line no-control-regex -- controls are what is looked for
    expect(text.replaceAll("\n", "")).not.toMatch(/[\u0000-\u001f\u007f\u202a-\u202e\u2066-\u2069\u2028\u2029]/);
    const commands = text.split("\n").filter((line) => line.startsWith("::"));
    expect(
      commands.every((line) => line.startsWith("::error file=cassettes") || line.startsWith("::error file=a")),
    ).toBe(true);
  });

  test("comes back from JSON as it was", () => {
    const parsed = JSON.parse(renderLintJson(report({ findings }), options)) as { findings: { message: string }[] };
    expect(parsed.findings[0]?.message).toBe(hostile);
  });

  test("one annotation is one line, with escaped properties and data", () => {
    const text = renderLintGithub(
      report({ findings: [{ ...finding, file: "/p/a:b,c.yaml", message: "50%\nof it" }] }),
      options,
    );
    expect(text).toBe("::error file=a%3Ab%2Cc.yaml,line=12,title=mcpvals lint%3A seal::50%25\\nof it%0ALook.\n");
  });
});
