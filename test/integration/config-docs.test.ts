// docs/configuration.md and docs/config.schema.json against the code.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildJsonSchema } from "../../src/config/json-schema.js";
import { loadSuite } from "../../src/config/load.js";
import { configSchema } from "../../src/config/schema.js";

const docs = (name: string): Promise<string> =>
  readFile(fileURLToPath(new URL(`../../docs/${name}`, import.meta.url)), "utf8");

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-docs-"));
  await writeFile(join(cwd, ".mcp.json"), '{ "mcpServers": { "travel": { "command": "travel-mcp" } } }');
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

describe("docs/configuration.md", () => {
  it("has JSON examples that load (config-code.test.ts loads the TypeScript one)", async () => {
    const examples = [...(await docs("configuration.md")).matchAll(/^```json\n(.*?)^```/gms)];
    expect(examples.length).toBeGreaterThan(5);
    const named = (await docs("configuration.md")).matchAll(/^<!-- (\S+\.json) -->\n\n```json\n(.*?)^```/gms);
    for (const [, name = "", text = ""] of named) await writeFile(join(cwd, name), text);
    for (const [index, [, text = ""]] of examples.entries()) {
      const file = `example${index}.json`;
      await writeFile(join(cwd, file), text);
      await expect(loadSuite(file, { cwd, env: {}, mayRun: true })).resolves.toMatchObject({ name: `example${index}` });
    }
  });

  it("names every key of the config", async () => {
    const text = await docs("configuration.md");
    const missing = Object.keys(configSchema.shape).filter(
      (key) => !text.includes(`\`${key}\``) && !text.includes(`\`${key}.`),
    );
    expect(missing).toEqual([]);
  });
});

describe("docs/config.schema.json", () => {
  it("is fresh; `npm run schema` writes it again", async () => {
    expect(JSON.parse(await docs("config.schema.json"))).toEqual(buildJsonSchema());
  });
});
