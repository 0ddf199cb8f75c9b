// The scripts beside the program load its modules by their names in `dist`: a module or an export that is renamed must not
// break a script that no test runs.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, it } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const scripts = ["src/build", "bench", "test", "fixtures/model"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".mjs"))
    .map((name) => join(folder, name)),
);
const textOf = (file: string): string => readFileSync(join(ROOT, file), "utf8");

/** The module of the source that a file of `dist` is made of. */
function sourceOf(built: string): string {
  const [, name = ""] = /^dist\/(?:bin\/)?(.*)\.c?js$/.exec(built) ?? [];
  return built.startsWith("dist/bin/") ? `src/cli/${name}.ts` : `src/${name}.ts`;
}

/** `import { names } from "path"`, and `const { names } = await import("path")`. */
function importsOf(file: string): { path: string; names: string[] }[] {
  const text = textOf(file);
  const found = [
    ...text.matchAll(/^import (?:\{([^}]*)\} from )?"(\.[^"]+)"/gm),
    ...text.matchAll(/(?:const \{([^}]*)\} = await )?import\("(\.[^"]+)"\)/g),
  ];
  return found.map(([, names = "", path = ""]) => ({
    path: relative(ROOT, resolve(ROOT, dirname(file), path)),
    names: names.split(",").flatMap((name) => {
      const [exported = ""] = name.trim().split(/\s+as\s+|:/);
      return exported === "" ? [] : [exported];
    }),
  }));
}

/** True where the module declares the name as its own, or passes it on. */
function hasExport(text: string, name: string): boolean {
  const declared = new RegExp(`^export (?:async )?(?:function\\*?|const|let|class) ${name}\\b`, "m");
  return declared.test(text) || new RegExp(`^export \\{[^}]*\\b${name}\\b[^}]*\\}`, "m").test(text);
}

it("finds the scripts", () => {
  expect(scripts).toEqual(expect.arrayContaining(["src/build/diff-rules.mjs", "bench/drift.mjs", "test/nodes.mjs"]));
});

it.each(scripts)("what %s imports is there", (script) => {
  const missing = importsOf(script).flatMap(({ path, names }) => {
    const file = path.startsWith("dist/") ? sourceOf(path) : path;
    if (!existsSync(join(ROOT, file))) return [file];
    const text = textOf(file);
    return names.filter((name) => !hasExport(text, name)).map((name) => `${name} of ${file}`);
  });
  expect(missing).toEqual([]);
});

it.each(scripts)("what %s starts from dist is there", (script) => {
  const named = [...textOf(script).matchAll(/["'`/](dist\/[\w./-]+\.c?js)["'`]/g)].map(([, path = ""]) => path);
  expect(named.filter((path) => !existsSync(join(ROOT, sourceOf(path))))).toEqual([]);
});

it("the scripts of package.json, and of the gate, are there", () => {
  const { scripts: commands } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
  const lines = [...Object.values(commands), ...textOf(".ci/run").split("\n")].join("\n");
  const files = [...lines.matchAll(/\bnode ([\w./-]+\.mjs)/g)].map(([, file = ""]) => file);
  expect(files).toContain("src/build/bin.mjs");
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  const run = [...lines.matchAll(/\bnpm run (?:-s )?([\w:-]+)/g)].map(([, name = ""]) => name);
  expect(run.filter((name) => commands[name] === undefined)).toEqual([]);
});
