import { advancePast, toEpochMillis } from "../../domain/Instant.ts"
import { canonicalJson } from "../../domain/Json.ts"
import type { Statement } from "./FieldValues.ts"

/** Which conflicts of two notes the second one wins: all of them, or those of values of the same moment. */
export type Precedence = "always" | "same moment"

/** The field that a statement is about; a reasoning is about its intent. */
const subjectOf = ({ field, intent, owner }: Statement): string => JSON.stringify([canonicalJson(owner), field, intent])

/** Gives statements a time after that of others with another value for the same field, so that they win the merge. */
export const advance = (
  statements: ReadonlyArray<Statement>,
  others: ReadonlyArray<Statement>,
  precedence: Precedence
): ReadonlyArray<Statement> => {
  const bySubject = Map.groupBy(others, subjectOf)
  return statements.map((statement) => {
    const conflicts = (bySubject.get(subjectOf(statement)) ?? []).filter(
      ({ timestamp, value }) =>
        canonicalJson(value) !== canonicalJson(statement.value) &&
        (precedence === "always" || toEpochMillis(timestamp) === toEpochMillis(statement.timestamp))
    )
    return {
      ...statement,
      timestamp: conflicts.reduce((time, { timestamp }) => advancePast(time, timestamp), statement.timestamp)
    }
  })
}
