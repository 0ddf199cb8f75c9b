// Configs in TypeScript and JavaScript, loaded by Node itself: the test runner imports modules in its own way.
// The loader is bundled as the command is, with the library's entry beside it, and runs in one child for all cases.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const BODY = '{ model: "m", workflows: [{ name: "w", steps: [{ user: "Go to ${CITY}" }] }] }';
const LOADED = { model: "m", workflows: [{ name: "w", steps: [{ user: "Go to Paris" }] }] };
const WITH_LIBRARY = `import { defineConfig } from "mcpvals";\nexport default defineConfig(${BODY});`;

interface Case {
  file: string;
  text: string;
  others?: Record<string, string>;
}

const GOOD: Record<string, Case> = {
  "TypeScript with the library's types": {
    file: "x.config.ts",
    text: `import { Config } from "mcpvals";\nconst config: Config = ${BODY};\nexport default config;`,
  },
  "TypeScript with the library's helper": { file: "x.config.ts", text: WITH_LIBRARY },
  "JavaScript with the library's helper, not installed beside it": { file: "x.config.mjs", text: WITH_LIBRARY },
  "JavaScript by its content, with the helper": { file: "x.config.js", text: WITH_LIBRARY },
  "an enum in .mts": { file: "x.config.mts", text: `enum M { m = "m" }\nexport default { ...${BODY}, model: M.m };` },
  "CommonJS in TypeScript": { file: "x.config.cts", text: `const config: object = ${BODY};\nmodule.exports = config;` },
  JavaScript: { file: "x.config.mjs", text: `export default ${BODY};` },
  CommonJS: { file: "x.config.cjs", text: `module.exports = ${BODY};` },
  "CommonJS by its content": { file: "x.config.js", text: `module.exports = ${BODY};` },
  "top-level await": {
    file: "x.config.ts",
    text: `const config = await Promise.resolve(${BODY});\nexport default config satisfies object;`,
  },
  "a promise": { file: "x.config.mjs", text: `export default Promise.resolve(${BODY});` },
  "parts in other files, by their .js names": {
    file: "x.config.ts",
    text: 'import { workflows } from "./parts/w.js";\nimport { model } from "./model.js";\nexport default { workflows, model };',
    others: {
      "parts/w.ts": `export const workflows: object[] = ${BODY}.workflows;`,
      "model.js": 'export const model = "m";',
      "package.json": '{ "type": "module" }',
    },
  },
  "a config that knows its own folder": {
    file: "x.config.ts",
    text: `import { basename } from "node:path";\nif (!basename(import.meta.dirname).startsWith("c")) throw new Error();\nexport default ${BODY};`,
  },
};

const BAD: Record<string, Case & { message: RegExp; evidence?: RegExp }> = {
  "an error thrown in TypeScript, with its line": {
    file: "x.config.ts",
    text: 'interface A {\n  a: string;\n}\n\nthrow new Error("boom");\n',
    message: /x\.config\.ts:5:7: the config cannot be loaded: boom$/,
  },
  "an error thrown in JavaScript, with its line": {
    file: "x.config.mjs",
    text: '\n\nthrow new Error("boom");\n',
    message: /x\.config\.mjs:3:7: the config cannot be loaded: boom$/,
  },
  "an error thrown in a part, with both places": {
    file: "x.config.ts",
    text: 'import { f } from "./part.js";\nexport default f();',
    others: { "part.ts": 'export function f(): object {\n  throw new Error("boom");\n}\n' },
    message: /x\.config\.ts:2:\d+: .*boom$/,
    evidence: /part\.ts:2:9/,
  },
  "a syntax error in TypeScript": {
    file: "x.config.ts",
    text: "export default {\n  a: = 1,\n};\n",
    message: /x\.config\.ts:2:\d+: the config cannot be loaded: .*Unexpected token/,
  },
  "a syntax error in JavaScript": {
    file: "x.config.mjs",
    text: "export default {\n  a: = 1,\n};\n",
    message: /x\.config\.mjs:2:\d+: the config cannot be loaded: .*Unexpected token/,
  },
  "a syntax error in CommonJS": {
    file: "x.config.cjs",
    text: "module.exports = {\n  a: = 1,\n};\n",
    message: /x\.config\.cjs:2(?::\d+)?: the config cannot be loaded: Unexpected token/,
  },
  "a syntax error that the config throws, without running it twice": {
    file: "x.config.mjs",
    text: 'globalThis.runs = (globalThis.runs ?? 0) + 1;\nJSON.parse("{" + globalThis.runs);',
    message: /x\.config\.mjs:2:\d+: the config cannot be loaded: .*position 1/,
  },
  "an export that a part does not have": {
    file: "x.config.mjs",
    text: 'import { a } from "./part.mjs";\nexport default { timeout: a };',
    others: { "part.mjs": "export const b = 1;" },
    message: /x\.config\.mjs:1: the config cannot be loaded: .*does not provide an export named 'a'/,
  },
  "a missing part": {
    file: "x.config.ts",
    text: 'import { a } from "./nope.js";\nexport default a;',
    message: /x\.config\.ts.*cannot be loaded: .*nope\.js/,
  },
  "a missing package": {
    file: "x.config.mjs",
    text: 'import a from "no-such-package";\nexport default a;',
    message: /x\.config\.mjs.*cannot be loaded: .*no-such-package/,
  },
  "no default export in TypeScript": {
    file: "x.config.ts",
    text: "export const config = {};",
    message: /x\.config\.ts has no default export \(it exports config\)$/,
  },
  "no default export in JavaScript": {
    file: "x.config.mjs",
    text: "export const config = {};",
    message: /x\.config\.mjs has no default export \(it exports config\)$/,
  },
  "JavaScript that waits for ever": {
    file: "x.config.mjs",
    text: "export default await new Promise(() => {});",
    message: /x\.config\.mjs: the config cannot be loaded: its code waits for what cannot happen/,
  },
  "JavaScript that waits for ever, and waits for the end of the process": {
    file: "x.config.mjs",
    text: 'process.on("beforeExit", () => {});\nexport default await new Promise(() => {});',
    message: /x\.config\.mjs: the config cannot be loaded: its code waits for what cannot happen/,
  },
  "TypeScript that waits for ever": {
    file: "x.config.ts",
    text: "const never: Promise<object> = new Promise(() => {});\nexport default await never;",
    message: /x\.config\.ts: the config cannot be loaded: its code waits for what cannot happen/,
  },
  "an empty file": { file: "x.config.ts", text: "", message: /x\.config\.ts has no default export$/ },
  "a function": {
    file: "x.config.ts",
    text: "export default () => ({});",
    message: /x\.config\.ts exports a function as default, not a config$/,
  },
  "an unknown key": {
    file: "x.config.mjs",
    text: "export default { timeuot: 1 };",
    message: /x\.config\.mjs: 1 problem in the config$/,
    evidence: /did you mean "timeout"\?/,
  },
};

