// Puts json-diff-kit into the one module of the library that loads it, so that nobody installs what the package asks for.
import { build } from "esbuild";
import { keepLicenses, modulesOf } from "./licenses.mjs";

const file = "dist/render/parts/differ.js";
const { metafile } = await build({
  entryPoints: [file],
  outfile: file,
  allowOverwrite: true,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  logLevel: "warning",
  metafile: true,
});
await keepLicenses("dist/LICENSES.txt", modulesOf(metafile));
