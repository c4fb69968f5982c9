import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { contend, type Question } from "../support/faults/contest.ts"
import { makeFiles, pathOf } from "../support/faults/files.ts"
import { serving } from "../support/faults/serving.ts"
import { scaled, slow } from "../support/scale.ts"
import { firstDate } from "../support/TemporaryRepository.ts"
import { annotation, noteOn, withWriter } from "../support/writer.ts"

const names = ["one", "two"]
const questions: ReadonlyArray<Question> = names.flatMap((name) => {
  const path = pathOf(name)
  return [
    { tool: "ultragit_read", args: { path, anchor: "connect" } },
    { tool: "ultragit_deps", args: { path, anchor: "connect" } },
    { tool: "ultragit_history", args: { path, anchor: "connect" } },
    { tool: "ultragit_summary", args: { path } }
  ]
})

describe("two servers on one repository that another process writes to", () => {
  const timeout = scaled(180_000, 1_200_000)
  const least = { changes: 6, millis: scaled(0, 10 * 60 * 1000) }

  it.live(
    "give only answers that were true between question and answer, and lose no note",
    () =>
      Effect.gen(function* () {
        const { commit, repository } = yield* makeFiles(names)
        const commits = yield* repository.importHistory(Array.from({ length: 20 }, (_, n) => ({ message: `${n}` })))
        const kept = new Map<string, string>()
        const write = (n: number, id: typeof commit) =>
          withWriter(repository, (writer) =>
            writer.update([id], "Annotate", (noted, before) => {
              const old = Option.map(Option.flatMap(before, Result.getSuccess), (note) => note.recorded)
              const region = {
                file: pathOf(names[n % 2] ?? ""),
                ast_anchor: { type: "function", name: "connect" },
                lines: { start: 9, end: 11 },
                intent: `Reason ${n}.`,
                constraints: [],
                semantic_dependencies: [{ file: pathOf(names[n % 2] ?? ""), anchor: "connect", nature: `relies ${n}` }],
                related_annotations: [],
                tags: []
              }
              const regions = [
                ...Option.match(old, { onNone: () => [], onSome: (note) => note.regions.slice(-5) }),
                region
              ]
              return Effect.succeedSome({ annotation: annotation(noted, { summary: `Summary ${n}.`, regions }) })
            })
          ).pipe(Effect.tap(() => Effect.sync(() => kept.set(id, `Summary ${n}.`))))
        /** A commit that changes nothing, without passing through the work tree. */
        const advance = Effect.fnUntraced(function* (n: number) {
          const date = `${firstDate + n * 86_400} +0000`
          const made = yield* repository.git(["commit-tree", "-p", "HEAD", "-m", `later ${n}`, "HEAD^{tree}"], {
            env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date }
          })
          yield* repository.git(["update-ref", "HEAD", made])
        })
        const change = (n: number) => {
          if (n % 7 === 3) return advance(n)
          if (n % 11 === 5) return repository.git(["pack-refs", "--all"])
          if (n % 50 === 49) return repository.git(["gc", "--quiet"])
          return write(n, n % 3 === 0 ? commit : (commits[n % commits.length] ?? commit))
        }
        const servers = yield* Effect.all([serving(repository), serving(repository)], { concurrency: 2 })
        const { answers, changes, wrong } = yield* contend(repository.directory, servers, questions, change, least)
        yield* Effect.logInfo(`${answers} answers, ${changes} changes`)
        assert.deepStrictEqual(wrong, [])
        assert.isAbove(answers, changes)
        for (const [id, summary] of kept) {
          const note = yield* noteOn(repository, [commit, ...commits].find((known) => known === id) ?? commit)
          assert.strictEqual(Option.getOrThrow(note).recorded.summary, summary)
        }
        yield* repository.git(["fsck", "--strict", "--no-dangling"])
        for (const { server } of servers) {
          yield* server.endInput
          assert.deepStrictEqual(yield* server.exit, { code: 0, signal: null })
          // On a busy machine a parser may reach its time limit, and is asked again.
          const logged = server.log().split("\n")
          assert.deepStrictEqual(
            logged.filter((line) => line !== "" && !line.includes("A parser failed")),
            []
          )
        }
      }),
    { timeout, ...slow }
  )
})
