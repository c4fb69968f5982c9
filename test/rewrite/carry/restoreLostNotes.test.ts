import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { restoreLostNotes } from "../../../src/rewrite/carry/carry.ts"
import { annotate, poolSource } from "../../support/annotated.ts"
import { authoredNow } from "../../support/authored.ts"
import { minimalNote } from "../../support/notes.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { fromTemplate } from "../../support/template.ts"

const ref = "refs/notes/ultragit"
const carelessRef = "refs/notes/careless"

const connect = { file: "src/pool.ts", anchor: "connect", lines: [9, 11] as const, intent: "One pool for a broker." }
const app = { file: "src/app.ts", anchor: "start", lines: [1, 1] as const, intent: "Start with one pool." }

/** Two commits; the first has a note, written twice. */
const makeTwo = fromTemplate(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const first = yield* repository.commit("Add the pool", { files: { "src/pool.ts": poolSource } })
    const second = yield* repository.commit("Add the application", {
      files: { "src/app.ts": "export const start = 1\n" }
    })
    yield* annotate(repository, first, [{ ...connect, intent: "Unknown." }])
    const start = yield* annotate(repository, first, [connect])
    return { repository, first, second, start }
  })
)

const setRef = (repository: TemporaryRepository, to: string) =>
  repository.git(["update-ref", "--create-reflog", ref, to])

/** What `git notes` makes of the notes as they were at `read`, without moving the notes ref. */
const carelessly = Effect.fnUntraced(function* (
  repository: TemporaryRepository,
  read: string,
  write: (ref: string) => Effect.Effect<unknown>
) {
  yield* repository.git(["update-ref", carelessRef, read])
  yield* write(carelessRef)
  return yield* repository.id(carelessRef)
})

/** The same tree and message as if the writer had seen the tip only when it made its commit. */
const onTip = Effect.fnUntraced(function* (repository: TemporaryRepository, careless: string) {
  const message = yield* repository.git(["log", "-1", "--format=%s", careless])
  const tip = yield* repository.id(ref)
  return yield* repository.git(["commit-tree", `${careless}^{tree}`, "-p", tip, "-m", message])
})

const restored = (repository: TemporaryRepository) => authoredNow(repository)(restoreLostNotes)

const intentsOf = (repository: TemporaryRepository, commit: string) =>
  Effect.map(repository.tryGit(["notes", `--ref=${ref}`, "show", commit]), ({ exitCode, stdout }) =>
    exitCode === 0
      ? JSON.parse(stdout.toString()).regions.map(({ intent }: { readonly intent: string }) => intent)
      : undefined
  )

/** Writes the second commit's note, then drops it as a writer does that read the notes before and writes to the first. */
const loseSecond = Effect.fnUntraced(function* (lose: "replacing" | "following") {
  const made = yield* makeTwo
  const { first, repository, second, start } = made
  yield* annotate(repository, second, [app])
  const careless = yield* carelessly(repository, start, (there) =>
    repository.note(first, minimalNote(first, { regions: [{ ...region(connect), intent: "One pool a process." }] }), {
      ref: there
    })
  )
  yield* setRef(repository, lose === "replacing" ? careless : yield* onTip(repository, careless))
  return made
})

const region = ({ anchor, file, intent, lines }: typeof connect | typeof app) => ({
  file,
  ast_anchor: { type: "function", name: anchor },
  lines: { start: lines[0], end: lines[1] },
  intent
})

