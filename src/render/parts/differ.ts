// The differ of `json-diff-kit`. The build puts the package into this file: what it asks npm for beside it draws pictures, takes
// 10 MB, and is never loaded.
export { default as Differ, type DiffResult } from "json-diff-kit/differ.js";
