import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { correct } from "../../../src/writing/corrections/correct.ts"
import { enable } from "../../../src/sharing/sync/enable.ts"
import { ask } from "../../support/ask.ts"
import { authoredNow } from "../../support/authored.ts"
import { notesRef, oneClone, pullIn, say, tipOf } from "../../support/hub.ts"
import type { TemporaryRepository } from "../../support/TemporaryRepository.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"
import { slow } from "../../support/scale.ts"

const incoming = "refs/ultragit/incoming/origin/notes/ultragit"

const shared = Effect.gen(function* () {
  const found = yield* oneClone
  yield* authoredNow(found.clone)(enable({ remote: Option.none() }))
  return found
})

const write = (repository: TemporaryRepository, commit: string, file: string, intent: string) =>
  repository.note(commit, minimalNote(commit, { summary: "", regions: [{ ...minimalRegion(file, intent), intent }] }))

const intents = Effect.fnUntraced(function* (repository: TemporaryRepository, path: string) {
  const { regions, warnings } = yield* ask(repository).read({ path })
  return { intents: regions.map(({ intent }) => intent).toSorted(), warnings }
})

describe("fetched notes that are not merged yet", () => {
  it.live("appear in answers, without a ref update", () =>
    Effect.gen(function* () {
      const { clone, first, hub } = yield* shared
      yield* write(hub, first, "a.ts", "there")
      yield* clone.git(["fetch", "--quiet"])
      const waiting = yield* tipOf(clone, incoming)
      assert.deepStrictEqual(yield* intents(clone, "a.ts"), { intents: ["there"], warnings: undefined })
      assert.deepStrictEqual([yield* tipOf(clone), yield* tipOf(clone, incoming)], [undefined, waiting])
      yield* clone.git(["pack-refs", "--all"])
      assert.deepStrictEqual((yield* intents(clone, "a.ts")).intents, ["there"])
    })
  )

  it.live("are merged with local notes as a pull would", () =>
    Effect.gen(function* () {
      const { clone, first, hub, second } = yield* shared
      yield* write(hub, first, "a.ts", "before")
      yield* pullIn(clone)
      yield* write(hub, first, "a.ts", "there")
      yield* write(clone, first, "a.ts", "here")
      yield* write(clone, second, "b.ts", "ours")
      yield* clone.git(["fetch", "--quiet"])
      const asked = { a: yield* intents(clone, "a.ts"), b: yield* intents(clone, "b.ts") }
      assert.deepStrictEqual(asked.b.intents, ["ours"])
      yield* pullIn(clone)
      assert.isUndefined(yield* tipOf(clone, incoming))
      assert.deepStrictEqual({ a: yield* intents(clone, "a.ts"), b: yield* intents(clone, "b.ts") }, asked)
      assert.isAtLeast(asked.a.intents.length, 2)
    })
  )

  it.live(
    "can be corrected, which merges them first",
    () =>
      Effect.gen(function* () {
        const { clone, first, hub } = yield* shared
        yield* write(hub, first, "a.ts", "there")
        yield* clone.git(["fetch", "--quiet"])
        const { regions } = yield* ask(clone).read({ path: "a.ts" })
        const change = { action: "add", field: "tags", value: "broker" } as const
        const region = regions[0]?.anchor.name ?? ""
        const none = { file: Option.none<string>(), allowSecret: false, dryRun: false }
        const { changed } = yield* authoredNow(clone)(correct({ commit: first, region, change, ...none }))
        assert.isTrue(changed)
        assert.isUndefined(yield* tipOf(clone, incoming))
      }),
    slow
  )

  it.live(
    "disappear from answers when the remote deletes them",
    () =>
      Effect.gen(function* () {
        const { clone, first, hub, second } = yield* shared
        yield* write(hub, first, "a.ts", "there")
        yield* pullIn(clone)
        yield* write(clone, second, "b.ts", "ours")
        yield* hub.git(["notes", `--ref=${notesRef}`, "remove", first])
        yield* clone.git(["fetch", "--quiet"])
        assert.deepStrictEqual((yield* intents(clone, "a.ts")).intents, [])
        assert.deepStrictEqual((yield* intents(clone, "b.ts")).intents, ["ours"])
      }),
    slow
  )

  it.live("that are unreadable are named, and do not affect the others", () =>
    Effect.gen(function* () {
      const { clone, first, second } = yield* shared
      yield* say(clone, first, "here")
      yield* clone.git(["update-ref", incoming, yield* clone.id(`${second}^{tree}`)])
      const { intents: found, warnings = [] } = yield* intents(clone, "a.ts")
      assert.lengthOf(found, 1)
      assert.match(warnings.join(), /^The notes fetched from origin cannot be read and are left out: /)
    })
  )
})
