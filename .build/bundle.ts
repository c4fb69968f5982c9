import { join } from "node:path"
import { type OutputChunk, rolldown, type RolldownOutput } from "rolldown"
import { extractorFingerprint, parserFingerprint } from "./parserFingerprint.ts"
import { lazySegmenter } from "./lazySegmenter.ts"
import { mergedModules, type MergeRule } from "./mergeChunks.ts"

const root = join(import.meta.dirname, "..")

const chunksOf = (output: RolldownOutput["output"]): ReadonlyArray<OutputChunk> =>
  output.filter((file) => file.type === "chunk")

export interface BundleOptions {
  /** File names (without `.js`) of the entries in `outDir`, each with its source file. */
  readonly entries: Readonly<Record<string, string>>
  readonly outDir: string
  readonly together?: MergeRule
}

/** Makes the output options that merge some of the chunks into one. */
const splitting = (together: MergeRule, chunks: ReadonlyArray<OutputChunk>) => {
  const one = mergedModules(chunks, together)
  const groups = [{ name: together.name, test: (id: string) => one.has(id) }]
  return { codeSplitting: { includeDependenciesRecursively: false, groups } }
}

/**
 * Bundles programs for Node: tree-shaken, minified, split at dynamic imports. All files are in one folder, so that
 * relative paths work from each of them. `oxc-parser` and `es-git` have native parts and stay external.
 */
export const bundle = async ({ entries, outDir, together }: BundleOptions): Promise<ReadonlyArray<OutputChunk>> => {
  const build = await rolldown({
    cwd: root,
    input: entries,
    platform: "node",
    plugins: [lazySegmenter],
    external: ["oxc-parser", "es-git"],
    transform: {
      define: {
        EXTRACTOR_FINGERPRINT: JSON.stringify(extractorFingerprint(root)),
        PARSER_FINGERPRINT: JSON.stringify(parserFingerprint(root))
      }
    },
    checks: { emptyImportMeta: false, eval: false },
    resolve: {
      // Prefer ES modules, because CommonJS cannot be tree-shaken.
      mainFields: ["module", "main"],
      alias: { "@modelcontextprotocol/server/_shims": join(root, "src/serving/server/sdkShims.ts") }
    },
    // No module imports the entries, so that their exports may change.
    preserveEntrySignatures: "allow-extension",
    treeshake: { moduleSideEffects: (id) => !id.includes("/node_modules/") }
  })
  const options = {
    dir: outDir,
    format: "cjs",
    minify: true,
    comments: false,
    entryFileNames: "[name].js",
    // Packages name files such as index.min.js.
    chunkFileNames: ({ name }: { readonly name: string }) => `${name.replaceAll(".", "-")}-[hash].js`
  } as const
  const { output } = await build.write({
    ...options,
    ...(together === undefined ? {} : splitting(together, chunksOf((await build.generate(options)).output)))
  })
  await build.close()
  return chunksOf(output)
}
