// The least that can stand between a client and a server: bytes of both sides go on, and a copy of them into a file.
// The yardstick of `npm run bench`: what it costs is what any recorder in a process of its own costs.
// node bench/tee.mjs COPY COMMAND ARGS…
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";

const [copy, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const file = createWriteStream(copy);
process.stdin.pipe(child.stdin);
child.stdout.pipe(process.stdout);
for (const stream of [process.stdin, child.stdout]) stream.on("data", (chunk) => file.write(chunk));
child.on("exit", (code) => (process.exitCode = code ?? 1));
