// Writes docs/config.schema.json from the built schema: `npm run schema`.
import { writeFile } from "node:fs/promises";
import { buildJsonSchema } from "../dist/config/json-schema.js";

const file = new URL("config.schema.json", import.meta.url);
await writeFile(file, `${JSON.stringify(buildJsonSchema(), null, 2)}\n`);
