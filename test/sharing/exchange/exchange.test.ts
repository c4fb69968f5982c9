import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { NodeServices } from "@effect/platform-node"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Stream } from "effect"
import { exportFile } from "../../../src/sharing/exchange/exportFile.ts"
import { type ExportInput, exportNotes } from "../../../src/sharing/exchange/exportNotes.ts"
import { type ImportInput, importNotes } from "../../../src/sharing/exchange/importNotes.ts"
import { rejectSecrets } from "../../../src/sharing/exchange/rejectSecrets.ts"
import { makeCommitMap } from "../../../src/sharing/exchange/findCommits.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { annotate, makePool, poolSource } from "../../support/annotated.ts"
import { failure } from "../../support/ask.ts"
import { authoredNow } from "../../support/authored.ts"
import { noteText, tipOf } from "../../support/hub.ts"
import { minimalNote, minimalRegion } from "../../support/notes.ts"
import {
  cloneRepository,
  firstDate,
  makeFolder,
  makeRepository,
  type TemporaryRepository
} from "../../support/TemporaryRepository.ts"

const all: ExportInput = { paths: [], since: Option.none(), patchIds: false }
const silent = () => Effect.void

const exported = (repository: TemporaryRepository, input: Partial<ExportInput> = {}) =>
  Effect.gen(function* () {
    const parts: Array<string> = []
    const write = (lines: string) => Effect.sync(() => void parts.push(lines))
    const outcome = yield* authoredNow(repository)(exportNotes({ ...all, ...input }, write, silent))
    return { ...outcome, text: parts.join("") }
  })

const commitsIn = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => /"commit_sha":"(\w+)"/.exec(line)?.[1] ?? "")

type Options = Partial<Omit<ImportInput<never, never>, "source">>

const imported = (repository: TemporaryRepository, text: string | Uint8Array, options: Options = {}) => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  const input: ImportInput<never, never> = {
    source: Stream.make(bytes),
    map: makeCommitMap([]),
    force: false,
    dryRun: false,
    reject: () => Option.none(),
    ...options
  }
  return authoredNow(repository)(importNotes(input))
}

const line = (commit: string, anchor: string, more: { readonly [field: string]: unknown } = {}): string =>
  `${JSON.stringify({ commit_sha: commit, annotation: minimalNote(commit, { summary: "", regions: [minimalRegion("a.ts", anchor)], ...more }) })}\n`

const twoCommits = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const first = yield* repository.commit("First", { files: { "a.ts": "export const a = 1\n" } })
  const second = yield* repository.commit("Second", { files: { "a.ts": "export const a = 2\n" } })
  return { repository, first, second }
})

const fields = ({ text }: { readonly text: string }) => Object.keys(JSON.parse(text.split("\n")[0] ?? ""))

const toFile = (repository: TemporaryRepository, file: string) =>
  authoredNow(repository)(exportFile(all, file, silent).pipe(Effect.provide(NodeServices.layer)))

const nothing = { added: 0, merged: 0, replaced: 0, unchanged: 0, kept: 0 }

describe("an export", () => {
  it.effect("is identical after an import into a fresh clone", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const by = { file: "src/pool.ts", anchor: "connect", author: "A <a@b>", timestamp: "2025-02-01T00:00:00Z" }
      const corrections = [
        { ...by, action: "flag", value: "Wrong." },
        { ...by, action: "set", field: "intent", value: "Corrected." }
      ]
      yield* annotate(
        repository,
        first,
        [{ file: "src/pool.ts", anchor: "connect", lines: [9, 11], "x-own": { ü: "\u001b" } }],
        {
          corrections,
          "x-note": [1, null]
        }
      )
      const { notes, text } = yield* exported(repository)
      const clone = yield* cloneRepository(repository)
      yield* imported(clone, text)
      assert.strictEqual(notes, 2)
      assert.include(text, '"intent":"Why connect is."')
      assert.strictEqual((yield* exported(clone)).text, text)
    })
  )

  it.effect("has three fields per line, and a fourth on request", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      assert.deepStrictEqual(fields(yield* exported(repository)), ["commit_sha", "timestamp", "annotation"])
      assert.deepStrictEqual(fields(yield* exported(repository, { patchIds: true })), [
        "commit_sha",
        "timestamp",
        "patch_id",
        "annotation"
      ])
    })
  )

  it.effect("is ordered by commit", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const commits = commitsIn((yield* exported(repository)).text)
      assert.deepStrictEqual(commits, commits.toSorted())
    })
  )

  it.effect("contains whole notes with a region in a matching file", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makePool
      assert.deepStrictEqual(commitsIn((yield* exported(repository, { paths: ["src/a*.ts"] })).text), [second])
    })
  )

  it.effect("contains the notes of commits since a given time", () =>
    Effect.gen(function* () {
      const { repository, second } = yield* makePool
      const since = Option.some(firstDate + 3600)
      assert.deepStrictEqual(commitsIn((yield* exported(repository, { since })).text), [second])
    })
  )

  it.effect("names the notes that cannot be read", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      yield* repository.note(first, "not JSON")
      const { notes, unreadable } = yield* exported(repository)
      assert.deepStrictEqual(
        { notes, unreadable },
        {
          notes: 1,
          unreadable: [`The note of ${first.slice(0, 12)} cannot be read: document is not JSON.`]
        }
      )
    })
  )

  it.effect("of a repository without notes is empty", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* exported(yield* makeRepository())).text, "")
    })
  )
})

