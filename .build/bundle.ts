import { join } from "node:path"
import { type OutputChunk, rolldown, type RolldownOutput } from "rolldown"
import { parserFingerprint } from "./parserFingerprint.ts"
import { lazySegmenter } from "./lazySegmenter.ts"
import { modulesTogether, type Together } from "./together.ts"

const root = join(import.meta.dirname, "..")

const chunksOf = (output: RolldownOutput["output"]): ReadonlyArray<OutputChunk> =>
  output.filter((file) => file.type === "chunk")

export interface BundleOptions {
  /** File names (without `.js`) of the entries in `outDir`, each with its source file. */
  readonly entries: Readonly<Record<string, string>>
  readonly outDir: string
  readonly together?: Together
}

/** The same chunks again, some of them one. */
const splitting = (together: Together, chunks: ReadonlyArray<OutputChunk>) => {
  const one = modulesTogether(chunks, together)
  const groups = [{ name: together.name, test: (id: string) => one.has(id) }]
  return { codeSplitting: { includeDependenciesRecursively: false, groups } }
}

/**
 * Bundles programs for Node: tree-shaken, minified, split at dynamic imports, all files side by side, so that a file
 * found relative to one is found relative to all. `oxc-parser` and `es-git` have native parts and stay outside.
 */
export const bundle = async ({ entries, outDir, together }: BundleOptions): Promise<ReadonlyArray<OutputChunk>> => {
  const build = await rolldown({
    cwd: root,
    input: entries,
    platform: "node",
    plugins: [lazySegmenter],
    external: ["oxc-parser", "es-git"],
    transform: { define: { PARSER_FINGERPRINT: JSON.stringify(parserFingerprint(root)) } },
    checks: { emptyImportMeta: false, eval: false },
    resolve: {
      // Where a package has both, its ES modules: what CommonJS wraps up cannot be followed.
      mainFields: ["module", "main"],
      alias: { "@modelcontextprotocol/server/_shims": join(root, "src/serving/server/sdkShims.ts") }
    },
    // Nobody imports the entries: what they export is nobody's concern.
    preserveEntrySignatures: "allow-extension",
    treeshake: { moduleSideEffects: (id) => !id.includes("/node_modules/") }
  })
  const options = {
    dir: outDir,
    format: "cjs",
    minify: true,
    comments: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js"
  } as const
  const { output } = await build.write({
    ...options,
    ...(together === undefined ? {} : splitting(together, chunksOf((await build.generate(options)).output)))
  })
  await build.close()
  return chunksOf(output)
}
