import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { OutputChunk } from "rolldown"
import { bundle, type BundleOptions } from "./bundle.ts"

export interface ProgramOptions extends BundleOptions {
  /** The version that the launcher prints. */
  readonly version: string
}

/** Empties a folder and builds a program in it: the bundle, and the launcher `main.js`, which starts `program.js`. */
export const makeProgram = async (options: ProgramOptions): Promise<ReadonlyArray<OutputChunk>> => {
  rmSync(options.outDir, { recursive: true, force: true })
  mkdirSync(options.outDir, { recursive: true })
  const chunks = await bundle(options)
  writeFileSync(join(options.outDir, "package.json"), `{ "type": "commonjs" }\n`)
  copyFileSync(join(import.meta.dirname, "loader.cjs"), join(options.outDir, "loader.js"))
  const launcher = readFileSync(join(import.meta.dirname, "launcher.js"), "utf8")
  writeFileSync(join(options.outDir, "main.js"), launcher.replace("__VERSION__", options.version), { mode: 0o755 })
  return chunks
}
