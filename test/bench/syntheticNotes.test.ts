import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { join } from "node:path"
import { syntheticNotes } from "../../bench/syntheticNotes.ts"
import { Annotation } from "../../src/domain/Annotation.ts"
import { makeFolder, makeRepository, repositoryAt } from "../support/TemporaryRepository.ts"

const numbered = (count: number, change: number) =>
  Array.from({ length: count }, (_, line) =>
    line % 7 === change % 7 ? `export const value${line} = ${change}` : `// line ${line}`
  ).join("\n")

/** Twelve commits: functions added and rewritten in two files, one file with a strange name, lines only removed. */
const makeHistory = Effect.gen(function* () {
  const repository = yield* makeRepository()
  const changes = Array.from({ length: 9 }, (_, change) => ({
    message: `Change ${change}`,
    files: { [change % 2 === 0 ? "src/even.ts" : "src/odd one.ts"]: `${numbered(40, change)}\n` }
  }))
  yield* repository.importHistory([
    ...changes,
    { message: "Take lines away", files: { "src/even.ts": "// line 2\n" } },
    { message: "Name a file strangely", files: { 'src/a"b.ts': "export const strange = 1\n" } },
    { message: "", files: { "src/marks.py": "+++ b/src/fake.ts\n@@ -1 +1 @@\ndef marks():\r  pass\n" } }
  ])
  return repository
})

const imported = Effect.fnUntraced(function* (source: string, commits: number) {
  const directory = join(yield* makeFolder, "scratch")
  const annotations = yield* syntheticNotes({ source, directory, commits })
  return { annotations, clone: repositoryAt(directory) }
})

describe("synthetic notes", () => {
  it.effect("hang on as many commits as asked, valid, and say what was returned", () =>
    Effect.gen(function* () {
      const repository = yield* makeHistory
      const { annotations, clone } = yield* imported(repository.directory, 6)
      assert.strictEqual(annotations.length, 6)
      const listed = (yield* clone.git(["notes", "--ref=refs/notes/ultragit", "list"])).split("\n")
      assert.strictEqual(listed.length, 6)
      const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Annotation))
      for (const annotation of annotations) {
        const note = yield* clone.git(["notes", "--ref=refs/notes/ultragit", "show", annotation.commit])
        assert.deepStrictEqual(yield* decode(note), annotation)
      }
    })
  )

  it.effect("speak of lines that their commit wrote", () =>
    Effect.gen(function* () {
      const repository = yield* makeHistory
      const { annotations, clone } = yield* imported(repository.directory, 100)
      assert.strictEqual(annotations.length, 10)
      for (const { commit, regions } of annotations) {
        for (const { file, lines } of regions) {
          const blamed = (yield* clone.git(["blame", "-s", "-l", "--root", commit, "--", file])).split("\n")
          assert.isTrue(blamed[lines.start - 1]?.startsWith(commit), `${file}:${lines.start} is of ${commit}`)
          assert.isTrue(blamed[lines.end - 1]?.startsWith(commit), `${file}:${lines.end} is of ${commit}`)
        }
      }
    })
  )

  it.effect("point back at commits that have a note", () =>
    Effect.gen(function* () {
      const repository = yield* makeHistory
      const { annotations } = yield* imported(repository.directory, 100)
      const seen: Array<string> = []
      let references = 0
      for (const { commit, regions } of annotations) {
        for (const related of regions.flatMap((region) => region.related_annotations)) {
          references += 1
          assert.isTrue(seen.some((id) => id.startsWith(related.commit)))
        }
        seen.push(commit)
      }
      assert.isAbove(references, 0)
    })
  )

  it.effect("reach the requested total, the rest outside the history with texts of others", () =>
    Effect.gen(function* () {
      const repository = yield* makeHistory
      const directory = join(yield* makeFolder, "scratch")
      const annotations = yield* syntheticNotes({ source: repository.directory, directory, commits: 100, total: 25 })
      const clone = repositoryAt(directory)
      const ids = annotations.map(({ commit }) => commit)
      assert.strictEqual(new Set(ids).size, 25)
      const listed = (yield* clone.git(["notes", "--ref=refs/notes/ultragit", "list"])).split("\n")
      assert.strictEqual(listed.length, 25)
      assert.deepStrictEqual(annotations[10]?.regions, annotations[0]?.regions)
      assert.strictEqual((yield* clone.tryGit(["merge-base", "--is-ancestor", ids[10] ?? "", "HEAD"])).exitCode, 1)
    })
  )

  it.effect("are the same for the same history, and leave the repository given as it was", () =>
    Effect.gen(function* () {
      const repository = yield* makeHistory
      const state = Effect.all([repository.git(["for-each-ref"]), repository.git(["count-objects"])])
      const before = yield* state
      const first = yield* imported(repository.directory, 5)
      const second = yield* imported(repository.directory, 5)
      assert.deepStrictEqual(first.annotations, second.annotations)
      assert.strictEqual(yield* first.clone.id("refs/notes/ultragit"), yield* second.clone.id("refs/notes/ultragit"))
      assert.deepStrictEqual(yield* state, before)
    })
  )
})
