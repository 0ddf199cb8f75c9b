// What suites of one name are called.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelSuites } from "../../../src/cli/suite-labels.js";

const suite = (folder: string, name: string, end = "config.json") => ({
  name,
  folder: folder === "" ? "/r" : `/r/${folder}`,
  file: `/r/${folder === "" ? "" : `${folder}/`}${name}.${end}`,
});

describe("labelSuites", () => {
  it("leaves a name of its own, and puts the folder or the config's path before one of several", () => {
    const suites = [suite("", "tea"), suite("a", "tea"), suite("a", "sky"), suite("b", "ship")];
    expect(labelSuites(suites, "/r")).toEqual(["tea", "a/tea", "sky", "ship"]);
    expect(labelSuites([suite("a", "tea"), suite("a", "tea", "mcpvals.config.json")], "/r")).toEqual([
      "a/tea.config.json",
      "a/tea.mcpvals.config.json",
    ]);
  });

  it("gives no label twice", () => {
    const one = fc.tuple(
      fc.constantFrom("", "a", "b", "a/b", "tea"),
      fc.constantFrom("tea", "sky", "mcp-eval"),
      fc.constantFrom("config.json", "mcpvals.config.json", "mcp-eval.config.ts"),
    );
    fc.assert(
      fc.property(fc.uniqueArray(one, { selector: (parts) => parts.join(" ") }), (parts) => {
        const labels = labelSuites(
          parts.map((part) => suite(...part)),
          "/r",
        );
        expect(new Set(labels).size).toBe(parts.length);
      }),
    );
  });
});
