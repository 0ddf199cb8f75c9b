// Judges what mcpvals said of a case, and which calls its server received, by what the case says a careful person would.

const HARMLESS = new Set(["ids", "clock", "noise", "shuffled", "keyed", "kept"]);

/** The kinds of cases in which nothing changed but what differs by itself. */
export const isUnchanged = ({ kind }) => HARMLESS.has(kind);

const allowedOf = ({ verdict, allowed = [] }) => [
  ...(verdict === "not-passed" ? ["failed", "inconclusive"] : [verdict]),
  ...allowed,
];

/** Whether `value` has all that `wanted` has. */
function has(value, wanted) {
  if (typeof wanted !== "object" || wanted === null) return Object.is(value, wanted);
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(wanted).every(([key, part]) => has(value[key], part));
}

/** What is wrong with the calls that one process of the server received. Fixed values are those of the replay. */
function faultsOf(run, calls, sends = {}) {
  const faults = [];
  const told = {};
  for (const { tool, args, answer } of calls) {
    const rule = sends[tool];
    const counts = rule !== undefined && (run === "replay" || typeof rule === "function");
    const right =
      !counts || (typeof rule === "function" ? rule(args, told) === true : rule !== false && has(args, rule));
    if (!right) faults.push(`${tool} ${JSON.stringify(args)}`);
    told[tool] = [...(told[tool] ?? []), answer];
  }
  return faults;
}

const isCalled = (calls, tool) => calls.some((made) => made.tool === tool);

/**
 * `class`: "right"; "false green"; "wrong send"; "false red" (nothing harmful changed, and it did not pass);
 * "other" (failed for inconclusive, or the other way round); "broken" (the case's own recording is not as it was meant).
 */
export function judge(found, result) {
  const { crash, recorded, replayed, refused, runs } = result;
  const verdict = (replayed ?? recorded)?.verdict;
  const atRecord = recorded !== undefined && replayed === undefined;
  const allowed = allowedOf(found);
  const falseGreen = verdict === "passed" && !allowed.includes("passed");
  const facts = { verdict, atRecord, falseGreen, reasons: (replayed ?? recorded)?.reasons };
  if (crash !== undefined) return { class: "broken", ...facts, because: crash };
  if (refused > 0 || recorded.exitCode === 2 || ![0, 1, 3].includes(recorded.exitCode))
    return { class: "broken", ...facts, because: `record: exit ${recorded.exitCode} ${JSON.stringify(recorded)}` };
  const [first, ...others] = runs.filter(({ calls }) => calls.length > 0);
  const own = brokenRecording(found, recorded, first?.calls ?? []);
  if (own !== undefined) return { class: "broken", ...facts, because: own };
  const wrong = others.flatMap(({ run, calls }) =>
    faultsOf(run, calls, found.sends).map((fault) => `${run} sent ${fault}`),
  );
  if (wrong.length > 0) return { class: "wrong send", ...facts, because: wrong.join("; ") };
  if (falseGreen) return { class: "false green", ...facts, because: found.why };
  if (verdict === "passed" && !atRecord) {
    const made = others.findLast(({ run }) => run === "replay")?.calls ?? [];
    const missing = Object.entries(found.sends ?? {}).filter(([tool, rule]) => rule !== false && !isCalled(made, tool));
    if (missing.length > 0)
      return { class: "false green", ...facts, because: `never sent: ${missing.map(([tool]) => tool).join(", ")}` };
  }
  if (allowed.includes(verdict)) return { class: "right", ...facts, because: "" };
  return { class: allowed.includes("passed") ? "false red" : "other", ...facts, because: found.why };
}

/** What is wrong with the recording: it passes, and sends what it should. */
function brokenRecording(found, recorded, calls) {
  if (recorded.exitCode !== 3 && recorded.verdict !== "passed")
    return `recorded ${recorded.verdict}: ${JSON.stringify(recorded.reasons)}`;
  const faults = faultsOf("record", calls, found.sends);
  if (faults.length > 0) return `the recording itself sent ${faults.join("; ")}`;
  const made = new Set(calls.map(({ tool }) => tool));
  const scripted = found.turns.flatMap((turn) => (turn.calls ?? []).map(({ tool }) => tool));
  const missing = scripted.filter((tool) => !made.has(tool));
  return missing.length > 0 ? `the recording never called ${missing.join(", ")}` : undefined;
}
