import { createHash } from "node:crypto"
import type { RefTip } from "../../adapters/git/CommitChange.ts"
import type { Selection } from "./Registration.ts"

/** Version of the indexing rules. Increment it to reindex all commits. */
const indexVersion = 2

/** Version of the rules for commits at the boundary of a shallow clone. Increment it to reindex shallow clones. */
const boundaryVersion = 1

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
): string =>
  digest([indexVersion, author, exclude, forkOf, replaced, files, ...(files[0] === "" ? [] : [boundaryVersion])])

/** The basis of a repository without replace refs, grafts and a shallow boundary. */
export const plainBasis = (selection: Selection): string =>
  digestBasis(
    selection,
    [],
    historyFiles.map(() => "")
  )
