import { Effect } from "effect"
import { join } from "node:path"
import { readFile, rm } from "node:fs/promises"
import { annotate, poolSource } from "./annotated.ts"
import { ask } from "./ask.ts"
import { ObjectId } from "../../src/domain/ObjectId.ts"
import { fromTemplate } from "./template.ts"
import { makeRepository, type TemporaryRepository } from "./TemporaryRepository.ts"

const ref = "refs/notes/ultragit"

/** Regions of `src/pool.ts`, as {@link annotate} takes them. */
export const acquire = {
  file: "src/pool.ts",
  anchor: "Pool.acquire",
  lines: [2, 4] as const,
  ast_anchor: { type: "method", name: "Pool.acquire", signature: "acquire(): string" },
  intent: "Hand out one connection at a time."
}
export const connect = {
  file: "src/pool.ts",
  anchor: "connect",
  lines: [9, 11] as const,
  intent: "One pool for a broker."
}

/** A repository whose second commit adds `src/pool.ts`, with a note on two of its units. */
export const makeNoted = fromTemplate(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const start = yield* repository.commit("Start", { files: { "README.md": "A pool.\n" } })
    const noted = yield* repository.commit("Add the pool", { files: { "src/pool.ts": poolSource } })
    yield* annotate(repository, noted, [acquire, connect])
    return { repository, start, noted }
  })
)

/** What a test looks at in a note, as it is written. */
export interface WrittenNote {
  readonly summary: string
  readonly task?: string
  readonly regions: ReadonlyArray<{
    readonly file: string
    readonly ast_anchor: { readonly type: string; readonly name: string; readonly signature?: string }
    readonly lines: { readonly start: number; readonly end: number }
    readonly intent: string
    readonly reasoning?: string
    readonly tags: ReadonlyArray<string>
    readonly semantic_dependencies: ReadonlyArray<{ readonly file: string }>
    readonly related_annotations: ReadonlyArray<{ readonly commit: string }>
  }>
  readonly cross_cutting: ReadonlyArray<{ readonly regions: ReadonlyArray<string> }>
  readonly provenance: {
    readonly operation: string
    readonly derived_from: ReadonlyArray<string>
    readonly synthesis_notes?: string
  }
  readonly corrections?: ReadonlyArray<{ readonly file: string }>
  readonly superseded?: ReadonlyArray<{ readonly value: unknown }>
}

/** The note of a commit, which must have one of one document. */
export const noteOf = (repository: TemporaryRepository, commit: string): Effect.Effect<WrittenNote> =>
  Effect.map(repository.git(["notes", `--ref=${ref}`, "show", commit]), (text) => JSON.parse(text))

/** Whether a commit has a note. */
export const hasNote = (repository: TemporaryRepository, commit: string) =>
  Effect.map(repository.tryGit(["notes", `--ref=${ref}`, "list", commit]), ({ exitCode }) => exitCode === 0)

/** `acquire 2-4`, `connect 9-11`: where the regions of a note are. */
export const places = ({ regions }: WrittenNote): ReadonlyArray<string> =>
  regions.map(({ ast_anchor, file, lines }) => `${file} ${ast_anchor.name} ${lines.start}-${lines.end}`)

/** The intents that `read` finds. */
export const intents = (repository: TemporaryRepository, path: string, anchor?: string) =>
  Effect.map(ask(repository).read({ path, ...(anchor === undefined ? {} : { anchor }) }), ({ regions }) =>
    regions.map(({ intent }) => intent)
  )

/** The intents that `history` returns. */
export const historyIntents = (repository: TemporaryRepository, path: string, anchor: string) =>
  Effect.map(ask(repository).history({ path, anchor }), ({ timeline }) => timeline.map(({ intent }) => intent))

/** Writes files and makes them part of the last commit. */
export const amend = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  files: Readonly<Record<string, string>> = {}
) {
  for (const [path, content] of Object.entries(files)) yield* repository.write(path, content)
  yield* repository.git(["add", "--all"])
  yield* repository.git(["commit", "--quiet", "--amend", "-m", "Amended"])
  return yield* repository.id("HEAD")
})

const recorded = "rewritten"

/** From here on the repository writes down what git says that it rewrote. */
export const recordRewrites = (repository: TemporaryRepository) =>
  repository.write(".git/hooks/post-rewrite", `#!/bin/sh\ncat >>"$(git rev-parse --git-common-dir)/${recorded}"\n`, {
    executable: true
  })

/** What git rewrote since the last time, as it gave it to the hook. */
export const takeRewrites = Effect.fnUntraced(function* (repository: TemporaryRepository) {
  const file = join(repository.directory, ".git", recorded)
  const text = yield* Effect.promise(() => readFile(file, "utf8"))
  yield* Effect.promise(() => rm(file))
  return text
    .trimEnd()
    .split("\n")
    .map((line) => {
      const [from = "", to = ""] = line.split(" ")
      return { from: ObjectId.make(from), to: ObjectId.make(to) }
    })
})

/** Rebases with these lines as the list of what to do. */
export const rebase = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  onto: string,
  todo: ReadonlyArray<string>
) {
  const list = join(repository.directory, ".git", "todo")
  yield* repository.write(".git/todo", `${todo.join("\n")}\n`)
  yield* repository.git(["rebase", "--quiet", "--interactive", onto], {
    env: { GIT_SEQUENCE_EDITOR: `cp '${list}'`, GIT_EDITOR: "true" }
  })
})
