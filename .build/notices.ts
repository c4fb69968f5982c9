import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string
}

/** Returns the package folder of a file under `node_modules`; undefined for our own files. */
const packageFolder = (file: string): string | undefined =>
  /^.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+/.exec(file)?.[0]

const licenceText = (folder: string): string => {
  const name = readdirSync(folder).find((file) => /^(?:licen[cs]e|copying)(?:\.|$)/i.test(file))
  return name === undefined ? "" : readFileSync(join(folder, name), "utf8").trim()
}

const entry = (folder: string): string => {
  const { license, name, version }: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  const text = licenceText(folder)
  if (license === undefined && text === "") throw new Error(`${name} has no license`)
  return `${name} ${version} (${license ?? "see below"})\n\n${text}\n`
}

const licences = join(import.meta.dirname, "licences")

/** Licenses in `licences/` for files that contain code of packages without a notice, by the end of the path. */
const madeFrom: Readonly<Record<string, string>> = { "tree-sitter-swift.wasm": "tree-sitter-swift.txt" }

const furtherEntries = (files: ReadonlyArray<string>): ReadonlyArray<string> =>
  Object.entries(madeFrom)
    .filter(([end]) => files.some((file) => file.endsWith(end)))
    .map(([, text]) => readFileSync(join(licences, text), "utf8"))

/** Collects the names, versions and licenses of the packages that contain these files. */
export const notices = (files: ReadonlyArray<string>): string => {
  const folders = new Set(files.flatMap((file) => packageFolder(file) ?? []))
  const entries = [...folders].filter((folder) => existsSync(join(folder, "package.json"))).map(entry)
  const rule = `\n${"-".repeat(78)}\n\n`
  return [
    "This program contains code of the following packages.\n",
    ...[...entries, ...furtherEntries(files)].toSorted()
  ].join(rule)
}
