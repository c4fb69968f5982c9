/**
 * Packs the package, installs the tarball in an empty folder, and runs the program there and the library in another
 * project, with this Node and, if the registry has them, with the oldest supported Node, a newer one and an unsupported
 * one. Fails if an unexpected file ships, if the installation compiles or runs anything or is too large, and if publint
 * or are-the-types-wrong find a problem.
 *
 *     npm run package
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { delimiter, join } from "node:path"
import process from "node:process"
import { checkLibrary, checkNeedsEffect, checkPacked, checkTyped } from "./checkLibrary.ts"
import { checkRefuses, checkRuns } from "./checkProgram.ts"
import { must, downloadNode, problems, say, scratch, thisNode, wrong } from "./trial.ts"

interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: ReadonlyArray<{ readonly path: string; readonly mode: number }>
}

const root = join(import.meta.dirname, "..")
const maxInstalledBytes = 60 * 1024 * 1024
const oldestNode = "22.19.0"
const newerNode = "26.10.0"
const tooOldNode = "20.19.0"
const shipped = [
  /^(?:package\.json|README\.md|LICENSE)$/,
  /^dist\/(?:package\.json|NOTICES\.txt)$/,
  /^dist\/[\w-]+\.m?js$/,
  /^dist\/types\/(?:\w+\/)*\w+\.d\.mts$/,
  /^dist\/grammars\/[\w-]+\.wasm$/,
  /^docs\/[\w.-]+\.(?:md|svg|json)$/,
  /^dist\/word-vectors\.bin$/
]
const required = [
  "LICENSE",
  "dist/main.js",
  "dist/loader.js",
  "dist/program.js",
  "dist/outline-worker.js",
  "dist/library.mjs",
  "dist/types/library.d.mts",
  "dist/commitsLibrary.mjs",
  "dist/types/commitsLibrary.d.mts",
  "dist/graphLibrary.mjs",
  "dist/types/graphLibrary.d.mts",
  "dist/NOTICES.txt",
  "docs/troubleshooting.md",
  "dist/grammars/web-tree-sitter.wasm",
  "dist/word-vectors.bin"
]
const compilers = ["cc", "c++", "gcc", "g++", "clang", "clang++", "make", "cmake", "cargo", "node-gyp"]

const bytesUnder = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).blocks * 512, 0)

const pack = (): string => {
  must("npm", ["run", "--silent", "build"], { cwd: root })
  const listed: ReadonlyArray<Packed> = JSON.parse(
    must("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", scratch], { cwd: root })
  )
  const [packed] = listed
  if (packed === undefined) throw new Error("npm pack returned no package")
  const paths = packed.files.map((file) => file.path)
  for (const path of paths) if (!shipped.some((pattern) => pattern.test(path))) wrong(`${path} ships and should not`)
  for (const path of required) if (!paths.includes(path)) wrong(`${path} does not ship`)
  const launcher = packed.files.find((file) => file.path === "dist/main.js")
  if (launcher !== undefined && launcher.mode % 8 !== 5) wrong("dist/main.js is not executable")
  say(`packed: ${paths.length} files, ${(packed.size / 1024 / 1024).toFixed(1)} MB`)
  return join(scratch, packed.filename)
}

/** Installs with fake compilers that only record their use. Returns the folder. */
const install = (tarball: string): string => {
  const place = join(scratch, "empty")
  const traps = join(scratch, "traps")
  const mark = join(scratch, "compiled")
  mkdirSync(place)
  mkdirSync(traps)
  for (const compiler of compilers) {
    writeFileSync(join(traps, compiler), `#!/bin/sh\necho ${compiler} >> "${mark}"\nexit 1\n`)
    chmodSync(join(traps, compiler), 0o755)
  }
  must("npm", ["init", "--yes"], { cwd: place })
  const path = `${traps}${delimiter}${process.env["PATH"] ?? ""}`
  must("npm", ["install", "--prefer-offline", "--foreground-scripts", tarball], { cwd: place, env: { PATH: path } })
  if (existsSync(mark)) wrong(`installing ran ${readFileSync(mark, "utf8").trim().split("\n").join(", ")}`)
  const lock: { readonly packages: Record<string, { readonly hasInstallScript?: boolean }> } = JSON.parse(
    readFileSync(join(place, "package-lock.json"), "utf8")
  )
  for (const [name, entry] of Object.entries(lock.packages)) {
    if (entry.hasInstallScript === true) wrong(`${name} has an install script`)
  }
  if (lock.packages["node_modules/effect"] !== undefined) wrong("effect is installed for the program alone")
  const bytes = bytesUnder(join(place, "node_modules"))
  say(`installed: ${Object.keys(lock.packages).length - 1} packages, ${(bytes / 1024 / 1024).toFixed(1)} MB on disk`)
  if (bytes > maxInstalledBytes) wrong(`more than ${maxInstalledBytes / 1024 / 1024} MB on disk`)
  return place
}

const check = async (): Promise<void> => {
  const tarball = pack()
  await checkPacked(tarball)
  const place = install(tarball)
  checkNeedsEffect(place)
  const typed = checkTyped(tarball)
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const program = join(place, "node_modules", ".bin", "ultragit")
  for (const node of [thisNode, downloadNode(oldestNode), downloadNode(newerNode)]) {
    if (node !== undefined) checkLibrary(node, typed, checkRuns(node, program, version))
  }
  const tooOld = downloadNode(tooOldNode)
  if (tooOld !== undefined) checkRefuses(tooOld, program)
}

try {
  await check()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
