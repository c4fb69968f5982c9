import { Effect, Option, Result } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Branch, Head } from "../../adapters/git/bare/BareAnswers.ts"
import { BareGit } from "../../adapters/git/bare/BareGit.ts"
import { GitError, RefUnreadable } from "../../adapters/git/GitError.ts"
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
}

/** The repositories of a root at one moment. */
export interface Hosted {
  readonly repositories: ReadonlyArray<HostedRepository>
  readonly broken: ReadonlyArray<Skipped>
}

/** What is kept of a repository while its files do not change. */
interface Kept {
  readonly fingerprint: string
  /** None if callers may not see it. */
  readonly repository: Option.Option<HostedRepository>
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
    branches: keep(git.branches(located.directory))
  })
})

const toName = ({ name }: { readonly name: string }): string => name

/** Repositories of a root, read again where their files have changed. */
export const makeFolder = Effect.fnUntraced(function* (root: string) {
  const git = yield* BareGit
  const find = makeFindRepositories(root)
  const kept = new Map<string, Kept>()

  const look = Effect.fnUntraced(function* (located: Located) {
    const fingerprint = yield* git.refsFingerprint(located.directory)
    const known = kept.get(located.directory)
    if (known?.fingerprint === fingerprint) return known.repository
    const repository = yield* readRepository(git, located)
    kept.set(located.directory, { fingerprint, repository })
    return repository
  })

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
