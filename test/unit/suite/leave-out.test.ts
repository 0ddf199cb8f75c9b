import { describe, expect, it } from "vitest";
import type { ConfigVariable } from "../../../src/config/suite.js";
import type { Config } from "../../../src/config/schema-written.js";
import { decideDue } from "../../../src/suite/leave-out.js";

const due = (config: Pick<Config, "skip" | "whenEnvMissing">, variables: ConfigVariable[], offline?: boolean) =>
  decideDue({ name: "sky", config, variables }, offline);
const TOKEN: ConfigVariable = { name: "TOKEN", required: true };

describe("decideDue", () => {
  it("runs what has its variables, or a default, or misses only the judge's key", () => {
    const there: ConfigVariable[] = [
      { name: "A", required: true, value: "1" },
      { name: "B", required: false },
    ];
    expect(due({ whenEnvMissing: "skip" }, there, false)).toEqual({ kind: "run" });
    expect(due({ whenEnvMissing: "skip" }, [{ ...TOKEN, onlyKey: true }], false)).toEqual({ kind: "run" });
    expect(due({ whenEnvMissing: "skip" }, [TOKEN], true)).toEqual({ kind: "run" });
    expect(due({}, [TOKEN], false)).toEqual({ kind: "run" });
  });

  it("leaves out, or replays offline, and names what is missing; an empty value is missing", () => {
    const two: ConfigVariable[] = [TOKEN, { name: "KEY", required: true, value: " " }];
    const skipped = { kind: "leave-out", reason: "Not run: TOKEN, KEY are not set (whenEnvMissing: skip)." };
    expect(due({ whenEnvMissing: "skip" }, two)).toEqual(skipped);
    expect(due({ whenEnvMissing: "offline" }, two, false)).toMatchObject({ kind: "offline" });
    expect(() => due({ whenEnvMissing: "offline" }, two)).toThrow("sky: the variables TOKEN, KEY are not set");
  });

  it("leaves out what the config skips, before it looks at variables", () => {
    const reason = "The config says skip: broken";
    expect(due({ skip: "broken", whenEnvMissing: "offline" }, [TOKEN])).toEqual({ kind: "leave-out", reason });
    expect(due({ skip: false }, [])).toEqual({ kind: "run" });
  });
});
