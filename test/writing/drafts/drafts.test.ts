import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { acceptDraft } from "../../../src/writing/drafts/acceptDraft.ts"
import type { DraftContent, QuotedPlace } from "../../../src/writing/drafts/Draft.ts"
import { listDrafts, readDraft, settleDraft } from "../../../src/writing/drafts/draftFiles.ts"
import { editDraft } from "../../../src/writing/drafts/editDraft.ts"
import { makeDraft, saveDraft } from "../../../src/writing/drafts/saveDraft.ts"
import { annotate, poolSource } from "../../support/annotated.ts"
import { authoredNow } from "../../support/authored.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"

const place = (session: string, text: string, kind: QuotedPlace["quotes"][0]["kind"] = "why"): QuotedPlace => ({
  session,
  file: "src/pool.ts",
  ast_anchor: { type: "method", name: "Pool.acquire", signature: "acquire(): string" },
  lines: { start: 2, end: 4 },
  quotes: [{ kind, by: kind === "constraint" ? "person" : "agent", text }]
})

const contentOf = (
  commit: string,
  id: string,
  ...places: readonly [QuotedPlace, ...ReadonlyArray<QuotedPlace>]
): DraftContent => ({
  commit: ObjectId.make(commit),
  subject: "Add the pool",
  authored: "2024-01-01T00:00:00Z",
  sessions: [{ client: "claude-code", agent: "Claude Code", model: "claude-opus-4-5", id }],
  places
})

const makePool = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const commit = yield* repository.commit("Add the pool", { files: { "src/pool.ts": poolSource } })
  return { repository, commit, run: authoredNow(repository) }
})

