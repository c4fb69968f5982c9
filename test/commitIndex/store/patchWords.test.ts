import { assert, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { extractChangedLines, splitPatch } from "../../../src/commitIndex/model/patchText.ts"
import { lastLineEnd, makePatchWords, type WordLimits } from "../../../src/commitIndex/store/patchWords.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { makeIndex } from "../../support/commits/indexing.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { cut, Number1000 } from "../../adapters/git/generated.ts"

const commit = ObjectId.make("a".repeat(40))
const leftOut = (path: string) => path.startsWith("vendor/")
const small: WordLimits = { chunkBytes: 40, maxChars: 1_000_000 }

/** The words that come after the first bytes of a patch, emitted in chunks of these lengths. */
const furtherWords = (
  patch: Buffer,
  { first, lengths = [], limits = small }: { first: number; lengths?: ReadonlyArray<number>; limits?: WordLimits }
): ReadonlyArray<string> => {
  const { rest, take } = makePatchWords(leftOut, limits)
  const push = rest({ commit, bytes: patch.subarray(0, first) })
  for (const chunk of cut(patch.subarray(first), lengths)) {
    push(chunk)
    chunk.fill(0)
  }
  return take(commit).split(" ")
}

const tokensOf = (text: string) => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** What the full-text index takes for words in the lines that a patch adds and removes, read at once. */
const wordsIn = (patch: Buffer): ReadonlyArray<string> =>
  splitPatch(patch)
    .filter(({ path }) => !leftOut(path))
    .flatMap(extractChangedLines)
    .flatMap(tokensOf)

const sorted = (words: ReadonlyArray<string>) => [...new Set(words)].toSorted()

const header = (a: string, b: string, ...lines: ReadonlyArray<string>) =>
  [`diff --git ${a} ${b}`, ...lines].map((line) => `${line}\n`).join("")
/** Parts of a patch: files that are left out and not, with lines that look like file headers. */
const fileParts = [
  header("a/one", "b/one", "index 1..2 100644", "--- a/one", "+++ b/one"),
  header("a/vendor/in", "b/vendor/in", "--- a/vendor/in", "+++ b/vendor/in"),
  header(
    "a/vendor/x",
    "b/out",
    "similarity index 50%",
    "rename from vendor/x",
    "rename to out",
    "--- a/vendor/x",
    "+++ b/out"
  ),
  header("a/gone", "b/gone", "deleted file mode 100644", "--- a/gone", "+++ /dev/null"),
  header('"a/vendor/\\303\\244"', '"b/vendor/\\303\\244"', '--- "a/vendor/\\303\\244"', '+++ "b/vendor/\\303\\244"'),
  header("a/bin", "b/bin", "Binary files a/bin and b/bin differ"),
  header("a/bin", "b/bin", "GIT binary patch", "literal 9", "zcmV+-notaword", "", "literal 0", "HcmV?d00001", ""),
  header("a/vendor/mode", "b/vendor/mode", "old mode 100644", "new mode 100755")
]
const lines = [
  "@@ -1,2 +1,2 @@ outside",
  "+rateLimiter rate_limiter",
  "-größer über 界面",
  " context stays",
  "+++ plus plus",
  "--- a/vendor/minus",
  "-",
  "+diff --git a/vendor/x b/vendor/x",
  "\\ No newline at end of file",
  "+@@ -1 +1 @@ within",
  `+${"many words of a long line, ".repeat(9)}end`,
  ` ${"much context of a long line, ".repeat(9)}end`,
  "+tail\ttab"
]

it.prop(
  "finds the same words wherever the patch is cut",
  [Schema.Array(Schema.Tuple([Number1000, Schema.Array(Number1000)])), Number1000, Schema.Array(Number1000)],
  ([drawn, at, lengths]) => {
    const text = drawn.map(([file, hunk]) => {
      const body = hunk.map((line) => `${lines[line % lines.length] ?? ""}\n`)
      const head = fileParts[file % fileParts.length] ?? ""
      return head.includes("+++") ? `${head}@@ -1 +1 @@\n${body.join("")}` : head
    })
    const patch = Buffer.from(text.join(""))
    const first = at % (patch.length + 1)
    const further = furtherWords(patch, { first, lengths: lengths.map((length) => length % 90) })
    const before = wordsIn(patch.subarray(0, lastLineEnd(patch.subarray(0, first))))
    assert.deepStrictEqual(sorted([...before, ...further.flatMap(tokensOf)]), sorted(wordsIn(patch)))
  }
)

const begun = header("a/one", "b/one", "--- a/one", "+++ b/one") + "@@ -0,0 +1 @@\n"

it("finds all words of a line longer than a chunk, except data", () => {
  const data = "0123456789abcdef".repeat(100)
  const patch = Buffer.from(`${begun}-${"one two ".repeat(50)}${data} three\n-${data}\n four\n-five ${data}`)
  for (const lengths of [[7], [64], [1000], []]) {
    assert.deepStrictEqual(furtherWords(patch, { first: 3, lengths }), ["one", "two", "three", "five"])
  }
})

it("finds the parts of a long name", () => {
  const name = "a_test_that_says_in_its_name_what_is_expected_of_it_when_everything_else_went_well_before"
  const patch = Buffer.from(`${begun}+${name} ${"ก".repeat(90)} ${"x".repeat(81)} ${"ก".repeat(20_000)}\n`)
  assert.deepStrictEqual(furtherWords(patch, { first: 3, limits: { ...small, chunkBytes: 100_000 } }), [
    ...new Set(name.split("_")),
    "ก".repeat(90)
  ])
})

it("returns the words of a patch even if the next one has started", () => {
  const other = ObjectId.make("b".repeat(40))
  const { rest, take } = makePatchWords(leftOut, small)
  for (const [id, word] of [
    [commit, "one"],
    [other, "two"]
  ] as const) {
    rest({ commit: id, bytes: Buffer.from(begun) })(Buffer.from(`+${word}\n`))
  }
  assert.deepStrictEqual([take(commit), take(other), take(other)], ["one", "two", ""])
})

it("stops collecting words at the limit", () => {
  const patch = Buffer.from(`${begun}+one two\n+one three\n+four\n`)
  assert.deepStrictEqual(furtherWords(patch, { first: 3, lengths: [50], limits: { chunkBytes: 40, maxChars: 8 } }), [
    "one",
    "two",
    "three"
  ])
})

it.live("finds words at the end of a huge patch, except in excluded files", () =>
  Effect.gen(function* () {
    const repository = yield* makeRepository()
    const word = "bcdfghjklmnpqrstvwxz"
    const many = `${word} `.repeat(5).concat("\n").repeat(30_000)
    const added = { a: `${many}atTheEnd\n`, b: `${many}notLost\n`, "vendor/c": "vendored\n" }
    yield* repository.commit("many", { files: added })
    const { database, register, sync } = yield* makeIndex
    register("one", repository.directory)
    yield* sync("one")
    const isFound = (text: string) =>
      Result.getOrThrow(database.use((connection) => connection.all("SELECT rowid FROM search(?)", text))).length > 0
    const beginnings = Array.from(word, (_, length) => word.slice(0, length)).filter((text) => text.length > 1)
    const asked = ["atTheEnd", "notLost", '"not lost"', "vendored", word, ...beginnings]
    assert.deepStrictEqual(asked.filter(isFound), ["atTheEnd", "notLost", '"not lost"', word])
  })
)
