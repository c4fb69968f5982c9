import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { annotate, poolSource } from "../../../support/annotated.ts"
import { run as runProgram } from "../../../support/program.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"
import { noteOn } from "../../../support/writer.ts"
import { slow } from "../../../support/scale.ts"

const run = (repository: { readonly directory: string }, args: ReadonlyArray<string>, stdin = "") =>
  runProgram(args, { cwd: repository.directory, stdin, env: { FORCE_COLOR: "", ULTRAGIT_LOG: "" } })

const make = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("Add the pool", { files: { "src/pool.ts": poolSource } })
  return { repository, commit }
})

const saying = (...anchors: ReadonlyArray<string>) =>
  JSON.stringify({
    summary: "A pool.",
    regions: anchors.map((anchor) => ({ file: "src/pool.ts", anchor, intent: "Why." }))
  })

const timeless = (text: string) => text.trim().replace(/"timestamp": ".*"/, "")

describe("ultragit annotate", () => {
  it.effect("annotates from standard input, and reports the commit", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* make
      const first = yield* run(repository, ["annotate"], saying("acquire", "connect"))
      assert.deepStrictEqual(first, {
        exitCode: 0,
        stdout: `Noted 2 regions on ${commit.slice(0, 10)}.\nsrc/pool.ts Pool.acquire, lines 2-4\nsrc/pool.ts connect, lines 9-11\n`,
        stderr: ""
      })
      const again = yield* run(repository, ["annotate", "--json"], saying("connect"))
      assert.match(
        again.stdout,
        /^\{"\$schema":"ultragit-annotate\/v1","commit":"[0-9a-f]{40}",.*"kind":"unchanged".*\}\n$/
      )
    })
  )

  it.effect("takes reasons as ultragit commit does, and keeps the summary and intents of the note", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* make
      const first = yield* run(repository, [
        "annotate",
        "--at",
        "src/pool.ts:connect",
        "--reason",
        "The broker drops it."
      ])
      assert.deepStrictEqual(first, {
        exitCode: 0,
        stdout: `Noted 1 region on ${commit.slice(0, 10)}.\nsrc/pool.ts connect, lines 9-11\n`,
        stderr: ""
      })
      yield* run(repository, ["annotate"], saying("connect"))
      yield* repository.commit("Later", { files: { "a.txt": "a\n" } })
      const constraint = ["--at", "src/pool.ts:connect", "--constraint", "Never throws", "--reason", "It is slow."]
      const later = yield* run(repository, ["annotate", "--commit", commit, ...constraint])
      assert.strictEqual(later.exitCode, 0, later.stderr)
      const { recorded: note } = Option.getOrThrow(yield* noteOn(repository, commit))
      assert.strictEqual(note.summary, "A pool.")
      assert.deepStrictEqual(
        note.regions.map(({ ast_anchor, constraints, intent, reasoning }) => ({
          name: ast_anchor.name,
          intent,
          reasoning,
          constraints: constraints.map(({ text }) => text)
        })),
        [{ name: "connect", intent: "Why.", reasoning: "It is slow.", constraints: ["Never throws"] }]
      )
    })
  )

  it.effect("writes no reasons of places that the commit does not change, and none that are combined or empty", () =>
    Effect.gen(function* () {
      const { commit, repository } = yield* make
      const cases: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
        [["--at", "src/other.ts", "--reason", "Why."], /src\/other\.ts: /],
        [["--reason", "Why.", "--file", "note.json"], /^Error: Reasons and --live, --file, .* cannot be combined\./],
        [["--tags", ""], /^Error: No reasons are given\.\nHint: Use --reason/]
      ]
      for (const [args, message] of cases) {
        const { exitCode, stderr } = yield* run(repository, ["annotate", ...args])
        assert.notStrictEqual(exitCode, 0)
        assert.match(stderr, message)
      }
      const preview = yield* run(repository, ["annotate", "--reason", "Why.", "--dry-run"])
      assert.match(preview.stdout, /"reasoning": "Why\."/)
      assert.deepStrictEqual(yield* noteOn(repository, commit), Option.none())
    })
  )

  it.effect("prints each problem on one line of standard error and exits with 1", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      assert.deepStrictEqual(yield* run(repository, ["annotate"], saying("aquire", "connect", "x")), {
        exitCode: 1,
        stdout: "",
        stderr: [
          "Error: Nothing was written: 2 problems with regions.",
          "  - Region 1 (src/pool.ts): There is no 'aquire' in it at this commit. Did you mean Pool.acquire?",
          "  - Region 3 (src/pool.ts): There is no 'x' in it at this commit.",
          "Hint: Use --partial (partial: true) to write the good regions.",
          ""
        ].join("\n")
      })
    })
  )

  it.effect(
    "prints the note on a dry run, as it can be given back",
    () =>
      Effect.gen(function* () {
        const { commit, repository } = yield* make
        const { stdout } = yield* run(repository, ["annotate", "--dry-run"], saying("connect"))
        assert.deepStrictEqual(yield* noteOn(repository, commit), Option.none())
        yield* repository.write("note.json", stdout)
        const { exitCode } = yield* run(repository, ["annotate", "--file", "note.json"])
        assert.strictEqual(exitCode, 0)
        const shown = yield* repository.git(["notes", "--ref=ultragit", "show", commit])
        assert.strictEqual(timeless(shown), timeless(stdout))
      }),
    slow
  )

  it.effect("refuses input that is empty or not UTF-8", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      const empty = yield* run(repository, ["annotate"])
      assert.match(empty.stderr, /^Error: Standard input is empty\.\nHint: .*--file/)
      yield* repository.write("bytes", new Uint8Array([0x22, 0xff, 0x22]))
      const bytes = yield* run(repository, ["annotate", "--file", "bytes"])
      assert.strictEqual(bytes.stderr, "Error: bytes is not UTF-8.\n")
    })
  )

  it.effect(
    "carries the notes of squashed commits, without input or before it",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* make
        yield* repository.git(["checkout", "--quiet", "-b", "topic"])
        const topic = yield* repository.commit("Topic", { files: { "topic.ts": "export const topic = 1\n" } })
        yield* annotate(repository, topic, [{ file: "topic.ts", anchor: "topic", lines: [1, 1], intent: "Squashed." }])
        yield* repository.git(["checkout", "--quiet", "main"])
        yield* repository.git(["merge", "--quiet", "--squash", "topic"])
        const squashed = yield* repository.commit("Squash")
        const args = ["annotate", "--commit", "HEAD", "--squash-sources", "main~1..topic"]
        const { stdout } = yield* run(repository, args)
        assert.strictEqual(stdout, `Merged the notes of 1 commit into ${squashed.slice(0, 10)}.\n`)
        const given = JSON.stringify({ summary: "All.", task: "T", regions: [] })
        assert.strictEqual((yield* run(repository, [...args, "--live"], given)).exitCode, 0)
        const { annotation } = Option.getOrThrow(yield* noteOn(repository, squashed))
        assert.deepStrictEqual(
          [annotation.task, annotation.provenance.operation, annotation.regions[0]?.intent],
          ["T", "squash", "Squashed."]
        )
      }),
    slow
  )
})

