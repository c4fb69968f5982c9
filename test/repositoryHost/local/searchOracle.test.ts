import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option, Result, Schema } from "effect"
import { join } from "node:path"
import { rename } from "node:fs/promises"
import { LocalHost, RepositoryRoot } from "../../../src/repositoryHost/local/LocalHost.ts"
import { cutWords } from "../../../src/repositoryHost/query/analyze.ts"
import { parseQuery } from "../../../src/repositoryHost/query/parseQuery.ts"
import { askFileSearch } from "../../../src/repositoryHost/service/askHost.ts"
import { evaluate } from "../../../src/repositoryHost/searching/evaluate.ts"
import { makeLeafTest } from "../../../src/repositoryHost/searching/matchTexts.ts"
import { makeTemporaryFolder } from "../../support/gitblitFolder.ts"
import { makeRepository } from "../../support/TemporaryRepository.ts"
import { scaled } from "../../support/scale.ts"

const contents: Readonly<Record<string, string>> = {
  "a.txt": "alpha beta\ngamma the delta\n",
  "b.txt": "alpha_beta alpha.beta ALPHA\n",
  "c/d.txt": "beta\nalpha\n\n\ngamma",
  "c/e.txt": "naïve 日本語 delta's x1.5 1.5x\r\nÉté été\n",
  "c/f.txt": "",
  "g.txt": "gamma delta gamma beta alphabet alpah\n",
  "h.txt": "betagamma\n_alpha_\nal-pha pha al\n"
}

const host = LocalHost.layer.pipe(
  Layer.provide(
    Layer.effect(
      RepositoryRoot,
      Effect.gen(function* () {
        const root = yield* makeTemporaryFolder
        const repository = yield* makeRepository()
        yield* repository.commit("All", { files: contents })
        yield* Effect.promise(() => rename(repository.directory, join(root, "one")))
        return root
      })
    )
  )
)

const Word = Schema.Literals([
  "alpha",
  "beta",
  "gamma",
  "delta",
  "the",
  "al*",
  "*ta",
  "b?ta",
  "alpah~",
  "alpha~1",
  "/al.*a/",
  '"alpha beta"',
  '"gamma delta"',
  '"beta alpha"',
  '"gamma the delta"',
  '"alpha gamma"~3',
  "naïve",
  "日本語",
  "été",
  "1.5",
  "path:c",
  "path:txt",
  "[alpha TO beta]",
  "alpha_beta",
  "alpha.beta",
  "branch:main",
  "type:blob",
  "type:commit",
  "*",
  "x1.5",
  '"日本"',
  "delta's",
  "al-pha",
  "summary:alpha",
  "/(al|be)[a-z]+/",
  "*lph*",
  "_alpha_",
  "zzz"
])
const Link = Schema.Literals([" ", " ", " AND ", " OR ", " NOT ", " -", " +", " AND NOT "])
const Part = Schema.Tuple([Link, Word, Schema.Literals(["", "", "(", ")"])])

/** Joins parts, with parentheses closed. */
const toQuery = (parts: ReadonlyArray<readonly [string, string, string]>): string => {
  let open = 0
  const text = parts.map(([link, word, mark]) => {
    if (mark === "(") open += 1
    if (mark !== ")" || open === 0) return `${link}${mark === "(" ? "(" : ""}${word}`
    open -= 1
    return `${link}${word})`
  })
  return text.join("").replace(/^ (?:AND|OR)? ?/, "") + ")".repeat(open)
}

/** The paths that match by reading every file whole. */
const expected = (query: string): ReadonlyArray<string> => {
  const parsed = Option.getOrUndefined(Result.getSuccess(parseQuery(query, "content")))
  if (parsed === undefined) return []
  return Object.entries(contents).flatMap(([path, content]) => {
    const words: Readonly<Record<string, ReadonlyArray<string>>> = {
      content: content.split("\n").flatMap(cutWords),
      path: cutWords(path),
      branch: ["refs", "heads", "main"],
      type: ["blob"]
    }
    const holds = evaluate(parsed, (leaf) => makeLeafTest(leaf).holds(words[leaf.field] ?? []))
    return holds === true ? [path] : []
  })
}

describe("a search of files", () => {
  layer(host)((hosted) => {
    hosted.effect.prop(
      "finds what reading every file whole finds",
      [Schema.Array(Part).pipe(Schema.check(Schema.isMinLength(1), Schema.isMaxLength(5)))],
      ([parts]) =>
        Effect.gen(function* () {
          const query = toQuery(parts)
          if (Result.isFailure(parseQuery(query, "content")) || /^[*\s]+$/.test(query)) return
          const { results, skipped, totalCount } = yield* askFileSearch({ query, limit: 100 })
          const paths = results.map(({ path }) => path).toSorted()
          assert.deepStrictEqual(paths, expected(query).toSorted(), query)
          assert.strictEqual(totalCount, paths.length)
          assert.isUndefined(skipped)
        }),
      { arbitrary: { runs: scaled(40, 2000) } }
    )
  })
})
