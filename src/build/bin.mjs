// Builds the command into dist/bin. All of it is CommonJS: Node 20 takes longer for ECMAScript's modules. The programs that start
// in the place of a server are one file each, since every file takes a millisecond or more. All others share theirs, and load
// them as they are needed.
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { relative } from "node:path";
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

/** What so many of the modules that load others when needed have in common is one file: to read it all costs less than many files. */
const SHARED_BY = 9;

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
      { name: "core", test: /[\\/]src[\\/]/, minShareCount: SHARED_BY },
      { name: "zod", test: /node_modules[\\/]zod[\\/]/, minShareCount: 2 },
    ],
  },
});
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
