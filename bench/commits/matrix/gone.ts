import { differences, fingerprintOf } from "./fingerprint.ts"
import type { Scene } from "./states.ts"

/** What is left of the index where the folder of a repository is deleted: all, until it is removed; then nothing. */
export interface Gone {
  /** What a sync says of it. */
  readonly error: string
  /** In what the index is another than before. */
  readonly changed: ReadonlyArray<string>
  /** Results of a search that asks for one. */
  readonly found: number
  /** Commits in the index before it was removed. */
  readonly commits: number
  readonly removeSeconds: number
}

const resultsIn = (text: string): number => {
  const answer: { readonly results?: ReadonlyArray<unknown> } = JSON.parse(text)
  return answer.results?.length ?? 0
}

/** Deletes the repository from disk, asks, and takes it out of the index. */
export const deleteIt = ({ clone, program }: Scene): Gone => {
  const before = fingerprintOf(program.index)
  const { directory } = clone
  clone.remove()
  const { exitCode, stderr } = program.run(["repos", "sync", clone.name])
  if (exitCode !== 1) throw new Error(`a sync of what is gone ended with ${String(exitCode)}: ${stderr}`)
  // Its last error is among what is said of repositories.
  const changed = differences(before, fingerprintOf(program.index)).filter((line) => !line.startsWith("repositories:"))
  const found = resultsIn(
    program.must("commits", "search", "fix", "--repo-name", clone.name, "--limit", "1", "--json").stdout
  )
  const { commits } = program.standing(clone.name)
  const { seconds } = program.must("repos", "remove", clone.name)
  const error = stderr.trim().split("\n")[0]?.replaceAll(directory, "FOLDER") ?? ""
  return { error, changed, found, commits, removeSeconds: seconds }
}
