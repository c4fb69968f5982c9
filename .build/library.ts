import { execFile } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import process from "node:process"
import { type OutputChunk, rolldown } from "rolldown"
import { extractorFingerprint } from "./parserFingerprint.ts"

const root = join(import.meta.dirname, "..")
/** The source files of the public entries `ultragit`, `ultragit/commits` and `ultragit/graph`. */
const entries = ["library", "commitsLibrary", "graphLibrary"]

const relativeSpecifier = /(\bfrom |\bimport\()"(\.{1,2}\/[^"]+)\.ts"/g

/** Finds the declarations that the entries need, by path from `src` without extension. */
const reachable = (emitted: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    const text = readFileSync(join(emitted, `${name}.d.ts`), "utf8")
    found.set(name, text)
    for (const [, , target] of text.matchAll(relativeSpecifier)) visit(posix.join(posix.dirname(name), target ?? ""))
  }
  entries.forEach(visit)
  return found
}

/** Runs the compiler. Rejects with its output. */
const compile = (config: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const args = [join(root, "node_modules/typescript/bin/tsc"), "-p", config]
    execFile(process.execPath, args, (error, stdout) => {
      if (error === null) resolve()
      else reject(new Error(stdout || error.message))
    })
  })

/**
 * Writes only the declarations that the entries need, as `.d.mts` files, because the enclosing folder of the program is
 * CommonJS.
 */
const makeTypes = async (outDir: string, scratch: string): Promise<void> => {
  const config = join(scratch, "tsconfig.json")
  mkdirSync(scratch, { recursive: true })
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    noCheck: true,
    rootDir: join(root, "src"),
    outDir: join(scratch, "types"),
    typeRoots: [join(root, "node_modules/@types")]
  }
  const files = entries.map((entry) => join(root, `src/${entry}.ts`))
  writeFileSync(config, JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, include: [], files }))
  await compile(config)
  for (const [name, text] of reachable(join(scratch, "types"))) {
    const file = join(outDir, "types", `${name}.d.mts`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text.replace(relativeSpecifier, '$1"$2.mjs"'))
  }
}

/** Bundles everything except packages with native parts and `effect`, of which a program must have only one copy. */
const makeCode = async (outDir: string): Promise<ReadonlyArray<OutputChunk>> => {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(entries.map((entry) => [entry, `src/${entry}.ts`])),
    platform: "node",
    external: [/^effect(?:\/|$)/, "oxc-parser", "es-git"],
    transform: { define: { EXTRACTOR_FINGERPRINT: JSON.stringify(extractorFingerprint(root)) } },
    checks: { eval: false },
    resolve: { mainFields: ["module", "main"] },
    treeshake: { moduleSideEffects: (id) => !id.includes("/node_modules/") }
  })
  const { output } = await build.write({
    dir: outDir,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "library-[name]-[hash].mjs"
  })
  await build.close()
  return output.filter((file) => file.type === "chunk")
}

export interface LibraryOptions {
  /** Folder of the built program, whose grammars and parsing worker the library shares. */
  readonly outDir: string
  /** Folder for temporary files. */
  readonly scratch: string
}

/** Adds the library to a built program: the entries with their chunks, and declarations in `types/`. */
export const makeLibrary = async ({ outDir, scratch }: LibraryOptions): Promise<ReadonlyArray<OutputChunk>> => {
  const [chunks] = await Promise.all([makeCode(outDir), makeTypes(outDir, scratch)])
  return chunks
}
