import { describe, expect, it } from "vitest";
import { loadDiffReporter, parseDiffReporter } from "../../../../src/render/formats/diff/index.js";
import { mixedDiff } from "./sample-diffs.js";

describe("the reporters of a diff", () => {
  it("are known by the names of the other reports, with or without a file", () => {
    expect(parseDiffReporter("json")).toEqual({ name: "json" });
    expect(parseDiffReporter("html=out/diff.html")).toEqual({ name: "html", file: "out/diff.html" });
  });

  it("do not make JUnit of it, and say what there is instead", () => {
    for (const text of ["junit", "junit=x.xml"]) {
      expect(() => parseDiffReporter(text)).toThrow('The reporter "junit" cannot show a diff');
    }
    expect(() => parseDiffReporter("nothing")).toThrow('The reporter "nothing" does not exist');
  });

  it.each(["console", "json", "markdown", "html", "github"] as const)("%s says how it ended", async (name) => {
    const render = await loadDiffReporter(name);
    const text = render(mixedDiff(), { color: false, full: false });
    expect(text).toContain("REGRESSED");
    expect(text).toContain("book-a-table");
    expect(text.endsWith("\n")).toBe(true);
    expect(text).toBe(render(mixedDiff(), { color: false, full: false }));
  });
});
