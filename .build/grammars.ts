import { createRequire } from "node:module"

/** The WebAssembly files that lie in `grammars/` beside the built program, as module specifiers. */
const specifiers = [
  "web-tree-sitter/web-tree-sitter.wasm",
  "tree-sitter-go/tree-sitter-go.wasm",
  "tree-sitter-python/tree-sitter-python.wasm",
  "tree-sitter-rust/tree-sitter-rust.wasm"
]

/** Where those files are installed. */
export const grammarFiles: ReadonlyArray<string> = specifiers.map((specifier) =>
  createRequire(import.meta.url).resolve(specifier)
)
