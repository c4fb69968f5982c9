import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { GitDirectory } from "../../../src/adapters/git/Git.ts"
import { Extractor } from "../../../src/codeIndex/extracting/Extractor.ts"
import { makeIndexer } from "../../../src/codeIndex/indexing/localIndexer.ts"
import { settingsLayer } from "../../../src/Layers.ts"
import { slow } from "../../support/scale.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

/** Files, of which 500 are enough that memory is set free before linking. */
const makeFiles = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, number) => [
      `src/m${number}.ts`,
      `import { f0 } from "./m0.ts"\nexport const f${number} = () => f0()\n`
    ])
  )

/** The threads that this process starts from now on. */
const watchThreads = Effect.acquireRelease(
  Effect.sync(() => {
    const workers: Array<Worker> = []
    const onMessage = (message: unknown): void => {
      const started =
        typeof message === "object" && message !== null && "worker" in message ? message.worker : undefined
      if (started instanceof Worker) workers.push(started)
    }
    subscribe("worker_threads", onMessage)
    // A thread that has ended has the id −1.
    return { workers, running: () => workers.filter(({ threadId }) => threadId !== -1).length, onMessage }
  }),
  ({ onMessage }) => Effect.sync(() => void unsubscribe("worker_threads", onMessage))
)

const countLinks = (path: string): unknown => {
  const database = new DatabaseSync(path, { readOnly: true })
  const row = database.prepare("SELECT count(*) AS count FROM links").get()
  database.close()
  return row?.["count"]
}

/** Indexes for the first time, and returns what was parsed, how many threads were started, and what happened. */
const indexFirst = Effect.fnUntraced(function* (files: Readonly<Record<string, string>>) {
  const repository = yield* makeRepository()
  yield* repository.commit("First", { files })
  const path = join(repository.directory, ".git", "ultragit", "code.db")
  const threads = yield* watchThreads
  const events: Array<unknown> = []
  const watched = Layer.effect(
    Extractor,
    Effect.map(Extractor, ({ end, extract }) =>
      Extractor.of({
        extract: (contents) => Effect.tap(extract(contents), () => Effect.sync(() => void events.push("extracted"))),
        end: Effect.tap(end, () =>
          Effect.sync(() => void events.push({ running: threads.running(), links: countLinks(path) }))
        )
      })
    )
  ).pipe(Layer.provide(Extractor.layer))
  const { parsed } = yield* makeIndexer(path).pipe(
    Effect.flatMap((indexer) => indexer.reconcile(false)),
    Effect.provide(Layer.fresh(Layer.merge(settingsLayer, watched))),
    Effect.provideService(GitDirectory, repository.directory)
  )
  return { parsed, started: threads.workers.length, events, links: countLinks(path) }
})

describe("a first index", () => {
  for (const [kind, count, options] of [
    ["few", 2, {}],
    ["many", 510, slow]
  ] as const) {
    it.live(
      `of ${kind} files ends the threads that parse before it links`,
      () =>
        Effect.gen(function* () {
          const { events, links, parsed, started } = yield* indexFirst(makeFiles(count))
          assert.strictEqual(parsed, count)
          assert.isAbove(started, 0)
          assert.deepStrictEqual(events.at(-1), { running: 0, links: 0 })
          assert.lengthOf(
            events.filter((event) => event !== "extracted"),
            1
          )
          assert.strictEqual(links, count)
        }),
      options
    )
  }
})
