import { createHash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import type { Registration, Selection } from "../model/Registration.ts"
import { readIndexedCommits } from "../store/refs.ts"
import { findRegistration } from "../store/registrations.ts"
import { OtherRepository, IndexingError, UpstreamUnknown } from "../model/IndexingError.ts"

/** How commits become what the index holds of them; another number has all of them indexed again. */
const rules = 2

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex")

const textOf = (path: string): Effect.Effect<string> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => readFile(path, "latin1")),
    () => ""
  )

/**
 * What everything that is indexed of a repository depends on beside its refs: what was chosen of each commit, and what
 * makes git show another commit than the one of that id (replace refs, grafts, the boundary of a shallow clone).
 */
export const computeBasis = Effect.fnUntraced(function* ({ author, exclude, forkOf }: Selection) {
  const git = yield* Git
  const { commonDirectory } = yield* git.repository
  const replaced = yield* git.refs(["refs/replace/"])
  const files = yield* Effect.forEach(["shallow", "info/grafts"], (path) => textOf(join(commonDirectory, path)))
  return digest([rules, author, exclude, forkOf, replaced, files])
})

/** The commits that are left out because another repository of the index has them, and a mark that says which these are. */
export const readUpstreamCommits = Effect.fnUntraced(function* (database: Database, { forkOf }: Selection) {
  if (forkOf === null) return { oids: new Set<string>(), mark: "" }
  const oids = yield* Effect.fromResult(
    database.use((connection) => {
      const upstream = findRegistration(connection, forkOf)
      return upstream === undefined ? undefined : new Set(readIndexedCommits(connection, upstream.id).keys())
    })
  )
  if (oids === undefined) return yield* new IndexingError({ reason: new UpstreamUnknown({ name: forkOf }) })
  return { oids, mark: digest(Array.from(oids).toSorted()) }
})

/**
 * The git directory of a repository. Fails where it is another than before: where a repository was deleted git finds
 * the one around it, and the index of the first would be lost to the second.
 */
export const checkGitDirectory = Effect.fnUntraced(function* (
  { directory, name }: Registration,
  before: string | null
) {
  const git = yield* Git
  const { gitDirectory } = yield* git.repository
  if (before === null || before === gitDirectory) return gitDirectory
  return yield* new IndexingError({ reason: new OtherRepository({ name, directory, before, found: gitDirectory }) })
})

/** Whether a commit of this author is indexed: a part of `Name <address>`, in any case. */
export const makeAuthorFilter = (author: Selection["author"]) => {
  const part = author?.toLowerCase() ?? ""
  return ({ email, name }: { readonly name: string; readonly email: string }): boolean =>
    `${name} <${email}>`.toLowerCase().includes(part)
}
