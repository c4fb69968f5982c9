import { Effect } from "effect"
import { existsSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { basename, dirname, join, resolve } from "node:path"
import { runGit, runGitChecked } from "../../test/support/runGit.ts"
import { type Counts, countsOf, repositoryOf } from "../reportText.ts"
import { Missing } from "../Slot.ts"

/** A repository to measure on. */
export interface Measurable extends Counts {
  /** Public name, such as `git/git`. */
  readonly name: string
  readonly directory: string
  readonly head: string
}

const isAddress = (text: string): boolean => /^(?:[a-z+]+:\/\/|[\w.-]+@[\w.-]+:)/.test(text)

/** Returns `owner/name` of a URL, without `.git`, or the name of a folder. */
export const publicName = (place: string): string => {
  const path = place.replace(/\/+$/, "").replace(/\.git$/, "")
  if (!isAddress(place)) return basename(path)
  return path.split(/[/:]/).slice(-2).join("/")
}

/** Parses `--repo PLACE` or `--repo NAME=PLACE`. */
export const placeOf = (given: string): { readonly name: string | undefined; readonly place: string } => {
  const [, name, place] = /^([\w.-]+(?:\/[\w.-]+)?)=(.+)$/.exec(given) ?? []
  return place === undefined ? { name: undefined, place: given } : { name, place }
}

/** Clones a URL into the cache, once. */
const fetched = Effect.fnUntraced(function* (address: string, cache: string) {
  const folder = join(cache, "repositories", publicName(address).replaceAll("/", "+"))
  if (existsSync(folder)) return folder
  yield* Effect.promise(() => mkdir(dirname(folder), { recursive: true }))
  const { exitCode, stderr } = yield* runGit(cache, ["clone", "--quiet", "--bare", "--", address, folder])
  if (exitCode === 0) return folder
  return yield* new Missing({ what: `Cannot clone ${address}: ${stderr.toString().trim()}` })
})

/** Finds the repository at a path or URL, and its name in the report. */
export const findRepository = Effect.fnUntraced(function* (given: string, cache: string) {
  const { name, place } = placeOf(given)
  const directory = yield* repositoryOf(isAddress(place) ? yield* fetched(place, cache) : resolve(place))
  const origin = yield* runGit(directory, ["config", "remote.origin.url"])
  const remote = origin.exitCode === 0 ? origin.stdout.toString().trim() : ""
  const known = isAddress(place) ? place : isAddress(remote) ? remote : directory
  const counts = yield* countsOf(directory)
  const head = (yield* runGitChecked(directory, ["rev-parse", "--short", "HEAD"])).trim()
  return { ...counts, name: name ?? publicName(known), directory, head } satisfies Measurable
})
