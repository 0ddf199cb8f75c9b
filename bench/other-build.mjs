// Preloaded (`node --import`): what a bench imports from this project's `dist` comes from the build that BENCH_BUILD names.
import { register } from "node:module";
import { pathToFileURL } from "node:url";

const here = new URL("../dist/", import.meta.url).href;
const there = pathToFileURL(`${process.env.BENCH_BUILD}/dist/`).href;

/** The hooks run in a thread of their own, from a module of their own. */
const hooks = `
  export async function resolve(specifier, context, next) {
    const found = await next(specifier, context);
    return found.url.startsWith("${here}") ? next("${there}" + found.url.slice(${here.length}), context) : found;
  }
`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
