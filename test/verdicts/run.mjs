// Runs the cases of fixtures/verdicts and says how often mcpvals' verdict is what a careful person would say. Needs a build.
import { fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import { readCases } from "./cases.mjs";
import { judge, isUnchanged } from "./judge.mjs";
import { readOptions } from "./options.mjs";

// For what hangs: no case is judged by how slow the machine is.
const DEADLINE = 120_000;

const options = readOptions("run.mjs", {
  domain: { type: "string", is: "D", help: "the cases of one file" },
  case: { type: "string", is: "C", help: "one case" },
  sample: { type: "boolean", default: false, help: "a few cases of each kind" },
  open: { type: "boolean", default: false, help: "the folder open, of which some are known to be judged wrongly" },
  every: { type: "string", default: "1", is: "N", help: "each Nth of these cases" },
  jobs: { type: "string", default: String(cpus().length), is: "N", help: "how many run at a time" },
  seed: {
    type: "string",
    default: "1",
    is: "TEXT",
    help: "what is by chance in a server is the same for the same text",
  },
  now: { type: "string", is: "ISO", help: "the day of the recordings; today without it" },
  live: { type: "boolean", default: false, help: "replays nothing: the stand-in works with the new server, too" },
  json: { type: "string", is: "FILE", help: "writes the results" },
  list: { type: "boolean", default: false, help: "names the cases" },
});

/** Runs the cases, as many at a time as there are workers; each worker is a process. */
async function runAll(cases, jobs, onResult) {
  const queue = [...cases];
  const base = options.now ?? new Date().toISOString();
  const at = Date.now();
  const work = async () => {
    let worker;
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      worker ??= fork(fileURLToPath(new URL("worker.mjs", import.meta.url)), {
        stdio: ["ignore", "ignore", "inherit", "ipc"],
      });
      const result = await runOne(worker, {
        domain: next.domain,
        name: next.name,
        seed: options.seed,
        base,
        at,
        live: options.live,
      });
      if (result.crash !== undefined) {
        worker.kill();
        worker = undefined;
      }
      onResult(next, result);
    }
    worker?.kill();
  };
  await Promise.all(Array.from({ length: jobs }, work));
}

function runOne(worker, task) {
  return new Promise((resolve) => {
    const done = (result) => {
      clearTimeout(timer);
      worker.off("message", done);
      worker.off("exit", died);
      resolve(result);
    };
    const died = (code) => done({ crash: `the worker ended with ${code}`, runs: [], ms: 0 });
    const timer = setTimeout(() => done({ crash: `no answer in ${DEADLINE} ms`, runs: [], ms: DEADLINE }), DEADLINE);
    worker.on("message", done);
    worker.on("exit", died);
    worker.send(task);
  });
}

const CLASSES = ["false green", "wrong send", "false red", "other", "broken"];
const share = (count, all) => `${count} of ${all} (${all === 0 ? "-" : ((100 * count) / all).toFixed(1)} %)`;

function print(results, ms) {
  const of = (name) => results.filter((result) => result.class === name);
  for (const name of CLASSES) {
    if (of(name).length === 0) continue;
    console.log(`\n${name}:`);
    for (const { domain, case: own, kind, verdict, wanted, atRecord, because } of of(name))
      console.log(
        `  ${domain}/${own} [${kind}]: ${verdict ?? "no verdict"}${atRecord ? " at record" : ""}, a careful person: ${wanted}. ${because}`,
      );
  }
  const sound = results.filter((result) => result.class !== "broken");
  const { unchanged, green, red } = groupsOf(sound);
  const inClass = (list, name) => list.filter((result) => result.class === name);
  const wrong = inClass(sound, "wrong send");
  const unexamined = red.filter(({ atRecord }) => atRecord);
  const rows = [
    ["false greens", share(red.filter(({ falseGreen }) => falseGreen).length, red.length)],
    ["greens without their calls", share(inClass(green, "false green").length, green.length)],
    ["wrong sends", share(wrong.length, sound.length)],
    ["  in the replay", share(wrong.filter(({ because }) => because.includes("replay sent")).length, sound.length)],
    ["false reds, unchanged", share(inClass(unchanged, "false red").length, unchanged.length)],
    [
      "false reds, others",
      share(
        inClass(green, "false red").filter((result) => !isUnchanged(result)).length,
        green.filter((result) => !isUnchanged(result)).length,
      ),
    ],
    ["other verdicts", share(inClass(sound, "other").length, sound.length)],
    ["changes not seen: no recording", share(unexamined.length, red.length)],
  ];
  console.log(
    `\n${results.length} cases, ${of("right").length} right, ${of("broken").length} broken, ${Math.round(ms / 1000)} s`,
  );
  for (const [name, value] of rows) console.log(`  ${name.padEnd(32)}${value}`);
}

/** What nothing changed in, what should pass, and what should not. */
function groupsOf(results) {
  const green = results.filter(({ wanted }) => wanted.split(" or ").includes("passed"));
  return {
    green,
    unchanged: results.filter(isUnchanged),
    red: results.filter((result) => !green.includes(result)),
  };
}

const cases = (await readCases(options)).filter((_, at) => at % Number(options.every) === 0);
if (options.list) {
  for (const { domain, name, found } of cases) console.log(`${domain}/${name} ${found.kind} ${found.verdict}`);
} else {
  const started = performance.now();
  const results = [];
  await runAll(cases, Number(options.jobs), ({ domain, name, found }, result) => {
    const judged = judge(found, result);
    const wanted = [found.verdict, ...(found.allowed ?? [])].join(" or ");
    results.push({ domain, case: name, kind: found.kind, wanted, ...judged, ms: result.ms, runs: result.runs });
    process.stderr.write(judged.class === "right" ? "." : `\n${judged.class}: ${domain}/${name}\n`);
  });
  process.stderr.write("\n");
  print(results, performance.now() - started);
  if (options.json !== undefined) writeFileSync(options.json, JSON.stringify(results, null, 2));
  if (results.some((result) => result.falseGreen || ["false green", "wrong send", "broken"].includes(result.class)))
    process.exitCode = 1;
}
