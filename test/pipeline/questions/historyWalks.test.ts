import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readdir } from "node:fs/promises"
import { annotate, makePool } from "../../support/annotated.ts"
import { ask } from "../../support/ask.ts"
import { makeFakeGit } from "../../support/FakeGit.ts"

/** A `git log --follow` that waits for `git log -L` to be started, and leaves a mark where that never comes. */
const waiting = `case "$*" in
  *--follow*)
    tries=0
    while [ ! -e "$FOLDER/lines" ]; do
      tries=$((tries + 1))
      if [ $tries -gt 200 ]; then touch "$FOLDER/alone"; break; fi
      sleep 0.05
    done ;;
  *" -L"*) touch "$FOLDER/lines" ;;
esac
real "$@"`

describe("history", () => {
  it.effect("walks the line history in parallel with the file history where names alone do not decide", () =>
    Effect.gen(function* () {
      const { repository, first } = yield* makePool
      yield* annotate(repository, first, [
        { file: "src/pool.ts", anchor: "somethingElse", lines: [9, 11], intent: "About the same lines." }
      ])
      const { environment, folder } = yield* makeFakeGit({ log: waiting })
      const answer = yield* ask(repository, environment).history({ path: "src/pool.ts", anchor: "connect" })
      assert.deepStrictEqual(
        answer.timeline.map((entry) => entry.intent),
        ["About the same lines."]
      )
      assert.notInclude(yield* Effect.promise(() => readdir(folder)), "alone")
    })
  )

  it.effect("skips the line history where names decide and history is not quoted", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["config", "ultragit.evidence", "never"])
      const { environment, folder } = yield* makeFakeGit({
        log: `case "$*" in *" -L"*) touch "$FOLDER/lines" ;; esac\nreal "$@"`
      })
      const answer = yield* ask(repository, environment).history({ path: "src/app.ts", anchor: "start" })
      assert.include(
        answer.timeline.map((entry) => entry.intent),
        "Start with one pool."
      )
      assert.notInclude(yield* Effect.promise(() => readdir(folder)), "lines")
    })
  )
})
