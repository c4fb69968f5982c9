import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { ObjectId } from "../../../../src/domain/ObjectId.ts"
import type { DraftContent } from "../../../../src/writing/drafts/Draft.ts"
import { makeDraft, saveDraft } from "../../../../src/writing/drafts/saveDraft.ts"
import { poolSource } from "../../../support/annotated.ts"
import { authoredNow } from "../../../support/authored.ts"
import { run } from "../../../support/program.ts"
import { slow } from "../../../support/scale.ts"
import { hasTerminal, onTerminal } from "../../../support/terminal.ts"
import { makeRepository } from "../../../support/TemporaryRepository.ts"

const poolDraft: Omit<DraftContent, "commit"> = {
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
}

const makeDrafted = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("Add the pool", { files: { "src/pool.ts": poolSource } })
  const content = makeDraft({ ...poolDraft, commit: ObjectId.make(commit) })
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

describe("a draft that cannot be read", () => {
  const newer = '{"$schema":"ultragit-draft/v2","edited":true}\n'
  const makeUnreadable = Effect.gen(function* () {
    const { cwd, repository } = yield* makeDrafted
    const id = yield* repository.commit("Add more")
    const file = `.git/ultragit/drafts/${id}.json`
    yield* repository.write(file, newer)
    return { cwd, id, repository, file: join(cwd, file) }
  })

  it.live("is named, and keeps no other from being listed and accepted", () =>
    Effect.gen(function* () {
      const { cwd, file } = yield* makeUnreadable
      const listed = yield* run(["drafts"], { cwd })
      assert.strictEqual(listed.exitCode, 0)
      assert.include(listed.stdout, "1 region  Add the pool")
      assert.include(listed.stderr, `warn: Cannot use the draft ${file}: it is not a draft of this version`)
      const accepted = yield* run(["drafts", "accept", "--all"], { cwd })
      assert.match(accepted.stdout, /^[0-9a-f]{10} is noted in refs\/notes\/ultragit\.\n$/)
      assert.include(accepted.stderr, `Cannot use the draft ${file}`)
      assert.strictEqual(readFileSync(file, "utf8"), newer)
      assert.strictEqual((yield* run(["drafts", "accept", "HEAD"], { cwd })).exitCode, 1)
    })
  )

  it.live("is kept by an import, and can be dropped", () =>
    Effect.gen(function* () {
      const { cwd, file, id, repository } = yield* makeUnreadable
      const content = { ...poolDraft, commit: ObjectId.make(id), subject: "Add more" }
      assert.isTrue(Option.isNone(yield* authoredNow(repository)(saveDraft(content))))
      assert.strictEqual(readFileSync(file, "utf8"), newer)
      const dropped = yield* run(["drafts", "drop", "HEAD"], { cwd })
      assert.deepStrictEqual([dropped.exitCode, dropped.stdout], [0, "Dropped 1 draft.\n"])
      assert.isFalse(existsSync(file))
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
