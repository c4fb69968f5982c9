import { Effect, Option } from "effect"
import { pull } from "../../src/sharing/sync/pull.ts"
import { push } from "../../src/sharing/sync/push.ts"
import { authoredNow } from "./authored.ts"
import { minimalNote, minimalRegion } from "./notes.ts"
import { cloneRepository, makeRepository, type TemporaryRepository } from "./TemporaryRepository.ts"

/** The notes ref, here and there. */
export const notesRef = "refs/notes/ultragit"

const unnamed = { remote: Option.none<string>() }

/** Pulls notes from the usual remote. */
export const pullIn = (repository: TemporaryRepository) => authoredNow(repository)(pull(unnamed))

/** Pushes notes to the usual remote. */
export const pushFrom = (repository: TemporaryRepository) => authoredNow(repository)(push(unnamed))

/** A bare repository with two commits on `main`, and clones of it. */
export const makeHub = Effect.fnUntraced(function* (clones: number) {
  const hub = yield* makeRepository({ bare: true })
  const [first, second] = yield* hub.importHistory([
    { message: "First", files: { "a.ts": "export const a = 1\n" } },
    { message: "Second", files: { "b.ts": "export const b = 2\n" } }
  ])
  if (first === undefined || second === undefined) return yield* Effect.die("git named no commits")
  const made: Array<TemporaryRepository> = []
  for (let number = 0; number < clones; number += 1) made.push(yield* cloneRepository(hub))
  return { hub, first, second, clones: made }
})

/** The same with one clone. */
export const oneClone = Effect.gen(function* () {
  const { clones, ...rest } = yield* makeHub(1)
  return { clone: yield* Effect.fromNullishOr(clones[0]).pipe(Effect.orDie), ...rest }
})

/** A note with one region, which says who wrote it. */
export const say = (repository: TemporaryRepository, commit: string, who: string) =>
  repository.note(commit, minimalNote(commit, { summary: "", regions: [minimalRegion("a.ts", who)] }))

/** The notes commit of a repository, none when there is none. */
export const tipOf = (repository: TemporaryRepository, ref = notesRef) =>
  Effect.map(repository.tryGit(["rev-parse", "--verify", "--quiet", ref]), ({ exitCode, stdout }) =>
    exitCode === 0 ? stdout.toString().trim() : undefined
  )

/** The text of a note. */
export const noteText = (repository: TemporaryRepository, commit: string) =>
  repository.git(["notes", `--ref=${notesRef}`, "show", commit])
