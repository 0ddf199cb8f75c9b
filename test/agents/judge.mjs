// Says what is wrong with a situation that was played: nothing for one that ended as it should.
import { KEY } from "./play.mjs";

/** An unchanged run passes, to the same end. */
export function judgeUnchanged(_situation, { record, replay, verdict, cassette }) {
  return [
    ...faultsOfRecording({ record, cassette }),
    ...faultsOfCode(replay.code, 0),
    ...(verdict?.verdict === "passed"
      ? []
      : [`verdict ${verdict?.verdict}, not passed: ${verdict?.reasons.join("; ")}`]),
    ...(verdict?.unplayed.length === 0 ? [] : [`unplayed: ${verdict?.unplayed.join(", ")}`]),
    ...(JSON.stringify(record.end) === JSON.stringify(replay.end)
      ? []
      : [`another end: ${JSON.stringify(record.end)} then, ${JSON.stringify(replay.end)} now`]),
  ];
}

/** A changed run never passes, and says where and why. */
export function judgeChange(
  { stop, at = {}, verdict: expected = "inconclusive" },
  { record, replay, verdict, cassette },
) {
  const found = verdict?.stop ?? {};
  return [
    ...faultsOfRecording({ record, cassette }),
    ...faultsOfCode(replay.code, expected === "failed" ? 1 : 3),
    ...(verdict?.verdict === expected
      ? []
      : [`verdict ${verdict?.verdict}, not ${expected}: ${verdict?.reasons.join("; ")}`]),
    ...(found.kind === stop ? [] : [`stopped by ${found.kind}, not ${stop}: ${found.message}`]),
    ...Object.entries(at).flatMap(([key, value]) =>
      found[key] === value ? [] : [`${key} ${found[key]}, not ${value}`],
    ),
    ...(stop === undefined || replay.stdout.includes("mcpvals: ") ? [] : ["the agent does not show our sentence"]),
  ];
}

/** A changed run that nobody planned for does not pass, wherever it ends. */
export function judgeAdversary({ verdict: expected = "inconclusive" }, { record, replay, verdict, cassette }) {
  return [
    ...faultsOfRecording({ record, cassette }),
    ...(replay.code === 0 ? ["replay ended with 0"] : []),
    ...(verdict?.verdict === expected
      ? []
      : [`verdict ${verdict?.verdict}, not ${expected}: ${verdict?.reasons.join("; ")}`]),
  ];
}

function faultsOfCode(code, expected) {
  return code === expected ? [] : [`replay ended with ${code}, not ${expected}`];
}

function faultsOfRecording({ record, cassette }) {
  if (cassette === undefined) return [`not recorded: ${record.stderr.slice(-300)}`];
  const secrets = [KEY, "device_id", "account_uuid", "x-api-key"].filter((word) => cassette.includes(word));
  const uuids = cassette.match(/session[_-]?id/gi) ?? [];
  return [
    ...secrets.map((word) => `the cassette holds ${word.slice(0, 12)}`),
    ...(uuids.length > 0 ? ["the cassette holds a session id"] : []),
  ];
}
