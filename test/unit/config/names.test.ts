import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { didYouMean } from "../../../src/config/did-you-mean.js";
import { buildGlob, isGlob } from "../../../src/trace/glob.js";
import { selectWorkflows } from "../../../src/config/select.js";
import { slugOf } from "../../../src/config/slug.js";
import { McpvalsError } from "../../../src/errors.js";

describe("didYouMean", () => {
  it.each([
    ["expectedstate", "expectedState"],
    ["workflwos", "workflows"],
    ["shtp", "shttp"],
    ["nmae", "name"],
    ["calcul", "calculator-test"],
  ])("takes %s for %s", (typed, meant) => {
    expect(didYouMean(typed, ["workflows", "name", "shttp", "expectedState", "calculator-test"])).toBe(meant);
  });

  it("names nothing that is not near", () => {
    expect(didYouMean("zebra", ["workflows", "name", "steps"])).toBeUndefined();
    expect(didYouMean("x", [])).toBeUndefined();
  });
});

describe("slugOf", () => {
  it.each([
    ["test-end-to-end-success", "test-end-to-end-success"],
    ["Book a table!", "book-a-table"],
    ["Café Zürich", "cafe-zurich"],
    ["a/b\\c:d", "a-b-c-d"],
    ["../../x", "x"],
    [".hidden", "hidden"],
    ["trailing. ", "trailing"],
    ["--flag", "flag"],
    ["v1.2_rc", "v1.2_rc"],
    ["CON", "_con"],
    ["nul.txt", "_nul.txt"],
    ["com1", "_com1"],
    ["console", "console"],
  ])("makes of %j the file name %j", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  it("keeps a workflow out of the file of accepted drift", () => {
    expect(slugOf("accepted")).toBe("_accepted");
  });

  it("keeps names of other scripts and long names apart", () => {
    const names = ["天気", "地図", "погода", "✅", "🚀", `${"a".repeat(90)}1`, `${"a".repeat(90)}2`];
    expect(new Set(names.map(slugOf)).size).toBe(names.length);
  });

  it("gives composed and decomposed forms of a name one slug", () => {
    expect(slugOf("はじめ が".normalize("NFC"))).toBe(slugOf("はじめ が".normalize("NFD")));
  });

  it("gives every name a safe file name, and a slug itself", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 200 }), fc.string({ maxLength: 200 })), (name) => {
        const slug = slugOf(name);
        expect(slug).toMatch(/^[a-z0-9_](?:[a-z0-9._-]{0,78}[a-z0-9_])?$/);
        expect(slug).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d|accepted)(?:\.|$)/);
        expect(slugOf(slug)).toBe(slug);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("globs", () => {
  it.each([
    ["test-*", "test-order", true],
    ["test-*", "a-test-order", false],
    ["*order", "test-order", true],
    ["test-?", "test-1", true],
    ["test-?", "test-12", false],
    ["{a,b}-x", "b-x", true],
    ["{a,b}-x", "c-x", false],
    ["a.b", "axb", false],
    ["(x|y)*", "(x|y) z", true],
    ["*", "with\nline", true],
    ["x{1}", "x{1}", true],
    ["?", "🚀", true],
  ])("%j and %j: %s", (glob, name, fits) => {
    expect(buildGlob(glob).test(name)).toBe(fits);
  });

  it("takes every text without *, ? and { for itself and nothing else", () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[*?{]/.test(text)),
        fc.string(),
        (text, other) => {
          expect(isGlob(text)).toBe(false);
          expect(buildGlob(text).test(text)).toBe(true);
          expect(buildGlob(text).test(other)).toBe(text === other);
        },
      ),
    );
  });
});

describe("selectWorkflows", () => {
  const workflows = [{ name: "add" }, { name: "add-twice" }, { name: "what?" }, { name: "delete" }];
  const names = (patterns: string[]): string[] => selectWorkflows(workflows, patterns).map(({ name }) => name);

  it("takes all without a pattern", () => {
    expect(names([])).toEqual(["add", "add-twice", "what?", "delete"]);
  });

  it("takes names and globs, in the config's order, each once", () => {
    expect(names(["delete", "add*", "add"])).toEqual(["add", "add-twice", "delete"]);
  });

  it("takes a name with a glob's characters as a name", () => {
    expect(names(["what?"])).toEqual(["what?"]);
  });

  it("refuses a pattern without a match, with the near name and the list", () => {
    const thrown = catchError(() => selectWorkflows(workflows, ["add", "delte"]));
    expect(thrown.code).toBe("WORKFLOW_NOT_FOUND");
    expect(thrown.message).toContain('"delte"');
    expect(thrown.evidence).toContain("add, add-twice, what?, delete");
    expect(thrown.fix).toContain("-t delete");
  });
});

function catchError(action: () => unknown): McpvalsError {
  try {
    action();
  } catch (error) {
    if (error instanceof McpvalsError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
