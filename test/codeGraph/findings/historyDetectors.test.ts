import { assert, describe, it } from "@effect/vitest"
import type { FileHistory, History } from "../../../src/codeGraph/findings/History.ts"
import { historyDetectors } from "../../../src/codeGraph/findings/historyDetectors.ts"
import { processorMillis } from "../../support/processorMillis.ts"
import { ObjectId } from "../../../src/domain/ObjectId.ts"

const day = 86_400
const now = 1_700_000_000

const commits = (count: number, author: (index: number) => string, subject: string, age = 0): FileHistory["commits"] =>
  Array.from({ length: count }, (_, index) => ({
    commit: ObjectId.make(`${subject.length.toString(16)}0${index.toString(16)}`.padStart(40, "0")),
    author: { name: author(index), email: `${author(index)}@example.org` },
    authorTime: now - (age + index) * day,
    subject
  }))

const team = (index: number): string => `author${index % 6}`

const file = (path: string, complexity: number, found: FileHistory["commits"]): FileHistory => ({
  path,
  complexity,
  commits: found
})

const withoutName = (commit: FileHistory["commits"][number]) => ({ ...commit, author: { ...commit.author, name: "" } })

const history = (parts: Partial<History>): History => ({
  files: [],
  couplings: [],
  authors: new Map(Array.from({ length: 6 }, (_, index) => [team(index), 5])),
  lastTimes: new Map([["ada", now - 200 * day]]),
  now,
  ...parts
})

const coupling = { path: "a/one.ts", other: "b/two.ts", support: 5, confidence: 0.8, reverseConfidence: 0.7 }

const cases: Readonly<Record<string, { readonly wrong: History; readonly right: History }>> = {
  hotspot: {
    wrong: history({ files: [file("a.ts", 120, commits(12, team, "Add"))] }),
    right: history({
      files: [
        file("a.ts", 80, commits(12, team, "Add")),
        file("b.ts", 120, commits(3, team, "Add")),
        ...Array.from({ length: 21 }, (_, index) => file(`all${index}.ts`, 120, commits(12, team, "Format")))
      ]
    })
  },
  "hidden-coupling": {
    wrong: history({ couplings: [{ ...coupling, isKnown: false }] }),
    right: history({ couplings: [{ ...coupling, isKnown: true }] })
  },
  "fix-magnet": {
    wrong: history({
      files: [file("a.ts", 10, commits(9, team, "Fix the pool")), file("b.ts", 10, commits(9, team, "Add"))]
    }),
    right: history({
      files: [
        file("a.ts", 10, commits(9, team, "Extend the prefix of the pool")),
        file("typos.ts", 10, commits(9, team, "Fix a typo")),
        file("nothing.ts", 10, commits(9, team, "fix")),
        file("issues.ts", 10, commits(9, team, "Add an export to CSV (fixes #12)")),
        file("issue.ts", 10, commits(9, team, "Fixes #12, #13: sort by date")),
        file("other.ts", 10, commits(9, team, "Add a queue - fix the limit")),
        file("style.ts", 10, commits(9, team, "Fixing up style issues in line with tox")),
        file("errors.ts", 10, commits(9, team, "fix(pool): errors")),
        file("unusual.ts", 10, [...commits(7, team, "Fix the queue"), ...commits(3, team, "Add")]),
        ...Array.from({ length: 21 }, (_, index) => file(`all${index}.ts`, 10, commits(9, team, "Fix all warnings"))),
        file(
          "once.ts",
          10,
          commits(9, team, "Fix the new parser").map((each) => ({ ...each, authorTime: now }))
        )
      ]
    })
  },
  "single-author": {
    wrong: history({
      files: [
        file(
          "a.ts",
          80,
          commits(12, () => "ada", "Add")
        )
      ]
    }),
    right: history({
      files: [
        file("a.ts", 80, commits(12, team, "Add")),
        file("nameless.ts", 80, commits(12, team, "Add").map(withoutName))
      ]
    })
  },
  "departed-author": {
    wrong: history({
      files: [
        file(
          "a.ts",
          10,
          commits(6, () => "ada", "Add", 200)
        )
      ]
    }),
    right: history({
      lastTimes: new Map([["ada", now]]),
      files: [
        file(
          "a.ts",
          10,
          commits(6, () => "ada", "Add", 200)
        )
      ]
    })
  }
}

describe("detectors of history", () => {
  it("each have a case", () => {
    assert.deepStrictEqual(historyDetectors.map(({ id }) => id).toSorted(), Object.keys(cases).toSorted())
  })

  for (const { finds, id, inHistory } of historyDetectors) {
    const found = cases[id]
    if (found === undefined) continue
    it(`find what they are for, and not what is close to it: ${id}: ${finds}`, () => {
      assert.strictEqual(inHistory(found.wrong).length, 1)
      assert.deepStrictEqual(inHistory(found.right), [])
    })
  }

  it.each(["\t", "-", "Fix ", "fixes #1 ", "a: ", "[a] ", "("])(
    "look at subjects of 100,000 characters in little time: %j",
    (part) => {
      const subject = `Fix ${part.repeat(100_000 / part.length)}x`
      const found = history({ files: [file("a.ts", 10, commits(9, team, subject))] })
      assert.isBelow(
        processorMillis(() => historyDetectors.map(({ inHistory }) => inHistory(found))),
        1000
      )
    }
  )
})
