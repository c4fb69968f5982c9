/**
 * The parsing worker: handles one request at a time. It has a large stack, because the parser for TypeScript and
 * JavaScript recurses as deep as the text nests, and its own heap.
 */
import { answerPlainly } from "../threads/answerPlainly.ts"
import type { Reply } from "../threads/requests.ts"
import type { ParseFailed, ParseInput, ParseRequests } from "./messages.ts"
import { parseContent } from "./parseContent.ts"
import type { ParsedUnits } from "./SourceText.ts"

const parse = ({ content, language, maxMillis }: ParseInput): Promise<Reply<ParsedUnits>> =>
  parseContent(content, { language, maxMillis, wantsFacts: false }).then((parsed): Reply<ParsedUnits> =>
    parsed.units === undefined ? { _tag: "Failure", error: parsed } : { _tag: "Success", output: parsed.units }
  )

const toFailure = (cause: unknown): Reply<ParsedUnits> => {
  const error: typeof ParseFailed.Encoded = { _tag: "ParseFailed", failure: "parser", message: String(cause) }
  return { _tag: "Failure", error }
}

answerPlainly<ParseRequests>(({ input }) => parse(input).catch(toFailure))