describe("restoreLostNotes", () => {
  it.effect.each(["replacing", "following"] as const)(
    "restores a note that a notes commit %s the tip dropped",
    (lose) =>
      Effect.gen(function* () {
        const { first, repository, second } = yield* loseSecond(lose)
        assert.strictEqual(yield* intentsOf(repository, second), undefined)
        assert.deepStrictEqual(yield* restored(repository), [second])
        assert.deepStrictEqual(yield* intentsOf(repository, second), [app.intent])
        assert.deepStrictEqual(yield* intentsOf(repository, first), ["One pool a process."])
      })
  )

  it.effect("does nothing the second time", () =>
    Effect.gen(function* () {
      const { repository } = yield* loseSecond("replacing")
      yield* restored(repository)
      const tip = yield* repository.id(ref)
      assert.deepStrictEqual(yield* restored(repository), [])
      assert.strictEqual(yield* repository.id(ref), tip)
    })
  )

  it.effect("does not restore a note that was removed after its recovery", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* loseSecond("following")
      yield* restored(repository)
      yield* repository.git(["notes", `--ref=${ref}`, "remove", second])
      assert.deepStrictEqual(yield* restored(repository), [])
    })
  )

  it.effect("restores the text of a note that the writer of another note reverted", () =>
    Effect.gen(function* () {
      const { first, repository, second, start } = yield* makeTwo
      yield* annotate(repository, first, [{ ...connect, intent: "Two pools." }])
      const careless = yield* carelessly(repository, start, (there) =>
        repository.note(second, minimalNote(second, { regions: [region(app)] }), { ref: there })
      )
      yield* setRef(repository, yield* onTip(repository, careless))
      assert.deepStrictEqual(yield* intentsOf(repository, first), [connect.intent])
      assert.deepStrictEqual(yield* restored(repository), [first])
      assert.deepStrictEqual(yield* intentsOf(repository, first), ["Two pools."])
      assert.deepStrictEqual(yield* intentsOf(repository, second), [app.intent])
    })
  )

  it.effect("merges two concurrent texts of a note", () =>
    Effect.gen(function* () {
      const { repository, second, start } = yield* makeTwo
      yield* annotate(repository, second, [app])
      const careless = yield* carelessly(repository, start, (there) =>
        repository.note(second, minimalNote(second, { regions: [region({ ...app, anchor: "stop" })] }), { ref: there })
      )
      yield* setRef(repository, careless)
      yield* restored(repository)
      assert.strictEqual((yield* intentsOf(repository, second)).length, 2)
    })
  )

  const deliberate: ReadonlyArray<readonly [string, (made: Effect.Success<typeof makeTwo>) => Effect.Effect<unknown>]> =
    [
      ["a note removed", ({ repository, second }) => repository.git(["notes", `--ref=${ref}`, "remove", second])],
      [
        "a note removed of which a concurrent text was lost",
        ({ repository, second, start }) =>
          Effect.gen(function* () {
            const write = (there: string) => repository.note(second, minimalNote(second), { ref: there })
            yield* setRef(repository, yield* carelessly(repository, start, write))
            yield* repository.git(["notes", `--ref=${ref}`, "remove", second])
          })
      ],
      [
        "notes pruned",
        ({ repository, second }) =>
          Effect.gen(function* () {
            const other = yield* repository.git(["commit-tree", `${second}^{tree}`, "-m", "Unreferenced"])
            yield* annotate(repository, other, [app])
            yield* repository.git(["gc", "--quiet", "--prune=now"])
            yield* repository.git(["notes", `--ref=${ref}`, "prune"])
          })
      ],
      ["the ref set back", ({ repository, start }) => setRef(repository, start)],
      [
        "the ref set back to where it never was",
        ({ repository, second }) =>
          Effect.gen(function* () {
            const write = (intent: string) => (there: string) =>
              repository.note(second, minimalNote(second, { regions: [region({ ...app, intent })] }), { ref: there })
            const between = yield* carelessly(repository, yield* repository.id(ref), write("Between."))
            yield* setRef(repository, yield* carelessly(repository, between, write("After.")))
            yield* setRef(repository, between)
          })
      ],
      [
        "the ref set back and written to",
        ({ first, repository, start }) =>
          Effect.andThen(setRef(repository, start), annotate(repository, first, [{ ...connect, intent: "Other." }]))
      ],
      [
        "the ref replaced by one without history",
        ({ repository, start }) =>
          Effect.gen(function* () {
            const message = "Notes added by 'git notes add'"
            yield* setRef(repository, yield* repository.git(["commit-tree", `${start}^{tree}`, "-m", message]))
          })
      ],
      [
        "an old text put back",
        ({ first, repository }) =>
          Effect.andThen(
            annotate(repository, first, [{ ...connect, intent: "Two pools." }]),
            annotate(repository, first, [connect])
          )
      ]
    ]

  it.effect.each(deliberate)("does not undo %s", ([, act]) =>
    Effect.gen(function* () {
      const made = yield* makeTwo
      yield* annotate(made.repository, made.second, [app])
      yield* act(made)
      const tip = yield* made.repository.id(ref)
      assert.deepStrictEqual(yield* restored(made.repository), [])
      assert.strictEqual(yield* made.repository.id(ref), tip)
    })
  )
})
