// Gives zod/mini messages, because it has none of its own. Cassettes are read with zod/mini because clients wait for
// `serve` to start: it loads faster than zod, and builds a schema faster.
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

z.config(en());
