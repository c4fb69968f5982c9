import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { runWorker } from "../../../src/capture/worker/worker.ts"
import { emptyQueueAfter, importQueue } from "../../../src/sessions/importing/importQueue.ts"
import { importSessions } from "../../../src/sessions/importing/importSessions.ts"
import { listDrafts } from "../../../src/writing/drafts/draftFiles.ts"
import { holdLock } from "../../../src/adapters/sql/Lock.ts"
import {
  asUser,
  claudeFolder,
  claudeRecords,
  makeSessionFixture,
  type SessionFixture,
  writeRecords
} from "../../support/sessions.ts"
import { runUnprivileged } from "../../support/runUnprivileged.ts"

const queueOf = ({ repository }: SessionFixture): string => join(repository.directory, ".git/ultragit/agents/queue")

const enqueue = (fixture: SessionFixture, name: string, content: unknown) =>
  Effect.promise(() =>
    mkdir(queueOf(fixture), { recursive: true }).then(() =>
      writeFile(join(queueOf(fixture), `${name}.json`), typeof content === "string" ? content : JSON.stringify(content))
    )
  )

const queued = (fixture: SessionFixture, transcript: string, client = "claude-code") => ({
  client,
  session: "s-1",
  transcript: join(fixture.home, transcript),
  cwd: fixture.repository.directory,
  time: fixture.time(9)
})

const listQueue = (fixture: SessionFixture) => Effect.promise(() => readdir(queueOf(fixture)))

describe("importQueue", () => {
  it.effect("imports queued sessions once and empties the queue", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      const transcript = `${claudeFolder(fixture.repository.directory)}/s-1.jsonl`
      yield* writeRecords(fixture, transcript, claudeRecords(fixture))
      yield* enqueue(fixture, "s-1", queued(fixture, transcript))
      const first = yield* asUser(fixture)(importQueue())
      assert.deepStrictEqual(first, { imported: 1, dropped: 0, drafts: 1, busy: false })
      assert.deepStrictEqual(yield* asUser(fixture)(listDrafts()), [fixture.commit])
      assert.deepStrictEqual(yield* listQueue(fixture), [])
      const again = yield* asUser(fixture)(importQueue())
      assert.deepStrictEqual(again, { imported: 0, dropped: 0, drafts: 0, busy: false })
    })
  )

  it.effect("drops what is no session, is gone or outside of the client's folder, and says so in the log", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      yield* writeRecords(fixture, "elsewhere/s-1.jsonl", claudeRecords(fixture))
      yield* enqueue(fixture, "broken", "{")
      yield* enqueue(fixture, "gone", queued(fixture, `${claudeFolder(fixture.repository.directory)}/gone.jsonl`))
      yield* enqueue(fixture, "outside", queued(fixture, "elsewhere/s-1.jsonl"))
      yield* enqueue(fixture, "unknown", queued(fixture, "elsewhere/s-1.jsonl", "of-a-later-version"))
      const outcome = yield* asUser(fixture)(importQueue())
      assert.deepStrictEqual(outcome, { imported: 0, dropped: 4, drafts: 0, busy: false })
      assert.deepStrictEqual(yield* listQueue(fixture), [])
      const log = yield* Effect.promise(() => readFile(join(fixture.repository.directory, ".git/ultragit/log"), "utf8"))
      assert.lengthOf(log.match(/ dropped: /g) ?? [], 4)
    })
  )

  it.effect("is run by the worker of git's hooks", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      const transcript = `${claudeFolder(fixture.repository.directory)}/s-1.jsonl`
      yield* writeRecords(fixture, transcript, claudeRecords(fixture))
      yield* enqueue(fixture, "s-1", queued(fixture, transcript))
      yield* asUser(fixture)(runWorker())
      assert.deepStrictEqual(yield* asUser(fixture)(listDrafts()), [fixture.commit])
      assert.deepStrictEqual(yield* listQueue(fixture), [])
    })
  )

  it.effect("has nothing to do after an import of all sessions", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      yield* enqueue(fixture, "s-1", queued(fixture, "elsewhere/s-1.jsonl"))
      yield* asUser(fixture)(emptyQueueAfter(importSessions({ clients: [], sinceMillis: 0, dryRun: false })))
      assert.deepStrictEqual(yield* listQueue(fixture), [])
    })
  )

  it.effect("leaves the queue to the process that imports it", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      yield* enqueue(fixture, "s-1", queued(fixture, "elsewhere/s-1.jsonl"))
      assert.isTrue(yield* holdLock(join(fixture.repository.directory, ".git/ultragit/agents/import.lock")))
      assert.isTrue((yield* asUser(fixture)(importQueue())).busy)
      assert.deepStrictEqual(yield* listQueue(fixture), ["s-1.json"])
    })
  )

  it.live("tries a session once that cannot be taken out of the queue", () =>
    Effect.gen(function* () {
      const fixture = yield* makeSessionFixture
      yield* enqueue(fixture, "s-1", "{")
      yield* Effect.promise(() => chmod(queueOf(fixture), 0o555))
      const { directory } = fixture.repository
      const { exitCode } = yield* runUnprivileged(directory, "import", "sessions", "--queued").pipe(
        Effect.ensuring(Effect.promise(() => chmod(queueOf(fixture), 0o755)))
      )
      assert.strictEqual(exitCode, 0)
      const log = yield* Effect.promise(() => readFile(join(directory, ".git/ultragit/log"), "utf8"))
      assert.strictEqual(log.match(/s-1\.json not imported, as it cannot be removed: /g)?.length, 1)
    })
  )
})
