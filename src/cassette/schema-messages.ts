// The words of zod/mini, which has none of its own. Cassettes are read with it because clients wait for `serve` to start: it
// takes less time than zod itself to load, and to build a schema with.
import * as z from "zod/mini";
import en from "zod/v4/locales/en.js";

z.config(en());
