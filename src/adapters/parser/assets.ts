import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"

/** A WebAssembly file: its module specifier and its file name next to the built program. */
export interface Asset {
  readonly specifier: string
  readonly file: string
}

/** The tree-sitter runtime. */
export const runtimeAsset: Asset = { specifier: "web-tree-sitter/web-tree-sitter.wasm", file: "web-tree-sitter.wasm" }

const isSource = import.meta.url.endsWith(".ts")

/**
 * Returns the path of an asset: in `grammars/` next to the built program or, when running from source, in its package.
 */
export const assetPath = (asset: Asset): string =>
  isSource
    ? createRequire(import.meta.url).resolve(asset.specifier)
    : fileURLToPath(new URL(`./grammars/${asset.file}`, import.meta.url))

/** URL of the parsing worker's script: `outline-worker.js` next to the built program, or the source file. */
export const workerUrl: URL = new URL(isSource ? "./worker.ts" : "./outline-worker.js", import.meta.url)
