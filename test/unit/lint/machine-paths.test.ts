import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findMachinePaths } from "../../../src/lint/machine-paths.js";
import { bestOf } from "../../helpers/best-of.js";

const pathsIn = (text: string): string[] => findMachinePaths(text).map(({ path }) => path);

describe("a path of somebody's machine", () => {
  test.each([
    ["a home folder", "- text: see /home/alice/notes.md", "/home/alice"],
    ["of macOS", "/Users/alice.b/Documents", "/Users/alice.b"],
    ["of Windows", String.raw`C:\Users\alice\notes`, String.raw`C:\Users\alice`],
    ["of Windows, escaped for JSON", String.raw`"c:\\Users\\alice\\x"`, String.raw`c:\\Users\\alice`],
    ["of Windows, escaped twice", String.raw`D:\\\\Users\\\\alice`, String.raw`D:\\\\Users\\\\alice`],
    ["with slashes", "C:/Users/alice/x", "C:/Users/alice"],
    ["of WSL", "/mnt/c/Users/alice/x", "/mnt/c/Users/alice"],
    ["in a file URL", "file:///home/alice/x", "/home/alice"],
    ["in a file URL of Windows", "file:///C:/Users/alice/x", "/C:/Users/alice"],
    ["behind a key", "path=/home/alice", "/home/alice"],
    ["of a runner", "/home/runner/work/x/x", "/home/runner"],
    ["in quotes", '{"path":"/home/alice"}', "/home/alice"],
    ["with letters of other scripts", "/home/álvaro/x", "/home/álvaro"],
    [
      "a temporary folder of macOS",
      "/private/var/folders/ab/c0ffee_123456/T/x",
      "/private/var/folders/ab/c0ffee_123456",
    ],
    ["of mkdtemp", "/tmp/mcpvals-Ab3dE9/files", "/tmp/mcpvals-Ab3dE9"],
    ["of mktemp", "/tmp/tmp.Q1w2e3R4/x", "/tmp/tmp.Q1w2e3R4"],
  ])("%s", (_, text, path) => {
    expect(pathsIn(text)).toEqual([path]);
  });

  test.each([
    ["a placeholder", "[home]/notes.md [root]/x [tmp]/mcpvals-Ab3dE9"],
    [
      "a path of documentation",
      "/home/user/x, /Users/username/Desktop, C:\\Users\\you, /home/<name>/x, /home/$USER/x, /home/{user}",
    ],
    ["an ellipsis", "/home/... and /home/…"],
    ["a plain temporary file", "/tmp/notes.txt /tmp/out-file.json /tmp/a-folder"],
    ["a URL's path", "https://example.com/home/alice and https://example.com/Users/list"],
    ["another path's end", "/srv/home/alice and ./home/alice and my/Users/x"],
    ["a word", "at home / away"],
    ["the folder of all homes", "ls /home /Users C:\\Users"],
  ])("not %s", (_, text) => {
    expect(pathsIn(text)).toEqual([]);
  });

  test("has its line, and stands there once a line", () => {
    expect(findMachinePaths("a\n/home/alice /home/alice/x\n\n/Users/bob")).toEqual([
      { line: 2, path: "/home/alice" },
      { line: 4, path: "/Users/bob" },
    ]);
  });

  test("is found whatever stands around it", () => {
    const around = fc.string().map((text) => `${text} `);
    fc.assert(
      fc.property(around, fc.string(), (before, after) => {
        expect(pathsIn(`${before}/home/alice/${after}`)).toContain("/home/alice");
      }),
    );
  });

  test.each([
    ["slashes", "/home/".repeat(170_000)],
    ["hyphens", `/tmp/${"a-".repeat(500_000)}`],
    ["names", `/tmp/${"a.".repeat(500_000)}`],
    ["backslashes", `C:${"\\".repeat(1_000_000)}`],
    ["letters", "/var/folders/ab/".concat("a".repeat(1_000_000))],
  ])("1 MB of %s takes no time", (_, text) => {
    expect(bestOf(1500, () => void findMachinePaths(text))).toBeLessThan(1500);
  });
});
