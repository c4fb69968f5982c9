import { assert, describe, it } from "@effect/vitest"
import { findReplacements } from "../../../src/agents/answering/findRanges.ts"
import type { FileEvent } from "../../../src/agents/events/AgentEvent.ts"
import { findStatements } from "../../../src/agents/plans/findStatements.ts"
import { type CommitHistory, hashLines, type Plan } from "../../../src/agents/plans/Plan.ts"
import { isPlain } from "../../../src/agents/plans/rateHistory.ts"
import { selectHistory } from "../../../src/agents/plans/selectHistory.ts"
import { findWords } from "../../../src/agents/plans/words.ts"

const file = [
  "import { timer } from './timer.ts'", // 1
  "export const release = (id: string) => {", // 2
  "  if (released.has(id)) return false", // 3
  "  timer.cancel(id)", // 4
  "  return released.add(id)", // 5
  "}" // 6
].join("\n")

const now = 1_790_000_000

const history: CommitHistory = {
  subject: "Fix double release of cancelled requests",
  time: now - 30 * 24 * 3600,
  files: 1,
  statements: [
    {
      text: "Otherwise an id is released twice when a request is cancelled, which crashes the pool.",
      passage: "The timer outlives a request. Otherwise an id is released twice.",
      position: 0
    },
    { text: "The list of names is sorted so that it is easier to read.", passage: "Names are sorted.", position: 4 }
  ]
}

const planOf = (change: Partial<CommitHistory> = {}, lines = [{ start: 3, end: 4 }]): Plan => ({
  state: "s",
  lineHashes: hashLines(file),
  units: [],
  items: [{ id: "1", kind: "evidence", text: "", source: "abc", lines, history: { ...history, ...change } }]
})

const event = (isAfter = false): FileEvent => ({
  client: "claude-code",
  name: "PreToolUse",
  session: "s",
  folder: "/",
  kind: "edit",
  isAfter,
  places: []
})

const select = (plan: Plan, before: string, after: string) =>
  selectHistory(
    plan,
    "pool.ts",
    findReplacements(event(), { path: "pool.ts", replaced: [before], replacements: [after] }, file),
    now
  ).map(({ text }) => text)

const guardLine = "  if (released.has(id)) return false"

describe("history before an edit", () => {
  it("is the passage of the best reason of the commit whose lines go", () => {
    assert.deepStrictEqual(select(planOf(), guardLine, "  if (!ids.has(id)) throw new Error(id)"), [
      "The timer outlives a request. Otherwise an id is released twice."
    ])
  })

  it("is none of a commit that made none of these lines, or only trivial ones", () => {
    const change = [guardLine, "  if (!ids.has(id)) throw new Error(id)"] as const
    assert.deepStrictEqual(select(planOf({}, [{ start: 5, end: 5 }]), ...change), [])
    assert.deepStrictEqual(select(planOf({}, [{ start: 1, end: 1 }]), "'./timer.ts'", "'./timers.ts'"), [])
    assert.deepStrictEqual(select(planOf({}, [{ start: 6, end: 6 }]), "}", "} // c"), [])
  })

  it("is none of a wide or old commit that only describes", () => {
    const [, second] = history.statements
    const change = { subject: "Add lists", time: 0, files: 18, statements: second === undefined ? [] : [second] }
    assert.deepStrictEqual(select(planOf(change), guardLine, "  if (!ids.has(id)) throw new Error(id)"), [])
  })

  it("is none where lines are only added, moved or renamed", () => {
    assert.deepStrictEqual(select(planOf(), guardLine, `  log.debug(id)\n${guardLine}`), [])
    assert.deepStrictEqual(select(planOf(), guardLine, "    if (released.has(id))\n      return false"), [])
    assert.deepStrictEqual(select(planOf(), guardLine, "  if (returned.has(key)) return false"), [])
  })

  it("is none where a comment says the same", () => {
    const commented = `  // An id is released twice when a request is cancelled, and the pool crashes.\n  if (!ids.has(id)) throw id`
    assert.deepStrictEqual(select(planOf(), guardLine, commented), [])
  })

  it("is the same where the edit was made already", () => {
    const place = { path: "pool.ts", replaced: ["timer.cancel(id)"], replacements: ["timer.stop(id)\n  log(id)"] }
    const made = file.replace("timer.cancel(id)", "timer.stop(id)\n  log(id)")
    assert.deepStrictEqual(findReplacements(event(true), place, made), findReplacements(event(), place, file))
    assert.deepStrictEqual(findReplacements(event(), place, file), [
      { text: file, range: { start: 4, end: 4 }, added: ["  timer.stop(id)", "  log(id)"] }
    ])
  })
})

const makeCalls = (count: number) => Array.from({ length: count }, (_, index) => `call(${index})`)

describe("a plain change", () => {
  it("is a rewrite, and the first half of a move", () => {
    assert.isTrue(isPlain({ removed: makeCalls(26), added: ["other()"] }))
    assert.isTrue(isPlain({ removed: ["call(1)"], added: makeCalls(61) }))
    assert.isTrue(isPlain({ removed: makeCalls(6), added: [""] }))
    assert.isFalse(isPlain({ removed: makeCalls(5), added: [] }))
  })

  it("is one of comments", () => {
    assert.isTrue(isPlain({ removed: ["// one"], added: ["// another"] }))
    assert.isTrue(isPlain({ removed: ["# if it is"], added: ["# where it is"] }))
    assert.isFalse(isPlain({ removed: ["#if ONE"], added: ["#if defined(TWO)"] }))
  })

  it("is one of names, each replaced by the same", () => {
    assert.isTrue(isPlain({ removed: ["a(b, a)"], added: ["c(b, c)"] }))
    assert.isFalse(isPlain({ removed: ["a(b, a)"], added: ["c(b, d)"] }))
  })
})

describe("statements of a message", () => {
  it("are its sentences that give a reason, with their paragraph", () => {
    const text =
      "Names are sorted.\n\nThe timer\noutlives a request. It must be cancelled,\nbecause it holds the socket.\n\nThanks."
    assert.deepStrictEqual(findStatements("Cancel the timer", text), [
      {
        text: "It must be cancelled, because it holds the socket.",
        passage: "The timer outlives a request. It must be cancelled, because it holds the socket.",
        position: 2
      }
    ])
  })

  it("are none of lists, of what other commits are to do, of half sentences and of the title", () => {
    const texts = [
      "* Must be closed, because it leaks\n* Must be opened, because it blocks",
      "This must be closed in a later commit, because it leaks.",
      "otherwise it leaks, because nothing closes it."
    ]
    for (const text of texts) assert.deepStrictEqual(findStatements("Close it", text), [])
    assert.deepStrictEqual(
      findStatements("It must be closed, because it leaks", "It must be closed because it leaks."),
      []
    )
  })

  it("are shown with whole sentences around them, up to a length", () => {
    const sentence = "It must be cancelled, because it holds the socket."
    const long = `${"The pool has many sockets and keeps them open. ".repeat(20)}${sentence} ${"It is big. ".repeat(40)}`
    const [statement] = findStatements("Cancel it", long)
    assert.include(statement?.passage, sentence)
    assert.isAtMost(statement?.passage.length ?? 0, 480)
    assert.match(statement?.passage ?? "", /^The pool .*\.$/)
  })
})

describe("words", () => {
  it("are found in prose and in the parts of names", () => {
    assert.deepStrictEqual(
      [...findWords("maxRetries of HTTPServer: locked, locks")],
      ["maxretri", "max", "retri", "httpserver", "http", "server", "lock"]
    )
  })
})
