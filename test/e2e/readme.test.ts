// Checks what the README and the other pages say about files, commands and the example.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { runCli } from "../helpers/run-cli.js";

const ROOT = resolve(import.meta.dirname, "../..");
const read = (file: string): string => readFileSync(join(ROOT, file), "utf8");
const readme = read("README.md");
/** Paths of a reader's project, and of the SDK's repository. */
const ELSEWHERE = /^cassettes\/(?:mcp-eval|travel)|^test\/conformance\//;

const below = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md") && !file.includes("node_modules"))
    .map((file) => join(folder, file));
const pages = [
  ...readdirSync(ROOT).filter((file) => file.endsWith(".md")),
  ...["docs", "examples"].flatMap(below),
  "fixtures/model/README.md",
  "fixtures/verdicts/README.md",
];

/** The anchors that GitHub makes of a page's headings. */
function anchorsOf(text: string): string[] {
  return [...text.replaceAll(/^```[^]*?^```/gm, "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );
}

describe("the README", () => {
  it("is short, and shows the picture", () => {
    expect(readme.split("\n").length).toBeLessThan(100);
    expect(readme).toContain("](docs/pictures/changed.svg)");
  });

  it("shows the config of the TypeScript example", () => {
    const [, shown = ""] = /```json\n([^]*?)```/.exec(readme) ?? [];
    expect(shown).toBe(read("examples/typescript/mcp-eval.config.json"));
  });

  it("accepts a difference that the picture shows", () => {
    const [id = ""] = /\bd-[0-9a-f]{8}\b/.exec(readme) ?? [];
    expect(id).not.toBe("");
    expect(read("docs/pictures/changed.svg")).toContain(id);
  });
});

describe("docs/commands.md", () => {
  it("names every command that the help names, and no other", async () => {
    const { stdout } = await runCli(["--help"]);
    const said = [...stdout.matchAll(/^ {2}mcpvals ([a-z]+)/gm)].map(([, name = ""]) => name);
    const shown = [...read("docs/commands.md").matchAll(/^\| `mcpvals ([a-z]+)/gm)].map(([, name = ""]) => name);
    expect(said.length).toBeGreaterThan(5);
    expect(shown.toSorted()).toEqual(said.toSorted());
  });
});

describe("every page", () => {
  it.each(pages)("%s links to files and headings that exist", (page) => {
    const prose = read(page).replaceAll(/^```[^]*?^```/gm, "");
    const links = [...prose.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)];
    const broken = links.flatMap(([link, file = "", anchor]) => {
      const target = file === "" ? page : join(dirname(page), file);
      if (!existsSync(join(ROOT, target))) return [link];
      return anchor === undefined || anchorsOf(read(target)).includes(anchor) ? [] : [link];
    });
    expect(broken).toEqual([]);
  });

  it.each(pages)("%s names files and folders of this repository that exist", (page) => {
    const named = [...read(page).matchAll(/`((?:src|test|fixtures|bench|docs|examples|cassettes|\.ci)\/[\w@./-]*)`/g)];
    const paths = named.map(([, path = ""]) => path).filter((path) => !ELSEWHERE.test(path));
    const places = ["", dirname(page)];
    expect(paths.filter((path) => !places.some((place) => existsSync(join(ROOT, place, path))))).toEqual([]);
  });

  it("of docs is in its index", () => {
    const index = read("docs/README.md");
    const missing = readdirSync(join(ROOT, "docs")).filter(
      (file) => file.endsWith(".md") && file !== "README.md" && !index.includes(`](${file})`),
    );
    const decisions = read("docs/decisions/README.md");
    const unlisted = readdirSync(join(ROOT, "docs/decisions")).filter(
      (file) => file !== "README.md" && !decisions.includes(`](${file})`),
    );
    expect([...missing, ...unlisted]).toEqual([]);
  });
});
