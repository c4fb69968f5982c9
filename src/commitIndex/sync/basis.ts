import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { Effect } from "effect"
import { Git } from "../../adapters/git/Git.ts"
import type { Database } from "../../adapters/sql/Database.ts"
import { digest, digestBasis, historyFiles } from "../model/basis.ts"
import type { Registration, Selection } from "../model/Registration.ts"
import { readIndexedCommits } from "../store/refs.ts"
import { findRegistration } from "../store/registrations.ts"
import { OtherRepository, IndexingError, UpstreamUnknown } from "../model/IndexingError.ts"

const readOrEmpty = (path: string): Effect.Effect<string> =>
  Effect.orElseSucceed(
    Effect.tryPromise(() => readFile(path, "latin1")),
    () => ""
  )

/**
 * Fingerprints everything other than refs that the index of a repository depends on: the selection, and what changes the
 * commits that git shows (replace refs, grafts, the boundary of a shallow clone).
 */
export const computeBasis = Effect.fnUntraced(function* (selection: Selection) {
  const git = yield* Git
  const { commonDirectory } = yield* git.repository
  const replaced = yield* git.refs(["refs/replace/"])
  const files = yield* Effect.forEach(historyFiles, (path) => readOrEmpty(join(commonDirectory, path)))
  return digestBasis(selection, replaced, files)
})

/** Reads the commits of the upstream repository, which are excluded, with their fingerprint. Fails with `UpstreamUnknown`. */
export const readUpstreamCommits = Effect.fnUntraced(function* (database: Database, { forkOf }: Selection) {
  if (forkOf === null) return { oids: new Set<string>(), fingerprint: "" }
  const oids = yield* Effect.fromResult(
    database.use((connection) => {
      const upstream = findRegistration(connection, forkOf)
      return upstream === undefined ? undefined : new Set(readIndexedCommits(connection, upstream.id).keys())
    })
  )
  if (oids === undefined) return yield* new IndexingError({ reason: new UpstreamUnknown({ name: forkOf }) })
  return { oids, fingerprint: digest(Array.from(oids).toSorted()) }
})

/**
 * Returns the git directory of a repository. Fails with `OtherRepository` if it changed: after a repository is deleted, git
 * finds an enclosing one, which must not replace the index of the first.
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

/** Makes a filter for authors whose `Name <email>` contains the text, ignoring case. */
export const makeAuthorFilter = (author: Selection["author"]) => {
  const part = author?.toLowerCase()
  return ({ email, name }: { readonly name: string; readonly email: string }): boolean =>
    part === undefined || `${name} <${email}>`.toLowerCase().includes(part)
}
