// Builds the command into dist/bin. All of it is CommonJS: Node 20 takes longer for ECMAScript's modules. The programs that start
// in the place of a server are one file each, since every file takes a millisecond or more. All others share theirs, and load
// them as they are needed.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { keepLicenses, modulesOf } from "./licenses.mjs";

const single = await build({
  bundle: true,
  minifyWhitespace: true,
  minifySyntax: true,
  platform: "node",
  target: "node20",
  outdir: "dist/bin",
  logLevel: "warning",
  metafile: true,
  entryPoints: [
    "src/cli/main.ts",
    "src/cli/program-proxy.ts",
    "src/cli/program-serve.ts",
    "src/cli/program-wrapped-server.ts",
  ],
  format: "cjs",
  outExtension: { ".js": ".cjs" },
  // What is not in these files: other programs, and what main.ts leaves to them.
  external: ["./program-*", "../../session/tape/proxy-http.js"],
  define: { "import.meta.url": "__url" },
  banner: { js: "const __url=require('node:url').pathToFileURL(__filename).href;" },
});

/**
 * What so many of the modules that load others when needed have in common is one file: to read it all costs less than
 * many files. It is a file for what every start loads, one for what `list` loads too, and one for the rest, which judges.
 */
const SHARED_BY = 9;

/** The modules of ours that a module loads with itself, without it, by their paths. */
async function closureOf(entry) {
  const { metafile } = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outdir: "dist",
    write: false,
    metafile: true,
  });
  const found = new Set();
  const open = [entry];
  for (const path of open) {
    if (found.has(path)) continue;
    found.add(path);
    for (const { kind, external, path: next } of metafile.inputs[path].imports)
      if (kind === "import-statement" && external !== true) open.push(next);
  }
  found.delete(entry);
  return new Set([...found].map((path) => resolve(path)));
}

const [start, light] = await Promise.all(["src/cli/program-all.ts", "src/cli/commands/list.ts"].map(closureOf));

const split = await rolldown({
  input: { "program-all": "src/cli/program-all.ts", "proxy-thread": "src/session/tape/proxy-thread.ts" },
  platform: "node",
  // yargs asks for it where its configuration extends another one, which ours never does.
  transform: { target: "node20", define: { "import.meta.resolve": "undefined" } },
  external: ["jiti"],
});
const { output } = await split.write({
  dir: "dist/bin",
  format: "cjs",
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
  codeSplitting: {
    groups: [
      { name: "start", test: (path) => start.has(path) },
      { name: "core", test: (path) => light.has(path), minShareCount: SHARED_BY },
      { name: "judging", test: /[\\/]src[\\/]/, minShareCount: SHARED_BY },
      { name: "zod", test: /node_modules[\\/]zod[\\/]/, minShareCount: 2 },
    ],
  },
});
// What it shares with others must not be in its own file: who loads that runs the program.
const PROGRAM = "program-all.js";
for (const { fileName, imports = [], dynamicImports = [] } of output) {
  if ([...imports, ...dynamicImports].includes(PROGRAM)) throw new Error(`dist/bin/${fileName} loads ${PROGRAM}`);
}

const modules = output.flatMap((chunk) =>
  Object.entries(chunk.modules ?? {}).flatMap(([path, { renderedLength }]) =>
    renderedLength > 0 ? [relative(process.cwd(), path)] : [],
  ),
);

// The package's own says that `.js` is ECMAScript's.
await writeFile("dist/bin/package.json", '{ "type": "commonjs" }\n');

await keepLicenses("dist/bin/LICENSES.txt", [...modulesOf(single.metafile), ...modules]);

// It is loaded by servers, beside whatever of the two asks for it: the library's modules, or the command's.
for (const folder of ["dist/server", "dist/bin"]) {
  await mkdir(folder, { recursive: true });
  await copyFile("src/server/clock-preload.cjs", `${folder}/clock-preload.cjs`);
}
