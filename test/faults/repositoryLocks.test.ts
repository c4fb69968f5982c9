import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { annotate } from "../../src/writing/annotate/annotate.ts"
import { GitWrites } from "../../src/adapters/git/GitWrites.ts"
import { NotesRetryTimeout } from "../../src/notes/retryContended.ts"
import { makePool } from "../support/annotated.ts"
import { authored } from "../support/authored.ts"
import { askAll, listing, living } from "../support/faults/repository.ts"
import type { TemporaryRepository } from "../support/TemporaryRepository.ts"
import { noteOn } from "../support/writer.ts"
import { slow } from "../support/scale.ts"

const notesLock = "refs/notes/ultragit.lock"
const others = [
  "HEAD.lock",
  "config.lock",
  "index.lock",
  "packed-refs.lock",
  "refs/heads/main.lock",
  "shallow.lock",
  "objects/info/commit-graph.lock"
]

/** As a killed git leaves them. */
const lock = ({ directory }: TemporaryRepository, names: ReadonlyArray<string>) =>
  Effect.promise(() => Promise.all(names.map((name) => writeFile(join(directory, ".git", name), ""))))

const saying = { summary: "Say more.", regions: [{ file: "src/app.ts", anchor: "start", intent: "Start again." }] }

describe("locks left by a killed git", () => {
  it.effect(
    "do not affect reading",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        const answers = yield* living(repository, {}, askAll)
        yield* repository.git(["pack-refs", "--all"])
        yield* lock(repository, [...others, notesLock])
        const before = yield* listing(repository)
        assert.deepStrictEqual(yield* living(repository, { ULTRAGIT_GIT: "process" }, askAll), answers)
        assert.deepStrictEqual(yield* living(repository, { ULTRAGIT_GIT: "es-git" }, askAll), answers)
        assert.deepStrictEqual(yield* listing(repository), before)
      }),
    slow
  )

  it.effect("do not affect writing a note, except the lock of the notes ref", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makePool
      yield* lock(repository, others)
      yield* authored(repository)(annotate({ given: saying }))
      const note = yield* noteOn(repository, second)
      assert.include(
        Option.getOrThrow(note).annotation.regions.map(({ intent }) => intent),
        "Start again."
      )
    })
  )

  it.live("on the notes ref are named, and nothing is changed", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const tip = yield* repository.id("refs/notes/ultragit")
      yield* lock(repository, [notesLock])
      const error = yield* authored(repository)(annotate({ given: saying })).pipe(
        Effect.provideService(NotesRetryTimeout, "100 millis"),
        Effect.flip
      )
      assert.strictEqual(error.code, "notes_contended")
      assert.include(error.hint, `Remove it: ${join(repository.directory, ".git", notesLock)}`)
      assert.strictEqual(yield* repository.id("refs/notes/ultragit"), tip)
    })
  )

  it.live(
    "on the configuration are named when a setting is changed",
    () =>
      Effect.gen(function* () {
        const { repository } = yield* makePool
        yield* lock(repository, ["config.lock"])
        const before = yield* listing(repository)
        const error = yield* authored(repository)(
          Effect.flatMap(GitWrites, (writes) => writes.replaceConfig("ultragit.maxTokens", ["5000"], "local"))
        ).pipe(Effect.flip)
        assert.match(error.hint ?? "", /a killed one left this lock file\. Remove it: .*config\.lock$/)
        assert.deepStrictEqual(yield* listing(repository), before)
      }),
    slow
  )
})
