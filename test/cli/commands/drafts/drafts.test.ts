import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { ObjectId } from "../../../../src/domain/ObjectId.ts"
import { makeDraft, saveDraft } from "../../../../src/writing/drafts/saveDraft.ts"
import { poolSource } from "../../../support/annotated.ts"
import { authoredNow } from "../../../support/authored.ts"
import { run } from "../../../support/program.ts"
import { slow } from "../../../support/scale.ts"
import { hasTerminal, onTerminal } from "../../../support/terminal.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"

const makeDrafted = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("Add the pool", { files: { "src/pool.ts": poolSource } })
  const content = makeDraft({
    commit: ObjectId.make(commit),
    subject: "Add the pool",
    authored: "2024-01-01T00:00:00Z",
    sessions: [{ client: "claude-code", agent: "Claude Code", id: "s-1" }],
    places: [
      {
        session: "s-1",
        file: "src/pool.ts",
        ast_anchor: { type: "method", name: "Pool.acquire" },
        lines: { start: 2, end: 4 },
        quotes: [{ kind: "why", by: "agent", text: "Because one is enough." }]
      }
    ]
  })
  yield* authoredNow(repository)(saveDraft(content))
  const shown = Effect.map(run(["drafts", "show", "HEAD"], { cwd: repository.directory }), ({ stdout }) => stdout)
  return { cwd: repository.directory, repository, shown }
})

describe("drafts of a commit that was amended", () => {
  it.live("are listed and accepted with a warning, others without", () =>
    Effect.gen(function* () {
      const { cwd, repository } = yield* makeDrafted
      assert.strictEqual((yield* run(["drafts"], { cwd })).stderr, "")
      const before = yield* repository.id("HEAD")
      yield* repository.git(["commit", "--quiet", "--amend", "--message=Add one pool"])
      const warning = new RegExp(`^warn: Not in the history of HEAD: ${before.slice(0, 10)}\\. .*import sessions`)
      assert.match((yield* run(["drafts"], { cwd })).stderr, warning)
      assert.match((yield* run(["drafts", "accept", "--all"], { cwd })).stderr, warning)
      assert.strictEqual((yield* run(["drafts"], { cwd })).stderr, "")
    })
  )
})

const edit = "drafts edit HEAD"

describe.skipIf(!hasTerminal)("drafts edit at a terminal", () => {
  it.live(
    "opens git's editor on the annotation, and keeps the draft where the editor fails",
    () =>
      Effect.gen(function* () {
        const { cwd, shown } = yield* makeDrafted
        const before = yield* shown
        assert.include(before, "Because one is enough.")
        const failed = yield* onTerminal(cwd, edit, { GIT_EDITOR: "false" })
        assert.strictEqual(failed.exitCode, 1)
        assert.include(failed.text, "The editor 'false' failed.")
        const emptied = yield* onTerminal(cwd, edit, { GIT_EDITOR: "sh -c 'echo nonsense > \"$1\"' -" })
        assert.notStrictEqual(emptied.exitCode, 0)
        assert.strictEqual(yield* shown, before)
        const edited = yield* onTerminal(cwd, edit, { GIT_EDITOR: "sed -i s/enough/plenty/" })
        assert.deepInclude(edited, { exitCode: 0 })
        assert.include(edited.text, "Edited the draft for ")
        assert.include(yield* shown, "Because one is plenty.")
      }),
    slow
  )
})
