import { Effect, Predicate } from "effect"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { figureOf } from "../measure.ts"
import type { Slot } from "../Slot.ts"

const root = join(import.meta.dirname, "../..")

/** Returns the bytes of a file on disk. */
const onDisk = (path: string): number => statSync(path).blocks * 512

const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + onDisk(join(entry.parentPath, entry.name)), 0)

const isOther = (entry: unknown): boolean =>
  ["dev", "devOptional", "peer"].some((key) => Predicate.hasProperty(entry, key) && entry[key] === true)

/** Lists the folders of the runtime dependencies in a lock file. */
export const shippedWith = (lock: string): ReadonlyArray<string> => {
  const { packages }: { readonly packages: Readonly<Record<string, unknown>> } = JSON.parse(lock)
  return Object.entries(packages).flatMap(([folder, entry]) => (folder === "" || isOther(entry) ? [] : [folder]))
}

/** The size of an installation: the built program and its runtime dependencies in `node_modules`. */
export const packageSize: Slot = {
  name: "packageSize",
  about: "the built program and its runtime dependencies on disk; see also `npm run package`",
  seconds: 1,
  measure: () =>
    Effect.sync(() => {
      const packages = shippedWith(readFileSync(join(root, "package-lock.json"), "utf8"))
      const folders = ["dist", ...packages].map((folder) => join(root, folder)).filter((folder) => existsSync(folder))
      const bytes = folders.reduce((sum, folder) => sum + bytesIn(folder), 0)
      return [{ what: "installed, on disk", ours: figureOf([bytes / 2 ** 20], "MB"), goal: { max: 60 } }]
    })
}