describe("drafts", () => {
  it.effect("becomes an inferred note that names the session", () =>
    Effect.gen(function* () {
      const { commit, repository, run } = yield* makePool
      yield* run(acceptDraft(makeDraft(contentOf(commit, "s-1", place("s-1", "Because one is enough.")))))
      const note: unknown = JSON.parse(yield* repository.git(["notes", "--ref=ultragit", "show", commit]))
      assert.deepInclude(note, {
        context_level: "inferred",
        provenance: {
          operation: "session",
          derived_from: [],
          original_annotations_preserved: false,
          synthesis_notes: "Quoted from a session of Claude Code with claude-opus-4-5 (s-1)."
        }
      })
    })
  )

  it.effect("is merged with a note that is there, never over it", () =>
    Effect.gen(function* () {
      const { commit, repository, run } = yield* makePool
      const anchor = { type: "method", name: "Pool.acquire", signature: "acquire(): string" }
      yield* annotate(
        repository,
        commit,
        [
          {
            file: "src/pool.ts",
            anchor: "Pool.acquire",
            lines: [2, 4],
            ast_anchor: anchor,
            intent: "Hand out one.",
            reasoning: "The broker says so."
          }
        ],
        { timestamp: "2023-06-01T00:00:00Z", summary: "The author's summary." }
      )
      const draft = makeDraft(
        contentOf(
          commit,
          "s-1",
          place("s-1", "Because one is enough."),
          place("s-1", "Never return two.", "constraint")
        )
      )
      yield* run(acceptDraft(draft))
      const note = JSON.parse(yield* repository.git(["notes", "--ref=ultragit", "show", commit]))
      assert.strictEqual(note.summary, "The author's summary.")
      assert.strictEqual(note.context_level, "enhanced")
      assert.strictEqual(note.provenance.operation, "initial")
      const [region] = note.regions
      assert.strictEqual(region.intent, "Hand out one.")
      assert.strictEqual(region.reasoning, "The broker says so.")
      assert.deepInclude(region.constraints, { text: "Never return two.", source: "inferred" })
    })
  )

  it.effect("is not accepted, and stays, where it holds a credential", () =>
    Effect.gen(function* () {
      const { commit, repository, run } = yield* makePool
      const token = `ghp_${"aB3dE5fG7hJ9".repeat(3)}`
      const content = contentOf(commit, "s-1", place("s-1", `Because the token is ${token}.`))
      yield* run(saveDraft(content))
      assert.propertyVal(yield* Effect.flip(run(acceptDraft(makeDraft(content)))), "code", "secret_found")
      assert.deepStrictEqual(yield* run(listDrafts()), [commit])
      assert.strictEqual(yield* repository.git(["for-each-ref", "refs/notes"]), "")
    })
  )

  it.effect("quotes what was asked for before why it was done so", () =>
    Effect.gen(function* () {
      const { commit } = yield* makePool
      const why = place("s-1", "Because one is enough.")
      const [request] = place("s-1", "Hand out one.", "request").quotes
      const { annotation } = makeDraft(
        contentOf(commit, "s-1", { ...why, quotes: [...why.quotes, { ...request, by: "person" }, ...why.quotes] })
      )
      assert.strictEqual(
        annotation.regions[0]?.reasoning,
        "The user: “Hand out one.” The agent: “Because one is enough.”"
      )
    })
  )

  it.effect("unites the quotes of several sessions", () =>
    Effect.gen(function* () {
      const { commit, run } = yield* makePool
      yield* run(saveDraft(contentOf(commit, "s-1", place("s-1", "Because one is enough."))))
      yield* run(saveDraft(contentOf(commit, "s-2", place("s-2", "Because two are too many."))))
      const draft = Option.getOrThrow(yield* run(readDraft(commit)))
      assert.deepStrictEqual(
        draft.annotation.regions.map(({ reasoning }) => reasoning),
        ["The agent: “Because two are too many.” The agent: “Because one is enough.”"]
      )
    })
  )

  it.effect("is not made again after it was dropped", () =>
    Effect.gen(function* () {
      const { commit, run } = yield* makePool
      const content = contentOf(commit, "s-1", place("s-1", "Because one is enough."))
      yield* run(saveDraft(content))
      yield* run(settleDraft(content))
      assert.isTrue(Option.isNone(yield* run(saveDraft(content))))
      assert.deepStrictEqual(yield* run(listDrafts()), [])
    })
  )

  it.effect("quotes only the sessions about which nothing was decided", () =>
    Effect.gen(function* () {
      const { commit, run } = yield* makePool
      const said = (id: string) => contentOf(commit, id, place(id, `Because of ${id}.`))
      for (const id of ["s-1", "s-2"]) yield* run(settleDraft(said(id)))
      const [one, two, three] = [said("s-1"), said("s-2"), said("s-3")]
      const all: DraftContent = {
        ...one,
        sessions: [...one.sessions, ...two.sessions, ...three.sessions],
        places: [...one.places, ...two.places, ...three.places]
      }
      const draft = Option.getOrThrow(yield* run(saveDraft(all)))
      assert.deepStrictEqual(
        [draft.sessions.map(({ id }) => id), draft.annotation.regions.map(({ reasoning }) => reasoning)],
        [["s-3"], ["The agent: “Because of s-3.”"]]
      )
    })
  )

  it.effect("is left alone by an import that cannot read it", () =>
    Effect.gen(function* () {
      const { commit, repository, run } = yield* makePool
      const content = contentOf(commit, "s-1", place("s-1", "Because one is enough."))
      yield* run(saveDraft(content))
      const file = join(repository.directory, ".git", "ultragit", "drafts", `${commit}.json`)
      yield* Effect.promise(() => writeFile(file, '{ "$schema": "ultragit-draft/v2" }'))
      assert.deepStrictEqual(yield* run(saveDraft(content)), Option.none())
      assert.include(yield* Effect.promise(() => readFile(file, "utf8")), "ultragit-draft/v2")
    })
  )

  it.effect("is left alone by an import once it has been edited", () =>
    Effect.gen(function* () {
      const { commit, run } = yield* makePool
      const content = contentOf(commit, "s-1", place("s-1", "Because one is enough."))
      const draft = Option.getOrThrow(yield* run(saveDraft(content)))
      const region = {
        file: "src/pool.ts",
        anchor: "Pool.acquire",
        intent: "Hand out one.",
        reasoning: "One is enough."
      }
      yield* run(editDraft(draft, { summary: "Edited.", regions: [region] }))
      assert.isTrue(Option.isNone(yield* run(saveDraft(contentOf(commit, "s-2", place("s-2", "Because two."))))))
      const edited = Option.getOrThrow(yield* run(readDraft(commit)))
      assert.strictEqual(edited.annotation.summary, "Edited.")
      assert.strictEqual(edited.annotation.provenance.operation, "session")
    })
  )

  it.effect("refuses an edit that holds a credential, and one of code that the commit does not change", () =>
    Effect.gen(function* () {
      const { commit, run } = yield* makePool
      const draft = makeDraft(contentOf(commit, "s-1", place("s-1", "Because one is enough.")))
      const region = { file: "src/pool.ts", anchor: "Pool.acquire", intent: "Hand out one." }
      const secret = `ghp_${"aB3dE5fG7hJ9".repeat(3)}`
      const first = yield* Effect.flip(run(editDraft(draft, { summary: `Use ${secret}`, regions: [region] })))
      assert.propertyVal(first, "code", "secret_found")
      const other = { ...region, anchor: "Pool.refuse" }
      assert.propertyVal(
        yield* Effect.flip(run(editDraft(draft, { summary: "It.", regions: [other] }))),
        "code",
        "regions_refused"
      )
    })
  )
})
