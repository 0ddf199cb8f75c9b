// Plays situations with real agents: npm run agents [-- [--agent ID] [--kind unchanged|changed|adversary] [--only WORDS]
// [--gate] [--from N] [--jobs N] [--no-check]]. Ends with 1 where an unchanged one does not pass, or a changed one does.
import { parseArgs } from "node:util";
import { AGENT_PACKAGES, findAgentOrSay } from "./packages.mjs";
import { recordingKey, recordSituation, replaySituation } from "./play.mjs";
import { judgeAdversary, judgeChange, judgeUnchanged } from "./judge.mjs";
import { ADVERSARY } from "./adversary.mjs";
import { GATE_CHANGED, GATE_UNCHANGED } from "./gate.mjs";
import { CHANGES, UNCHANGED } from "./situations.mjs";

const { values } = parseArgs({
  options: {
    agent: { type: "string" },
    kind: { type: "string" },
    only: { type: "string" },
    gate: { type: "boolean", default: false },
    from: { type: "string", default: "1" },
    jobs: { type: "string", default: "1" },
    "no-check": { type: "boolean", default: false },
  },
});

const KINDS = {
  unchanged: { situations: UNCHANGED, gate: GATE_UNCHANGED, judge: judgeUnchanged },
  changed: { situations: CHANGES, gate: GATE_CHANGED, judge: judgeChange },
  adversary: { situations: ADVERSARY, gate: [], judge: judgeAdversary },
};

function isWanted(kind, { name }) {
  if (values.gate && !KINDS[kind].gate.includes(name)) return false;
  return `${kind}: ${name}`.includes(values.only ?? "") && (values.kind ?? kind) === kind;
}

const agents = AGENT_PACKAGES.filter(({ id }) => id.startsWith("claude-code") && (values.agent ?? id) === id);
const plays = agents
  .filter(({ id }) => findAgentOrSay(id) !== undefined)
  .flatMap(({ id }) =>
    Object.entries(KINDS).flatMap(([kind, { situations, judge }]) =>
      situations.filter((one) => isWanted(kind, one)).map((situation) => ({ id, kind, situation, judge })),
    ),
  )
  .slice(Number(values.from) - 1);
// Each recording is made once; its replays follow one after another.
const byRecording = new Map();
for (const one of plays) {
  const key = `${one.id} ${recordingKey(one.situation)}`;
  byRecording.set(key, [...(byRecording.get(key) ?? []), one]);
}
const jobs = [...byRecording.values()];
const sums = {};

async function play(situations) {
  const [{ id, situation }] = situations;
  const recorded = await recordSituation(id, situation, { check: !values["no-check"] });
  try {
    for (const one of situations) report(one, await replaySituation(recorded, id, one.situation));
  } finally {
    recorded.remove();
  }
}

function report({ id, kind, situation, judge }, played) {
  const faults = judge(situation, played);
  const sum = (sums[`${id}, ${kind}`] ??= { good: 0, of: 0 });
  sum.of += 1;
  if (faults.length === 0) sum.good += 1;
  const took = `${played.record.ms} + ${played.replay.ms} ms`;
  console.log(`${faults.length === 0 ? "ok     " : "FAILED "} ${id}, ${kind}: ${situation.name} (${took})`);
  for (const fault of faults) console.log(`        ${fault}`);
  if (faults.length > 0) console.log(`${played.record.stderr}${played.replay.stderr}`.replace(/^/gm, "        | "));
}

await Promise.all(
  Array.from({ length: Number(values.jobs) }, async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) await play(job);
  }),
);
for (const [what, { good, of }] of Object.entries(sums)) console.log(`${what}: ${good} of ${of}`);
process.exitCode = Object.values(sums).every(({ good, of }) => good === of) && Object.keys(sums).length > 0 ? 0 : 1;
