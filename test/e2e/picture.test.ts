// Draws the README's picture again from what the built command line prints, and compares it with the committed one.
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { drawTerminal } from "../../src/build/terminal-svg.mjs";

const ROOT = resolve(import.meta.dirname, "../..");

it("the picture shows what record and replay print; `npm run picture` draws it again", async () => {
  const checked = await promisify(execFile)(process.execPath, ["src/build/picture.mjs", "--check"], {
    cwd: ROOT,
  }).then(
    () => "fresh",
    (error: { stderr: string }) => error.stderr,
  );
  expect(checked).toBe("fresh");
});

it("draws text as text, in its colours, and refuses an escape sequence that it does not know", () => {
  const picture = drawTerminal(["\u001B[1m\u001B[31ma <b> & c\u001B[39m d\u001B[22m e"], "a > b");
  expect(picture).toContain('<tspan class="bold red">a &lt;b&gt; &amp; c</tspan><tspan class="bold"> d</tspan> e<');
  expect(picture).toContain("<title>a &gt; b</title>");
  expect(() => drawTerminal(["\u001B[7mx"], "")).toThrow("7m");
});
