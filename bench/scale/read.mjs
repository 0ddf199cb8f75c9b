// Reads and checks each cassette of a folder, and does nothing else.
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseCassette } from "../../dist/cassette/cassette-text.js";
import { openCassette } from "../../dist/cassette/open-text.js";

const folder = process.argv[2];
for (const name of await readdir(folder)) {
  if (name.endsWith(".yaml")) parseCassette(openCassette(await readFile(join(folder, name), "utf8"), name), new Map());
}
