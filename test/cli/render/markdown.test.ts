import { readFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import type { Answer } from "../../../src/pipeline/answering/answers.ts"
import { markdown, pipe } from "../../../src/cli/render/print.ts"
import {
  depsAnswer,
  emptyDeps,
  emptyHistory,
  emptyRead,
  emptySummary,
  evidenceRead,
  historyAnswer,
  hostileRead,
  readAnswer,
  summaryAnswer
} from "./fixtures.ts"

const golden = (name: string) => readFileSync(new URL(`${name}.golden.md`, import.meta.url), "utf8")

const answers: ReadonlyArray<readonly [name: string, answer: Answer]> = [
  ["read", readAnswer],
  ["read-empty", emptyRead],
  ["read-evidence", evidenceRead],
  ["read-hostile", hostileRead],
  ["deps", depsAnswer],
  ["deps-empty", emptyDeps],
  ["history", historyAnswer],
  ["history-empty", emptyHistory],
  ["summary", summaryAnswer],
  ["summary-empty", emptySummary]
]

const escapeCode = /\u001b\[\d+(?:;\d+)*m/g

const words = (text: string) => text.replace(/^ *(?:> ?)*(?:- )?/gm, "").split(/\s+/)

const titleOf = (start: number, end: number) => {
  const query = { ...emptyRead.query, lines: { start, end } }
  return markdown({ ...emptyRead, query }, pipe).split("\n")[0]
}

const unitAt = (line: number, commit: string) => ({
  file: "src/pool.ts",
  anchor: `unit${line}`,
  lines: { start: line, end: line },
  commit: commit.repeat(40),
  subject: "Retry reads"
})

describe("an answer as Markdown", () => {
  it.each(answers)("%s equals the golden file", (name, answer) => {
    assert.strictEqual(`${markdown(answer, pipe)}\n`, golden(name))
  })

  it.each(answers)("%s has the same text with colours, without the signs that they replace", (_, answer) => {
    const colored = markdown(answer, { colors: true, width: undefined })
    assert.match(colored, escapeCode)
    const expected = markdown(answer, pipe)
      .replaceAll(/^#+ /gm, "")
      .replaceAll(/^( *)>/gm, "$1│")
      .replaceAll(/\*\*(\w[\w ]*)\*\*/g, "$1:")
    assert.strictEqual(colored.replace(escapeCode, ""), expected)
  })

  it.each(answers)("%s has no sign of ours but ASCII where the locale has no UTF-8", (_, answer) => {
    for (const colors of [true, false]) {
      // oxlint-disable-next-line no-control-regex
      assert.match(markdown(answer, { colors, width: 60, ascii: true }), /^[\0-\x7f]*$/)
    }
  })

  it("names one line as one in its title", () => {
    assert.match(titleOf(5, 5) ?? "", / · line 5$/)
    assert.match(titleOf(5, 7) ?? "", / · lines 5-7$/)
  })

  it("of deps advises to search for callers only where it lists none", () => {
    const caller = { file: "src/app.ts", line: 3, anchor: "run", how: "resolved" }
    assert.include(markdown(emptyDeps, pipe), "search for the name")
    assert.notInclude(markdown({ ...emptyDeps, callers: [caller] }, pipe), "search for the name")
  })

  it("of a summary counts no units where the files have none", () => {
    const stats = { ast_units: 0, annotated_units: 0, unannotated_units: 0, files: 1 }
    const text = markdown({ ...summaryAnswer, stats }, pipe)
    assert.notInclude(text, "units in")
    assert.include(text, "### start (")
    assert.match(markdown({ ...emptySummary, stats }, pipe), /^# Summary: src\n\nNo annotation describes [^\n]*$/)
  })

  it("of a summary quotes a commit once for units that follow each other", () => {
    const reason = "They fail at night."
    const evidence = [{ ...unitAt(1, "a"), reason }, unitAt(2, "a"), unitAt(3, "b")]
    const [, quotes] = markdown({ ...emptySummary, evidence }, pipe).split("## Not noted; from history\n\n")
    assert.strictEqual(
      quotes,
      [
        "### unit1 (src/pool.ts:1)",
        "### unit2 (src/pool.ts:2)",
        "> Retry reads",
        ">",
        "> **Reason** They fail at night.",
        "",
        "aaaaaaaaaa",
        "",
        "### unit3 (src/pool.ts:3)",
        "> Retry reads",
        "",
        "bbbbbbbbbb"
      ].join("\n")
    )
  })

  it("names a commit once, however many of its texts it quotes, and repeats neither its title nor its reason", () => {
    const [first] = evidenceRead.evidence ?? []
    assert.isDefined(first)
    const { constraints: _, path: __, rejected: ___, risks: ____, ...plain } = first
    const reason = "Read `once` again."
    const changeset = { ...plain, kind: "changeset" as const, source: ".changeset/a.md" }
    const printed = markdown(
      {
        ...evidenceRead,
        evidence: [
          { ...plain, reason, text: `Before. Read \`once\`\nagain. After.` },
          { ...changeset, reason: "Retry reads # once.", text: "Retry reads `# once`.\n\nAnd say so." },
          { ...changeset, reason: "Retry reads # once.", text: "Retry reads # once." }
        ]
      },
      pipe
    )
    const [, quotes] = printed.split("## Not noted; from history\n\n")
    assert.strictEqual(
      quotes,
      [
        "### Retry reads # once (#12)",
        "> **Reason** Read `once` again.",
        ">",
        "> Before. … After.",
        "",
        "commit 1111111111 · 2025-03-04 · Ada Author · 4 lines · #12",
        "",
        "> And say so.",
        "",
        "changeset 1111111111 · .changeset/a.md"
      ].join("\n")
    )
  })

  it("says once what is said of several units in the same words", () => {
    const [region] = readAnswer.regions
    if (region === undefined) return assert.fail("the answer has no region")
    const other = { ...region, anchor: { ...region.anchor, name: "Pool.close" }, lines: { start: 20, end: 22 } }
    const doubted = { ...other, confidence: 0.3, anchor: { ...region.anchor, name: "Pool.open" } }
    const text = markdown({ ...readAnswer, regions: [region, other, doubted] }, pipe)
    assert.match(text, new RegExp(`^### ${region.anchor.name} \\(.*\\), Pool\\.close \\(src/pool\\.ts:20-22\\)$`, "m"))
    assert.lengthOf(text.match(/^### /gm) ?? [], 2)
  })

  it("places a region where its lines are now, not where its file was when it was noted", () => {
    const renamed = readAnswer.regions.map((region) => ({ ...region, file: "src/old.ts" }))
    const text = markdown({ ...readAnswer, regions: renamed }, pipe)
    assert.include(text, `(${readAnswer.query.path}:`)
    assert.notInclude(text, "(src/old.ts:")
  })

  it("keeps a note's words inside their quotation with colours", () => {
    const colored = markdown(hostileRead, { colors: true, width: 40 })
    const notes = new Set(
      markdown(hostileRead, { colors: false, width: 40 })
        .split("\n")
        .flatMap((line, index) => (/^ *>/.test(line) ? [index] : []))
    )
    for (const [index, line] of colored.replace(escapeCode, "").split("\n").entries()) {
      assert.strictEqual(/^ *│/.test(line), notes.has(index), line)
    }
  })

  it.each(answers)("%s has the same text when wrapped, within the width, with quotations still quoted", (_, answer) => {
    const width = 50
    const wrapped = markdown(answer, { colors: false, width })
    assert.deepStrictEqual(words(wrapped), words(markdown(answer, pipe)))
    const long = wrapped.split("\n").filter(
      (line) =>
        line.length > width &&
        line
          .trim()
          .replace(/^[> -]+/, "")
          .includes(" ")
    )
    assert.deepStrictEqual(long, [])
  })

  it.each([
    ["max_regions", "--max-regions allows more."],
    ["related, regions", "--max-tokens allows more."],
    ["max_regions, tags", "--max-regions and --max-tokens allow more."]
  ])("names the flag that shows what %s left out", (strategy, said) => {
    const trimmed = { original_regions: 3, returned_regions: 1, dropped: [], strategy, estimated_tokens: 300 }
    assert.strictEqual(
      markdown({ ...emptyRead, trimmed }, pipe)
        .split("\n")
        .at(-1),
      `Left out: 2 of 3 entries (${strategy}). ${said}`
    )
  })

  it("keeps a note's words inside their quotation", () => {
    const lines = markdown(hostileRead, pipe).split("\n")
    assert.deepStrictEqual(
      lines.filter((line) => line.startsWith("#")),
      [
        String.raw`# Why: src/\x1b[31mpool.ts # Forged`,
        String.raw`### connect ### Forged (src/a.ts:1) (src/\x1b[31mpool.ts # Forged:50)`,
        "## What relies on this"
      ]
    )
  })

  it("quotes every row of a wrapped quotation", () => {
    const wrapped = markdown(
      {
        ...summaryAnswer,
        units: summaryAnswer.units
          .slice(0, 1)
          .map((unit) => ({ ...unit, constraints: [{ text: "# a b c d", source: "author" }] }))
      },
      { colors: false, width: 12 }
    )
    assert.include(wrapped, ["> Hands out", "> one", "> connection", "> at a time.", ">"].join("\n"))
    assert.include(wrapped, ["> - # a b c", ">   d"].join("\n"))
  })

  it("lets no control character through but the newline", () => {
    assert.notMatch(markdown(hostileRead, pipe), /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2028\u2029]/)
  })
})
