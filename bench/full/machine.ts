import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { availableParallelism, cpus, release, totalmem, type } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { rivals } from "../rivals/rivals.ts"

const root = join(import.meta.dirname, "../..")

const versionIn = (folder: string): string => {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return version
}

const floorPackage = "@modelcontextprotocol/server"

/** Describes hardware and versions, without the machine's name or paths. */
export const machineFacts = (withRivals: boolean): ReadonlyArray<string> => {
  const git = (...args: ReadonlyArray<string>) => execFileSync("git", args, { cwd: root, encoding: "utf8" }).trim()
  const [processor] = cpus()
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB memory`
  return [
    `Machine: ${availableParallelism()} cores (${processor?.model.trim() ?? "unknown"}), ${memory}, ${type()} ${release()}`,
    `${git("--version")}, Node ${process.versions.node}`,
    `ultragit ${versionIn(root)} at ${git("rev-parse", "--short", "HEAD")}`,
    `SDK-only server: ${floorPackage} ${versionIn(join(root, "node_modules", floorPackage))}, bundled`,
    ...(withRivals ? [`Rivals: ${rivals.map((rival) => `${rival.package} ${rival.version}`).join(", ")}`] : [])
  ]
}
