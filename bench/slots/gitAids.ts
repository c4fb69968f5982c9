import { Effect } from "effect"
import { cp, readdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { runGitChecked } from "../../test/support/runGit.ts"
import { makeFolder } from "../../test/support/TemporaryRepository.ts"
import { ask, forget, measureNewServers, type Question, serve } from "../calls.ts"
import { rowOf } from "../measure.ts"
import type { Bench, Slot } from "../Slot.ts"
import type { Subject } from "../Subject.ts"

/** Lists the pack folders of a repository and of its alternates. */
const packFolders = Effect.fnUntraced(function* (directory: string) {
  const counts = yield* runGitChecked(directory, ["count-objects", "-v"])
  const borrowed = Array.from(counts.matchAll(/^alternate: (.*)$/gm), ([, place = ""]) => join(place, "pack"))
  return [...borrowed, join(directory, ".git", "objects", "pack")]
})

/** Copies the repository with links to all packs, a commit-graph with changed paths, and a multi-pack-index. */
const makeAided = Effect.fnUntraced(function* ({ directory }: Subject) {
  const copy = join(yield* makeFolder, "aided")
  const packs = join(copy, ".git", "objects", "pack")
  const folders = yield* packFolders(directory)
  yield* Effect.promise(() => cp(directory, copy, { recursive: true }))
  for (const folder of folders.slice(0, -1)) {
    const names = yield* Effect.promise(() => readdir(folder))
    for (const name of names.filter((each) => /\.(?:pack|idx|rev)$/.test(each))) {
      yield* Effect.promise(() => symlink(join(folder, name), join(packs, name)))
    }
  }
  yield* runGitChecked(copy, ["commit-graph", "write", "--reachable", "--changed-paths"])
  yield* runGitChecked(copy, ["multi-pack-index", "write"])
  const all = yield* Effect.promise(() => readdir(packs))
  return { directory: copy, packs: all.filter((name) => name.endsWith(".pack")).length }
})

const questionsOf = ({ depended, long, units }: Subject): ReadonlyArray<Pick<Question, "tool" | "args">> => {
  const [unit] = units
  const [place] = depended
  return [
    { tool: "read", args: { path: long.path } },
    ...(unit === undefined ? [] : [{ tool: "history", args: { path: unit.path, anchor: unit.anchor } } as const]),
    ...(place === undefined ? [] : [{ tool: "deps", args: { path: place.path, anchor: place.anchor } } as const])
  ]
}

/** First calls with a commit-graph and a multi-pack-index, against the same without. */
export const gitAids: Slot = {
  name: "gitAids",
  about: "first calls in a copy with commit-graph (changed paths) and multi-pack-index, against the same without",
  seconds: 60,
  measure: Effect.fn("gitAids")(function* (bench: Bench) {
    const subject = yield* bench.subject
    const aided = yield* makeAided(subject)
    const plain = (question: Pick<Question, "tool" | "args">) =>
      Effect.andThen(
        forget(subject.directory),
        Effect.scoped(Effect.flatMap(serve(bench, subject), (server) => ask(server, question)))
      )
    const rows = yield* Effect.forEach(
      questionsOf(subject),
      Effect.fnUntraced(function* (question) {
        const { args, tool } = question
        const duel = yield* measureNewServers(
          bench,
          { ...subject, directory: aided.directory },
          { ...question, yardstick: plain(question) },
          forget(aided.directory)
        )
        return rowOf(`first ${tool}, \`${args.path}\`, empty cache, ${aided.packs} packs`, duel, "without them")
      })
    )
    return rows
  }, Effect.scoped)
}
