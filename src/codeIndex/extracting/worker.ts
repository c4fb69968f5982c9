/** An extracting thread: handles one request at a time. It has the stack and the memory limits of a parsing worker. */
import { answerPlainly } from "../../adapters/threads/answerPlainly.ts"
import { extractContent } from "./extractContent.ts"
import { type Extracted, withoutContent } from "./Extracted.ts"
import type { Content, ExtractRequests } from "./threadRequests.ts"

const extract = ({ bytes, language }: Content, maxMillis: number): Promise<Extracted> =>
  extractContent(bytes, language, maxMillis).catch((cause: unknown) =>
    withoutContent("failed", `parser: ${String(cause)}`)
  )

// One after the other: all contents share the memory of the grammars.
answerPlainly<ExtractRequests>(({ input: { contents, maxMillis } }) =>
  contents
    .reduce(
      (before, content) =>
        before.then((found) => extract(content, maxMillis).then((extracted) => [...found, extracted])),
      Promise.resolve<ReadonlyArray<Extracted>>([])
    )
    .then((output) => ({ _tag: "Success", output }))
)
