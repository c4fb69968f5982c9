import { Context, Effect, Layer, Option, Queue } from "effect"
import { detectLanguage } from "./detectLanguage.ts"
import type { Facts } from "./facts/Facts.ts"
import { maxFileBytes } from "./limits.ts"
import type { OutlineFailure } from "./Outline.ts"
import * as OutlineWorker from "./OutlineWorker.ts"

/** What parsing a file gave. */
export interface FileFacts {
  /** None if the language has no grammar. */
  readonly language: Option.Option<string>
  /** None if the language has no extractor, or parsing failed. */
  readonly facts: Option.Option<Facts>
  /** Whether parts of the file failed to parse. */
  readonly partial: boolean
  readonly failure?: OutlineFailure
}

/** Number of threads that parse. Read when the layer is built. */
export const ParsingThreads = Context.Reference<number>("ultragit/adapters/parser/ParsingThreads", {
  defaultValue: () => 2
})

const make = Effect.gen(function* () {
  const threads = yield* Effect.all(Array.from({ length: yield* ParsingThreads }, () => OutlineWorker.make))
  const idle = yield* Queue.unbounded<(typeof threads)[number]>()
  yield* Queue.offerAll(idle, threads)
  const parse = (language: string, content: Uint8Array) =>
    Effect.acquireUseRelease(
      Queue.take(idle),
      (ask) => ask(language, content, true),
      (ask) => Queue.offer(idle, ask)
    )
  const facts = Effect.fn("FactsParser.facts")(function* (path: string, content: Uint8Array) {
    const found = detectLanguage(path, content)
    const language = Option.fromUndefinedOr(found?.name)
    const failed = (failure: OutlineFailure): FileFacts => ({ language, facts: Option.none(), partial: true, failure })
    if (found === undefined) return { language, facts: Option.none<Facts>(), partial: false }
    if (content.length > maxFileBytes) return failed("size")
    return yield* parse(found.name, content).pipe(
      Effect.map((parsed): FileFacts => ({
        language,
        facts: Option.fromUndefinedOr(parsed.facts),
        partial: parsed.partial
      })),
      Effect.catch((error) => Effect.as(Effect.logDebug("A parser failed", error.message), failed(error.failure)))
    )
  })
  return FactsParser.of({ facts })
})

/** Parses files for their facts, on threads of its own with the limits of `Parser`. Caches nothing. Never fails. */
export class FactsParser extends Context.Service<
  FactsParser,
  {
    facts(path: string, content: Uint8Array): Effect.Effect<FileFacts>
  }
>()("ultragit/adapters/parser/FactsParser") {
  /** Starts its threads with the first files. */
  static readonly layer = Layer.effect(
    FactsParser,
    Effect.suspend(() => make)
  )
}
