// Variables that nobody has set, where the server that needs them is not started.
import { describe, expect, it } from "vitest";
import { findUnset, requireExpectations } from "../../../src/suite/unset.js";

const variable = (name: string, value: string | undefined, required = true) => ({ name, value, required });
const suite = { variables: [variable("SET", "x"), variable("GONE", undefined), variable("EASY", undefined, false)] };
const expecting = (expectedState: string) => [{ name: "w", steps: [{ user: "Ask ${GONE}", expectedState }] }];

describe("variables that are not set", () => {
  it("are those that are needed, without a value, and in the text", () => {
    expect(findUnset(suite, "${SET} ${GONE} ${EASY}")).toEqual(["GONE"]);
    expect(findUnset(suite, "GONE and $GONE and ${GONE_TOO}")).toEqual([]);
  });

  it("are missed in what a workflow expects, and only there", () => {
    expect(() => requireExpectations(suite, expecting("of ${GONE}"))).toThrow(
      expect.objectContaining({ code: "ENV_UNSET", message: expect.stringContaining('what workflow "w" expects') }),
    );
    requireExpectations(suite, expecting("of ${SET}"));
    const tools = [{ name: "w", steps: [{ user: "x" }], expectTools: [{ tool: "get", args: { id: "${GONE}" } }] }];
    expect(() => requireExpectations(suite, tools)).toThrow(/GONE/);
  });
});
