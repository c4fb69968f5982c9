import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { runWorker } from "../../../src/capture/worker/worker.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import type { DraftContent } from "../../../src/writing/drafts/Draft.ts"
import { listDrafts, readDraft, settleDraft } from "../../../src/writing/drafts/draftFiles.ts"
import { editDraft } from "../../../src/writing/drafts/editDraft.ts"
import { followRewrites } from "../../../src/writing/drafts/followRewrites.ts"
import { saveDraft } from "../../../src/writing/drafts/saveDraft.ts"
import { authoredNow } from "../../support/authored.ts"
import { settingUp } from "../../support/settingUp.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const source = "export const first = () => 1\n"
const zeros = ObjectId.make("0".repeat(40))

/** What a session says of a function in the file of its name, whose line is the first. */
const contentOf = (commit: ObjectId, name: string, id: string, text: string): DraftContent => ({
  commit,
  subject: `Add ${name}`,
  authored: "2024-01-01T00:00:00Z",
  sessions: [{ client: "codex", agent: "Codex", id }],
  places: [
    {
      session: id,
      file: `${name}.ts`,
      ast_anchor: { type: "function", name, signature: `${name} = () =>` },
      lines: { start: 1, end: 1 },
      quotes: [{ kind: "why", by: "agent", text }]
    }
  ]
})

const makeDrafted = Effect.gen(function* () {
  const repository = yield* makeRepository()
  yield* repository.commit("Start", { files: { "README.md": "A project.\n" } })
  const commit = ObjectId.make(yield* repository.commit("Add first", { files: { "first.ts": source } }))
  const run = authoredNow(repository)
  const draft = Option.getOrThrow(yield* run(saveDraft(contentOf(commit, "first", "s-1", "Because one is enough."))))
  const head = Effect.map(repository.id("HEAD"), (id) => ObjectId.make(id))
  const amend = Effect.fnUntraced(function* (...options: ReadonlyArray<string>) {
    yield* repository.git(["add", "--all"])
    yield* repository.git(["commit", "--amend", "-q", ...options])
    return yield* head
  })
  return { repository, commit, draft, run, head, amend }
})

describe("the draft of a commit that is rewritten", () => {
  it.effect("moves to the commit that replaces it, with its places and its subject", () =>
    Effect.gen(function* () {
      const { amend, commit, repository, run } = yield* makeDrafted
      yield* repository.write("first.ts", `// A comment.\n\n${source}`)
      const to = yield* amend("-m", "Add the first")
      assert.strictEqual(yield* run(followRewrites([{ from: commit, to }])), 1)
      assert.deepStrictEqual(yield* run(listDrafts()), [to])
      const { annotation, places, subject } = Option.getOrThrow(yield* run(readDraft(to)))
      assert.strictEqual(subject, "Add the first")
      assert.strictEqual(annotation.commit, to)
      assert.deepInclude(annotation.regions[0], { intent: "Add the first", lines: { start: 3, end: 3 } })
      assert.deepStrictEqual(places[0].lines, { start: 3, end: 3 })
      assert.strictEqual(yield* run(followRewrites([{ from: commit, to }])), 0)
    })
  )

  it.effect("keeps what a person has edited", () =>
    Effect.gen(function* () {
      const { amend, commit, draft, repository, run } = yield* makeDrafted
      const region = { file: "first.ts", anchor: "first", intent: "Give one.", reasoning: "One is enough." }
      yield* run(editDraft(draft, { summary: "Edited.", regions: [region] }))
      yield* repository.write("first.ts", `\n${source}`)
      const to = yield* amend("--no-edit")
      yield* run(followRewrites([{ from: commit, to }]))
      const { annotation, edited } = Option.getOrThrow(yield* run(readDraft(to)))
      assert.isTrue(edited)
      assert.strictEqual(annotation.summary, "Edited.")
      assert.deepInclude(annotation.regions[0], {
        intent: "Give one.",
        reasoning: "One is enough.",
        lines: { start: 2, end: 2 }
      })
      assert.strictEqual(annotation.commit, to)
    })
  )

  it.effect("is joined with a draft that is there, and with others of a squash", () =>
    Effect.gen(function* () {
      const { commit, draft, head, repository, run } = yield* makeDrafted
      const region = { file: "first.ts", anchor: "first", intent: "Give one.", reasoning: "One is enough." }
      yield* run(editDraft(draft, { summary: "Edited.", regions: [region] }))
      const second = yield* repository.commit("Add second", {
        files: { "second.ts": "export const second = () => 2\n" }
      })
      const from = ObjectId.make(second)
      yield* run(saveDraft(contentOf(from, "second", "s-2", "Because two are needed.")))
      yield* repository.git(["reset", "-q", "--soft", "HEAD~2"])
      yield* repository.git(["commit", "-q", "-m", "Add both"])
      const to = yield* head
      yield* run(saveDraft(contentOf(to, "first", "s-1", "Because one is enough.")))
      const pairs = [commit, from].map((each) => ({ from: each, to }))
      assert.strictEqual(yield* run(followRewrites(pairs)), 2)
      assert.deepStrictEqual(yield* run(listDrafts()), [to])
      const { annotation, edited, sessions } = Option.getOrThrow(yield* run(readDraft(to)))
      assert.isTrue(edited)
      assert.deepStrictEqual(
        annotation.regions.map(({ file, reasoning }) => `${file} ${reasoning}`),
        ["first.ts One is enough.", "second.ts The agent: “Because two are needed.”"]
      )
      assert.sameMembers(
        sessions.map(({ id }) => id),
        ["s-1", "s-2"]
      )
    })
  )

  it.effect("is not drafted again once it was dropped", () =>
    Effect.gen(function* () {
      const { amend, commit, draft, run } = yield* makeDrafted
      yield* run(settleDraft(draft))
      const to = yield* amend("-m", "Add the first")
      yield* run(followRewrites([{ from: commit, to }]))
      const again = contentOf(to, "first", "s-1", "Because one is enough.")
      assert.isTrue(Option.isNone(yield* run(saveDraft(again))))
    })
  )

  it.effect("stays where the commit was dropped, is still there, or has no successor here", () =>
    Effect.gen(function* () {
      const { commit, head, repository, run } = yield* makeDrafted
      yield* repository.commit("Go on", { files: { "other.ts": "" } })
      const pairs = [zeros, yield* head, ObjectId.make("1".repeat(40))]
      for (const to of pairs) assert.strictEqual(yield* run(followRewrites([{ from: commit, to }])), 0)
      assert.deepStrictEqual(yield* run(listDrafts()), [commit])
    })
  )

  it.live("moves with the hook of git", () =>
    Effect.gen(function* () {
      const { amend, commit, repository, run } = yield* makeDrafted
      const to = yield* amend("-m", "Add the first")
      const event = join(repository.directory, ".git/ultragit/queue/1")
      mkdirSync(event, { recursive: true })
      writeFileSync(join(event, "event"), "post-rewrite amend\n")
      writeFileSync(join(event, "stdin"), `${commit} ${to}\n`)
      assert.deepStrictEqual(yield* settingUp(repository)(runWorker()), { done: 1, failed: 0, busy: false })
      assert.deepStrictEqual(yield* run(listDrafts()), [to])
    })
  )
})
