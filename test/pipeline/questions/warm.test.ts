import { readFile } from "node:fs/promises"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Pipeline } from "../../../src/pipeline/questions/Pipeline.ts"
import { annotate, makePool, poolSource } from "../../support/annotated.ts"
import { serving } from "../../support/ask.ts"
import { slow } from "../../support/scale.ts"

/** Subcommands of the git processes in a trace, in order. */
const commandsIn = (trace: string): ReadonlyArray<string> =>
  [...trace.matchAll(/"event":"cmd_name".*"name":"([^"]*)"/g)].flatMap(([, name]) => name ?? [])

/** A query repeated while files are too new for timestamps to identify their content. */
const settling = new Set(["config", "for-each-ref"])

/** An answer as text, a failure as its code. */
const asText = <A, E extends { readonly code: string }>(answer: Effect.Effect<A, E>): Effect.Effect<string> =>
  Effect.match(answer, { onFailure: (error) => error.code, onSuccess: (found) => JSON.stringify(found) })

const answers = ({ deps, history, read, summary }: Pipeline["Service"]) =>
  Effect.all([
    asText(read(query)),
    asText(read({ path: query.path })),
    asText(deps(query)),
    asText(history(query)),
    asText(summary(query))
  ])

const query = { path: "src/pool.ts", anchor: "connect" }

describe("a server that has answered before", () => {
  it.effect(
    "answers like a fresh one after each change of the repository",
    () =>
      Effect.gen(function* () {
        const { repository, first } = yield* makePool
        const changed = poolSource.replace("return new Pool()", "return retry(3)")
        const changes: ReadonlyArray<readonly [string, Effect.Effect<unknown>]> = [
          ["nothing", Effect.void],
          ["a mailmap", repository.write(".mailmap", "Ada Lovelace <ada@example.org>\n")],
          ["another mailmap", repository.write(".mailmap", "Augusta King <ada@example.org>\n")],
          ["an edit in the work tree", repository.write("src/pool.ts", `// edited\n${changed}`)],
          ["another edit of the same length", repository.write("src/pool.ts", `// EDITED\n${changed}`)],
          ["a commit", repository.commit("Retry")],
          [
            "a new note",
            Effect.flatMap(repository.id("HEAD"), (head) =>
              annotate(repository, head, [
                { file: "src/pool.ts", anchor: "connect", lines: [10, 12], intent: "Retry." }
              ])
            )
          ],
          [
            "a changed note",
            annotate(repository, first, [{ file: "src/pool.ts", anchor: "connect", lines: [9, 11], intent: "Anew." }])
          ],
          ["a removed note", repository.git(["notes", "--ref=ultragit", "remove", first])],
          ["a rename", Effect.andThen(repository.git(["mv", "src/pool.ts", "src/p.ts"]), repository.commit("Rename"))],
          [
            "a rename back",
            Effect.andThen(repository.git(["mv", "src/p.ts", "src/pool.ts"]), repository.commit("Rename back"))
          ],
          ["a revert", repository.git(["revert", "--no-edit", "HEAD"])],
          ["a rewound branch", repository.git(["reset", "--quiet", "--hard", "HEAD~2"])],
          ["a branch switch", repository.git(["checkout", "--quiet", "-b", "side", first])],
          [
            "an ignored revision",
            Effect.andThen(
              repository.write("ignored", `${first}\n`),
              repository.git(["config", "blame.ignoreRevsFile", "ignored"])
            )
          ],
          ["another notes ref", repository.git(["config", "ultragit.noteref", "refs/notes/other"])],
          ["gc", repository.git(["gc", "--quiet", "--prune=now"])]
        ]
        yield* serving(repository, (annotations) =>
          Effect.forEach(changes, ([name, change]) =>
            Effect.gen(function* () {
              yield* change
              const cold = yield* serving(repository, answers)
              assert.deepStrictEqual(yield* answers(annotations), cold, `after ${name}`)
              assert.deepStrictEqual(yield* answers(annotations), cold, `after ${name}, again`)
            })
          )
        )
      }),
    slow
  )

  it.effect("starts no process for a repeated question", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["mv", "src/pool.ts", "src/p.ts"])
      yield* repository.commit("Rename")
      const again = { path: "src/p.ts", anchor: "connect" }
      yield* repository.write(".git/traced", `[trace2]\n\teventTarget = ${repository.directory}/.git/trace\n`)
      const trace = Effect.promise(() => readFile(`${repository.directory}/.git/trace`, "utf8"))
      const story = ({ deps, history, read, summary }: Pipeline["Service"]) =>
        Effect.gen(function* () {
          const all = Effect.all([
            asText(read(again)),
            asText(deps(again)),
            asText(history(again)),
            asText(summary(again))
          ])
          const answered = yield* all
          const before = commandsIn(yield* trace)
          assert.include(before, "blame")
          assert.deepStrictEqual(yield* all, answered)
          return commandsIn(yield* trace).slice(before.length)
        })
      const started = yield* serving(repository, story, { GIT_CONFIG_GLOBAL: `${repository.directory}/.git/traced` })
      assert.deepStrictEqual(
        started.filter((name) => !settling.has(name)),
        []
      )
    })
  )
})
