#!/usr/bin/env node
// Picks the program that runs. A client waits while `proxy`, `serve` or a wrapped server starts, so each of them is one file of its own
// with nothing else in it. Loads nothing before it has answered `--version`.
import { VERSION } from "../version.js";

const args = process.argv.slice(2);
const [first = ""] = args;

/** Over HTTP a person starts the proxy, and it has more to load. */
function namesUrl(): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? undefined : end).some((arg) => arg === "--url" || arg.startsWith("--url="));
}

/** The newest line of Node on which the flags below were tried: one that does not know a flag complains of it on stderr. */
const NEWEST_TRIED = 26;

/**
 * Two settings of the engine. On Node 20, a function runs eight times as long before it is optimized: most commands end
 * before that pays; not for what a client waits for all day. `list` keeps the part of the heap for new objects as small
 * as it begins: of what it reads, little lives long, and a large suite took a third more memory. What replays keeps more,
 * and would take longer.
 */
function tuneEngine(): void {
  const major = Number.parseInt(process.versions.node, 10);
  const flags = [
    ...(major === 20 && !["proxy", "wrap"].includes(first) ? ["--interrupt-budget=540672"] : []),
    ...(major <= NEWEST_TRIED && first === "list" ? ["--semi-space-growth-factor=1"] : []),
  ];
  if (flags.length === 0) return;
  const v8: typeof import("node:v8") = require("node:v8");
  for (const flag of flags) v8.setFlagsFromString(flag);
}

if (args.length === 1 && ["--version", "-v"].includes(first)) {
  process.stdout
    .on("error", (error: NodeJS.ErrnoException) => {
      // Its reader may be gone.
      if (error.code !== "EPIPE") process.exitCode = 4;
    })
    .write(`${VERSION}\n`);
} else if (first === "serve") require("./program-serve.cjs");
else if (first === "wrapped-server") require("./program-wrapped-server.cjs");
else if (first === "proxy" && !namesUrl()) require("./program-proxy.cjs");
else {
  tuneEngine();
  require("./program-all.js");
}
