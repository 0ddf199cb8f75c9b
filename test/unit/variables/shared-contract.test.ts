// A contract that several cassettes share holds the values of one of them: comparing must not take them for its own.
import { describe, expect, it } from "vitest";
import { setBack } from "../../../src/drift/set-back.js";
import { Bindings } from "../../../src/variables/bindings.js";
import { compareCall } from "../../../src/variables/compare.js";
import { endsGround } from "../../../src/variables/finding.js";
import { LearnedIndex } from "../../../src/variables/index-learned.js";
import { learn } from "../../../src/variables/learn.js";
import { startMoment, viewContract } from "../../../src/variables/run.js";
import { CHECKED, LIVE, makeRun, RECORDED } from "./runs.js";

const DAYS = [RECORDED, ...CHECKED, LIVE, "2026-11-20T08:00:00Z"];

/** The contract of each run, the last one being that of the shared file, from another day. */
function compare(texts: readonly string[], more: { live?: string } = {}) {
  const contracts = texts.map((instructions) => ({ instructions }));
  const runs = contracts.map((contract, i) => makeRun([["look", {}, "ok"]], { at: DAYS[i] ?? LIVE, contract }));
  const [recorded, first, second, live, shared] = runs;
  if (!recorded || !first || !second || !live || !shared) throw new Error("five texts");
  const learned = learn(recorded, [first, second]);
  const index = new LearnedIndex(learned, recorded);
  const bindings = Bindings.of(index);
  const pair = { call: 0, recorded: startMoment(recorded), live: startMoment(live), index, bindings };
  const now = viewContract({ ...live.contract, instructions: more.live ?? live.contract.instructions ?? "" });
  const findings = compareCall(viewContract(shared.contract), now, pair).filter(endsGround);
  return { learned, findings, set: setBack(viewContract(shared.contract), now, "", pair) };
}

describe("a shared contract", () => {
  it.each([
    [
      "a port",
      ["port 43121 is open", "port 51882 is open", "port 40017 is open", "port 39001 is open", "port 60000 is open"],
    ],
    [
      "a date",
      [
        "Today is 2026-11-28.",
        "Today is 2026-11-29.",
        "Today is 2027-06-06.",
        "Today is 2026-12-01.",
        "Today is 2026-11-20.",
      ],
    ],
    ["a session", ["s-8f3a21bc up", "s-11bc04aa up", "s-77aa10ff up", "s-91bc04dd up", "s-00aa11bb up"]],
    ["a whole text", ["8f3a21bc", "11bc04aa", "77aa10ff", "91bc04dd", "00aa11bb"]],
    [
      "made words with other tokens, and a port behind",
      [
        "session V1StGXR8Z5jdHi6BmyT port 43121",
        "session aB3_dE5fG7hJ9kL1mN3 port 51882",
        "session Zz9-Yy8Xx7Ww6-Vv5Uu port 40017",
        "session Kk1_Ll2-Mm3Nn4Oo5Pp port 39001",
        "session Aa1_Bb2-Cc3_Dd4Ee5F port 60000",
      ],
    ],
  ])("has %s of another recording", (_, texts) => {
    const { learned, findings, set } = compare(texts);
    expect(learned.variables.length).toBeGreaterThan(0);
    expect(findings).toEqual([]);
    expect(set).toMatchObject({ instructions: texts[4] });
  });

  it("sets a changed text back to what the file says", () => {
    const texts = [
      "port 43121 is open",
      "port 51882 is open",
      "port 40017 is open",
      "port 39001 is open",
      "port 60000 is open",
    ];
    const { findings } = compare(texts, { live: "port 39001 is shut" });
    expect(findings).toHaveLength(1);
  });

  it("keeps the day of the recording", () => {
    const texts = [
      "Today is 2026-11-28.",
      "Today is 2026-11-29.",
      "Today is 2027-06-06.",
      "Today is 2026-12-01.",
      "Today is 2026-11-20.",
    ];
    expect(compare(texts, { live: "Today is 2026-12-02." }).findings).toHaveLength(1);
  });
});
