import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import { makeBlameReader } from "../../../../src/adapters/git/parse/BlameParser.ts"
import { joinHunks } from "../../../../src/adapters/git/parse/joinHunks.ts"
import { parseConfig } from "../../../../src/adapters/git/parse/ConfigParser.ts"
import type { BlameHunk } from "../../../../src/adapters/git/Git.ts"
import { makeLineHistoryReader } from "../../../../src/adapters/git/parse/LineHistoryParser.ts"
import { makeFileHistoryReader, makeRenamesReader } from "../../../../src/adapters/git/parse/NameStatusParser.ts"
import { makeNotesDiffReader } from "../../../../src/adapters/git/parse/NotesDiffParser.ts"
import { decodePath, encodePath } from "../../../../src/adapters/git/parse/PathBytes.ts"
import { type ChunkReader, makeLineReader } from "../../../../src/adapters/git/parse/Records.ts"
import { findInTree, parseMode, parseNotePath, parseTreeRecord } from "../../../../src/adapters/git/parse/TreeParser.ts"
import { Bytes, cut, idOf, Name, Number1000, pathOf } from "../generated.ts"

const feed = (reader: ChunkReader, bytes: Uint8Array, lengths: ReadonlyArray<number>) => {
  for (const chunk of cut(bytes, lengths)) reader.push(chunk)
  reader.end()
}
const join = (parts: ReadonlyArray<string>): Uint8Array => Buffer.concat(parts.map((part) => encodePath(part)))
const Cuts = Schema.Array(Number1000)
const noise = [
  "author a",
  "summary filename x",
  "boundary",
  "previous x y",
  "ignored",
  "unblamable",
  "some-new-header 7"
]

describe("lines", () => {
  it.prop(
    "are read from chunks of any size, and one that is cut off is reported",
    [Schema.Array(Number1000), Cuts],
    ([drawn, lengths]) => {
      const lines = drawn.map((number) => (number % 7 === 0 ? "" : `line ${number}`))
      for (const end of ["", "cut off"]) {
        const found: Array<string> = []
        const reader = makeLineReader((line) => found.push(line))
        feed(reader, join([...lines.map((line) => `${line}\n`), end]), lengths)
        assert.deepStrictEqual(found, end === "" ? lines : [...lines, end])
        assert.strictEqual(reader.problem?.() === undefined, end === "")
      }
    }
  )
})

describe("blame", () => {
  const Hunk = Schema.Tuple([Number1000, Number1000, Number1000])
  it.prop("is read through unknown headers and hostile content", [Schema.Array(Hunk), Cuts], ([drawn, lengths]) => {
    let line = 1
    const hunks = drawn.map(([commit, origin, count]): BlameHunk => {
      const start = line
      line += (count % 5) + 1
      return {
        commit: commit % 4 === 0 ? Option.none() : Option.some(idOf(commit % 4)),
        path: `p${commit % 2}.txt`,
        lines: { start, end: line - 1 },
        originStart: (origin % 5) + 1
      }
    })
    const lastPaths = new Map<string, string>()
    const groups = hunks.map((hunk, n) => {
      const id = Option.getOrElse(hunk.commit, () => "0".repeat(40))
      const count = hunk.lines.end - hunk.lines.start + 1
      const headers = noise.slice(0, n % noise.length).map((header) => `${header}\n`)
      const name = lastPaths.get(id) === hunk.path ? "" : `filename ${hunk.path}\n`
      lastPaths.set(id, hunk.path)
      const first = `${id} ${hunk.originStart} ${hunk.lines.start} ${count}\n${headers.join("")}${name}\t${id} 1 1 1\n`
      const others = Array.from({ length: count - 1 }, (_, more) => {
        const at = more + 1
        return `${id} ${hunk.originStart + at} ${hunk.lines.start + at}\n\tfilename x\n`
      })
      return first + others.join("")
    })
    const found = makeBlameReader()
    feed(found.reader, join(groups), lengths)
    assert.deepStrictEqual(found.hunks(), joinHunks(hunks))
    const lines = found.hunks().map((hunk) => hunk.lines)
    assert.isTrue(lines.every((range, n) => range.start === (lines[n - 1]?.end ?? 0) + 1))
    assert.strictEqual(lines.at(-1)?.end ?? 0, line - 1)
  })

  it.prop("of any bytes is some answer", [Bytes], ([raw]) => {
    const found = makeBlameReader()
    feed(found.reader, Uint8Array.from(raw), [3])
    assert.deepStrictEqual(found.hunks(), [])
  })
})

const content = [
  "+++ b/evil",
  "--- a/evil",
  "@@ -1 +1 @@",
  "diff --git a/x b/x",
  `\0${idOf(1)}`,
  "",
  "\\ No newline",
  "text"
]

