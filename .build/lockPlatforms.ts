/**
 * Adds the optional packages of platforms that the current registry lacks to package-lock.json. npm omits such packages
 * when it writes the lock file, and then rejects this file in `npm ci` (npm/cli#9846). Derives os, cpu and libc from the
 * packages' names by the convention of napi-rs.
 *
 *     npm run lock
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

interface Locked {
  readonly version?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: ReadonlyArray<string>
  readonly cpu?: ReadonlyArray<string>
  readonly libc?: ReadonlyArray<string>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface LockFile {
  packages: Record<string, Locked>
}

const systems = ["android", "darwin", "freebsd", "linux", "openharmony", "win32"]
const processors = ["arm64", "arm", "ia32", "ppc64", "riscv64", "s390x", "x64"]

const libcOf = (name: string): ReadonlyArray<string> | undefined => {
  if (/-gnu(?:eabihf)?$/.test(name)) return ["glibc"]
  return /-musl(?:eabihf)?$/.test(name) ? ["musl"] : undefined
}

const entryFor = (name: string, version: string, dev: boolean): Locked => {
  const words = name.split(/[-/]/)
  const os = systems.find((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor))
  if (os === undefined || cpu === undefined)
    throw new Error(`${name}: the name contains no platform; add the entry by hand`)
  const libc = os === "linux" ? libcOf(name) : undefined
  return {
    version,
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(libc === undefined ? {} : { libc }),
    optional: true,
    os: [os]
  }
}

/** Whether `name` resolves from the package at `from`, by Node's rules. */
const resolves = (packages: LockFile["packages"], from: string, name: string): boolean => {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf("node_modules/") - 1))) {
    if (packages[join(base, "node_modules", name)] !== undefined) return true
    if (base === "") return false
  }
}

const path = join(import.meta.dirname, "..", "package-lock.json")
const lock: LockFile = JSON.parse(readFileSync(path, "utf8"))
let added = 0
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (resolves(lock.packages, place, name)) continue
    lock.packages[`node_modules/${name}`] = entryFor(name, version, entry.dev === true)
    added += 1
  }
}
const order = (a: [string, Locked], b: [string, Locked]): number => a[0].localeCompare(b[0], "en")
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(order))
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added} platform packages added\n`)
