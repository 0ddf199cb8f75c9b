// Nothing is cut out of ordinary texts: the committed cassettes, and the tool lists and sessions of the data folder
// beside the project, where it is there.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { makeRedactor } from "../../unit/redaction/make-redactor.js";

const folders = ["../../../cassettes/", "../../../../shared/data/tool-lists/", "../../../../shared/data/claude-code/"]
  .map((folder) => fileURLToPath(new URL(folder, import.meta.url)))
  .filter((folder) => existsSync(folder));

it.each(folders)("in %s", (folder) => {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(?:ya?ml|jsonl?)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const lines = readFileSync(`${folder}/${file}`, "utf8").split("\n");
    const redactor = makeRedactor();
    const cut = lines.filter((line) => redactor.redact(line) !== line);
    expect({ file, cut }).toEqual({ file, cut: [] });
  }
});
