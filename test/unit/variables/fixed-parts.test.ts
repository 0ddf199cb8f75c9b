// What a variable's values have in common beside their form: a word is no other id, and a part that never differed stays.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { isWordLike } from "../../../src/variables/word-like.js";
import { tellOne } from "./runs.js";

const told = (make: (id: string) => JsonValue, seen: readonly string[], live: string): boolean =>
  tellOne([...seen, live].map((id) => make(id))).green;
const text = (id: string): JsonValue => `Sample ${id} was stored.`;
const json = (id: string): JsonValue => ({ place: id });

describe("a word in the place of an id", () => {
  it.each([
    [["riuk41r2", "k8c3m0pq", "x0d9we4t"], "rejected"],
    [["l6i235d", "q81kd02", "zz7a4kq"], "blocked"],
    [["169oh9o", "8s1k2ma", "p02ks8d"], "timeout"],
    [["1x1z8n5j", "d81mza02", "k2k9x0da"], "error500"],
    [["PVJHC7", "K3GADJ", "6MXC93"], "DENIED"],
    [["PVJHCX", "K3GADJ", "6MXC93"], "DENIED"],
    [["PVJHCX", "KXGADJ", "QMXCPW"], "DENIED"],
  ])("is seen: %s", (seen, word) => {
    expect(told(json, seen, word)).toBe(false);
    expect(told(text, seen, word)).toBe(false);
  });

  it("is seen where all values were hexadecimal, whatever it is", () => {
    const seen = ["c8c41e4b", "3f0015dd", "c579d433"];
    expect(told(json, seen, "zzyxwvut")).toBe(false);
    expect(told(json, seen, "ab12cd34")).toBe(true);
  });

  it("is not seen in letters of chance", () => {
    for (const id of ["uwbapsju", "xkqwzrtp", "baoiedru", "QaxoZguau"]) expect(isWordLike(id)).toBe(false);
  });
});

describe("a part of an id that never differed", () => {
  it.each([
    [
      "a head before joints that come and go",
      ["deal_1_Cfr-8dQz2", "deal_iC24x0Qa7PfW", "deal_77-3DQ-xtrch"],
      "con_HVNTb2YzE4DU",
      "deal_HVNTb2YzE4DU",
    ],
    ["letters between joints", ["ENR-d33906-A", "ENR-c0a309-A", "ENR-2e4b44-A"], "ENR-986093-W", "ENR-9860a3-A"],
    ["capitals at the head", ["Sf3a66778", "S0b9d1c52", "S7712ce0a"], "R722b9a1f", "S722b9a1f"],
  ])("stays: %s", (_, seen, other, same) => {
    expect(told(json, seen, other)).toBe(false);
    expect(told(json, seen, same)).toBe(true);
  });

  it("is none where letters of a code are the same by chance", () => {
    const seen = ["560b", "042b", "817b"];
    for (const live of ["d5d3", "134f", "2d99"]) expect(told(json, seen, live)).toBe(true);
    for (const live of ["zzzz", "560", "FFFF"]) expect(told(json, seen, live)).toBe(false);
    expect(told(json, ["56h", "4h", "817h"], "9s")).toBe(false);
  });

  it("is at most at the head where a random word has joints anywhere", () => {
    const seen = ["I_kw-EjJ7S2opeGmJ2", "I_kwrh0pGa-0hjMiZt", "I_kwHLU7_5g9NbzVgG"];
    for (const live of ["I_kwNQIxILHmirmXEC", "I_kw-3w1pQSd8Nk_-3"]) expect(told(json, seen, live)).toBe(true);
    expect(told(json, seen, "P_kwNQIxILHmirmXEC")).toBe(false);
    expect(told(json, ["s_HVoZR7bSw", "s_hTzp7YNfp", "s_q2IDRmLOQ"], "s__drbKz8Bd")).toBe(true);
    expect(told(json, ["HVo7Rb-prod", "hTzp7Y-prod", "q2IDRm-prod"], "dr2Kz8-test")).toBe(false);
  });

  it("is none where a random word has as many joints by chance", () => {
    expect(told(json, ["mQvN4uM8_g", "a_4kTqNtGW", "Y7C4nW_qf2"], "x2CsDngxQ7")).toBe(true);
  });
});
