import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

/** A WebAssembly file of a package, as a module specifier, and the name it has beside the built program. */
export interface Asset {
  readonly specifier: string
  readonly file: string
}

/** The runtime of all tree-sitter grammars. */
export const runtimeAsset: Asset = { specifier: "web-tree-sitter/web-tree-sitter.wasm", file: "web-tree-sitter.wasm" }

const isSource = import.meta.url.endsWith(".ts")

/**
 * Where an asset lies: in `grammars/` beside the built program, or, when running from source, where the module system
 * finds its package.
 */
export const assetPath = (asset: Asset): string =>
  isSource
    ? createRequire(import.meta.url).resolve(asset.specifier)
    : fileURLToPath(new URL(`./grammars/${asset.file}`, import.meta.url))

/** The script of the parsing worker: `outline-worker.js` beside the built program, or the source file. */
export const workerUrl: URL = new URL(isSource ? "./worker.ts" : "./outline-worker.js", import.meta.url)
