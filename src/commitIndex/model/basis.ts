import { createHash } from "node:crypto"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import type { Selection } from "./Registration.ts"

/** Version of the indexing rules. Increment it to reindex all commits. */
const indexVersion = 2

export const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("hex")

/** Files in a git directory that change the commits that git shows. */
export const historyFiles = ["shallow", "info/grafts"] as const

/**
 * Fingerprint of everything other than refs that the index of a repository depends on: the selection, and what changes the
 * commits that git shows: replace refs, and the contents of {@link historyFiles}.
 */
export const digestBasis = (
  { author, exclude, forkOf }: Selection,
  replaced: ReadonlyArray<RefTip>,
  files: ReadonlyArray<string>
): string => digest([indexVersion, author, exclude, forkOf, replaced, files])

/** The basis of a repository without replace refs, grafts and a shallow boundary. */
export const plainBasis = (selection: Selection): string =>
  digestBasis(
    selection,
    [],
    historyFiles.map(() => "")
  )
