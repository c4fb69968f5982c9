import { Effect, Option, Result } from "effect"
import { isAbsolute } from "node:path"
import { Git } from "../../adapters/git/Git.ts"
import { realPath } from "../../adapters/git/process/FileFingerprint.ts"
import { findLocated, findWhole, type Location, parseLocations } from "../../domain/Location.ts"
import { CurrentPrincipal } from "../../domain/Principal.ts"
import { below } from "./paths.ts"
import { resolveSubject } from "./resolveSubject.ts"
import { outlineOf } from "./Scope.ts"

/** A file of the repository, with what a text names of it. */
export interface Located extends Location {
  /** Name of the innermost unit at the first of the lines. */
  readonly unit?: string
  /** The path that the text has, if it names another file of this machine, outside of the work tree. */
  readonly outside?: string
}

const listPaths = Effect.gen(function* () {
  const git = yield* Git
  const { workTree } = yield* git.repository
  if (Option.isSome(workTree)) return yield* git.indexPaths
  return (yield* git.files(yield* git.resolveCommit("HEAD"), "")).map(({ path }) => path)
})

/** The path itself, for one without a folder. */
const withoutFolder = (text: string): ReadonlyArray<Location> =>
  /^[^\s/\\:]+\.\w+$/.test(text) ? [{ path: text }] : []

/** A path alone that leads out of a folder. With lines, as compilers print it, it is relative to a folder that is not known. */
const leadsOutside = /^\.\.[/\\][^\s:#(]*$/

/**
 * The path as it is written, if there is such a file outside of the work tree, as in another one of the repository. Those of stack traces
 * and builds are of other machines. Who asks from another machine learns nothing of the files of this one.
 */
const findOutside = Effect.fnUntraced(function* (written: string) {
  if (!isAbsolute(written) || (yield* CurrentPrincipal) !== undefined) return {}
  const { workTree } = yield* (yield* Git).repository
  const isOutside = Option.exists(realPath(written), (real) =>
    Option.isNone(Option.flatMap(workTree, (root) => below(root, real)))
  )
  return isOutside ? { outside: written } : {}
})

/**
 * Finds the file that a text names in another way than by its path: by an address on a host, a line of a stack trace, a path with lines, or
 * the end of its path. Undefined if that is none of the repository, or several, and for the path of a file.
 */
const findFile = Effect.fn("Pipeline.findFile")(function* (text: string) {
  if (leadsOutside.test(text)) return undefined
  const given = parseLocations(text)
  const locations = given.length > 0 ? given : withoutFolder(text)
  if (locations.length === 0) return undefined
  const files = (yield* listPaths).map((path) => ({ path }))
  if (files.some(({ path }) => path === text)) return undefined
  for (const location of [...findWhole(text, files), ...locations]) {
    const found = findLocated(location.path, files).flatMap((at) => files[at] ?? [])
    // Answers name files from the root: there, the end of another path means nothing.
    const isWhole = found.some(({ path }) => path === location.path)
    const path = isWhole ? location.path : found[0]?.path
    if (path !== undefined && (isWhole || found.length === 1)) {
      return { ...location, path, ...(yield* findOutside(location.path)) } satisfies Located
    }
  }
  return undefined
})

/** Finds the file that a text names, like {@link findFile}, with the unit at the line. */
export const locate = Effect.fn("Pipeline.locate")(function* (text: string) {
  const found: Located | undefined = yield* findFile(text)
  if (found?.lines === undefined) return found
  const { start } = found.lines
  const { units } = yield* outlineOf(yield* resolveSubject(found.path))
  const [inner] = units
    .filter(({ lines }) => lines.start <= start && start <= lines.end)
    .toSorted((a, b) => a.lines.end - a.lines.start - (b.lines.end - b.lines.start))
  return inner === undefined ? found : { ...found, unit: inner.name }
})

/**
 * Resolves a path like {@link resolveSubject}, or what else names a file like {@link findFile}, with its lines.
 */
export const resolveWritten = Effect.fn("Pipeline.resolveWritten")(function* (text: string) {
  const direct = yield* Effect.result(resolveSubject(text))
  const isKnown = Result.isSuccess(direct) && direct.success.kind !== "absent"
  const located: Location | undefined = isKnown ? undefined : yield* findFile(text)
  if (located === undefined) return { subject: yield* Effect.fromResult(direct), lines: undefined }
  return { subject: yield* resolveSubject(located.path), lines: located.lines }
})
