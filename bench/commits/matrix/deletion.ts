import { differences, fingerprintOf } from "./fingerprint.ts"
import type { Scene } from "./states.ts"

/** What happens when the folder of a repository is deleted. The index must keep it until it is removed. */
export interface Deletion {
  /** The error of a sync. */
  readonly error: string
  /** Differences of the index after the sync. */
  readonly changed: ReadonlyArray<string>
  /** Number of results of a search with limit 1. */
  readonly found: number
  /** Number of commits in the index before the removal. */
  readonly commits: number
  readonly removeSeconds: number
}

const resultsIn = (text: string): number => {
  const answer: { readonly results?: ReadonlyArray<unknown> } = JSON.parse(text)
  return answer.results?.length ?? 0
}

/** Deletes the repository from disk, syncs, searches, and removes it from the index. */
export const deleteRepository = ({ clone, program }: Scene): Deletion => {
  const before = fingerprintOf(program.index)
  const { directory } = clone
  clone.remove()
  const { exitCode, stderr } = program.run(["repos", "sync", clone.name])
  if (exitCode !== 1) throw new Error(`A sync of a deleted repository exited with ${String(exitCode)}: ${stderr}`)
  // The rows of repositories contain the last error.
  const changed = differences(before, fingerprintOf(program.index)).filter((line) => !line.startsWith("repositories:"))
  const found = resultsIn(
    program.must("commits", "search", "fix", "--repo-name", clone.name, "--limit", "1", "--json").stdout
  )
  const { commits } = program.syncProgress(clone.name)
  const { seconds } = program.must("repos", "remove", clone.name)
  const error = stderr.trim().split("\n")[0]?.replaceAll(directory, "FOLDER") ?? ""
  return { error, changed, found, commits, removeSeconds: seconds }
}
