import { createHash } from "node:crypto"
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join } from "node:path"
import { assert } from "@effect/vitest"
import { Effect } from "effect"

/** The program's own folder in the git common directory. */
const own = join(".git", "ultragit")

const described = (path: string): string => {
  const info = lstatSync(path, { bigint: true })
  const mode = info.mode.toString(8)
  if (info.isSymbolicLink()) return `link to ${readlinkSync(path)}`
  if (info.isDirectory()) return `folder ${mode}`
  return `file ${mode} ${info.mtimeNs} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`
}

const listing = (root: string, below: string): ReadonlyArray<readonly [string, string]> =>
  readdirSync(join(root, below))
    .map((name) => join(below, name))
    .filter((path) => path !== own)
    .flatMap((path) => {
      const said = described(join(root, path))
      return [[path, said] as const, ...(said.startsWith("folder") ? listing(root, path) : [])]
    })

/** Every path of a repository, work tree and git directory, with its mode, time of change and digest; all but our own. */
const snapshot = (repository: { readonly directory: string }) =>
  Effect.sync(() => Object.fromEntries(listing(repository.directory, "")))

/** Lets something happen and asserts that nothing in the repository changed by it but the program's own folder. */
export const untouched = Effect.fnUntraced(function* <A, E, R>(
  repository: { readonly directory: string },
  happening: Effect.Effect<A, E, R>
) {
  const before = yield* snapshot(repository)
  const result = yield* happening
  assert.deepStrictEqual(yield* snapshot(repository), before, "the repository was changed")
  return result
})
