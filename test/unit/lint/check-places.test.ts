import { describe, expect, it } from "vitest";
import { checkPlaces } from "../../../src/lint/check-places.js";
import { recordedPlaces } from "../../../src/lint/recorded-places.js";
import { NOTHING_LEARNED, type Learned } from "../../../src/variables/learned.js";
import { makeTrace } from "../../helpers/make-trace.js";

const trace = makeTrace({
  user: "Go.",
  turns: [
    [
      [
        "list_users",
        {},
        {
          json: {
            users: [
              { id: "u1", name: "Ann" },
              { id: "u2", name: "Bob" },
            ],
            total: 2,
          },
        },
      ],
    ],
    [["get_user", { id: "u1", more: { fields: ["name"] } }, "first line\nsecond line"]],
    [
      [
        "get_config",
        {},
        {
          outcome: {
            kind: "result",
            result: {
              content: [{ type: "text", text: JSON.stringify({ inner: JSON.stringify({ at: 1 }) }) }],
              structuredContent: { deep: [1] },
            },
          },
        },
      ],
    ],
  ],
});
const learned: Learned = {
  ...NOTHING_LEARNED,
  variables: [
    {
      name: "user-id",
      kind: "value",
      seen: ["u1", "u7"],
      places: [{ call: 1, at: "/content/0/json/users/0/id" }],
      sent: [],
    },
  ],
  orders: [{ call: 1, at: "/content/0/json/users" }],
  unstable: [
    { call: 1, at: "/content/0/json/hint", why: "a field that is not always there", seen: [null, "x"] },
    { call: 2, at: "/content/0/text/lines/1", why: "another text", seen: ["a", "b"] },
  ],
};
const check = (config: Parameters<typeof checkPlaces>[0], checked = true) =>
  checkPlaces(config, recordedPlaces(trace, learned, checked));

describe("a place that matches nothing", () => {
  it.each([
    ["list_users", "/content/0/json/users/*/id"],
    ["list_*", "/content/0/json/users"],
    ["list_users", "/content/0/json/users/1/name"],
    ["get_user", "/content/0/text/lines/1"],
    ["get_user", "/content/0/text"],
    ["get_user", ""],
    ["get_config", "/content/0/json/inner/json/at"],
    ["get_config", "/structuredContent/deep/0"],
    ["list_users", "/content/0/json/hint"],
    ["*", "/isError"],
  ])("is not %s %s", (tool, path) => {
    expect(check({ ignore: [{ tool, path }] })).toEqual([]);
  });

  it.each([
    ["list_users", "/content/0/json/users/*/ids", "The nearest place is /content/0/json/users/*/id"],
    ["list_users", "/content/0/json/user/0/id", "The nearest place is /content/0/json/users/0/id"],
    ["get_user", "/content/0/json/profile/pictures/0", "The nearest place is /content/0"],
    ["list_usres", "/content", "Did you mean list_users?"],
    ["delete_*", "/content", "Remove the entry."],
  ])("is %s %s, told with what is near", (tool, path, fix) => {
    const [problem, ...more] = check({ varies: [{ tool, path }] });
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ rule: "unmatched-place", key: "varies", index: 0, fix });
  });

  it("is told of both ends of a pin, and of no end that is right", () => {
    const right = { tool: "list_users", path: "/content/0/json/users/*/id", into: "get_user", argument: "/id" };
    expect(check({ pins: [right, { constant: true, into: "get_user", argument: "/more/fields/0" }] })).toEqual([]);
    const problems = check({ pins: [right, { ...right, path: "/content/0/json/users/*/uid", argument: "/ids" }] });
    expect(problems.map(({ index, message, fix }) => [index, message, fix])).toEqual([
      [
        1,
        "no recorded result of list_users has the place /content/0/json/users/*/uid",
        "The nearest place is /content/0/json/users/*/id",
      ],
      [1, "no recorded call of get_user has the argument /ids", "The nearest place is /id"],
    ]);
  });
});

describe("an entry of varies for a place that never differed", () => {
  const varies = [{ tool: "list_users", path: "/content/0/json/total" }];
  it("is a finding where the recordings were checked", () => {
    expect(check({ varies })).toMatchObject([{ rule: "needless-varies", key: "varies", index: 0 }]);
    expect(check({ varies }, false)).toEqual([]);
    expect(check({ ignore: varies })).toEqual([]);
  });

  it.each([
    ["a variable", "list_users", "/content/0/json/users/*/id"],
    ["something above a variable", "list_users", "/content/0/json"],
    ["something in a shuffled list", "list_users", "/content/0/json/users/1/name"],
    ["what is unstable", "get_user", "/content/0/text"],
  ])("is not for %s", (_, tool, path) => {
    expect(check({ varies: [{ tool, path }] })).toEqual([]);
  });

  it("is not where one of several calls differs", () => {
    expect(check({ varies: [{ tool: "*", path: "/content/0" }] })).toEqual([]);
  });
});
