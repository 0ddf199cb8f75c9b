// Declares types that the package has only for its main entry, which also loads a viewer that we do not use.
declare module "json-diff-kit/differ.js" {
  export { Differ as default } from "json-diff-kit";
  export type { DiffResult } from "json-diff-kit";
}
