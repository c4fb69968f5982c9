import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { annotate } from "../../support/annotated.ts"
import { ask, failure } from "../../support/ask.ts"
import { run } from "../../support/program.ts"
import { makeFolder, makeRepository } from "../../support/TemporaryRepository.ts"
import { slow } from "../../support/scale.ts"

/** `na\357ve dir/caf\351.ts`, in Latin-1, as the program has it inside. */
const path = "na\udcefve dir/caf\udce9.ts"
const quoted = '"na\\357ve dir/caf\\351.ts"'

/** A file whose name is Latin-1, its second commit annotated. */
const makeLatin1 = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const add = Effect.fnUntraced(function* (content: string) {
    const blob = yield* repository.git(["hash-object", "-w", "--stdin"], { stdin: content })
    const name = Buffer.from("na\xefve dir/caf\xe9.ts", "latin1")
    const stdin = Buffer.concat([Buffer.from(`100644 ${blob}\t`), name, Buffer.from("\0")])
    yield* repository.git(["update-index", "-z", "--index-info"], { stdin })
    yield* repository.git(["commit", "--quiet", "-m", "Change"])
    return yield* repository.id("HEAD")
  })
  yield* add("export const a = 1\n")
  const second = yield* add("export const a = 1\nexport const order = () => a + 1\n")
  yield* annotate(repository, second, [{ file: path, anchor: "order", lines: [2, 2], intent: "One more." }])
  return { repository, second }
})

describe("a file whose name is not UTF-8", () => {
  it.live(
    "is accepted as git quotes it, with or without the quotes, and shown that way",
    () =>
      Effect.gen(function* () {
        const { repository, second } = yield* makeLatin1
        const { history, read, summary } = ask(repository)
        for (const text of [quoted, quoted.slice(1, -1), path]) {
          const answer = yield* read({ path: text, anchor: "order" })
          assert.deepStrictEqual(
            answer.regions.map(({ commit, intent }) => [commit, intent]),
            [[second, "One more."]],
            text
          )
          assert.strictEqual(answer.query.path, quoted)
          assert.lengthOf((yield* history({ path: text, anchor: "order" })).timeline, 1)
          assert.lengthOf((yield* summary({ path: text })).units, 1)
        }
      }),
    slow
  )

  it.live(
    "is suggested in a form that can be pasted, also into a shell",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makeLatin1
        const { hint } = yield* failure(ask(repository).read({ path: "naive dir/caf.ts" }))
        assert.strictEqual(hint, `Did you mean ${quoted}?`)
        const cwd = yield* makeFolder
        const shown = yield* run(["read", quoted.slice(1, -1), "order", "--repo", repository.directory, "--json"], {
          cwd
        })
        assert.strictEqual(JSON.parse(shown.stdout).regions[0].intent, "One more.", shown.stderr)
      }),
    slow
  )

  it.live("yields to a file that has the quoted name itself", () =>
    Effect.gen(function* () {
      const { repository } = yield* makeLatin1
      const commit = yield* repository.commit("Odd", { files: { [quoted.slice(1, -1)]: "export const odd = 1\n" } })
      yield* annotate(repository, commit, [{ file: quoted.slice(1, -1), anchor: "odd", lines: [1, 1], intent: "Odd." }])
      const { regions } = yield* ask(repository).read({ path: quoted.slice(1, -1) })
      assert.deepStrictEqual(
        regions.map(({ intent }) => intent),
        ["Odd."]
      )
    })
  )
})
