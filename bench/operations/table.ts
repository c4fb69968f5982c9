import { Effect } from "effect"
import type { Tally } from "../../test/support/operations/count.ts"
import { gitAlone, installed } from "../../test/support/operations/keepers.ts"
import type { Operation } from "../../test/support/operations/Operation.ts"
import { attempt, operations } from "../../test/support/operations/operations.ts"

/** How many annotations are found after an operation, with git alone and with the program. */
export interface Row {
  readonly group: string
  readonly name: string
  readonly statements: number
  readonly git: Pick<Tally, "read" | "history">
  readonly ultragit: Pick<Tally, "read" | "history">
}

const rowOf = Effect.fnUntraced(function* (group: string, operation: Operation) {
  const git = yield* attempt(operation, gitAlone)
  const ultragit = yield* attempt(operation, installed)
  const row: Row = { group, name: operation.name, statements: ultragit.statements, git, ultragit }
  return row
})

/** Runs every operation with git alone and with the built program. Calls `onRow` after each. */
export const rowsOf = Effect.fnUntraced(function* (onRow: (row: Row) => void) {
  const rows: Array<Row> = []
  for (const [group, list] of Object.entries<ReadonlyArray<Operation>>(operations)) {
    for (const operation of list) {
      const row = yield* rowOf(group, operation)
      onRow(row)
      rows.push(row)
    }
  }
  return rows
})

const sum = (rows: ReadonlyArray<Row>, of: (row: Row) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

/** Counts the annotations that both `read` and `history` find. */
const found = (row: Row, keeper: "git" | "ultragit"): number => Math.min(row[keeper].read, row[keeper].history)

/** Sums the annotations of all operations, and how many of them are found. */
export const totals = (rows: ReadonlyArray<Row>) => ({
  operations: rows.length,
  statements: sum(rows, (row) => row.statements),
  git: sum(rows, (row) => found(row, "git")),
  ultragit: sum(rows, (row) => found(row, "ultragit"))
})

/** Formats a table of all operations: annotations, and how many of them `read` and `history` find exactly once. */
export const table = (rows: ReadonlyArray<Row>): string => {
  const { git, statements, ultragit } = totals(rows)
  const line = (row: Row): string => {
    const both = (keeper: "git" | "ultragit") => `${row[keeper].read} / ${row[keeper].history}`
    return `| ${row.name} | ${row.statements} | ${both("git")} | ${both("ultragit")} |`
  }
  return [
    "| operation | annotations | git alone: read / history | with ultragit: read / history |",
    "|---|---|---|---|",
    ...rows.map(line),
    `| **all, found by both** | **${statements}** | **${git}** | **${ultragit}** |`,
    ""
  ].join("\n")
}
