import { Array as Arrays, Context, Effect, Layer, Option, Scope } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import { unquotePath } from "../../adapters/git/parse/QuotedPath.ts"
import { privateFiles } from "../../adapters/git/PrivateFiles.ts"
import type { Connection } from "../../adapters/sql/Connection.ts"
import { makeDatabaseReader } from "../../store/database/DatabaseReader.ts"
import { readReferencesTo } from "../asking/callers.ts"
import { keyOf } from "../asking/Place.ts"
import { findDefinitions, preferQualified } from "../asking/definitions.ts"
import { withOtherParts } from "../asking/otherParts.ts"
import { isTestPath } from "../../domain/pathConventions.ts"
import { findView } from "../asking/state.ts"
import { findThroughOverridden } from "../graph/nextTo.ts"
import { type CallingFile, findPossibleCalls } from "../graph/possibleCallers.ts"
import type { CallerHit, SymbolHit } from "../model/answers.ts"
import { codeFormat, databaseName } from "../store/schema.ts"
import { type IndexedContent, isUnchanged } from "../views/isUnchanged.ts"
import { type Place, repositoryPlace } from "../views/place.ts"

/** A reference to a definition. `through`: the overridden method that it names, where that may reach the definition. */
export type FoundReference = Pick<CallerHit, "path" | "line" | "within" | "how"> & { readonly through?: string }

/** What refers to a definition, as far as the index knows. */
export interface FoundReferences {
  /** By path and line, then those through overridden methods; those in tests last; not from within the definition itself. */
  readonly references: ReadonlyArray<FoundReference>
  /** Calls on unknown receivers that may be of it, by file, the nearest first. */
  readonly possible: ReadonlyArray<CallingFile>
  /** References in files that have changed since they were indexed, which are left out. */
  readonly outdated: number
  /** These files. */
  readonly outdatedPaths: ReadonlyArray<string>
}

/** A definition by path and name, qualified or short. */
interface Target {
  readonly path: string
  readonly name: string
}

const readContents = (connection: Connection, view: number, paths: Iterable<string>) =>
  new Map(
    [...paths].flatMap((path) => {
      const row = connection.get(
        `SELECT stamp, oid FROM files JOIN paths ON paths.id = files.path JOIN blobs ON blobs.id = blob
         WHERE view = ? AND paths.path = ?`,
        view,
        path
      )
      return row === undefined ? [] : [[path, { stamp: row.text("stamp"), oid: row.bytes("oid") }] as const]
    })
  )

/** Reads what refers to a definition and its other parts, then what refers to methods that it overrides. */
const readAll = (
  connection: Connection,
  view: number,
  named: ReadonlyArray<SymbolHit>
): ReadonlyArray<FoundReference> => {
  const targets = withOtherParts(connection, view, named)
  const own = new Set(targets.map(keyOf))
  const references: ReadonlyArray<FoundReference> = readReferencesTo(connection, view, targets)
  const through = new Map(
    targets
      .flatMap((target) => findThroughOverridden(connection, view, target))
      .map(({ name, ...found }) => [
        `${found.path}:${found.line}:${name}`,
        { ...found, ...(name === "" ? {} : { within: name }) }
      ])
  )
  return [...references, ...through.values()].filter(({ path, within = "" }) => !own.has(keyOf({ path, name: within })))
}

const make = Effect.gen(function* () {
  const git = yield* Git
  const scope = yield* Effect.scope
  let opened: Effect.Success<ReturnType<typeof makeDatabaseReader>> | undefined

  const open = Effect.gen(function* () {
    const { commonDirectory, objectFormat } = yield* git.repository
    const files = privateFiles(commonDirectory)
    const found = yield* files.stat(databaseName)
    if (Option.isNone(found) || !found.value.isFile()) return Option.none()
    opened ??= yield* Effect.provideService(
      makeDatabaseReader({ path: files.pathOf(databaseName), format: codeFormat }),
      Scope.Scope,
      scope
    )
    const place = yield* Effect.provideService(repositoryPlace, Git, git)
    return Option.some({ ...place, read: opened.read, format: objectFormat })
  })

  /** Selects the files whose contents are still those that are indexed. */
  const findCurrent = Effect.fnUntraced(function* (
    { format, isCommit, root }: Place & { readonly format: "sha1" | "sha256" },
    contents: ReadonlyMap<string, IndexedContent>
  ) {
    const known = [...contents]
    if (!isCommit) {
      const unchanged = known.filter(([path, content]) => isUnchanged(root, unquotePath(path), content, format))
      return new Set(unchanged.map(([path]) => path))
    }
    const commit = yield* git.resolveCommit("HEAD")
    const entries = yield* git.entries(known.map(([path]) => ({ commit, path: unquotePath(path) })))
    const unchanged = Arrays.zip(known, entries).filter(([[, { stamp }], entry]) =>
      Option.exists(entry, ({ id }) => id === stamp)
    )
    return new Set(unchanged.map(([[path]]) => path))
  })

  const isIndexed = Effect.gen(function* () {
    const database = Option.getOrUndefined(yield* open)
    if (database === undefined) return false
    return yield* database.read(({ connection }) => findView(connection, database.view) !== undefined)
  }).pipe(Effect.orElseSucceed(() => false))

  const find = Effect.fn("KnownReferences.find")(
    function* (target: Target) {
      const database = Option.getOrUndefined(yield* open)
      if (database === undefined) return Option.none<FoundReferences>()
      const found = yield* database.read(({ connection }) => {
        const view = findView(connection, database.view)
        if (view === undefined) return undefined
        const named = preferQualified(findDefinitions(connection, view, target), target.name)
        const references = readAll(connection, view, named)
        const contents = readContents(connection, view, new Set(references.map(({ path }) => path)))
        return {
          references,
          contents,
          possible: named.slice(0, 1).flatMap((one) => findPossibleCalls(connection, view, one))
        }
      })
      if (found === undefined) return Option.none<FoundReferences>()
      const current = yield* findCurrent(database, found.contents)
      const references = found.references
        .filter(({ path }) => current.has(path))
        .toSorted((a, b) => Number(isTestPath(a.path)) - Number(isTestPath(b.path)))
      return Option.some({
        references,
        possible: found.possible,
        outdated: found.references.length - references.length,
        outdatedPaths: [...found.contents.keys()].filter((path) => !current.has(path)).toSorted()
      })
    },
    // What the index does not tell costs only that part of an answer.
    Effect.catch((error) =>
      Effect.as(Effect.logDebug("The code index cannot be read", error.message), Option.none<FoundReferences>())
    )
  )
  return KnownReferences.of({ isIndexed, find })
})

/** Reads references from a code index that exists already; it is neither made nor brought up to date. Never fails. */
export class KnownReferences extends Context.Service<
  KnownReferences,
  {
    /** Whether the work tree, or HEAD of a bare repository, is indexed, or was begun to be. */
    readonly isIndexed: Effect.Effect<boolean>
    /** Finds what refers to a definition; none if the repository is not indexed. */
    find(target: Target): Effect.Effect<Option.Option<FoundReferences>>
  }
>()("ultragit/codeIndex/service/KnownReferences") {
  static readonly layerNoDeps = Layer.effect(
    KnownReferences,
    Effect.suspend(() => make)
  )
}