const rangesOf = (hunks: ReadonlyArray<readonly [number, number]>) =>
  hunks.filter(([, count]) => count > 0).map(([start, count]) => ({ start, end: start + count - 1 }))

describe("line history", () => {
  const Commit = Schema.Tuple([Number1000, Name, Schema.Array(Schema.Tuple([Number1000, Number1000])), Schema.Boolean])
  it.prop("is parsed from headers only, with any content", [Schema.Array(Commit), Cuts], ([drawn, lengths]) => {
    const commits = drawn.map(([n, name, hunks, added]) => ({
      id: idOf(n),
      path: pathOf(name.filter((part) => !part.includes("/"))),
      hunks,
      added
    }))
    const text = commits.map(({ added, hunks, id, path }) => {
      const before = added ? path : `${path}.old`
      const head = `diff --git a/${before} b/${path}\nindex 1..2 100644\n--- ${added ? "/dev/null" : `a/${before}`}\n+++ b/${path}\n`
      const body = hunks.map(([start, count]) => {
        const lines = content.flatMap((line, at) => `${" +-"[(at + count) % 3] ?? " "}${line}\n`)
        return `@@ -1,${count} +${start},${count} @@ head\n${lines.join("")}`
      })
      return `\0${id}\n\n${hunks.length === 0 ? "" : head + body.join("")}`
    })
    const found = makeLineHistoryReader("start.txt")
    feed(found.reader, join(text), lengths)
    let current = "start.txt"
    const expected = commits.map(({ added, hunks, id, path }) => {
      const change = { commit: id, path: hunks.length === 0 ? current : path, ranges: rangesOf(hunks) }
      current = hunks.length === 0 || added ? change.path : `${path}.old`
      return change
    })
    assert.deepStrictEqual(found.changes(), expected)
  })

  it("reads one-line hunks, names in quotes, deletions and files without lines", () => {
    const found = makeLineHistoryReader("x")
    const text =
      `\0${idOf(1)}\n\ndiff --git "a/a\\tb" "b/a\\tb"\n--- "a/a\\tb"\n+++ "b/a\\tb"\n@@ -3 +4 @@\n-x\n+y\n` +
      `\0${idOf(2)}\n\ndiff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n@@ -1,2 +0,0 @@\n-x\n-y\n` +
      `\0${idOf(3)}\n\ndiff --git a/gone b/gone\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n`
    feed(found.reader, join([text]), [5])
    assert.deepStrictEqual(
      found.changes().map(({ path, ranges }) => [path, ranges]),
      [
        ["a\tb", [{ start: 4, end: 4 }]],
        ["a b", []],
        ["gone", []]
      ]
    )
  })
})

describe("name and status", () => {
  const Entry = Schema.Tuple([
    Number1000,
    Schema.Literals(["A", "M", "D", "R100", "R051", "C075", "T", ""]),
    Name,
    Name
  ])
  it.prop("are parsed by position, with any names", [Schema.Array(Entry), Cuts], ([drawn, lengths]) => {
    const entries = drawn.map(([n, status, one, two]) => ({
      id: idOf(n),
      status,
      paths: status === "" ? [] : /^[RC]/.test(status) ? [pathOf(one), pathOf(two)] : [pathOf(one)]
    }))
    const text = entries.map(({ id, paths, status }) => {
      const change = status === "" ? "" : `\n${status}\0${paths.map((path) => `${path}\0`).join("")}`
      return `${id}\0${change}`
    })
    const files = makeFileHistoryReader("start.txt")
    feed(files.reader, join(text), lengths)
    let current = "start.txt"
    const expected = entries.map(({ id, paths: [first, second] }) => {
      const path = second ?? first ?? current
      current = first ?? current
      return { commit: id, path, previousPath: second === undefined ? Option.none() : Option.some(first ?? "") }
    })
    assert.deepStrictEqual(files.changes(), expected)
    const renames = makeRenamesReader()
    feed(renames.reader, join(text), lengths)
    assert.deepStrictEqual(
      renames.renames(),
      entries.flatMap(({ id, paths: [from, to] }) =>
        from === undefined || to === undefined ? [] : [{ commit: id, from: [from], to: [to] }]
      )
    )
  })
})

