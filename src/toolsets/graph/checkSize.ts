import { Effect } from "effect"
import { ArgumentInvalid } from "../../codeIndex/model/CodeError.ts"
import { ArgumentsTooLarge, GraphError } from "../../codeGraph/model/GraphError.ts"

/** Maximum size of the arguments of a tool as JSON, in bytes. */
const maxArgumentBytes = 1_000_000

/** Arguments that are names or paths, and how long one may be: finding a name takes time in proportion to its square. */
const names: ReadonlySet<string> = new Set(["name", "target", "path", "file", "file_path", "finding_id", "detector"])
const maxNameChars = 10_000

/** Fails if arguments are too large to be meant. */
export const checkSize = (input: object): Effect.Effect<void, GraphError> => {
  const bytes = Buffer.byteLength(JSON.stringify(input))
  if (bytes > maxArgumentBytes) return Effect.fail(new GraphError({ reason: new ArgumentsTooLarge({ bytes }) }))
  for (const [name, value] of Object.entries(input)) {
    if (!names.has(name) || typeof value !== "string" || value.length <= maxNameChars) continue
    const expected = `at most ${maxNameChars} characters`
    return Effect.fail(new GraphError({ reason: new ArgumentInvalid({ name, expected, value }) }))
  }
  return Effect.void
}