describe("an export to a file", () => {
  it.effect("replaces it, and leaves no other file", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const folder = yield* makeFolder
      const file = join(folder, "notes.jsonl")
      writeFileSync(file, "older")
      yield* toFile(repository, file)
      assert.strictEqual(readFileSync(file, "utf8"), (yield* exported(repository)).text)
      assert.deepStrictEqual(readdirSync(folder), ["notes.jsonl"])
    })
  )

  it.effect("leaves it unchanged on failure", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      yield* repository.git(["update-ref", "refs/notes/ultragit", "HEAD:src/pool.ts"])
      const folder = yield* makeFolder
      const file = join(folder, "notes.jsonl")
      writeFileSync(file, "older")
      yield* failure(toFile(repository, file))
      assert.deepStrictEqual([readdirSync(folder), readFileSync(file, "utf8")], [["notes.jsonl"], "older"])
    })
  )

  it.effect("is refused where the target is a folder", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const error = yield* failure(toFile(repository, yield* makeFolder))
      assert.strictEqual(error.code, "file_failed")
    })
  )
})

describe("an import", () => {
  it.effect("merges with the existing note, and changes nothing the second time", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* twoCommits
      yield* annotate(repository, first, [{ file: "a.ts", anchor: "here", lines: [1, 1] }])
      const text = line(first, "there")
      assert.deepStrictEqual((yield* imported(repository, text)).outcomes, { ...nothing, merged: 1 })
      const tip = yield* tipOf(repository)
      const note = yield* noteText(repository, first)
      assert.include(note, '"here"')
      assert.include(note, '"there"')
      assert.deepStrictEqual((yield* imported(repository, text)).outcomes, { ...nothing, unchanged: 1 })
      assert.strictEqual(yield* tipOf(repository), tip)
    })
  )

  it.effect("with force replaces it by everything in the file for the commit", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* twoCommits
      yield* annotate(repository, first, [{ file: "a.ts", anchor: "here", lines: [1, 1] }])
      const between = line("0".repeat(40), "gone").repeat(600)
      const text = line(first, "there") + line(first, "too") + between + line(first, "later")
      const { outcomes } = yield* imported(repository, text, { force: true })
      const note = yield* noteText(repository, first)
      assert.deepStrictEqual(outcomes, { ...nothing, replaced: 1, merged: 1 })
      assert.deepStrictEqual(
        ["here", "there", "too", "later"].filter((anchor) => note.includes(`"${anchor}"`)),
        ["there", "too", "later"]
      )
    })
  )

  it.effect("keeps an unreadable note, unless forced", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* twoCommits
      yield* repository.note(first, "not JSON")
      assert.deepStrictEqual((yield* imported(repository, line(first, "a"))).outcomes, { ...nothing, kept: 1 })
      assert.strictEqual(yield* noteText(repository, first), "not JSON")
      assert.deepStrictEqual((yield* imported(repository, line(first, "a"), { force: true })).outcomes, {
        ...nothing,
        replaced: 1
      })
    })
  )

  it.effect("reports the same on a dry run and writes nothing", () =>
    Effect.gen(function* () {
      const { first, repository, second } = yield* twoCommits
      const tip = yield* annotate(repository, first, [{ file: "a.ts", anchor: "here", lines: [1, 1] }])
      const text = line(first, "there") + line(second, "new") + line("0".repeat(40), "gone") + "[]\n"
      const tried = yield* imported(repository, text, { dryRun: true })
      assert.strictEqual(yield* tipOf(repository), tip)
      assert.deepStrictEqual(tried, yield* imported(repository, text))
      assert.deepStrictEqual((yield* imported(repository, text, { dryRun: true })).outcomes, {
        ...nothing,
        unchanged: 2
      })
    })
  )

  it.effect("names invalid lines, and imports the others", () =>
    Effect.gen(function* () {
      const { first, repository, second } = yield* twoCommits
      const deep = `{"commit_sha":"${first}","annotation":${'{"a":'.repeat(9000)}1${"}".repeat(9000)}}\n`
      const bytes = Buffer.concat([
        Buffer.from(`${line(first, "one")}\n{\n${deep}`),
        Buffer.from([0xff, 0xfe, 0x0a]),
        Buffer.alloc(9 * 1024 * 1024, "x"),
        Buffer.from(`\n${line(second, "two").trim()}`)
      ])
      const { outcomes, refused } = yield* imported(repository, bytes)
      assert.deepStrictEqual(outcomes, { ...nothing, added: 2 })
      assert.deepStrictEqual(
        refused.first.map(({ line: number }) => number),
        [3, 4, 5, 6]
      )
    })
  )

  it.effect("counts and names notes of missing commits", () =>
    Effect.gen(function* () {
      const { repository } = yield* twoCommits
      const gone = ObjectId.make("1".repeat(40))
      const longer = ObjectId.make("2".repeat(64))
      const { outcomes, unknown } = yield* imported(repository, line(gone, "a") + line(longer, "b"))
      assert.deepStrictEqual(outcomes, nothing)
      assert.deepStrictEqual(unknown, { lines: 2, commits: [gone, longer] })
    })
  )

  it.effect("finds rewritten commits by a map, and merges the notes of squashed ones", () =>
    Effect.gen(function* () {
      const { first, repository, second } = yield* twoCommits
      const merged = yield* repository.commit("Both")
      const map = makeCommitMap([
        { from: first, to: merged },
        { from: second, to: merged }
      ])
      yield* imported(repository, line(first, "one") + line(second, "two"), { map })
      const note = yield* noteText(repository, merged)
      assert.include(note, '"one"')
      assert.include(note, '"two"')
      assert.include(note, `"commit": "${merged}"`)
    })
  )

  it.effect("updates anchors and lines for the commits of a map", () =>
    Effect.gen(function* () {
      const { first, repository } = yield* makePool
      const { text } = yield* exported(repository)
      const other = yield* makeRepository()
      const moved = yield* other.commit("Add the pool", { files: { "src/pool.ts": `// Moved.\n\n${poolSource}` } })
      yield* imported(other, text, { map: makeCommitMap([{ from: first, to: moved }]) })
      const { regions } = JSON.parse(yield* noteText(other, moved))
      assert.deepStrictEqual(
        regions.map((region: { readonly lines: unknown }) => region.lines),
        [
          { start: 4, end: 6 },
          { start: 11, end: 13 }
        ]
      )
    })
  )

  it.effect("finds rewritten commits by their patch ids", () =>
    Effect.gen(function* () {
      const { repository } = yield* makePool
      const { text } = yield* exported(repository, { patchIds: true })
      const other = yield* makeRepository()
      yield* other.commit("Something before", { files: { "README.md": "Read.\n" } })
      const pool = yield* repository.git(["format-patch", "--stdout", "--root", "HEAD"])
      yield* other.git(["am", "--quiet"], { stdin: `${pool}\n` })
      const { outcomes, unknown } = yield* imported(other, text)
      assert.deepStrictEqual({ outcomes, lines: unknown.lines }, { outcomes: { ...nothing, added: 2 }, lines: 0 })
      assert.include(yield* noteText(other, "HEAD"), '"start"')
    })
  )

  it.effect("refuses text that looks like a credential", () =>
    Effect.gen(function* () {
      const { first, repository, second } = yield* twoCommits
      const secret = line(first, "a", { task: "Use ghp_0123456789abcdefghijABCDEFGHIJ012345 for it" })
      const { outcomes, refused } = yield* imported(repository, secret + line(second, "b"), { reject: rejectSecrets })
      assert.deepStrictEqual({ outcomes, lines: refused.lines }, { outcomes: { ...nothing, added: 1 }, lines: 1 })
      assert.notInclude(refused.first[0]?.detail, "0123456789abcdef")
    })
  )

  it.effect("writes many notes in few commits", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository({ bare: true })
      const ids = yield* repository.importHistory(
        Array.from({ length: 600 }, (_, index) => ({ message: `${index}`, files: { "a.ts": `${index}\n` } }))
      )
      const { outcomes } = yield* imported(repository, ids.map((id) => line(id, "a")).join(""))
      assert.deepStrictEqual(outcomes, { ...nothing, added: 600 })
      assert.strictEqual(yield* repository.git(["rev-list", "--count", "refs/notes/ultragit"]), "2")
    })
  )
})
