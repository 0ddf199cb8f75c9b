// Ids of a prefix and a made word that are sent on: `con_V1StGXR8_Z5jd`, `job:v3:V1StGXR8Z5:8bef`.
import { describe, expect, it } from "vitest";
import { tell, type Sketch } from "./runs.js";

const told = ([recorded = "", ...others]: readonly string[], live: string): ReturnType<typeof tell> => {
  const turns = (id: string): Sketch[] => [
    ["find_contact", { name: "Eva" }, { contacts: [{ id, name: "Eva" }] }],
    ["create_deal", { contact: id, amount: 500 }, { contact: id, amount: 500 }],
  ];
  return tell({ recorded: turns(recorded), checks: others.map(turns), live: turns(live) });
};

describe("an id of a prefix and a made word", () => {
  it.each([
    ["without joints", ["con_CsZdgtq8t6JR", "con_JNhhh8sgC7zh", "con_ydF0cF391nfA"], "con_uLImTzaHPmD1"],
    ["with a joint in a check", ["con_MpNM1XL6MFA7", "con_f8_NxEYasn72", "con_6j07ca3-fvAJ"], "con_uLImT-aHPmDl"],
    ["with a joint in every run", ["con_WX6FCxwk_sE9", "con_X1_JFZwauhbf", "con_xGAjMk5U_8TY"], "con_asPDDDqipNho"],
    ["with a joint at an end", ["con_-sZdgtq8t6JR", "con_JNhhh8sgC7z_", "con_ydF0cF391nfA"], "con__LImTzaHPmD1"],
    [
      "with colons",
      ["job:v3:hWpcWqYs-W:8bef", "job:v3:6Jnh3j_m69:af7d", "job:v3:rGagAkJFh-:5af6"],
      "job:v3:-S9BPnubZn:4b9c",
    ],
  ])("is sent on %s", (_, seen, live) => {
    const { learned, sent, problems } = told(seen, live);
    expect(learned.doubtful).toEqual([]);
    expect(learned.unstable).toEqual([]);
    expect([problems, sent.at(-1)?.arguments]).toEqual([[], { contact: live, amount: 500 }]);
  });

  it.each(["com_uLImTzaHPmD1", "con_uLImTzaHPmD1x2y3"])("is not %s", (live) => {
    expect(told(["con_CsZdgtq8t6JR", "con_JNhhh8sgC7zh", "con_ydF0cF391nfA"], live).green).toBe(false);
  });
});