describe("ultragit context", () => {
  it.effect(
    "sets, shows and clears the context of the next commit",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* make
        const said = "Task: T\nConstraint: One\nConstraint: Two\nDepends: a.ts:a=is pure\nTags: x, y\n"
        const flags = ["--task", "T", "--constraint", "One", "--constraint", "Two", "--depends", "a.ts:a=is pure"]
        const set = yield* run(repository, ["context", "set", ...flags, "--tags", "x,y"])
        assert.deepStrictEqual(set, { exitCode: 0, stdout: `Stored for the next commit:\n${said}`, stderr: "" })
        assert.strictEqual((yield* run(repository, ["context", "show"])).stdout, `${said}Set just now.\n`)
        assert.strictEqual((yield* run(repository, ["context", "clear"])).stdout, "The context is cleared.\n")
        assert.match((yield* run(repository, ["context", "show", "--json"])).stdout, /"context":null\}\n$/)
      }),
    slow
  )

  it.effect("reads JSON from standard input", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      const { stdout } = yield* run(repository, ["context", "set", "-", "--risk", "Slow"], '{"task":"T"}')
      assert.strictEqual(stdout, "Stored for the next commit:\nTask: T\nRisk: Slow\n")
    })
  )

  it.effect("refuses to be set to nothing", () =>
    Effect.gen(function* () {
      const { repository } = yield* make
      const { exitCode, stderr } = yield* run(repository, ["context", "set"])
      assert.strictEqual(exitCode, 1)
      assert.match(stderr, /^Error: No reasons are given\.\nHint: /)
    })
  )
})
