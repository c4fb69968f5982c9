import { assert, describe, it } from "@effect/vitest"
import { findReplacements } from "../../../src/agents/answering/findRanges.ts"
import type { FileEvent } from "../../../src/agents/events/AgentEvent.ts"
import { findStatements } from "../../../src/agents/plans/findStatements.ts"
import {
  type CommitHistory,
  hashLines,
  type HistoryStatement,
  type Plan,
  type PlanItem
} from "../../../src/agents/plans/Plan.ts"
import { isPlain } from "../../../src/agents/plans/plainChanges.ts"
import { type Loss, makeSigns, rateSigns } from "../../../src/agents/plans/rateHistory.ts"
import { readLines } from "../../../src/agents/plans/readLines.ts"
import { findReasons, selectHistory } from "../../../src/agents/plans/selectHistory.ts"
import { findWords } from "../../../src/agents/plans/words.ts"
import { processorMillis } from "../../support/processorMillis.ts"

const makeCalls = (count: number) => Array.from({ length: count }, (_, index) => `call(${index})`)

/** Long enough for words to be rare in it. */
const file = [
  "import { timer } from './timer.ts'", // 1
  "export const release = (id: string) => {", // 2
  "  if (released.has(id)) return false", // 3
  "  timer.cancel(id)", // 4
  "  return released.add(id)", // 5
  "}", // 6
  ...makeCalls(120)
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

const planOf = (
  change: Partial<CommitHistory> = {},
  lines: PlanItem["lines"] = [{ start: 3, end: 4 }],
  { text = file, units = [] }: { readonly text?: string; readonly units?: Plan["units"] } = {}
): Plan => ({
  state: "s",
  lineHashes: hashLines(text),
  units,
  items: [{ id: "1", kind: "evidence", text: "", source: "abc", lines, history: { ...history, ...change } }]
})

const event = (isAfter = false): FileEvent => ({
  client: "claude-code",
  name: "PreToolUse",
  session: "s",
  agent: "",
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

  it("is none of a commit of whose lines in the file most stay", () => {
    const change = [guardLine, "  if (!ids.has(id)) throw new Error(id)"] as const
    assert.lengthOf(select(planOf({}, [{ start: 3, end: 5 }]), ...change), 1)
    assert.deepStrictEqual(select(planOf({}, [{ start: 2, end: 5 }]), ...change), [])
  })

  it("is rated by how many of the commit's lines are not put back in another layout", () => {
    const before = file.split("\n").slice(2, 6).join("\n")
    const layout = ["  timer", "    .cancel(id)", "  return released", "    .add(id) }"]
    const findParts = (lines: PlanItem["lines"], ...added: ReadonlyArray<string>) => {
      const place = { path: "pool.ts", replaced: [before], replacements: [added.join("\n")] }
      const replacements = findReplacements(event(), place, file)
      const found = replacements.flatMap((each) => findReasons(planOf({}, lines), "pool.ts", each, now))
      return [...new Set(found.map(({ signs: { gonePart } }) => gonePart))]
    }
    assert.deepStrictEqual(findParts([{ start: 3, end: 6 }], "  throw new Error(id)", ...layout), [0.25])
    assert.deepStrictEqual(findParts([{ start: 3, end: 6 }], "  throw new Error(id)", ...layout.slice(2)), [0.5])
    assert.deepStrictEqual(findParts([{ start: 3, end: 8 }], "  throw new Error(id)", ...layout), [])
  })

  it("is none of a merge, which changes no file itself", () => {
    assert.deepStrictEqual(select(planOf({ files: 0 }), guardLine, "  if (!ids.has(id)) throw new Error(id)"), [])
  })

  it("is none of a commit of many files", () => {
    const change = [guardLine, "  if (!ids.has(id)) throw new Error(id)"] as const
    assert.lengthOf(select(planOf(), ...change), 1)
    assert.deepStrictEqual(select(planOf({ files: 12 }), ...change), [])
  })

  it("is rated by whether the commit wrote a comment by its lines", () => {
    const text = file.replace(guardLine, `  // Ids are strings.\n${guardLine}\n  // ---`)
    const isExplained = (lines: PlanItem["lines"]) => {
      const place = { path: "pool.ts", replaced: [guardLine], replacements: ["  throw new Error(id)"] }
      const replacements = findReplacements(event(), place, text)
      const found = replacements.flatMap((each) => findReasons(planOf({}, lines, { text }), "pool.ts", each, now))
      return found.map(({ signs: { explained } }) => explained)
    }
    assert.deepStrictEqual(isExplained([{ start: 3, end: 4 }]), [1, 1])
    assert.deepStrictEqual(isExplained([{ start: 4, end: 4 }]), [0, 0])
    assert.deepStrictEqual(isExplained([{ start: 4, end: 5 }]), [0, 0])
  })

  it("is none where the commit's lines only get another layout, or a comment", () => {
    const wrapped = "  log.debug(id)\n  if (\n    released.has(id)\n  )\n    return false"
    assert.deepStrictEqual(select(planOf(), guardLine, wrapped), [])
    assert.deepStrictEqual(select(planOf(), guardLine, `${guardLine} // eslint-disable-line`), [])
  })

  it("is none where the comment of the function says the same", () => {
    const plan = planOf()
    const text = [
      "def release(id):",
      '    """Releases an id.',
      "",
      "    Otherwise an id would be released twice when a request is cancelled,",
      "    and the pool crashes.",
      '    """',
      ...makeCalls(10),
      "    if id in released: return False",
      ...makeCalls(100)
    ].join("\n")
    const unit = { name: "release", lines: { start: 1, end: 17 }, head: { start: 1, end: 1 } }
    const place = {
      path: "pool.py",
      replaced: ["    if id in released: return False"],
      replacements: ["    if id not in ids: raise Error(id)"]
    }
    const selectIn = (units: Plan["units"]) =>
      selectHistory(
        { ...planOf({}, [{ start: 17, end: 17 }], { text, units }), state: plan.state },
        "pool.py",
        findReplacements(event(), place, text),
        now
      ).length
    assert.strictEqual(selectIn([unit]), 0)
    assert.strictEqual(selectIn([]), 1)
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

const doubleRelease: HistoryStatement = {
  text: "Otherwise an id is released twice, and the pool crashes.",
  passage: "The timer outlives a request. Otherwise an id is released twice.",
  position: 0
}

const loss: Loss = {
  history,
  ownLines: 4,
  gone: readLines("pool.ts", guardLine),
  ownPart: 0.5,
  added: ["  return timer.release(id)"],
  freshWords: findWords("timer release"),
  findRarity: (word) => (word === "timer" ? 3 : 1),
  isExplained: false,
  now
}

const signs = (change: Partial<Loss>, said: Partial<HistoryStatement> = {}) =>
  makeSigns({ ...loss, ...change })({ ...doubleRelease, ...said })

const signsOf = (path: string, line: string) => signs({ gone: readLines(path, line) })

const signsOfCommit = (change: Partial<CommitHistory>) => signs({ history: { ...history, ...change } })

describe("the signs of a reason", () => {
  it("say how much goes, and whose it is", () => {
    assert.include(signs({}), { gonePart: 0.25, ownPart: 0.5, explained: 0 })
    assert.include(signs({ ownLines: 1, ownPart: 1, isExplained: true }), { gonePart: 1, ownPart: 1, explained: 1 })
  })

  it("say how much of what goes is put back in another form", () => {
    const gone = readLines("pool.ts", "  if (held(id)) return id")
    const kept = (...added: ReadonlyArray<string>) => signs({ gone, added })
    assert.include(kept("  throw null"), { keptTokens: 0, keptNames: 0, rearranged: 0 })
    assert.include(kept("  release(held)"), { keptTokens: 3 / 9, keptNames: 0.5, rearranged: 0 })
    assert.include(kept("  const it = id", "  if (id && held(it)) return (id)"), { keptNames: 1, rearranged: 1 })
    assert.strictEqual(signs({ gone: readLines("pool.ts", "  a += b"), added: [] }).keptNames, 1)
  })

  it("say whether it decides something", () => {
    assert.strictEqual(signsOf("pool.ts", "  const value = released.has(id) && id").decides, 1)
    assert.strictEqual(signsOf("pool.ts", "  return released.has(id) ? id : value").decides, 1)
    assert.strictEqual(signsOf("pool.rs", "  match released.get(id) {").decides, 1)
    assert.strictEqual(signsOf("pool.rs", "  let value = released::<'a>(id) && held::<'a>(id)").decides, 1)
    assert.strictEqual(signsOf("pool.ts", "  const value = released.has(id)").decides, 0)
    assert.strictEqual(signsOf("pool.ts", "  log.warn('released if it must be', id)").decides, 0)
    assert.strictEqual(signsOf("pool.c", "#if defined(RELEASED) && ID").decides, 0)
  })

  it("say how rare the words are that the sentence shares with it, and the passage with what is added", () => {
    assert.include(signs({}), { rarestGone: 1, namedFresh: Math.log2(5) })
    const changed = signs({ gone: readLines("pool.ts", "  timer.stop()"), freshWords: findWords("socket") })
    assert.include(changed, { rarestGone: 0, namedFresh: 0 })
    const named = signs({ gone: readLines("pool.ts", "  timer.stop()") }, { text: "The timer must not be stopped." })
    assert.strictEqual(named.rarestGone, 3)
  })

  it("say what kind of commit it is", () => {
    assert.include(signsOfCommit({ files: 8, time: now - 7 * 24 * 3600 }), { files: 3, days: 3, repairs: 1 })
    assert.include(signsOfCommit({ subject: "Release ids with their timer" }), { repairs: 0, titleFresh: 2 })
    assert.strictEqual(signsOfCommit({ time: now + 60 }).days, 0)
    const freshWords = findWords("release ids with their timer")
    assert.strictEqual(signs({ freshWords, history: { ...history, subject: "Release ids, timer" } }).titleFresh, 2)
  })
})

describe("the rate of a reason", () => {
  const rate = rateSigns(signs({}))

  it("is higher for a repair that goes for the most part", () => {
    assert.isAbove(rateSigns(signs({ ownLines: 1 })), rate)
    assert.isAbove(rateSigns(signs({ ownPart: 1 })), rate)
    assert.isBelow(rateSigns(signsOfCommit({ subject: "Double release of cancelled requests" })), rate)
  })

  it("is lower for a wide commit, an old one and one that wrote a comment", () => {
    assert.isBelow(rateSigns(signsOfCommit({ files: 12 })), rate)
    assert.isBelow(rateSigns(signsOfCommit({ time: 0 })), rate)
    assert.isBelow(rateSigns(signs({ isExplained: true })), rate)
  })
})

const isPlainChange = ({ added, path = "pool.ts", removed }: PlainChange) =>
  isPlain({ removed: readLines(path, removed.join("\n")), added: readLines(path, added.join("\n")) })

interface PlainChange {
  readonly path?: string
  readonly removed: ReadonlyArray<string>
  readonly added: ReadonlyArray<string>
}

describe("a plain change", () => {
  it("is a rewrite, and the first half of a move", () => {
    assert.isTrue(isPlainChange({ removed: makeCalls(26), added: ["other()"] }))
    assert.isTrue(isPlainChange({ removed: ["call(1)"], added: makeCalls(61) }))
    assert.isTrue(isPlainChange({ removed: makeCalls(6), added: [""] }))
    assert.isFalse(isPlainChange({ removed: makeCalls(5), added: [] }))
  })

  it("is known at once where a long file is rewritten", () => {
    const lines = Array.from({ length: 8_000 }, (_, index) => `    this.count = add(${10_000 + index})`)
    const before = lines.join("\n")
    const after = before.replaceAll("count", "total").replaceAll("add", "sum")
    const whole = planOf({}, [{ start: 1, end: lines.length }], { text: before })
    const write = { path: "pool.ts", replaced: [], content: after }
    const find = () =>
      assert.deepStrictEqual(selectHistory(whole, "pool.ts", findReplacements(event(), write, before), now), [])
    assert.isBelow(processorMillis(find), 1_000)
  })

  it("is one of comments", () => {
    assert.isTrue(isPlainChange({ removed: ["// one"], added: ["// another"] }))
    assert.isTrue(isPlainChange({ path: "pool.py", removed: ["# if it is"], added: ["# where it is"] }))
    assert.isTrue(isPlainChange({ path: "pool.py", removed: ["a = 1"], added: ["a = 1  # type: ignore"] }))
    assert.isTrue(isPlainChange({ path: "pool.c", removed: ["/* one", "   two */"], added: ["/* three */"] }))
    assert.isFalse(isPlainChange({ path: "pool.c", removed: ["#if ONE"], added: ["#if defined(TWO)"] }))
  })

  it("is one of names, each replaced by the same", () => {
    assert.isTrue(isPlainChange({ removed: ["a(b, a)"], added: ["c(b, c)"] }))
    assert.isFalse(isPlainChange({ removed: ["a(b, a)"], added: ["c(b, d)"] }))
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
      "otherwise it leaks, because nothing closes it.",
      "Must be closed, because it leaks in the following cases.",
      "Must be closed, because it leaks:"
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