describe("trees", () => {
  const Entry = Schema.Tuple([Schema.Literals(["100644", "100755", "120000", "160000", "40000"]), Name, Number1000])
  it.prop(
    "find every entry by its name, and no other",
    [Schema.Array(Entry), Name, Schema.Boolean],
    ([drawn, other, long]) => {
      const size = long ? 32 : 20
      const entries = [
        ...new Map(drawn.map(([mode, name, n]) => [pathOf(name).replaceAll("/", ""), { mode, n }]))
      ].filter(([name]) => name !== "")
      const id = (n: number) => n.toString(16).padStart(size * 2, "0")
      const tree = Buffer.concat(
        entries.flatMap(([name, { mode, n }]) => [
          Buffer.from(`${mode} `),
          encodePath(name),
          Buffer.of(0),
          Buffer.from(id(n), "hex")
        ])
      )
      for (const [name, { mode, n }] of entries) {
        const found = findInTree(tree, encodePath(name), size)
        assert.deepStrictEqual<unknown>(found, Option.some({ kind: parseMode(mode), id: id(n) }))
      }
      const absent = `${pathOf(other).replaceAll("/", "")}-absent`
      assert.isTrue(Option.isNone(findInTree(tree, encodePath(absent), size)))
    }
  )

  it.prop("of any bytes are searched to an end", [Bytes, Bytes], ([tree, name]) => {
    assert.isTrue(Option.isNone(findInTree(Uint8Array.from(tree.slice(0, 20)), Uint8Array.from(name), 32)))
  })

  it.prop("are listed with names of any letters", [Number1000, Name], ([n, name]) => {
    const path = pathOf(name)
    const record = decodePath(join([`100755 blob ${idOf(n)}\t${path}`]))
    assert.deepStrictEqual<unknown>(parseTreeRecord(record), Option.some({ path, kind: "executable", id: idOf(n) }))
  })
})

/** A note's path with fan-out. */
const fanned = (id: string, depth: number): string =>
  [...Array.from({ length: depth }, (_, n) => id.slice(n * 2, n * 2 + 2)), id.slice(depth * 2)].join("/")

const paths = (notes: ReadonlyMap<string, string>, depth: number) =>
  new Map([...notes].map(([commit, blob]) => [fanned(commit, depth), blob]))

describe("notes trees", () => {
  const Notes = Schema.Array(Schema.Tuple([Number1000, Number1000]))
  const Depth = Schema.Literals([0, 1, 2])
  it.prop(
    "compare equal notes as equal, with any fan-out",
    [Notes, Notes, Depth, Depth, Cuts],
    ([one, two, a, b, lengths]) => {
      const before = new Map(one.map(([commit, blob]) => [idOf(commit % 9), idOf(blob % 3)]))
      const after = new Map(two.map(([commit, blob]) => [idOf(commit % 9), idOf(blob % 3)]))
      const zero = "0".repeat(40)
      const [left, right] = [paths(before, a), paths(after, b)]
      const changed = [...new Set([...left.keys(), ...right.keys()])]
        .toSorted()
        .filter((path) => left.get(path) !== right.get(path))
      const text = changed.map((path) => {
        const [from, to] = [left.get(path), right.get(path)]
        const status = from === undefined ? "A" : to === undefined ? "D" : "M"
        const modes = `${from === undefined ? "000000" : "100644"} ${to === undefined ? "000000" : "100644"}`
        return `:${modes} ${from ?? zero} ${to ?? zero} ${status}\0${path}\0`
      })
      const found = makeNotesDiffReader()
      feed(found.reader, join(text), lengths)
      const { removed, upserted } = found.change()
      const patched = new Map([...before, ...upserted.map(({ blob, commit }) => [commit, blob] as const)])
      for (const commit of removed) patched.delete(commit)
      assert.deepStrictEqual(new Map(patched), new Map<string, string>(after))
      assert.isTrue(upserted.every(({ blob, commit }) => before.get(commit) !== blob))
    }
  )

  it("parse commit ids from digits only", () => {
    assert.deepStrictEqual(parseNotePath(fanned(idOf(7), 2)), Option.some(idOf(7)))
    for (const path of ["README", idOf(7).slice(1), `${idOf(7)}a`, idOf(7).toUpperCase(), ""]) {
      assert.isTrue(Option.isNone(parseNotePath(path)), path)
    }
  })
})

describe("configuration", () => {
  const Entry = Schema.Tuple([Schema.Literals(["local", "global", "submodule"]), Name, Name, Schema.Boolean])
  it.prop("is parsed with any values", [Schema.Array(Entry)], ([drawn]) => {
    const entries = drawn.map(([scope, name, value, valued]) => ({
      scope,
      key: `a.${name.join("").replaceAll("\n", "")}.b`,
      value: valued ? value.join("") : undefined,
      origin: "file:x"
    }))
    const text = entries.map(
      ({ key, origin, scope, value }) => `${scope}\0${origin}\0${key}${value === undefined ? "" : `\n${value}`}\0`
    )
    assert.deepStrictEqual<unknown>(
      parseConfig(join(text)),
      entries.map(({ key, origin, scope, value }) => ({
        key,
        ...(value === undefined ? { value: "true", valueless: true } : { value }),
        origin,
        scope: scope === "submodule" ? "unknown" : scope
      }))
    )
  })
})
