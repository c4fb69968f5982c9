import type { Contract } from "../../domain/Contract.ts"
import { IndexAnswer, SearchAnswer, StatusAnswer } from "../../codeIndex/model/answers.ts"
import { IndexInput, SearchInput, StatusInput } from "../../codeIndex/model/inputs.ts"

/** Contract of `code-scout_search`. */
export const searchContract: Contract<typeof SearchInput, typeof SearchAnswer> = {
  name: "code-scout_search",
  title: "Which file has this",
  command: "ultragit code search",
  description:
    "Find the files of this project that are about something, best first, with the definitions that match. Use before reading or grepping: give 1-5 tags: names, words, or the text of a message as one tag. Tests rank low unless asked for. index.pending counts files not indexed yet.",
  input: SearchInput,
  output: SearchAnswer,
  hints: { readOnly: true, idempotent: true, destructive: false }
}

/** Contract of `code-scout_index`. */
export const indexContract: Contract<typeof IndexInput, typeof IndexAnswer> = {
  name: "code-scout_index",
  title: "Index the code",
  command: "ultragit code index",
  description:
    "Bring the code index up to date. Not needed before a search, which does so itself. force starts over; background=false waits.",
  input: IndexInput,
  output: IndexAnswer,
  hints: { readOnly: false, idempotent: true, destructive: false }
}

/** Contract of `code-scout_status`. */
export const statusContract: Contract<typeof StatusInput, typeof StatusAnswer> = {
  name: "code-scout_status",
  title: "What is indexed",
  command: "ultragit code status",
  description: "Counts of the code index by language, files that could not be parsed, and whether indexing is at work.",
  input: StatusInput,
  output: StatusAnswer,
  hints: { readOnly: true, idempotent: true, destructive: false }
}
