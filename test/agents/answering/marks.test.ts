import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { privateFiles } from "../../../src/adapters/git/PrivateFiles.ts"
import { removeOldMarks } from "../../../src/agents/answering/marks.ts"
import { makeFolder } from "../../support/TemporaryRepository.ts"

const secondsPerDay = 24 * 60 * 60

describe("what agents were shown and asked", () => {
  it.live("is forgotten a week after the last mark of its session, or after the question", () =>
    Effect.gen(function* () {
      const directory = yield* makeFolder
      const now = (yield* Clock.currentTimeMillis) / 1000
      const mark = (name: string, days: number) => {
        const file = join(directory, "ultragit/agents", name)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, "")
        utimesSync(file, now - days * secondsPerDay, now - days * secondsPerDay)
      }
      mark("sessions/old/one", 8)
      mark("sessions/old/two", 9)
      mark("sessions/new/one", 6)
      mark("sessions/new/two", 9)
      mark("asked/old", 8)
      mark("asked/new", 6)
      const files = privateFiles(directory)
      yield* removeOldMarks(files, files)
      const left = (name: string) => readdirSync(join(directory, "ultragit/agents", name)).toSorted()
      assert.deepStrictEqual(["sessions", "sessions/new", "asked"].map(left), [["new"], ["one", "two"], ["new"]])
    })
  )
})