interface Outcome {
  config?: unknown;
  code?: string;
  message?: string;
  evidence?: string;
}

const outcomes = new Map<string, Outcome>();
let stderr = "";
let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "mcpvals-code-"));
  await bundle();
  const docs = await readFile(new URL("../../docs/configuration.md", import.meta.url), "utf8");
  const example = /^```ts\n(.*?)^```/ms.exec(docs)?.[1] ?? "";
  const cases = Object.entries<Case>({ ...GOOD, ...BAD, docs: { file: "x.config.ts", text: example } });
  for (const [index, [, { file, text, others }]] of cases.entries()) {
    for (const [name, content] of Object.entries({ ...others, [file]: text })) {
      await mkdir(dirname(join(root, `c${index}`, name)), { recursive: true });
      await writeFile(join(root, `c${index}`, name), content);
    }
  }
  const files = cases.map(([, { file }], index) => join(`c${index}`, file));
  const done = await promisify(execFile)(process.execPath, [join(root, "app", "run.mjs"), ...files], { cwd: root });
  stderr = done.stderr;
  const results = JSON.parse(done.stdout) as Outcome[];
  for (const [index, [name]] of cases.entries()) outcomes.set(name, results[index] ?? {});
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** `app/dist/bin` and `app/dist/index.js`, as in the package; the configs are not below it. */
async function bundle(): Promise<void> {
  const source = (file: string): string => fileURLToPath(new URL(`../../src/config/${file}`, import.meta.url));
  const common = { bundle: true, format: "esm", platform: "node", packages: "external", logLevel: "error" } as const;
  const dist = join(root, "app", "dist");
  await build({ ...common, splitting: true, entryPoints: [source("load.ts")], outdir: join(dist, "bin") });
  await build({ ...common, entryPoints: [source("define-config.ts")], outfile: join(dist, "index.js") });
  await symlink(fileURLToPath(new URL("../../node_modules", import.meta.url)), join(root, "app", "node_modules"));
  await writeFile(join(root, "app", "package.json"), '{ "type": "module" }');
  await writeFile(
    join(root, "app", "run.mjs"),
    `import { loadSuite } from "./dist/bin/load.js";
    const outcomes = [];
    for (const file of process.argv.slice(2)) {
      outcomes.push(
        await loadSuite(file, { env: { CITY: "Paris" }, mayRun: true }).then(
          ({ config }) => ({ config }),
          ({ code, message, evidence }) => ({ code, message, evidence }),
        ),
      );
    }
    console.log(JSON.stringify(outcomes));`,
  );
}

describe("a config in code", () => {
  it.each(Object.keys(GOOD))("loads: %s", (name) => {
    expect(outcomes.get(name)).toEqual({ config: LOADED });
  });

  it("loads: the example of docs/configuration.md", () => {
    expect(outcomes.get("docs")?.config).toMatchObject({ server: { command: "tsx" }, workflows: [{ name: "runs" }] });
  });

  it.each(Object.entries(BAD))("refuses in words: %s", (name, { message, evidence = /^/ }) => {
    const outcome = outcomes.get(name);
    expect(outcome?.code).toBe("CONFIG_INVALID");
    expect(outcome?.message).toMatch(message);
    expect(outcome?.evidence ?? "").toMatch(evidence);
    expect(outcome?.evidence ?? "").not.toMatch(/node:internal|jiti/);
  });

  it("writes nothing to stderr while it loads", () => {
    expect(stderr).toBe("");
  });
});
