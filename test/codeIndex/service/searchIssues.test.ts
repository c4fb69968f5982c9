import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { takeTags } from "../../../src/codeIndex/asking/sentences.ts"
import { CodeIndex } from "../../../src/codeIndex/service/CodeIndex.ts"
import { findPaths, indexOf } from "../../support/code/codeIndex.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const files = {
  "src/pool.js": "/** Closes idle workers. */\nexport class Pool {\n  close(worker) { worker.end() }\n}\n",
  "src/queue.js":
    "/** A queue of jobs for an idle worker. */\nexport const queue = []\nexport const push = (job, worker) => queue.push(job, worker)\n",
  "src/environment.js": [
    "// production deployment configuration environment",
    "export const environment = { production: 1, deployment: 2, configuration: 3 }",
    ""
  ].join("\n"),
  "src/retries.js": "/** Retries of a job after an error. */\nexport const retries = (job) => job.retries + 1\n",
  "src/notes.js": "// says which idle worker that the queue now has\nexport const notes = 1\n",
  "test/pool.test.js": "test('pool closes idle workers', () => {})\n",
  "CHANGELOG.md":
    "- Add a limit of 3 retries for each job that a queue has.\n- The queue says which worker is idle now.\n"
}

const project = Layer.unwrap(
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    yield* repository.commit("First", { files })
    return indexOf(repository.directory)
  })
)

const first = (text: string) => Effect.map(findPaths(text), ([path]) => path)

const issue = `Pool does not close idle workers

In our production environment, whose deployment configuration cannot be changed,
the tests of the deployment environment show it.`

layer(project, { excludeTestServices: true })("a search for an issue", (hosted) => {
  hosted.effect("takes words from its title first", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* first(issue), "src/pool.js")
      const index = yield* CodeIndex
      const { tags } = takeTags(issue)
      const [hit] = (yield* index.search({ tags }, issue)).results
      assert.strictEqual(hit?.path, "src/pool.js")
    })
  )

  hosted.effect("takes more words from a text than a caller may give as tags", () =>
    Effect.gen(function* () {
      const text = "Close idle worker: queue retries job environment"
      const { tags } = takeTags(text)
      assert.strictEqual(tags.length, 6)
      const index = yield* CodeIndex
      assert.isAbove((yield* index.search({ tags }, text)).results.length, 0)
      const failure = yield* Effect.flip(index.search({ tags }))
      assert.match(failure.message, /Maximum 5 search tags allowed/)
    })
  )

  hosted.effect("finds code although a document says nearly the same", () =>
    Effect.gen(function* () {
      const task = yield* findPaths("Add a limit of retries for each job")
      assert.strictEqual(task[0], "src/retries.js")
      const said = yield* findPaths("The pool says which worker is idle")
      assert.strictEqual(said[0], "src/pool.js")
    })
  )

  hosted.effect("takes a task for no message with other values", () =>
    Effect.gen(function* () {
      assert.include(yield* findPaths("Fix the idle worker that the queue now says"), "src/queue.js")
    })
  )
})
