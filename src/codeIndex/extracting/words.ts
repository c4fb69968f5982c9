import type { Definition, DefinitionKind, Facts } from "../../adapters/parser/facts/Facts.ts"
import { listWords } from "../../domain/identifiers.ts"

/** The words of a file by where they stand, separated by spaces, each once. */
export interface Words {
  readonly definitions: string
  readonly signatures: string
  readonly imports: string
  readonly symbols: string
  readonly documentation: string
  readonly body: string
}

/** Maximum words of a field. Only data and generated files have more. */
const maxWords = 20_000

const symbolKinds: ReadonlySet<DefinitionKind> = new Set(["constant", "variable", "field"])

const join = (texts: Iterable<string>): string => [...listWords(texts, maxWords)].join(" ")

const select = (
  facts: Facts | undefined,
  take: (definition: Definition) => string | undefined
): ReadonlyArray<string> => (facts?.definitions ?? []).flatMap((definition) => take(definition) ?? [])

/** Collects the words of a file. `facts`: undefined if there are none. */
export const collectWords = (text: string, facts: Facts | undefined): Words => ({
  definitions: join(select(facts, ({ kind, name }) => (symbolKinds.has(kind) ? undefined : name))),
  signatures: join(select(facts, ({ kind, signature }) => (symbolKinds.has(kind) ? undefined : signature))),
  imports: join((facts?.imports ?? []).flatMap(({ imported, module }) => [module, imported])),
  symbols: join(select(facts, ({ kind, name }) => (symbolKinds.has(kind) ? name : undefined))),
  documentation: join(select(facts, ({ documentation }) => documentation)),
  body: join([text])
})
