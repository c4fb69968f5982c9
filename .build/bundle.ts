import { join } from "node:path"
import { type OutputChunk, rolldown } from "rolldown"
import { lazySegmenter } from "./lazySegmenter.ts"

const root = join(import.meta.dirname, "..")

export interface BundleOptions {
  /** File names (without `.js`) of the entries in `outDir`, each with its source file. */
  readonly entries: Readonly<Record<string, string>>
  readonly outDir: string
}

/**
 * Bundles programs for Node: tree-shaken, minified, split at dynamic imports, all files side by side, so that a file
 * found relative to one is found relative to all. `oxc-parser` and `es-git` have native parts and stay outside.
 */
export const bundle = async ({ entries, outDir }: BundleOptions): Promise<ReadonlyArray<OutputChunk>> => {
  const build = await rolldown({
    cwd: root,
    input: entries,
    platform: "node",
    plugins: [lazySegmenter],
    external: ["oxc-parser", "es-git"],
    checks: { emptyImportMeta: false, eval: false },
    resolve: {
      // Where a package has both, its ES modules: what CommonJS wraps up cannot be followed.
      mainFields: ["module", "main"],
      alias: { "@modelcontextprotocol/server/_shims": join(root, "src/mcp/sdkShims.ts") }
    },
    treeshake: { moduleSideEffects: (id) => !id.includes("/node_modules/") }
  })
  const { output } = await build.write({
    dir: outDir,
    format: "cjs",
    minify: true,
    comments: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js"
  })
  await build.close()
  return output.filter((file) => file.type === "chunk")
}
