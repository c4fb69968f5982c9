/**
 * Packs the program, installs the tarball in an empty folder and uses it there, with Node 24 and, where the registry
 * has them, with the oldest Node that will do and with one too old. Fails when a file ships that should not, when
 * anything compiles or runs at install, or when the installation is larger than promised.
 *
 *     npm run package
 */
import { spawnSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import process from "node:process"

interface Packed {
  readonly filename: string
  readonly size: number
  readonly files: ReadonlyArray<{ readonly path: string; readonly mode: number }>
}

const root = join(import.meta.dirname, "..")
const scratch = mkdtempSync(join(tmpdir(), "ultragit-package-"))
const largest = 60 * 1024 * 1024
const oldestNode = "22.19.0"
const tooOldNode = "20.19.0"
const shipped = [
  /^(?:package\.json|README\.md|LICENSE)$/,
  /^dist\/(?:package\.json|NOTICES\.txt)$/,
  /^dist\/[\w-]+\.m?js$/,
  /^dist\/types\/(?:\w+\/)*\w+\.d\.mts$/,
  /^dist\/grammars\/[\w-]+\.wasm$/
]
const required = [
  "LICENSE",
  "dist/main.js",
  "dist/program.js",
  "dist/outline-worker.js",
  "dist/library.mjs",
  "dist/types/library.d.mts",
  "dist/NOTICES.txt",
  "dist/grammars/web-tree-sitter.wasm"
]
const compilers = ["cc", "c++", "gcc", "g++", "clang", "clang++", "make", "cmake", "cargo", "node-gyp"]
const handshake = [
  {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "check", version: "1" } }
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", id: 2, method: "tools/list" }
]

const problems: Array<string> = []
const wrong = (problem: string): void => {
  problems.push(problem)
}
const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const run = (
  command: string,
  args: ReadonlyArray<string>,
  options: { readonly cwd?: string; readonly path?: string; readonly input?: string } = {}
) => {
  const { cwd = scratch, input = "", path } = options
  const env = { ...process.env, XDG_CACHE_HOME: join(scratch, "cache"), ...(path === undefined ? {} : { PATH: path }) }
  const done = spawnSync(command, args, {
    cwd,
    env,
    input,
    encoding: "utf8",
    timeout: 300_000,
    maxBuffer: 64 * 1024 * 1024
  })
  return { status: done.status, stdout: done.stdout ?? "", stderr: done.stderr ?? String(done.error) }
}

const must = (command: string, args: ReadonlyArray<string>, options: Parameters<typeof run>[2] = {}): string => {
  const done = run(command, args, options)
  if (done.status !== 0) throw new Error(`${command} ${args.join(" ")}: ${done.stderr || done.stdout}`)
  return done.stdout
}

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
  if (packed === undefined) throw new Error("npm pack gave nothing")
  const paths = packed.files.map((file) => file.path)
  for (const path of paths) if (!shipped.some((pattern) => pattern.test(path))) wrong(`${path} ships and should not`)
  for (const path of required) if (!paths.includes(path)) wrong(`${path} does not ship`)
  const launcher = packed.files.find((file) => file.path === "dist/main.js")
  if (launcher !== undefined && launcher.mode % 8 !== 5) wrong("dist/main.js is not executable")
  say(`packed: ${paths.length} files, ${(packed.size / 1024 / 1024).toFixed(1)} MB`)
  return join(scratch, packed.filename)
}

/** Installs with compilers that only leave a mark; gives the folder. */
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
  must("npm", ["install", "--prefer-offline", "--foreground-scripts", tarball], { cwd: place, path })
  if (existsSync(mark)) wrong(`installing ran ${readFileSync(mark, "utf8").trim().split("\n").join(", ")}`)
  const lock: { readonly packages: Record<string, { readonly hasInstallScript?: boolean }> } = JSON.parse(
    readFileSync(join(place, "package-lock.json"), "utf8")
  )
  for (const [name, entry] of Object.entries(lock.packages)) {
    if (entry.hasInstallScript === true) wrong(`${name} has an install script`)
  }
  const bytes = bytesUnder(join(place, "node_modules"))
  say(`installed: ${Object.keys(lock.packages).length - 1} packages, ${(bytes / 1024 / 1024).toFixed(1)} MB on disk`)
  if (bytes > largest) wrong(`more than ${largest / 1024 / 1024} MB on disk`)
  return place
}

/** A Node of that version from the registry, or nothing where it has none for this platform. */
const nodeOf = (version: string): string | undefined => {
  const name = `node-${process.platform}-${process.arch}@${version}`
  const packed = run("npm", ["pack", "--silent", "--prefer-offline", name])
  if (packed.status !== 0) return undefined
  const folder = join(scratch, `node-${version}`)
  mkdirSync(folder)
  must("tar", ["-xzf", join(scratch, packed.stdout.trim()), "-C", folder])
  return join(folder, "package", "bin", "node")
}

const checkRuns = (node: string, label: string, program: string, version: string): void => {
  const asked = run(node, [program, "--version"])
  if (asked.stdout !== `ultragit v${version}\n`) wrong(`${label}: --version printed ${JSON.stringify(asked)}`)
  const input = `${handshake.map((message) => JSON.stringify(message)).join("\n")}\n`
  const served = run(node, [program, "mcp", "start"], { input })
  const tools = served.stdout.match(/"name":"ultragit_/g) ?? []
  if (served.status !== 0 || tools.length !== 4) wrong(`${label}: mcp start answered ${JSON.stringify(served)}`)
  if (served.stderr !== "") wrong(`${label}: mcp start printed ${served.stderr}`)
  say(`${label}: --version, mcp start`)
}

const checkRefuses = (node: string, label: string, program: string): void => {
  const asked = run(node, [program, "--version"])
  const sentence = /^ultragit needs Node\.js 22\.19 or newer[^\n]*\.\n$/
  if (asked.status !== 1 || asked.stdout !== "" || !sentence.test(asked.stderr))
    wrong(`${label}: ${JSON.stringify(asked)}`)
  say(`${label}: says what it needs`)
}

const check = (): void => {
  const place = install(pack())
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const program = join(place, "node_modules", ".bin", "ultragit")
  checkRuns(process.execPath, `Node ${process.versions.node}`, program, version)
  const oldest = nodeOf(oldestNode)
  if (oldest === undefined) say(`Node ${oldestNode}: not to be had here, not checked`)
  else checkRuns(oldest, `Node ${oldestNode}`, program, version)
  const tooOld = nodeOf(tooOldNode)
  if (tooOld === undefined) say(`Node ${tooOldNode}: not to be had here, not checked`)
  else checkRefuses(tooOld, `Node ${tooOldNode}`, program)
}

try {
  check()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
