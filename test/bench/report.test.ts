import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { figureOf } from "../../bench/measure.ts"
import { closing, type Finding, json, opening, tableRows } from "../../bench/report.ts"

const yardstick = { what: "`git blame`", figure: figureOf([10, 10, 10]) }

const findings: ReadonlyArray<Finding> = [
  {
    slot: "readTool",
    rows: [
      { what: "warm, `a|b.ts`", ours: figureOf([1.25, 1.3, 1.5]), yardstick, goal: { max: 10, ratio: 0.05 } },
      { what: "first", ours: figureOf([11, 12, 12]), yardstick, goal: { ratio: 1.2 } },
      { what: "resident", ours: figureOf([61.7], "MB"), goal: { max: 75 } },
      { what: "lost", ours: figureOf([0], "") }
    ]
  },
  { slot: "deps", rows: [], missing: "nothing is depended on" }
]

const circumstances = { above: "2 cores", below: ["Took 9 s."] }

describe("the report", () => {
  const { above, below } = circumstances
  const whole = `${opening(above)}${findings.map(tableRows).join("")}${closing(findings, below)}`

  it("is one Markdown table between the machine and how to measure again", () => {
    assert.deepStrictEqual(whole.split("\n"), [
      "2 cores",
      "",
      "| slot | what | ours | yardstick | ratio | to reach | reached |",
      "|---|---|---|---|---|---|---|",
      "| readTool | warm, `a\\|b.ts` | 1.3 ms (1.3–1.5) | `git blame`: 10 ms (10–10) | 0.13 | ≤ 10 ms and ≤ 0.05 × | **no** |",
      "| readTool | first | 12 ms (11–12) | `git blame`: 10 ms (10–10) | 1.20 | ≤ 1.2 × | yes |",
      "| readTool | resident | 62 MB |  |  | ≤ 75 MB | yes |",
      "| readTool | lost | 0 |  |  |  |  |",
      "",
      "* `deps` not measured: nothing is depended on",
      "* Took 9 s.",
      ""
    ])
  })

  it("contains the same data as JSON, with ratio and verdict", () => {
    const written = Schema.decodeSync(Schema.fromJsonString(Schema.Unknown))(json(findings, circumstances))
    assert.nestedPropertyVal(written, "slots[0].rows[1].ratio", 1.2)
    assert.nestedPropertyVal(written, "slots[0].rows[0].reached", false)
    assert.nestedPropertyVal(written, "slots[1].missing", "nothing is depended on")
  })
})
