// The types that must not drift apart. Only the compiler sees this file: `npm run types`, and `npm test` by vitest's type check.
import { expectTypeOf, test } from "vitest";
import type * as z from "zod";
import type { Config } from "../../src/config/schema-written.js";
import type { DiffReport } from "../../src/diff/diff.js";
import { defineConfig } from "../../src/index.js";
import type { diffReportSchema } from "../../src/report/diff-schema.js";
import type { Report } from "../../src/report/report.js";
import type { reportSchema } from "../../src/report/schema.js";
import { guideConfig } from "../unit/config/guide.config.js";

/** Every key said to be there, so that a key that only one side knows is a difference. */
type Whole<T> = T extends readonly (infer Item)[]
  ? Whole<Item>[]
  : T extends object
    ? string extends keyof T
      ? "any JSON"
      : { [Key in keyof T]-?: Whole<Exclude<T[Key], undefined>> }
    : T;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

test("the schema of the JSON report knows exactly the keys and the types of the report", () => {
  // Transcripts are only in the reports of shards, and only their outline is checked.
  type Bare<R extends { evaluations: { transcript?: unknown }[] }> = Omit<R, "evaluations"> & {
    evaluations: Omit<R["evaluations"][number], "transcript">[];
  };
  expectTypeOf<Same<Whole<Bare<Report>>, Whole<Bare<z.infer<typeof reportSchema>>>>>().toEqualTypeOf<true>();
});

test("the schema of the JSON report of a diff knows exactly the keys and the types of the diff", () => {
  expectTypeOf<Same<Whole<DiffReport>, Whole<z.infer<typeof diffReportSchema>>>>().toEqualTypeOf<true>();
});

test("a difference in a key or in a type would be seen", () => {
  expectTypeOf<Same<Whole<{ a: number }>, Whole<{ a: number; b?: string }>>>().toEqualTypeOf<false>();
  expectTypeOf<Same<Whole<{ a: { b: 1 }[] }>, Whole<{ a: { b: 2 }[] }>>>().toEqualTypeOf<false>();
});

test("the guide's TypeScript example is a config", () => {
  expectTypeOf(guideConfig).toEqualTypeOf<Config>();
  expectTypeOf(defineConfig).toBeCallableWith(guideConfig);
  // @ts-expect-error: an unknown key
  defineConfig({ ...guideConfig, workflow: [] });
});
