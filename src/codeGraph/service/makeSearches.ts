import { Effect, Struct } from "effect"
import type { Git } from "../../adapters/git/Git.ts"
import type { SearchAnswer } from "../../codeIndex/model/answers.ts"
import { checkRange } from "../../codeIndex/asking/checkRange.ts"
import { takeTags } from "../../codeIndex/asking/sentences.ts"
import { CodeIndex } from "../../codeIndex/service/CodeIndex.ts"
import type { Trees } from "../../lineage/Trees.ts"
import type { Notes } from "../../notes/Notes.ts"
import type { WorkTreeFiles } from "../../pipeline/subject/WorkTreeFiles.ts"
import { ask } from "../assist/ask.ts"
import { proposeFix } from "../assist/proposeFix.ts"
import { readFile } from "../assist/readFile.ts"
import type { AskInput, FileInput, FixInput, SearchCodeInput } from "../model/inputs.ts"
import { findImpactNotes } from "./impactNotes.ts"
import type { makeFindings } from "./makeFindings.ts"
import { readNotes } from "./readNotes.ts"
import { withWarnings } from "./withWarnings.ts"

const defaultResults = 10
const maxResults = 100
/** Keeps the files where a definition of one of these types matches. */
const takeWithTypes = (answer: SearchAnswer, types: ReadonlyArray<string>, limit: number): SearchAnswer => {
  const results = answer.results.filter(({ definitions }) => definitions.some(({ type }) => types.includes(type)))
  return { ...answer, results: results.slice(0, limit), total: results.length }
}

/** Makes what `CodeGraph` answers from words: files, places, and what a language model says of them. */
export const makeSearches = Effect.fnUntraced(function* (findings: Effect.Success<typeof makeFindings>) {
  const index = yield* CodeIndex
  const reads = yield* Effect.context<Git | Notes | Trees | WorkTreeFiles>()

  /** Finds files for a query. `limit`: how many are wanted; by default the best ones, without weak matches. */
  const find = Effect.fnUntraced(function* (query: string, limit: number | undefined) {
    const { tags } = takeTags(query)
    if (limit !== undefined)
      return yield* index.search(
        { tags, limit: yield* Effect.fromResult(checkRange("top_k", limit, 1, maxResults)) },
        query
      )
    const found = yield* index.search({ tags }, query)
    return { ...found, results: found.results.slice(0, defaultResults) }
  })

  const search = Effect.fn("CodeGraph.search")(function* ({
    entity_types: types,
    query: text,
    top_k
  }: SearchCodeInput) {
    const found =
      types === undefined
        ? yield* find(text, top_k)
        : takeWithTypes(
            yield* find(text, maxResults),
            types,
            yield* Effect.fromResult(checkRange("top_k", top_k ?? defaultResults, 1, maxResults))
          )
    return withWarnings(Struct.omit(found, ["next_cursor"]), [
      "No embeddings are configured: found by words, not by meaning."
    ])
  })

  const answer = Effect.fn("CodeGraph.ask")(function* ({ question, top_k }: AskInput) {
    return yield* Effect.provideContext(ask(question, yield* find(question, top_k)), reads)
  })

  const fix = Effect.fn("CodeGraph.fix")(function* ({ finding_id }: FixInput) {
    const finding = yield* findings.finding(finding_id)
    const notes = yield* Effect.provideContext(
      readNotes(findImpactNotes([{ path: finding.file, name: finding.name ?? "" }]), []),
      reads
    )
    return yield* Effect.provideContext(proposeFix(finding, notes.found), reads)
  })

  const file = (input: FileInput) => Effect.provideContext(readFile(input), reads)

  return { search, ask: answer, fix, file }
})
