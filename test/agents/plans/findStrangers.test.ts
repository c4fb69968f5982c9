import { NodeServices } from "@effect/platform-node"
import { assert, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { findNotesOfStrangers } from "../../../src/agents/plans/findStrangers.ts"
import { gitProcessAt } from "../../support/gitLayer.ts"
import { isolation } from "../../support/runGit.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const me = { GIT_AUTHOR_NAME: "Me", GIT_AUTHOR_EMAIL: "Me@example.org" }
const stranger = { GIT_AUTHOR_NAME: "Stranger", GIT_AUTHOR_EMAIL: "stranger@example.org" }

it.effect("notes are a stranger's if neither the user nor an author of the history wrote them", () =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const [first, second, third] = [
      yield* repository.commit("First"),
      yield* repository.commit("Second"),
      yield* repository.commit("Third")
    ]
    const note = (commit: string, env: Readonly<Record<string, string>>) =>
      repository.git(["notes", "--ref=ultragit", "add", "-m", "x", commit], { env })
    yield* note(first, {})
    yield* note(second, me)
    const tip = Effect.map(repository.id("refs/notes/ultragit"), (id) => [id])
    const strangers = Effect.gen(function* () {
      return [...(yield* findNotesOfStrangers(yield* tip, third))]
    }).pipe(
      Effect.provide(
        gitProcessAt(repository.directory, { ...isolation, ...me }).pipe(Layer.provide(NodeServices.layer))
      )
    )
    assert.deepStrictEqual(yield* strangers, [])
    yield* note(third, stranger)
    assert.deepStrictEqual(yield* strangers, [third])
  })
)
