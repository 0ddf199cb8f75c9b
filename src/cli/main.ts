#!/usr/bin/env node
// The door: picks the program that runs. `proxy` and `serve` stand where a client waits for a server to start, so each of them
// is one file, built with nothing else in it. Nothing is loaded before `--version` has been answered.
import * as nodeModule from "node:module";
import { VERSION } from "../version.js";

const [first = "", ...rest] = process.argv.slice(2);

// Node 22 and newer; the types are those of Node 20.
if ("enableCompileCache" in nodeModule && typeof nodeModule.enableCompileCache === "function") {
  nodeModule.enableCompileCache();
}

if (rest.length === 0 && ["--version", "-v"].includes(first)) {
  // Its reader may have left.
  process.stdout.on("error", () => {}).write(`${VERSION}\n`);
} else if (["proxy", "serve"].includes(first)) nodeModule.createRequire(import.meta.url)(`./programs/${first}.cjs`);
else void import("./programs/all.js");
