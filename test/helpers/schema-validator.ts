// An independent validator: ajv, in the dialect that a schema names, with formats checked or only remarked.
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isJsonObject, type JsonValue } from "../../src/json/value.js";

/** Says whether a value is valid; undefined for a schema that ajv cannot read. */
export function validatorOf(schema: JsonValue, formats = false): ((value: JsonValue) => boolean) | undefined {
  const dialect = isJsonObject(schema) ? schema["$schema"] : undefined;
  const ajv = readerOf(typeof dialect === "string" && dialect.includes("draft-07"), formats);
  const own = isJsonObject(schema) ? { ...schema } : schema === true ? {} : { not: {} };
  try {
    const validate = ajv.compile(own);
    return (value) => validate(value) as boolean;
  } catch {
    return undefined;
  } finally {
    ajv.removeSchema(own);
  }
}

const readers = new Map<string, Ajv>();

/** Made once: it reads its own schemas first, which takes longer than one of ours. */
function readerOf(old: boolean, formats: boolean): Ajv {
  const key = `${old} ${formats}`;
  const known = readers.get(key);
  if (known !== undefined) return known;
  const options = { strict: false, validateFormats: formats, logger: false, addUsedSchema: false } as const;
  const made = (old ? new Ajv(options) : new Ajv2020(options)) as Ajv;
  if (formats) (addFormats as unknown as (ajv: Ajv) => void)(made);
  readers.set(key, made);
  return made;
}
