import { Effect, Option, Result } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Branch, Head } from "../../adapters/git/bare/BareAnswers.ts"
import { BareGit } from "../../adapters/git/bare/BareGit.ts"
import { GitError, RefUnreadable } from "../../adapters/git/GitError.ts"
import { cacheWhileUnchanged } from "../../adapters/git/process/FileFingerprint.ts"
import type { ObjectId } from "../../domain/ObjectId.ts"
import type { Skipped } from "../model/answers.ts"
import { keepVisible } from "../../domain/Visibility.ts"
import { type Located, makeFindRepositories } from "./findRepositories.ts"
import { normalizeName } from "./names.ts"

/** A repository that callers may see. */
export interface HostedRepository extends Located {
  readonly description: string
  /** Whether Gitblit would index it for searches. */
  readonly isIndexed: boolean
  readonly head: Head
  /** The local branches, by name. */
  readonly branches: Effect.Effect<ReadonlyArray<Branch>, GitError>
  /** The commit of a branch, as {@link BareGit.branchCommit} reads it. */
  readonly commitOf: (branch: string) => Effect.Effect<Option.Option<ObjectId>>
}

/** The repositories of a root at one moment. */
export interface Hosted {
  readonly repositories: ReadonlyArray<HostedRepository>
  readonly broken: ReadonlyArray<Skipped>
}

/** What git writes into new repositories. */
const isDefaultDescription = (text: string): boolean => text.startsWith("Unnamed repository")

const readDescription = (directory: string): string => {
  const text = Result.getOrElse(
    Result.try(() => readFileSync(join(directory, "description"), "utf8")),
    () => ""
  ).trim()
  return isDefaultDescription(text) ? "" : text
}

/** Gitblit's setting that only named users may see a repository; every caller here is a stranger. */
const isHidden = (settings: ReadonlyMap<string, string>): boolean =>
  settings.get("accessrestriction")?.toUpperCase() === "VIEW"

/** Keeps the value of an effect that succeeded. */
const keep = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> => {
  let kept: { readonly value: A } | undefined
  return Effect.suspend(() =>
    kept === undefined
      ? Effect.tap(effect, (value) =>
          Effect.sync(() => {
            kept = { value }
          })
        )
      : Effect.succeed(kept.value)
  )
}

/** Keeps what an effect gives for a name, for at most so many names. */
const keepEach = <A>(maxNames: number, ask: (name: string) => Effect.Effect<A>) => {
  const kept = new Map<string, Effect.Effect<A>>()
  return (name: string): Effect.Effect<A> => {
    const known = kept.get(name)
    if (known !== undefined) return known
    const asked = keep(ask(name))
    if (kept.size < maxNames) kept.set(name, asked)
    return asked
  }
}

/** Branches of a repository whose commits are kept. */
const maxBranches = 1000

const readRepository = Effect.fnUntraced(function* (git: BareGit["Service"], located: Located) {
  const settings = yield* git.settings(located.directory, "gitblit")
  if (isHidden(settings)) return Option.none<HostedRepository>()
  const head = Option.getOrUndefined(yield* git.head(located.directory))
  if (head === undefined) {
    return yield* new GitError({
      reason: new RefUnreadable({ ref: "HEAD", detail: "it names no branch and no commit" })
    })
  }
  return Option.some<HostedRepository>({
    ...located,
    head,
    description: settings.get("description") ?? readDescription(located.directory),
    isIndexed: settings.has("indexbranch"),
    branches: keep(git.branches(located.directory)),
    commitOf: keepEach(maxBranches, (branch) => git.branchCommit(located.directory, branch))
  })
})

const toName = ({ name }: { readonly name: string }): string => name

/** Repositories of a root, read again where their files have changed. */
export const makeFolder = Effect.fnUntraced(function* (root: string) {
  const git = yield* BareGit
  const find = makeFindRepositories(root)
  const kept = new Map<string, Effect.Effect<Option.Option<HostedRepository>, GitError>>()

  /** None if callers may not see it. */
  const look = (located: Located): Effect.Effect<Option.Option<HostedRepository>, GitError> => {
    const { directory } = located
    const known = kept.get(directory)
    if (known !== undefined) return known
    const read = cacheWhileUnchanged(readRepository(git, located), () => Option.some(git.refPaths(directory)))
    kept.set(directory, read)
    return read
  }

  /** All repositories that the caller may know of. */
  const all = Effect.gen(function* () {
    const found = yield* find
    const unusable = yield* keepVisible(found.broken.map((each) => ({ ...each, directory: join(root, each.name) })))
    const broken: Array<Skipped> = unusable.map(({ name, reason }) => ({ repository: name, reason }))
    const looked = yield* Effect.forEach(
      yield* keepVisible(found.repositories),
      (located) =>
        look(located).pipe(
          Effect.catch((error) => {
            broken.push({ repository: located.name, reason: error.message })
            return Effect.succeedNone
          })
        ),
      { concurrency: 8 }
    )
    const names = new Set(found.repositories.map(({ directory }) => directory))
    for (const directory of kept.keys()) if (!names.has(directory)) kept.delete(directory)
    const hosted: Hosted = { repositories: looked.flatMap(Option.toArray), broken }
    return hosted
  })

  /** The repository that a caller means: also `alpha` for `alpha.git`, and `work/.git` for `work`. */
  const named = Effect.fnUntraced(function* (given: string) {
    const name = normalizeName(given)
    if (name === undefined) return Option.none<HostedRepository>()
    const repositories = yield* keepVisible((yield* find).repositories)
    const plain = name.endsWith("/.git") ? name.slice(0, -"/.git".length) : name
    const byName = (wanted: string) => repositories.find((located) => toName(located) === wanted)
    const located = byName(plain) ?? byName(`${name}.git`)
    return located === undefined ? Option.none<HostedRepository>() : yield* look(located)
  })

  return { git, all, named }
})

/** Repositories of a root. */
export type Folder = Effect.Success<ReturnType<typeof makeFolder>>
