/**
 * Builds the program and the library in `dist/`: launcher, bundles, declarations, grammars, notices. Builds in a temporary
 * folder and replaces `dist/` at the end, only if the result differs, so that a running program keeps its files. Does
 * nothing if no input has changed.
 *
 *     npm run build
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { basename, join } from "node:path"
import process from "node:process"
import type { OutputChunk } from "rolldown"
import { assetPath, type Asset } from "../src/adapters/parser/assets.ts"
import { assets } from "../src/adapters/parser/languages.ts"
import { vectorsUrl } from "../src/commitIndex/relatedness/WordVectors.ts"
import { makeLibrary } from "./library.ts"
import { notices } from "./notices.ts"
import { makeProgram } from "./program.ts"
import { hashInputs, isUpToDate, writeStamp } from "./upToDate.ts"

const root = join(import.meta.dirname, "..")
const dist = join(root, "dist")
const scratch = join(root, "node_modules", `.build-${process.pid}`)
const { version }: { readonly version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length))
    .toSorted()

const same = (one: string, other: string): boolean => {
  if (!existsSync(one) || !existsSync(other)) return false
  const files = filesIn(one)
  return (
    files.join("\n") === filesIn(other).join("\n") &&
    files.every((file) => readFileSync(join(one, file)).equals(readFileSync(join(other, file))))
  )
}

const replaceDist = (made: string): void => {
  if (!same(made, dist)) {
    if (existsSync(dist)) renameSync(dist, join(scratch, "old"))
    renameSync(made, dist)
  }
}

const copyAsset = (folder: string) => (asset: Asset) => {
  copyFileSync(assetPath(asset), join(folder, asset.file))
  return assetPath(asset)
}

const modulesOf = (chunks: ReadonlyArray<OutputChunk>) => chunks.flatMap((chunk) => chunk.moduleIds)

const describeSize = (chunks: ReadonlyArray<OutputChunk>): string => {
  const bytes = chunks.reduce((sum, chunk) => sum + Buffer.byteLength(chunk.code), 0)
  return `${chunks.length} files, ${Math.round(bytes / 1024)} KB`
}

/** The modules that every question and every hook of git needs, but not a starting server, help, or a worker thread. */
const asking = {
  name: "asking",
  with: [
    "src/pipeline/questions/makePipeline.ts",
    "src/config/Settings.ts",
    "src/adapters/git/esgit/EsGit.ts",
    "src/notes/Notes.ts",
    "src/adapters/parser/Parser.ts",
    "node_modules/@effect/platform-node/dist/NodeFileSystem.js",
    "node_modules/@effect/platform-node/dist/NodePath.js"
  ],
  without: [
    "src/main.ts",
    "src/agentHook.ts",
    "src/serving/stdio/serve.ts",
    "src/serving/server/ServedToolset.ts",
    "src/cli/Cli.ts",
    "src/adapters/parser/worker.ts",
    "src/commitIndex/reading/worker.ts",
    "src/commitIndex/reading/localReader.ts",
    "src/commitIndex/reading/openIndex.ts"
  ]
}

const build = async (inputs: string): Promise<void> => {
  const made = join(scratch, "dist")
  const chunks = await makeProgram({
    entries: {
      program: "src/main.ts",
      "agent-hook": "src/agentHook.ts",
      "outline-worker": "src/adapters/parser/worker.ts",
      "index-reader": "src/commitIndex/reading/worker.ts",
      "file-index-reader": "src/repositoryHost/fileIndex/reader.ts",
      "file-index-writer": "src/repositoryHost/fileIndex/writer.ts",
      "code-extractor": "src/codeIndex/extracting/worker.ts",
      "code-indexer": "src/codeIndexer.ts",
      "code-reader": "src/codeIndex/reading/worker.ts"
    },
    outDir: made,
    together: asking,
    version
  })
  const library = await makeLibrary({ outDir: made, scratch: join(scratch, "library") })
  const grammars = join(made, "grammars")
  mkdirSync(grammars)
  const copied = assets.map(copyAsset(grammars))
  copyFileSync(vectorsUrl, join(made, basename(vectorsUrl.pathname)))
  writeFileSync(join(made, "NOTICES.txt"), notices([...modulesOf(chunks), ...modulesOf(library), ...copied]))
  writeStamp(root, inputs, made)
  replaceDist(made)
  process.stdout.write(`dist/ ${version}: program of ${describeSize(chunks)}, library of ${describeSize(library)}\n`)
}

try {
  const inputs = hashInputs(root)
  if (isUpToDate(root, inputs)) process.stdout.write(`dist/ ${version}: up to date\n`)
  else await build(inputs)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
