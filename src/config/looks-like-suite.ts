// Decides from the content of a JSON file whether it is a suite's config. Runs nothing: the file may be a stranger's.
import { readFile, stat } from "node:fs/promises";
import { isJsonObject } from "../json/value.js";
import { decodeConfig } from "./decode-config.js";

/** Bytes. A search must not read files of any size. */
const LARGEST = 4 * 1024 * 1024;

const OUR_SCHEMA = /(?:^|[/@])mcpvals(?:@[^/]*)?\/(?:docs\/)?config\.schema\.json$/;

/** True for a readable JSON file that declares our schema, or holds a server (or what it extends) and what to do with it. */
export async function looksLikeSuite(file: string): Promise<boolean> {
  try {
    const { size } = await stat(file);
    return size <= LARGEST && isSuiteText(decodeConfig(await readFile(file), file));
  } catch {
    return false;
  }
}

/** Also true for a suite with a typo: the error for it names the place, and a suite left out would say nothing. */
export function isSuiteText(text: string): boolean {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return /"(?:servers?|extends)"\s*:/.test(text) && /"(?:workflows|toolHealthSuites)"\s*:/.test(text);
  }
  if (!isJsonObject(value)) return false;
  const schema = value["$schema"];
  if (typeof schema === "string" && OUR_SCHEMA.test(schema)) return true;
  return (
    (isJsonObject(value["server"]) || isJsonObject(value["servers"]) || value["extends"] !== undefined) &&
    [value["workflows"], value["toolHealthSuites"]].some(Array.isArray)
  );
}
