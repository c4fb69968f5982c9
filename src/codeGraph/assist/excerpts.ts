import { Effect, Option } from "effect"
import type { SearchAnswer } from "../../codeIndex/model/answers.ts"
import { makePathFilter } from "../../config/PathFilter.ts"
import { maskSecrets } from "../../domain/Masking.ts"
import { secretFileGlobs } from "../../domain/Secrets.ts"
import type { Source } from "../model/answers.ts"
import { readFile } from "./readFile.ts"

/** Lines around each definition, and characters of all excerpts together. */
const linesBefore = 2
const maxLines = 60
const maxChars = 40_000

const isSecret = makePathFilter([], secretFileGlobs)

/** Names the places of a search's results: the definitions that match, or the start of the file. */
export const findSources = ({ results }: SearchAnswer): ReadonlyArray<Source> =>
  results.flatMap(({ definitions, path }): ReadonlyArray<Source> =>
    definitions.length === 0
      ? [{ file: path, line_start: 1 }]
      : definitions.map(({ line, name }) => ({ file: path, name, line_start: line }))
  )

/**
 * Reads lines of each source, as far as they fit. Files whose names suggest secrets are left out, and what looks like a
 * secret is masked: excerpts are for a model.
 */
export const readExcerpts = Effect.fn("CodeGraph.readExcerpts")(function* (sources: ReadonlyArray<Source>) {
  const excerpts: Array<string> = []
  let length = 0
  for (const { file, line_start: line } of sources) {
    if (Option.isSome(isSecret(file)) || length > maxChars) continue
    const start = Math.max(1, line - linesBefore)
    const found = yield* Effect.option(readFile({ file_path: file, start_line: start, end_line: start + maxLines }))
    if (Option.isNone(found)) continue
    const excerpt = `${file}:${found.value.showing_lines}\n${maskSecrets(found.value.content)}\n`
    length += excerpt.length
    excerpts.push(excerpt)
  }
  return excerpts.join("\n")
})
