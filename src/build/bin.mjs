// Builds the command into dist/bin. `main.cjs` and the programs that start in the place of a server are CommonJS and one file
// each: Node 20 takes a millisecond or more for every module file, and longer for the first of ECMAScript's. All others share
// theirs, and load them as they are needed.
import { copyFile, mkdir } from "node:fs/promises";
import { build } from "esbuild";
import { keepLicenses } from "./licenses.mjs";

const shared = {
  bundle: true,
  minifyWhitespace: true,
  minifySyntax: true,
  platform: "node",
  target: "node20",
  outdir: "dist/bin",
  logLevel: "warning",
  metafile: true,
};

const single = await build({
  ...shared,
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

const split = await build({
  ...shared,
  entryPoints: { "program-all": "src/cli/program-all.ts", "proxy-thread": "src/session/tape/proxy-thread.ts" },
  format: "esm",
  splitting: true,
  external: ["jiti"],
  banner: { js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);" },
});

await keepLicenses("dist/bin/LICENSES.txt", [single.metafile, split.metafile]);

// It is loaded by servers, beside whatever of the two asks for it: the library's modules, or the command's.
for (const folder of ["dist/server", "dist/bin"]) {
  await mkdir(folder, { recursive: true });
  await copyFile("src/server/clock-preload.cjs", `${folder}/clock-preload.cjs`);
}
