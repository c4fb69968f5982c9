import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import type { LineRange } from "../../../src/domain/LineRange.ts"
import { findOrigins } from "../../../src/evidence/finding/findOrigins.ts"
import { findIgnoreRevs, readIgnoredRevs } from "../../../src/evidence/finding/ignoreRevs.ts"
import { Blame } from "../../../src/lineage/Blame.ts"
import { walksAt } from "../../support/keptWalks.ts"
import { makeRepository, type TemporaryRepository } from "../../support/TemporaryRepository.ts"

const originsOf = (repository: TemporaryRepository, path: string, ranges: ReadonlyArray<LineRange>, text?: string) =>
  Effect.gen(function* () {
    const contents = Option.map(Option.fromUndefinedOr(text), (given) => new TextEncoder().encode(given))
    const place = { commit: yield* repository.id("HEAD"), path, contents }
    const hunks = yield* (yield* Blame).hunks(place)
    const ignored = yield* findIgnoreRevs(place.commit)
    const listed = Option.isNone(ignored) ? new Set<string>() : yield* readIgnoredRevs(ignored.value)
    return yield* findOrigins(place, hunks, ranges, listed)
  }).pipe(Effect.provide(walksAt(repository.directory), { local: true }))

const code = (name: string): string => `export const ${name} = (a: number) => {\n  return a + 1\n}\n`

const callers = (name: string) =>
  Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`other${n}.ts`, `${name}()\n`]))

/** A file with imports and four calls with this between their arguments. */
const spacedCalls = (separator: string, imports: string) => {
  const calls = Array.from({ length: 4 }, (_, n) => `f${n}(a,${separator}b)`)
  return { "a.ts": `${imports}\n\n${calls.join("\n\n")}\n` }
}

describe("the commits behind lines", () => {
  it.effect("are those before layout changes, white space changes and bulk renamings, the largest share first", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("First", { files: { "a.ts": code("old"), ...callers("old") } })
      const second = yield* repository.commit("Second", { files: { "a.ts": `${code("old")}const b = 'b';\n` } })
      const layout = yield* repository.commit("Format", { files: { "a.ts": `${code("old")}const b = "b"\n` } })
      const spaces = yield* repository.commit("Indent", {
        files: { "a.ts": `${code("old").replace("  return", "    return")}const b = "b"\n` }
      })
      const renamed = `${code("fresh").replace("  return", "    return")}const b = "b"\n`
      const renaming = yield* repository.commit("Rename", { files: { "a.ts": renamed, ...callers("fresh") } })
      const { origins, passed } = yield* originsOf(repository, "a.ts", [{ start: 1, end: 4 }])
      assert.deepStrictEqual(
        origins.map(({ commit, lines, share }) => ({ commit, lines, share })),
        [
          { commit: first, lines: [{ start: 1, end: 3 }], share: 0.75 },
          { commit: second, lines: [{ start: 4, end: 4 }], share: 0.25 }
        ]
      )
      assert.deepStrictEqual(
        [layout, spaces, renaming].map((id) => passed.get(id)),
        ["formatting", "whitespace", "renaming"]
      )
    })
  )

  it.effect("are those before three layout changes of one line", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("First", { files: { "a.ts": "f(a,b)\n" } })
      for (const text of ["f(a, b)\n", "f( a, b)\n", "f( a, b )\n"]) {
        yield* repository.commit("Spaces", { files: { "a.ts": text } })
      }
      const { origins } = yield* originsOf(repository, "a.ts", [{ start: 1, end: 1 }])
      assert.deepStrictEqual(
        origins.map(({ commit }) => commit),
        [first]
      )
    })
  )

  it.effect("are those before layout changes, whatever signs the name of the file has", () =>
    Effect.gen(function* () {
      const paths = ["my file.ts", 'say "hi".ts', "back\\slash.ts", "größe.ts"]
      const allWith = (text: string) => ({ files: Object.fromEntries(paths.map((path) => [path, text])) })
      const repository = yield* makeRepository()
      const first = yield* repository.commit("First", allWith("f(a,b)\n"))
      yield* repository.commit("Spaces", allWith("f(a, b)\n"))
      for (const path of paths) {
        const { origins } = yield* originsOf(repository, path, [{ start: 1, end: 1 }])
        assert.deepStrictEqual(
          origins.map(({ commit }) => commit),
          [first],
          path
        )
      }
    })
  )

  it.effect("are those before commits that say that they format code, and do little else", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const first = yield* repository.commit("First", { files: spacedCalls("", "use {b, a}") })
      const sorted = yield* repository.commit("Apply rustfmt", { files: spacedCalls(" ", "use {a, b}") })
      const scope: ReadonlyArray<LineRange> = [{ start: 1, end: 9 }]
      const formatted = yield* originsOf(repository, "a.ts", scope)
      assert.deepStrictEqual([...formatted.passed], [[sorted, "formatting"]])
      assert.deepStrictEqual(
        formatted.origins.map(({ commit, lines }) => [commit, lines]),
        [[first, scope]]
      )
      const silent = yield* repository.commit("Sort", { files: spacedCalls("  ", "use {b, a, c}") })
      const { origins, passed } = yield* originsOf(repository, "a.ts", scope)
      assert.isFalse(passed.has(silent))
      assert.include(
        origins.map(({ commit }) => commit),
        silent
      )
    })
  )

  it.effect(
    "are those before commits that .git-blame-ignore-revs lists; lines that only these have stay with them",
    () =>
      Effect.gen(function* () {
        const repository = yield* makeRepository()
        const first = yield* repository.commit("First", { files: { "a.txt": "one\ntwo\n" } })
        const style = yield* repository.commit("Style", { files: { "a.txt": "One!\ntwo\n\nadded\n" } })
        yield* repository.commit("List", {
          files: { ".git-blame-ignore-revs": `# style\n${style}\n${"0".repeat(40)}\nHEAD\n` }
        })
        const { origins, passed } = yield* originsOf(repository, "a.txt", [{ start: 1, end: 4 }])
        assert.deepStrictEqual(origins.map(({ commit }) => commit).toSorted(), [first, style].toSorted())
        assert.strictEqual(passed.get(style), "listed")
        const narrow = yield* originsOf(repository, "a.txt", [{ start: 1, end: 2 }])
        assert.deepStrictEqual(
          narrow.origins.map(({ commit }) => commit),
          [first]
        )
      })
  )

  it.effect("follow renames, and leave uncommitted lines out", () =>
    Effect.gen(function* () {
      const repository = yield* makeRepository()
      const text = Array.from({ length: 20 }, (_, n) => `line ${n}\n`).join("")
      const first = yield* repository.commit("First", { files: { "old.txt": text } })
      const spaced = text.replaceAll("line 3", "line  3")
      yield* repository.commit("Move", { files: { "old.txt": null, "new.txt": spaced } })
      const { origins } = yield* originsOf(repository, "new.txt", [{ start: 1, end: 21 }], `${spaced}mine\n`)
      assert.deepStrictEqual(origins, [
        {
          commit: first,
          path: "old.txt",
          lines: [{ start: 1, end: 20 }],
          originLines: [{ start: 1, end: 20 }],
          share: 1
        }
      ])
      assert.deepStrictEqual((yield* originsOf(repository, "new.txt", [])).origins, [])
    })
  )
})
