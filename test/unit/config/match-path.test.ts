import { describe, expect, it } from "vitest";
import { matchesPath } from "../../../src/config/match-path.js";

describe("matchesPath", () => {
  it.each([
    ["server/**", "/r/app/server/a/b.js", true],
    ["server", "/r/app/server/a.js", true],
    ["server", "/r/app/server", true],
    ["server", "/r/app/servers/a.js", false],
    ["./server/*.js", "/r/app/server/a.js", true],
    ["server/*.js", "/r/app/server/a/b.js", false],
    ["**/*.ts", "/r/app/a/b/c.ts", true],
    ["**/*.ts", "/r/app/c.ts", true],
    ["**/*.ts", "/r/other/c.ts", false],
    ["../lib/**/x.{js,ts}", "/r/lib/deep/er/x.ts", true],
    ["../../package-lock.json", "/package-lock.json", true],
    ["*", "/r/app/a/b.js", true],
    ["/abs/*.js", "/abs/a.js", true],
    ["src/**/test/*.js", "/r/app/src/test/a.js", true],
  ])("%s, %s: %s", (glob, path, fits) => {
    expect(matchesPath(glob, "/r/app", path)).toBe(fits);
  });
});
