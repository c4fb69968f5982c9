import { assert, describe, it } from "@effect/vitest"
import { ObjectId } from "../../../src/domain/ObjectId.ts"
import { type Candidate, Candidates } from "../../../src/sessions/matching/Candidates.ts"
import { toKey } from "../../../src/sessions/matching/lines.ts"
import { matchSession } from "../../../src/sessions/matching/matchSession.ts"
import type { Session, SessionEntry } from "../../../src/sessions/transcripts/Session.ts"
import { makeSession } from "../../support/sessions.ts"

const hour = 3_600_000
const id = (digit: string): ObjectId => ObjectId.make(digit.repeat(40))

const candidate = (digit: string, time: number, more: Partial<Candidate> = {}): Candidate => ({
  id: id(digit),
  authorMillis: time,
  committerMillis: time,
  subject: `Commit ${digit}`,
  isReachable: true,
  ...more
})

const lines = [
  "const connection = openConnection(url)",
  "connection.keepAlive(heartbeatMillis)",
  "return withRetries(connection)"
]

const edit = (time: number, added: ReadonlyArray<string> = lines, path = "src/pool.ts"): SessionEntry => ({
  kind: "edit",
  path,
  added,
  removed: [],
  time
})

const patch = (added: ReadonlyArray<string>, path = "src/pool.ts"): string =>
  `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n${added.map((line) => `+${line}`).join("\n")}\n`

const match = (given: Session, commits: ReadonlyArray<readonly [Candidate, string]>) => {
  const wanted = new Set(given.entries.flatMap((entry) => (entry.kind === "edit" ? entry.added.map(toKey) : [])))
  const candidates = new Candidates(
    commits.map(([commit]) => commit),
    wanted
  )
  for (const [{ id: commit }, text] of commits) candidates.take(commit, text)
  const { matches, unmatched } = matchSession(given, candidates)
  return { commits: matches.map(({ commit }) => commit[0]), unmatched }
}

describe("matchSession", () => {
  it("gives an edit to the first commit after it that adds its lines", () => {
    const found = match(makeSession(edit(10 * hour)), [
      [candidate("1", 9 * hour), patch(lines)],
      [candidate("2", 10 * hour + 60_000), patch(lines)],
      [candidate("3", 12 * hour), patch(lines)]
    ])
    assert.deepStrictEqual(found, { commits: ["2"], unmatched: 0 })
  })

  it("prefers the history of HEAD to a branch, as after a squash merge", () => {
    const found = match(makeSession(edit(10 * hour)), [
      [candidate("1", 10 * hour + 60_000, { isReachable: false }), patch(lines)],
      [candidate("2", 11 * hour), patch(lines)]
    ])
    assert.deepStrictEqual(found.commits, ["2"])
  })

  it("gives a write of the whole file after a commit to the next one only", () => {
    const [minute, second] = [60_000, 1000]
    const more = ["assertHeartbeat(connection, heartbeatMillis)", "registerShutdownHook(() => connection.end())"]
    const rewrite = edit(10 * hour + minute, [...lines, ...more])
    const first = [candidate("1", 10 * hour + minute / 2), patch(lines)] as const
    const next = [candidate("2", 10 * hour + 2 * minute), patch(more)] as const
    assert.deepStrictEqual(match(makeSession(rewrite), [first, next]).commits, ["2"])
    const both = makeSession(edit(10 * hour, lines), rewrite)
    assert.deepStrictEqual(match(both, [first, next]), { commits: ["1", "2"], unmatched: 0 })
    assert.deepStrictEqual(match(both, [first]), { commits: ["1"], unmatched: 1 })
    const rebased = [{ ...first[0], committerMillis: 12 * hour }, first[1]] as const
    assert.deepStrictEqual(match(both, [rebased]), { commits: ["1"], unmatched: 1 })
    assert.deepStrictEqual(
      match(makeSession(edit(10 * hour + second / 2)), [[candidate("1", 10 * hour), patch(lines)]]).commits,
      ["1"]
    )
  })

  it("takes a commit whose clock is behind where no later one has the lines", () => {
    const behind = [candidate("1", 10 * hour - 30_000), patch(lines)] as const
    const later = [candidate("2", 10 * hour + 60_000), patch(lines)] as const
    assert.deepStrictEqual(match(makeSession(edit(10 * hour)), [behind]).commits, ["1"])
    assert.deepStrictEqual(match(makeSession(edit(10 * hour)), [behind, later]).commits, ["2"])
    const amended = [candidate("1", 8 * hour, { committerMillis: 10 * hour + 60_000 }), patch(lines)] as const
    assert.deepStrictEqual(match(makeSession(edit(10 * hour)), [amended]).commits, ["1"])
  })

  it("finds a commit that formatting or a rename changed", () => {
    const formatted = lines.map((line) => `      ${line},`)
    const found = match(makeSession(edit(10 * hour)), [[candidate("1", 10 * hour + 60_000), patch(formatted)]])
    assert.deepStrictEqual(found.commits, ["1"])
    const renamed = match(
      makeSession(edit(10 * hour, lines.concat(lines.map((line) => `${line} // again, for a longer edit`)))),
      [
        [
          candidate("1", 10 * hour + 60_000),
          patch(lines.concat(lines.map((line) => `${line} // again, for a longer edit`)), "lib/pool.ts")
        ]
      ]
    )
    assert.deepStrictEqual(renamed.commits, ["1"])
  })

  it("lets an edit wait that no commit has, and gives one session several commits", () => {
    const other = [
      "export const parseAddress = (text: string) => new URL(text)",
      "assertReachable(parseAddress(text).hostname)"
    ]
    const found = match(
      makeSession(
        edit(1 * hour),
        edit(2 * hour, other, "src/url.ts"),
        edit(3 * hour, ["never committed anywhere at all"])
      ),
      [
        [candidate("1", 1 * hour + 60_000), patch(lines)],
        [candidate("2", 2 * hour + 60_000), patch(other, "src/url.ts")]
      ]
    )
    assert.deepStrictEqual(found, { commits: ["1", "2"], unmatched: 1 })
  })

  it("does not take lines that every commit adds, or a few lines much later, for a match", () => {
    const common = ["if err != nil {", "return nil, err"]
    const many = Array.from(
      "123456789abcdef",
      (digit, index) =>
        [candidate(digit, 2 * hour + index), patch([...common, `only ${digit} of these lines, and longer`])] as const
    )
    assert.deepStrictEqual(match(makeSession(edit(1 * hour, common)), many).commits, [])
    const late = match(makeSession(edit(1 * hour)), [[candidate("1", 240 * hour), patch(lines)]])
    assert.deepStrictEqual(late.commits, [])
  })

  it("asks for three lines of a commit with much else, a longer line of a small one, and takes none after 45 days", () => {
    const more = Array.from({ length: 20 }, (_, index) => `const unrelated${index} = computeSomething(${index})`)
    const commitsOf = (added: ReadonlyArray<string>, others: ReadonlyArray<string>, ageMillis: number, path?: string) =>
      match(makeSession(edit(hour, added)), [[candidate("1", hour + ageMillis), patch([...added, ...others], path)]])
        .commits
    assert.deepStrictEqual(commitsOf(lines.slice(0, 2), more, 60_000), [])
    const repeated = makeSession(...Array.from({ length: 5 }, () => edit(hour, lines.slice(0, 2))))
    const once = [[candidate("1", hour + 60_000), patch([...lines.slice(0, 2), ...more])]] as const
    assert.deepStrictEqual(match(repeated, once).commits, [])
    assert.deepStrictEqual(commitsOf(lines, more, 60_000), ["1"])
    assert.deepStrictEqual(commitsOf(lines, more, 60_000, "lib/other.ts"), [])
    assert.deepStrictEqual(commitsOf(["retries = 3"], [], 60_000), [])
    assert.deepStrictEqual(commitsOf(["retries = 3 * attempts"], [], 60_000), ["1"])
    const many = Array.from({ length: 300 }, (_, index) => `const unrelated${index} = computeSomething(${index})`)
    assert.deepStrictEqual(commitsOf(many, [], 44 * 24 * hour), ["1"])
    assert.deepStrictEqual(commitsOf(many, [], 46 * 24 * hour), [])
  })

  it("takes fewer lines for enough where git named the commit to the session", () => {
    const named: SessionEntry = { kind: "commit", abbreviatedId: "1111111", subject: "Commit 1", time: hour + 60_000 }
    const [line = ""] = lines
    const more = Array.from(
      { length: 20 },
      (_, index) => `const unrelatedConstant${index} = computeSomething(${index})`
    )
    const commits = [[candidate("1", hour + 60_000), patch([line, ...more])]] as const
    assert.deepStrictEqual(match(makeSession(edit(hour, [line])), commits).commits, [])
    assert.deepStrictEqual(match(makeSession(edit(hour, [line]), named), commits).commits, ["1"])
    const rebased: SessionEntry = { ...named, abbreviatedId: "2222222" }
    assert.deepStrictEqual(match(makeSession(edit(hour, [line]), rebased), commits).commits, ["1"])
    const otherTime: SessionEntry = { ...rebased, time: 2 * hour }
    assert.deepStrictEqual(match(makeSession(edit(hour, [line]), otherTime), commits).commits, [])
    const short = "size = 64"
    const shortOnly = [[candidate("1", hour + 60_000), patch([short, ...more])]] as const
    assert.deepStrictEqual(match(makeSession(edit(hour, [short]), named), shortOnly).commits, [])
  })
})
